// What the scripts of all shells have.
import type { CompletedCommand, CompletedOption } from './completed-commands.js'

/** All paths but that of the program, as alternatives of a case. */
export function paths(commands: readonly CompletedCommand[]): string {
  return commands
    .filter(({ path }) => path !== '')
    .map(({ path }) => `'${path}'`)
    .join(' | ')
}

/** A line for each option that takes a value; those of one command that take files are one line. */
export function valueOptions(
  commands: readonly CompletedCommand[],
  line: (option: Pick<CompletedOption, 'choices'>, pattern: string) => string,
): string {
  return commands
    .flatMap(({ path, options }) => {
      const taking = options.filter(({ takesValue }) => takesValue)
      const patternOf = (some: readonly CompletedOption[]): string =>
        some
          .flatMap(({ long, short }) => (short === undefined ? [long] : [long, short]))
          .map((flag) => `'${path} ${flag}'`)
          .join(' | ')
      const files = taking.filter(({ choices }) => choices.length === 0)
      return [
        ...taking.filter(({ choices }) => choices.length > 0).map((option) => line(option, patternOf([option]))),
        ...(files.length === 0 ? [] : [line({ choices: [] }, patternOf(files))]),
      ]
    })
    .join('\n')
}

/** In single quotes, as bash and zsh take them. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
