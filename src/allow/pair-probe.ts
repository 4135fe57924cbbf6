// One pair of links at one configuration after another: how far apart they are, or how deep in each other, and which way each
// variable should go to change that.
import { composeInversePose, POSE, transformPoint } from '../math/pose.js'
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
  private known: PairDepth | undefined

  constructor(readonly problem: PairProblem) {
    this.gap = new LinkGap(problem.geometriesA, problem.geometriesB)
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

  /** LinkGap.measure where `values` put the pair: 0 if they touch, and any number above the cutoff for what is farther. */
  distance(values: Float64Array, cutoff: number): number {
    this.distances++
    this.place(values)
    return this.gap.measure(this.xAB, cutoff)
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
    const { gap, problem } = this
    transformPoint(pointA, 0, problem.poseA, 0, gap.pointA, 0)
    transformPoint(pointB, 0, problem.poseA, 0, gap.pointB, 0)
    for (let k = 0; k < 3; k++) along[k] = pointB[k]! - pointA[k]!
    this.slopes(out)
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
    const { lines, count, ofA, kinds, factors, variableOf } = this.problem
    out.fill(0)
    const length = Math.hypot(along[0]!, along[1]!, along[2]!)
    if (!(length > 0)) return
    const nx = along[0]! / length
    const ny = along[1]! / length
    const nz = along[2]! / length
    for (let k = 0; k < count; k++) {
      const l = LINE * k
      const x = lines[l]!
      const y = lines[l + 1]!
      const z = lines[l + 2]!
      const p = k < ofA ? pointA : pointB
      let speed = nx * x + ny * y + nz * z
      if (kinds[k] === TURN) {
        const px = p[0]! - lines[l + 3]!
        const py = p[1]! - lines[l + 4]!
        const pz = p[2]! - lines[l + 5]!
        speed = nx * (y * pz - z * py) + ny * (z * px - x * pz) + nz * (x * py - y * px)
      }
      out[variableOf[k]!]! += (k < ofA ? -factors[k]! : factors[k]!) * speed
    }
  }
}
