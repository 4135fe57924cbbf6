// From local to global regularity. Lifted cells, and the vertical ones beyond the hull, are a closed surface. It is the convex
// hull's if no cell is in conflict with the far corner of a neighbour, a point far above is inside of all of them, and a ray
// down from there meets one of them only (Mehlhorn and others, "Checking geometric programs, or verification of geometric
// structures", 1999, section 2.3: without the ray, a surface that goes around twice would pass). Seen from above: all finite
// cells are positive, and a point inside of one of them is in no other, and inside of every hull facet.
import { orient3 } from '../../geometry/balls/power-predicates.js'
import { FREE, INFINITE, type Tetrahedra } from './power-tetrahedra-arrays.js'

/** With these balls. Turns and conflicts are known to be right. `unknown`: no cell is thick enough to put a point in. */
export function goesAroundOnce(mesh: Tetrahedra, balls: Float64Array): 'yes' | 'no' | 'unknown' {
  const { corner } = mesh
  const point = mesh.count
  const more = new Float64Array(4 * point + 4)
  more.set(balls)
  const home = placeInside(mesh, more, point)
  if (home === -1) return 'unknown'
  for (let cell = 0; cell < mesh.cells; cell++) {
    const c = 4 * cell
    if (corner[c] === FREE || cell === home) continue
    const outside = orient3(more, point, corner[c + 1]!, corner[c + 2]!, corner[c + 3]!) >= 0
    if (outside && (corner[c] === INFINITE || isInside(mesh, more, cell, point, 0))) return 'no'
  }
  return 'yes'
}

/** Writes a point that is strictly inside of a cell, and says which; −1 if rounding leaves none. */
function placeInside(mesh: Tetrahedra, balls: Float64Array, point: number): number {
  const { corner } = mesh
  for (let cell = 0; cell < mesh.cells; cell++) {
    const c = 4 * cell
    if (corner[c]! < 0) continue
    for (let x = 0; x < 3; x++) {
      let sum = 0
      for (let k = 0; k < 4; k++) sum += balls[4 * corner[c + k]! + x]! / 4
      balls[4 * point + x] = sum
    }
    if (isInside(mesh, balls, cell, point, 1)) return cell
  }
  return -1
}

/** The point is on the inner side of all four facets: strictly (1), or on them (0). */
function isInside({ corner }: Tetrahedra, balls: Float64Array, cell: number, point: number, least: number): boolean {
  const c = 4 * cell
  const [p, q, r, s] = [corner[c]!, corner[c + 1]!, corner[c + 2]!, corner[c + 3]!]
  return (
    orient3(balls, point, q, r, s) >= least &&
    orient3(balls, p, point, r, s) >= least &&
    orient3(balls, p, q, point, s) >= least &&
    orient3(balls, p, q, r, point) >= least
  )
}
