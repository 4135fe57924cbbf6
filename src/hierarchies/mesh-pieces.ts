// Which sets of triangles are closed, among triangles that do not make up closed shells: holes that were filled, inner walls, stray
// triangles and all (docs/spec.md, [solids] 5).
//
// A closed choice is a set of triangles in which every edge has an even number of sides: an element of the null space of
// edge × triangle over Z₂. Triangles are gathered into pieces first: where exactly two sides meet, one is chosen if and only if the
// other is. At any other edge the pieces that have an odd number of sides there must add up to zero. A sum of one rules its piece
// out (a hole, a fin), a sum of two makes one piece of two; what is left goes through Gaussian elimination, which is next to nothing in
// practice.
//
// A ray from a point is a linear functional on the null space, the parity of its crossings. It is not zero if and only if it is not
// zero on some vector of a basis: so a point is inside some closed choice if and only if it is on the odd side of one of the basis.
import type { Sides } from './mesh-sides.js'

export interface Pieces {
  /** By triangle: its piece; -1 if it belongs to no closed choice, or was not asked about. */
  readonly pieceOf: Int32Array
  readonly count: number
  /** A basis of the closed choices: the pieces in each. */
  readonly basis: readonly Int32Array[]
}

/** Sums over few pieces are solved by passes over all of them; elimination takes over after this many passes. */
const MOST_PASSES = 32

/** The closed choices of the triangles that are `taken`, none of which may be degenerate. */
export function findPieces(sides: Sides, taken: Uint8Array): Pieces {
  const { start, at, edge } = sides
  // By edge: how many of its sides are taken, and the sum of the triangles they are on.
  const many = new Int32Array(start.length)
  const sumOf = new Float64Array(start.length)
  for (let t = 0; t < taken.length; t++) {
    if (taken[t] === 0) continue
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      many[edge[side]!]!++
      sumOf[edge[side]!]! += t
    }
  }
  const pieceOf = new Int32Array(taken.length).fill(-1)
  const waiting = new Int32Array(taken.length)
  let count = 0
  for (let seed = 0; seed < taken.length; seed++) {
    if (taken[seed] === 0 || pieceOf[seed]! >= 0) continue
    pieceOf[seed] = count
    waiting[0] = seed
    let top = 1
    while (top > 0) {
      const t = waiting[--top]!
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        const e = edge[side]!
        if (many[e] !== 2) continue
        const next = sumOf[e]! - t
        if (pieceOf[next]! >= 0) continue
        pieceOf[next] = count
        waiting[top++] = next
      }
    }
    count++
  }
  const sums: number[][] = []
  for (let e = 0; e + 1 < start.length; e++) {
    if (many[e] === 0 || many[e] === 2) continue
    const own: number[] = []
    for (let k = start[e]!; k < start[e + 1]!; k++) {
      const t = Math.trunc(at[k]! / 3)
      if (taken[t] === 1) own.push(pieceOf[t]!)
    }
    sums.push(oddOnes(own))
  }
  const solved = solve(count, sums)
  for (let t = 0; t < pieceOf.length; t++) if (pieceOf[t]! >= 0) pieceOf[t] = solved.renamed[pieceOf[t]!]!
  return { pieceOf, count: solved.count, basis: solved.basis }
}

/** Those that occur an odd number of times, in ascending order. */
function oddOnes(pieces: number[]): number[] {
  pieces.sort((a, b) => a - b)
  const out: number[] = []
  for (const piece of pieces) {
    if (out.at(-1) === piece) out.pop()
    else out.push(piece)
  }
  return out
}

/** The null space of sums that must be even. Pieces in no vector of it are renamed to -1, those that always go together are one. */
function solve(
  pieces: number,
  sums: readonly number[][],
): { renamed: Int32Array; count: number; basis: readonly Int32Array[] } {
  // Trees of pieces that go together; the root of those that are ruled out is `none`.
  const none = pieces
  const parent = Int32Array.from({ length: pieces + 1 }, (_, i) => i)
  const rootOf = (piece: number): number => {
    let root = piece
    while (parent[root] !== root) root = parent[root]!
    for (let at = piece; at !== root; ) {
      const next = parent[at]!
      parent[at] = root
      at = next
    }
    return root
  }
  const current = (sum: readonly number[]): number[] => oddOnes(sum.map(rootOf).filter((root) => root !== none))
  let rest = sums
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    let changed = false
    const kept: number[][] = []
    for (const sum of rest) {
      const now = current(sum)
      if (now.length > 2) kept.push(now)
      else if (now.length > 0) {
        changed = true
        parent[now[0]!] = now[1] ?? none
      }
    }
    rest = kept
    if (!changed) break
  }

  // Rows by their least piece, the pivot; each is reduced by those before it.
  const rows = new Map<number, number[]>()
  for (const sum of rest) {
    let row = current(sum)
    for (let by = rows.get(row[0]!); by !== undefined; by = rows.get(row[0]!)) row = oddOnes([...row, ...by])
    if (row.length > 0) rows.set(row[0]!, row)
  }
  // From the last pivot to the first, so that no row holds another's pivot: each says which free pieces its pivot goes with.
  for (const pivot of [...rows.keys()].sort((a, b) => b - a)) {
    const others = rows.get(pivot)!.slice(1)
    rows.set(pivot, [pivot, ...oddOnes(others.flatMap((piece) => rows.get(piece)?.slice(1) ?? [piece]))])
  }
  const vectors = new Map<number, number[]>()
  for (let piece = 0; piece < pieces; piece++) {
    if (rootOf(piece) === piece && !rows.has(piece)) vectors.set(piece, [piece])
  }
  for (const [pivot, row] of rows) for (const free of row.slice(1)) vectors.get(free)!.push(pivot)

  const numbers = new Map<number, number>()
  const basis = [...vectors.values()].map((vector) =>
    Int32Array.from(vector, (piece) => {
      const known = numbers.get(piece) ?? numbers.size
      numbers.set(piece, known)
      return known
    }),
  )
  const renamed = Int32Array.from({ length: pieces }, (_, piece) => numbers.get(rootOf(piece)) ?? -1)
  return { renamed, count: numbers.size, basis }
}
