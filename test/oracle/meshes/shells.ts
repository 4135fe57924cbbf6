// The shells of a mesh and what is closed in it, word for word as docs/spec.md has it ([solids] 1, 2, 3, 5, 7), by lists and plain elimination. What
// depends on numbers of vertices is left to others: corners are names here, three a triangle.

/** Numbers by triangle such that at every edge its sides, with their directions, add up to zero, modulo a prime. */
export interface Cycle {
  readonly modulus: number
  readonly factors: ReadonlyMap<number, number>
}

export interface FoundShell {
  /** Each triangle once. */
  readonly triangles: readonly number[]
  /** Of its own triangles alone; none if it is not closed. */
  readonly cycles: readonly Cycle[]
  /** The sides on every edge cancel as they came, and no copies are turned against each other. */
  readonly given: boolean
}

export interface Found {
  readonly shells: readonly FoundShell[]
  /** Of all shells that are not closed, and added triangles. */
  readonly cycles: readonly Cycle[]
  /** Those triangles; and those of the file among them that belong to none. */
  readonly taken: readonly number[]
  readonly loose: readonly number[]
}

/** The first `files` triangles are the file's. With `gather`, triangles that meet two by two are put together before elimination. */
export function findShells(names: readonly string[], files: number, gather: boolean): Found {
  const corners = (t: number): string[] => names.slice(3 * t, 3 * t + 3)
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, k) => from + k)
  const kinds = new Map<string, number[]>()
  for (const t of range(0, files)) {
    if (new Set(corners(t)).size < 3) continue
    const key = corners(t).sort().join(' ')
    kinds.set(key, [...(kinds.get(key) ?? []), t])
  }
  const once = [...kinds.values()].map(([first]) => first!)
  const mixed = new Set(
    [...kinds.values()]
      .filter((list) => new Set(list.map((t) => turnOf(corners(t)))).size > 1)
      .map(([first]) => first!),
  )
  const shells = gathered(once, corners).map((piece): FoundShell => {
    const triangles = [...piece.keys()]
    const edges = [...sidesOf(triangles, corners).values()]
    const given = edges.every((sides) => sides.reduce((sum, { way }) => sum + way, 0) === 0)
    const isClosed = edges.every((sides) => sides.length % 2 === 0)
    return {
      triangles,
      cycles: isClosed ? findCycles(triangles, corners, gather) : [],
      given: isClosed && given && !triangles.some((t) => mixed.has(t)),
    }
  })
  const open = shells.filter(({ cycles }) => cycles.length === 0).flatMap(({ triangles }) => triangles)
  const taken = [...open, ...distinct(range(files, names.length / 3), corners)]
  const cycles = findCycles(taken, corners, gather)
  const held = new Set(cycles.flatMap(({ factors }) => [...factors.keys()]))
  return { shells, cycles, taken, loose: open.filter((t) => !held.has(t)) }
}

/** What hangs together by edges. */
export function components(triangles: readonly number[], corners: (t: number) => string[]): number[][] {
  const edges = sidesOf(triangles, corners)
  const left = new Set(triangles)
  const out: number[][] = []
  for (const seed of left) {
    left.delete(seed)
    const own = [seed]
    for (const t of own) {
      for (const { edge } of sides(t, corners)) {
        for (const { t: other } of edges.get(edge)!) if (left.delete(other)) own.push(other)
      }
    }
    out.push(own)
  }
  return out
}

interface Side {
  readonly t: number
  readonly edge: string
  readonly way: 1 | -1
}

function sides(t: number, corners: (t: number) => string[]): Side[] {
  const names = corners(t)
  return [0, 1, 2].map((k) => {
    const [from, to] = [names[k]!, names[(k + 1) % 3]!]
    return from < to ? { t, edge: `${from} ${to}`, way: 1 } : { t, edge: `${to} ${from}`, way: -1 }
  })
}

function sidesOf(triangles: readonly number[], corners: (t: number) => string[]): Map<string, Side[]> {
  const out = new Map<string, Side[]>()
  for (const side of triangles.flatMap((t) => sides(t, corners))) {
    const own = out.get(side.edge)
    if (own === undefined) out.set(side.edge, [side])
    else own.push(side)
  }
  return out
}

