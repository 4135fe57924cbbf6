// One pair of links at one configuration after another: how far apart they are, or how deep in each other, and which way each
// variable should go to change that.
import { composeInversePose, POSE, transformPoint } from '../../base/math/pose.js'
import { LINE, TURN } from '../motion/movers.js'
import { LinkGap } from './link-gap.js'
import { PairDepth } from './pair-depth.js'
import type { PairProblem } from './pair-problem.js'

const pointA = new Float64Array(3)
const pointB = new Float64Array(3)
const along = new Float64Array(3)

export class PairProbe {
  readonly gap: LinkGap
  /** B's frame in A's, where the pair was placed last. */
  readonly xAB = new Float64Array(POSE)
  /** Distances of the links that were asked for. */
  distances = 0
  /** After distanceSpeeds: from A's nearest point to B's. */
  readonly between = new Float64Array(3)
  private readonly scratch: Float64Array
  private known: PairDepth | undefined

  constructor(readonly problem: PairProblem) {
    this.gap = new LinkGap(problem.geometriesA, problem.geometriesB)
    this.scratch = new Float64Array(3 * problem.variables.length)
  }

  /** Made when it is asked for: balls inside meshes take some milliseconds to find. */
  get depths(): PairDepth {
    this.known ??= new PairDepth(this.gap)
    return this.known
  }

  place(values: Float64Array): void {
    const { problem } = this
    problem.place(values)
    composeInversePose(this.xAB, 0, problem.poseA, 0, problem.poseB, 0)
  }

  /**
   * LinkGap.measure where `values` put the pair: 0 if they touch, and any number above the cutoff for what is farther. Infinity where a
   * loop does not close.
   */
  distance(values: Float64Array, cutoff: number, error = 0): number {
    this.distances++
    if (!this.problem.loops.admits(values)) return Infinity
    this.place(values)
    return this.gap.measure(this.xAB, cutoff, error)
  }

  /** Is one inside the other, where the pair was placed last, without touching it? */
  isNested(): boolean {
    return this.gap.isNested(this.xAB)
  }

  /** PairDepth.measure there: a lower bound, less than 0 if none was found. */
  depth(): number {
    return this.depths.measure(this.xAB)
  }

  /** By variable, how the distance that was measured last grows with it. */
  distanceSlopes(out: Float64Array): void {
    this.distancePoints()
    this.slopes(out)
  }

  private distancePoints(): void {
    const { gap, problem } = this
    transformPoint(pointA, 0, problem.poseA, 0, gap.pointA, 0)
    transformPoint(pointB, 0, problem.poseA, 0, gap.pointB, 0)
    for (let k = 0; k < 3; k++) along[k] = pointB[k]! - pointA[k]!
  }

  /** By variable, the speed of B's nearest point against A's, three numbers each. The way from A's to B's goes to `between`. */
  distanceSpeeds(out: Float64Array): void {
    this.distancePoints()
    this.between.set(along)
    this.speeds(out)
  }

  /** The same for the depth. */
  depthSlopes(out: Float64Array): void {
    const { point, deeper } = this.depths
    const { poseA } = this.problem
    transformPoint(pointA, 0, poseA, 0, point, 0)
    pointB.set(pointA)
    for (let k = 0; k < 3; k++) {
      along[k] = poseA[4 * k]! * deeper[0]! + poseA[4 * k + 1]! * deeper[1]! + poseA[4 * k + 2]! * deeper[2]!
    }
    this.slopes(out)
  }

  /** How fast pointB, fixed to B, moves away from pointA, fixed to A, along `along`, which may have any length. */
  private slopes(out: Float64Array): void {
    const { scratch } = this
    this.speeds(scratch)
    const length = Math.hypot(along[0]!, along[1]!, along[2]!)
    for (let v = 0; v < out.length; v++) {
      const speed = along[0]! * scratch[3 * v]! + along[1]! * scratch[3 * v + 1]! + along[2]! * scratch[3 * v + 2]!
      out[v] = length > 0 ? speed / length : 0
    }
  }

  /** By variable, the speed of pointB, fixed to B, against pointA, fixed to A. */
  private speeds(out: Float64Array): void {
    const { lines, count, ofA, kinds, rates, drivers } = this.problem
    out.fill(0)
    for (let i = 0; i < 2 * count; i++) {
      if (drivers[i]! < 0) continue
      const k = i >> 1
      const l = LINE * k
      const o = 3 * drivers[i]!
      const f = k < ofA ? -rates[i]! : rates[i]!
      const x = f * lines[l]!
      const y = f * lines[l + 1]!
      const z = f * lines[l + 2]!
      if (kinds[k] !== TURN) {
        out[o]! += x
        out[o + 1]! += y
        out[o + 2]! += z
        continue
      }
      const p = k < ofA ? pointA : pointB
      const px = p[0]! - lines[l + 3]!
      const py = p[1]! - lines[l + 4]!
      const pz = p[2]! - lines[l + 5]!
      out[o]! += y * pz - z * py
      out[o + 1]! += z * px - x * pz
      out[o + 2]! += x * py - y * px
    }
  }
}
