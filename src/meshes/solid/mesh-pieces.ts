// Which sets of triangles are closed: holes that were filled, inner walls, stray triangles and all (docs/spec.md, [solids] 5).
//
// A closed choice gives each triangle a number such that at every edge the numbers of its sides add up to zero, with their directions: a cycle, an
// element of the null space of edge × triangle. Over Z₂ it is a set in which every edge has an even number of sides, and directions
// do not matter; over Z_p, p odd, triangles have a side up and a side down, and what is covered twice is not lost. Triangles are gathered
// into pieces first: where exactly two sides meet, one number follows from the other. At any other edge the numbers of the pieces
// must add up to zero. A sum of one rules its piece out (a hole, a fin), a sum of two makes one piece of two; what is left goes
// through Gaussian elimination, which is next to nothing in practice.
//
// A ray from a point is a linear functional on the null space, the sum of its crossings. It is not zero if and only if it is not
// zero on some vector of a basis: so some closed choice goes around a point if and only if one of the basis does.
import type { Sides } from './mesh-sides.js'

/** Triangles that meet two by two at edges, and no more. */
export interface Pieces {
  /** By triangle: its piece; -1 if it was not taken. */
  readonly pieceOf: Int32Array
  /** By triangle: -1 where it must be turned over to be like the first of its piece, else 1. */
  readonly turn: Int8Array
  readonly count: number
  /** By piece: its first triangle. */
  readonly seeds: Uint32Array
  /** By piece: 1 if its triangles can be turned alike; 1 if each edge has an even number of its sides; 1 if they cancel, turned alike. */
  readonly orientable: Uint8Array
  readonly closed: Uint8Array
  readonly oriented: Uint8Array
  /** By edge where not exactly two meet: what is there of each piece. */
  readonly sums: readonly (readonly EdgeShare[])[]
}

/** How many sides a piece has at an edge; and up less down, turned alike. */
interface EdgeShare {
  readonly piece: number
  sides: number
  net: number
}

/**
 * The pieces of the triangles that are `taken`, none of which may be degenerate. A function a loop: this runs once or twice in a process that
 * reads a robot, and small functions are compiled while they run.
 */
export function findPieces(sides: Sides, taken: Uint8Array): Pieces {
  const many = new Int32Array(sides.start.length)
  const both = new Int32Array(sides.start.length)
  const pieceOf = new Int32Array(taken.length).fill(-1)
  countSides(many, both, pieceOf, sides, taken)
  const turn = new Int8Array(taken.length)
  const seeds: number[] = []
  const twisted: number[] = []
  const waiting = new Int32Array(taken.length)
  for (let seed = pieceOf.indexOf(WAITS); seed >= 0; seed = pieceOf.indexOf(WAITS, seed)) {
    waiting[0] = seed
    pieceOf[seed] = seeds.length
    turn[seed] = 1
    if (!walkPiece(sides, many, both, pieceOf, turn, waiting)) twisted.push(seeds.length)
    seeds.push(seed)
  }
  const orientable = new Uint8Array(seeds.length).fill(1)
  for (const piece of twisted) orientable[piece] = 0
  const closed = new Uint8Array(seeds.length).fill(1)
  const oriented = orientable.slice()
  const sums: EdgeShare[][] = []
  for (const e of unpaired(many)) {
    const shares = sharesAt(sides, e, taken, pieceOf, turn)
    for (const { piece, sides, net } of shares) {
      if (sides % 2 === 1) closed[piece] = 0
      if (net !== 0) oriented[piece] = 0
    }
    sums.push(shares)
  }
  for (let piece = 0; piece < seeds.length; piece++) oriented[piece]! &= closed[piece]!
  return { pieceOf, turn, count: seeds.length, seeds: Uint32Array.from(seeds), orientable, closed, oriented, sums }
}

/** In place of its piece, while a triangle that is taken has none. */
const WAITS = -2

