// Runs `limber allow`: pairs in threads, the bar, Ctrl-C, and a checkpoint every now and then.
import { type AllowedPairs, allowedPairs, type PairResult, type Robot, robotHash } from '../../src/entries/robots.js'
import { ExitCode } from '../exit-codes.js'
import { createBlockingProgress } from '../print/progress.js'
import type { SceneOptions } from '../read/scene-options.js'
import type { AllowQuestion } from './allow-options.js'
import { type AllowThreads, startThreads } from './allow-threads.js'

export interface AllowRan {
  readonly result: AllowedPairs
  /** Pairs that were asked for. */
  readonly wanted: number
  readonly interrupted: boolean
  readonly millis: number
  readonly workers: number
}

export interface AllowWork {
  readonly file: string
  readonly scene: SceneOptions
  readonly question: AllowQuestion
  /** Of an earlier run. */
  readonly known: readonly PairResult[]
}

/** Milliseconds between two checkpoints, and between two drawings of the bar. */
const CHECKPOINT_MS = 1000
const DRAW_MS = 250

/** Ctrl-C, and what systems that share machines send before they kill. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** `save` is called every now and then, and when it was stopped, with what is done. */
export async function runAllow(
  robot: Robot,
  { file, scene, question, known }: AllowWork,
  save: (result: AllowedPairs) => Promise<void>,
): Promise<AllowRan> {
  const { classify, pairs } = question
  const began = performance.now()
  const stop = new AbortController()
  const done: PairResult[] = [...known]
  let threads: AllowThreads | undefined
  let progress: ReturnType<typeof createBlockingProgress> | undefined
  const interrupt = (): void => {
    if (stop.signal.aborted) {
      progress?.clear()
      process.exit(ExitCode.Interrupted)
    }
    stop.abort()
    // In the middle of whatever they are at.
    void threads?.close()
  }
  for (const signal of STOP_SIGNALS) process.on(signal, interrupt)
  let draw: NodeJS.Timeout | undefined
  try {
    // Nothing is worked on yet: how many pairs are asked for, and what is known of the robot.
    let wanted = 0
    const all = await allowedPairs(robot, {
      ...{ ...classify, pairs, known, signal: { aborted: true } },
      onProgress: ({ total }) => {
        wanted = total
      },
    })
    const open = wanted - all.pairs.length
    const workers = Math.min(question.workers, Math.max(open, 1))
    const written = new Checkpoints(all, save)
    const from = all.pairs.length / Math.max(wanted, 1)
    progress = createBlockingProgress('allow', process.stderr, Date.now, from)
    let [share, label] = [from, 'starting']
    draw = setInterval(() => progress!.report(share, label), DRAW_MS)
    if (open > 0) threads = await startThreads(workers, { file, scene, classify }, robotHash(robot))
    const result = await allowedPairs(robot, {
      ...{ ...classify, pairs, known, signal: stop.signal },
      ...(threads === undefined ? {} : { runner: threads }),
      onProgress(at) {
        share = at.total === 0 ? 1 : at.done / at.total
        label = `${at.done} of ${at.total} pairs${at.result === undefined ? '' : `  ${at.result.a} – ${at.result.b}: ${at.result.class}`}`
        progress!.report(share, label)
        if (at.result === undefined) return
        done.push(at.result)
        written.keep(done)
      },
    })
    const interrupted = result.stopped === true
    await written.settle(interrupted ? done : undefined)
    return { result, wanted, interrupted, millis: performance.now() - began, workers }
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, interrupt)
    clearInterval(draw)
    progress?.clear()
    await threads?.close()
  }
}

/** One write at a time, the latest wins. */
class Checkpoints {
  private next = -Infinity
  private writing: Promise<void> | undefined

  constructor(
    private readonly about: AllowedPairs,
    private readonly save: (result: AllowedPairs) => Promise<void>,
  ) {}

  keep(done: readonly PairResult[]): void {
    const began = performance.now()
    if (this.writing !== undefined || began < this.next) return
    this.writing = this.save({ ...this.about, pairs: [...done] })
      // A full disk, say: the work continues, and the last write reports it.
      .catch(() => undefined)
      .finally(() => {
        // One with many proofs takes a while: no more than a small part of the time goes into them.
        this.next = Math.max(began + CHECKPOINT_MS, performance.now() + 20 * (performance.now() - began))
        this.writing = undefined
      })
  }

  /** When nothing more comes; `done`: to be written as it is now. Throws where that cannot be. */
  async settle(done: readonly PairResult[] | undefined): Promise<void> {
    await this.writing
    if (done !== undefined) await this.save({ ...this.about, pairs: [...done] })
  }
}
