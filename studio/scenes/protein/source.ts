// Where the atoms of a molecule are, frame by frame: the models of a structure, or the frames of a trajectory that belongs to it.
import {
  type Frames,
  findAtom,
  InvalidInputError,
  parseFrames,
  parseStructure,
  parseTopology,
  type RopeFrames,
  type Structure,
  wholeRope,
} from '../../../src/entries/molecules.js'
import { namesWanted, noPlacesIn, sortMoleculeFiles } from '../../engine/molecule-files.js'
import type { GivenFile } from '../../engine/unpack.js'
import { isWater } from './water.js'

/** Frames came without names: what is missing, in words. */
export class NamesWantedError extends Error {
  override readonly name = 'NamesWantedError'
}

const GRO_FILE = /\.gro(\.gz)?$/i

const WHOLE = { closed: false, pieces: 1, ignoreCell: false, dimension: 3, reach: 0 } satisfies Partial<RopeFrames>

export class MoleculeSource {
  private rows: readonly Int32Array[] | undefined

  readonly structure: Structure

  constructor(
    structure: Structure,
    private readonly frames?: Frames,
    /** The file of the frames. */
    readonly trajectory?: string,
    private readonly more: readonly string[] = [],
  ) {
    this.structure = structure
    if (this.hasCell) this.structure = withoutFaces(structure, this.places(0))
  }

  static fromFiles(files: readonly GivenFile[]): MoleculeSource {
    const sorted = sortMoleculeFiles(files)
    const { nameless, structure, topology, points, other, notes } = sorted
    if (nameless === undefined) {
      const file = structure ?? points ?? other
      if (file === undefined) throw noPlacesIn(sorted)
      const found = parseStructure(file.bytes, { name: file.path })
      // GRO files have boxes, and may have several frames.
      if (!GRO_FILE.test(file.path)) return new MoleculeSource(found, undefined, undefined, notes)
      const frames = parseFrames(file.bytes, { name: file.path, atoms: 'all', partial: 'drop' })
      return new MoleculeSource(found, frames.beads === found.atoms.count ? frames : undefined, file.path, notes)
    }
    if (structure === undefined) {
      // What cannot be read is refused now, not when its names come.
      const frames = parseFrames(nameless.bytes, { name: nameless.path, atoms: 'all', partial: 'drop' })
      if (topology === undefined) throw new NamesWantedError(namesWanted(nameless.path))
      return new MoleculeSource(structureOf(topology, nameless, frames), frames, nameless.path, notes)
    }
    const found = parseStructure(structure.bytes, { name: structure.path })
    return new MoleculeSource(found, framesOf(found, structure, nameless), nameless.path, notes)
  }

  get count(): number {
    return this.frames?.count ?? this.structure.models.length
  }

  /** Whether the frames say that space repeats itself: images are not checked. */
  get hasCell(): boolean {
    return this.frames?.cell(0) !== undefined
  }

  get notes(): readonly string[] {
    return [...this.more, ...(this.frames?.notes ?? [])]
  }

  /** Where all atoms of the structure are. In a periodic box chains and ligands are made whole, each by itself. */
  places(k: number): Float64Array {
    const { frames, structure } = this
    if (k >= this.count) throw new InvalidInputError('model', k, `one of ${this.count}, counted from 0`)
    if (frames === undefined) return structure.models[k]!
    const places = frames.frame(k)
    if (frames.cell(k) === undefined) return places
    this.rows ??= wholeRows(structure)
    for (const row of this.rows) {
      const centres = (): Float64Array =>
        Float64Array.from({ length: 3 * row.length }, (_, i) => places[3 * row[Math.floor(i / 3)]! + (i % 3)]!)
      const whole = wholeRope({ ...WHOLE, file: this.trajectory!, frames, centres }, k)
      row.forEach((atom, i) => {
        places.set(whole.subarray(3 * i, 3 * i + 3), 3 * atom)
      })
    }
    return places
  }

  /** The structure as it is in one frame, its only model. */
  at(k: number): Structure {
    return { ...this.structure, models: [this.places(k)] }
  }
}

/** Å: the bond between two residues, as structures are read. */
const LONGEST_BOND = 2

/**
 * A chain that lies across a face of a periodic box is read as cut there. Where the bond is there once the chain is whole, the two
 * pieces are one.
 */
