// The commands as completion scripts need them, from commander's own description.
import type { Command } from 'commander'

export interface CompletedWord {
  readonly word: string
  readonly description: string
}

export interface CompletedOption {
  readonly long: string
  readonly short: string | undefined
  readonly takesValue: boolean
  /** The values that it may have, where they are known; else a file. */
  readonly choices: readonly string[]
  readonly description: string
}

export interface CompletedCommand {
  /** Its words behind `limber`, each with a blank before it: '' is the program, ' lab kdop' an experiment. */
  readonly path: string
  /** What may follow: commands, or the choices of its first argument. */
  readonly words: readonly CompletedWord[]
  readonly options: readonly CompletedOption[]
}

/** The program, its commands, and theirs. */
export function completedCommands(program: Command): CompletedCommand[] {
  const all = describe(program, '')
  const commands = all[0]!.words
  // `limber help` takes the name of a command.
  return all.map((one) => (one.path === ' help' ? { ...one, words: commands } : one))
}

function describe(command: Command, path: string): CompletedCommand[] {
  const help = command.createHelp()
  const parts = help.visibleCommands(command)
  const words = parts.map((part) => ({
    word: part.name(),
    description: firstSentence(help.subcommandDescription(part)),
  }))
  const choices = command.registeredArguments[0]?.argChoices ?? []
  return [
    {
      path,
      words: [...words, ...choices.map((word) => ({ word, description: '' }))],
      options: help.visibleOptions(command).flatMap(({ long, short, required, optional, argChoices, description }) =>
        long === undefined
          ? []
          : [
              {
                long,
                short: short ?? undefined,
                takesValue: required || optional,
                choices: argChoices ?? [],
                description: firstSentence(description),
              },
            ],
      ),
    },
    // Of commands that commander makes itself (help) there are none below.
    ...parts.flatMap((part) => describe(part, `${path} ${part.name()}`)),
  ]
}

/** One line, without what only help has room for. */
function firstSentence(text: string): string {
  return text.split(/\n|; /)[0]!.trim()
}
