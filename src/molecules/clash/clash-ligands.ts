// Ligands in one piece. Bonds of residues that have no template are found by distance, and where a file is poor, one that is
// stretched goes missing: its two atoms, and their neighbours, would all be called clashes. A residue is one molecule, so the
// pieces of one are joined at their nearest atoms, the shortest bonds first, and the notes say which.
import { type BondGraph, bondGraph, templateBonds } from '../structure/bonds.js'
import { residueLabel, type Structure } from '../structure/structure.js'

/** Farther apart than this (Å) nothing is joined: a bond of C and C is 1.54, and one in the haems of 4HHB is 2.3. */
const LONGEST_STRETCHED = 2.5

/** Larger residues are left as they are: every pair of their atoms would be tested. */
const MOST_ATOMS = 500

/** The bonds, and those that join the pieces of ligands. The same graph where nothing is in pieces. */
export function withWholeLigands(structure: Structure, positions: Float64Array, bonds: BondGraph): BondGraph {
  const { atoms, residues } = structure
  const added: [number, number][] = []
  const notes: string[] = []
  residues.forEach((residue, r) => {
    const { first, count } = residue
    if (count < 2 || count > MOST_ATOMS || templateBonds(residue) !== undefined) return
    for (const [i, j, distance] of missingBonds(structure, positions, bonds, first, count)) {
      added.push([i, j])
      const label = `${residueLabel(structure, r)} ${atoms.names[i]}–${atoms.names[j]}`
      notes.push(`${label}: taken for a bond of ${distance.toFixed(2)} Å, since the residue is in pieces without it`)
    }
  })
  if (added.length === 0) return bonds
  for (let k = 0; k < bonds.count; k++) added.push([bonds.pairs[2 * k]!, bonds.pairs[2 * k + 1]!])
  return bondGraph(atoms.count, added, bonds.disulphides, [...bonds.notes, ...notes])
}

/** The shortest pairs that join the pieces of atoms [first, first + count), as Kruskal has it. */
function missingBonds(
  { atoms }: Structure,
  p: Float64Array,
  { start, neighbours }: BondGraph,
  first: number,
  count: number,
): [number, number, number][] {
  const owner = Int32Array.from({ length: count }, (_, k) => k)
  const find = (k: number): number => {
    let root = k
    while (owner[root] !== root) root = owner[root]!
    return root
  }
  let pieces = count
  const join = (a: number, b: number): boolean => {
    const [x, y] = [find(a - first), find(b - first)]
    if (x === y) return false
    owner[Math.max(x, y)] = Math.min(x, y)
    pieces--
    return true
  }
  for (let i = first; i < first + count; i++) {
    for (let k = start[i]!; k < start[i + 1]!; k++) {
      const j = neighbours[k]!
      if (j > i && j < first + count) join(i, j)
    }
  }
  if (pieces === 1) return []
  const near: [number, number, number][] = []
  for (let i = first; i < first + count; i++) {
    if (!ORGANIC.has(atoms.elements[i]!)) continue
    for (let j = i + 1; j < first + count; j++) {
      if (!ORGANIC.has(atoms.elements[j]!) || find(i - first) === find(j - first)) continue
      const [x, y, z] = [p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!]
      const distance = Math.sqrt(x * x + y * y + z * z)
      if (distance > 0 && distance <= LONGEST_STRETCHED) near.push([i, j, distance])
    }
  }
  near.sort((a, b) => a[2] - b[2] || a[0] - b[0] || a[1] - b[1])
  return near.filter(([i, j]) => join(i, j))
}

/** Not hydrogens, which hang on one atom, nor metals, which are held. */
const ORGANIC: ReadonlySet<string> = new Set('B C N O F Si P S Cl As Se Br Te I'.split(' '))
