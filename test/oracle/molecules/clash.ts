// Clashes by brute force: every pair of atoms, bonds counted by walking them for each pair. And structures to ask about, put
// together by hand, with no reader in between.
import type { BondGraph } from '../../../src/molecules/structure/bonds.js'
import type { Residue, Structure, StructureChain } from '../../../src/molecules/structure/structure.js'

export interface PlainAtom {
  readonly name: string
  readonly element: string
  readonly at: readonly [number, number, number]
}

export interface PlainResidue {
  readonly name: string
  readonly chain: string
  readonly kind?: Residue['kind']
  readonly atoms: readonly PlainAtom[]
}

/** Residues numbered from 1. Amino acids that follow each other in a chain are one piece, however far apart they are. */
export function plainStructure(plain: readonly PlainResidue[]): Structure {
  const all = plain.flatMap(({ atoms }, r) => atoms.map((atom) => ({ ...atom, residue: r })))
  const ids = [...new Set(plain.map(({ chain }) => chain))]
  let first = 0
  const residues = plain.map(({ name, chain, kind = 'amino', atoms }, r): Residue => {
    const link = kind === 'amino' ? 'polymer' : 'other'
    const own = { name, chain: ids.indexOf(chain), number: r + 1, insertion: '', first, count: atoms.length }
    first += atoms.length
    return { ...own, hetero: kind !== 'amino', link, kind }
  })
  const chains = ids.map((id, c): StructureChain => {
    const own = residues.flatMap((residue, r) => (residue.chain === c ? [r] : []))
    const pieces: [number, number][] = []
    for (const r of own) {
      if (residues[r]!.kind !== 'amino') continue
      const last = pieces.at(-1)
      if (last !== undefined && last[1] === r) last[1] = r + 1
      else pieces.push([r, r + 1])
    }
    return { id, first: own[0]!, count: own.length, residues: own, pieces, cyclic: false }
  })
  return {
    name: 'plain',
    atoms: {
      count: all.length,
      names: all.map(({ name }) => name),
      elements: all.map(({ element }) => element),
      residue: Int32Array.from(all, ({ residue }) => residue),
      serial: Int32Array.from(all, (_, k) => k + 1),
      hetero: Uint8Array.from(all, ({ residue }) => (residues[residue]!.hetero ? 1 : 0)),
      occupancy: new Float64Array(all.length).fill(1),
      temperature: new Float64Array(all.length),
      charge: new Int8Array(all.length),
    },
    residues,
    chains,
    models: [Float64Array.from(all.flatMap(({ at }) => at))],
    notes: [],
  }
}

/** Who is bonded to each atom: straight from the list of bonds. */
function bondedTo({ pairs }: BondGraph): Map<number, number[]> {
  const table = new Map<number, number[]>()
  const add = (a: number, b: number): void => void table.set(a, [...(table.get(a) ?? []), b])
  for (let k = 0; k < pairs.length; k += 2) {
    add(pairs[k]!, pairs[k + 1]!)
    add(pairs[k + 1]!, pairs[k]!)
  }
  return table
}

/** The atoms at most `most` bonds from one, itself among them. */
export function atomsWithin(
  bonds: BondGraph,
  atom: number,
  most: number,
  table: ReadonlyMap<number, readonly number[]> = bondedTo(bonds),
): Set<number> {
  let reached = new Set([atom])
  for (let n = 0; n < most; n++) {
    reached = new Set([...reached, ...[...reached].flatMap((a) => table.get(a) ?? [])])
  }
  return reached
}

export interface BruteClash {
  readonly a: number
  readonly b: number
  readonly distance: number
  readonly overlap: number
}

export interface BruteQuestion {
  readonly positions: Float64Array
  readonly radii: ArrayLike<number>
  readonly bonds: BondGraph
  readonly overlap: number
  readonly excludeBonds: number
  readonly counts: (atom: number) => boolean
  readonly allowance: (a: number, b: number) => number
  /** Atoms four bonds apart or fewer, if they count: with a hydrogen no clash, else by bare radii. Undefined: as all others. */
  readonly mild?: { readonly elements: readonly string[]; readonly bare: ArrayLike<number> } | undefined
}

/** In the order of the atoms. A pair that misses the overlap by less than 1e-9 Å counts. */
export function bruteClashes(question: BruteQuestion): BruteClash[] {
  const { positions: p, radii, bonds, overlap: cutoff, excludeBonds, counts, allowance, mild } = question
  const found: BruteClash[] = []
  const table = bondedTo(bonds)
  for (let a = 0; 3 * a < p.length; a++) {
    let bonded: Set<number> | undefined
    for (let b = a + 1; 3 * b < p.length; b++) {
      const x = p[3 * a]! - p[3 * b]!
      const y = p[3 * a + 1]! - p[3 * b + 1]!
      const z = p[3 * a + 2]! - p[3 * b + 2]!
      const distance = Math.sqrt(x * x + y * y + z * z)
      // Nothing is allowed that would make an overlap larger: most pairs are far, and are done here.
      if (radii[a]! + radii[b]! - distance < cutoff - 1e-9) continue
      const overlap = radii[a]! + radii[b]! - distance - allowance(a, b)
      if (overlap < cutoff - 1e-9 || !counts(a) || !counts(b)) continue
      bonded ??= atomsWithin(bonds, a, excludeBonds, table)
      if (bonded.has(b)) continue
      if (mild === undefined || !atomsWithin(bonds, a, 4, table).has(b)) {
        found.push({ a, b, distance, overlap })
        continue
      }
      if (mild.elements[a] === 'H' || mild.elements[b] === 'H') continue
      const milder = mild.bare[a]! + mild.bare[b]! - distance - allowance(a, b)
      if (milder >= cutoff - 1e-9) found.push({ a, b, distance, overlap: milder })
    }
  }
  return found
}
