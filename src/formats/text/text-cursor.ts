// Walks over the bytes of a text file, token by token, and knows which line it is on. Lines end with LF, CR LF or CR. It
// works on bytes, not on a string: a file of a hundred megabytes is read without a second copy of it.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { type FileErrorClass, MeshFileError } from '../../errors.js'
import { parseDecimal } from './parse-decimal.js'

const LF = 10
const CR = 13
const HASH = 35
const BACKSLASH = 92

export interface CursorOptions {
  /** Everything from # to the end of the line is a comment. */
  readonly comments?: boolean
  /** A backslash at the end of a line joins it with the next one. */
  readonly continued?: boolean
  /** The number of the line that `at` is on. */
  readonly line?: number
  /** What is thrown; MeshFileError if left out. */
  readonly error?: FileErrorClass
}

export class TextCursor {
  at: number
  line: number
  /** The last token is bytes[start..at). */
  start: number
  private readonly comments: boolean
  private readonly continued: boolean
  private readonly FileError: FileErrorClass

  constructor(
    readonly bytes: Uint8Array,
    readonly file: string,
    options: CursorOptions = {},
    at = textStart(bytes),
  ) {
    this.at = at
    this.start = at
    this.line = options.line ?? 1
    this.comments = options.comments ?? false
    this.continued = options.continued ?? false
    this.FileError = options.error ?? MeshFileError
  }

  /** Over blanks, and a comment after them, to the next token of this line or its end. */
  skipBlanks(): void {
    const { bytes } = this
    for (;;) {
      const c = bytes[this.at]
      if (c === 32 || c === 9 || c === 11 || c === 12) this.at++
      else if (c === BACKSLASH && this.continued && this.breakLength(this.at + 1) > 0) {
        this.at++
        this.at += this.breakLength(this.at)
        this.line++
      } else break
    }
    if (this.comments && bytes[this.at] === HASH) this.at = this.endOfLine()
  }

  /** Over blanks, comments and ends of lines, to the next token or the end of the file. */
  skipSpace(): void {
    for (;;) {
      this.skipBlanks()
      const length = this.breakLength(this.at)
      if (length === 0) return
      this.at += length
      this.line++
    }
  }

  /** True if nothing but blanks is left of this line. */
  atLineEnd(): boolean {
    this.skipBlanks()
    const c = this.bytes[this.at]
    return c === LF || c === CR || c === undefined
  }

  atEnd(): boolean {
    return this.at >= this.bytes.length
  }

  /** To the start of the next line, whatever is left of this one. Continued lines count as one. */
  nextLine(): void {
    for (;;) {
      this.at = this.endOfLine()
      const length = this.breakLength(this.at)
      if (length === 0) return
      const more = this.continued && this.bytes[this.at - 1] === BACKSLASH
      this.at += length
      this.line++
      if (!more) return
    }
  }

  /** Takes the next token of this line; false if there is none. */
  token(): boolean {
    this.skipBlanks()
    const { bytes } = this
    const end = bytes.length
    let at = this.at
    this.start = at
    for (; at < end; at++) {
      const c = bytes[at]!
      if (c <= 32 && (c === 32 || (c >= 9 && c <= 13))) break
      if (c === BACKSLASH && this.continued && this.breakLength(at + 1) > 0) break
    }
    this.at = at
    return at > this.start
  }

  /** The next token of this line as a number. */
  number(expected: string): number {
    const value = this.token() ? parseDecimal(this.bytes, this.start, this.at) : Number.NaN
    if (Number.isNaN(value)) this.fail(expected)
    return value
  }

  /** The next token of this line as a number that may be a coordinate. */
  coordinate(expected: string): number {
    const value = this.number(expected)
    if (!(Math.abs(value) <= MAX_COORDINATE)) this.fail(`${expected} of at most ${MAX_COORDINATE}`)
    return value
  }

  /** The next token of this line as a whole number from `low` to `high`. */
  integer(expected: string, low: number, high: number): number {
    const value = this.token() ? parseInteger(this.bytes, this.start, this.at) : Number.NaN
    if (!(value >= low && value <= high)) this.fail(expected)
    return value
  }

  /** The last token as it is. Keywords are short: of a longer one, only the start. */
  text(): string {
    let text = ''
    for (let k = this.start; k < Math.min(this.at, this.start + 40); k++) text += String.fromCharCode(this.bytes[k]!)
    return text
  }

  /** The last token in small letters. */
  word(): string {
    return this.text().toLowerCase()
  }

  /** Fails at the last token, or at the end of the line or file if there was none. */
  fail(expected: string): never {
    throw new this.FileError(this.file, { line: this.line }, expected, this.got())
  }

  private got(): string {
    if (this.at > this.start) return quoted(this.bytes, this.start, this.at)
    if (this.start >= this.bytes.length) return 'the end of the file'
    return this.breakLength(this.start) > 0 ? 'the end of the line' : quoted(this.bytes, this.start, this.start + 1)
  }

  private endOfLine(): number {
    const { bytes } = this
    let at = this.at
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++
    return at
  }

  /** Bytes of the line end at `at`; 0 if there is none. */
  private breakLength(at: number): number {
    const c = this.bytes[at]
    if (c === LF) return 1
    if (c === CR) return this.bytes[at + 1] === LF ? 2 : 1
    return 0
  }
}

/** The whole number that bytes[from..to) spell; NaN if they do not, or if it has more than fifteen digits. */
export function parseInteger(bytes: Uint8Array, from: number, to: number): number {
  const negative = bytes[from] === 45
  let at = negative || bytes[from] === 43 ? from + 1 : from
  if (at >= to || to - at > 15) return Number.NaN
  let value = 0
  for (; at < to; at++) {
    const c = bytes[at]!
    if (c < 48 || c > 57) return Number.NaN
    value = 10 * value + (c - 48)
  }
  return negative ? -value : value
}

/** Where the text starts: behind a byte order mark, if there is one. */
export function textStart(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

/** Bytes as they should appear in a message: short, quoted, what cannot be printed as \x… */
export function quoted(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let k = from; k < Math.min(to, from + 40, bytes.length); k++) {
    const c = bytes[k]!
    text += c >= 32 && c < 127 ? String.fromCharCode(c) : `\\x${c.toString(16).padStart(2, '0')}`
  }
  return `"${text}${to - from > 40 ? '…' : ''}"`
}
