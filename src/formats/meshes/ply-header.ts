// The header of a PLY file: which elements follow, how many, and what each consists of.
import { plural } from '../text/plural.js'
import { TextCursor } from '../text/text-cursor.js'
import type { MeshSource } from './mesh-data.js'

/** The names of the types, each with the older one first. */
const TYPES: Readonly<Record<string, PlyType>> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
  int8: 'int8',
  uint8: 'uint8',
  int16: 'int16',
  uint16: 'uint16',
  int32: 'int32',
  uint32: 'uint32',
  float32: 'float32',
  float64: 'float64',
}

export type PlyType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64'
export type PlyEncoding = 'ascii' | 'binary_little_endian' | 'binary_big_endian'

export interface PlyProperty {
  readonly name: string
  readonly type: PlyType
  /** The type of a list's length; undefined for a single value. */
  readonly countType: PlyType | undefined
}

export interface PlyElement {
  readonly name: string
  readonly count: number
  readonly line: number
  readonly properties: PlyProperty[]
}

export interface PlyHeader {
  readonly encoding: PlyEncoding
  readonly elements: readonly PlyElement[]
  /** Where the body starts. */
  readonly at: number
  readonly line: number
}

/** More would be an attack: every name is compared with all others. */
const MAX_ELEMENTS = 256
const MAX_PROPERTIES = 4096

export function sizeOf(type: PlyType): number {
  switch (type) {
    case 'int8':
    case 'uint8':
      return 1
    case 'int16':
    case 'uint16':
      return 2
    case 'int32':
    case 'uint32':
    case 'float32':
      return 4
    case 'float64':
      return 8
  }
}

export function readPlyHeader(source: MeshSource): PlyHeader {
  const cursor: TextCursor = new TextCursor(source.bytes, source.file)
  cursor.token()
  if (cursor.word() !== 'ply') cursor.fail('"ply"')
  const elements: PlyElement[] = []
  let encoding: PlyEncoding | undefined
  for (;;) {
    endLine(cursor)
    cursor.skipBlanks()
    cursor.token()
    const word = cursor.text()
    if (word === 'comment' || word === 'obj_info') continue
    if (word === 'format') encoding = readFormat(cursor)
    else if (word === 'element') elements.push(readElement(cursor, elements))
    else if (word === 'property') readProperty(cursor, elements.at(-1))
    else if (word === 'end_header') break
    else if (word === '' && !cursor.atEnd()) continue
    else cursor.fail('"element", "property", "end_header" or another word of a PLY header')
  }
  if (encoding === undefined) cursor.fail('a "format" line before the end of the header')
  endLine(cursor)
  return { encoding, elements, at: cursor.at, line: cursor.line }
}

/** To the next line; comments may say anything, other lines have ended. */
function endLine(cursor: TextCursor): void {
  const comment = /^(comment|obj_info)$/.test(cursor.text())
  if (!comment && !cursor.atLineEnd()) {
    cursor.token()
    cursor.fail('the end of the line')
  }
  cursor.nextLine()
}

function readFormat(cursor: TextCursor): PlyEncoding {
  cursor.token()
  const encoding = cursor.text()
  if (encoding !== 'ascii' && encoding !== 'binary_little_endian' && encoding !== 'binary_big_endian') {
    cursor.fail('"ascii", "binary_little_endian" or "binary_big_endian"')
  }
  cursor.token()
  if (cursor.text() !== '1.0') cursor.fail('version 1.0')
  return encoding
}

function readElement(cursor: TextCursor, elements: readonly PlyElement[]): PlyElement {
  if (elements.length === MAX_ELEMENTS) cursor.fail(`at most ${MAX_ELEMENTS} elements`)
  if (!cursor.token()) cursor.fail('the name of an element')
  const name = cursor.text()
  if (elements.some((other) => other.name === name)) cursor.fail('the name of an element that is not there yet')
  const count = cursor.integer(`the number of ${name} elements`, 0, 2 ** 32 - 1)
  return { name, count, line: cursor.line, properties: [] }
}

function readProperty(cursor: TextCursor, element: PlyElement | undefined): void {
  if (element === undefined) cursor.fail('an "element" before its properties')
  if (element.properties.length === MAX_PROPERTIES) cursor.fail(`at most ${MAX_PROPERTIES} properties of an element`)
  let type = readType(cursor, '"list" or a type')
  let countType: PlyType | undefined
  if (type === 'list') {
    countType = readType(cursor, 'the type of a length') as PlyType
    if (countType.startsWith('float')) cursor.fail('a whole type for a length')
    type = readType(cursor, 'a type')
  }
  if (type === 'list') cursor.fail('a type')
  if (!cursor.token()) cursor.fail('the name of a property')
  const name = cursor.text()
  if (element.properties.some((other) => other.name === name))
    cursor.fail(`a property that ${element.name} does not have yet`)
  element.properties.push({ name, type, countType })
}

function readType(cursor: TextCursor, expected: string): PlyType | 'list' {
  cursor.token()
  const word = cursor.text()
  if (word === 'list' && expected.startsWith('"list"')) return 'list'
  if (!Object.hasOwn(TYPES, word)) cursor.fail(`${expected}: ${Object.keys(TYPES).join(', ')}`)
  return TYPES[word]!
}

/**
 * Refuses counts that the bytes from `from` on cannot hold, before anything is allocated for them. A binary value takes
 * its size, one in text a digit and a blank (but the last one its digit only).
 */
export function checkCounts(source: MeshSource, header: PlyHeader): void {
  const lastBlank = header.encoding === 'ascii' ? 1 : 0
  let left = source.bytes.length - header.at
  for (const { name, count, properties, line } of header.elements) {
    let least = 0
    for (const { type, countType } of properties) {
      least += lastBlank === 1 ? 2 : sizeOf(countType ?? type)
    }
    if (count * least > left + lastBlank) {
      source.fail(
        { line },
        `at most as many ${name} elements as the ${plural(Math.max(0, left), 'byte')} left for them can hold`,
        `${count}`,
      )
    }
    left -= count * least
  }
}
