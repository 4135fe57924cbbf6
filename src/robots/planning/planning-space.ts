// The space that a planner searches: which numbers of a configuration move and in what ranges, how far apart two configurations
// are, and the straight lines between them. It knows nothing of contacts.
//
// Angles without limits (continuous joints, planar ones) are not wrapped: a path is one line after another on plain numbers, and
// its proofs join. They are sampled half a turn from the start, and a quarter beyond the goals. Quaternions are points of a
// sphere, joined the short way.
//
// Distances are Euclidean, in radians. A metre counts as π / (half the diagonal of the range that it is in), so that crossing the
// range is worth a turn, but never as more than 1 / (reach of what it moves): a turn by a radian moves nothing farther than that
// reach, and a finger that slides by its four centimetres has not gone far.
import { checkFinite } from '../../base/math/checks.js'
import { shortTurn, turnQuaternion } from '../../base/math/quaternion.js'
import type { Random } from '../../base/math/random.js'
import { InvalidInputError } from '../../errors.js'
import { LinePiece } from '../motion/line-piece.js'
import { worldSpace } from '../motion/motion-space.js'
import type { MotionPiece } from '../motion/piece.js'
import type { World } from '../world/world.js'
import { lookUp, variablesByName } from './planning-names.js'
import { ANGLE, defaultRanges, type Ranges, TURN_PART } from './planning-ranges.js'

export interface PlanningSpaceOptions {
  /** What moves: variables, joints or groups by name; all if left out. The rest stays as in the start. */
  readonly moving?: readonly string[] | undefined
  /** Ranges to search, by variable; they narrow the joints' limits, and replace them where there are none. */
  readonly bounds?: Readonly<Record<string, readonly [number, number]>> | undefined
  /** What a radian or a metre of a variable counts for in distances. */
  readonly weights?: Readonly<Record<string, number>> | undefined
}

/** Radians a unit: squares and sums of what is weighed by these do not overflow, nor vanish. */
const LEAST_WEIGHT = 1e-9
const MOST_WEIGHT = 1e9

/** How a moving number is sampled and measured. */
const STANDS = 0
const NUMBER = 1
const QUATERNION = 2

export class PlanningSpace {
  /** Numbers in a whole configuration. */
  readonly dof: number
  /** Variables that move; the others stay as in the start. */
  readonly moving: readonly number[]
  /** In how many ways it can move: a quaternion is three. */
  readonly degrees: number
  /** Ranges to sample, finite; [-1, 1] for the numbers of a quaternion. Of what does not move: the joint's limits. */
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Radians that one of a variable's units counts for; a quaternion's in the slot of rot_x. */
  readonly weights: Float64Array
  /** Where quaternions begin. */
  readonly quaternions: readonly number[]
  private readonly start: Float64Array
  /** By variable: how it is sampled; QUATERNION in the slot of rot_x only. */
  private readonly kinds: Uint8Array

  /** Configurations that were read and checked before; goals at the turn that is meant. */
  constructor(world: World, start: Float64Array, goals: readonly Float64Array[], options: PlanningSpaceOptions = {}) {
    const { moving, bounds, weights } = options
    const { dof, quaternions } = worldSpace(world)
    const names =
      moving === undefined && bounds === undefined && weights === undefined ? NO_NAMES : variablesByName(world)
    this.dof = dof
    this.quaternions = quaternions
    this.start = start.slice()
    const moves = readMoving(dof, quaternions, names, moving)
    const ranges = defaultRanges(world, start, goals, moves)
    if (bounds !== undefined) narrow(ranges, names, bounds)
    this.lower = ranges.lower
    this.upper = ranges.upper
    this.kinds = new Uint8Array(dof)
    const list: number[] = []
    for (let i = 0; i < dof; i++) {
      if (moves[i] === 0 || !(ranges.lower[i]! < ranges.upper[i]!)) continue
      list.push(i)
      this.kinds[i] = ranges.kinds[i] === TURN_PART ? STANDS : NUMBER
    }
    for (const i of quaternions) if (moves[i] === 1) this.kinds[i] = QUATERNION
    this.moving = list
    this.degrees = list.length - quaternions.filter((i) => moves[i] === 1).length
    this.weights = defaultWeights(ranges, quaternions)
    if (weights !== undefined) this.weigh(names, weights)
  }

