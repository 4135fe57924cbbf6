// All balls move a little: most of the triangulation stays what it is. Cells that would be turned, or in conflict with a
// neighbour's corner, are found with the balls' new numbers; of each, one ball is taken out with the old ones, until all that is
// left is regular before and after. Then the new numbers hold, and the balls come back, with those that were hidden.
//
// Every step is exact, and so is the result: it equals a rebuilt one. It pays for steps of some thousandths of the
// balls' spacing; where too many balls would have to be removed, rebuilding is faster.
import { conflictPositive3, orient3 } from '../../geometry/balls/power-predicates.js'
import { FREE, INFINITE, type Tetrahedra } from './power-tetrahedra-arrays.js'
import { inConflict, insertBall } from './power-tetrahedra-insert.js'
import { goesAroundOnce } from './power-tetrahedra-ray.js'
import { type HoleScratch, removeFromTetrahedra } from './power-tetrahedra-remove.js'

/**
 * Gives all balls new numbers. Returns how many were taken out and put back (hidden ones are left to the caller), or −1 where
 * more than `most` would have to be, or those left would be flat: rebuild then, the triangulation can no longer be used.
 */
export function followBalls(mesh: Tetrahedra, hole: HoleScratch, next: Float64Array, most: number): number {
  const out: number[] = []
  const near: number[] = []
  const isOut = new Uint8Array(mesh.count)
  let wrong = findWrong(mesh, next, isOut, undefined, most)
  while (wrong.length > 0) {
    if (out.length + wrong.length > most) return -1
    hole.made.length = 0
    for (const ball of wrong) {
      if (!removeFromTetrahedra(mesh, hole, ball)) return -1
      out.push(ball)
      near.push(hole.near)
    }
    wrong = findWrong(mesh, next, isOut, hole.made, most)
  }
  if (goesAroundOnce(mesh, next) !== 'yes') return -1
  mesh.balls = next
  for (let i = 0; i < out.length; i++) {
    const start = mesh.cellOf[near[i]!]!
    insertBall(mesh, out[i]!, start >= 0 ? start : mesh.last)
  }
  return out.length
}

/**
 * Balls to be taken out, one at least of everything that is wrong among these cells, or among all. Marks them. Where there are
 * more than `most`, not all of them.
 */
function findWrong(
  mesh: Tetrahedra,
  next: Float64Array,
  isOut: Uint8Array,
  cells: number[] | undefined,
  most: number,
): number[] {
  const { corner, across } = mesh
  const before = mesh.balls
  const found: number[] = []
  const count = cells === undefined ? mesh.cells : cells.length
  mesh.balls = next
  for (let i = 0; i < count && found.length <= most; i++) {
    const cell = cells === undefined ? i : cells[i]!
    const c = 4 * cell
    const p = corner[c]!
    if (p === FREE) continue
    const q = corner[c + 1]!
    const r = corner[c + 2]!
    const s = corner[c + 3]!
    // What goes with a ball that is out already need not be asked.
    if (isOut[q] === 1 || isOut[r] === 1 || isOut[s] === 1 || (p !== INFINITE && isOut[p] === 1)) continue
    if (p !== INFINITE && orient3(next, p, q, r, s) <= 0) {
      isOut[p] = 1
      found.push(p)
      continue
    }
    for (let k = 0; k < 4; k++) {
      const other = across[c + k]!
      // From one side, if all cells are asked. Between a finite and an infinite one, the turn of the first has said it.
      if (cells === undefined && other < cell) continue
      const o = 4 * other
      if ((corner[o] === INFINITE) !== (p === INFINITE)) continue
      const back = across[o] === cell ? o : across[o + 1] === cell ? o + 1 : across[o + 2] === cell ? o + 2 : o + 3
      const far = corner[back]!
      if (isOut[far] === 1) continue
      const conflict = p === INFINITE ? inConflict(mesh, cell, far) : conflictPositive3(next, p, q, r, s, far)
      if (!conflict) continue
      isOut[far] = 1
      found.push(far)
    }
  }
  mesh.balls = before
  return found
}
