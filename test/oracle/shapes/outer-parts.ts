// Is all that a mesh has in a cell between planes inside a polytope? In whole numbers: doubles times a power of two, points with a common
// denominator.
import { orient3d } from 'robust-predicates'
import type { Cut } from '../../../src/shapes/clip-triangles.js'
import { exact } from '../exact.js'

/** x, y, z and the denominator of all three, which is positive. */
export type FractionPoint = readonly [bigint, bigint, bigint, bigint]

/** n·x ≤ c times the point's denominator. */
type Plane = readonly [bigint, bigint, bigint, bigint]

/** Binary digits after the point: no number of a case may have finer ones. */
const DIGITS = 320

function whole(x: number): bigint {
  const { m, e } = exact(x)
  if (e + DIGITS < 0 && m !== 0n) throw new Error(`${x} has digits that are too fine`)
  return m << BigInt(e + DIGITS)
}

/** Four numbers without the powers of two that all have in common, which makes them short. */
function short(all: readonly [bigint, bigint, bigint, bigint]): readonly [bigint, bigint, bigint, bigint] {
  const together = all[0] | all[1] | all[2] | all[3]
  if (together === 0n) return all
  let shift = 0n
  while (((together >> shift) & 0xffffn) === 0n) shift += 16n
  return [all[0] >> shift, all[1] >> shift, all[2] >> shift, all[3] >> shift]
}

export function fractionPoint(x: number, y: number, z: number): FractionPoint {
  return short([whole(x), whole(y), whole(z), 1n << BigInt(DIGITS)])
}

/** The faces of the hull of some points, by testing all triples; none of a flat one. */
export function planesAround(points: Float64Array): Plane[] {
  const out: Plane[] = []
  const n = points.length / 3
  const at = (i: number): [number, number, number] => [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!]
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      for (let k = j + 1; k < n; k++) {
        let side = 0
        let isFace = true
        for (let l = 0; l < n && isFace; l++) {
          const s = Math.sign(orient3d(...at(i), ...at(j), ...at(k), ...at(l)))
          if (s === 0) continue
          isFace = side === 0 || s === side
          side = s
        }
        if (!isFace || side === 0) continue
        const [a, b, c] = [at(i), at(j), at(k)].map((p) => p.map(whole)) as [bigint[], bigint[], bigint[]]
        const u = [0, 1, 2].map((d) => b[d]! - a[d]!)
        const v = [0, 1, 2].map((d) => c[d]! - a[d]!)
        const normal = [0, 1, 2].map((d) => u[(d + 1) % 3]! * v[(d + 2) % 3]! - u[(d + 2) % 3]! * v[(d + 1) % 3]!)
        const along = (p: readonly bigint[]): bigint => normal[0]! * p[0]! + normal[1]! * p[1]! + normal[2]! * p[2]!
        const offset = along(a)
        const isInward = Array.from({ length: n }, (_, l) => along(at(l).map(whole))).some((d) => d > offset)
        const sign = isInward ? -1n : 1n
        const [x, y, z] = normal.map((c) => (sign * c) << BigInt(DIGITS)) as [bigint, bigint, bigint]
        out.push(short([x, y, z, sign * offset]))
      }
    }
  }
  return out
}

export function isBehind(planes: readonly Plane[], [x, y, z, w]: FractionPoint): boolean {
  return planes.every(([a, b, c, d]) => a * x + b * y + c * z <= d * w)
}

/** What a triangle has in a cell: the corners of a polygon. */
export function clipExactly(triangle: readonly FractionPoint[], cuts: readonly Cut[]): FractionPoint[] {
  let polygon = [...triangle]
  for (const { x, y, z, c, sign } of cuts) {
    const [a, b, d, e] = short([x, y, z, c].map(whole) as [bigint, bigint, bigint, bigint])
    // How far above the plane, times something positive.
    const above = (p: FractionPoint): bigint => BigInt(sign) * (a * p[0] + b * p[1] + d * p[2] - e * p[3])
    polygon = polygon.flatMap((p, i) => {
      const before = polygon[(i + polygon.length - 1) % polygon.length]!
      const [s, r] = [above(p), above(before)]
      const out: FractionPoint[] = []
      if ((s < 0n && r > 0n) || (s > 0n && r < 0n)) {
        const [u, v] = s > 0n ? [s, -r] : [-s, r]
        out.push(short([0, 1, 2, 3].map((k) => u * before[k]! + v * p[k]!) as unknown as FractionPoint))
      }
      if (s <= 0n) out.push(p)
      return out
    })
  }
  return polygon
}
