// PLY (Stanford polygon files): vertices and faces, or triangle strips, out of any elements and properties, in text or
// binary of either byte order. Text and binary differ in how a value is taken from the file and in nothing else, so one
// loop reads both, through a small reader of values.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { viewOf } from '../text/byte-view.js'
import { plural } from '../text/plural.js'
import { TextCursor } from '../text/text-cursor.js'
import { MeshBuilder } from './mesh-builder.js'
import { type MeshSource, noteFans, type RawMesh } from './mesh-data.js'
import {
  checkCounts,
  type PlyElement,
  type PlyHeader,
  type PlyProperty,
  type PlyType,
  readPlyHeader,
  sizeOf,
} from './ply-header.js'
import { trailingPadding } from './trailing.js'

/** Takes values from the body, one after the other. */
interface Values {
  /** The next value, which must be a coordinate. */
  coordinate(type: PlyType, what: string): number
  /** The next value, which must be a whole number in low..high. */
  integer(type: PlyType, low: number, high: number, what: string): number
  /** Over this many values of a type. */
  skip(type: PlyType, count: number): void
  /** Called before and after each element. */
  startElement(): void
  endElement(element: PlyElement): void
  end(): void
}

export function readPly(source: MeshSource): RawMesh {
  const header = readPlyHeader(source)
  const vertex = header.elements.find(({ name }) => name === 'vertex')
  if (vertex === undefined) source.fail({ line: header.line - 1 }, 'an element "vertex" in the header')
  const axes = axesOf(source, vertex)
  const lists = header.elements.map((element) =>
    element.name === 'face' || element.name === 'tristrips' ? listOf(source, element) : -1,
  )
  checkCounts(source, header)
  const values = header.encoding === 'ascii' ? new TextValues(source, header) : new BinaryValues(source, header)
  const faces = header.elements.find(({ name }) => name === 'face')
  const mesh = new MeshBuilder(source, vertex.count, faces?.count ?? 0)
  const polygons = new Polygons(values, mesh, vertex.count)
  for (const [k, element] of header.elements.entries()) {
    if (element.name === 'vertex') readVertices(values, element, axes, mesh)
    else if (element.name === 'face') readLists(values, element, lists[k]!, polygons.face())
    else if (element.name === 'tristrips') readLists(values, element, lists[k]!, polygons.strips())
    else skipElements(values, element)
  }
  values.end()
  polygons.note(source)
  if (faces === undefined && polygons.stripCount === 0) source.notes.push('No faces: a cloud of points.')
  return mesh.finish()
}

/** Which properties of the vertices are x, y and z. */
function axesOf(source: MeshSource, { properties, line }: PlyElement): number[] {
  return ['x', 'y', 'z'].map((name) => {
    const found = properties.findIndex((property) => property.name === name)
    if (found < 0) source.fail({ line }, `a property "${name}" of the vertices`)
    if (properties[found]!.countType !== undefined) source.fail({ line }, `a single number for "${name}"`)
    return found
  })
}

/** Which property of faces or strips is the list of vertices. */
function listOf(source: MeshSource, { properties, line, name }: PlyElement): number {
  const list = properties.findIndex((p) => p.name === 'vertex_indices' || p.name === 'vertex_index')
  if (list < 0 || properties[list]!.countType === undefined) {
    source.fail({ line }, `a list "vertex_indices" or "vertex_index" in element "${name}"`)
  }
  const { type } = properties[list]!
  if (type.startsWith('float')) source.fail({ line }, 'vertex indices of a whole type', type)
  return list
}

function readVertices(values: Values, element: PlyElement, axes: readonly number[], mesh: MeshBuilder): void {
  const { properties, count } = element
  const at = [0, 0, 0]
  for (let v = 0; v < count; v++) {
    values.startElement()
    for (let p = 0; p < properties.length; p++) {
      const k = axes.indexOf(p)
      if (k >= 0) at[k] = values.coordinate(properties[p]!.type, 'a coordinate')
      else skipProperty(values, properties[p]!)
    }
    mesh.vertex(at[0]!, at[1]!, at[2]!)
    values.endElement(element)
  }
}

/** Elements that have a list of vertices, which `read` takes. */
function readLists(
  values: Values,
  element: PlyElement,
  list: number,
  read: (type: PlyType, countType: PlyType) => void,
): void {
  const { properties, count } = element
  const { type, countType } = properties[list]!
  for (let f = 0; f < count; f++) {
    values.startElement()
    for (let p = 0; p < properties.length; p++) {
      if (p === list) read(type, countType!)
      else skipProperty(values, properties[p]!)
    }
    values.endElement(element)
  }
}

function skipElements(values: Values, element: PlyElement): void {
  // Without properties there is nothing in the file, however many there are said to be.
  if (element.properties.length === 0) return
  for (let k = 0; k < element.count; k++) {
    values.startElement()
    for (const property of element.properties) skipProperty(values, property)
    values.endElement(element)
  }
}

function skipProperty(values: Values, { type, countType }: PlyProperty): void {
  const count = countType === undefined ? 1 : values.integer(countType, 0, 2 ** 32, 'the length of a list')
  values.skip(type, count)
}

