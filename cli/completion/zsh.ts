// Completion for zsh: names with their descriptions.
import type { CompletedCommand } from './completed-commands.js'
import { paths, quoted, valueOptions } from './script-parts.js'

export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const item = (word: string, description: string): string =>
    quoted(`${word.replaceAll(':', '\\:')}${description === '' ? '' : `:${description}`}`)
  const cases = commands.map(({ path, words, options }) => {
    const flags = options.flatMap(({ long, short, description }) =>
      (short === undefined ? [long] : [long, short]).map((flag) => item(flag, description)),
    )
    const names = words.map(({ word, description }) => item(word, description))
    return `    ${quoted(path)})
      names=(${names.join(' ')})
      flags=(${flags.join(' ')}) ;;`
  })
  return `#compdef limber
# Completion of limber for zsh: source <(limber completion zsh)
_limber() {
  local at= i
  local -a names flags
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      ${paths(commands)}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT - 1]}" in
${valueOptions(commands, ({ choices }, pattern) =>
  choices.length === 0
    ? `    ${pattern}) _files; return ;;`
    : `    ${pattern}) names=(${choices.join(' ')}); _describe value names; return ;;`,
)}
  esac
  case "$at" in
${cases.join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option flags
  elif (( \${#names} )); then
    _describe command names
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _limber ]]; then _limber "$@"; else compdef _limber limber; fi
`
}