  /** Uniform in the ranges; quaternions uniform over all rotations. */
  sample(out: Float64Array, random: Random): void {
    const { kinds, start, lower, upper } = this
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[i]
      if (kind === NUMBER) out[i] = Math.min(random.range(lower[i]!, upper[i]!), upper[i]!)
      else if (kind === QUATERNION) {
        randomRotation(out, i, random)
        i += 3
      } else out[i] = start[i]!
    }
  }

  /**
   * Each number uniform within `radius` times its range of `about`, and inside its range; a quaternion turned by no more than
   * `radius`·π. What does not move is as in the start.
   */
  sampleNear(out: Float64Array, random: Random, about: Float64Array, radius: number): void {
    const { kinds, start, lower, upper } = this
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[i]
      if (kind === NUMBER) {
        const step = radius * (upper[i]! - lower[i]!)
        const low = Math.max(lower[i]!, Math.min(about[i]! - step, upper[i]!))
        const high = Math.min(upper[i]!, Math.max(about[i]! + step, low))
        out[i] = Math.min(random.range(low, high), high)
      } else if (kind === QUATERNION) {
        random.direction(axis)
        // The largest of three makes small turns as rare as a ball's inside is small.
        const most = Math.max(random.unit(), random.unit(), random.unit())
        turnQuaternion(out, i, about, i, axis, Math.min(radius, 1) * Math.PI * most)
        i += 3
      } else out[i] = start[i]!
    }
  }

  /** Weighted Euclidean, in radians. */
  distance(a: Float64Array, b: Float64Array): number {
    return Math.sqrt(this.distanceSq(a, 0, b, 0, Infinity))
  }

  /** Squared, of configurations in larger arrays; more than `limit`, but not how much more, once that is passed. */
  distanceSq(a: Float64Array, i: number, b: Float64Array, j: number, limit: number): number {
    const { kinds, weights, dof } = this
    let sum = 0
    for (let k = 0; k < dof && sum <= limit; k++) {
      const kind = kinds[k]
      if (kind === NUMBER) {
        const d = weights[k]! * (a[i + k]! - b[j + k]!)
        sum += d * d
      } else if (kind === QUATERNION) {
        const d = weights[k]! * shortTurn(axis, a, i + k, b, j + k)
        sum += d * d
        k += 3
      }
    }
    return sum
  }

  /** The configuration at t of the straight line: to the last digit what edge(a, b).at writes. */
  between(out: Float64Array, a: Float64Array, b: Float64Array, t: number): void {
    const { dof, quaternions } = this
    if (t === 0 || t === 1) {
      const end = t === 0 ? a : b
      for (let i = 0; i < dof; i++) out[i] = end[i]!
      return
    }
    if (t <= 0.5) for (let i = 0; i < dof; i++) out[i] = a[i]! + t * (b[i]! - a[i]!)
    else for (let i = 0; i < dof; i++) out[i] = b[i]! - (1 - t) * (b[i]! - a[i]!)
    for (const i of quaternions) {
      const angle = shortTurn(axis, a, i, b, i)
      if (angle === 0) for (let k = i; k < i + 4; k++) out[k] = a[k]!
      else turnQuaternion(out, i, a, i, axis, angle * t)
    }
  }

  /** The straight line as it is checked, in this direction. */
  edge(a: Float64Array, b: Float64Array): MotionPiece {
    return new LinePiece(a, b, this.quaternions)
  }

  private weigh(
    names: ReadonlyMap<string, readonly number[]>,
    weights: NonNullable<PlanningSpaceOptions['weights']>,
  ): void {
    checkRecord('options.weights', weights)
    for (const [name, weight] of Object.entries(weights)) {
      const field = `options.weights[${JSON.stringify(name)}]`
      if (!(checkFinite(field, weight) >= LEAST_WEIGHT && weight <= MOST_WEIGHT)) {
        throw new InvalidInputError(field, weight, `from ${LEAST_WEIGHT} to ${MOST_WEIGHT}`)
      }
      for (const i of lookUp(names, field, name)) this.weights[i] = weight
      for (const q of this.quaternions) {
        const own = lookUp(names, field, name).find((i) => i >= q && i < q + 4)
        if (own !== undefined) this.weights[q] = weight
      }
    }
  }
}

