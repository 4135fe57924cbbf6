// What an experiment of the lab is. Running and printing are separate, so that a test can run a tiny one and a
// program can have the numbers.

/**
 * Told the share of the work done (0 to 1) and what is being done. Where it returns a promise the experiment waits
 * for it, outside everything that is timed: that lets a terminal breathe and Ctrl-C through.
 */
export type Progress = (share: number, label: string) => Promise<void> | undefined

/** One option of an experiment, as the command line shows it. */
export interface ExperimentOption {
  /** In commander's notation: `--n <list>`, or `--quick` for a switch. */
  readonly flags: string
  readonly description: string
}

/** Options as typed: strings, or true for a switch; keyed by the flag without dashes. */
export type RawOptions = Readonly<Record<string, string | boolean | undefined>>

export interface Outcome {
  /** One JSON document, everything measured. */
  readonly document: object
  /** The same for people, beside the published figures. */
  readonly text: string
  /** False when something came out that must not: the command exits with 1. */
  readonly good: boolean
}

export interface Experiment {
  readonly name: string
  readonly summary: string
  /** The paper that it repeats. */
  readonly paper: string
  readonly options: readonly ExperimentOption[]
  /** Throws InvalidInputError, naming the option and the value, before anything runs. */
  run(options: RawOptions, progress: Progress): Promise<Outcome>
}
