// A mesh that moves rigidly and turns, against triangles that move straight.
//
// The origin of its frame moves straight from the start pose to the end, and it turns at a constant rate about a fixed axis, the short way. With
// ω the whole angle (the step takes time 1) and r how far its vertices are from that origin, a vertex has an acceleration of at most ω²r, so
// that over an interval h it is within ω²r·h²/8 of the chord between its places at the ends: that is added as a reach, and what
// remains moves straight. Intervals are halved until the reach no longer matters, or are too short to go further: then
// the pair is unproved. Triangles are found to touch only at an instant at which they do wherever rounding may have left their vertices.
//
// Rounding of a place, in units of r and the largest translation: the start's quaternion and the turn from it to the end's are off by
// 16 u rad each, a turned quaternion by 20 u rad (two sines, a product, a norm), its matrix by 8 u an entry, so 24 u as a vector; the place
// by three products and three sums, 12 u as a vector: under 96 u. 128 u is used.

import { POSE, setQuaternion, transformPoint } from '../../base/math/pose.js'
import { rotationQuaternion, shortTurn, turnQuaternion } from '../../base/math/quaternion.js'
import { TINY_LENGTH, U } from '../../base/math/rounding.js'
import { MovingPair } from '../../geometry/moving/moving-pair.js'
import { compareTriangles, TOUCHING } from '../../geometry/triangles/triangle-compare.js'
import { normUpper } from '../../volumes/volume-rounding.js'
import type { MeshTree } from '../tree/mesh-tree.js'
import type { DeformPair } from './deform-result.js'
import type { MovingMesh } from './moving-triangles.js'
import { MOST_SLABS, type StepPositions } from './step-dops.js'

const PLACE_ROUNDING = 128 * U

/** An interpolated vertex, as a vector: √3 times 2.01 u of the largest coordinate of the mesh. */
const STRAIGHT_ROUNDING = 4 * U

/** Sums along diagonals are rounded: 2 u of the largest coordinate, and as much again for its rounding. */
const SUPPORT_ROUNDING = 4 * U

/** Relative: rounding of a reach of a few products, upwards. */
const REACH_ROUNDING = 1 + 16 * U

/** An interval of this share of the step, or less, is not halved again: 2^-24. */
const SHORTEST = 2 ** -24

/** Intervals of one pair that stay open, after which the rest of the pair is not tried. */
const MOST_OPEN = 16

/** The other mesh turns by no more than this in a slab, so that chords stay within 1.6 % of its size of the paths. */
const SLAB_ANGLE = 0.35

/** Two triangles that touch, or that could not be decided. */
export interface Found {
  readonly isCertain: boolean
  readonly pair: DeformPair
}

function found(isCertain: boolean, a: number, b: number, lower: number, upper: number): Found {
  return { isCertain, pair: { with: 'other', a, b, lower, upper } }
}

export class TurningMesh {
  readonly slabs: number
  readonly pair = new MovingPair()
  private readonly axis = new Float64Array(3)
  private readonly angle: number
  private readonly quaternion = new Float64Array(4)
  private readonly turned = new Float64Array(4)
  private readonly pose = new Float64Array(POSE)
  private readonly radius: number
  /** No coordinate is larger. */
  private readonly size: number
  /** How far a placed vertex may be off. */
  private readonly slack: number
  private readonly mine = [new Float64Array(9), new Float64Array(9)] as const
  private readonly theirs = [new Float64Array(9), new Float64Array(9)] as const

  constructor(
    private readonly mesh: MeshTree,
    private readonly start: Float64Array,
    private readonly end: Float64Array,
  ) {
    const last = new Float64Array(4)
    rotationQuaternion(this.quaternion, 0, start, 0)
    rotationQuaternion(last, 0, end, 0)
    this.angle = shortTurn(this.axis, this.quaternion, 0, last, 0)
    let radius = 0
    const { positions } = mesh
    for (let i = 0; i < positions.length; i += 3) {
      radius = Math.max(radius, normUpper(positions[i]!, positions[i + 1]!, positions[i + 2]!))
    }
    this.radius = radius
    const shift = (x: Float64Array): number => Math.abs(x[3]!) + Math.abs(x[7]!) + Math.abs(x[11]!)
    this.size = radius + Math.max(shift(start), shift(end))
    this.slack = PLACE_ROUNDING * this.size + TINY_LENGTH
    let slabs = 1
    while (slabs < MOST_SLABS && slabs * SLAB_ANGLE < this.angle) slabs *= 2
    this.slabs = slabs
  }

