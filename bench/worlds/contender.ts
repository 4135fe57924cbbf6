// What a library must do to stand beside the others in the bench of worlds.
import type { WorldCase } from './case.js'

export type WorldOp = 'collide' | 'distance'

/** Configurations are timed in blocks of this many: fine enough to give a slow contender fewer, coarse enough for the clock. */
export const BLOCK = 50

export interface Answers {
  /** Microseconds a block. */
  readonly micros: Float64Array
  /** One a configuration: for `collide` 1 or 0, for `distance` the distance. */
  readonly answers: Float64Array
}

/** One library, used one way, with everything of a case built. */
export interface WorldContender {
  readonly name: string
  /** What is asked of the library, as far as a reader would want to know. */
  readonly how: Readonly<Partial<Record<WorldOp, string>>>
  /** By how much a right distance may differ from an exact one. */
  readonly tolerance: number
  /** Judges the first configurations, `blocks` blocks of them or all there are. Asked only for the ops that `how` names. */
  run(op: WorldOp, blocks: number): Answers | Promise<Answers>
  close?(): void
}

export interface WorldPeer {
  readonly name: string
  readonly version: string
  /** The ways of using it that matter most, or all of them. */
  contenders(one: WorldCase, all: boolean): Promise<WorldContender[]>
}

/** Times queries that run in this thread. */
export function timeBlocks(count: number, blocks: number, query: (configuration: number) => number): Answers {
  const all = Math.min(blocks, Math.ceil(count / BLOCK))
  const micros = new Float64Array(all)
  const answers = new Float64Array(Math.min(count, all * BLOCK))
  for (let b = 0; b < all; b++) {
    const cpu = process.cpuUsage()
    const start = performance.now()
    for (let k = b * BLOCK; k < (b + 1) * BLOCK && k < count; k++) answers[k] = query(k)
    const wall = (performance.now() - start) * 1000
    // The time that this process has had the processor, if that is less: other work may share it. The system counts that
    // in steps, which only a long block can be compared with.
    const { user, system } = process.cpuUsage(cpu)
    micros[b] = wall < LONG ? wall : Math.min(wall, user + system)
  }
  return { micros, answers }
}

/** Microseconds; bench/native/worlds-fcl.cpp does the same. */
const LONG = 1000
