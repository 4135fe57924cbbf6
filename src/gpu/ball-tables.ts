// What the kernels know of a world's geometry, as balls: around geometries that move (coverBalls), inside them (innerBalls), and
// obstacles as the solids that they are, or as balls too (robots/world/many-solids.ts). Radii are larger, or smaller, by the margin.
//
// The margin. A shader's sums and products in single precision may be rounded either way, so u is 2⁻²³ here; terms of a sum may be taken
// in any order and products fused with sums, which leaves |error| ≤ n·u·Σ|terms| as it is, n being the roundings that a term passes.
// Numbers in the tables are rounded to nearest, u/2. In the notation of fixed-chain.ts, for a ball with centre c on body b:
// [gpu-point] Its centre is off by π = τ_b + √3·δ_b·|c| + 11 u·|c| + 4 u·reach: an entry of a rotation is rounded once as it becomes a
//   single, once in a product, three times in sums, and c by u/2: 6 u·√3·|c|. The origin is rounded once and summed thrice.
// [gpu-solid] Seen from a solid at w, coordinates are off by √3·4.5 u·(|p| + |w|) in all: w, a difference, and three products and sums
//   with axes; and by u/2 of |w| and of the half extents. So 8 u of |p| ≤ |c| + reach, which with π makes 20 u·(|c| + reach) of the
//   ball's, and 16 u·(|w| + extents) of the solid's. A root, of how far p is from a cylinder's axis, is off by 6 u of itself (4.5 for a
//   root, which WGSL takes for 1/inverseSqrt, and half of 3 for what it is of); where the answer depends on it, it is the cylinder's radius, of
//   which 16 u are counted, and what the ball's, the distance asked for and so on make up, of which [gpu-square] has as much to spare.
// [gpu-square] Squares of distances are off by 5 u of themselves, those of sums of radii and a distance asked for by 7 u, so 6 u of a
//   radius, and the root's 6 u: 17 u are counted of a radius, 16 u of a distance asked for.
// [gpu-flush] A product below 2⁻¹²⁶ may become 0, so a square of a distance may be too small by 3·2⁻¹²⁶, and a distance by 2·10⁻¹⁹. That
//   never makes things apart: a sum of radii whose square is flushed is smaller than any distance whose square is not. It could make balls
//   inside overlap, so none is smaller than LEAST_SIZE: of the 17 u of its radius, 2·10⁻¹⁸, 11 u are left for it.
// To this comes what the answer of the processor itself may be off by, far below 2⁻³⁶ of all lengths (SHAPE_DISTANCE_ERROR, poses in
// double precision) and no more than FAR_ERROR, 2⁻³⁸, of how far from the origins of the world and of their frames all is. So what is
// called free or colliding here is so by more than the processor's error, and it says the same.
import { composeInversePose, POSE } from '../base/math/pose.js'
import { ballSolids, ballsSeenFrom, FAR_ERROR, type FilterSolid, farOf, solidsOf } from '../robots/world/many-solids.js'
import type { WorldIndex } from '../robots/world/world-index.js'
import { CHECKED, NEVER } from '../robots/world/world-pairs.js'
import { coverBalls } from '../shapes/cover-balls.js'
import { innerBalls } from '../shapes/inner-balls.js'
import { shapeSphere } from '../shapes/shape-bounds.js'
import { type ConvexPiece, convexPieces } from './convex-pieces.js'
import type { FixedChain } from './fixed-chain.js'
import { BALL_NUMBERS } from './kernels/layout.js'
import { EPSILON_SINGLE, LEAST_SIZE, MOST_SIZE } from './limits.js'
import { HULL_ROUNDING, LARGER, type PointPad, SMALLER, seenFrom, writePieces } from './piece-tables.js'
import { TableWriter } from './table-writer.js'

const U32 = EPSILON_SINGLE
/** Of what is derived to the first order in u, for the orders above. */
export const PADDED = 1.05

/** Of all lengths of a pair: what the processor's own answer may be off by, and much more. */
const OWN_ERROR = 2 ** -36

/** Pairs of geometries that kernels go through one by one for every configuration. */
const MOST_PAIRS = 20_000

/** A geometry that moves, balls in the turned frame of its body. */
interface Mover {
  readonly leaf: number
  readonly body: number
  readonly whole: Float64Array
  readonly groups: Float64Array
  readonly balls: Float64Array
  readonly inner: Float64Array
  readonly pieces: readonly ConvexPiece[]
  /** Its pose in that frame. */
  readonly pose: Float64Array
  /** FAR_ERROR of how far all of it is from the origins of frames. */
  readonly far: number
}

