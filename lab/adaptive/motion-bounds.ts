// Figure 9 (section IV.D): how much larger a bound of motion is than the motion. For random segments [q, q'] and every link, the
// bound over ℓ, the length of the curve that a random point of the link traces: summed over chords, so never too long.
//
// paper: λ = Σ R_k·|Δ_k|, with R_k from spheres around all that the link can sweep (Figure 7; for the link's own joint, from its
//   vertices' distances to the axis). Circles that add up to λ have to cover the segment.
// local: one anchor in the middle has to be farther from everything than Σ r_k·2·sin(|Δ_k|/4), r_k being radii of the link as it
//   stands there. That is what half a λ is for the paper, so twice that is what is compared.
// split: for two links of one robot, `local` as seen from the link between them (or from themselves) where it comes out least.
// Ours bound how far points get, not how long their way is: where a point comes back they may be below ℓ.
import { composeInversePose, POSE, transformPoint } from '../../src/base/math/pose.js'
import { BrokenInvariantError, Random, type Robot, World } from '../../src/entries/robots.js'
import { fitSphereAroundBalls } from '../../src/geometry/balls/fit-balls.js'
import type { Kinematics } from '../../src/robots/model/kinematics.js'
import { sweptSpheres } from '../../src/robots/model/swept-spheres.js'
import type { WorldObject } from '../../src/robots/world/world-objects.js'
import { placeGeometry } from '../../src/robots/world/world-objects.js'
import type { Progress } from '../experiment.js'

export const BOUNDS = ['paper', 'local', 'split'] as const
export type MotionBound = (typeof BOUNDS)[number]

/** How the ratios of one robot are distributed. */
export interface Histogram {
  /** Of the paper: a, b, c for links; d with pairs of links as well. */
  readonly part: string
  readonly robot: string
  readonly of: 'links' | 'links and pairs'
  readonly bound: MotionBound
  readonly ratios: number
  /** The least of them: never below 1 by the paper's bound. */
  readonly least: number
  readonly median: number
  readonly mean99: number
  /** Share of ratios that are at most 5, and at most 15. */
  readonly within5: number
  readonly within15: number
  /** 99 % of all ratios by the paper's bound are below the last bin's end; what is above counts as `beyond`. */
  readonly binWidth: number
  readonly bins: readonly number[]
  readonly beyond: number
}

/** Chords that a curve is measured by. */
const CHORDS = 32
const BINS = 24
const CROP = 0.99
/** Relative rounding of the little that is computed here. */
const ROUNDED = 1 - 1e-9

/** A link: its vertices in its body's frame, and its joints from its own to the root's. */
interface Limb {
  readonly body: number
  readonly points: Float64Array
  /** Bodies, distal first: the joint above each. */
  readonly path: readonly number[]
  /** The paper's factors, by place in `path`. */
  readonly factors: Float64Array
}

export interface RobotSample {
  readonly part: string
  readonly name: string
  readonly robot: Robot
  readonly pairs: boolean
}

export async function measureBounds(
  { part, name, robot, pairs }: RobotSample,
  segments: number,
  seed: number,
  progress: Progress,
): Promise<Histogram[]> {
  const world = new World({ robots: [robot] })
  const { kinematics, index } = world.model()
  const limbs = index.objects.flatMap((object) => limbOf(kinematics, object))
  const ratios: Record<MotionBound, number[]> = { paper: [], local: [], split: [] }
  const run = new BoundRun(kinematics, limbs, ratios, pairs)
  const random = new Random(seed)
  for (let s = 0; s < segments; s++) {
    await progress(s / segments, `Figure 9: ${name}`)
    run.measure(randomWithin(world, random), randomWithin(world, random), random)
  }
  const limit = quantile(ratios.paper, CROP)
  return BOUNDS.filter((bound) => bound !== 'split' || pairs).map((bound) => ({
    part,
    robot: name,
    of: pairs ? 'links and pairs' : 'links',
    bound,
    ...distribution(ratios[bound], limit),
  }))
}

function randomWithin({ lower, upper }: World, random: Random): Float64Array {
  return lower.map((low, i) => {
    const bounded = low > -Infinity && upper[i]! < Infinity
    return bounded ? random.range(low, upper[i]!) : random.range(-Math.PI, Math.PI)
  })
}

