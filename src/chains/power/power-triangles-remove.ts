// Takes a ball out of a regular triangulation of the plane. The hole it leaves is the polygon of its neighbours, one of which
// may be infinity, and no other ball can come to lie in it but hidden ones, which the caller inserts again. So the polygon is
// filled ear by ear: three corners in a row whose triangle no other corner is in conflict with. (A regular triangulation of the
// polygon has ears, as every one has, and is the only one: perturbed lifts.) Polygons are small, six corners on average, and
// cubes of that are cheap.
import { orient2 } from '../../geometry/balls/power-predicates.js'
import type { PowerTriangles } from './power-triangles.js'

/** A side of the polygon: the triangle beyond it. */
interface Side {
  readonly corner: number
  /** Beyond the side from this corner to the one after it; and the place there of what is across that side. */
  beyond: number
  place: number
}

/**
 * Takes out ball p. False, with nothing changed, if what is left has no triangle: then the rest lies on a line.
 * Every other ball that was in the triangulation stays in it.
 */
export function removeFromTriangles(triangles: PowerTriangles, p: number): boolean {
  const { corner, next, star } = triangles
  const ring: Side[] = []
  const old: number[] = []
  let finite = triangles.finite
  for (let t = star[p]!; ; ) {
    const k = cornerOf(triangles, t, p)
    const beyond = next[3 * t + k]!
    ring.push({ corner: corner[3 * t + ((k + 1) % 3)]!, beyond, place: triangles.placeOf(beyond, t) })
    old.push(t)
    if (triangles.infiniteAt(t) < 0) finite--
    t = next[3 * t + ((k + 1) % 3)]!
    if (t === star[p]) break
  }
  const corners = ring.map((side) => side.corner)
  const ears = earsOf(triangles, corners, p)
  if (ears === undefined) return false
  for (let k = 0; k < ears.length; k += 3) if (ears[k]! >= 0 && ears[k + 1]! >= 0 && ears[k + 2]! >= 0) finite++
  if (finite < 1) return false
  for (const t of old) triangles.give(t)
  star[p] = -1
  for (let k = 0; k < ears.length; k += 3) {
    const a = ears[k]!
    const b = ears[k + 1]!
    const c = ears[k + 2]!
    const at = ring.findIndex((side) => side.corner === b)
    const before = ring[(at + ring.length - 1) % ring.length]!
    const side = ring[at]!
    const made = triangles.take(a, b, c)
    join(triangles, made, 2, before)
    join(triangles, made, 0, side)
    for (const x of [a, b, c]) if (x >= 0) star[x] = made
    if (ring.length === 3) {
      join(triangles, made, 1, ring[(at + 1) % 3]!)
      triangles.last = made
    } else {
      before.beyond = made
      before.place = 1
      ring.splice(at, 1)
    }
  }
  return true
}

function join(triangles: PowerTriangles, t: number, k: number, side: Side): void {
  triangles.next[3 * t + k] = side.beyond
  triangles.next[3 * side.beyond + side.place] = t
}

/** The triangles that fill the polygon, three corners each, in an order in which each cuts off its middle corner. */
function earsOf(triangles: PowerTriangles, corners: readonly number[], p: number): number[] | undefined {
  const ring = [...corners]
  const ears: number[] = []
  while (ring.length >= 3) {
    const at = ring.findIndex((b, k) => {
      const a = ring[(k + ring.length - 1) % ring.length]!
      const c = ring[(k + 1) % ring.length]!
      return isEar(triangles, corners, a, b, c, p)
    })
    if (at < 0) return undefined
    ears.push(ring[(at + ring.length - 1) % ring.length]!, ring[at]!, ring[(at + 1) % ring.length]!)
    if (ring.length === 3) break
    ring.splice(at, 1)
  }
  return ears
}

function isEar(t: PowerTriangles, corners: readonly number[], a: number, b: number, c: number, p: number): boolean {
  if (a >= 0 && b >= 0 && c >= 0 && orient2(t.balls, a, b, c, t.u, t.v) <= 0) return false
  // What p takes the place of is in conflict with it.
  if (!t.inConflictWith(a, b, c, p)) return false
  return corners.every((d) => d < 0 || d === a || d === b || d === c || !t.inConflictWith(a, b, c, d))
}

function cornerOf({ corner }: PowerTriangles, t: number, p: number): number {
  return corner[3 * t] === p ? 0 : corner[3 * t + 1] === p ? 1 : 2
}
