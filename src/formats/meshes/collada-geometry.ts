// One <geometry> of a Collada file: its positions, and its triangles, polygons, strips and fans.
import { plural } from '../text/plural.js'
import type { XmlElement } from '../text/xml.js'
import { type ColladaDocument, child } from './collada.js'
import { readIntegers, readNumbers } from './collada-numbers.js'
import { MeshBuilder } from './mesh-builder.js'
import { noteFans } from './mesh-data.js'

export interface ColladaGeometry {
  readonly positions: Float64Array
  readonly triangles: Uint32Array
}

/** How the numbers of <p> are to be read: `step` of them a corner, the vertex `offset` in. */
interface Layout {
  readonly step: number
  readonly offset: number
  /** Vertices of the positions, and how many are before them in the builder. */
  readonly vertices: number
  readonly base: number
}

export class GeometryReader {
  private readonly known = new Map<XmlElement, ColladaGeometry>()
  private readonly arrays = new Map<XmlElement, Float64Array>()
  private fans = 0
  private lines = 0

  constructor(private readonly document: ColladaDocument) {}

  /** Read once, however often it is shown. */
  read(geometry: XmlElement): ColladaGeometry {
    let found = this.known.get(geometry)
    if (found === undefined) {
      found = this.readMesh(geometry)
      this.known.set(geometry, found)
    }
    return found
  }

  /** To be called when all is read. */
  note(): void {
    const { notes } = this.document.source
    noteFans(this.document.source, this.fans)
    if (this.lines > 0) notes.push(`${plural(this.lines, 'list', 'lists')} of lines left out.`)
  }

  private readMesh(geometry: XmlElement): ColladaGeometry {
    const document: ColladaDocument = this.document
    const mesh = child(geometry, 'mesh')
    if (mesh === undefined) {
      const other = geometry.children.find(({ name }) => ['convex_mesh', 'spline', 'brep'].includes(name))
      document.fail(
        other ?? geometry,
        'a <mesh>',
        other === undefined ? 'none' : `<${other.name}>, which is not supported`,
      )
    }
    const builder = new MeshBuilder(document.source)
    const bases = new Map<XmlElement, { base: number; vertices: number }>()
    for (const element of mesh.children) {
      switch (element.name) {
        case 'triangles':
        case 'polylist':
        case 'polygons':
        case 'tristrips':
        case 'trifans':
          this.readPrimitive(element, builder, this.layout(element, builder, bases))
          break
        case 'lines':
        case 'linestrips':
          this.lines++
          break
      }
    }
    return builder.finish()
  }

  /** Where the vertices of a primitive are; they are read when it is the first to use them. */
  private layout(
    primitive: XmlElement,
    builder: MeshBuilder,
    bases: Map<XmlElement, { base: number; vertices: number }>,
  ): Layout {
    const document: ColladaDocument = this.document
    let step = 0
    let vertex: XmlElement | undefined
    for (const input of primitive.children) {
      if (input.name !== 'input') continue
      step = Math.max(step, this.whole(input, 'offset', 0, 1000) + 1)
      if (input.attributes.get('semantic') === 'VERTEX') vertex ??= input
    }
    if (vertex === undefined) document.fail(primitive, `an <input> with semantic "VERTEX" in <${primitive.name}>`)
    const vertices = document.target(vertex, 'source', 'vertices')
    const position = vertices.children.find((e) => e.name === 'input' && e.attributes.get('semantic') === 'POSITION')
    if (position === undefined) document.fail(vertices, 'an <input> with semantic "POSITION" in <vertices>')
    const source = document.target(position, 'source', 'source')
    let found = bases.get(source)
    if (found === undefined) {
      found = { base: builder.vertices, vertices: this.readPositions(source, builder) }
      bases.set(source, found)
    }
    return { step, offset: this.whole(vertex, 'offset', 0, 1000), ...found }
  }

  /** Adds the points of a <source>; how many there are. */
  private readPositions(source: XmlElement, builder: MeshBuilder): number {
    const document: ColladaDocument = this.document
    const accessor = child(child(source, 'technique_common'), 'accessor')
    if (accessor === undefined) document.fail(source, 'an <accessor> in the <technique_common> of <source>')
    const array = document.target(accessor, 'source', 'float_array')
    let numbers = this.arrays.get(array)
    if (numbers === undefined) {
      // A digit and a blank each, at least: a count that cannot fit is refused before there is room for it.
      const most = Math.ceil(array.text.length / 2)
      numbers = readNumbers(document, array, this.whole(array, 'count', undefined, most))
      this.arrays.set(array, numbers)
    }
    const count = this.whole(accessor, 'count', undefined, numbers.length)
    const stride = this.whole(accessor, 'stride', 1, 1000)
    const offset = this.whole(accessor, 'offset', 0, numbers.length)
    const [x, y, z] = this.axes(accessor, stride)
    if (count > 0 && offset + stride * (count - 1) + Math.max(x, y, z) >= numbers.length) {
      document.fail(accessor, `at most as many points as ${numbers.length} numbers hold`, `${count}`)
    }
    for (let k = 0; k < count; k++) {
      const at = offset + stride * k
      builder.vertex(numbers[at + x]!, numbers[at + y]!, numbers[at + z]!)
    }
    return count
  }

