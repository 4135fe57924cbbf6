// Wavefront OBJ: vertices and faces. Groups and objects are joined, texture and normal indices skipped. Free-form
// surfaces and calls of other files are refused by name: reading the rest would lose geometry without a word. A line that
// begins with no word of the format (a bare count, as FCL's test models have it) is passed over and noted, unless it may be a
// damaged vertex or face: a vertex that is not counted shifts every face after it.
import { plural } from '../text/plural.js'
import { quoted, TextCursor } from '../text/text-cursor.js'
import { MeshBuilder } from './mesh-builder.js'
import { type MeshSource, noteFans, type RawMesh } from './mesh-data.js'

/** Words of the format that say nothing about where the surface is. */
const IGNORED = new Set(
  (
    'vn vt vp g o s mg usemtl mtllib usemap maplib bevel c_interp d_interp lod shadow_obj trace_obj ' +
    'cstype deg bmat step curv curv2 parm trim hole scrv sp end con ctech stech vc vcn'
  ).split(' '),
)
const REFUSED: Readonly<Record<string, string>> = {
  surf: 'no free-form surfaces, which are not supported: turn them into polygons',
  bzp: 'no Bézier patches, which are not supported: turn them into polygons',
  bsp: 'no B-spline patches, which are not supported: turn them into polygons',
  cdp: 'no Cardinal patches, which are not supported: turn them into polygons',
  res: 'no patches, which are not supported: turn them into polygons',
  call: 'no references to other files, which are not supported: merge them into this one',
  csh: 'no commands to run, which are not supported',
}

export function isObjKeyword(word: string): boolean {
  return 'v f fo l p'.split(' ').includes(word) || IGNORED.has(word) || Object.hasOwn(REFUSED, word)
}

export function readObj(source: MeshSource): RawMesh {
  const cursor = new TextCursor(source.bytes, source.file, { comments: true, continued: true })
  const mesh = new MeshBuilder(source)
  const faces = new FaceReader(cursor, mesh)
  let lines = 0
  let points = 0
  const others = new OtherLines(cursor)
  for (cursor.skipSpace(); !cursor.atEnd(); cursor.skipSpace()) {
    cursor.token()
    const word = cursor.word()
    if (word === 'v') {
      const x = cursor.coordinate('a coordinate')
      const y = cursor.coordinate('a coordinate')
      mesh.vertex(x, y, cursor.coordinate('a coordinate'))
      // A weight or a colour may follow.
    } else if (word === 'f' || word === 'fo') faces.read()
    else if (word === 'l') lines++
    else if (word === 'p') points++
    else if (Object.hasOwn(REFUSED, word)) cursor.fail(REFUSED[word]!)
    else if (!IGNORED.has(word)) others.passOver(word)
    cursor.nextLine()
  }
  faces.finish(source)
  others.finish(source, mesh.faces)
  if (lines > 0) source.notes.push(`${plural(lines, 'line element')} left out.`)
  if (points > 0) source.notes.push(`${plural(points, 'point element')} left out.`)
  return mesh.finish()
}

/** Lines that begin with no word of the format. */
class OtherLines {
  private count = 0
  private firstLine = 0
  private first = ''

  constructor(private readonly cursor: TextCursor) {}

  /** The last token was its first word. Refused where it may be what is left of a vertex or a face. */
  passOver(word: string): void {
    const { cursor } = this
    const { bytes, start, at, line } = cursor
    let numbers = startsNumber(bytes[start]) ? 1 : 0
    for (let seen = 0; seen < MOST_WORDS && cursor.token(); seen++) if (startsNumber(bytes[cursor.start])) numbers++
    cursor.start = start
    cursor.at = at
    cursor.line = line
    if (numbers >= 3 || word.startsWith('v') || word.startsWith('f')) cursor.fail(KEYWORD)
    if (this.count++ > 0) return
    this.firstLine = line
    this.first = quoted(bytes, start, at)
  }

  finish(source: MeshSource, faces: number): void {
    if (this.count === 0) return
    // Nothing of the format was found: it is another one.
    if (faces === 0) source.fail({ line: this.firstLine }, KEYWORD, this.first)
    const lines = plural(this.count, 'line that begins', 'lines that begin')
    const where = this.count === 1 ? 'line' : 'the first one being line'
    source.notes.push(
      `${lines} with no keyword of the OBJ format passed over, ${where} ${this.firstLine}: ${this.first}.`,
    )
  }
}

const KEYWORD = 'a keyword of the OBJ format'
/** Words of such a line that are examined. */
const MOST_WORDS = 100

/** A digit, a sign or a point. */
function startsNumber(c: number | undefined): boolean {
  return c !== undefined && ((c >= 48 && c <= 57) || c === 43 || c === 45 || c === 46)
}

/** Faces, cut into fans. An index may be ahead of its vertex, so the largest of those is checked at the end. */
class FaceReader {
  private polygons = 0
  private furthest = 0
  private furthestLine = 0

  constructor(
    private readonly cursor: TextCursor,
    private readonly mesh: MeshBuilder,
  ) {}

  read(): void {
    const { mesh } = this
    const first = this.corner()
    let last = this.corner()
    let next = this.corner()
    mesh.triangle(first, last, next)
    if (this.cursor.atLineEnd()) return
    this.polygons++
    do {
      last = next
      next = this.corner()
      mesh.triangle(first, last, next)
    } while (!this.cursor.atLineEnd())
  }

  finish(source: MeshSource): void {
    if (this.furthest > this.mesh.vertices) {
      source.fail(
        { line: this.furthestLine },
        `the number of one of the file's ${plural(this.mesh.vertices, 'vertex', 'vertices')}`,
        `${this.furthest}`,
      )
    }
    noteFans(source, this.polygons)
  }

  /** One corner, `v`, `v/vt`, `v//vn` or `v/vt/vn`; the vertex, counted from 0. */
  private corner(): number {
    const { cursor } = this
    const { bytes } = cursor
    const count = this.mesh.vertices
    if (!cursor.token()) cursor.fail('the corners of a face, three at least')
    let at = cursor.start
    const negative = bytes[at] === 45
    if (negative) at++
    let value = 0
    const digits = at
    for (; at < cursor.at; at++) {
      const c = bytes[at]!
      if (c < 48 || c > 57) break
      value = 10 * value + (c - 48)
    }
    // What is behind a slash is not used, but it must look like indices.
    const slash = at
    for (; at < cursor.at; at++) {
      const c = bytes[at]!
      if (c !== 47 && c !== 45 && (c < 48 || c > 57)) break
    }
    const wellFormed = slash > digits && slash - digits <= 15 && at === cursor.at
    if (!wellFormed || (slash < cursor.at && bytes[slash] !== 47))
      cursor.fail('a corner of a face: v, v/vt, v//vn or v/vt/vn')
    if (negative) {
      if (value === 0 || value > count) cursor.fail(`one of the ${plural(count, 'vertex', 'vertices')} so far`)
      return count - value
    }
    if (value === 0 || value >= 2 ** 32) cursor.fail('the number of a vertex, counted from 1')
    if (value > count && value > this.furthest) {
      this.furthest = value
      this.furthestLine = cursor.line
    }
    return value - 1
  }
}