/** Lists of vertices, made into triangles. */
class Polygons {
  stripCount = 0
  private fans = 0
  private small = 0

  constructor(
    private readonly values: Values,
    private readonly mesh: MeshBuilder,
    private readonly vertices: number,
  ) {}

  face() {
    const { values, mesh } = this
    const high = this.vertices - 1
    const what = `a vertex from 0 to ${high}`
    return (type: PlyType, countType: PlyType): void => {
      const corners = values.integer(countType, 0, 2 ** 32, 'the number of corners')
      if (corners < 3) {
        for (let k = 0; k < corners; k++) values.integer(type, 0, high, what)
        this.small++
        return
      }
      const first = values.integer(type, 0, high, what)
      let last = values.integer(type, 0, high, what)
      for (let k = 2; k < corners; k++) {
        const next = values.integer(type, 0, high, what)
        mesh.triangle(first, last, next)
        last = next
      }
      if (corners > 3) this.fans++
    }
  }

  /** Strips in one list, separated by -1. Every second triangle is reversed. */
  strips() {
    const { values, mesh } = this
    const high = this.vertices - 1
    return (type: PlyType, countType: PlyType): void => {
      const length = values.integer(countType, 0, 2 ** 32, 'the length of the strips')
      let a = -1
      let b = -1
      let odd = false
      this.stripCount++
      for (let k = 0; k < length; k++) {
        const next = values.integer(type, -1, high, `a vertex from 0 to ${high}, or -1`)
        if (next < 0) a = b = -1
        else {
          if (a >= 0) odd ? mesh.triangle(b, a, next) : mesh.triangle(a, b, next)
          odd = a >= 0 ? !odd : false
          a = b
          b = next
        }
      }
    }
  }

  note(source: MeshSource): void {
    if (this.small > 0) source.notes.push(`${plural(this.small, 'face')} with fewer than three corners left out.`)
    noteFans(source, this.fans)
  }
}

class TextValues implements Values {
  private readonly cursor: TextCursor

  constructor(source: MeshSource, header: PlyHeader) {
    this.cursor = new TextCursor(source.bytes, source.file, { line: header.line }, header.at)
  }

  coordinate(_type: PlyType, what: string): number {
    return this.cursor.coordinate(what)
  }

  integer(_type: PlyType, low: number, high: number, what: string): number {
    return this.cursor.integer(what, low, high)
  }

  skip(_type: PlyType, count: number): void {
    for (let k = 0; k < count; k++) if (!this.cursor.token()) this.cursor.fail('a value')
  }

  startElement(): void {
    this.cursor.skipSpace()
  }

  endElement(element: PlyElement): void {
    if (this.cursor.atLineEnd()) return
    this.cursor.token()
    this.cursor.fail(
      `the end of the line after the ${plural(element.properties.length, 'property', 'properties')} of a ${element.name}`,
    )
  }

  end(): void {
    this.cursor.skipSpace()
    if (this.cursor.token()) this.cursor.fail('the end of the file after the elements of the header')
  }
}

class BinaryValues implements Values {
  private readonly view: DataView
  private readonly little: boolean
  private at: number

  constructor(
    private readonly source: MeshSource,
    header: PlyHeader,
  ) {
    this.view = viewOf(source.bytes)
    this.little = header.encoding === 'binary_little_endian'
    this.at = header.at
  }

  coordinate(type: PlyType, what: string): number {
    const value = this.next(type, what)
    if (!(Math.abs(value) <= MAX_COORDINATE)) {
      this.source.fail({ offset: this.at - sizeOf(type) }, `${what} of at most ${MAX_COORDINATE}`, `${value}`)
    }
    return value
  }

  integer(type: PlyType, low: number, high: number, what: string): number {
    const value = this.next(type, what)
    if (!(value >= low && value <= high)) this.source.fail({ offset: this.at - sizeOf(type) }, what, `${value}`)
    return value
  }

  skip(type: PlyType, count: number): void {
    const bytes = count * sizeOf(type)
    this.need(bytes, plural(count, 'value'))
    this.at += bytes
  }

  startElement(): void {}

  endElement(): void {}

  end(): void {
    trailingPadding(this.source, this.at, 'the elements of the header')
  }

  private next(type: PlyType, what: string): number {
    const { view, at, little } = this
    const size = sizeOf(type)
    if (at + size > view.byteLength) this.need(size, what)
    this.at = at + size
    switch (type) {
      case 'int8':
        return view.getInt8(at)
      case 'uint8':
        return view.getUint8(at)
      case 'int16':
        return view.getInt16(at, little)
      case 'uint16':
        return view.getUint16(at, little)
      case 'int32':
        return view.getInt32(at, little)
      case 'uint32':
        return view.getUint32(at, little)
      case 'float32':
        return view.getFloat32(at, little)
      case 'float64':
        return view.getFloat64(at, little)
    }
  }

  private need(bytes: number, what: string): void {
    if (this.at + bytes <= this.view.byteLength) return
    this.source.fail({ offset: this.at }, what, 'the end of the file')
  }
}
