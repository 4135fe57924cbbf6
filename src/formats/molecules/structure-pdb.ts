// The structure in a PDB file: columns of ATOM and HETATM lines (wwPDB, "Atomic Coordinate Entry Format" 3.3), models, the names
// in SEQRES and MODRES, and TER: what is called HETATM behind the last TER of its chain is not part of it. The reader is lenient where
// programs differ: small letters, missing elements, numbers of five digits, chains that only have a segment's name.
import type { Structure } from '../../molecules/structure/structure.js'
import { buildStructure, type PolymerHint, type StructureRows } from '../../molecules/structure/structure-build.js'
import { elementSymbol } from '../../molecules/structure/structure-elements.js'
import { plural } from '../text/plural.js'
import { quoted } from '../text/text-cursor.js'
import {
  columns,
  type PdbLines,
  type PdbModel,
  readCoordinates,
  readPdbLines,
  sameAtomColumns,
} from './pdb-frames-lines.js'
import { takeAtoms } from './structure-altlocs.js'
import { parseHybrid36 } from './structure-hybrid36.js'
import type { StructureSource } from './structure-source.js'

export function readPdbStructure(source: StructureSource): Structure {
  const file = readPdbLines(source)
  if (file.models.length === 0) source.fail({}, 'a PDB file with atoms', 'none')
  const wanted = source.chooseModels(file.models.length)
  const first = file.models[wanted[0]!]!
  if (first.starts.length === 0) source.fail({ field: `model ${wanted[0]}` }, 'a model with atoms', 'none')
  const own = rowsOf(source, file, first)
  source.checkRoom(wanted.length, own.kept.length)
  const models = wanted.map((m) => {
    const model = file.models[m]!
    const kept = model === first ? own.kept : sameAtoms(source, file, first, own, m)
    const out = new Float64Array(3 * kept.length)
    for (const [i, k] of kept.entries()) readCoordinates(out, 3 * i, source, model.starts[k]!, model.lines[k]!)
    return out
  })
  const left = first.starts.length - own.kept.length
  if (left > 0) source.notes.push(`${plural(left, 'atom')} at alternative locations left out.`)
  // Programs write other things into HEADER; entries begin with a digit.
  const name = /^\d[a-z\d]{3}$/i.test(file.id) ? file.id.toUpperCase() : source.options.name
  return buildStructure(own.rows, models, { name, notes: source.notes, listed: file.listed })
}

interface Rows {
  /** Which atoms of the model: those that are not alternatives. */
  readonly kept: readonly number[]
  readonly rows: StructureRows
}

function rowsOf(source: StructureSource, file: PdbLines, model: PdbModel): Rows {
  const { bytes } = source
  const { starts, lines } = model
  const names = starts.map((at) => columns(bytes, at, 13, 16).toUpperCase())
  const residueNames = starts.map((at) => columns(bytes, at, 18, 21).toUpperCase())
  // Where there is no chain, the segment (columns 73 to 76) has its name.
  const chains = starts.map((at) => columns(bytes, at, 22, 22) || columns(bytes, at, 73, 76))
  const numbers = starts.map((at, k) => residueNumber(source, at, lines[k]!))
  const insertions = starts.map((at) => (isFiveDigits(bytes, at) ? '' : columns(bytes, at, 27, 27)))
  const occupancy = starts.map((at) => numberIn(bytes, at, 55, 60, 1))
  const hetero = starts.map((at) => ((bytes[at]! & ~32) === 72 ? 1 : 0))
  const letters = starts.map((at) => columns(bytes, at, 17, 17))
  const places = {
    letter: (k: number) => letters[k]!,
    name: (k: number) => names[k]!,
    residueName: (k: number) => residueNames[k]!,
    occupancy: (k: number) => occupancy[k]!,
    isSamePlace: (j: number, k: number) =>
      numbers[j] === numbers[k] && chains[j] === chains[k] && insertions[j] === insertions[k],
    place: (k: number) => `${chains[k]} ${numbers[k]}${insertions[k]}`,
  }
  const lastEnd = new Map<string, number>()
  for (const end of model.ends) if (end > 0) lastEnd.set(chains[end - 1]!, end)
  const hint = (k: number): PolymerHint => {
    if (hetero[k] === 0) return 'yes'
    if (k >= (lastEnd.get(chains[k]!) ?? Number.POSITIVE_INFINITY)) return 'no'
    return file.residues.has(residueNames[k]!) ? 'yes' : 'if bonded'
  }
  const kept = takeAtoms(starts.length, places, source.options.altloc)
  const rows: StructureRows = {
    names: kept.map((k) => names[k]!),
    elements: kept.map((k) =>
      elementSymbol(columns(bytes, starts[k]!, 77, 78), names[k]!, residueNames[k]!, hetero[k] === 1),
    ),
    residueNames: kept.map((k) => residueNames[k]!),
    residueNumbers: kept.map((k) => numbers[k]!),
    insertions: kept.map((k) => insertions[k]!),
    chains: kept.map((k) => chains[k]!),
    serial: kept.map((k) => serialNumber(bytes, starts[k]!) ?? k + 1),
    hetero: kept.map((k) => hetero[k]!),
    occupancy: kept.map((k) => occupancy[k]!),
    temperature: kept.map((k) => numberIn(bytes, starts[k]!, 61, 66, 0)),
    charge: kept.map((k) => chargeOf(columns(bytes, starts[k]!, 79, 80))),
    polymer: kept.map(hint),
  }
  return { kept, rows }
}

