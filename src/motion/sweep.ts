// One mesh moved past another: straight translation of its origin, rotation at a constant rate the short way. Is the whole of it
// free, and if not, when do they first touch?
//
// The interval is halved. At its middle B is d away from A, and no point of B moves faster than v, so nothing can touch for
// d / v before and after: that much is proved free, and what is left on either side is halved in turn, the earlier side
// first. (Adaptive checking, 2004, section II, for two bodies.) Nothing is sampled: what is called free is covered.
import { InvalidInputError } from '../errors.js'
import { MeshTree } from '../hierarchies/mesh-tree.js'
import { checkFields, checkIndex } from '../math/checks.js'
import { composePose, POSE, setAxisAngle } from '../math/pose.js'
import { type PoseInput, readPlacement } from '../math/pose-input.js'
import { rotationQuaternion, shortTurn } from '../math/quaternion.js'
import { U } from '../math/rounding.js'
import { meshDistance } from '../queries/mesh-queries.js'
import { PairCache } from '../queries/pair-cache.js'

export interface SweepOptions {
  /** Length of an interval, as a share of the motion, below which it is no longer halved; default 1e-6. */
  readonly tolerance?: number
  /** Distances after which it gives up; default 100,000. */
  readonly maxSteps?: number
}

export interface SweepResult {
  /**
   * free: they do not touch at any instant. collision: they touch at `at`. undecided: they come so near to each other, or for so
   * long, that the limits were reached.
   */
  readonly outcome: 'free' | 'collision' | 'undecided'
  /**
   * Share of the motion, 0 to 1. For a collision, a moment at which they touch. For undecided, the first moment that could
   * not be settled.
   */
  readonly at: number | undefined
  /** The motion is proved free up to here: for a collision, mostly some tolerances before `at`, and more where they graze first. */
  readonly clear: number
  /** Distances taken. */
  readonly steps: number
}

/** How much of a distance may be guessed: it takes a fraction of the time, and what is sure is what counts. */
const ROUGHLY = 0.05

/** Rounding of a pose on the way, in units of the reach and both translations: an axis and angle, a product, a sum. */
const POSE_ROUNDING = 64 * U

export function sweepMeshes(
  a: MeshTree,
  b: MeshTree,
  from: PoseInput,
  to: PoseInput,
  options: SweepOptions = {},
): SweepResult {
  if (!(a instanceof MeshTree)) throw new InvalidInputError('a', a, 'a MeshTree')
  if (!(b instanceof MeshTree)) throw new InvalidInputError('b', b, 'a MeshTree')
  checkFields('options', options, ['tolerance', 'maxSteps'])
  const { tolerance = 1e-6, maxSteps = 100_000 } = options
  if (!(tolerance > 0 && tolerance < 1)) throw new InvalidInputError('options.tolerance', tolerance, 'between 0 and 1')
  checkIndex('options.maxSteps', maxSteps, 1, 2 ** 31)
  return new Sweep(a, b, new Way(from, to), tolerance, maxSteps).run()
}

/** A straight translation with a constant-rate rotation. */
class Way {
  private readonly start = new Float64Array(POSE)
  private readonly end = new Float64Array(POSE)
  private readonly axis = new Float64Array(3)
  private readonly turn = new Float64Array(POSE)
  /** Of the rotation, in radians, and the length of the translation. */
  readonly angle: number
  readonly length: number
  /** Of both translations, added up. */
  readonly size: number

  constructor(from: PoseInput, to: PoseInput) {
    readPlacement(this.start, 0, 'from', from)
    readPlacement(this.end, 0, 'to', to)
    this.angle = relativeAxisAngle(this.axis, this.start, this.end)
    const [x, y, z] = [3, 7, 11].map((k) => this.end[k]! - this.start[k]!) as [number, number, number]
    this.length = Math.hypot(x, y, z)
    this.size = [3, 7, 11].reduce((sum, k) => sum + Math.abs(this.start[k]!) + Math.abs(this.end[k]!), 0)
  }

  at(out: Float64Array, share: number): void {
    const { axis, turn, start, end } = this
    setAxisAngle(turn, 0, axis[0]!, axis[1]!, axis[2]!, share * this.angle)
    composePose(out, 0, start, 0, turn, 0)
    for (let k = 3; k < POSE; k += 4) out[k] = start[k]! + share * (end[k]! - start[k]!)
  }
}

/** The axis and angle (0 to π) of X⁻¹·Y's rotation: the short way from one to the other. */
function relativeAxisAngle(axis: Float64Array, x: Float64Array, y: Float64Array): number {
  const q = new Float64Array(8)
  rotationQuaternion(q, 0, x, 0)
  rotationQuaternion(q, 4, y, 0)
  return shortTurn(axis, q, 0, q, 4)
}

class Sweep {
  private steps = 0
  private readonly pose = new Float64Array(POSE)
  private readonly cache = new PairCache()
  /** How far a point of B can get in the whole motion. */
  private readonly farthest: number
  private readonly rounding: number

  constructor(
    private readonly a: MeshTree,
    private readonly b: MeshTree,
    private readonly way: Way,
    private readonly tolerance: number,
    private readonly maxSteps: number,
  ) {
    const radius = radiusOf(b)
    this.farthest = (way.length + way.angle * radius) * (1 + 1e-12)
    this.rounding = POSE_ROUNDING * (radius + way.size)
  }

  run(): SweepResult {
    if (this.clearance(0) === 0) return this.result('collision', 0, 0)
    // Intervals still to be settled, the earliest on top, and whether B touches at their end.
    const stack: { from: number; to: number; hit: boolean }[] = []
    stack.push({ from: 0, to: 1, hit: this.clearance(1) === 0 })
    let clear = 0
    let unsettled: number | undefined
    while (stack.length > 0) {
      const { from, to, hit } = stack.pop()!
      if (unsettled === undefined) clear = from
      if (to - from <= this.tolerance || this.steps >= this.maxSteps) {
        if (hit) return this.result('collision', to, clear)
        unsettled ??= from
        continue
      }
      const middle = (from + to) / 2
      const free = this.clearance(middle)
      if (free === 0) {
        // Whatever comes later, they touch here: look for an earlier moment.
        stack.length = 0
        stack.push({ from, to: middle, hit: true })
        continue
      }
      if (middle + free < to || hit) stack.push({ from: Math.min(to, middle + free), to, hit })
      if (middle - free > from) stack.push({ from, to: middle - free, hit: false })
    }
    return unsettled === undefined ? this.result('free', undefined, 1) : this.result('undecided', unsettled, clear)
  }

  private result(outcome: SweepResult['outcome'], at: number | undefined, clear: number): SweepResult {
    return { outcome, at, clear, steps: this.steps }
  }

  /** How much of the motion on either side of this moment is free of contact; 0 if they touch then. */
  private clearance(share: number): number {
    this.steps++
    this.way.at(this.pose, share)
    const { distance, error } = meshDistance(this.a, this.b, this.pose, {
      cache: this.cache,
      relativeError: ROUGHLY,
    })
    if (distance === 0) return 0
    const sure = distance - error - this.rounding
    return sure > 0 ? sure / this.farthest : Number.MIN_VALUE
  }
}

/** The greatest distance of a vertex from the frame's origin, rounded up. */
function radiusOf(mesh: MeshTree): number {
  const { positions, triangles } = mesh
  let most = 0
  for (let i = 0; i < triangles.length; i++) {
    const v = 3 * triangles[i]!
    most = Math.max(most, Math.hypot(positions[v]!, positions[v + 1]!, positions[v + 2]!))
  }
  return most * (1 + 8 * U)
}
