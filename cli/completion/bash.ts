// Completion for bash, 3.2 or newer: without bash-completion, and without compopt.
import type { CompletedCommand } from './completed-commands.js'
import { paths, valueOptions } from './script-parts.js'

export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ path, words, options }) => {
    const flags = options.flatMap(({ long, short }) => (short === undefined ? [long] : [long, short]))
    return `    '${path}') words='${words.map(({ word }) => word).join(' ')}' options='${flags.join(' ')}' ;;`
  })
  return `# Completion of limber for bash: source <(limber completion bash)
_limber() {
  local at= i words= options=
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${paths(commands)}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  # Nothing is suggested for a value: then bash completes names of files.
  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in
${valueOptions(commands, ({ choices }, pattern) =>
  choices.length === 0
    ? `    ${pattern}) return ;;`
    : `    ${pattern}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "\${COMP_WORDS[COMP_CWORD]}")); return ;;`,
)}
  esac
  case "$at" in
${cases.join('\n')}
  esac
  if [[ \${COMP_WORDS[COMP_CWORD]} == -* ]]; then words=$options; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _limber limber
`
}
