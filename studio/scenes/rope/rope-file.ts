// A rope from files: frames of a trajectory, and which of its atoms are beads. Read in the worker; a frame is decoded when it is asked
// for, where its format allows that.
import {
  type FrameAtoms,
  type Frames,
  parseFrames,
  parseTopology,
  type RopeFrames,
  ropeRadius,
  ropeStep,
  wholeRope,
} from '../../../src/entries/molecules.js'
import { namesWanted, noPlacesIn, sortMoleculeFiles } from '../../engine/molecule-files.js'
import type { GivenFile } from '../../engine/unpack.js'
import { MOST_BEADS, type RopeSource } from './state.js'
import type { Rope } from './watched.js'

/** What the page says of files that were read. */
export interface RopeFileView {
  readonly name: string
  /** Who the atoms are, where that is another file. */
  readonly topology: string | undefined
  readonly frames: number
  readonly atoms: number
  /** Chains that have alpha carbons; none where the file names none. */
  readonly chains: readonly string[]
  readonly hasResidues: boolean
  /** Whether alpha carbons are a rope: two or more. */
  readonly hasAlphas: boolean
  /** Whether the last frame is incomplete, and left out. */
  readonly isCut: boolean
  /** Whether the first frame has a periodic box. */
  readonly hasCell: boolean
  readonly notes: readonly string[]
  /** Frames without names, to which no structure was given yet: what to say. */
  readonly wants: string | undefined
}

/** Frames that are kept decoded: a step needs two. */
const KEPT = 4

export class RopeFile {
  readonly view: RopeFileView
  private readonly file: GivenFile
  private readonly atoms: FrameAtoms | undefined
  private opened: { readonly key: string; readonly frames: Frames } | undefined

  constructor(files: readonly GivenFile[]) {
    const sorted = sortMoleculeFiles(files)
    const { nameless, structure, topology, points, other } = sorted
    const file = nameless ?? structure ?? points ?? other
    if (file === undefined) throw noPlacesIn(sorted)
    const named = nameless === undefined ? (structure === undefined ? undefined : file) : topology
    this.file = file
    this.atoms = named === undefined ? undefined : parseTopology(named.bytes, { name: named.path })
    const frames = this.read({ atoms: 'all', chain: '', closed: false, neighbours: 1, ignoreCell: false })
    this.refuseSingle(frames)
    this.view = {
      name: file.path,
      topology: nameless === undefined ? undefined : topology?.path,
      frames: frames.count,
      atoms: frames.atoms,
      chains: chainsOf(this.atoms),
      hasResidues: this.atoms?.residues !== undefined,
      hasAlphas: alphasOf(this.atoms).length > 1,
      isCut: frames.notes.some((note) => note.startsWith('The last frame')),
      hasCell: frames.cell(0) !== undefined,
      // Here they are made whole.
      notes: [...sorted.notes, ...frames.notes.filter((note) => !note.startsWith('There is a unit cell'))],
      wants: nameless !== undefined && topology === undefined ? namesWanted(file.path) : undefined,
    }
  }

  private read({ atoms, chain }: RopeSource): Frames {
    const key = `${atoms} ${chain}`
    if (this.opened?.key === key) return this.opened.frames
    const { file, atoms: topology } = this
    // A file that names its atoms itself takes no others.
    const isNamed = /\.(pdb|ent|gro)(\.gz)?$/i.test(file.path)
    const frames = parseFrames(file.bytes, {
      name: file.path,
      partial: 'drop',
      ...(chain === '' && atoms === 'all' ? { select: topology && everyAtom(topology) } : { atoms }),
      ...(chain === '' ? {} : { chain }),
      ...(topology === undefined || isNamed ? {} : { topology }),
    })
    this.opened = { key, frames }
    return frames
  }

  private refuseSingle({ beads }: Frames): void {
    if (beads > 1) return
    throw new Error(`${this.file.path}: a rope needs two beads or more: choose other atoms, or another chain.`)
  }

  /** Its beads, made whole where there is a periodic box; half as thick as they are apart, times `thickness`. */
  rope(source: RopeSource, thickness: number): Rope {
    const frames = this.read(source)
    this.refuseSingle(frames)
    if (frames.beads > MOST_BEADS) {
      throw new Error(
        `${this.file.path}: ${frames.beads} beads, and at most ${MOST_BEADS} are shown: choose alpha carbons, or one chain.`,
      )
    }
    const { closed, neighbours, ignoreCell } = source
    const radius = thickness * ropeRadius(frames.frame(0), closed)
    const kept = new Map<number, Float64Array>()
    const centres = (k: number): Float64Array => {
      const known = kept.get(k)
      if (known !== undefined) return known.slice()
      const found = frames.frame(k)
      if (kept.size >= KEPT) kept.delete(kept.keys().next().value!)
      kept.set(k, found)
      return found.slice()
    }
    const whole: RopeFrames = {
      ...{ file: this.file.path, frames, closed, ignoreCell, centres, radius },
      ...{ pieces: 1, dimension: 3, reach: 2 * radius },
    }
    return {
      name: this.file.path,
      dimension: 3,
      frames: frames.count,
      frame: (k) => wholeRope(whole, k),
      step: (k) => ropeStep(whole, k, k + 1),
      centres: wholeRope(whole, 0),
      names: frames.names,
      ...{ radius, closed, neighbours },
    }
  }
}

/** All atoms, of several chains as well: by number, since a row of beads is usually one chain. */
function everyAtom({ names, alternative }: FrameAtoms): Int32Array {
  const all = Int32Array.from(names, (_, k) => k)
  return alternative === undefined ? all : all.filter((k) => alternative[k] === 0)
}

/** Numbers of alpha carbons: not of calcium, and one of alternative locations. */
function alphasOf({ names, polymer, alternative }: Partial<FrameAtoms> = {}): number[] {
  const isAlpha = (k: number): boolean => names![k] === 'CA' && polymer?.[k] !== 0 && alternative?.[k] !== 1
  return [...(names ?? []).keys()].filter(isAlpha)
}

/** Those that have alpha carbons, in the order of the file. */
function chainsOf(atoms: FrameAtoms | undefined): string[] {
  const { chains } = atoms ?? {}
  return chains === undefined ? [] : [...new Set(alphasOf(atoms).map((k) => chains[k]!))]
}
