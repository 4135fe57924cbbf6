// What an experiment of the lab is. Running and printing are separate, so that a test can run a tiny one and a
// program can have the numbers. `runExperiment` (run.ts) runs one.
import type { Findings } from './findings.js'

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

/** Results of parts that an earlier run of the same plan has finished. */
export interface KeptParts {
  get(part: string): KeptPart | undefined
  set(part: string, kept: KeptPart): Promise<void>
}

export interface KeptPart {
  /** Plain JSON. */
  readonly result: unknown
  readonly seconds: number
}

/** How a run is stopped and resumed. */
export interface RunControl {
  /** Once it is aborted, the run ends at the next progress report and returns what it has. */
  readonly signal?: AbortSignal
  readonly kept?: KeptParts
}

export interface Outcome {
  /** One JSON document, everything measured. */
  readonly document: object
  /** The same for people, beside the published figures. */
  readonly text: string
  /** False when a result is not as required: the command exits with 1. */
  readonly good: boolean
  readonly findings: Findings
  /** False when the run was stopped before its end. */
  readonly complete: boolean
}

/** `Plan`: the options, read and checked. It decides what is run, and nothing else does. */
export interface Experiment<Plan extends object = object> {
  readonly name: string
  readonly summary: string
  /** The paper that it repeats. */
  readonly paper: string
  readonly options: readonly ExperimentOption[]
  /** Options of the committed result, which needs LIMBER_DATA; none if left out. */
  readonly full?: RawOptions
  /** Throws InvalidInputError, naming the option and the value. */
  plan(options: RawOptions): Plan
  run(plan: Plan, progress: Progress, control: RunControl): Promise<Outcome>
}