function limbOf(kinematics: Kinematics, object: WorldObject): Limb[] {
  const pose = new Float64Array(POSE)
  const points: number[] = []
  let body = 0
  for (const geometry of object.geometry) {
    body = placeGeometry(pose, 0, kinematics.layout, object, geometry)
    if (geometry.shape.kind !== 'mesh') throw new BrokenInvariantError(`${object.name} is not a mesh`)
    const { positions } = geometry.shape
    const point = new Float64Array(3)
    for (let i = 0; i < positions.length; i += 3) {
      transformPoint(point, 0, pose, 0, positions, i)
      points.push(...point)
    }
  }
  if (body === 0) return []
  const path: number[] = []
  for (let b = body; b > 0; b = kinematics.parents[b]!) {
    const { kind, mimic, loop, name } = kinematics.joints[b]!
    if (
      (kind !== 'revolute' && kind !== 'continuous' && kind !== 'prismatic') ||
      mimic !== undefined ||
      loop !== undefined
    ) {
      throw new BrokenInvariantError(`${name} neither turns nor slides by itself`)
    }
    path.push(b)
  }
  const limb = { body, points: Float64Array.from(points), path }
  return [{ ...limb, factors: sweptFactors(kinematics, limb) }]
}

/** R_k of the paper, section IV.C: 1 for a sliding joint. */
function sweptFactors(kinematics: Kinematics, { body, points, path }: Omit<Limb, 'factors'>): Float64Array {
  const balls = new Float64Array((4 * points.length) / 3)
  for (let i = 0; i < points.length / 3; i++) balls.set(points.subarray(3 * i, 3 * i + 3), 4 * i)
  const around = new Float64Array(4)
  fitSphereAroundBalls(around, 0, balls)
  const spheres = sweptSpheres(kinematics.layout, body, around)
  return Float64Array.from(path, (b, k) => {
    const { kind, axis } = kinematics.joints[b]!
    if (kind === 'prismatic') return 1
    return k === 0 ? farthestFrom(axis, points) : spheres[4 * (k + 1) + 3]!
  })
}

/** The largest distance of points from a line through the origin. */
function farthestFrom(axis: ArrayLike<number>, points: Float64Array): number {
  let most = 0
  const [x, y, z] = [axis[0]!, axis[1]!, axis[2]!]
  for (let i = 0; i < points.length; i += 3) {
    const cx = y * points[i + 2]! - z * points[i + 1]!
    const cy = z * points[i]! - x * points[i + 2]!
    const cz = x * points[i + 1]! - y * points[i]!
    most = Math.max(most, cx * cx + cy * cy + cz * cz)
  }
  return Math.sqrt(most)
}

/** What one segment says, for all links. */
class BoundRun {
  private readonly poses: Float64Array[]
  private readonly relative = new Float64Array(POSE)
  private readonly moved = new Float64Array(3)
  private readonly way = new Float64Array(3 * (CHORDS + 1))
  private farthest = 0
  private nearer = 0

  constructor(
    private readonly kinematics: Kinematics,
    private readonly limbs: readonly Limb[],
    private readonly ratios: Record<MotionBound, number[]>,
    private readonly pairs: boolean,
  ) {
    this.poses = Array.from({ length: CHORDS + 1 }, () => new Float64Array(POSE * kinematics.bodies))
  }

  measure(from: Float64Array, to: Float64Array, random: Random): void {
    const { kinematics, limbs, ratios } = this
    for (const [s, poses] of this.poses.entries()) {
      kinematics.update(from.map((q, i) => q + (s / CHORDS) * (to[i]! - q)))
      poses.set(kinematics.poses)
    }
    const turns = Float64Array.from(kinematics.variables, (v) => (v < 0 ? 0 : Math.abs(to[v]! - from[v]!)))
    // One radius for each link and joint of the robot, as it stands in the middle: links above a joint have one as well.
    const middle = this.poses[CHORDS / 2]!
    const radii = new Map<Limb, Map<number, number>>()
    const radius = (limb: Limb, b: number): number => {
      const known = radii.get(limb) ?? new Map<number, number>()
      radii.set(limb, known)
      let r = known.get(b)
      if (r === undefined) {
        r = this.radiusAt(middle, limb, b)
        known.set(b, r)
      }
      return r
    }
    const reach = (limb: Limb, b: number): number => 2 * radius(limb, b) * this.chord(b, turns[b]! / 2)
    for (const limb of limbs) {
      const point = 3 * random.integer(limb.points.length / 3)
      const { path, factors } = limb
      const length = this.curve(limb, 0, point)
      if (length > 0) {
        const local = path.reduce((sum, b) => sum + reach(limb, b), 0)
        demand(local >= 2 * this.farthest * ROUNDED)
        ratios.paper.push(path.reduce((sum, b, k) => sum + factors[k]! * turns[b]!, 0) / length)
        ratios.local.push(local / length)
        ratios.split.push(local / length)
      }
      if (!this.pairs) continue
      for (const other of limbs) {
        const beyond = path.indexOf(other.body)
        // Not the link itself, nor its parent: they need no checking against each other.
        if (beyond < 2) continue
        const between = path.slice(0, beyond)
        const seen = 3 * random.integer(other.points.length / 3)
        const way = this.curve(limb, other.body, point, other.points, seen)
        if (!(way > 0)) continue
        // From the frame of the other link towards the frame of this one: joint by joint, one moves the other instead.
        let sum = between.reduce((all, b) => all + reach(limb, b), 0)
        demand(sum >= 2 * this.farthest * ROUNDED)
        ratios.paper.push(between.reduce((all, b, k) => all + factors[k]! * turns[b]!, 0) / way)
        ratios.local.push(sum / way)
        let least = sum
        for (let k = between.length - 1; k >= 0; k--) {
          sum += reach(other, between[k]!) - reach(limb, between[k]!)
          least = Math.min(least, sum)
        }
        demand(least >= 2 * this.nearer * ROUNDED)
        ratios.split.push(least / way)
      }
    }
  }

