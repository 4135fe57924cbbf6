// The regular triangulation of balls whose centres lie on a line, or all in one place: the lower hull of their lifts along a
// coordinate u in which the line has a length (Andrew's monotone chain, 1979), with perturbed lifts.
import { conflict1 } from '../geometry/power-predicates.js'

/** The balls that are not hidden, along the line from small u to large. Each and the next share an edge. */
export function powerLine(balls: Float64Array, u: number): Int32Array {
  const n = balls.length / 4
  const order = Int32Array.from({ length: n }, (_, i) => i)
  // In one place the lift falls as the radius grows; of equal balls the first is not hidden.
  order.sort((i, j) => balls[4 * i + u]! - balls[4 * j + u]! || balls[4 * j + 3]! - balls[4 * i + 3]! || i - j)
  const hull = new Int32Array(n)
  let count = 0
  for (const i of order) {
    if (count > 0 && balls[4 * hull[count - 1]! + u] === balls[4 * i + u]) continue
    while (count > 1 && !conflict1(balls, hull[count - 2]!, i, hull[count - 1]!, u)) count--
    hull[count++] = i
  }
  return hull.slice(0, count)
}
