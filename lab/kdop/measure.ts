// One scenario: every method on every pose. First once for the counts, the contacts and the order of the methods; then in rounds,
// by turns, for the times: a slow spell of the machine falls on all, and at each pose the quickest round counts.
import type { KdopScene } from '../../scenes/index.js'
import type { DopSize } from '../../src/volumes/kdop-directions.js'
import type { Progress } from '../experiment.js'
import { type Contender, type Counts, createContenders } from './contenders.js'
import type { KdopMethod, KdopOptions } from './options.js'

/** Means over the poses of a scenario. */
export interface Row {
  readonly scenario: string
  readonly method: KdopMethod
  readonly k: DopSize | null
  /** A query for all contacts, preparation included. */
  readonly micros: number
  /** All volume tests, the mixed ones included. */
  readonly volumeTests: number
  /** Of an inner node and a leaf. */
  readonly mixedTests: number
  readonly leafTests: number
  readonly contacts: number
}

/** A realignment of one node, in nanoseconds; best of the rounds. */
export interface Cost {
  readonly scenario: string
  readonly method: KdopMethod
  readonly k: DopSize
  readonly nanos: number
}

export interface Measured {
  readonly rows: Row[]
  readonly costs: Cost[]
  /** Poses at which a method found other contacts than the first one. */
  readonly disagreements: number
  /** Poses at which a method of two tested more volumes than major axes at the same k: "method k". */
  readonly looser: Readonly<Record<string, number>>
  readonly poses: number
}

const NEVER_LOOSER: readonly KdopMethod[] = ['all-directions', 'extended']

export async function measureScene(scene: KdopScene, options: KdopOptions, progress: Progress): Promise<Measured> {
  const parts: Measured[] = []
  /** What the first method found, pose by pose. */
  const truth: string[] = []
  // One k at a time: all trees of all k at once would take a gigabyte for large models.
  const sizes = [null, ...options.sizes]
  for (const [i, k] of sizes.entries()) {
    const label = k === null ? scene.name : `${scene.name}, k = ${k}`
    await progress(i / sizes.length, `${label}: building`)
    const contenders = createContenders(scene.a, scene.b, options.methods, k)
    if (contenders.length === 0) continue
    parts.push(await measure(scene, contenders, truth, options, (share) => progress((i + share) / sizes.length, label)))
  }
  return {
    rows: parts.flatMap((part) => part.rows),
    costs: parts.flatMap((part) => part.costs),
    disagreements: parts.reduce((sum, part) => sum + part.disagreements, 0),
    looser: Object.assign({}, ...parts.map((part) => part.looser)) as Record<string, number>,
    poses: scene.poses.length,
  }
}

async function measure(
  scene: KdopScene,
  contenders: readonly Contender[],
  truth: string[],
  options: KdopOptions,
  progress: (share: number) => Promise<void> | undefined,
): Promise<Measured> {
  const { poses } = scene
  const sums = contenders.map((): Counts => ({ volumeTests: 0, mixedTests: 0, leafTests: 0, contacts: 0 }))
  const looser: Record<string, number> = {}
  let disagreements = 0
  for (const [p, pose] of poses.entries()) {
    let axes = Number.NaN
    for (const [c, contender] of contenders.entries()) {
      contender.query(pose)
      const counts = contender.counts()
      for (const key of ['volumeTests', 'mixedTests', 'leafTests', 'contacts'] as const) sums[c]![key] += counts[key]
      const found = contender.contacts()
      truth[p] ??= found
      if (truth[p] !== found) disagreements++
      if (contender.method === 'major-axes') axes = counts.volumeTests
      if (NEVER_LOOSER.includes(contender.method) && !Number.isNaN(axes)) {
        const name = `${contender.method} ${contender.k}`
        looser[name] = (looser[name] ?? 0) + (counts.volumeTests > axes ? 1 : 0)
      }
    }
    const pause = progress((0.3 * p) / poses.length)
    if (pause !== undefined) await pause
  }
  const best = contenders.map(() => new Float64Array(poses.length).fill(Infinity))
  const nanos = contenders.map(() => Infinity)
  for (let round = 0; round < options.rounds; round++) {
    for (const [c, contender] of contenders.entries()) {
      timeQueries(best[c]!, contender, poses)
      nanos[c] = Math.min(nanos[c]!, timeRealignment(contender, turnedPose(poses)))
      const pause = progress(0.3 + (0.7 * (round + (c + 1) / contenders.length)) / options.rounds)
      if (pause !== undefined) await pause
    }
  }
  const n = poses.length
  return {
    rows: contenders.map(({ method, k }, c) => ({
      scenario: scene.name,
      method,
      k,
      micros: (1000 * best[c]!.reduce((sum, ms) => sum + ms, 0)) / n,
      volumeTests: sums[c]!.volumeTests / n,
      mixedTests: sums[c]!.mixedTests / n,
      leafTests: sums[c]!.leafTests / n,
      contacts: sums[c]!.contacts / n,
    })),
    costs: contenders.flatMap(({ method, k }, c) =>
      k === null ? [] : [{ scenario: scene.name, method, k, nanos: nanos[c]! }],
    ),
    disagreements,
    looser,
    poses: n,
  }
}

/** Milliseconds of each pose, where they are less than what is there. */
function timeQueries(best: Float64Array, contender: Contender, poses: readonly Float64Array[]): void {
  for (const [p, pose] of poses.entries()) {
    const start = performance.now()
    contender.query(pose)
    const took = performance.now() - start
    if (took < best[p]!) best[p] = took
  }
}

/** A pose that turns: no turn at all is another path. */
function turnedPose(poses: readonly Float64Array[]): Float64Array {
  return poses[Math.trunc(poses.length / 3)]!
}

/** Nanoseconds a node, over all nodes of B, repeated until it has taken long enough to be measured. */
function timeRealignment(contender: Contender, pose: Float64Array): number {
  const { realignAll } = contender
  if (realignAll === undefined) return Number.NaN
  contender.query(pose)
  let best = Infinity
  for (let repeat = 0; repeat < 3; repeat++) {
    const start = performance.now()
    const nodes = realignAll()
    best = Math.min(best, (1e6 * (performance.now() - start)) / nodes)
  }
  return best
}
