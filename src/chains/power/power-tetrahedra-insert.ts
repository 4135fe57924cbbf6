// Insertion of a ball into a regular triangulation (Bowyer, Watson, 1981, with lifts for squared distances): the cells in
// conflict with it are connected and star-shaped around it; they are taken out, and every facet of their border is joined
// to it. power-tetrahedra.ts says what the arrays mean.
//
// Why this makes no flat cell where balls lie in one plane: let F be a facet on the border between a cell in conflict and
// one that is not, and the new ball in F's plane. Whether a cell with the facet F is in conflict then depends on F and the
// ball alone, perturbed as it is (the fourth corner's weight there is zero), and so it does for an infinite cell, which is
// asked in its facet's plane. Both cells would have answered alike. For two infinite cells that share an edge in line
// with the ball the same holds one dimension down.
import { conflict2, conflictPositive3, orient2, orient3 } from '../../geometry/balls/power-predicates.js'
import {
  addCell,
  freeCell,
  grown,
  INFINITE,
  joinEdge,
  prepareEdges,
  type Tetrahedra,
} from './power-tetrahedra-arrays.js'

/** Is the ball in conflict with the cell? */
export function inConflict(mesh: Tetrahedra, cell: number, ball: number): boolean {
  const { balls, corner } = mesh
  const c = 4 * cell
  const p = corner[c]!
  const q = corner[c + 1]!
  const r = corner[c + 2]!
  const s = corner[c + 3]!
  if (p !== INFINITE) return conflictPositive3(balls, p, q, r, s, ball)
  const side = orient3(balls, ball, q, r, s)
  return side === 0 ? inPlaneConflict(balls, q, r, s, ball) : side > 0
}

/** Ball d against the triangle a b c, in whose plane it is. */
export function inPlaneConflict(balls: Float64Array, a: number, b: number, c: number, d: number): boolean {
  if (orient2(balls, a, b, c, 0, 1) !== 0) return conflict2(balls, a, b, c, d, 0, 1)
  if (orient2(balls, a, b, c, 1, 2) !== 0) return conflict2(balls, a, b, c, d, 1, 2)
  return conflict2(balls, a, b, c, d, 2, 0)
}

/**
 * The cell that holds the ball's centre, or an infinite cell whose facet has it strictly outside. A walk from `start` across
 * facets that have the centre behind them: in a regular triangulation it cannot run in a circle (Edelsbrunner, "An
 * acyclicity theorem for cell complexes in d dimension", 1990).
 */
export function locate(mesh: Tetrahedra, ball: number, start: number): number {
  const { balls, corner, across } = mesh
  let cell = corner[4 * start] === INFINITE ? across[4 * start]! : start
  let from = -1
  for (;;) {
    const c = 4 * cell
    const p = corner[c]!
    if (p === INFINITE) return cell
    const q = corner[c + 1]!
    const r = corner[c + 2]!
    const s = corner[c + 3]!
    let next = -1
    if (across[c] !== from && orient3(balls, ball, q, r, s) < 0) next = across[c]!
    else if (across[c + 1] !== from && orient3(balls, p, ball, r, s) < 0) next = across[c + 1]!
    else if (across[c + 2] !== from && orient3(balls, p, q, ball, s) < 0) next = across[c + 2]!
    else if (across[c + 3] !== from && orient3(balls, p, q, r, ball) < 0) next = across[c + 3]!
    else return cell
    from = cell
    cell = next
  }
}

/** Inserts a ball that is not in the triangulation. False, and nothing changed, if the others hide it. */
export function insertBall(mesh: Tetrahedra, ball: number, start: number): boolean {
  const first = locate(mesh, ball, start)
  if (!inConflict(mesh, first, ball)) return false
  findCavity(mesh, ball, first)
  fillCavity(mesh, ball)
  mesh.last = mesh.cellOf[ball]!
  return true
}

