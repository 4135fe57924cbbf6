// Everything about the middle of one stretch of a piece: where bodies, geometries and movers' lines are, and how the movers move
// about it. Shared by all pairs, since most have stretches in common.
import { type Bodies, type FixedLink, LINE, POSE, product, shift } from './bodies.js'
import { MoverBounds, type Piece } from './pieces.js'
import type { VerifiedWorld } from './world-view.js'

/** Where geometries are fixed: their bodies, and their poses there. */
export function fixGeometries(bodies: Bodies, { geometries, objects }: VerifiedWorld): FixedLink[] {
  return geometries.map(({ object, pose }) => {
    const { robot, link } = objects[object]!
    const { body, pose: frame, length } = bodies.linkOf(robot, link)
    return { body, pose: product(new Float64Array(POSE), frame, pose), length: length + shift(pose) }
  })
}

export class Anchor {
  readonly lines: Float64Array
  readonly bounds: MoverBounds
  /** No coordinate of a body or of a joint is larger. */
  private readonly big: number
  private readonly poses: Float64Array
  private readonly placed: (Float64Array | undefined)[]

  constructor(
    bodies: Bodies,
    private readonly fixed: readonly FixedLink[],
    piece: Piece,
    t: number,
    readonly h: number,
  ) {
    const movers = bodies.movers.length
    const values = new Float64Array(movers)
    piece.values(values, t)
    this.poses = new Float64Array(POSE * bodies.count)
    this.lines = new Float64Array(LINE * movers)
    this.big = bodies.place(this.poses, this.lines, values, piece.turns)
    this.bounds = new MoverBounds(movers)
    piece.bounds(this.bounds, t, h)
    this.placed = new Array(fixed.length)
  }

  /** A length that no coordinate exceeds on the way to a point of a geometry that reaches so far from its frame's origin. */
  bigOf(geometry: number, reach: number): number {
    const { body, length } = this.fixed[geometry]!
    return Math.max(this.big, shift(this.poses.subarray(POSE * body, POSE * body + POSE)) + length + reach)
  }

  /** A geometry's pose in the world. */
  pose(geometry: number): Float64Array {
    let pose = this.placed[geometry]
    if (pose === undefined) {
      const { body, pose: own } = this.fixed[geometry]!
      pose = product(new Float64Array(POSE), this.poses.subarray(POSE * body, POSE * body + POSE), own)
      this.placed[geometry] = pose
    }
    return pose
  }
}

/** No more anchors are kept than have this many numbers together. */
const MOST_KEPT = 4e6

/** The anchors of one piece, by stretch. */
export class Anchors {
  private readonly kept = new Map<number, Anchor>()
  private readonly most: number

  constructor(
    private readonly bodies: Bodies,
    private readonly fixed: readonly FixedLink[],
    readonly piece: Piece,
  ) {
    const numbers = POSE * (bodies.count + fixed.length) + 11 * bodies.movers.length
    this.most = Math.max(64, Math.floor(MOST_KEPT / numbers))
  }

  /** Of the stretch from index/2^level to (index + 1)/2^level. */
  at(level: number, index: number): Anchor {
    // As in a heap: no two stretches have the same number.
    const key = 2 ** level + index
    let anchor = this.kept.get(key)
    if (anchor === undefined) {
      if (this.kept.size >= this.most) this.kept.clear()
      const h = 2 ** -(level + 1)
      anchor = new Anchor(this.bodies, this.fixed, this.piece, (2 * index + 1) * h, h)
      this.kept.set(key, anchor)
    }
    return anchor
  }

  /** The start of the piece, and no time at all. */
  atStart(): Anchor {
    return new Anchor(this.bodies, this.fixed, this.piece, 0, 0)
  }
}