interface Obstacle {
  readonly leaf: number
  readonly ball: Float64Array
  readonly outer: readonly FilterSolid[]
  readonly inner: readonly FilterSolid[]
  readonly pieces: readonly ConvexPiece[]
  readonly pose: Float64Array
  /** As a mover's. */
  readonly far: number
}

/** The tables of a world, for one question. */
export interface BallTables {
  readonly ints: Int32Array
  readonly floats: Float32Array
  /** How many there are, and where they begin in `ints`. */
  readonly movers: number
  readonly obstacles: number
  readonly pairs: number
  readonly moversAt: number
  readonly obstaclesAt: number
  readonly pairsAt: number
  /** The largest margin of a pair of balls, metres or whatever unit the world is in. */
  readonly margin: number
  /** The least margin of a pair, and a length above all coordinates: [gpu-decided] of sweep-tables.ts. */
  readonly least: number
  readonly big: number
}

/** What has a margin: balls around all of a geometry, those around parts of it, balls inside, hulls, and points inside planes. */
export type MarginKind = 'whole' | 'balls' | 'inner' | 'hulls' | 'inside'

/** Where errors are on purpose, for tests that must see them. */
export interface MarginFault {
  /** Added to every margin, or to those of one kind. */
  readonly margin?: number
  readonly of?: MarginKind
}

/**
 * Of the pairs of geometries that may touch, or with `distances` those that distances count too; a text that says why not where kernels
 * cannot see them.
 */
export function ballTables(
  index: WorldIndex,
  chain: FixedChain,
  distances: boolean,
  fault: MarginFault = {},
): BallTables | string {
  const pairs = pairsOf(index, distances ? NEVER : CHECKED)
  if (typeof pairs === 'string') return pairs
  return new Builder(index, chain, pairs, fault).build()
}

/** Pairs of geometries that move against each other, two numbers each. */
function pairsOf(index: WorldIndex, most: number): Int32Array | string {
  const { bodyOf, objectOf, movers } = index
  const out: number[] = []
  for (let a = 0; a < bodyOf.length && objectOf[a]! < movers; a++) {
    for (let b = a + 1; b < bodyOf.length; b++) {
      if ((bodyOf[a] === 0 && bodyOf[b] === 0) || index.statusOf(a, b) > most) continue
      out.push(a, b)
      if (out.length > 2 * MOST_PAIRS) return `more than ${MOST_PAIRS} pairs of geometries`
    }
  }
  return out.length === 0 ? 'there is no pair to test' : Int32Array.from(out)
}

class Builder {
  private readonly moving: Mover[] = []
  private readonly standing: Obstacle[] = []
  /** By geometry: its place among those. */
  private readonly placeOf: Int32Array
  private margin = 0
  /** The least margin that each brings. */
  private readonly least = new Map<Mover | Obstacle, number>()
  private readonly far: number

  constructor(
    private readonly index: WorldIndex,
    private readonly chain: FixedChain,
    private readonly pairs: Int32Array,
    private readonly fault: MarginFault,
  ) {
    this.far = FAR_ERROR * Math.hypot(...chain.origin)
    this.placeOf = new Int32Array(index.bodyOf.length).fill(-1)
    for (const leaf of pairs) {
      if (this.placeOf[leaf] !== -1) continue
      const list: (Mover | Obstacle)[] = index.bodyOf[leaf] === 0 ? this.standing : this.moving
      this.placeOf[leaf] = list.length
      list.push(index.bodyOf[leaf] === 0 ? this.obstacle(leaf) : this.mover(leaf))
    }
  }

