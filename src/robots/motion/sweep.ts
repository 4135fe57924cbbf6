// One mesh moved past another: straight translation of its origin, rotation at a constant rate the short way. Is the whole of it
// free, and if not, when do they first touch? The first contact of a world of two: A is fixed, B flies.
import { checkFields, checkIndex } from '../../base/math/checks.js'
import type { PoseInput } from '../../base/math/pose-input.js'
import { InvalidInputError } from '../../errors.js'
import { MeshTree } from '../../meshes/tree/mesh-tree.js'
import { World } from '../world/world.js'
import { freeBody, poseConfiguration } from './free-body.js'
import { readMotion } from './motion-input.js'
import { sharedMotion } from './pair-motion.js'
import { proveSegments } from './prove-segments.js'
import { SegmentProver } from './segment-prover.js'

/** How closely `sweep` brackets the contact, and how much work it may do. */
export interface SweepOptions {
  /** How well the first contact is to be known, as a share of the motion; default 1e-6. */
  readonly tolerance?: number
  /** Tests of two volumes or triangles after which it gives up; default ten million. */
  readonly maxSteps?: number
}

/** The answer of `sweep`. */
export interface SweepResult {
  /**
   * free: they do not touch at any instant. collision: they touch at `at`. undecided: they come too close to each other,
   * or stay close for too long, to decide it within the limits. nothing-to-check: one of them has no triangles.
   */
  readonly outcome: 'free' | 'collision' | 'undecided' | 'nothing-to-check'
  /**
   * Share of the motion, 0 to 1. For a collision, a moment at which they touch. For undecided, the first moment that could
   * not be settled.
   */
  readonly at: number | undefined
  /**
   * The motion is proved free up to here: for a collision, mostly within the tolerance of `at`, and more where they graze first.
   */
  readonly clear: number
  /** Tests of two volumes or triangles. */
  readonly steps: number
}

/**
 * Moves mesh B past mesh A and finds out whether they touch at any instant: its origin follows a straight line, and it turns at a
 * constant rate the short way.
 */
export function sweepMeshes(
  a: MeshTree,
  b: MeshTree,
  from: PoseInput,
  to: PoseInput,
  options: SweepOptions = {},
): SweepResult {
  if (!(a instanceof MeshTree)) throw new InvalidInputError('a', a, 'a MeshTree')
  if (!(b instanceof MeshTree)) throw new InvalidInputError('b', b, 'a MeshTree')
  a.demandAttached('a')
  b.demandAttached('b')
  checkFields('options', options, ['tolerance', 'maxSteps'])
  const { tolerance = 1e-6, maxSteps = 1e7 } = options
  if (!(tolerance > 0 && tolerance < 1)) throw new InvalidInputError('options.tolerance', tolerance, 'between 0 and 1')
  checkIndex('options.maxSteps', maxSteps, 1, 2 ** 31)
  const start = poseConfiguration(from, 'from')
  const end = poseConfiguration(to, 'to')
  if (a.size === 0 || b.size === 0) return { outcome: 'nothing-to-check', at: undefined, clear: 0, steps: 0 }
  const world = worldOf(a, b)
  const piece = readMotion(world, [start, end]).pieces[0]!
  const prover = new SegmentProver(world, piece, {}, sharedMotion, tolerance)
  proveSegments([prover], { maxSteps, deadline: Infinity, onProgress: undefined })
  const { steps, clear, hit } = prover
  if (prover.isFree) return { outcome: 'free', at: undefined, clear: 1, steps }
  if (hit === undefined) return { outcome: 'undecided', at: clear, clear, steps }
  return { outcome: 'collision', at: hit.at, clear, steps }
}

interface Kept {
  readonly versionA: number
  readonly versionB: number
  readonly world: World
}

const worlds = new WeakMap<MeshTree, WeakMap<MeshTree, Kept>>()

/** A and B as things of a world. Made once, as long as neither is refitted. */
function worldOf(a: MeshTree, b: MeshTree): World {
  let ofA = worlds.get(a)
  if (ofA === undefined) {
    ofA = new WeakMap()
    worlds.set(a, ofA)
  }
  let kept = ofA.get(b)
  if (kept === undefined || kept.versionA !== a.version || kept.versionB !== b.version) {
    const robot = freeBody({ name: 'b', shape: withBoxes(b) })
    const world = new World({ robots: [robot], obstacles: [{ name: 'a', shape: withBoxes(a) }] })
    kept = { versionA: a.version, versionB: b.version, world }
    ofA.set(b, kept)
  }
  return kept.world
}

/** Shapes have trees of boxes, whatever volumes the caller's tree has. */
function withBoxes(tree: MeshTree): MeshTree {
  return tree.volume === 'obb' ? tree : tree.withVolume('obb')
}
