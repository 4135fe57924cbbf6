// Links of several spheres each, such as atoms hung on a backbone: bounds and distances straight from a flat list. A group of
// other shapes has a tree of boxes; for a handful of spheres, making it and going down it cost more than all pairs do.
//
// Rounding. An interval along a unit axis is in error by 4u·|c|₁ + 2u·r for each sphere, some 7u of the link's reach: the slack
// of a leaf is 256u of it, and more.
import { checkCoordinate, checkSize } from '../../base/math/checks.js'
import { MAX_COORDINATE, MIN_SIZE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { fitSphereAroundBalls } from '../../geometry/balls/fit-balls.js'
import { group, type Shape, sphere } from '../../shapes/shape.js'
import { shapeObb } from '../../shapes/shape-bounds.js'
import type { LinkShape } from './chain-links.js'

/** Numbers a sphere has: centre (3), radius (1). */
const SPHERE = 4

/** Steps of a ball's centre: of side-chains, balls are then within 3 % of the smallest. */
const STEPS = 12
const fitted = new Float64Array(SPHERE)

export class SphereList implements LinkShape {
  readonly ball: readonly number[]
  private made: Shape | undefined
  private box: readonly number[] | undefined

  /** `spheres` are taken over; `made` is the group of them, where there is one already. */
  constructor(
    readonly spheres: Float64Array,
    made?: Shape,
  ) {
    fitSphereAroundBalls(fitted, 0, spheres, STEPS)
    this.ball = Array.from(fitted)
    this.made = made
  }

  get shape(): Shape {
    this.made ??= this.asGroup()
    return this.made
  }

  get obb(): readonly number[] {
    if (this.box === undefined) {
      const box = new Float64Array(15)
      shapeObb(box, 0, box, 12, this.shape)
      this.box = Array.from(box)
    }
    return this.box
  }

  private asGroup(): Shape {
    const { spheres } = this
    const parts: Shape[] = []
    for (let s = 0; s < spheres.length; s += SPHERE) {
      parts.push(sphere({ radius: spheres[s + 3]!, at: spheres.subarray(s, s + 3) }))
    }
    return parts.length === 1 ? parts[0]! : group(parts)
  }
}

/** Refuses input that does not describe spheres. */
export function checkSpheres(spheres: Float64Array): void {
  if (spheres.length === 0 || spheres.length % SPHERE !== 0) {
    throw new InvalidInputError('spheres.length', spheres.length, 'four numbers a sphere, for one sphere or more')
  }
  for (let k = 0; k < spheres.length; k++) {
    const x = spheres[k]!
    // Names are made up for what is refused only.
    if (k % SPHERE === 3) {
      if (!(x >= MIN_SIZE && x <= MAX_COORDINATE)) checkSize(`spheres[${k}]`, x)
    } else if (!(Math.abs(x) <= MAX_COORDINATE)) checkCoordinate(`spheres[${k}]`, x)
  }
}

/** The spheres of a group, if it has no other parts. */
export function spheresOf(shape: Shape): Float64Array | undefined {
  if (shape.kind !== 'group') return undefined
  const out = new Float64Array(SPHERE * shape.parts.length)
  for (const [k, part] of shape.parts.entries()) {
    if (part.kind !== 'sphere') return undefined
    out.set(part.centre, SPHERE * k)
    out[SPHERE * k + 3] = part.radius
  }
  return out
}

/** The interval of spheres along a unit axis, to out[0..1]. */
export function spheresInterval(out: Float64Array, spheres: Float64Array, ax: number, ay: number, az: number): void {
  let lo = Infinity
  let hi = -Infinity
  for (let s = 0; s < spheres.length; s += SPHERE) {
    const at = ax * spheres[s]! + ay * spheres[s + 1]! + az * spheres[s + 2]!
    const r = spheres[s + 3]!
    if (at - r < lo) lo = at - r
    if (at + r > hi) hi = at + r
  }
  out[0] = lo
  out[1] = hi
}

/** What gapOfSpheres counts. */
export interface SphereTests {
  leafTests: number
}

/**
 * The least gap between a sphere of `a` and one of `b`, negative where they overlap; x[0..11] is the pose of b's frame in a's,
 * `ball` holds a. Gaps above `cutoff` may be left out, and what is found at or below `enough` is returned at once. Infinity if
 * there is none.
 */
export function gapOfSpheres(
  counts: SphereTests,
  a: Float64Array,
  ball: ArrayLike<number>,
  b: Float64Array,
  x: Float64Array,
  cutoff: number,
  enough: number,
): number {
  let least = Infinity
  let tests = 0
  const ballX = ball[0]!
  const ballY = ball[1]!
  const ballZ = ball[2]!
  for (let t = 0; t < b.length; t += SPHERE) {
    const p = b[t]!
    const q = b[t + 1]!
    const r = b[t + 2]!
    const bx = x[0]! * p + x[1]! * q + x[2]! * r + x[3]!
    const by = x[4]! * p + x[5]! * q + x[6]! * r + x[7]!
    const bz = x[8]! * p + x[9]! * q + x[10]! * r + x[11]!
    const limit = cutoff + b[t + 3]!
    tests++
    const ox = bx - ballX
    const oy = by - ballY
    const oz = bz - ballZ
    const reach = limit + ball[3]!
    if (ox * ox + oy * oy + oz * oz > reach * reach) continue
    for (let s = 0; s < a.length; s += SPHERE) {
      const dx = bx - a[s]!
      const dy = by - a[s + 1]!
      const dz = bz - a[s + 2]!
      const sum = limit + a[s + 3]!
      const squared = dx * dx + dy * dy + dz * dz
      tests++
      if (squared > sum * sum) continue
      const gap = Math.sqrt(squared) - a[s + 3]! - b[t + 3]!
      if (gap < least) least = gap
      if (least <= enough) {
        counts.leafTests += tests
        return least
      }
    }
  }
  counts.leafTests += tests
  return least
}
