// Builds a regular triangulation from scratch: one tetrahedron that is not flat, then ball after ball.
import { orient2, orient3 } from '../../geometry/balls/power-predicates.js'
import { INFINITE, type Tetrahedra } from './power-tetrahedra-arrays.js'
import { insertBall } from './power-tetrahedra-insert.js'
import { insertionOrder } from './power-tetrahedra-order.js'

/** Inserts all balls but the one left out. `basis`: four that are not in one plane. */
export function buildTetrahedra(mesh: Tetrahedra, basis: Int32Array, leftOut = -1): void {
  startFrom(mesh, basis)
  for (const ball of insertionOrder(mesh.balls)) {
    if (ball !== leftOut && !basis.includes(ball)) insertBall(mesh, ball, mesh.last)
  }
}

/** One tetrahedron, and an infinite cell beyond each of its facets. */
function startFrom(mesh: Tetrahedra, basis: Int32Array): void {
  let [p, q, r, s] = basis as unknown as [number, number, number, number]
  if (orient3(mesh.balls, p, q, r, s) < 0) {
    const t = p
    p = q
    q = t
  }
  const { corner, across, cellOf } = mesh
  // An infinite cell is the tetrahedron with a corner replaced by one on the other side of its facet, so its facet is turned.
  // Cell 1 + k lies beyond corner k. The facet opposite to one of its corners v is shared with the cell beyond v.
  corner.set([p, q, r, s, INFINITE, r, q, s, INFINITE, p, r, s, INFINITE, q, p, s, INFINITE, p, q, r])
  across.set([1, 2, 3, 4])
  const corners = [p, q, r, s]
  for (let k = 0; k < 4; k++) {
    const c = 4 * (1 + k)
    across[c] = 0
    for (let j = 1; j < 4; j++) across[c + j] = 1 + corners.indexOf(corner[c + j]!)
  }
  for (const ball of corners) cellOf[ball] = 0
  mesh.cells = 5
  mesh.live = 5
}

/**
 * Balls whose centres are affinely independent, as many as there are (one more than the dimension of the set): the first
 * ball, the first that differs from it, the first that is not in line with both, the first that is not in their plane. One
 * ball may be left out.
 */
export function affineBasis(balls: Float64Array, leftOut = -1): Int32Array {
  const count = balls.length >> 2
  const first = (from: number, is: (i: number) => boolean): number => {
    let i = from
    while (i < count && (i === leftOut || !is(i))) i++
    return i
  }
  const a = first(0, () => true)
  if (a === count) return new Int32Array(0)
  const differs = (i: number, k: number): boolean => balls[4 * i + k] !== balls[4 * a + k]
  const b = first(a + 1, (i) => differs(i, 0) || differs(i, 1) || differs(i, 2))
  if (b === count) return Int32Array.of(a)
  const turns = (i: number): boolean =>
    orient2(balls, a, b, i, 0, 1) !== 0 || orient2(balls, a, b, i, 1, 2) !== 0 || orient2(balls, a, b, i, 2, 0) !== 0
  const c = first(b + 1, turns)
  if (c === count) return Int32Array.of(a, b)
  const d = first(c + 1, (i) => orient3(balls, a, b, c, i) !== 0)
  return d === count ? Int32Array.of(a, b, c) : Int32Array.of(a, b, c, d)
}
