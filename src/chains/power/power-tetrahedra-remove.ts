// Removal of a ball from a regular triangulation. Its cells leave a hole, which is filled from the border inwards: behind
// each facet goes the corner of the hole's border whose cell no other of them is in conflict with (a gift is wrapped so:
// candidates are ordered by the slope of the hyperplane through the facet's lifted corners and theirs).
//
// Why the border's corners are enough. Insert the ball into the triangulation without it: the cells in conflict with it are
// the ones that fill the hole, and all their corners are on its border, for a corner inside would have been hidden by the ball
// and is not in the triangulation. They have all other balls above them, so they are cells of the border's own triangulation,
// too, and there the ball's star is the same, so no others are in conflict. Where no candidate is in front of a facet, the
// facet is on the hull, and the cell is infinite. Every infinite cell of the hole has a finite facet, so finite facets alone
// are wrapped. Balls that the removed one hid are not looked for here.
//
// Wrapping is quadratic in the number of neighbours. Where there are many, the border's own triangulation is built, and its
// cells in conflict with the ball are copied.
import { BrokenInvariantError } from '../../errors.js'
import { conflictPositive3, orient3 } from '../../geometry/balls/power-predicates.js'
import { addCell, freeCell, INFINITE, Tetrahedra } from './power-tetrahedra-arrays.js'
import { affineBasis, buildTetrahedra } from './power-tetrahedra-build.js'
import { findCavity, locate } from './power-tetrahedra-insert.js'
import { findStar } from './power-tetrahedra-star.js'

/** A facet that waits for the cell on its other side: 4·cell + corner opposite; DONE when that has come. */
const DONE = -1

/**
 * Wrapping asks two facets a neighbour about all neighbours. Their triangulation costs about ten times as many questions as it
 * has cells, and has as many cells a ball as the whole, if that tells (some 7 where balls lie about, hundreds on a helix).
 * With more neighbours than this many times the cells a ball, it is the cheaper way.
 */
const MANY = 8

/** Scratch of one triangulation's removals. */
export class HoleScratch {
  /** The finite corners of the hole's border. */
  link: number[] = []
  /** Facets to be wrapped: three corners each, such that orient3(p, corners) > 0 for p in the hole. */
  queue: number[] = []
  /** Open hash of facets, five numbers a place: stamp, corners ascending, and what waits there. */
  table: Int32Array = new Int32Array(5 * 1024)
  places = 1024
  used = 0
  stamp = 0
  waiting = 0
  /** A neighbour of the ball removed last. */
  near = -1
  /** Cells that were made since this was last emptied. */
  made: number[] = []
}

/** False, and nothing changed, if the balls left in the triangulation would lie in one plane. */
export function removeFromTetrahedra(mesh: Tetrahedra, scratch: HoleScratch, ball: number): boolean {
  findStar(mesh, ball)
  findLink(mesh, scratch, ball)
  if (wouldBeFlat(mesh, scratch)) return false
  scratch.near = scratch.link[0]!
  openHole(mesh, scratch)
  for (let i = 0; i < mesh.cavitySize; i++) freeCell(mesh, mesh.cavity[i]!)
  mesh.cellOf[ball] = -1
  if (scratch.link.length * mesh.count > MANY * mesh.live) copyCells(mesh, scratch, ball)
  const { queue } = scratch
  for (let at = 0; at < queue.length; at += 3) wrap(mesh, scratch, queue[at]!, queue[at + 1]!, queue[at + 2]!)
  if (scratch.waiting !== 0) throw new BrokenInvariantError(`${scratch.waiting} facets are open after removing ${ball}`)
  return true
}

function findLink(mesh: Tetrahedra, { link }: HoleScratch, ball: number): void {
  const { corner, cavity, cavitySize, cellOf } = mesh
  link.length = 0
  // cellOf says which are listed: it is set again for all of them when the hole is filled.
  for (let i = 0; i < cavitySize; i++) {
    for (let c = 4 * cavity[i]!, k = 0; k < 4; k++, c++) {
      const p = corner[c]!
      if (p === INFINITE || p === ball || cellOf[p]! < 0) continue
      cellOf[p] = -2 - cellOf[p]!
      link.push(p)
    }
  }
  for (const p of link) cellOf[p] = -2 - cellOf[p]!
}

/** The ball is in every finite cell, and its neighbours are in one plane. */
function wouldBeFlat({ balls, corner, across, border, borderSize }: Tetrahedra, { link }: HoleScratch): boolean {
  let base = -1
  for (let i = 0; i < borderSize; i++) {
    const side = border[i]!
    const c = side & ~3
    if (corner[c] === INFINITE) continue
    if (corner[4 * across[side]!] !== INFINITE) return false
    base = side
  }
  const [a, b, c] = [1, 2, 3].map((k) => corner[(base & ~3) | (((base & 3) + k) & 3)]!) as [number, number, number]
  return !link.some((p) => orient3(balls, p, a, b, c) !== 0)
}

/** The border's facets wait for the cells that fill the hole. */
function openHole(mesh: Tetrahedra, scratch: HoleScratch): void {
  const { corner, across, border, borderSize } = mesh
  scratch.queue.length = 0
  scratch.stamp++
  scratch.used = 0
  scratch.waiting = 0
  for (let i = 0; i < borderSize; i++) {
    const side = border[i]!
    const cell = side >> 2
    const c = 4 * cell
    const k = side & 3
    // The cell's corners with the ball first, turned as the cell is.
    const p = k === 0 ? corner[c + 1]! : corner[c]!
    const q = k === 0 ? corner[c + 2]! : k === 2 ? corner[c + 1]! : k === 1 ? corner[c + 3]! : corner[c + 2]!
    const r = k === 0 ? corner[c + 3]! : k === 2 ? corner[c + 3]! : k === 1 ? corner[c + 2]! : corner[c + 1]!
    const beyond = across[side]!
    let back = 4 * beyond
    while (across[back] !== cell) back++
    joinFacet(mesh, scratch, p, q, r, back)
    if (p !== INFINITE) scratch.queue.push(p, q, r)
  }
}