  /** Which of the numbers of a point are x, y and z: those with a <param> that has a name. */
  private axes(accessor: XmlElement, stride: number): [number, number, number] {
    const params = accessor.children.filter(({ name }) => name === 'param')
    const named = params.flatMap(({ attributes }, k) => ((attributes.get('name') ?? '') === '' ? [] : [k]))
    const axes = params.length === 0 || named.length === 0 ? [0, 1, 2] : named
    if (axes.length < 3 || axes[2]! >= stride) {
      this.document.fail(accessor, 'three numbers a point', `${Math.min(axes.length, stride)}`)
    }
    return [axes[0]!, axes[1]!, axes[2]!]
  }

  private readPrimitive(element: XmlElement, builder: MeshBuilder, layout: Layout): void {
    const document: ColladaDocument = this.document
    const lists = element.children.filter(({ name }) => name === 'p')
    const holes = child(element, 'ph')
    if (holes !== undefined) document.fail(holes, 'polygons without holes: <ph> is not supported')
    if (element.name === 'triangles' || element.name === 'polylist') {
      if (lists.length > 1) document.fail(lists[1]!, `one <p> in <${element.name}>`, 'another')
      if (lists.length === 1) this.readCounted(element, lists[0]!, builder, layout)
      else if (this.whole(element, 'count', 0) > 0) document.fail(element, `a <p> in <${element.name}>`)
      return
    }
    // One <p> a polygon, a strip, a fan. Files are known to count them wrongly where there is one too many or too few
    // lists, and so the attribute `count` must hold.
    if (element.attributes.has('count') && this.whole(element, 'count', 0) !== lists.length) {
      document.fail(element, `as many <p> as "count" says`, `${lists.length}`)
    }
    for (const list of lists) {
      const corners = this.corners(list, layout)
      const { length } = corners
      if (length < 3) document.fail(list, 'three corners at least', `${length}`)
      if (element.name === 'tristrips') {
        for (let k = 2; k < length; k++) {
          const odd = k % 2
          builder.triangle(corners[k - 2]!, corners[k - 1 + odd]!, corners[k - odd]!)
        }
        continue
      }
      this.fan(builder, corners, 0, length)
      if (element.name === 'polygons' && length > 3) this.fans++
    }
  }

  /** <triangles> and <polylist>: one list of corners for all. */
  private readCounted(element: XmlElement, list: XmlElement, builder: MeshBuilder, layout: Layout): void {
    const document: ColladaDocument = this.document
    const corners = this.corners(list, layout)
    const count = this.whole(element, 'count')
    const sizes = element.name === 'polylist' ? this.sizes(element, count) : undefined
    let at = 0
    for (let k = 0; k < count; k++) {
      const size = sizes === undefined ? 3 : sizes[k]!
      if (size < 3) document.fail(element, 'polygons of three corners at least', `${size}`)
      if (at + size > corners.length) break
      this.fan(builder, corners, at, size)
      if (size > 3) this.fans++
      at += size
    }
    const expected = sizes === undefined ? 3 * count : sizes.reduce((sum, size) => sum + size, 0)
    if (expected !== corners.length) {
      document.fail(list, `${expected} corners, as "count" or <vcount> say`, `${corners.length}`)
    }
  }

  private sizes(element: XmlElement, count: number): Uint32Array {
    const list = child(element, 'vcount')
    if (list === undefined) this.document.fail(element, 'a <vcount> in <polylist>')
    const sizes = readIntegers(this.document, list)
    if (sizes.length !== count) this.document.fail(list, `${count} numbers, as "count" says`, `${sizes.length}`)
    return sizes
  }

  private fan(builder: MeshBuilder, corners: Uint32Array, at: number, size: number): void {
    for (let k = 2; k < size; k++) builder.triangle(corners[at]!, corners[at + k - 1]!, corners[at + k]!)
  }

  /** The vertices of a <p>, counted in the builder. */
  private corners(list: XmlElement, { step, offset, vertices, base }: Layout): Uint32Array {
    const document: ColladaDocument = this.document
    const numbers = readIntegers(document, list)
    if (numbers.length % step !== 0) document.fail(list, `a multiple of ${step} indices`, `${numbers.length}`)
    const out = new Uint32Array(numbers.length / step)
    for (let k = 0; k < out.length; k++) {
      const vertex = numbers[k * step + offset]!
      if (vertex >= vertices) document.fail(list, `indices of ${vertices} vertices`, `${vertex} in corner ${k}`)
      out[k] = vertex + base
    }
    return out
  }

  /** An attribute that is a whole number; `otherwise` if it is missing. */
  private whole(element: XmlElement, attribute: string, otherwise?: number, most = 2 ** 32 - 1): number {
    const text = element.attributes.get(attribute)
    if (text === undefined && otherwise !== undefined) return otherwise
    const value = text !== undefined && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN
    if (!(value <= most)) {
      this.document.fail(
        element,
        `a whole number of at most ${most} as "${attribute}" of <${element.name}>`,
        JSON.stringify(text),
      )
    }
    return value
  }
}
