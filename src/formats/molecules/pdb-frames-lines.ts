// The lines of a PDB file that have to do with atoms: where each model's begin, found in one pass over the bytes. Columns are
// counted from 1, as the format's description does (wwPDB, "Atomic Coordinate Entry Format" 3.3). Frames and structures are read
// through it.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import type { FilePlace } from '../../errors.js'
import { decodeText } from '../text/decode-text.js'
import { parseDecimal } from '../text/parse-decimal.js'
import { quoted, textStart } from '../text/text-cursor.js'

const LF = 10
const CR = 13
const BLANK = 32
const POINT = 46

/** A file being read: FramesSource, StructureSource. */
export interface LineSource {
  readonly bytes: Uint8Array
  fail(place: FilePlace, expected: string, got?: string): never
}

/** The atoms of one model: where their lines start, and which lines these are. */
export interface PdbModel {
  readonly starts: number[]
  readonly lines: number[]
  /** For every TER, how many atoms precede it. */
  readonly ends: number[]
}

export interface PdbLines {
  readonly models: readonly PdbModel[]
  /** Names of residues that belong to chains, although their atoms are called HETATM. */
  readonly residues: ReadonlySet<string>
  /** How many residues SEQRES lists, by chain. */
  readonly listed: ReadonlyMap<string, number>
  /** The entry's four letters, where HEADER has them; else ''. */
  readonly id: string
}

/** Through the last column of z. */
const SHORTEST = 54

/**
 * Models are between MODEL and ENDMDL; without these, END ends one, as many programs write trajectories; without that too,
 * there is one model.
 */
export function readPdbLines(source: LineSource): PdbLines {
  const { bytes } = source
  const models: PdbModel[] = []
  const residues = new Set(['MSE'])
  const listed = new Map<string, number>()
  let id = ''
  let model = emptyModel()
  /** Between MODEL and ENDMDL. */
  let inside = false
  let numbered = false
  let at = textStart(bytes)
  for (let line = 1; at < bytes.length; line++) {
    let end = at
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++
    const record = recordOf(bytes, at, end)
    if (record === 'ATOM' || record === 'HETATM') {
      if (numbered && !inside) source.fail({ line }, 'atoms inside of models only, where there are some', record)
      if (end - at < SHORTEST) {
        source.fail({ line }, `coordinates up to column ${SHORTEST}`, `a line of ${end - at}`)
      }
      model.starts.push(at)
      model.lines.push(line)
    } else if (record === 'MODEL') {
      if (!numbered && (models.length > 0 || model.starts.length > 0)) {
        source.fail({ line }, 'atoms inside of models only, where there are some', 'atoms before the first MODEL')
      }
      if (inside) models.push(model)
      model = emptyModel()
      inside = true
      numbered = true
    } else if (record === 'ENDMDL' || record === 'END') {
      if (inside || model.starts.length > 0) models.push(model)
      model = emptyModel()
      inside = false
    } else if (record === 'MODRES') residues.add(columns(bytes, at, 13, 15).toUpperCase())
    else if (record === 'SEQRES') {
      const chain = columns(bytes, at, 12, 12)
      listed.set(chain, (listed.get(chain) ?? 0) + addAll(residues, bytes, at, end))
    } else if (record === 'TER') model.ends.push(model.starts.length)
    else if (record === 'HEADER') id = columns(bytes, at, 63, 66)
    at = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1)
  }
  if (inside || model.starts.length > 0) models.push(model)
  return { models, residues, listed, id }
}

function emptyModel(): PdbModel {
  return { starts: [], lines: [], ends: [] }
}

/**
 * Columns `from` to `to` of the line that starts at `start`, without the blanks around. Columns are bytes: the format is ASCII,
 * and programs that write other letters count them so, or do not. A line may end before them: the next one's are not its own.
 */
export function columns(bytes: Uint8Array, start: number, from: number, to: number): string {
  const first = start + from - 1
  let end = start
  for (; end < start + to; end++) {
    const c = bytes[end]
    if (c === undefined || c === LF || c === CR) break
  }
  return end <= first ? '' : decodeText(bytes, first, end).trim()
}

