// What must hold of a regular triangulation, checked exactly: neighbours, turns, no conflict with the far corner of a
// neighbour; from that to the whole goes power-tetrahedra-ray.ts. Hidden balls are asked one by one.
import { BrokenInvariantError } from '../../errors.js'
import { orient3 } from '../../geometry/balls/power-predicates.js'
import { FREE, INFINITE, type Tetrahedra } from './power-tetrahedra-arrays.js'
import { inConflict, locate } from './power-tetrahedra-insert.js'
import { goesAroundOnce } from './power-tetrahedra-ray.js'
import { findStar } from './power-tetrahedra-star.js'

/** `everything`: ask every cell about every ball, too. Quadratic, and a proof by itself. */
export function validateTetrahedra(mesh: Tetrahedra, everything = false): void {
  const cellsAt = checkCells(mesh)
  for (let ball = 0; ball < mesh.count; ball++) {
    if (mesh.cellOf[ball] === -1) checkHidden(mesh, ball)
    else checkStar(mesh, ball, cellsAt[ball]!)
  }
  const ray = goesAroundOnce(mesh, mesh.balls)
  if (ray === 'no') throw new BrokenInvariantError('the cells go around more than once')
  if (ray === 'yes' && !everything) return
  for (let cell = 0; cell < mesh.cells; cell++) {
    if (mesh.corner[4 * cell] === FREE) continue
    for (let ball = 0; ball < mesh.count; ball++) {
      if (!hasCorner(mesh, cell, ball) && inConflict(mesh, cell, ball))
        broken(mesh, cell, `is in conflict with ${ball}`)
    }
  }
}

/** Neighbours, turns and local regularity. Returns how many cells each ball is a corner of. */
function checkCells(mesh: Tetrahedra): Int32Array {
  const { corner, across, balls } = mesh
  const cellsAt = new Int32Array(mesh.count)
  let live = 0
  for (let cell = 0; cell < mesh.cells; cell++) {
    const c = 4 * cell
    if (corner[c] === FREE) continue
    live++
    const [p, q, r, s] = [corner[c]!, corner[c + 1]!, corner[c + 2]!, corner[c + 3]!]
    if (q < 0 || r < 0 || s < 0) broken(mesh, cell, 'has an infinite corner that is not its first')
    if (p !== INFINITE && orient3(balls, p, q, r, s) <= 0) broken(mesh, cell, 'is flat or turned')
    for (let k = 0; k < 4; k++) {
      if (corner[c + k] !== INFINITE) cellsAt[corner[c + k]!]!++
      const next = across[c + k]!
      if (next < 0 || next >= mesh.cells || corner[4 * next] === FREE) broken(mesh, cell, `has no cell across ${k}`)
      const back = across.indexOf(cell, 4 * next) - 4 * next
      if (back < 0 || back > 3) broken(mesh, cell, `is not across from cell ${next}`)
      checkFacet(mesh, cell, k, next, back)
    }
  }
  if (live !== mesh.live) throw new BrokenInvariantError(`${live} cells in use, ${mesh.live} counted`)
  return cellsAt
}

/** The facet opposite to corner k of a cell is the neighbour's opposite to `back`, turned, and regular. */
function checkFacet(mesh: Tetrahedra, cell: number, k: number, next: number, back: number): void {
  const { corner } = mesh
  const far = corner[4 * next + back]!
  if (hasCorner(mesh, cell, far)) broken(mesh, cell, `has all corners of cell ${next}`)
  // With the far corner in place of its own, the cell must be the neighbour with its turn changed.
  const mine = [0, 1, 2, 3].map((j) => (j === k ? far : corner[4 * cell + j]!))
  const theirs = [0, 1, 2, 3].map((j) => corner[4 * next + j]!)
  const places = mine.map((v) => theirs.indexOf(v))
  if (places.includes(-1)) broken(mesh, cell, `shares no facet with cell ${next}`)
  if (!odd(places)) broken(mesh, cell, `turns like cell ${next}`)
  if (far !== INFINITE && inConflict(mesh, cell, far)) broken(mesh, cell, `is in conflict with ${far} of cell ${next}`)
}

/** All cells at the ball are found around it, and its link is a sphere: twice as many triangles as corners, less four. */
function checkStar(mesh: Tetrahedra, ball: number, cells: number): void {
  const { corner, cellOf } = mesh
  if (corner[4 * cellOf[ball]!] === FREE || !hasCorner(mesh, cellOf[ball]!, ball)) {
    throw new BrokenInvariantError(`ball ${ball} is not a corner of its cell ${cellOf[ball]}`)
  }
  findStar(mesh, ball)
  const link = new Set<number>()
  for (let i = 0; i < mesh.cavitySize; i++) {
    const c = 4 * mesh.cavity[i]!
    for (let k = 0; k < 4; k++) link.add(corner[c + k]!)
  }
  if (mesh.cavitySize !== cells || cells !== 2 * (link.size - 1) - 4) {
    throw new BrokenInvariantError(
      `ball ${ball} has ${cells} cells, ${mesh.cavitySize} of them around it, and ${link.size - 1} neighbours`,
    )
  }
}

function checkHidden(mesh: Tetrahedra, ball: number): void {
  const cell = locate(mesh, ball, mesh.last)
  if (inConflict(mesh, cell, ball)) throw new BrokenInvariantError(`ball ${ball} is left out, but not hidden`)
}

function hasCorner({ corner }: Tetrahedra, cell: number, ball: number): boolean {
  const c = 4 * cell
  return corner[c] === ball || corner[c + 1] === ball || corner[c + 2] === ball || corner[c + 3] === ball
}

/** Is the permutation odd? */
function odd(places: readonly number[]): boolean {
  let swaps = 0
  for (let i = 0; i < 4; i++) for (let j = i + 1; j < 4; j++) if (places[i]! > places[j]!) swaps++
  return swaps % 2 === 1
}

function broken({ corner }: Tetrahedra, cell: number, what: string): never {
  const corners = corner.slice(4 * cell, 4 * cell + 4).join(', ')
  throw new BrokenInvariantError(`cell ${cell} (${corners}) ${what}`)
}