  /** How far paths are from their chords over an interval, with what places are off by. */
  private reach(interval: number): number {
    const turn = this.angle * interval
    return ((this.radius * turn * turn) / 8) * REACH_ROUNDING + this.slack
  }

  private setPose(t: number): void {
    const { pose, start, end } = this
    turnQuaternion(this.turned, 0, this.quaternion, 0, this.axis, this.angle * t)
    setQuaternion(pose, 0, this.turned)
    for (let k = 3; k < POSE; k += 4) pose[k] = (1 - t) * start[k]! + t * end[k]!
  }

  positions(slabs: number): StepPositions {
    const { positions } = this.mesh
    const points = new Float64Array(positions.length)
    const frame = (e: number): Float64Array => {
      this.setPose(e / slabs)
      for (let i = 0; i < points.length; i += 3) transformPoint(points, i, this.pose, 0, positions, i)
      return points
    }
    return { frame, slack: () => this.reach(1 / slabs) + SUPPORT_ROUNDING * this.size }
  }

  /** Triangle s of the mesh that deforms against triangle t of this one, during these slabs: undefined if they are apart. */
  decide(mesh: MovingMesh, s: number, t: number, mask: number, slabs: number): Found | undefined {
    let size = 0
    for (let corner = 3 * s; corner < 3 * s + 3; corner++) {
      for (let k = 3 * mesh.corners[corner]!; k < 3 * mesh.corners[corner]! + 3; k++) {
        size = Math.max(size, Math.abs(mesh.from[k]!), Math.abs(mesh.to[k]!))
      }
    }
    const off = STRAIGHT_ROUNDING * size + TINY_LENGTH
    // The first interval that stays open.
    let lower = Infinity
    let upper = Infinity
    let open = 0
    for (let slab = 0; slab < slabs; slab++) {
      if (((mask >>> slab) & 1) === 0) continue
      let length = 1 / slabs
      let at = slab / slabs
      const end = (slab + 1) / slabs
      while (at < end) {
        this.place(0, mesh, s, t, at)
        this.place(1, mesh, s, t, at + length)
        const slack = Math.max(off, this.slack)
        const [touchesFirst, touchesLast] = [0, 1].map(
          (k) => compareTriangles(this.mine[k as 0 | 1], 0, this.theirs[k as 0 | 1], 0, slack) === TOUCHING,
        )
        const isShort = length <= SHORTEST
        if (touchesFirst || (touchesLast && isShort)) {
          const instant = touchesFirst ? at : at + length
          return found(true, s, t, Math.min(lower, at), instant)
        }
        const apart = !touchesLast && this.areApart(off + this.reach(length), isShort)
        if (!apart && !isShort) {
          length /= 2
          continue
        }
        if (!apart) {
          if (open === 0) {
            lower = at
            upper = at + length
          }
          if (++open > MOST_OPEN) return found(false, s, t, lower, 1)
        }
        at += length
        // Twice as long again where that is an interval of the halving.
        while (2 * length <= 1 / slabs && Number.isInteger(at / (2 * length))) length *= 2
      }
    }
    return open > 0 ? found(false, s, t, lower, upper) : undefined
  }

  private areApart(reach: number, isLast: boolean): boolean {
    this.pair.setA(this.mine[0], this.mine[1], 0, 3, 6)
    this.pair.setB(this.theirs[0], this.theirs[1], 0, 3, 6)
    return this.pair.separatedThroughout(reach) || (isLast && !this.pair.meets(reach))
  }

  /** The corners of both triangles at time t, to place k. */
  private place(k: 0 | 1, { corners, from, to }: MovingMesh, s: number, t: number, time: number): void {
    this.setPose(time)
    for (let corner = 0; corner < 3; corner++) {
      const i = 3 * corners[3 * s + corner]!
      for (let c = 0; c < 3; c++) {
        this.mine[k][3 * corner + c] =
          time === 0 ? from[i + c]! : time === 1 ? to[i + c]! : (1 - time) * from[i + c]! + time * to[i + c]!
      }
      transformPoint(
        this.theirs[k],
        3 * corner,
        this.pose,
        0,
        this.mesh.positions,
        3 * this.mesh.triangles[3 * t + corner]!,
      )
    }
  }
}
