// Contenders that play the same frames by turns, round by round, so that a slow spell of the machine falls on all of them. Only
// ratios of such a run mean anything.
import { startWatch } from '../../lab/machine.js'
import type { Progress } from '../bench.js'
import { median } from '../interleave.js'

export interface FrameContender {
  readonly name: string
  /** Moves on to a frame and does what is timed. */
  frame(centres: Float64Array): void
}

export interface RaceLimits {
  readonly rounds: number
  /** Milliseconds a round of one contender should take: it plays as many frames as fit. */
  readonly budget: number
  /** Frames a round has at least. */
  readonly least: number
}

export interface FrameTiming {
  readonly name: string
  /** Of each round, the mean milliseconds a frame. */
  readonly rounds: readonly number[]
  /** Their median. */
  readonly millis: number
}

export function raceFrames(
  contenders: readonly FrameContender[],
  frames: readonly Float64Array[],
  { rounds, budget, least }: RaceLimits,
  progress: Progress,
): FrameTiming[] {
  const runners = contenders.map((contender) => {
    let at = 0
    const play = (count: number): number => {
      const watch = startWatch()
      for (let k = 0; k < count; k++) contender.frame(frames[toAndFro(at++, frames.length)]!)
      return watch() / count
    }
    return { name: contender.name, play, rounds: [] as number[], count: least }
  })
  // Not counted: the compiler's, and to see how many frames fit.
  for (const [r, runner] of runners.entries()) {
    progress((0.3 * r) / runners.length, `${runner.name}, to warm up`)
    for (let spent = 0; spent < 2 * budget; ) {
      const millis = runner.play(runner.count)
      spent += millis * runner.count
      runner.count = Math.max(least, Math.round(budget / millis))
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (let k = 0; k < runners.length; k++) {
      // Another order every round.
      const runner = runners[(k + round) % runners.length]!
      progress(0.3 + (0.7 * (round + k / runners.length)) / rounds, runner.name)
      runner.rounds.push(runner.play(runner.count))
    }
  }
  return runners.map(({ name, rounds: all }) => ({ name, rounds: all, millis: median(all) }))
}

/** The median over the rounds of how much longer a takes than b. */
export function ratioOf(a: FrameTiming, b: FrameTiming): number {
  return median(a.rounds.map((millis, r) => millis / b.rounds[r]!))
}

/** 0, 1, …, last, …, 1, 0, 1, …: every step is one that the motion makes. */
export function toAndFro(k: number, length: number): number {
  if (length === 1) return 0
  const period = 2 * (length - 1)
  const at = k % period
  return at < length ? at : period - at
}
