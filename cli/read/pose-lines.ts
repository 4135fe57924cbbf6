// Poses from a file or standard input, one JSON object a line, as they come: a million of them need no memory.
import { createReadStream, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { InvalidInputError, LimberError, type PoseInput } from '../../src/index.js'

/** A file of poses that cannot be read, or a line of it that cannot be used. */
export class PoseFileError extends LimberError {
  readonly line: number | undefined

  constructor(file: string, line: number | undefined, what: string) {
    super(`${file}${line === undefined ? '' : `, line ${line}`}: ${what}`)
    this.line = line
  }
}

export interface NumberedLine {
  readonly line: number
  readonly text: string
}

/** A pose is a few hundred letters: a line as long as this is not a pose. */
const MAX_LINE = 1_000_000

export class PoseLines {
  /** As it is called in errors. */
  readonly name: string
  /** Bytes of the file; 0 where it is not known. */
  readonly size: number

  /** `-` is standard input. `text`: what the lines are, where there is no file. */
  constructor(
    private readonly path: string,
    private readonly text?: string,
  ) {
    const stdin = path === '-'
    this.name = stdin ? 'standard input' : path
    this.size = stdin || text !== undefined ? 0 : sizeOf(path)
  }

  /** The lines of each piece of the file that comes in, together; blank ones are left out. */
  async *pieces(): AsyncGenerator<NumberedLine[]> {
    const decoder = new TextDecoder()
    let rest = ''
    let line = 0
    const number = (texts: readonly string[]): NumberedLine[] =>
      texts.map((text) => ({ line: ++line, text })).filter(({ text }) => text.trim() !== '')
    for await (const chunk of this.chunks()) {
      const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = texts.pop()!
      if (rest.length > MAX_LINE) {
        throw new PoseFileError(this.name, line + texts.length + 1, `expected at most ${MAX_LINE} letters, got more`)
      }
      yield number(texts)
    }
    yield number([rest])
  }

  /** What a line says, made of it by `use`; what is wrong with it is said by its number. */
  read<T>({ line, text }: NumberedLine, use: (value: unknown) => T): T {
    try {
      return use(parseLine(text))
    } catch (error) {
      if (error instanceof LimberError) throw new PoseFileError(this.name, line, asWritten(error.message))
      throw error
    }
  }

  private async *chunks(): AsyncGenerator<Buffer> {
    if (this.text !== undefined) return yield Buffer.from(this.text)
    try {
      const stream: Readable = this.path === '-' ? process.stdin : createReadStream(this.path)
      for await (const chunk of stream) yield chunk as Buffer
    } catch (error) {
      throw unreadable(this.name, error)
    }
  }
}

/** The engine's names of a pose's fields, as they are called in the file. */
function asWritten(message: string): string {
  return message.replace(/\.rotation\b/, message.includes('quaternion') ? '.q' : '.R').replace(/\.at\b/, '.t')
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidInputError('the line', shorten(text), 'one JSON object')
  }
}

function shorten(text: string): string {
  // Not trim(): it would take a byte order mark away, which is then what is wrong and not to be seen.
  const trimmed = text.replace(/^[ \t]+|[ \t\r]+$/g, '').replaceAll('\ufeff', '<BOM>')
  return trimmed.length > 60 ? `${trimmed.slice(0, 60)}…` : trimmed
}

function sizeOf(path: string): number {
  try {
    const stats = statSync(path)
    if (stats.isDirectory()) throw new PoseFileError(path, undefined, 'expected a file of poses, got a folder')
    return stats.isFile() ? stats.size : 0
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) return error
  const got = code === 'ENOENT' ? 'no such file' : code
  return new PoseFileError(path, undefined, `expected a file of poses that can be read, got ${got}`)
}

/** {"R":[9],"t":[3]}, {"q":[4],"t":[3]} or {"t":[3]}, whose numbers are checked where the pose is used. */
export function poseOf(field: string, value: unknown): PoseInput {
  const expected = 'a pose: {"R":[9 numbers, row by row],"t":[3]}, {"q":[x,y,z,w],"t":[3]} or {"t":[3]}'
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidInputError(field, value, expected)
  const { R, q, t, ...others } = value as Record<string, unknown>
  const extra = Object.keys(others)[0]
  if (extra !== undefined)
    throw new InvalidInputError(`${field}.${extra}`, others[extra], 'left out: known are R, q, t')
  if (R !== undefined && q !== undefined) throw new InvalidInputError(field, value, expected)
  if (R === undefined && q === undefined && t === undefined) throw new InvalidInputError(field, value, expected)
  const at = numbers(`${field}.t`, t, 3)
  if (R === undefined && q === undefined) return { at }
  return { at, rotation: R === undefined ? numbers(`${field}.q`, q, 4) : numbers(`${field}.R`, R, 9) }
}

function numbers(field: string, value: unknown, count: number): number[] {
  const good = Array.isArray(value) && value.length === count && value.every((x) => typeof x === 'number')
  if (!good) throw new InvalidInputError(field, value, `${count} numbers`)
  // JSON has numbers that are too large for one: 1e999.
  const wild = (value as number[]).findIndex((x) => !Number.isFinite(x))
  if (wild !== -1) throw new InvalidInputError(`${field}[${wild}]`, value[wild], 'a finite number')
  return value as number[]
}
