// One recorded scene by every method: first once for what is counted, then block by block for the times.
//
// A block of frames is gone through three times by each method: updates only; updates and tests, which names the pairs; exact
// queries of these pairs. So the clock is read three times a block and not three times a frame. The test's time is the second
// less the first; the total is the second and the third. Methods take turns within a block, another one first in each round, so
// that a slow spell of the machine falls on all alike; of the rounds the median counts, block by block, and blocks are added
// up. Brute force is timed in one round only.
import type { ArticulatedScene } from '../../scenes/index.js'
import { shapeObb } from '../../src/bodies/shape-bounds.js'
import { POSE } from '../../src/math/pose.js'
import { OBB, obbsOverlap, transformObb } from '../../src/volumes/obb.js'
import type { Progress } from '../experiment.js'
import { type BroadPhase, createBroadPhases, PairList } from './broad-phases.js'
import { ExactQuery } from './exact-query.js'
import type { CabMethod, CabScene } from './options.js'
import type { Recording } from './record.js'

/** Sums over all frames. */
export interface Row {
  readonly scene: CabScene
  readonly method: CabMethod
  readonly exactQueries: number
  /** Exact queries that found no contact. */
  readonly falseAlarms: number
  readonly queryMs: number
  readonly updateMs: number
  readonly testMs: number
  readonly totalMs: number
}

export interface Measured {
  readonly scene: CabScene
  readonly frames: number
  /** Pairs of bodies that touch, over all frames, and the deepest of them. */
  readonly collisions: number
  readonly deepest: number
  /** Pairs of leaf boxes that overlap, each box and each pair looked at by itself. */
  readonly leafPairs: number
  readonly rows: readonly Row[]
  /** Frames in which a method found other contacts than brute force, by method. */
  readonly disagreements: Readonly<Partial<Record<CabMethod, number>>>
}

const BLOCK = 250

export async function measureScene(recording: Recording, rounds: number, progress: Progress): Promise<Measured> {
  const { scene, frames } = recording
  const phases = createBroadPhases(scene, recording.poses.subarray(0, POSE * scene.bodies.length))
  const label = `${scene.name}: counting`
  const counted = await countAll(recording, phases, (share) => progress(0.2 * share, label))
  const times = await timeAll(recording, phases, rounds, counted.collisions, (share) =>
    progress(0.2 + 0.8 * share, `${scene.name}: timing`),
  )
  const name = scene.name as CabScene
  return {
    scene: name,
    frames,
    collisions: counted.collisions,
    deepest: counted.deepest,
    leafPairs: counted.leafPairs,
    disagreements: counted.disagreements,
    rows: phases.map(({ method }, m) => {
      const [update, both, query] = times[m]!
      return {
        scene: name,
        method,
        exactQueries: counted.queries[m]!,
        falseAlarms: counted.queries[m]! - counted.hits[m]!,
        queryMs: query,
        updateMs: update,
        testMs: both - update,
        totalMs: both + query,
      }
    }),
  }
}

type Share = (share: number) => Promise<void> | undefined

interface Counted {
  collisions: number
  deepest: number
  leafPairs: number
  readonly queries: number[]
  readonly hits: number[]
  readonly disagreements: Partial<Record<CabMethod, number>>
}

async function countAll(recording: Recording, phases: readonly BroadPhase[], progress: Share): Promise<Counted> {
  const { scene, frames, poses } = recording
  const n = scene.bodies.length
  const query = new ExactQuery(scene)
  const leaves = new LeafBoxes(scene)
  const pairs = new PairList()
  /** By pair of bodies: does it touch in this frame? Told by brute force, and taken away by a method that finds it. */
  const truth = new Uint8Array(n * n)
  const left = new Uint8Array(n * n)
  const counted: Counted = {
    collisions: 0,
    deepest: 0,
    leafPairs: 0,
    queries: phases.map(() => 0),
    hits: phases.map(() => 0),
    disagreements: {},
  }
  for (let frame = 0; frame < frames; frame++) {
    const at = POSE * n * frame
    const here = poses.subarray(at, at + POSE * n)
    let touching = 0
    for (let k = 0; k < scene.pairs.length; k += 2) {
      const [a, b] = [scene.pairs[k]!, scene.pairs[k + 1]!]
      const touches = query.touches(poses, at, a, b)
      truth[a * n + b] = touches ? 1 : 0
      if (!touches) continue
      touching++
      counted.deepest = Math.max(counted.deepest, query.contact.depth ?? 0)
    }
    counted.collisions += touching
    counted.leafPairs += leaves.count(here)
    for (const [m, phase] of phases.entries()) {
      pairs.length = 0
      phase.update(here)
      phase.test(pairs)
      left.set(truth)
      let hits = 0
      for (let k = 0; k < pairs.length; k += 3) {
        const pair = pairs.data[k + 1]! * n + pairs.data[k + 2]!
        // A pair that is named twice is found once, and queried twice.
        hits += left[pair]!
        left[pair] = 0
      }
      counted.queries[m]! += pairs.length / 3
      counted.hits[m]! += hits
      if (hits !== touching) counted.disagreements[phase.method] = (counted.disagreements[phase.method] ?? 0) + 1
    }
    const pause = progress(frame / frames)
    if (pause !== undefined) await pause
  }
  return counted
}