/** By edge: how many of its sides are taken, and their exclusive or: of two, that and one give the other. */
function countSides(many: Int32Array, both: Int32Array, pieceOf: Int32Array, { edge }: Sides, taken: Uint8Array): void {
  for (let t = 0; t < taken.length; t++) {
    if (taken[t] === 0) continue
    pieceOf[t] = WAITS
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      const e = edge[side]!
      many[e]!++
      both[e]! ^= side
    }
  }
}

/** Takes what hangs together with the triangle that waits into its piece; false if that cannot be turned alike. */
function walkPiece(
  { edge, up }: Sides,
  many: Int32Array,
  both: Int32Array,
  pieceOf: Int32Array,
  turn: Int8Array,
  waiting: Int32Array,
): boolean {
  const piece = pieceOf[waiting[0]!]!
  let alike = true
  let top = 1
  while (top > 0) {
    const t = waiting[--top]!
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      const e = edge[side]!
      if (many[e] !== 2) continue
      const other = both[e]! ^ side
      const next = Math.trunc(other / 3)
      const turned = up[other] === up[side] ? -turn[t]! : turn[t]!
      if (pieceOf[next]! >= 0) {
        if (turn[next] !== turned) alike = false
        continue
      }
      pieceOf[next] = piece
      turn[next] = turned
      waiting[top++] = next
    }
  }
  return alike
}

/** The edges where sides are taken, and not two. */
function unpaired(many: Int32Array): number[] {
  const found: number[] = []
  for (let e = 0; e < many.length; e++) if (many[e] !== 0 && many[e] !== 2) found.push(e)
  return found
}

/** What is of each piece at an edge. */
function sharesAt(
  { start, at, up }: Sides,
  e: number,
  taken: Uint8Array,
  pieceOf: Int32Array,
  turn: Int8Array,
): EdgeShare[] {
  const shares: EdgeShare[] = []
  for (let k = start[e]!; k < start[e + 1]!; k++) {
    const t = Math.trunc(at[k]! / 3)
    if (taken[t] === 0) continue
    let share = shares.find(({ piece }) => piece === pieceOf[t])
    if (share === undefined) shares.push((share = { piece: pieceOf[t]!, sides: 0, net: 0 }))
    share.sides++
    share.net += up[at[k]!]! * turn[t]!
  }
  return shares
}

/** A closed choice: the numbers of its pieces, in the field of `modulus` numbers. */
export interface Choice {
  readonly modulus: number
  readonly pieces: Int32Array
  readonly factors: Int32Array
}

/**
 * Two fields: Z₂ knows surfaces that cannot be oriented, and the other one what is covered an even number of times. The greatest prime
 * below 2¹⁶, so that products are exact.
 */
const FIELDS = [2, 65521] as const

/** Bases of the closed choices in all fields. */
export function findChoices({ count, orientable, sums }: Pieces): Choice[] {
  return FIELDS.flatMap((modulus) => {
    const rows = sums.map((shares) =>
      shares.map(({ piece, sides, net }): Term => ({ piece, factor: mod(modulus === 2 ? sides : net, modulus) })),
    )
    // What cannot be turned alike is its own opposite.
    for (let piece = 0; piece < count; piece++) {
      if (modulus !== 2 && orientable[piece] === 0) rows.push([{ piece, factor: 1 }])
    }
    return nullSpace(count, rows, modulus)
  })
}

interface Term {
  readonly piece: number
  readonly factor: number
}

function mod(value: number, modulus: number): number {
  return ((value % modulus) + modulus) % modulus
}

/** By Fermat: a^(p−2). */
function inverse(value: number, modulus: number): number {
  let out = 1
  let square = value
  for (let rest = modulus - 2; rest > 0; rest = Math.trunc(rest / 2)) {
    if (rest % 2 === 1) out = (out * square) % modulus
    square = (square * square) % modulus
  }
  return out
}

/** Sums over few pieces are solved by passes over all of them; elimination takes over after this many passes. */
const MOST_PASSES = 32