/** Triangles that meet at edges at which there are exactly two, each 1 or −1: which way round it is against the first. */
function gathered(triangles: readonly number[], corners: (t: number) => string[]): Map<number, number>[] {
  const edges = sidesOf(triangles, corners)
  const seen = new Set<number>()
  const out: Map<number, number>[] = []
  for (const seed of triangles) {
    if (seen.has(seed)) continue
    const own = new Map([[seed, 1]])
    for (const [t, turn] of own) {
      seen.add(t)
      for (const { edge, way } of sides(t, corners)) {
        const both = edges.get(edge)!
        const other = both.find((side) => side.t !== t)
        if (both.length === 2 && !own.has(other!.t)) own.set(other!.t, other!.way === way ? -turn : turn)
      }
    }
    out.push(own)
  }
  return out
}

/** A basis of the cycles over two fields. */
function findCycles(triangles: readonly number[], corners: (t: number) => string[], gather: boolean): Cycle[] {
  const units = gather ? gathered(triangles, corners) : triangles.map((t) => new Map([[t, 1]]))
  const unitOf = new Map(units.flatMap((unit, u) => [...unit.keys()].map((t) => [t, u] as const)))
  const edges = [...sidesOf(triangles, corners).values()]
  return [2, 65521].flatMap((modulus) => {
    const rows = edges.map((own) => {
      const row = new Map<number, number>()
      for (const { t, way } of own) {
        const u = unitOf.get(t)!
        row.set(u, ((row.get(u) ?? 0) + way * units[u]!.get(t)! + modulus) % modulus)
      }
      return new Map([...row].filter(([, factor]) => factor !== 0))
    })
    return nullSpace(rows, units.length, modulus).map((vector) => ({
      modulus,
      factors: new Map(
        [...vector].flatMap(([u, factor]) => [...units[u]!].map(([t, turn]) => [t, factor * turn] as const)),
      ),
    }))
  })
}

/** Columns one by one: a row that has it is made 1 there and taken from all others. What no row is kept for is free. */
function nullSpace(all: readonly Map<number, number>[], columns: number, modulus: number): Map<number, number>[] {
  const rows = all.filter((row) => row.size > 0).map((row) => new Map(row))
  const holders = Array.from({ length: columns }, () => new Set<number>())
  rows.forEach((row, r) => {
    for (const column of row.keys()) holders[column]!.add(r)
  })
  const pivots = new Map<number, number>()
  const used = new Set<number>()
  for (let column = 0; column < columns; column++) {
    const pivot = [...holders[column]!].find((r) => !used.has(r))
    if (pivot === undefined) continue
    used.add(pivot)
    pivots.set(column, pivot)
    const unit = power(rows[pivot]!.get(column)!, modulus - 2, modulus)
    for (const [c, factor] of rows[pivot]!) rows[pivot]!.set(c, (factor * unit) % modulus)
    for (const r of [...holders[column]!]) {
      if (r === pivot) continue
      const times = rows[r]!.get(column)!
      for (const [c, factor] of rows[pivot]!) {
        const value = ((rows[r]!.get(c) ?? 0) + factor * (modulus - times)) % modulus
        if (value === 0) {
          rows[r]!.delete(c)
          holders[c]!.delete(r)
        } else {
          rows[r]!.set(c, value)
          holders[c]!.add(r)
        }
      }
    }
  }
  const free = Array.from({ length: columns }, (_, column) => column).filter((column) => !pivots.has(column))
  return free.map((column) => {
    const vector = new Map([[column, 1]])
    for (const [at, pivot] of pivots) {
      const factor = rows[pivot]!.get(column)
      if (factor !== undefined) vector.set(at, modulus - factor)
    }
    return vector
  })
}

function power(value: number, times: number, modulus: number): number {
  if (times === 0) return 1
  const root = power(value, Math.trunc(times / 2), modulus)
  return (((root * root) % modulus) * (times % 2 === 1 ? value : 1)) % modulus
}

/** The first of copies, in whatever order their corners are; degenerate triangles left out. */
function distinct(triangles: readonly number[], corners: (t: number) => string[]): number[] {
  const seen = new Set<string>()
  return triangles.filter((t) => {
    const names = corners(t).sort()
    const key = names.join(' ')
    if (new Set(names).size < 3 || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Corners in the order of their names, or against it. */
function turnOf([a, b, c]: readonly string[]): boolean {
  return [a! < b!, b! < c!, c! < a!].filter((up) => up).length === 2
}
