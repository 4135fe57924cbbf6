// A JSON document whose every part knows where it came from: reading the wrong thing fails with the path of the field
// (`accessors[3].count`) and its place in the file. The place is looked up only when something fails, by walking over the
// bytes again.
import { strFromU8 } from 'fflate'
import type { FilePlace } from '../../errors.js'
import { quoted, textStart } from './text-cursor.js'

type Key = string | number

/** Receives the faults of the document: the reader of a mesh or of a scene. */
export interface JsonSource {
  fail(place: FilePlace, expected: string, got?: string): never
}

/** Knows where a value is by the keys that lead to it: of a document that was not read from JSON. */
export interface Locator {
  at(keys: readonly (string | number)[]): FilePlace
}

export interface JsonPlace {
  /** The bytes of the JSON text, and where in the file they start. */
  readonly bytes: Uint8Array
  readonly offset: number
  /** In a text file a line is said, in a binary one a byte. */
  readonly lines: boolean
}

/** Strings may not be longer in V8. */
const LONGEST = 2 ** 29 - 32

/** `singleKeys`: a name that occurs twice in one object is refused. */
export function parseJson(source: JsonSource, place: JsonPlace, singleKeys = false): JsonNode {
  const bytes = place.bytes.subarray(textStart(place.bytes))
  if (bytes.length > LONGEST) source.fail({}, `at most ${LONGEST} bytes of JSON`, `${bytes.length}`)
  const within = { ...place, bytes, offset: place.offset + textStart(place.bytes) }
  let value: unknown
  try {
    value = JSON.parse(strFromU8(bytes))
  } catch (error) {
    const found = skipValue(bytes, skipBlanks(bytes, 0))
    const at = Math.min(skipBlanks(bytes, found.at), bytes.length)
    // The walk below is looser than JSON: what it lets pass, the engine's own words must tell.
    if (at === bytes.length && found.good) source.fail(placeOf(within, 0), 'JSON', (error as Error).message)
    source.fail(placeOf(within, at), 'JSON', at < bytes.length ? quoted(bytes, at, at + 10) : 'the end of the text')
  }
  if (singleKeys) demandSingleKeys(source, within)
  return new JsonNode(source, within, undefined, '', value)
}

/** A value that the caller has, not its text: fields are named; places are where there is a locator. */
export function jsonValue(source: JsonSource, value: unknown, locator?: Locator): JsonNode {
  return new JsonNode(source, locator, undefined, '', value)
}

export class JsonNode {
  constructor(
    private readonly source: JsonSource,
    /** Undefined where there is no text: a value that the caller has made. */
    private readonly place: JsonPlace | Locator | undefined,
    private readonly parent: JsonNode | undefined,
    private readonly key: Key,
    readonly value: unknown,
  ) {}

  get missing(): boolean {
    return this.value === undefined
  }

  /** A field of this object; one that is `missing` if it is not there, or if this is missing itself. */
  get(name: string): JsonNode {
    const { value } = this
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      this.fail('an object')
    }
    const record = value as Record<string, unknown> | undefined
    const field = record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
    return new JsonNode(this.source, this.place, this, name, field)
  }

  /** The length of this array; 0 if it is missing. */
  get length(): number {
    if (this.missing) return 0
    if (!Array.isArray(this.value)) this.fail('an array')
    return this.value.length
  }

  item(index: number): JsonNode {
    return new JsonNode(this.source, this.place, this, index, (this.value as unknown[])[index])
  }

  /** The entry of `list` whose index this is. */
  entryOf(list: JsonNode): JsonNode {
    return list.item(this.integer(0, list.length - 1, `the index of one of ${list.length} ${list.path()}`))
  }

  integer(low: number, high: number, expected = `a whole number from ${low} to ${high}`): number {
    const { value } = this
    if (typeof value !== 'number' || !Number.isInteger(value) || value < low || value > high) this.fail(expected)
    return value
  }

  /** This array as this many finite numbers. */
  numbers(count: number): number[] {
    const { value } = this
    const good =
      Array.isArray(value) && value.length === count && value.every((x) => typeof x === 'number' && Number.isFinite(x))
    if (!good) this.fail(`${count} finite numbers`)
    return value as number[]
  }

  text(): string {
    if (typeof this.value !== 'string') this.fail('a string')
    return this.value
  }

  /** The names of this object's fields. */
  keys(): string[] {
    const { value } = this
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail('an object')
    return Object.keys(value)
  }

  path(): string {
    if (this.parent === undefined) return ''
    const before = this.parent.path()
    if (typeof this.key === 'number') return `${before}[${this.key}]`
    // Names of things are keys too, where a table goes by them: whatever is in them must not look like a path.
    if (!/^[\w$-]{1,60}$/.test(this.key)) return `${before}[${shown(this.key)}]`
    return before === '' ? this.key : `${before}.${this.key}`
  }

  fail(expected: string, got = shown(this.value)): never {
    const path = this.path()
    this.source.fail({ ...this.found(), ...(path === '' ? {} : { field: path }) }, expected, got)
  }

  private found(): FilePlace {
    if (this.place === undefined) return {}
    const keys: Key[] = []
    for (let node: JsonNode = this; node.parent !== undefined; node = node.parent) keys.unshift(node.key)
    return 'at' in this.place ? this.place.at(keys) : placeOf(this.place, locate(this.place.bytes, keys))
  }
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? `an array of ${value.length}` : 'an object'
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  // Not as JSON: 1e999 is read as Infinity, which JSON would call null.
  return String(value)
}