/** A basis of the numbers for which every row adds up to zero. */
function nullSpace(pieces: number, all: readonly (readonly Term[])[], modulus: number): Choice[] {
  // Trees of pieces that go together, each with its factor of the one above; the root of those that are ruled out is `none`.
  const none = pieces
  const parent = Int32Array.from({ length: pieces + 1 }, (_, i) => i)
  const factors = new Int32Array(pieces + 1).fill(1)
  const path: number[] = []
  const rootOf = (piece: number): number => {
    path.length = 0
    let root = piece
    for (; parent[root] !== root; root = parent[root]!) path.push(root)
    for (let k = path.length - 2; k >= 0; k--) {
      factors[path[k]!] = (factors[path[k]!]! * factors[path[k + 1]!]!) % modulus
      parent[path[k]!] = root
    }
    return root
  }
  /** Of roots, least first; the factor of the first is 1. */
  const tidy = (terms: readonly Term[]): Term[] => {
    const sums = new Map<number, number>()
    for (const { piece, factor } of terms) {
      const root = rootOf(piece)
      if (root !== none) sums.set(root, ((sums.get(root) ?? 0) + factor * factors[piece]!) % modulus)
    }
    const left = [...sums].filter(([, factor]) => factor !== 0).sort(([a], [b]) => a - b)
    if (left.length === 0) return []
    const unit = inverse(left[0]![1], modulus)
    return left.map(([piece, factor]) => ({ piece, factor: (factor * unit) % modulus }))
  }
  let rest = all
  for (let pass = 0, changed = true; pass < MOST_PASSES && changed; pass++) {
    changed = false
    const kept: Term[][] = []
    for (const row of rest) {
      const now = tidy(row)
      if (now.length > 2) kept.push(now)
      else if (now.length > 0) {
        changed = true
        const [{ piece }, other] = now as [Term, Term?]
        parent[piece] = other?.piece ?? none
        factors[piece] = other === undefined ? 0 : modulus - other.factor
      }
    }
    rest = kept
  }

  // Rows by their least piece, the pivot; each is reduced by those before it.
  const minus = (row: readonly Term[], by: readonly Term[], times: number): Term[] =>
    tidy([...row, ...by.map(({ piece, factor }) => ({ piece, factor: (factor * (modulus - times)) % modulus }))])
  const rows = new Map<number, Term[]>()
  for (const terms of rest) {
    let row = tidy(terms)
    for (let by = rows.get(row[0]?.piece ?? -1); by !== undefined; by = rows.get(row[0]?.piece ?? -1)) {
      row = minus(row, by, 1)
    }
    if (row.length > 0) rows.set(row[0]!.piece, row)
  }
  // From the last pivot to the first, so that no row holds another's pivot: each says which free pieces its pivot goes with.
  for (const pivot of [...rows.keys()].sort((a, b) => b - a)) {
    let row = rows.get(pivot)!
    for (const { piece, factor } of row.slice(1)) {
      const by = rows.get(piece)
      if (by !== undefined) row = minus(row, by, factor)
    }
    rows.set(pivot, row)
  }
  const vectors = new Map<number, Term[]>()
  for (let piece = 0; piece < pieces; piece++) {
    if (rootOf(piece) === piece && !rows.has(piece)) vectors.set(piece, [{ piece, factor: 1 }])
  }
  for (const [pivot, row] of rows) {
    for (const { piece, factor } of row.slice(1)) vectors.get(piece)!.push({ piece: pivot, factor: modulus - factor })
  }
  const below = new Map<number, number[]>()
  for (let piece = 0; piece < pieces; piece++) {
    const root = rootOf(piece)
    const own = below.get(root)
    if (own === undefined) below.set(root, [piece])
    else own.push(piece)
  }
  return [...vectors.values()].map((vector) => {
    const terms = vector.flatMap(({ piece: root, factor }) =>
      below.get(root)!.map((piece) => ({ piece, factor: (factor * factors[piece]!) % modulus })),
    )
    return {
      modulus,
      pieces: Int32Array.from(terms, ({ piece }) => piece),
      factors: Int32Array.from(terms, ({ factor }) => factor),
    }
  })
}
