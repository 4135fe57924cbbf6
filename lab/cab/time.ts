// What is timed, in blocks of frames, so that the clock is read a few times a block and not a few times a frame.
//
// Each method goes through a block with updates only, and again with updates and tests: the test's time is the second less the
// first. The exact queries of the pairs that it names are timed by themselves; methods that name the same pairs ask the same
// queries, and share one measurement of them. Methods take turns within a block, another one first in each round, so that a
// slow spell of the machine falls on all alike. Of the rounds the quickest counts, block by block and part by part, and blocks
// are added up. The clock is the processor time of this process: what others do on the machine does not count, though it still
// takes from caches. Updates and tests take little, so they have FAST_ROUNDS as many rounds; the queries of brute force have one.
import { POSE } from '../../src/base/math/pose.js'
import { BrokenInvariantError } from '../../src/entries/meshes.js'
import { processorMs } from '../machine.js'
import { type BroadPhase, PairList } from './broad-phases.js'
import type { Share } from './count.js'
import { ExactQuery } from './exact-query.js'
import { framesOf, type Recording } from './record.js'

/** Milliseconds over all frames. */
export interface Times {
  update: number
  /** Updates and tests together. */
  both: number
  query: number
  /** Queries that begin with the meshes' boxes (exact-query.ts); 0 where there are no meshes. */
  boxesFirst: number
}

const BLOCK = 500
const FAST_ROUNDS = 3

/** `counted`: how many contacts each method found before, which are to be found again. */
export async function timeAll(
  recording: Recording,
  phases: readonly BroadPhase[],
  rounds: number,
  counted: readonly number[],
  progress: Share,
): Promise<Times[]> {
  const { frames } = recording
  const sums = phases.map((): Times => ({ update: 0, both: 0, query: 0, boxesFirst: 0 }))
  const queries = new QueryClock(recording)
  const found = phases.map(() => 0)
  // The first block once untimed: compiling does not count.
  await timeBlock(recording, phases, queries, 0, Math.min(BLOCK, frames), 1, progress)
  for (let from = 0; from < frames; from += BLOCK) {
    const to = Math.min(from + BLOCK, frames)
    const block = await timeBlock(recording, phases, queries, from, to, rounds, progress)
    for (const [m, { times, hits }] of block.entries()) {
      for (const part of ['update', 'both', 'query', 'boxesFirst'] as const) sums[m]![part] += times[part]
      found[m]! += hits
    }
  }
  const wrong = phases.find((_, m) => found[m] !== counted[m])
  if (wrong !== undefined) throw new BrokenInvariantError(`${wrong.method} found other contacts when it was timed`)
  return sums
}

interface TimedBlock {
  readonly times: Times
  readonly hits: number
}

async function timeBlock(
  recording: Recording,
  phases: readonly BroadPhase[],
  queries: QueryClock,
  from: number,
  to: number,
  rounds: number,
  progress: Share,
): Promise<TimedBlock[]> {
  const frames = framesOf(recording, from, to)
  const update = phases.map(() => Infinity)
  const both = phases.map(() => Infinity)
  const lists = phases.map(() => new PairList())
  for (let round = 0; round < FAST_ROUNDS * rounds; round++) {
    for (let turn = 0; turn < phases.length; turn++) {
      const m = (turn + round) % phases.length
      update[m] = Math.min(update[m]!, timeUpdates(phases[m]!, frames))
      both[m] = Math.min(both[m]!, timeTests(phases[m]!, frames, lists[m]!))
      const pause = progress(from / recording.frames)
      if (pause !== undefined) await pause
    }
  }
  const asked = queries.time(lists, from, rounds)
  return phases.map(({ method }, m) => {
    const { query, boxesFirst, hits } = asked[m]!
    const none = method === 'brute'
    return { times: { update: none ? 0 : update[m]!, both: none ? 0 : both[m]!, query, boxesFirst }, hits }
  })
}

function timeUpdates(phase: BroadPhase, frames: readonly Float64Array[]): number {
  const start = processorMs()
  for (const frame of frames) phase.update(frame)
  return processorMs() - start
}

function timeTests(phase: BroadPhase, frames: readonly Float64Array[], pairs: PairList): number {
  const start = processorMs()
  pairs.length = 0
  for (const [k, frame] of frames.entries()) {
    phase.update(frame)
    pairs.frame = k
    phase.test(pairs)
  }
  return processorMs() - start
}

interface Asked {
  query: number
  boxesFirst: number
  hits: number
}

/** Times exact queries, each list of pairs once however many methods have named it. */
class QueryClock {
  private readonly query: ExactQuery
  private readonly boxesFirst: ExactQuery | undefined

  constructor(private readonly recording: Recording) {
    const { scene } = recording
    this.query = new ExactQuery(scene)
    if (scene.bodies.some((body) => body.shape.kind === 'mesh')) this.boxesFirst = new ExactQuery(scene, true)
  }

  /** Lists whose frames count from `first`. */
  time(lists: readonly PairList[], first: number, rounds: number): Asked[] {
    const n = this.recording.scene.bodies.length
    const sorted = lists.map((list) => list.sorted(n))
    const same = sorted.map((keys) => sorted.findIndex((other) => equal(other, keys)))
    const asked = lists.map((): Asked => ({ query: Infinity, boxesFirst: Infinity, hits: 0 }))
    const longest = Math.max(...sorted.map((keys) => keys.length))
    for (let round = 0; round < rounds; round++) {
      for (const [m, keys] of sorted.entries()) {
        // All pairs of all frames take long enough to be timed once.
        if (same[m] !== m || (round > 0 && keys.length === longest)) continue
        const own = asked[m]!
        const [ms, hits] = this.ask(this.query, keys, first)
        own.query = Math.min(own.query, ms)
        own.hits = hits
        own.boxesFirst =
          this.boxesFirst === undefined ? 0 : Math.min(own.boxesFirst, this.ask(this.boxesFirst, keys, first)[0])
      }
    }
    return same.map((m) => asked[m]!)
  }

  /** Milliseconds, and how many of the pairs touch. */
  private ask(query: ExactQuery, keys: Int32Array, first: number): [number, number] {
    const { poses, scene } = this.recording
    const n = scene.bodies.length
    let hits = 0
    const start = processorMs()
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k]!
      const pair = key % (n * n)
      const frame = first + (key - pair) / (n * n)
      if (query.touches(poses, POSE * n * frame, Math.trunc(pair / n), pair % n)) hits++
    }
    return [processorMs() - start, hits]
  }
}

function equal(a: Int32Array, b: Int32Array): boolean {
  return a.length === b.length && a.every((key, k) => key === b[k])
}
