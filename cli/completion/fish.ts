// Completion for fish, 3.0 or newer: a line for each name, with its description.
import type { CompletedCommand } from './completed-commands.js'

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const known = commands.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  const lines = commands.flatMap(({ path, words, options }) => {
    const here = `complete -c limber -n ${quoted(`__limber_at ${quoted(path)}`)}`
    return [
      // Where a command or one of a few words must follow, names of files are none of them.
      ...words.map(({ word, description }) => `${here} -f -a ${quoted(word)}${describe(description)}`),
      ...options.map(({ long, short, takesValue, choices, description }) => {
        const flags = `-l ${long.replace(/^--/, '')}${short === undefined ? '' : ` -s ${short.replace(/^-/, '')}`}`
        const value = takesValue ? (choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r') : ''
        return `${here} ${flags}${value}${describe(description)}`
      }),
    ]
  })
  return `# Completion of limber for fish: limber completion fish | source
function __limber_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    contains -- "$at $word" ${known.join(' ')}
    and set at "$at $word"
  end
  test "$at" = "$argv[1]"
end
complete -c limber -e
${lines.join('\n')}
`
}

function describe(text: string): string {
  return text === '' ? '' : ` -d ${quoted(text)}`
}

/** In single quotes, as fish takes them. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
