// Files of molecules that came together, by what they are for: frames, and what says who their atoms are.
import { type GivenFile, unpack } from './unpack.js'

/** Frames without names: who the atoms are is in another file. */
export const NAMELESS_FILES = /\.(dcd|xtc|trr)(\.gz)?$/i
/** Structures, with names and places. */
const STRUCTURE_FILES = /\.(pdb|ent|cif|mmcif|bcif|gro)(\.gz)?$/i
/** Atoms with names, for the frames of another file. */
const TOPOLOGY_FILES = /\.(pdb|ent|gro|psf)(\.gz)?$/i
/** Places by themselves. */
export const POINT_FILES = /\.(xyz|extxyz)(\.gz)?$/i

export interface MoleculeFiles {
  /** DCD, XTC or TRR; XYZ that came with a structure. */
  readonly nameless: GivenFile | undefined
  readonly structure: GivenFile | undefined
  /** PDB, GRO or PSF. */
  readonly topology: GivenFile | undefined
  readonly points: GivenFile | undefined
  /** The first of all, if none is of a known kind: its content may tell. */
  readonly other: GivenFile | undefined
  /** What is said of molecules that came besides; empty where there are none. */
  readonly notes: readonly string[]
}

/** The first of each kind, of a folder or an archive. */
export function sortMoleculeFiles(files: readonly GivenFile[]): MoleculeFiles {
  const all = [...unpack(files)].map(([path, bytes]) => ({ path, bytes }))
  const first = (kind: RegExp): GivenFile | undefined => all.find(({ path }) => kind.test(path))
  const [structure, points] = [first(STRUCTURE_FILES), first(POINT_FILES)]
  const found = {
    nameless: first(NAMELESS_FILES) ?? (structure === undefined ? undefined : points),
    structure,
    topology: first(TOPOLOGY_FILES),
    points,
  }
  const used = Object.values(found)
  const isNone = used.every((one) => one === undefined)
  const kinds = [NAMELESS_FILES, STRUCTURE_FILES, TOPOLOGY_FILES, POINT_FILES]
  const unused = all.filter((file) => kinds.some((kind) => kind.test(file.path)) && !used.includes(file))
  const notes = unused.length === 0 ? [] : [`Not used: ${unused.map(({ path }) => path).join(', ')}.`]
  return { ...found, other: isNone ? all[0] : undefined, notes }
}

/** Of files that came without places of atoms. */
export function noPlacesIn({ topology }: MoleculeFiles): Error {
  if (topology === undefined) return new Error('No file was found there.')
  return new Error(
    `${topology.path} names atoms, but has no places: drop it together with its trajectory (DCD, XTC or TRR).`,
  )
}

/** What is asked for where frames came without names. */
export function namesWanted(path: string): string {
  return `${path} has no names of atoms: drop the PDB, GRO or PSF file that it belongs to.`
}