/** Fills mesh.cavity with the cells in conflict and mesh.border with their facets to others, 4·cell + corner. */
export function findCavity(mesh: Tetrahedra, ball: number, first: number): void {
  const { across, mark } = mesh
  mesh.stamp += 2
  const inside = mesh.stamp
  const outside = inside + 1
  let cavity = mesh.cavity
  let border = mesh.border
  let size = 1
  let sides = 0
  cavity[0] = first
  mark[first] = inside
  for (let at = 0; at < size; at++) {
    const c = 4 * cavity[at]!
    if (size + 4 > cavity.length) cavity = mesh.cavity = grown(cavity)
    if (sides + 4 > border.length) border = mesh.border = grown(border)
    for (let k = 0; k < 4; k++) {
      const next = across[c + k]!
      const known = mark[next]!
      if (known === inside) continue
      if (known !== outside && inConflict(mesh, next, ball)) {
        mark[next] = inside
        cavity[size++] = next
      } else {
        mark[next] = outside
        border[sides++] = c + k
      }
    }
  }
  mesh.cavitySize = size
  mesh.borderSize = sides
}

/** Puts the cells (facet, ball) in place of those found. Corners that are left in no cell are hidden from now on. */
function fillCavity(mesh: Tetrahedra, ball: number): void {
  const { cavity, border, cavitySize, borderSize, cellOf } = mesh
  prepareEdges(mesh, borderSize)
  for (let i = 0; i < cavitySize; i++) {
    const c = 4 * cavity[i]!
    const { corner } = mesh
    if (corner[c] !== INFINITE) cellOf[corner[c]!] = -1
    cellOf[corner[c + 1]!] = -1
    cellOf[corner[c + 2]!] = -1
    cellOf[corner[c + 3]!] = -1
  }
  for (let i = 0; i < borderSize; i++) {
    const side = border[i]!
    const old = side >> 2
    const k = side & 3
    const cell = addCell(mesh)
    const { corner, across } = mesh
    const c = 4 * cell
    const o = 4 * old
    let p = corner[o]!
    let q = corner[o + 1]!
    let r = corner[o + 2]!
    let s = corner[o + 3]!
    const beyond = across[side]!
    if (k === 0) p = ball
    else if (k === 1) q = ball
    else if (k === 2) r = ball
    else s = ball
    corner[c] = p
    corner[c + 1] = q
    corner[c + 2] = r
    corner[c + 3] = s
    across[c + k] = beyond
    const b = 4 * beyond
    if (across[b] === old) across[b] = cell
    else if (across[b + 1] === old) across[b + 1] = cell
    else if (across[b + 2] === old) across[b + 2] = cell
    else across[b + 3] = cell
    if (p !== INFINITE) cellOf[p] = cell
    cellOf[q] = cell
    cellOf[r] = cell
    cellOf[s] = cell
    // Its other facets are the ball and an edge of the border's facet: the one opposite to corner j has the two left.
    if (k === 0) {
      joinEdge(mesh, r, s, c + 1)
      joinEdge(mesh, q, s, c + 2)
      joinEdge(mesh, q, r, c + 3)
    } else if (k === 1) {
      joinEdge(mesh, r, s, c)
      joinEdge(mesh, p, s, c + 2)
      joinEdge(mesh, p, r, c + 3)
    } else if (k === 2) {
      joinEdge(mesh, q, s, c)
      joinEdge(mesh, p, s, c + 1)
      joinEdge(mesh, p, q, c + 3)
    } else {
      joinEdge(mesh, q, r, c)
      joinEdge(mesh, p, r, c + 1)
      joinEdge(mesh, p, q, c + 2)
    }
  }
  freeCavity(mesh)
}

/** Hands the cells of mesh.cavity back: the first found is used again first. */
export function freeCavity(mesh: Tetrahedra): void {
  for (let i = mesh.cavitySize - 1; i >= 0; i--) freeCell(mesh, mesh.cavity[i]!)
}