  build(): BallTables | string {
    const { moving, standing, pairs, placeOf, index, chain } = this
    if (!chain.reach.every((reach) => reach < MOST_SIZE)) return 'joints that reach too far for singles'
    for (const { whole, body } of moving) {
      const far = Math.hypot(whole[0]!, whole[1]!, whole[2]!) + whole[3]! + chain.reach[body]!
      if (!(whole[3]! > LEAST_SIZE && far < MOST_SIZE)) return 'geometry that is too small or too large for singles'
    }
    for (const { ball } of standing) {
      if (!(ball[3]! > LEAST_SIZE && this.away(ball) < MOST_SIZE))
        return 'obstacles that are too small or too large for singles'
    }
    const ints = new TableWriter()
    const floats = new TableWriter()
    const piecesOf = new Map<Mover | Obstacle, number>()
    for (const mover of moving) {
      const pad = this.withFaults((far) => this.hullPad(mover, far))
      piecesOf.set(mover, writePieces(ints, floats, mover.pieces, mover.pose, pad))
    }
    for (const obstacle of standing) {
      const pad = this.withFaults((far) => this.standingPad(obstacle, (HULL_ROUNDING / 16) * far))
      const pose = seenFrom(this.chain.origin, obstacle.pose)
      piecesOf.set(obstacle, writePieces(ints, floats, obstacle.pieces, pose, pad))
    }
    const moversAt = ints.length
    for (const mover of moving) {
      const { body } = mover
      const inside = this.smaller(mover.inner, mover)
      const whole = floats.add(this.larger(mover.whole, mover, 'whole')) / BALL_NUMBERS
      const groups = floats.add(this.larger(mover.groups, mover, 'balls')) / BALL_NUMBERS
      const balls = floats.add(this.larger(mover.balls, mover, 'balls')) / BALL_NUMBERS
      const inner = floats.add(inside) / BALL_NUMBERS
      const end = inner + inside.length / BALL_NUMBERS
      ints.add([body, whole, groups, balls, inner, end, piecesOf.get(mover)!, mover.pieces.length])
    }
    const solidsAt = (obstacle: Obstacle, solids: readonly FilterSolid[]): number => {
      const at = floats.length / BALL_NUMBERS
      for (const solid of solids) floats.add(this.solid(obstacle, solid))
      return at
    }
    const obstaclesAt = ints.length
    for (const obstacle of standing) {
      const { outer, inner, pieces } = obstacle
      const at = floats.add(this.standingBall(obstacle)) / BALL_NUMBERS
      const first = solidsAt(obstacle, outer)
      const middle = inner === outer ? first : solidsAt(obstacle, inner)
      ints.add([at, first, outer.length, middle, inner.length, piecesOf.get(obstacle)!, pieces.length, 0])
    }
    const pairsAt = ints.length
    for (let k = 0; k < pairs.length; k += 2) {
      const [a, b] = [pairs[k]!, pairs[k + 1]!]
      const [i, j] = [placeOf[a]!, placeOf[b]!]
      if (index.bodyOf[a] === 0) ints.add([j, -1 - i])
      else if (index.bodyOf[b] === 0) ints.add([i, -1 - j])
      else ints.add([i, j])
    }
    return {
      ints: Int32Array.from(ints.all()),
      floats: Float32Array.from(floats.all()),
      movers: moving.length,
      obstacles: standing.length,
      pairs: pairs.length / 2,
      moversAt,
      obstaclesAt,
      pairsAt,
      margin: this.margin,
      least: this.leastOfPairs(),
      big: this.big(),
    }
  }

  /** What the distance of a mover's ball from anything may be off by because of the ball. */
  private pad(mover: Mover, balls: Float64Array, i: number): number {
    const { body, far } = mover
    const { turnError, placeError, reach } = this.chain
    const c = Math.hypot(balls[i]!, balls[i + 1]!, balls[i + 2]!)
    const off = placeError[body]! + Math.sqrt(3) * turnError[body]! * c + 20 * U32 * (c + reach[body]!)
    const pad = PADDED * off + OWN_ERROR * (c + reach[body]! + balls[i + 3]!) + this.far + far
    this.note(mover, pad)
    return pad
  }

  /** The same for corners of hulls and points inside them: [gpu-hull], [gpu-inside]. */
  private hullPad(mover: Mover, c: number): number {
    const { body, far } = mover
    const { turnError, placeError, reach } = this.chain
    const off = 2 * (placeError[body]! + Math.sqrt(3) * turnError[body]! * c)
    const lengths = c + reach[body]!
    const pad = PADDED * (off + HULL_ROUNDING * U32 * lengths) + OWN_ERROR * lengths + this.far + far
    this.note(mover, pad)
    return pad
  }

  /** Of one side of a pair. */
  private faultOf(kind: MarginKind): number {
    const { margin = 0, of = kind } = this.fault
    return of === kind ? margin / 2 : 0
  }

  private withFaults(pad: (far: number) => number): PointPad {
    return (far) => {
      const own = pad(far)
      return { hull: own + this.faultOf('hulls'), inside: own + this.faultOf('inside') }
    }
  }

  private note(one: Mover | Obstacle, pad: number): void {
    if ('body' in one) this.margin = Math.max(this.margin, pad)
    this.least.set(one, Math.min(this.least.get(one) ?? Infinity, pad))
  }

  private leastOfPairs(): number {
    const { index, pairs, placeOf, moving, standing, least } = this
    const of = (leaf: number): number => {
      const list: readonly (Mover | Obstacle)[] = index.bodyOf[leaf] === 0 ? standing : moving
      return least.get(list[placeOf[leaf]!]!)!
    }
    let most = Infinity
    for (let k = 0; k < pairs.length; k += 2) most = Math.min(most, of(pairs[k]!) + of(pairs[k + 1]!))
    return most
  }

