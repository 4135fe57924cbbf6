// OFF (Geomview's Object File Format): OFF, and with colours, normals or texture coordinates at the vertices COFF, NOFF,
// STOFF and their combinations, in text. Vertices and faces are on lines of their own, and what follows on the line
// (colours, mostly) is skipped: the format does not say how many numbers a colour has.
import { plural } from '../text/plural.js'
import { parseInteger, TextCursor } from '../text/text-cursor.js'
import { MeshBuilder } from './mesh-builder.js'
import { type MeshSource, noteFans, type RawMesh } from './mesh-data.js'

/** In this case: an N is for normals, an n for a dimension. */
const HEADER = /^(?:ST)?C?N?(4)?(n)?OFF$/

export function isOffKeyword(word: string): boolean {
  return HEADER.test(word)
}

export function readOff(source: MeshSource): RawMesh {
  const cursor = new TextCursor(source.bytes, source.file, { comments: true })
  const [vertices, faces] = readHeader(cursor)
  // "0 0 0" and a line end each, the last line without: a count that cannot fit is refused before there is room for it.
  const left = source.bytes.length - cursor.at
  if (6 * vertices + 2 * faces > left + 2) {
    cursor.fail(`counts of vertices and faces that the ${plural(left, 'byte')} that follow can hold`)
  }
  const mesh = new MeshBuilder(source, vertices)
  for (let v = 0; v < vertices; v++) {
    cursor.skipSpace()
    const x = cursor.coordinate('a coordinate of a vertex')
    const y = cursor.coordinate('a coordinate of a vertex')
    mesh.vertex(x, y, cursor.coordinate('a coordinate of a vertex'))
    cursor.nextLine()
  }
  readFaces(source, cursor, mesh, faces)
  cursor.skipSpace()
  if (cursor.token()) cursor.fail(`the end of the file after ${plural(faces, 'face')}`)
  return mesh.finish()
}

/** The keyword, which may be missing, and the counts. */
function readHeader(cursor: TextCursor): [number, number] {
  cursor.skipSpace()
  cursor.token()
  const keyword = HEADER.exec(cursor.text())
  if (keyword !== null) {
    if (keyword[1] !== undefined) cursor.fail('three coordinates a vertex: four (4OFF) are not supported')
    if (keyword[2] !== undefined)
      cursor.fail('three coordinates a vertex: other numbers of them (nOFF) are not supported')
    cursor.skipBlanks()
    if (cursor.token() && cursor.word() === 'binary') cursor.fail('OFF as text: binary OFF is not supported')
    cursor.at = cursor.start
    cursor.skipSpace()
    cursor.token()
  }
  const vertices = parseInteger(cursor.bytes, cursor.start, cursor.at)
  if (!(vertices >= 0)) {
    cursor.fail(keyword === null ? '"OFF", "COFF" or the like' : 'the number of vertices')
  }
  const faces = cursor.integer('the number of faces', 0, 2 ** 32)
  // A number of edges may follow, and is often wrong.
  cursor.nextLine()
  return [vertices, faces]
}

function readFaces(source: MeshSource, cursor: TextCursor, mesh: MeshBuilder, faces: number): void {
  const high = mesh.vertices - 1
  let polygons = 0
  let small = 0
  const what = `a vertex from 0 to ${high}`
  for (let f = 0; f < faces; f++) {
    cursor.skipSpace()
    const corners = cursor.integer('the number of corners of a face', 0, 2 ** 32)
    if (corners < 3) {
      for (let k = 0; k < corners; k++) cursor.integer(what, 0, high)
      small++
    } else {
      const first = cursor.integer(what, 0, high)
      let last = cursor.integer(what, 0, high)
      for (let k = 2; k < corners; k++) {
        const next = cursor.integer(what, 0, high)
        mesh.triangle(first, last, next)
        last = next
      }
      if (corners > 3) polygons++
    }
    cursor.nextLine()
  }
  if (small > 0) source.notes.push(`${plural(small, 'face')} with fewer than three corners left out.`)
  noteFans(source, polygons)
}
