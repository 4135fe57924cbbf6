// The tokens of a CIF file (Hall and McMahon, eds., "International Tables for Crystallography" G, chapter 2.2): words between
// blanks, strings in quotes that end where a blank follows, text between lines that begin with a semicolon, comments from #.
import { decodeText, wholeLetters } from '../text/decode-text.js'
import { quoted, textStart } from '../text/text-cursor.js'
import type { StructureSource } from './structure-source.js'

const LF = 10
const CR = 13
const HASH = 35
const SEMICOLON = 59
const UNDERSCORE = 95

/** `name`: _category.item; `keyword`: data_…, loop_, save_…; `value`: anything else. */
export type CifKind = 'end' | 'name' | 'keyword' | 'value'

export class CifTokens {
  kind: CifKind = 'end'
  /** The token is bytes[start..end), without its quotes. */
  start = 0
  end = 0
  /** The line that the token begins on. */
  line = 1
  /** A value without quotes: `.` and `?` mean that it is missing. */
  bare = false
  private at: number
  private atLine = 1

  constructor(private readonly source: StructureSource) {
    this.at = textStart(source.bytes)
  }

  next(): CifKind {
    const { bytes } = this.source
    this.skipSpace()
    this.line = this.atLine
    this.start = this.at
    this.bare = true
    const c = bytes[this.at]
    if (c === undefined) return this.take('end', this.at, this.at)
    if (c === SEMICOLON && isLineStart(bytes, this.at)) return this.text()
    if (c === 34 || c === 39) return this.string(c)
    let end = this.at
    while (end < bytes.length && !isSpace(bytes[end]!)) end++
    const kind = c === UNDERSCORE ? 'name' : isKeyword(bytes, this.at, end) ? 'keyword' : 'value'
    return this.take(kind, end, end)
  }

  is(kind: CifKind): boolean {
    return this.kind === kind
  }

  /** The token, at most `most` bytes of it. */
  word(most = 200): string {
    const { bytes } = this.source
    const long = this.end - this.start > most
    return decodeText(bytes, this.start, long ? wholeLetters(bytes, this.start, this.start + most) : this.end)
  }

  isMissing(): boolean {
    if (!this.bare || this.end - this.start !== 1) return false
    const c = this.source.bytes[this.start]
    return c === 46 || c === 63
  }

  fail(expected: string, field?: string): never {
    const got = this.kind === 'end' ? 'the end of the file' : quoted(this.source.bytes, this.start, this.end)
    return this.source.fail({ line: this.line, field }, expected, got)
  }

  private take(kind: CifKind, end: number, at: number): CifKind {
    this.kind = kind
    this.end = end
    this.at = at
    return kind
  }

  private skipSpace(): void {
    const { bytes } = this.source
    for (;;) {
      const c = bytes[this.at]
      if (c === HASH) {
        while (this.at < bytes.length && bytes[this.at] !== LF && bytes[this.at] !== CR) this.at++
      } else if (c === undefined || !isSpace(c)) return
      else this.pass()
    }
  }

  /** Over one byte, which may end a line. CR LF ends one. */
  private pass(): void {
    const { bytes } = this.source
    const c = bytes[this.at++]
    if (c === LF || (c === CR && bytes[this.at] !== LF)) this.atLine++
  }

  private string(quote: number): CifKind {
    const { bytes } = this.source
    this.bare = false
    this.start++
    for (let end = this.start; end < bytes.length; end++) {
      const c = bytes[end]!
      if (c === LF || c === CR) break
      const after = bytes[end + 1]
      if (c === quote && (after === undefined || isSpace(after))) return this.take('value', end, end + 1)
    }
    return this.source.fail(
      { line: this.line },
      'a string that ends on its line',
      quoted(bytes, this.start - 1, this.start + 20),
    )
  }

  private text(): CifKind {
    const { bytes } = this.source
    this.bare = false
    this.start++
    this.at++
    while (this.at < bytes.length) {
      if (bytes[this.at] === SEMICOLON && isLineStart(bytes, this.at)) {
        // The end of the line before belongs to the semicolon.
        let end = this.at
        if (end > this.start && bytes[end - 1] === LF) end--
        if (end > this.start && bytes[end - 1] === CR) end--
        return this.take('value', end, this.at + 1)
      }
      this.pass()
    }
    return this.source.fail(
      { line: this.line },
      'a text that ends with a line that starts with ;',
      'the end of the file',
    )
  }
}

function isSpace(c: number): boolean {
  return c === 32 || (c >= 9 && c <= 13)
}

function isLineStart(bytes: Uint8Array, at: number): boolean {
  return at === 0 || bytes[at - 1] === LF || bytes[at - 1] === CR
}

function isKeyword(bytes: Uint8Array, start: number, end: number): boolean {
  // data_, loop_, save_, stop_ and global_ alone begin with one of these letters and have an underscore so early.
  const c = bytes[start]! | 32
  if (c !== 100 && c !== 108 && c !== 115 && c !== 103) return false
  let word = ''
  for (let k = start; k < Math.min(end, start + 7); k++) word += String.fromCharCode(bytes[k]!)
  word = word.toLowerCase()
  if (word.startsWith('data_') || word.startsWith('save_')) return true
  return end - start === word.length && (word === 'loop_' || word === 'stop_' || word === 'global_')
}