/** Fills the hole with the cells of the link's triangulation that are in conflict with the ball. None if that is flat. */
function copyCells(mesh: Tetrahedra, scratch: HoleScratch, ball: number): void {
  const { link } = scratch
  // In order of index, as perturbation goes by it.
  const members = Int32Array.from([...link, ball]).sort()
  const left = members.indexOf(ball)
  const balls = new Float64Array(4 * members.length)
  members.forEach((p, i) => {
    balls.set(mesh.balls.subarray(4 * p, 4 * p + 4), 4 * i)
  })
  const basis = affineBasis(balls, left)
  if (basis.length < 4) {
    // Nothing is in front of any facet.
    link.length = 0
    return
  }
  const part = new Tetrahedra(balls)
  buildTetrahedra(part, basis, left)
  findCavity(part, left, locate(part, left, part.last))
  for (let i = 0; i < part.cavitySize; i++) {
    const from = 4 * part.cavity[i]!
    const named = (k: number): number =>
      part.corner[from + k] === INFINITE ? INFINITE : members[part.corner[from + k]!]!
    placeCell(mesh, scratch, named(0), named(1), named(2), named(3))
  }
  scratch.queue.length = 0
}

/** The cell of the hole behind the facet a b c, unless it is there already. */
function wrap(mesh: Tetrahedra, scratch: HoleScratch, a: number, b: number, c: number): void {
  if (isDone(scratch, a, b, c)) return
  const { balls } = mesh
  const { link } = scratch
  let best = INFINITE
  for (let i = 0; i < link.length; i++) {
    const p = link[i]!
    if (p === a || p === b || p === c) continue
    if (best !== INFINITE && !conflictPositive3(balls, best, a, b, c, p)) continue
    if (orient3(balls, p, a, b, c) > 0) best = p
  }
  placeCell(mesh, scratch, best, a, b, c)
}

/** A new cell of the hole. Its finite facets that match no waiting facet have more of the hole behind them. */
function placeCell(mesh: Tetrahedra, scratch: HoleScratch, p: number, a: number, b: number, c: number): void {
  const cell = addCell(mesh)
  const { corner, cellOf } = mesh
  const { queue } = scratch
  const at = 4 * cell
  corner[at] = p
  corner[at + 1] = a
  corner[at + 2] = b
  corner[at + 3] = c
  if (p !== INFINITE) cellOf[p] = cell
  cellOf[a] = cell
  cellOf[b] = cell
  cellOf[c] = cell
  mesh.last = cell
  scratch.made.push(cell)
  joinFacet(mesh, scratch, a, b, c, at)
  if (joinFacet(mesh, scratch, p, b, c, at + 1) && p !== INFINITE) queue.push(p, b, c)
  if (joinFacet(mesh, scratch, a, p, c, at + 2) && p !== INFINITE) queue.push(a, p, c)
  if (joinFacet(mesh, scratch, a, b, p, at + 3) && p !== INFINITE) queue.push(a, b, p)
}

function isDone(scratch: HoleScratch, a: number, b: number, c: number): boolean {
  return scratch.table[place(scratch, a, b, c) + 4] === DONE
}

/** Joins the cells on both sides of a facet; true if this is the first side, which waits. */
function joinFacet(mesh: Tetrahedra, scratch: HoleScratch, a: number, b: number, c: number, side: number): boolean {
  if (2 * scratch.used >= scratch.places) enlarge(scratch)
  const at = place(scratch, a, b, c)
  const { table, stamp } = scratch
  if (table[at] !== stamp) {
    table[at] = stamp
    table[at + 4] = side
    scratch.used++
    scratch.waiting++
    return true
  }
  const other = table[at + 4]!
  if (other === DONE) throw new BrokenInvariantError(`the facet ${a}, ${b}, ${c} has more than two sides`)
  table[at + 4] = DONE
  scratch.waiting--
  mesh.across[side] = other >> 2
  mesh.across[other] = side >> 2
  return false
}

/** The facet's place in the table; its corners are written there if it was free. */
function place(scratch: HoleScratch, a: number, b: number, c: number): number {
  const least = Math.min(a, b, c)
  const most = Math.max(a, b, c)
  const middle = a + b + c - least - most
  const { table, stamp, places } = scratch
  let hash = Math.imul(least, 0x9e3779b1) ^ Math.imul(middle, 0x85ebca6b) ^ Math.imul(most, 0xc2b2ae35)
  hash = (hash ^ (hash >>> 15)) & (places - 1)
  for (;;) {
    const at = 5 * hash
    if (table[at] !== stamp) {
      table[at + 1] = least
      table[at + 2] = middle
      table[at + 3] = most
      return at
    }
    if (table[at + 1] === least && table[at + 2] === middle && table[at + 3] === most) return at
    hash = (hash + 1) & (places - 1)
  }
}

function enlarge(scratch: HoleScratch): void {
  const { table, places, stamp } = scratch
  scratch.places = 2 * places
  scratch.table = new Int32Array(10 * places)
  for (let from = 0; from < 5 * places; from += 5) {
    if (table[from] !== stamp) continue
    const at = place(scratch, table[from + 1]!, table[from + 2]!, table[from + 3]!)
    scratch.table[at] = stamp
    scratch.table[at + 4] = table[from + 4]!
  }
}