const axis = new Float64Array(3)

const NO_NAMES: ReadonlyMap<string, readonly number[]> = new Map()

function checkRecord(field: string, record: object): void {
  if (Object.prototype.toString.call(record) !== '[object Object]') {
    throw new InvalidInputError(field, record, 'a record by name')
  }
}

/** By variable: 1 if it may move. A quaternion moves as one. */
function readMoving(
  dof: number,
  quaternions: readonly number[],
  names: ReadonlyMap<string, readonly number[]>,
  moving: readonly string[] | undefined,
): Uint8Array {
  const out = new Uint8Array(dof)
  if (moving === undefined) return out.fill(1)
  if (!Array.isArray(moving)) throw new InvalidInputError('options.moving', moving, 'a list of names')
  moving.forEach((name, k) => {
    for (const i of lookUp(names, `options.moving[${k}]`, name)) out[i] = 1
  })
  for (const q of quaternions) if (out.subarray(q, q + 4).includes(1)) out.fill(1, q, q + 4)
  return out
}

function narrow(
  { lower, upper, kinds, hasLower, hasUpper }: Ranges,
  names: ReadonlyMap<string, readonly number[]>,
  bounds: NonNullable<PlanningSpaceOptions['bounds']>,
): void {
  checkRecord('options.bounds', bounds)
  for (const [name, range] of Object.entries(bounds)) {
    const field = `options.bounds[${JSON.stringify(name)}]`
    if (!Array.isArray(range) || range.length !== 2) throw new InvalidInputError(field, range, 'two numbers')
    const [low, high] = [checkFinite(`${field}[0]`, range[0]), checkFinite(`${field}[1]`, range[1])]
    if (!(low <= high)) throw new InvalidInputError(field, range, 'the lower bound, then the upper')
    for (const i of lookUp(names, field, name)) {
      if (kinds[i] === TURN_PART) throw new InvalidInputError(field, range, 'left out: rotations have no bounds')
      lower[i] = hasLower[i] === 1 ? Math.max(low, lower[i]!) : low
      upper[i] = hasUpper[i] === 1 ? Math.min(high, upper[i]!) : high
      if (lower[i]! > upper[i]!) throw new InvalidInputError(field, range, "a range that meets the joint's limits")
    }
  }
}

function defaultWeights({ lower, upper, kinds, reach, first }: Ranges, quaternions: readonly number[]): Float64Array {
  const weights = new Float64Array(lower.length).fill(1)
  // Numbers of one joint share the diagonal of their box.
  const diagonalSq = new Float64Array(lower.length)
  for (let i = 0; i < lower.length; i++) {
    if (kinds[i] !== ANGLE && kinds[i] !== TURN_PART)
      diagonalSq[first[i]!]! += (upper[i]! - lower[i]!) * (upper[i]! - lower[i]!)
  }
  for (let i = 0; i < lower.length; i++) {
    if (kinds[i] === ANGLE || kinds[i] === TURN_PART) continue
    const half = Math.sqrt(diagonalSq[first[i]!]!) / 2
    const weight = Math.min(Math.PI / half, 1 / reach[i]!)
    weights[i] = weight < Infinity && weight > 0 ? weight : 1
  }
  for (const q of quaternions) weights.fill(1, q, q + 4)
  return weights
}

/** Marsaglia 1972: uniform over all rotations, and nothing but roots, which are the same everywhere. */
function randomRotation(out: Float64Array, o: number, random: Random): void {
  const s = inDisc(out, o, random)
  const t = inDisc(out, o + 2, random)
  const k = Math.sqrt((1 - s) / t)
  out[o + 2]! *= k
  out[o + 3]! *= k
}

/** Writes a point uniform in the unit disc; returns its squared distance from the middle. */
function inDisc(out: Float64Array, o: number, random: Random): number {
  for (;;) {
    const x = random.range(-1, 1)
    const y = random.range(-1, 1)
    const s = x * x + y * y
    if (s >= 1 || s < 1e-20) continue
    out[o] = x
    out[o + 1] = y
    return s
  }
}