  /** How far a point at distance 1 from the joint's axis gets. */
  private chord(b: number, turn: number): number {
    return this.kinematics.joints[b]!.kind === 'prismatic' ? turn : 2 * Math.sin(Math.min(turn, Math.PI) / 2)
  }

  private radiusAt(poses: Float64Array, limb: Limb, b: number): number {
    const { kind, axis } = this.kinematics.joints[b]!
    if (kind === 'prismatic') return 1
    // The link as seen from the joint, whose axis goes through its frame's origin.
    composeInversePose(this.relative, 0, poses, POSE * b, poses, POSE * limb.body)
    const x = this.relative
    const { points } = limb
    const placed = new Float64Array(points.length)
    for (let i = 0; i < points.length; i += 3) transformPoint(placed, i, x, 0, points, i)
    return farthestFrom(axis, placed)
  }

  /**
   * Length of the curve that a point of a link traces in the frame of a body, summed over chords. Sets `farthest`: how far it
   * gets from where it is in the middle; and `nearer`: by how much its distance from point `o` of `seen` changes from there.
   */
  private curve({ body, points }: Limb, frame: number, point: number, seen: Float64Array = ORIGIN, o = 0): number {
    const { moved, relative, way } = this
    let length = 0
    this.poses.forEach((poses, s) => {
      composeInversePose(relative, 0, poses, POSE * frame, poses, POSE * body)
      transformPoint(moved, 0, relative, 0, points, point)
      way.set(moved, 3 * s)
      if (s > 0) length += distanceOf(way, 3 * s - 3, way, 3 * s)
    })
    const middle = (3 * CHORDS) / 2
    const away = distanceOf(way, middle, seen, o)
    this.farthest = 0
    this.nearer = 0
    for (let i = 0; i < way.length; i += 3) {
      this.farthest = Math.max(this.farthest, distanceOf(way, middle, way, i))
      this.nearer = Math.max(this.nearer, Math.abs(distanceOf(way, i, seen, o) - away))
    }
    return length
  }
}

const ORIGIN = new Float64Array(3)

function distanceOf(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return Math.hypot(a[i]! - b[j]!, a[i + 1]! - b[j + 1]!, a[i + 2]! - b[j + 2]!)
}

/** A bound that the motion itself contradicts does not hold; up to rounding, which the checker counts and this does not. */
function demand(holds: boolean): void {
  if (!holds) throw new BrokenInvariantError('a point moved farther than its bound')
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

function distribution(values: readonly number[], limit: number): Omit<Histogram, 'part' | 'robot' | 'of' | 'bound'> {
  const bins = new Array<number>(BINS).fill(0)
  const binWidth = limit / BINS
  let beyond = 0
  for (const value of values) {
    const bin = Math.floor(value / binWidth)
    if (bin < BINS) bins[bin]!++
    else beyond++
  }
  const share = (most: number): number => values.filter((value) => value <= most).length / values.length
  const kept = Float64Array.from(values)
    .sort()
    .subarray(0, Math.ceil(CROP * values.length))
  return {
    ratios: values.length,
    least: values.reduce((least, value) => Math.min(least, value), Infinity),
    median: quantile(values, 0.5),
    mean99: kept.reduce((sum, value) => sum + value, 0) / kept.length,
    within5: share(5),
    within15: share(15),
    binWidth,
    bins,
    beyond,
  }
}