function withoutFaces(structure: Structure, whole: Float64Array): Structure {
  const at = (residue: number, name: string): number => findAtom(structure, residue, name)
  const isBonded = (r: number): boolean => {
    const [c, n] = [at(r, 'C'), at(r + 1, 'N')]
    if (c < 0 || n < 0) return false
    return Math.hypot(...[0, 1, 2].map((k) => whole[3 * c + k]! - whole[3 * n + k]!)) <= LONGEST_BOND
  }
  let closed = 0
  const chains = structure.chains.map((chain) => {
    const pieces: [number, number][] = []
    for (const [from, to] of chain.pieces) {
      const last = pieces.at(-1)
      if (last !== undefined && last[1] === from && isBonded(from - 1)) {
        last[1] = to
        closed++
      } else pieces.push([from, to])
    }
    return { ...chain, pieces }
  })
  if (closed === 0) return structure
  const gaps = closed === 1 ? 'One gap was at a face' : `${closed} gaps were at faces`
  const note = `${gaps} of the periodic box: the chain is whole there.`
  return { ...structure, chains, notes: [...structure.notes, note] }
}

/** Atoms that belong together, in an order in which each is near the one before: those of a chain, those of a ligand. Water stays as it is. */
function wholeRows({ residues, chains }: Structure): Int32Array[] {
  const atomsOf = (list: readonly number[]): Int32Array =>
    Int32Array.from(list.flatMap((r) => Array.from({ length: residues[r]!.count }, (_, k) => residues[r]!.first + k)))
  const polymers = chains.map(({ residues: own }) => atomsOf(own.filter((r) => residues[r]!.link === 'polymer')))
  const others = residues.flatMap(({ link, name, count }, r) =>
    link === 'polymer' || count < 2 || isWater(name) ? [] : [atomsOf([r])],
  )
  return [...polymers, ...others].filter(({ length }) => length > 1)
}

/** The atoms of the structure in every frame. Of alternative locations the structure has one, the frames may have all. */
function framesOf({ atoms }: Structure, structure: GivenFile, file: GivenFile): Frames {
  const name = file.path
  const all = parseFrames(file.bytes, { name, atoms: 'all', partial: 'drop' })
  if (all.beads === atoms.count) return all
  const wrong = (): never => refuseOthers(file, all.beads, structure, atoms.count)
  if (!/\.(pdb|ent|gro)(\.gz)?$/i.test(structure.path)) return wrong()
  const { names, alternative } = parseTopology(structure.bytes, { name: structure.path })
  const kept = names.flatMap((_, k) => (alternative?.[k] === 1 ? [] : [k]))
  const isSame = kept.length === atoms.count && kept.every((k, i) => names[k]!.toUpperCase() === atoms.names[i])
  return names.length === all.beads && isSame
    ? parseFrames(file.bytes, { name, select: kept, partial: 'drop' })
    : wrong()
}

function refuseOthers(file: GivenFile, atoms: number, names: GivenFile, named: number): never {
  throw new Error(
    `${file.path} has ${atoms} atoms, ${names.path} ${named}: they do not belong together. Drop the structure that the frames were made from.`,
  )
}

/** Of the atoms that a PSF file names, where the first frame has them: by way of mmCIF, whose names may have any length. */
function structureOf(topology: GivenFile, file: GivenFile, frames: Frames): Structure {
  const { names, chains, residues, residueNames } = parseTopology(topology.bytes, { name: topology.path })
  if (names.length !== frames.beads) refuseOthers(file, frames.beads, topology, names.length)
  const keyOf = (k: number): string => `${chains?.[k]} ${residues?.[k]} ${residueNames?.[k]}`
  const inChains = new Set(
    names.flatMap((name, k) => (/^(CA|C4['*])$/.test(name) && residueNames?.[k] !== name ? [keyOf(k)] : [])),
  )
  const places = frames.frame(0)
  const rows = names.map((name, k) => {
    const [number, insertion] = /^(-?\d+)([A-Za-z]?)$/.exec(residues?.[k] ?? '1')?.slice(1) ?? ['1', '']
    const texts = [inChains.has(keyOf(k)) ? 'ATOM' : 'HETATM', name, residueNames?.[k] ?? '', chains?.[k] ?? '']
    return `${texts.map((text) => `"${text}"`).join(' ')} ${number} ${insertion || '?'} ${places.subarray(3 * k, 3 * k + 3).join(' ')}`
  })
  const columns = ['group_PDB', 'auth_atom_id', 'auth_comp_id', 'auth_asym_id', 'auth_seq_id', 'pdbx_PDB_ins_code']
  const items = [...columns, 'Cartn_x', 'Cartn_y', 'Cartn_z'].map((item) => `_atom_site.${item}`)
  const text = ['data_', 'loop_', ...items, ...rows, ''].join('\n')
  return parseStructure(new TextEncoder().encode(text), { name: topology.path, format: 'mmcif' })
}
