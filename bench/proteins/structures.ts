// The proteins of the bench: real ones from the folder that LIMBER_DATA names; without it generated backbones that are as long, which
// have no side-chains.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readStructure } from '../../node/index.js'
import { foldedBackbone } from '../../scenes/index.js'
import { Protein, type ProteinAtoms, type Structure } from '../../src/entries/molecules.js'
import { buildStructure } from '../../src/molecules/structure/structure-build.js'

export interface BenchProtein {
  /** '1LOX, A', or 'generated-647'. */
  readonly name: string
  readonly residues: number
  readonly structure: Structure
  readonly chains?: readonly string[]
  /** Whether it has side-chains. */
  readonly whole: boolean
}

const REAL = [
  { name: '1PGA', file: '1pga.pdb', residues: 56 },
  { name: '1UBQ', file: '1ubq.pdb', residues: 76 },
  { name: '1I8J, A', file: '1i8j_protein.pdb', residues: 323, chains: ['A'] },
  { name: '1LOX', file: '1lox_protein.pdb', residues: 647 },
] as const

export async function benchProteins(data: string | undefined, count: number = REAL.length): Promise<BenchProtein[]> {
  const folder = data === undefined ? undefined : join(data, 'proteins')
  return Promise.all(
    REAL.slice(0, count).map(async ({ file, ...about }) => {
      const path = folder === undefined ? undefined : join(folder, file)
      if (path === undefined || !existsSync(path)) {
        const { residues } = about
        return { name: `generated-${residues}`, residues, structure: bare(residues), whole: false }
      }
      return { ...about, structure: await readStructure(path, { model: 0 }), whole: true }
    }),
  )
}

/** Glycines of nothing but N, CA and C. */
function bare(residues: number): Structure {
  const names = Array.from({ length: 3 * residues }, (_, i) => ['N', 'CA', 'C'][i % 3]!)
  return buildStructure(
    {
      names,
      residueNames: names.map(() => 'GLY'),
      residueNumbers: names.map((_, i) => 1 + Math.floor(i / 3)),
      chains: names.map(() => 'A'),
    },
    [foldedBackbone(residues)],
  )
}

/** Smaller by a twentieth until the structure as it is has no clash. */
const SCALES = [0.75, 0.7, 0.65, 0.6, 0.55, 0.5]

/** With the largest radii of a few at which the start is free of clashes. */
export function freeProtein({ name, structure, chains }: BenchProtein, atoms: ProteinAtoms): Protein {
  const given = { atoms, ...(chains === undefined ? {} : { chains }) }
  const all = atoms === 'backbone' ? [{ radius: 1.6 }, { radius: 1.5 }] : SCALES.map((radiusScale) => ({ radiusScale }))
  for (const size of all) {
    const protein = new Protein(structure, { ...given, ...size })
    if (!protein.clashes()) return protein
  }
  throw new Error(`${name} (${atoms}) clashes with itself, whatever the radii`)
}