  /** What no coordinate is above, in the world or in frames of bodies and geometries. */
  private big(): number {
    const { origin, reach } = this.chain
    const far = [...this.moving, ...this.standing].reduce((most, one) => Math.max(most, one.far / FAR_ERROR), 0)
    return 2 * (Math.hypot(...origin) + reach.reduce((most, r) => Math.max(most, r), 0) + far)
  }

  private larger(balls: Float64Array, mover: Mover, kind: MarginKind): Float64Array {
    const out = balls.slice()
    const fault = this.faultOf(kind)
    for (let i = 0; i < out.length; i += BALL_NUMBERS)
      out[i + 3] = (balls[i + 3]! + this.pad(mover, balls, i) + fault) * LARGER
    return out
  }

  /** Balls that are still there, and not too small: [gpu-flush]. */
  private smaller(balls: Float64Array, mover: Mover): Float64Array {
    const out = balls.slice()
    const fault = this.faultOf('inner')
    for (let i = 0; i < out.length; i += BALL_NUMBERS)
      out[i + 3] = (balls[i + 3]! - this.pad(mover, balls, i) - fault) * SMALLER
    return out.filter((_, k) => out[k - (k % BALL_NUMBERS) + 3]! > LEAST_SIZE)
  }

  private standingPad(obstacle: Obstacle, lengths: number): number {
    const pad = (PADDED * 16 * U32 + OWN_ERROR) * lengths + this.far + obstacle.far
    this.note(obstacle, pad)
    return pad
  }

  private away(ball: ArrayLike<number>): number {
    return [0, 1, 2].reduce((sum, k) => sum + Math.abs(ball[k]! - this.chain.origin[k]!), ball[3]!)
  }

  private standingBall(obstacle: Obstacle): number[] {
    const { ball } = obstacle
    const { origin } = this.chain
    const r = (ball[3]! + this.standingPad(obstacle, this.away(ball)) + this.faultOf('whole')) * LARGER
    return [ball[0]! - origin[0]!, ball[1]! - origin[1]!, ball[2]! - origin[2]!, r]
  }

  /** Kind, place, axes, half extents, what its radius is at most and at least. */
  private solid(obstacle: Obstacle, { kind, pose, half, radius }: FilterSolid): number[] {
    const { origin } = this.chain
    const place = [0, 1, 2].map((k) => pose[4 * k + 3]! - origin[k]!)
    const lengths = place.reduce((sum, x) => sum + Math.abs(x), half[0] + half[1] + half[2] + radius)
    const pad = this.standingPad(obstacle, lengths)
    const axes = [0, 1, 2].flatMap((k) => [pose[k]!, pose[4 + k]!, pose[8 + k]!])
    const most = radius + pad + this.faultOf('balls')
    const least = radius - pad - this.faultOf('inner')
    const radii = [most * LARGER, least * (least > 0 ? SMALLER : LARGER)]
    return [kind, ...place, ...axes, ...half, ...radii, 0, 0]
  }

  private mover(leaf: number): Mover {
    const { index, chain } = this
    const shape = index.shapes[leaf]!
    const body = index.bodyOf[leaf]!
    const pose = new Float64Array(POSE)
    composeInversePose(pose, 0, chain.turns, POSE * body, index.inBody, POSE * leaf)
    const { whole, groups, balls } = coverBalls(shape)
    return {
      leaf,
      body,
      whole: ballsSeenFrom(whole, pose),
      groups: ballsSeenFrom(groups, pose),
      balls: ballsSeenFrom(balls, pose),
      inner: ballsSeenFrom(innerBalls(shape), pose),
      pieces: convexPieces(shape),
      pose,
      far: FAR_ERROR * farOf(index, leaf),
    }
  }

  private obstacle(leaf: number): Obstacle {
    const shape = this.index.shapes[leaf]!
    const pose = this.index.inBody.slice(POSE * leaf, POSE * leaf + POSE)
    const whole = new Float64Array(BALL_NUMBERS)
    shapeSphere(whole, 0, shape)
    const exact = solidsOf(shape, pose)
    const outer = exact ?? ballSolids(ballsSeenFrom(coverBalls(shape).balls, pose))
    const inner = exact ?? ballSolids(ballsSeenFrom(innerBalls(shape), pose))
    const ball = ballsSeenFrom(whole, pose)
    return { leaf, ball, outer, inner, pieces: convexPieces(shape), pose, far: FAR_ERROR * farOf(this.index, leaf) }
  }
}