/** The atoms of model m that are those of the first, in their order. */
function sameAtoms(source: StructureSource, file: PdbLines, a: PdbModel, own: Rows, m: number): readonly number[] {
  const b = file.models[m]!
  if (isSame(source.bytes, a, b)) return own.kept
  const { kept, rows } = rowsOf(source, file, b)
  const field = `model ${m}`
  const option = '(option model reads one of them)'
  const label = (r: StructureRows, i: number): string =>
    `${r.chains[i]} ${r.residueNames[i]}${r.residueNumbers[i]}${r.insertions![i]} ${r.names[i]}`
  for (let i = 0; i < Math.min(kept.length, own.kept.length); i++) {
    const [was, is] = [label(own.rows, i), label(rows, i)]
    if (was !== is) source.fail({ line: b.lines[kept[i]!]!, field }, `${was}, as in the first model ${option}`, is)
  }
  if (kept.length !== own.kept.length) {
    source.fail({ field }, `${plural(own.kept.length, 'atom')}, as in the first model ${option}`, `${kept.length}`)
  }
  return kept
}

/** The same atoms in the same order, by columns 73 to 76 too where there is no chain in column 22. */
function isSame(bytes: Uint8Array, a: PdbModel, b: PdbModel): boolean {
  const segment = (start: number): string => columns(bytes, start, 73, 76)
  return (
    sameAtomColumns(bytes, a, b) &&
    a.starts.every((p, k) => bytes[p + 21] !== 32 || segment(p) === segment(b.starts[k]!))
  )
}

/** Columns 23 to 26; a number of five digits takes the insertion code's as well. */
function residueNumber(source: StructureSource, at: number, line: number): number {
  const { bytes } = source
  const text = columns(bytes, at, 23, isFiveDigits(bytes, at) ? 27 : 26)
  if (/^[+-]?\d+$/.test(text)) return Number(text)
  const value = parseHybrid36(text, 4)
  if (value === undefined) {
    const place = { line, field: 'residue' }
    source.fail(place, 'the number of a residue in columns 23 to 26', quoted(bytes, at + 22, at + 26))
  }
  return value
}

function isFiveDigits(bytes: Uint8Array, at: number): boolean {
  const isDigit = (c: number | undefined): boolean => c !== undefined && c >= 48 && c <= 57
  return isDigit(bytes[at + 22]) && isDigit(bytes[at + 26])
}

/** Columns 7 to 11, of ATOM lines also those before; undefined where it is none (stars). */
function serialNumber(bytes: Uint8Array, at: number): number | undefined {
  const text = columns(bytes, at, (bytes[at]! & ~32) === 65 ? 5 : 7, 11)
  const value = /^-?\d+$/.test(text) ? Number(text) : parseHybrid36(text, 5)
  return value !== undefined && Math.abs(value) < 2 ** 31 ? value : undefined
}

/** Blank, or not a number: `otherwise`. Programs put other things there. */
function numberIn(bytes: Uint8Array, at: number, from: number, to: number, otherwise: number): number {
  const text = columns(bytes, at, from, to)
  const value = text === '' ? otherwise : Number(text)
  return Number.isFinite(value) ? value : otherwise
}

/** `2+`, and `+2` as some write it. */
function chargeOf(text: string): number {
  const match = /^(\d)([+-])$/.exec(text) ?? /^([+-])(\d)$/.exec(text)
  if (match === null) return 0
  const size = Number(/\d/.exec(text)![0])
  return text.includes('-') ? -size : size
}
