// Which sets of triangles have an even number of sides on every edge: the null space of edge × triangle over Z₂, by plain elimination on
// rows of bits. docs/spec.md, [solids] 5.

/** A basis: each a list of triangles. `corners` names the three corners of each triangle, no two of them alike. */
export function closedChoices(corners: readonly (readonly string[])[]): number[][] {
  const rows = new Map<string, bigint>()
  corners.forEach((names, t) => {
    for (let k = 0; k < 3; k++) {
      const edge = [names[k]!, names[(k + 1) % 3]!].sort().join(' ')
      rows.set(edge, (rows.get(edge) ?? 0n) ^ (1n << BigInt(t)))
    }
  })
  return nullSpace([...rows.values()], corners.length)
}

/** Of rows of bits, `columns` of them. */
export function nullSpace(rows: readonly bigint[], columns: number): number[][] {
  const pivots = new Map<number, bigint>()
  let rest = [...rows]
  for (let column = 0; column < columns; column++) {
    const bit = 1n << BigInt(column)
    const pivot = rest.find((row) => (row & bit) !== 0n)
    if (pivot === undefined) continue
    rest = rest.map((row) => ((row & bit) !== 0n ? row ^ pivot : row)).filter((row) => row !== 0n)
    for (const [at, row] of pivots) if ((row & bit) !== 0n) pivots.set(at, row ^ pivot)
    pivots.set(column, pivot)
  }
  const basis: number[][] = []
  for (let free = 0; free < columns; free++) {
    if (pivots.has(free)) continue
    const bit = 1n << BigInt(free)
    basis.push([free, ...[...pivots].filter(([, row]) => (row & bit) !== 0n).map(([at]) => at)])
  }
  return basis
}

/** The first of copies, in whatever order their corners are; degenerate triangles left out. */
export function distinct(triangles: readonly number[], corners: (t: number) => readonly string[]): number[] {
  const seen = new Set<string>()
  return triangles.filter((t) => {
    const names = [...corners(t)].sort()
    const key = names.join(' ')
    if (new Set(names).size < 3 || seen.has(key)) return false
    seen.add(key)
    return true
  })
}
