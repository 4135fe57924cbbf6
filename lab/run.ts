// Runs an experiment: its document gets the date, the machine, the plan and the three lists of findings, its text ends with them.
import type { Experiment, KeptParts, Progress, RawOptions, RunControl } from './experiment.js'
import { type Findings, printFindings } from './findings.js'
import { dataFolder, machineClass, today } from './machine.js'

export interface RunFacts {
  /** The day it ended: `2004-07-01`. */
  readonly date: string
  readonly machine: string
  /** The options, read: what was run. */
  readonly plan: object
  /** Whether LIMBER_DATA was set: some experiments use its structures and meshes. */
  readonly data: boolean
  /** Whether it was the short form, `--quick`. */
  readonly quick: boolean
  /** False when it was stopped before its end. */
  readonly complete: boolean
  /** By the clock, parts of earlier runs included. */
  readonly seconds: number
}

/** What the document of every experiment holds besides its own. */
export interface LabDocument {
  readonly run: RunFacts
  readonly findings: Findings
}

export interface LabRun {
  readonly document: LabDocument
  readonly text: string
  readonly good: boolean
  readonly complete: boolean
}

export async function runExperiment(
  experiment: Experiment,
  raw: RawOptions,
  progress: Progress,
  { signal, kept }: RunControl = {},
): Promise<LabRun> {
  const started = performance.now()
  let before = 0
  const counted: KeptParts | undefined = kept && {
    get(part) {
      const found = kept.get(part)
      before += found?.seconds ?? 0
      return found
    },
    set: (part, result) => kept.set(part, result),
  }
  const report: Progress = (share, label) => {
    signal?.throwIfAborted()
    return progress(share, label)
  }
  const plan = experiment.plan(raw)
  const control = { ...(signal && { signal }), ...(counted && { kept: counted }) }
  const { document, text, good, findings, complete } = await experiment.run(plan, report, control)
  const run: RunFacts = {
    date: today(),
    machine: await machineClass(),
    plan,
    data: dataFolder() !== undefined,
    quick: raw.quick === true,
    complete,
    seconds: Math.round(before + (performance.now() - started) / 1000),
  }
  const whole = { ...document, run, findings }
  return { document: whole, text: `${text}\n\n${printRun(whole)}`, good, complete }
}

/** What the text of every experiment ends with. */
export function printRun({ run, findings }: LabDocument): string {
  const { date, machine, data, quick, complete, seconds } = run
  const form = `${quick ? 'the short form' : 'in full'}${data ? '' : ', without LIMBER_DATA'}${complete ? '' : ', STOPPED before its end: the lists below speak of what was reached'}`
  return `Run of ${date} on ${machine}: ${form}, ${seconds.toLocaleString('en')} s.\n\n${printFindings(findings)}`
}
