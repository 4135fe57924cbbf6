// Runs `limber allow`: pairs in threads, the bar, Ctrl-C, and a checkpoint every now and then.
import { type AllowedPairs, allowedPairs, type PairResult, type Robot, robotHash } from '../../src/entries/robots.js'
import { createBlockingProgress } from '../print/progress.js'
import type { SceneOptions } from '../read/scene-options.js'
import type { AllowQuestion } from './allow-options.js'
import type { AllowStop } from './allow-stop.js'
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

/** `save` is called every now and then, and when it was stopped, with what is done; `say` makes last words of it. */
export async function runAllow(
  robot: Robot,
  { file, scene, question, known }: AllowWork,
  save: (result: AllowedPairs) => Promise<void>,
  stop: AllowStop,
  say: (ran: AllowRan) => { readonly stdout: string; readonly stderr: string },
): Promise<AllowRan> {
  const { classify, pairs } = question
  const began = performance.now()
  const millis = (): number => performance.now() - began
  const done: PairResult[] = [...known]
  let threads: AllowThreads | undefined
  let progress: ReturnType<typeof createBlockingProgress> | undefined
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
    stop.lastWords = () => {
      progress?.clear()
      const pairs = inOrder(robot, done)
      return say({ result: { ...all, pairs, stopped: true }, wanted, interrupted: true, millis: millis(), workers })
    }
    const from = all.pairs.length / Math.max(wanted, 1)
    progress = createBlockingProgress('allow', process.stderr, Date.now, from)
    let [share, label] = [from, 'starting']
    draw = setInterval(() => progress!.report(share, label), DRAW_MS)
    if (open > 0) threads = await startThreads(workers, { file, scene, classify }, robotHash(robot), stop.signal)
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
    return { result, wanted, interrupted, millis: millis(), workers }
  } finally {
    clearInterval(draw)
    progress?.clear()
    await threads?.close()
  }
}

/** As the robot has its links. */
function inOrder(robot: Robot, pairs: readonly PairResult[]): PairResult[] {
  const place = new Map(robot.links.map(({ name, index }) => [name, index]))
  const keyOf = ({ a, b }: PairResult): number => place.get(a)! * robot.links.length + place.get(b)!
  return [...pairs].sort((one, other) => keyOf(one) - keyOf(other))
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
