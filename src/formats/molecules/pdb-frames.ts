// The models of a PDB file as frames. The beads are selected in the first model; in every other there must be the same ones.
// Of an atom with several locations (column 17), one is taken (structure-altlocs.ts).
import { plural } from '../text/plural.js'
import { beadName, type FrameAtoms, selectBeads } from './frames-atoms.js'
import {
  bytesOfText,
  checkFrame,
  type Frames,
  type FramesOptions,
  FramesSource,
  noCell,
  readFramesOptions,
} from './frames-data.js'
import {
  columns,
  type PdbLines,
  type PdbModel,
  readCoordinates,
  readPdbLines,
  sameAtomColumns,
} from './pdb-frames-lines.js'
import { markAlternatives, type Places } from './structure-altlocs.js'

/** The models of a PDB file, as frames. Throws FramesFileError with the line if it cannot be read. */
export function parsePdbFrames(text: string | Uint8Array, options: FramesOptions = {}): Frames {
  const read = readFramesOptions(options)
  return readPdbFrames(new FramesSource(bytesOfText(text), read.name, read))
}

export function readPdbFrames(source: FramesSource): Frames {
  const file = readPdbLines(source)
  const { models } = file
  const first = models[0]
  if (first === undefined) source.fail({}, 'a PDB file with atoms', 'none')
  const own = pdbAtoms(source.bytes, file, first)
  const { topology } = source.options
  if (topology !== undefined && topology.names.length !== own.names.length) {
    source.fail({}, `as many atoms as the topology has, ${topology.names.length}`, `${own.names.length}`)
  }
  const atoms = topology ?? own
  const beads = selectBeads(source, atoms)
  source.checkRoom(models.length, beads.length)
  const frames = models.map((model, k) => {
    const chosen = k === 0 ? beads : sameBeads(source, file, k, beads, own)
    const centres = new Float64Array(3 * beads.length)
    for (let i = 0; i < chosen.length; i++) {
      readCoordinates(centres, 3 * i, source, model.starts[chosen[i]!]!, model.lines[chosen[i]!]!)
    }
    return centres
  })
  const left = own.alternative!.reduce((sum, out) => sum + out, 0)
  if (left > 0) source.notes.push(`${plural(left, 'atom')} at alternative locations left out.`)
  return {
    format: 'pdb',
    count: frames.length,
    beads: beads.length,
    atoms: first.starts.length,
    names: Array.from(beads, (k) => beadName(atoms, k)),
    notes: source.notes,
    frame: (k) => frames[checkFrame(k, frames.length)]!.slice(),
    cell: noCell(frames.length),
  }
}

/** The atoms of the first model: the topology that a PDB file is. */
export function readPdbAtoms(source: FramesSource): FrameAtoms {
  const file = readPdbLines(source)
  const first = file.models[0]
  if (first === undefined) source.fail({}, 'a PDB file with atoms', 'none')
  return pdbAtoms(source.bytes, file, first)
}

function pdbAtoms(
  bytes: Uint8Array,
  { residues: polymers }: PdbLines,
  { starts }: PdbModel,
): FrameAtoms & { alternative: Uint8Array } {
  // Files in small letters mean the same; in others, small letters are private names.
  const named = (at: number, text: string): string => (bytes[at]! & 32 ? text.toUpperCase() : text)
  const names = starts.map((at) => named(at, columns(bytes, at, 13, 16)))
  const chains = starts.map((at) => columns(bytes, at, 22, 22))
  // A number of five digits takes the column of the insertion code.
  const residues = starts.map((at) => columns(bytes, at, 23, 27))
  const residueNames = starts.map((at) => named(at, columns(bytes, at, 18, 21)))
  const polymer = Uint8Array.from(starts, (at, k) => {
    // Calcium is called CA as well: one column farther left, or by its element.
    const calcium = names[k] === 'CA' && (columns(bytes, at, 77, 78).toUpperCase() === 'CA' || residueNames[k] === 'CA')
    return !calcium && ((bytes[at]! & ~32) === 65 || polymers.has(residueNames[k]!)) ? 1 : 0
  })
  const alternative = new Uint8Array(starts.length)
  const places: Places = {
    letter: (k) => columns(bytes, starts[k]!, 17, 17),
    name: (k) => names[k]!,
    residueName: (k) => residueNames[k]!,
    // What is not a number counts as 0: an occupancy only decides between locations.
    occupancy: (k) => Number(columns(bytes, starts[k]!, 55, 60)) || 0,
  }
  for (let from = 0; from < starts.length; ) {
    const own = [from]
    let to = from + 1
    for (; to < starts.length && residues[to] === residues[from] && chains[to] === chains[from]; to++) own.push(to)
    markAlternatives(alternative, places, own)
    from = to
  }
  return { names, chains, residues, residueNames, polymer, alternative }
}

/** The atoms of model k that are the beads of the first. */
function sameBeads(source: FramesSource, file: PdbLines, k: number, beads: Int32Array, first: FrameAtoms): Int32Array {
  const { bytes } = source
  const [a, b] = [file.models[0]!, file.models[k]!]
  if (sameAtomColumns(bytes, a, b)) return beads
  const inModel = { field: `model ${k + 1}` }
  if (source.options.select !== undefined || source.options.topology !== undefined) {
    source.fail(inModel, 'the same atoms as in the first model', plural(b.starts.length, 'atom'))
  }
  const atoms = pdbAtoms(bytes, file, b)
  const chosen = selectBeads(source, atoms)
  if (chosen.length !== beads.length) {
    source.fail(inModel, `${plural(beads.length, 'bead')}, as in the first model`, `${chosen.length}`)
  }
  for (let i = 0; i < beads.length; i++) {
    const [was, is] = [beadName(first, beads[i]!), beadName(atoms, chosen[i]!)]
    if (was !== is) source.fail({ line: b.lines[chosen[i]!]!, ...inModel }, `${was}, as in the first model`, is)
  }
  return chosen
}
