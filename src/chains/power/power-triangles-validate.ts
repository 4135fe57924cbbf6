// Whether a regular triangulation of the plane is one, exactly: every triangle turns the right way, neighbours agree, no
// corner across an edge is in conflict, which for a triangulation means that no corner anywhere is, hidden balls are hidden,
// and Euler's count holds.
import { BrokenInvariantError } from '../../errors.js'
import { orient2 } from '../../geometry/balls/power-predicates.js'
import { FREE } from './power-tetrahedra-arrays.js'
import type { PowerTriangles } from './power-triangles.js'

export function validateTriangles(triangles: PowerTriangles): void {
  const { balls, u, v, corner, next, star, slots } = triangles
  const n = balls.length / 4
  let live = 0
  let finite = 0
  for (let t = 0; t < slots; t++) {
    if (corner[3 * t] === FREE) continue
    live++
    const infinite = triangles.infiniteAt(t)
    if (infinite < 0) {
      finite++
      if (orient2(balls, corner[3 * t]!, corner[3 * t + 1]!, corner[3 * t + 2]!, u, v) <= 0)
        fail(t, 'is flat or turned')
    }
    for (let k = 0; k < 3; k++) {
      const other = next[3 * t + k]!
      if (!(other >= 0 && other < slots) || corner[3 * other] === FREE) fail(t, `has no neighbour ${k}`)
      const back = triangles.placeOf(other, t)
      const same =
        next[3 * other + back] === t &&
        corner[3 * other + ((back + 1) % 3)] === corner[3 * t + ((k + 2) % 3)] &&
        corner[3 * other + ((back + 2) % 3)] === corner[3 * t + ((k + 1) % 3)]
      if (!same) fail(t, `and its neighbour ${other} do not share an edge`)
      const across = corner[3 * other + back]!
      if (across >= 0 && triangles.inConflict(t, across)) fail(t, `is in conflict with ball ${across}`)
    }
  }
  if (finite !== triangles.finite) throw new BrokenInvariantError(`${finite} triangles, ${triangles.finite} counted`)
  let corners = 0
  for (let i = 0; i < n; i++) {
    const t = star[i]!
    if (t >= 0) {
      corners++
      if (corner[3 * t] !== i && corner[3 * t + 1] !== i && corner[3 * t + 2] !== i) fail(t, `is not at ball ${i}`)
    } else if (triangles.inConflict(triangles.locate(i, triangles.last), i)) {
      throw new BrokenInvariantError(`ball ${i} is not hidden`)
    }
  }
  // A sphere, with infinity as a corner.
  if (live !== 2 * (corners + 1) - 4)
    throw new BrokenInvariantError(`${live} triangles at ${corners} balls and infinity`)
}

function fail(t: number, what: string): never {
  throw new BrokenInvariantError(`triangle ${t} ${what}`)
}
