// The arrays of a regular triangulation in space, and the small verbs on them.
//
// A cell is four corners (indices of balls) and the cells across its facets: across[4t + k] shares the facet opposite to
// corner k. Beyond every facet of the convex hull is an infinite cell, whose corner 0 (never another) is INFINITE. A finite
// cell has orient3 > 0; an infinite one turns as if its first corner were a point far outside. Cells that are free are
// chained through across, and have corner 0 = FREE.

/** The corner at infinity. */
export const INFINITE = -1
/** First corner of a cell or triangle that is not in use. */
export const FREE = -2

export class Tetrahedra {
  readonly count: number
  /** x, y, z, r a ball. */
  balls: Float64Array
  corner: Int32Array
  across: Int32Array
  /** Stamps of searches. */
  mark: Int32Array
  stamp = 0
  /** A cell with the ball as a corner; −1 if it is hidden, or not inserted. */
  readonly cellOf: Int32Array
  /** Cells ever used, those in use, and the first that is free again (−1: none). */
  cells = 0
  live = 0
  freed = -1
  /** A cell in use: where walks start. */
  last = 0

  // Scratch of insertion and removal.
  cavity: Int32Array = new Int32Array(256)
  border: Int32Array = new Int32Array(256)
  cavitySize = 0
  borderSize = 0
  /** Open hash of edges, four numbers a place: stamp, both ends, and the facet that waits for its partner. */
  edgeTable: Int32Array = new Int32Array(4 * 1024)
  edgeShift = 22
  edgeStamp = 0

  constructor(balls: Float64Array) {
    this.balls = balls
    this.count = balls.length >> 2
    this.cellOf = new Int32Array(this.count).fill(-1)
    // Random balls need some 6.8 cells each, and room for a cavity and what fills it.
    const room = 7 * this.count + 512
    this.corner = new Int32Array(4 * room)
    this.across = new Int32Array(4 * room)
    this.mark = new Int32Array(room)
  }
}

/** A cell to be filled. It may replace the arrays: read them again after it. */
export function addCell(mesh: Tetrahedra): number {
  mesh.live++
  const free = mesh.freed
  if (free >= 0) {
    mesh.freed = mesh.across[4 * free]!
    return free
  }
  const cell = mesh.cells++
  if (cell === mesh.mark.length) {
    mesh.corner = grown(mesh.corner)
    mesh.across = grown(mesh.across)
    mesh.mark = grown(mesh.mark)
  }
  return cell
}

export function freeCell(mesh: Tetrahedra, cell: number): void {
  mesh.corner[4 * cell] = FREE
  mesh.across[4 * cell] = mesh.freed
  mesh.freed = cell
  mesh.live--
}

export function grown(array: Int32Array): Int32Array {
  const larger = new Int32Array(2 * array.length)
  larger.set(array)
  return larger
}

/** Empties the hash of edges, with room for those of this many triangles. */
export function prepareEdges(mesh: Tetrahedra, triangles: number): void {
  if (16 * triangles > mesh.edgeTable.length) {
    let bits = 10
    while (1 << bits < 4 * triangles) bits++
    mesh.edgeTable = new Int32Array(4 << bits)
    mesh.edgeShift = 32 - bits
    mesh.edgeStamp = 0
  }
  mesh.edgeStamp++
}

/** Two facets of new cells with the edge p q in common are across each other: the first waits, the second joins them. */
export function joinEdge(mesh: Tetrahedra, p: number, q: number, facet: number): void {
  if (p > q) {
    const t = p
    p = q
    q = t
  }
  const { edgeTable, edgeStamp, edgeShift } = mesh
  const mask = edgeTable.length - 1
  let at = ((Math.imul(p, 0x9e3779b1) ^ Math.imul(q, 0x85ebca6b)) >>> edgeShift) << 2
  while (edgeTable[at] === edgeStamp) {
    if (edgeTable[at + 1] === p && edgeTable[at + 2] === q) {
      const other = edgeTable[at + 3]!
      mesh.across[facet] = other >> 2
      mesh.across[other] = facet >> 2
      return
    }
    at = (at + 4) & mask
  }
  edgeTable[at] = edgeStamp
  edgeTable[at + 1] = p
  edgeTable[at + 2] = q
  edgeTable[at + 3] = facet
}
