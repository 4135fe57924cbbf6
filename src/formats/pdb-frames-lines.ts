// The lines of a PDB file that have to do with atoms: where each model's begin, found in one pass over the bytes. Columns are
// counted from 1, as the format's description does (wwPDB, "Atomic Coordinate Entry Format" 3.3).
import type { FramesSource } from './frames-data.js'
import { textStart } from './text-cursor.js'

const LF = 10
const CR = 13
const BLANK = 32

/** The atoms of one model: where their lines start, and which lines these are. */
export interface PdbModel {
  readonly starts: number[]
  readonly lines: number[]
}

export interface PdbLines {
  readonly models: readonly PdbModel[]
  /** Names of residues that belong to chains, although their atoms are called HETATM. */
  readonly residues: ReadonlySet<string>
}

/** Through the last column of z. */
const SHORTEST = 54

/**
 * Models stand between MODEL and ENDMDL; without these, END ends one, as many programs write trajectories; without that too,
 * there is one model.
 */
export function readPdbLines(source: FramesSource): PdbLines {
  const { bytes } = source
  const models: PdbModel[] = []
  const residues = new Set(['MSE'])
  let model: PdbModel = { starts: [], lines: [] }
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
      model = { starts: [], lines: [] }
      inside = true
      numbered = true
    } else if (record === 'ENDMDL' || record === 'END') {
      if (inside || model.starts.length > 0) models.push(model)
      model = { starts: [], lines: [] }
      inside = false
    } else if (record === 'MODRES') residues.add(columns(bytes, at, 13, 15))
    else if (record === 'SEQRES') addAll(residues, bytes, at, end)
    at = end + (bytes[end] === CR && bytes[end + 1] === LF ? 2 : 1)
  }
  if (inside || model.starts.length > 0) models.push(model)
  return { models, residues }
}

/** Columns `from` to `to` of the line that starts at `start`, without the blanks around. */
export function columns(bytes: Uint8Array, start: number, from: number, to: number): string {
  let text = ''
  for (let k = start + from - 1; k < start + to; k++) {
    const c = bytes[k]
    if (c === undefined || c === LF || c === CR) break
    text += String.fromCharCode(c)
  }
  return text.trim()
}

/** The first six columns, where they matter; a serial number of more than five digits may reach into them. */
function recordOf(bytes: Uint8Array, at: number, end: number): string {
  switch (bytes[at]) {
    case 65: // ATOM
      return bytes[at + 1] === 84 && bytes[at + 2] === 79 && bytes[at + 3] === 77 && isNumber(bytes, at + 4)
        ? 'ATOM'
        : ''
    case 69: // ENDMDL, END
    case 72: // HETATM
    case 77: // MODEL, MODRES
    case 83: // SEQRES
      return columns(bytes, at, 1, Math.min(6, end - at))
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

/** Three letters a residue, from column 20 on. */
function addAll(residues: Set<string>, bytes: Uint8Array, at: number, end: number): void {
  for (let k = at + 19; k < end; ) {
    while (k < end && bytes[k] === BLANK) k++
    let name = ''
    for (; k < end && bytes[k] !== BLANK; k++) if (name.length < 4) name += String.fromCharCode(bytes[k]!)
    if (name !== '') residues.add(name)
  }
}
