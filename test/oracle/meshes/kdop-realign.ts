// What every realignment promises about a node, a pose and another node, in exact arithmetic.
import type { Random } from '../../../src/base/math/random.js'
import type { Realignment } from '../../../src/meshes/kdop/kdop-turn.js'
import { fitKdop } from '../../../src/volumes/kdop.js'
import { directionSet } from '../../../src/volumes/kdop-directions.js'
import { exact, multiply } from '../exact.js'
import {
  distanceSq,
  type ExactPoint,
  exactDot,
  exactLess,
  exactPoint,
  exactTransform,
  type PointKind,
  randomPoints,
  randomPose,
} from '../geometry/volumes.js'

/** Where arrays of a case begin, so that a method that forgets its offset is found out. */
const AT = 3

/** A node of points, turned: everything that is needed to say what went wrong. */
export interface RealignCase {
  readonly points: Float64Array
  readonly x: Float64Array
  readonly reach: number
}

export function realignCase(random: Random, kind: PointKind): RealignCase {
  const points = randomPoints(random, kind)
  const reach = reachOf(points)
  return { points, x: randomPose(random, reach), reach }
}

/** The largest |x| + |y| + |z|, rounded up. */
export function reachOf(points: Float64Array): number {
  let reach = 0
  for (let i = 0; i < points.length; i += 3) {
    reach = Math.max(reach, Math.abs(points[i]!) + Math.abs(points[i + 1]!) + Math.abs(points[i + 2]!))
  }
  return reach * (1 + 2 ** -50)
}

/** Fits a node to the points, turns it, and returns its slabs: the node's own and the realigned ones. */
export function realigned(r: Realignment, { points, x, reach }: RealignCase): { own: Float64Array; out: Float64Array } {
  const node = new Float64Array(r.stride + AT).fill(Number.NaN)
  r.clear()
  r.fit(node, AT, points, points.length / 3)
  r.prepare(x, 0, reach)
  const out = new Float64Array(r.k + AT).fill(Number.NaN)
  r.realign(out, AT, node, AT)
  return { own: node.slice(AT, AT + r.k), out: out.subarray(AT) }
}

/** Every point is inside every slab, and every moved point inside every realigned one. Returns the realigned slabs. */
export function checkRealign(r: Realignment, test: RealignCase): Float64Array {
  const { points } = test
  const { vectors } = directionSet(r.k)
  const { own } = realigned(r, test)
  for (let i = 0; i < points.length; i += 3) checkInside(r, test, own, vectors, identity, i)
  return checkMoved(r, test)
}

/** Only the moved points: many cases a second. */
export function checkMoved(r: Realignment, test: RealignCase): Float64Array {
  const { points, x } = test
  const { out } = realigned(r, test)
  const { vectors } = directionSet(r.k)
  for (let i = 0; i < points.length; i += 3) checkInside(r, test, out, vectors, x, i)
  return out
}

const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

function checkInside(
  r: Realignment,
  test: RealignCase,
  slabs: Float64Array,
  vectors: Float64Array,
  x: Float64Array,
  i: number,
): void {
  const { points } = test
  const px = points[i]!
  const py = points[i + 1]!
  const pz = points[i + 2]!
  let moved: ExactPoint | undefined
  for (let d = 0; d < r.k; d++) {
    let at = 0
    let size = 0
    for (let row = 0; row < 3; row++) {
      const c = vectors[3 * d + row]!
      const o = 4 * row
      at += c * (x[o]! * px + x[o + 1]! * py + x[o + 2]! * pz + x[o + 3]!)
      size += Math.abs(c) * (Math.abs(px) + Math.abs(py) + Math.abs(pz) + Math.abs(x[o + 3]!))
    }
    // In doubles where that decides: the sum above is off by less than 16 u of its terms.
    if (at + 2e-15 * size < slabs[d]!) continue
    moved ??= exactTransform(x, exactPoint(points, i))
    if (exactLess(exact(slabs[d]!), exactDot(exactPoint(vectors, 3 * d), moved))) {
      throw new Error(`${r.method} ${r.k}: point ${i / 3} is outside in direction ${d}: ${show(test)}`)
    }
  }
}

/** `lower` of the node against another one: the same slabs, never above the distance of two points. */
export function checkRealignLower(r: Realignment, test: RealignCase, other: Float64Array): number {
  const { points, x } = test
  const a = new Float64Array(r.k + AT)
  fitKdop(a, AT, other, other.length / 3, r.k)
  const node = new Float64Array(r.stride + AT)
  r.clear()
  r.fit(node, AT, points, points.length / 3)
  r.prepare(x, 0, test.reach)
  const out = new Float64Array(r.k)
  r.realign(out, 0, node, AT)
  let apart = false
  for (let d = 0; d < r.k; d++) if (a[AT + d]! + out[d ^ 1]! < 0) apart = true
  const must = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`${r.method} ${r.k}: ${what}: ${show(test)}, other ${JSON.stringify([...other])}`)
  }
  for (const margin of [0, 1e-3 * test.reach, Infinity]) {
    const lower = r.lower(a, AT, node, AT, margin)
    must(lower > 0 === apart, `lower is ${lower}, slabs ${apart ? 'are' : 'are not'} apart`)
    if (!apart) continue
    const lowerSq = multiply(exact(lower), exact(lower))
    for (let i = 0; i < points.length; i += 3) {
      const p = exactTransform(x, exactPoint(points, i))
      for (let j = 0; j < other.length; j += 3) {
        must(!exactLess(distanceSq(p, exactPoint(other, j)), lowerSq), `lower ${lower} is above a distance`)
      }
    }
  }
  return apart ? 1 : 0
}

/** D·(R·p + T), the largest over all points, as a double. */
export function supportOf({ points, x }: RealignCase, vectors: Float64Array, d: number): number {
  let most = -Infinity
  for (let i = 0; i < points.length; i += 3) {
    let at = 0
    for (let row = 0; row < 3; row++) {
      const o = 4 * row
      at +=
        vectors[3 * d + row]! *
        (x[o]! * points[i]! + x[o + 1]! * points[i + 1]! + x[o + 2]! * points[i + 2]! + x[o + 3]!)
    }
    most = Math.max(most, at)
  }
  return most
}

export function show({ points, x }: RealignCase): string {
  return JSON.stringify({ points: [...points], x: [...x] })
}
