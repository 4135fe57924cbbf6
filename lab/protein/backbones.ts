// The backbones of the experiment: N, CA and C of real proteins from the folder that LIMBER_DATA names, or generated ones that
// are as long.
import { foldedBackbone } from '../../scenes/index.js'
import { parsePdbFrames } from '../../src/formats/molecules/pdb-frames.js'
import { InvalidInputError } from '../../src/index.js'
import { readData } from '../machine.js'

export interface Backbone {
  /** '1LOX', or 'generated-647'. */
  readonly protein: string
  readonly residues: number
  /** Folded: x y z of N, CA, C of each residue. */
  readonly centres: Float64Array
}

interface Real {
  readonly name: string
  readonly file: string
  readonly chain?: string
  readonly residues: number
}

/** The paper's are 1SHG, 1B4E and 1LOX; 1I8J is the same enzyme as 1B4E. */
const REAL: readonly Real[] = [
  { name: '1PGA', file: '1pga.pdb', residues: 56 },
  { name: '1I8J', file: '1i8j_protein.pdb', chain: 'A', residues: 323 },
  { name: '1LOX', file: '1lox_protein.pdb', residues: 647 },
]

/** Those for Figure 8, by their lengths. */
export const LENGTHS: readonly number[] = REAL.map(({ residues }) => residues)

/** The seed of the generated ones: they stand for structures, and do not change with the seed of the moves. */
const SEED = 1

/** The real backbone of this length where there is one and its folder is given, else a generated one. */
export async function folded(residues: number, folder: string | undefined): Promise<Backbone> {
  const real = REAL.find((r) => r.residues === residues)
  if (folder === undefined || real === undefined) {
    return { protein: `generated-${residues}`, residues, centres: foldedBackbone(residues, SEED) }
  }
  const bytes = await readData(folder, `proteins/${real.file}`)
  const centres = parsePdbFrames(bytes, { name: real.file, atoms: 'backbone', chain: real.chain }).frame(0)
  if (centres.length !== 9 * residues) {
    throw new InvalidInputError(real.file, centres.length / 3, `${3 * residues} atoms N, CA and C`)
  }
  return { protein: real.name, residues, centres }
}
