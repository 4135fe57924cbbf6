// STL, in its two forms: 80 bytes of anything, a count and 50 bytes a triangle; or text between `solid` and `endsolid`.
// The 80 bytes of a binary file may well start with "solid", so its size decides, not its first word. Normals and
// attribute bytes are not read: files are full of wrong ones, and the vertices say the same.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { viewOf } from '../text/byte-view.js'
import { plural } from '../text/plural.js'
import { TextCursor, textStart } from '../text/text-cursor.js'
import { MeshBuilder } from './mesh-builder.js'
import type { MeshSource, RawMesh } from './mesh-data.js'
import { trailingPadding } from './trailing.js'

const HEADER = 84
const RECORD = 50
/** How far the word `facet` is looked for after `solid`: names are short, and so are the comments some writers add. */
const LOOK_AHEAD = 1024

export function readStl(source: MeshSource): RawMesh {
  return isBinaryStl(source.bytes) || !looksLikeText(source.bytes) ? readBinary(source) : readText(source)
}

/** True if the count in the header is exactly that of the bytes after it. */
export function isBinaryStl(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER && HEADER + RECORD * viewOf(bytes).getUint32(80, true) === bytes.length
}

/** `solid`, and within reach of it `facet` or `endsolid`. */
function looksLikeText(bytes: Uint8Array): boolean {
  let text = ''
  const start = textStart(bytes)
  for (let k = start; k < Math.min(bytes.length, start + LOOK_AHEAD); k++) text += String.fromCharCode(bytes[k]!)
  return /^\s*solid[\s\S]*?(\bfacet|endsolid)/i.test(text) || (/^\s*solid\b/i.test(text) && !text.includes('\0'))
}

function readBinary(source: MeshSource): RawMesh {
  const { bytes } = source
  if (bytes.length < HEADER) {
    source.fail({ offset: bytes.length }, `an STL file: text from "solid" on, or at least ${HEADER} bytes`, 'its end')
  }
  const view = viewOf(bytes)
  const count = view.getUint32(80, true)
  const end = HEADER + RECORD * count
  if (end > bytes.length) {
    const held = Math.floor((bytes.length - HEADER) / RECORD)
    source.fail({ offset: 80 }, `a count of triangles that the file holds (${held})`, `${count}`)
  }
  trailingPadding(source, end, plural(count, 'triangle'))
  source.checkRoom(3 * count, count, { offset: 80 })
  const positions = new Float64Array(9 * count)
  const triangles = new Uint32Array(3 * count)
  for (let t = 0; t < count; t++) {
    // A record is twelve floats and two bytes of attributes; the first three floats are the normal.
    const corner = HEADER + RECORD * t + 12
    for (let k = 0; k < 9; k++) {
      const value = view.getFloat32(corner + 4 * k, true)
      if (!(Math.abs(value) <= MAX_COORDINATE)) {
        source.fail({ offset: corner + 4 * k }, 'a finite coordinate', `${value} in triangle ${t}`)
      }
      positions[9 * t + k] = value
    }
    for (let k = 0; k < 3; k++) triangles[3 * t + k] = 3 * t + k
  }
  return { positions, triangles }
}

function readText(source: MeshSource): RawMesh {
  const cursor = new TextCursor(source.bytes, source.file)
  const mesh = new MeshBuilder(source)
  cursor.skipSpace()
  do {
    keyword(cursor, 'solid')
    // Its name, which may be anything.
    cursor.nextLine()
    readSolid(cursor, mesh)
    cursor.nextLine()
    cursor.skipSpace()
  } while (!cursor.atEnd())
  return mesh.finish()
}

function readSolid(cursor: TextCursor, mesh: MeshBuilder): void {
  for (;;) {
    cursor.skipSpace()
    cursor.token()
    const word = cursor.word()
    if (word === 'endsolid') return
    if (word !== 'facet') cursor.fail('"facet" or "endsolid"')
    // The normal is ignored: degenerate triangles have `nan` there.
    cursor.nextLine()
    keyword(cursor, 'outer')
    keyword(cursor, 'loop')
    const first = mesh.vertices
    for (let k = 0; k < 3; k++) {
      keyword(cursor, 'vertex')
      const x = cursor.coordinate('a coordinate')
      const y = cursor.coordinate('a coordinate')
      mesh.vertex(x, y, cursor.coordinate('a coordinate'))
    }
    mesh.triangle(first, first + 1, first + 2)
    keyword(cursor, 'endloop')
    keyword(cursor, 'endfacet')
  }
}

function keyword(cursor: TextCursor, expected: string): void {
  cursor.skipSpace()
  cursor.token()
  if (cursor.word() !== expected) cursor.fail(`"${expected}"`)
}
