// Poses of a mesh B in the frame of a mesh A that make a pair hard to answer for: near each other without touching, touching
// lightly, one inside the other. A pose is twelve numbers, row-major 3×4. The distance of the two is a function handed in,
// so that any program that has one can use these.
import { InvalidInputError, Random } from '../src/entries/meshes.js'
import { checkCount, checkLength } from './checks.js'

/** The distance from A to B at this pose of B; 0 where they touch. It is exact up to rounding, or the gaps are not. */
export type PoseDistance = (pose: Float64Array) => number

export interface NearPoseOptions {
  readonly count: number
  readonly seed: number
  /** From A's origin, B's origin at this distance: B is clear of A there, whichever way it is turned. */
  readonly far?: number
}

/** A pose that was looked for is given up after this many distances, and another direction is drawn. */
const STEPS = 200
/** Directions that lead past A, or graze it, may come in a row; this many mean that the distance function is wrong. */
const DIRECTIONS = 1000

/**
 * Random turns and directions, B moved in from afar until its distance is `gap`, uniform between least and most: the first
 * place on its way where it is that close. The gap is met to a hundredth of itself.
 */
export function separatedPoses(
  distance: PoseDistance,
  options: NearPoseOptions & { readonly gap?: readonly [least: number, most: number] },
): Float64Array[] {
  const { gap: [least, most] = [0.001, 0.05] } = options
  checkRange('gap', least, most)
  return search(options, (pose, direction, random) =>
    approach(distance, pose, direction, options.far ?? 4, random.range(least, most)) ? pose : undefined,
  )
}

/**
 * The same, but B continues for `depth` along its direction after it has come within a tenth of the least depth: poses
 * at which the surfaces touch. Those at which they do not, since B has slipped into a hollow, are left out.
 */
export function penetratingPoses(
  distance: PoseDistance,
  options: NearPoseOptions & { readonly depth?: readonly [least: number, most: number] },
): Float64Array[] {
  const { depth: [least, most] = [0.001, 0.02] } = options
  checkRange('depth', least, most)
  return search(options, (pose, direction, random) => {
    const depth = random.range(least, most)
    if (!approach(distance, pose, direction, options.far ?? 4, least / 10)) return undefined
    for (let i = 0; i < 3; i++) pose[4 * i + 3]! -= depth * direction[i]!
    return distance(pose) === 0 ? pose : undefined
  })
}

/** Any turn, and an origin within `offset` of A's: for a mesh inside another, with room for that much. */
export function nestedPoses(options: {
  readonly count: number
  readonly seed: number
  readonly offset?: number
}): Float64Array[] {
  const { count, seed, offset = 0.01 } = options
  checkCount('count', count, 0)
  if (!(offset >= 0 && offset < Infinity)) throw new InvalidInputError('offset', offset, 'a finite number from 0 on')
  const random = new Random(seed)
  return Array.from({ length: count }, () => {
    const pose = randomTurn(random)
    const direction = random.direction(new Float64Array(3))
    const length = offset * Math.cbrt(random.unit())
    for (let i = 0; i < 3; i++) pose[4 * i + 3] = length * direction[i]!
    return pose
  })
}

/** `count` poses from a maker that may refuse a turn and a direction. */
function search(
  { count, seed, far = 4 }: NearPoseOptions,
  make: (pose: Float64Array, direction: Float64Array, random: Random) => Float64Array | undefined,
): Float64Array[] {
  checkCount('count', count, 0)
  checkLength('far', far)
  const random = new Random(seed)
  const out: Float64Array[] = []
  for (let refused = 0; out.length < count; ) {
    const pose = make(randomTurn(random), random.direction(new Float64Array(3)), random)
    if (pose !== undefined) {
      out.push(pose)
      refused = 0
    } else if (++refused === DIRECTIONS) {
      throw new InvalidInputError(
        'distance',
        `${refused} misses in a row`,
        'a function that falls to 0 as B comes in from far',
      )
    }
  }
  return out
}

/**
 * Moves the pose's origin in along the direction until the distance is `gap`, from `far`; false if B goes by. What moves by
 * s comes nearer by at most s, so a step of what is left over `gap` never goes too far: conservative advancement.
 */
function approach(
  distance: PoseDistance,
  pose: Float64Array,
  direction: Float64Array,
  far: number,
  gap: number,
): boolean {
  let at = far
  for (let step = 0; step < STEPS && at > -far; step++) {
    for (let i = 0; i < 3; i++) pose[4 * i + 3] = at * direction[i]!
    const left = distance(pose) - gap
    if (left < 0.01 * gap) return left > -0.01 * gap
    at -= left
  }
  return false
}

/** A turn uniform over all of them, without a translation. */
export function randomTurn(random: Random): Float64Array {
  // A point uniform on the sphere of quaternions: two points uniform in the disc (Marsaglia).
  const disc = (): [number, number, number] => {
    for (;;) {
      const [x, y] = [random.range(-1, 1), random.range(-1, 1)]
      const s = x * x + y * y
      if (s < 1) return [x, y, s]
    }
  }
  const [x, y, s] = disc()
  const [u, v, t] = disc()
  const k = Math.sqrt((1 - s) / t)
  const [z, w] = [u * k, v * k]
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    0,
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    0,
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
    0,
  )
}

function checkRange(field: string, least: number, most: number): void {
  if (!(least > 0 && most >= least && most < Infinity)) {
    throw new InvalidInputError(field, [least, most], 'two positive finite numbers, the lesser first')
  }
}
