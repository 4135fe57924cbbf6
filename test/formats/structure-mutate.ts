// Files of structures, damaged at random as mesh files are (mutate.ts): the same seed gives the same file.
import { gunzipSync } from 'node:zlib'
import { LimberError } from '../../src/errors.js'
import { parseStructure } from '../../src/formats/structure.js'
import { Random } from '../../src/math/random.js'
import { gzipped, type PdbAtom, pdb } from './frames-samples.js'
import { damage, type Outcome } from './mutate.js'
import { bytesOf } from './samples.js'
import { wrongWith } from './structure-check.js'
import { mmcif, pdbLines, peptide } from './structure-samples.js'

export interface StructureCase {
  readonly name: string
  readonly bytes: Uint8Array
}

let seeds: StructureCase[] | undefined

/** What the damage is done to: both formats, small and not so small, with whatever they may have in them. */
export function seedStructures(): readonly StructureCase[] {
  if (seeds !== undefined) return seeds
  const rich: PdbAtom[] = [
    ...peptide(4, { names: ['ALA', 'GLY', 'MSE'] }),
    ...peptide(2, { first: 9, from: 40 }).map((atom) => ({ ...atom, altloc: 'A', occupancy: 0.4, insertion: 'B' })),
    ...peptide(2, { first: 9, from: 40 }).map((atom) => ({ ...atom, altloc: 'B', occupancy: 0.6, insertion: 'B' })),
    { record: 'HETATM', name: 'ZN', element: 'ZN', residueName: 'ZN', chain: 'B', residue: 1, xyz: [0, 0, 9] },
    { record: 'HETATM', name: 'O', element: 'O', residueName: 'HOH', chain: 'A', residue: 300, xyz: [0, 9, 9] },
  ]
  const small = peptide(2)
  const large = [...peptide(30), ...peptide(10, { chain: 'B', from: 200 })]
  const head = 'SEQRES   1 A    6  ALA GLY MSE ALA ALA ALA\nMODRES 1ABC MSE A    3  MET\n'
  const texts: [string, string][] = [
    ['small.pdb', pdbLines(...small)],
    ['models.pdb', pdb([small, small, small])],
    ['large.pdb', pdb([large])],
    ['rich.pdb', `${head}${pdbLines(...rich)}TER\nEND\n`],
    ['crlf.pdb', pdb([rich, rich]).replaceAll('\n', '\r\n')],
    ['small.cif', mmcif([small])],
    ['models.cif', mmcif([small, small, small])],
    ['rich.cif', mmcif([rich], ['HOH', 'ZN']).replace('#\n', "_a.b 'it''s'\n_a.c\n;text\n;\nloop_ _x.y _x.z 1 2\n")],
  ]
  const plain = texts.map(([name, text]) => ({ name, bytes: bytesOf(text) }))
  seeds = [...plain, ...plain.map(({ name, bytes }) => ({ name: `${name}.gz`, bytes: gzipped(bytes) }))]
  return seeds
}

export function mutatedStructure(seed: number): StructureCase & { readonly how: string } {
  const files = seedStructures()
  const random = new Random(seed)
  const file = files[random.integer(files.length)]!
  const other = files[random.integer(files.length)]!.bytes
  // Half of the zipped ones are damaged before they are zipped: the checksum would catch the others.
  const inside = file.name.endsWith('.gz') && random.unit() < 0.5
  const { bytes, how } = damage(random, inside ? Uint8Array.from(gunzipSync(file.bytes)) : file.bytes, other)
  return { ...file, bytes: inside ? gzipped(bytes) : bytes, how }
}

/** Reads one; anything but a structure that holds together or an error of ours is wrong. */
export function outcomeOfStructure({ name, bytes }: StructureCase): Outcome {
  try {
    const wrong = wrongWith(parseStructure(bytes, { name }))
    return wrong === undefined ? 'read' : `wrong: ${wrong}`
  } catch (error) {
    if (error instanceof LimberError) return `refused: ${error.name}`
    return `wrong: ${error instanceof Error ? error.stack : String(error)}`
  }
}
