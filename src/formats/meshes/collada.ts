// Collada (.dae) 1.4 and 1.5: the geometry that the scene shows, once for every instance, with the transforms of its
// nodes. The unit is turned into metres unless asked not to; the up axis is only noted, never turned. Skins, morphs and
// splines are refused by name where the scene shows one.
import { strFromU8 } from 'fflate'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { parseXml, type XmlElement } from '../text/xml.js'
import {
  type Affine,
  identityAffine,
  isMirror,
  multiplyAffine,
  scaling,
  transformPoints,
  turnTriangles,
} from './affine.js'
import { type ColladaGeometry, GeometryReader } from './collada-geometry.js'
import { ColladaNodes, type Shown } from './collada-nodes.js'
import type { MeshSource, RawMesh } from './mesh-data.js'

/** Strings may not be longer in V8. */
const LONGEST = 2 ** 29 - 32

/** The document, with its elements by id and its errors by line. */
export class ColladaDocument {
  readonly root: XmlElement
  /** By name and id: the element, and how many there are. */
  private readonly byId = new Map<string, { element: XmlElement; count: number }>()

  constructor(readonly source: MeshSource) {
    if (source.bytes.length > LONGEST) source.fail({}, `at most ${LONGEST} bytes of XML`, `${source.bytes.length}`)
    this.root = parseXml(strFromU8(source.bytes), (line, expected, got) => source.fail({ line }, expected, got))
    if (this.root.name !== 'COLLADA') this.fail(this.root, 'a COLLADA document', `<${this.root.name}>`)
    this.index()
  }

  fail(element: XmlElement, expected: string, got?: string): never {
    this.source.fail({ line: element.line }, expected, got)
  }

  /** The element of this name that the url or source attribute of `from` points to. */
  target(from: XmlElement, attribute: string, name: string): XmlElement {
    const url = from.attributes.get(attribute)
    if (url === undefined) this.fail(from, `an attribute "${attribute}" of <${from.name}>`)
    if (!url.startsWith('#')) this.fail(from, 'a link within the file: other files are not read', JSON.stringify(url))
    const found = this.byId.get(`${name}${url}`)
    if (found?.count !== 1) {
      this.fail(from, `the id of one <${name}>`, `${JSON.stringify(url)}, which ${found?.count ?? 0} have`)
    }
    return found.element
  }

  /** All elements of a name, wherever they are. */
  *all(name: string): Generator<XmlElement> {
    const open = [this.root]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.name === name) yield next
      for (let k = next.children.length - 1; k >= 0; k--) open.push(next.children[k]!)
    }
  }

  private index(): void {
    const open = [this.root]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const id = next.attributes.get('id')
      if (id !== undefined) {
        const key = `${next.name}#${id}`
        const same = this.byId.get(key)
        if (same === undefined) this.byId.set(key, { element: next, count: 1 })
        else same.count++
      }
      for (const element of next.children) open.push(element)
    }
  }
}

export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((other) => other.name === name)
}

export function readCollada(source: MeshSource): RawMesh {
  const document = new ColladaDocument(source)
  const base = readAsset(document)
  const shown = findShown(document)
  const reader = new GeometryReader(document)
  let vertices = 0
  let triangles = 0
  const jobs = shown.map(({ geometry, instance, pose }) => {
    const read = reader.read(geometry)
    vertices += read.positions.length / 3
    triangles += read.triangles.length / 3
    source.checkRoom(vertices, triangles, { line: instance.line })
    return { read, instance, pose: multiplyAffine(base, pose) }
  })
  reader.note()
  const mesh = { positions: new Float64Array(3 * vertices), triangles: new Uint32Array(3 * triangles) }
  let vertex = 0
  let triangle = 0
  for (const { read, instance, pose } of jobs) {
    put(document, mesh, vertex, triangle, read, pose, instance)
    vertex += read.positions.length / 3
    triangle += read.triangles.length / 3
  }
  return mesh
}

/** Notes unit and up axis; the transform into metres, if that is asked for. */
function readAsset(document: ColladaDocument): Affine {
  const { source, root } = document
  const asset = child(root, 'asset')
  const axis = child(asset, 'up_axis')?.text.trim() ?? 'Y_UP'
  const unit = child(asset, 'unit')
  const given = unit?.attributes.get('meter')
  const metres = given === undefined ? 1 : Number(given)
  if (!(metres > 0 && metres <= MAX_COORDINATE) || given?.trim() === '') {
    document.fail(unit!, 'the length of a unit in metres', JSON.stringify(given))
  }
  source.notes.push(`Up axis ${/^[XYZ]_UP$/.test(axis) ? axis[0] : 'unknown'}, not turned.`)
  if (metres === 1) return identityAffine()
  source.notes.push(`A unit is ${metres} metres: ${source.unit === 'metre' ? 'turned into metres' : 'left as it is'}.`)
  return source.unit === 'metre' ? scaling(metres, metres, metres) : identityAffine()
}

/** What the scene shows; where there is no scene, every geometry as it is. */
function findShown(document: ColladaDocument): Shown[] {
  const link = child(child(document.root, 'scene'), 'instance_visual_scene')
  if (link !== undefined) return new ColladaNodes(document).walk(document.target(link, 'url', 'visual_scene'))
  const all = [...document.all('geometry')]
  if (all.length > 0) document.source.notes.push('No scene: the geometries as they are.')
  return all.map((geometry) => ({ geometry, instance: geometry, pose: identityAffine() }))
}

function put(
  document: ColladaDocument,
  mesh: RawMesh,
  vertex: number,
  triangle: number,
  geometry: ColladaGeometry,
  pose: Affine,
  instance: XmlElement,
): void {
  const { positions, triangles } = geometry
  mesh.positions.set(positions, 3 * vertex)
  transformPoints(pose, mesh.positions, vertex, vertex + positions.length / 3)
  for (let k = 0; k < positions.length; k++) {
    const value = mesh.positions[3 * vertex + k]!
    if (!(Math.abs(value) <= MAX_COORDINATE)) {
      document.fail(instance, `transforms that leave coordinates at most ${MAX_COORDINATE}`, `${value}`)
    }
  }
  for (let k = 0; k < triangles.length; k++) mesh.triangles[3 * triangle + k] = triangles[k]! + vertex
  if (isMirror(pose)) turnTriangles(mesh.triangles, triangle, triangle + triangles.length / 3)
}