/** All pairs of leaf boxes, without any tree. */
class LeafBoxes {
  private readonly own: Float64Array
  private readonly placed: Float64Array

  constructor(private readonly scene: ArticulatedScene) {
    this.own = new Float64Array(OBB * scene.bodies.length)
    this.placed = new Float64Array(OBB * scene.bodies.length)
    scene.bodies.forEach(({ shape }, k) => {
      shapeObb(this.own, OBB * k, this.own, OBB * k + POSE, shape)
    })
  }

  count(poses: Float64Array): number {
    const { own, placed, scene } = this
    for (let k = 0; k < scene.bodies.length; k++) transformObb(placed, OBB * k, own, OBB * k, poses, POSE * k)
    let count = 0
    for (let k = 0; k < scene.pairs.length; k += 2) {
      if (obbsOverlap(placed, OBB * scene.pairs[k]!, placed, OBB * scene.pairs[k + 1]!)) count++
    }
    return count
  }
}

/** Milliseconds of updates, of updates and tests, of queries. */
type Times = [number, number, number]

async function timeAll(
  recording: Recording,
  phases: readonly BroadPhase[],
  rounds: number,
  collisions: number,
  progress: Share,
): Promise<Times[]> {
  const { frames } = recording
  const sums = phases.map((): Times => [0, 0, 0])
  const pairs = new PairList()
  const query = new ExactQuery(recording.scene)
  const hits = phases.map(() => 0)
  // The first block once untimed: what the compiler does is nobody's time.
  for (const phase of phases) timeBlock(recording, phase, query, pairs, 0, Math.min(BLOCK, frames))
  for (let from = 0; from < frames; from += BLOCK) {
    const to = Math.min(from + BLOCK, frames)
    const seen = phases.map((): Times[] => [])
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < phases.length; turn++) {
        const m = (turn + round) % phases.length
        const phase = phases[m]!
        if (phase.method === 'brute' && seen[m]!.length > 0) continue
        const { times, found } = timeBlock(recording, phase, query, pairs, from, to)
        if (seen[m]!.length === 0) hits[m]! += found
        seen[m]!.push(times)
        const pause = progress((from + ((to - from) * (round + turn / phases.length)) / rounds) / frames)
        if (pause !== undefined) await pause
      }
    }
    for (const [m, times] of seen.entries()) {
      for (const part of [0, 1, 2] as const) sums[m]![part] += median(times.map((t) => t[part]))
    }
  }
  const wrong = phases.find((_, m) => hits[m] !== collisions)
  if (wrong !== undefined) throw new Error(`${wrong.method} found other contacts when it was timed`)
  return sums
}

function timeBlock(
  recording: Recording,
  phase: BroadPhase,
  query: ExactQuery,
  pairs: PairList,
  from: number,
  to: number,
): { times: Times; found: number } {
  const { poses } = recording
  const size = POSE * recording.scene.bodies.length
  const frames: Float64Array[] = []
  for (let frame = from; frame < to; frame++) frames.push(poses.subarray(size * frame, size * (frame + 1)))
  const start = performance.now()
  for (const frame of frames) phase.update(frame)
  const updated = performance.now()
  pairs.length = 0
  for (const [k, frame] of frames.entries()) {
    phase.update(frame)
    pairs.frame = from + k
    phase.test(pairs)
  }
  const tested = performance.now()
  let found = 0
  const { data, length } = pairs
  for (let k = 0; k < length; k += 3) {
    if (query.touches(poses, size * data[k]!, data[k + 1]!, data[k + 2]!)) found++
  }
  const queried = performance.now()
  if (phase.method === 'brute') return { times: [0, 0, queried - tested], found }
  return { times: [updated - start, tested - updated, queried - tested], found }
}

export function median(values: readonly number[]): number {
  return [...values].sort((p, q) => p - q)[Math.trunc(values.length / 2)]!
}