/**
 * The first six columns, where they matter, in capitals: some programs write small letters. A serial number of more than five
 * digits may reach into them.
 */
function recordOf(bytes: Uint8Array, at: number, end: number): string {
  switch (bytes[at]! & ~32) {
    case 65: // ATOM
      return columns(bytes, at, 1, 4).toUpperCase() === 'ATOM' && isNumber(bytes, at + 4) ? 'ATOM' : ''
    case 69: // ENDMDL, END
    case 72: // HEADER, HETATM
    case 77: // MODEL, MODRES
    case 83: // SEQRES
      return columns(bytes, at, 1, Math.min(6, end - at)).toUpperCase()
    case 84: // TER
      return columns(bytes, at, 1, Math.min(4, end - at)).toUpperCase()
    default:
      return ''
  }
}

/** Two columns of blanks or digits, or the end of the line: not the rest of a longer word. */
function isNumber(bytes: Uint8Array, at: number): boolean {
  for (let k = at; k < at + 2; k++) {
    const c = bytes[k] ?? LF
    if (c === LF || c === CR) return true
    if (c !== BLANK && !(c >= 48 && c <= 57)) return false
  }
  return true
}

/** Three letters a residue, from column 20 on. How many there are. */
function addAll(residues: Set<string>, bytes: Uint8Array, at: number, end: number): number {
  let count = 0
  for (let k = at + 19; k < end; ) {
    while (k < end && bytes[k] === BLANK) k++
    const from = k
    while (k < end && bytes[k] !== BLANK) k++
    const name = decodeText(bytes, from, Math.min(k, from + 4))
    if (name === '') continue
    residues.add(name.toUpperCase())
    count++
  }
  return count
}

/** Columns 31 to 38, 39 to 46 and 47 to 54. */
export function readCoordinates(out: Float64Array, o: number, source: LineSource, start: number, line: number): void {
  const { bytes } = source
  for (let axis = 0; axis < 3; axis++) {
    const from = start + 30 + 8 * axis
    let [a, b] = [from, from + 8]
    while (a < b && bytes[a] === BLANK) a++
    while (b > a && bytes[b - 1] === BLANK) b--
    const value = parseDecimal(bytes, a, b)
    const cut = isCutBehind(bytes, from) || (axis === 0 && isCutBefore(bytes, from))
    if (cut || !(Math.abs(value) <= MAX_COORDINATE)) {
      const place = { line, field: 'xyz'[axis]! }
      source.fail(place, `a coordinate in columns ${31 + 8 * axis} to ${38 + 8 * axis}`, quoted(bytes, from, from + 8))
    }
    out[o + axis] = value
  }
}

/** A number that fills its columns and extends to the left of them. */
function isCutBefore(bytes: Uint8Array, from: number): boolean {
  return bytes[from] !== BLANK && bytes[from - 1] !== BLANK
}

/**
 * A number that fills its columns and extends to the right of them: it has fewer than three decimals, and a digit behind. What
 * x and y push into the next columns makes no number there, as a rule; of z, digits would be lost without a sign of it.
 */
function isCutBehind(bytes: Uint8Array, from: number): boolean {
  const next = bytes[from + 8]
  if (bytes[from] === BLANK || next === undefined || next < 48 || next > 57) return false
  for (let k = from; k < from + 5; k++) if (bytes[k] === POINT) return false
  return true
}

/** The same atoms in the same order: columns 1 and 13 to 27 are equal, line by line. */
export function sameAtomColumns(bytes: Uint8Array, a: PdbModel, b: PdbModel): boolean {
  if (a.starts.length !== b.starts.length) return false
  for (let k = 0; k < a.starts.length; k++) {
    const [p, q] = [a.starts[k]!, b.starts[k]!]
    if (bytes[p] !== bytes[q]) return false
    for (let c = 12; c < 27; c++) if (bytes[p + c] !== bytes[q + c]) return false
  }
  return true
}
