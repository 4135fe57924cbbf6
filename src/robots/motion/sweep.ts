// One mesh moved past another: straight translation of its origin, rotation at a constant rate the short way. Is the whole of it
// free, and if not, when do they first touch?
import { checkFields, checkIndex } from '../../base/math/checks.js'
import { POSE } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import { InvalidInputError } from '../../errors.js'
import { MeshTree } from '../../meshes/tree/mesh-tree.js'
import { meshNodes } from './motion-trees.js'
import { RigidSweep, type SweptMesh } from './rigid-sweep.js'

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
  const start = new Float64Array(POSE)
  readPlacement(start, 0, 'from', from)
  const end = new Float64Array(POSE)
  readPlacement(end, 0, 'to', to)
  if (a.size === 0 || b.size === 0) return { outcome: 'nothing-to-check', at: undefined, clear: 0, steps: 0 }
  const search = new RigidSweep(swept(a), swept(b), start, end, tolerance)
  search.run(maxSteps)
  const { steps, clear, contact } = search
  if (search.isFree) return { outcome: 'free', at: undefined, clear: 1, steps }
  if (contact === Infinity) return { outcome: 'undecided', at: clear, clear, steps }
  return { outcome: 'collision', at: contact, clear, steps }
}

interface Kept {
  readonly version: number
  readonly mesh: SweptMesh
}

const known = new WeakMap<MeshTree, Kept>()

/** A mesh with its nodes, which are made once for each version of it. */
function swept(tree: MeshTree): SweptMesh {
  let kept = known.get(tree)
  if (kept?.version !== tree.version) {
    // Nodes are boxes, whatever volumes the caller's tree has.
    const boxes = tree.volume === 'obb' ? tree : tree.withVolume('obb')
    kept = { version: tree.version, mesh: { tree: boxes, nodes: meshNodes(boxes) } }
    known.set(tree, kept)
  }
  return kept.mesh
}
