// Runs the engine for `limber fold`: samples and checkpoints to the record, a progress line with moves a second, and Ctrl-C as
// a wish to stop.
import { type McResult, type McSystem, monteCarlo, type Observable } from '../../src/entries/molecules.js'
import { ExitCode } from '../exit-codes.js'
import { createBlockingProgress } from '../print/progress.js'
import type { FoldQuestion } from './fold-options.js'
import type { FoldRecord } from './fold-record.js'

export interface FoldRun {
  readonly result: McResult
  /** The last sample. */
  readonly row: Float64Array | undefined
  readonly interrupted: boolean
  /** Moves of this process, and how long they took. */
  readonly moves: number
  readonly millis: number
}

/** Ctrl-C, and what systems that share machines send before they kill. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** `controller` stops it; the first Ctrl-C does so too, the second ends the process. */
export async function runFold(
  system: McSystem,
  observables: readonly Observable[],
  question: FoldQuestion,
  record: FoldRecord,
  resume: { readonly state: Uint8Array; readonly step: number } | undefined,
  controller: AbortController,
): Promise<FoldRun> {
  const { steps, seed, temperature, anneal, moves, every, frameEvery, checkpointEvery } = question
  const from = resume?.step ?? 0
  let row: Float64Array | undefined
  const progress = createBlockingProgress('fold', process.stderr, Date.now, from / steps)
  const stopListening = stoppedBy(controller, progress)
  const began = performance.now()
  try {
    const run = monteCarlo(system, {
      ...{ steps, seed, moves, every, observables, keepSamples: false, signal: controller.signal },
      ...(anneal === undefined ? { temperature: temperature! } : { schedule: anneal }),
      resume: resume?.state,
      onSample(sample, coordinates) {
        row = sample.slice()
        record.sample(Array.from(sample))
        if (sample[0]! % frameEvery === 0) record.frame(sample[0]!, coordinates)
      },
      checkpoint: { every: checkpointEvery, save: (bytes, step) => record.save(step, bytes, step === steps) },
    })
    for await (const { step, energy } of run) {
      const rate = ((step - from) / (performance.now() - began)) * 1000
      progress.report(step / steps, `${moveRate(rate)}  energy ${energy.toPrecision(5)}`)
    }
    const result = await run
    const millis = performance.now() - began
    await record.settled()
    return { result, row, interrupted: result.outcome === 'stopped', moves: result.step - from, millis }
  } finally {
    stopListening()
    progress.clear()
  }
}

/** From now on, and until what it returns is called. */
export function stoppedBy(controller: AbortController, progress: { clear(): void }): () => void {
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      progress.clear()
      process.exit(ExitCode.Interrupted)
    }
    controller.abort()
  }
  for (const signal of STOP_SIGNALS) process.on(signal, interrupt)
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, interrupt)
  }
}

export function moveRate(perSecond: number): string {
  if (!Number.isFinite(perSecond)) return '- moves/s'
  if (perSecond >= 1e6) return `${(perSecond / 1e6).toFixed(2)}M moves/s`
  return perSecond >= 1e4 ? `${(perSecond / 1e3).toFixed(1)}k moves/s` : `${perSecond.toFixed(0)} moves/s`
}