function placeOf({ bytes, offset, lines }: JsonPlace, at: number): FilePlace {
  if (!lines) return { offset: offset + at }
  let line = 1
  let start = 0
  for (let k = 0; k < at; k++) {
    if (bytes[k] !== 10) continue
    line++
    start = k + 1
  }
  // Letters, not bytes: continuation bytes do not count.
  let column = 1
  for (let k = start; k < at; k++) if ((bytes[k]! & 0xc0) !== 0x80) column++
  return { line, column }
}

/**
 * Fails at the first field whose name occurs twice in its object. The engine keeps the last one, so the others would be
 * lost silently. The JSON is known to be well-formed.
 */
function demandSingleKeys(source: JsonSource, place: JsonPlace): void {
  const { bytes } = place
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < bytes.length; at++) {
    const c = bytes[at]
    if (c === 123) open.push(new Set())
    else if (c === 91) open.push(undefined)
    else if (c === 125 || c === 93) open.pop()
    else if (c === 34) {
      const end = skipString(bytes, at)
      // A string with a colon behind it is a key, wherever it is.
      if (bytes[skipBlanks(bytes, end)] === 58) {
        const key = JSON.parse(strFromU8(bytes.subarray(at, end))) as string
        const keys = open.at(-1)!
        if (keys.has(key)) source.fail(placeOf(place, at), `the field ${shown(key)} once in its object`, 'it twice')
        keys.add(key)
      }
      at = end - 1
    }
  }
}

/** Where the field with these keys is in JSON that is known to be well-formed; its object, if it has no such field. */
function locate(bytes: Uint8Array, keys: readonly Key[]): number {
  let at = skipBlanks(bytes, 0)
  for (const key of keys) {
    const found = typeof key === 'number' ? findItem(bytes, at, key) : findField(bytes, at, key)
    if (found === undefined) return at
    at = found
  }
  return at
}

function findItem(bytes: Uint8Array, at: number, index: number): number | undefined {
  at = skipBlanks(bytes, at + 1)
  for (let k = 0; k < index && at < bytes.length; k++) {
    at = skipBlanks(bytes, skipValue(bytes, at).at)
    if (bytes[at] !== 44) return undefined
    at = skipBlanks(bytes, at + 1)
  }
  return at
}

/** The last field of that name: it is the one that counts. */
function findField(bytes: Uint8Array, at: number, name: string): number | undefined {
  let found: number | undefined
  at = skipBlanks(bytes, at + 1)
  while (bytes[at] === 34) {
    const end = skipString(bytes, at)
    const same = JSON.parse(strFromU8(bytes.subarray(at, end))) === name
    const value = skipBlanks(bytes, skipBlanks(bytes, end) + 1)
    if (same) found = value
    at = skipBlanks(bytes, skipValue(bytes, value).at)
    if (bytes[at] !== 44) break
    at = skipBlanks(bytes, at + 1)
  }
  return found
}

function skipBlanks(bytes: Uint8Array, at: number): number {
  while (bytes[at] === 32 || bytes[at] === 10 || bytes[at] === 13 || bytes[at] === 9) at++
  return at
}

/** Behind a string that starts at `at`. */
function skipString(bytes: Uint8Array, at: number): number {
  for (at++; at < bytes.length; at++) {
    if (bytes[at] === 92) at++
    else if (bytes[at] === 34) return at + 1
  }
  return at
}

/**
 * Behind the value that starts at `at`, or at the first byte that does not belong there. Without recursion: a document
 * may be nested as deep as it likes.
 */
function skipValue(bytes: Uint8Array, at: number): { readonly at: number; readonly good: boolean } {
  const open: number[] = []
  for (;;) {
    const c = bytes[at]
    if (c === 123 || c === 91) {
      open.push(c)
      at = skipBlanks(bytes, at + 1)
      if (bytes[at] !== c + 2) {
        if (c === 91) continue
        const value = skipKey(bytes, at)
        if (value < 0) return { at: ~value, good: false }
        at = value
        continue
      }
      open.pop()
    } else {
      const end = c === 34 ? skipString(bytes, at) : skipWord(bytes, at)
      if (c === 34 && bytes[end - 1] !== 34) return { at: end, good: false }
      if (c !== 34 && !WORD.test(strFromU8(bytes.subarray(at, end), true))) return { at, good: false }
      at = end - 1
    }
    // A value has ended at `at`: commas continue, brackets close.
    at++
    for (;;) {
      const kind = open.at(-1)
      if (kind === undefined) return { at, good: true }
      at = skipBlanks(bytes, at)
      if (bytes[at] === kind + 2) {
        open.pop()
        at++
        continue
      }
      if (bytes[at] !== 44) return { at, good: false }
      at = skipBlanks(bytes, at + 1)
      if (kind === 123) {
        const value = skipKey(bytes, at)
        if (value < 0) return { at: ~value, good: false }
        at = value
      }
      break
    }
  }
}

/** Behind `"key":`, at its value; the complement of the first byte that does not belong there, if there is one. */
function skipKey(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 34) return ~at
  const end = skipBlanks(bytes, skipString(bytes, at))
  return bytes[end] === 58 ? skipBlanks(bytes, end + 1) : ~end
}

/** What may be a value without quotes. */
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/

/** Behind a number, true, false or null. */
function skipWord(bytes: Uint8Array, at: number): number {
  while (at < bytes.length && /[-+.0-9A-Za-z]/.test(String.fromCharCode(bytes[at]!))) at++
  return at
}
