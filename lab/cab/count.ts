// What is counted: exact queries, false alarms, and whether a method's contacts are those of brute force, frame by frame.
import type { ArticulatedScene } from '../../scenes/index.js'
import { identityPose, POSE } from '../../src/base/math/pose.js'
import { fitLeafBox } from '../../src/robots/cab/cab-leaf.js'
import { OBB, obbsOverlap, transformObb } from '../../src/volumes/obb.js'
import { WORLD_OBB } from '../../src/volumes/world-obb.js'
import { type BroadPhase, PairList } from './broad-phases.js'
import { ExactQuery } from './exact-query.js'
import type { CabMethod } from './options.js'
import { framesOf, type Recording } from './record.js'

/** Told the share of the work done; to be awaited where it returns a promise. */
export type Share = (share: number) => Promise<void> | undefined

export interface Counted {
  /** Pairs of bodies that touch, over all frames, by brute force; and the deepest of them. */
  collisions: number
  deepest: number
  /** Pairs of leaf boxes that overlap, each box and each pair tested by itself. */
  leafPairs: number
  /** By method: pairs named, and how many of these touch. */
  readonly queries: number[]
  readonly hits: number[]
  /** By method: tests of two boxes, and the volume of all boxes above the leaves, summed over the frames. */
  readonly boxTests: number[]
  readonly innerVolumes: number[]
  /** Frames in which a method found other contacts than brute force. */
  readonly disagreements: Partial<Record<CabMethod, number>>
}

export async function countAll(recording: Recording, phases: readonly BroadPhase[], progress: Share): Promise<Counted> {
  const { scene, frames } = recording
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
    boxTests: phases.map(() => 0),
    innerVolumes: phases.map(() => 0),
    disagreements: {},
  }
  for (const [frame, poses] of framesOf(recording, 0, frames).entries()) {
    let touching = 0
    for (let k = 0; k < scene.pairs.length; k += 2) {
      const [a, b] = [scene.pairs[k]!, scene.pairs[k + 1]!]
      const touches = query.touches(poses, 0, a, b)
      truth[a * n + b] = touches ? 1 : 0
      if (!touches) continue
      touching++
      counted.deepest = Math.max(counted.deepest, query.contact.depth ?? 0)
    }
    counted.collisions += touching
    counted.leafPairs += leaves.count(poses)
    for (const [m, phase] of phases.entries()) {
      pairs.length = 0
      phase.update(poses)
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
      counted.boxTests[m]! += phase.takeBoxTests()
      counted.innerVolumes[m]! += phase.innerVolume()
      if (hits !== touching) counted.disagreements[phase.method] = (counted.disagreements[phase.method] ?? 0) + 1
    }
    const pause = progress(frame / frames)
    if (pause !== undefined) await pause
  }
  return counted
}

/** All pairs of leaf boxes: fitted as the trees' are, but moved and tested one by one. */
class LeafBoxes {
  private readonly own: Float64Array
  private readonly placed: Float64Array

  constructor(private readonly scene: ArticulatedScene) {
    this.own = new Float64Array(OBB * scene.bodies.length)
    this.placed = new Float64Array(OBB * scene.bodies.length)
    const none = new Float64Array(POSE)
    identityPose(none, 0)
    const fitted = new Float64Array(WORLD_OBB)
    scene.bodies.forEach(({ shape }, k) => {
      fitLeafBox(fitted, 0, shape, none)
      this.own.set(fitted.subarray(0, OBB), OBB * k)
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
