// The errors Limber throws. Every one has a name, says which field is wrong and what it was, and is thrown
// before anything has been changed.

/** Base of every error that Limber throws on purpose. */
export class LimberError extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}

/** An argument or a file's field that cannot be used: `field` names it, `value` is what was given. */
export class InvalidInputError extends LimberError {
  readonly field: string
  readonly value: unknown

  constructor(field: string, value: unknown, expected: string) {
    super(`${field} must be ${expected}, got ${show(value)}`)
    this.field = field
    this.value = value
  }
}

/**
 * A mesh that is not closed, where only closed ones are taken (`open: 'refuse'`): how many edges each of the loops has that bound
 * its holes, the longest first, and a point of the longest.
 */
export class OpenMeshError extends LimberError {
  readonly loops: readonly number[]
  readonly at: readonly [number, number, number]

  constructor(loops: readonly number[], at: readonly [number, number, number]) {
    const lengths = `${loops.slice(0, 8).join(', ')}${loops.length > 8 ? ', …' : ''}`
    const count = loops.length === 1 ? 'one loop' : `${loops.length} loops`
    super(
      loops.length === 0
        ? `the mesh is not a solid: a shell of it encloses nothing, or cannot be oriented, at ${at.join(', ')}`
        : `the mesh is not closed: ${count} of open edges (${lengths} edges), the longest at ${at.join(', ')}; ` +
            "option open: 'close' or 'solid' fills them",
    )
    this.loops = loops
    this.at = at
  }
}

/** Two kinds of shape between which no query is written. Never answered by a quiet "no hit". */
export class UnsupportedPairError extends LimberError {
  readonly kinds: readonly [string, string]

  constructor(query: string, kindA: string, kindB: string) {
    super(`${query} between ${kindA} and ${kindB} is not supported`)
    this.kinds = [kindA, kindB]
  }
}

/** `undo()` was called with no change set left to undo. */
export class NothingToUndoError extends LimberError {
  constructor() {
    super('there is no change to undo: undo() reverts the last change set once')
  }
}

/** A chain was changed or asked from inside its own `exclude` rule, in the middle of a search. */
export class ChainBusyError extends LimberError {
  constructor() {
    super('the chain is busy: neither its exclude rule nor an array that it reads may change or query it')
  }
}

/** An answer that is a list, and longer than can be held. */
export class ResultTooLargeError extends LimberError {
  constructor(what: string, most: number) {
    super(`${what}: more than ${most} of them; ask for less`)
  }
}

/** A maintained structure that breaks its own invariants: a bug in Limber, found by `validate()`. */
export class BrokenInvariantError extends LimberError {}

/** An iteration that did not reach its tolerance. The bounds that it did reach are in it. */
export class NotConvergedError extends LimberError {
  readonly lower: number
  readonly upper: number

  constructor(what: string, lower: number, upper: number) {
    super(`${what} did not converge: it is between ${lower} and ${upper}; please report what was asked`)
    this.lower = lower
    this.upper = upper
  }
}

/** Where in a file something is wrong: a byte from its start, or a line counted from 1; and the field, where it has a name. */
export interface FilePlace {
  readonly offset?: number | undefined
  readonly line?: number | undefined
  /** Letters from the start of the line, counted from 1. */
  readonly column?: number | undefined
  readonly field?: string | undefined
}

/**
 * A file that cannot be used: `file` as the caller named it, the `offset` (binary) or the `line` and maybe the `column` (text)
 * where reading stopped, the `field` where there is one, and what was `expected` there.
 */
export class FileError extends LimberError {
  readonly file: string
  readonly offset: number | undefined
  readonly line: number | undefined
  readonly column: number | undefined
  readonly field: string | undefined
  readonly expected: string
  readonly got: string | undefined

  constructor(file: string, place: FilePlace, expected: string, got?: string) {
    const { offset, line, column, field } = place
    const byte = offset === undefined ? '' : `, byte ${offset}`
    const at = line === undefined ? byte : `, line ${line}${column === undefined ? '' : `, column ${column}`}`
    const where = `${shortened(file)}${at}${field === undefined ? '' : `, ${shortened(field)}`}`
    super(`${where}: expected ${expected}${got === undefined ? '' : `, got ${shortened(got)}`}`)
    this.file = file
    this.offset = offset
    this.line = line
    this.column = column
    this.field = field
    this.expected = expected
    this.got = got
  }
}

/** Letters of a line in a message: what a file says in a name or a value may be of any length. */
const LONGEST_LINE = 500

function shortened(text: string): string {
  if (text.length <= LONGEST_LINE) return text
  const short = (line: string): string => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line)
  return text.split('\n').map(short).join('\n')
}

/** What readers that serve files of several kinds throw: one of the errors about files. */
export type FileErrorClass = new (file: string, place: FilePlace, expected: string, got?: string) => FileError

/** A mesh file that cannot be read. */
export class MeshFileError extends FileError {}

/** A file of frames (PDB, DCD, XTC, TRR, GRO, XYZ), or of the atoms in them, that cannot be read. */
export class FramesFileError extends FileError {}

/** A file of a molecular structure (PDB, mmCIF) that cannot be read. */
export class StructureFileError extends FileError {}

/** A scene file or a path file that cannot be used; `field` is a path: `robots[0].base.xyz[2]`. */
export class SceneFileError extends FileError {}

/** A roadmap file that cannot be used. */
export class RoadmapFileError extends FileError {}

/** A mesh that a robot file names and that is not there: its name as the file has it, the link it belongs to, and why. */
export interface MissingMesh {
  readonly filename: string
  readonly link: string
  readonly line: number
  /** What was found instead, where more is known than that there is nothing. */
  readonly reason: string | undefined
}

/**
 * A URDF or SRDF file that cannot be used; `field` is like `joint "elbow" <limit> lower`. `missing` lists every mesh that is not
 * there, where that is what is wrong.
 */
export class RobotFileError extends FileError {
  readonly missing: readonly MissingMesh[]

  constructor(file: string, place: FilePlace, expected: string, got?: string, missing: readonly MissingMesh[] = []) {
    super(file, place, expected, got)
    this.missing = missing
  }
}

/** A value as it should appear in a message: short, and unmistakable for NaN, -0, strings and the like. */
function show(value: unknown, depth = 0): string {
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) {
    return String(value)
  }
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value as unknown as ArrayLike<unknown>).slice(0, 12)
    const length = (value as unknown as ArrayLike<unknown>).length
    return `[${items.map((item) => (depth < 3 ? show(item, depth + 1) : '…')).join(', ')}${length > items.length ? `, … ${length} in all` : ''}]`
  }
  if (typeof value === 'object') {
    const kind = (value as { kind?: unknown }).kind
    return typeof kind === 'string' ? `a shape of kind ${JSON.stringify(kind)}` : 'an object'
  }
  return `a ${typeof value}`
}
