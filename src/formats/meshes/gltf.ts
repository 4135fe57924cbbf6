// glTF 2.0, as text (.gltf) or binary (.glb): the triangles of the default scene, each mesh once for every node that
// shows it, in the scene's frame. A reader's trap is a small file that asks for a large mesh (many nodes, one mesh), so
// the size of all of it is added up and checked before anything is decoded. Morph targets, displacements of the vertices, are
// read only where they are asked for (parse-morphs.ts).
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { viewOf } from '../text/byte-view.js'
import { type JsonNode, type JsonPlace, parseJson } from '../text/json-document.js'
import { plural } from '../text/plural.js'
import { quoted } from '../text/text-cursor.js'
import { type Affine, isMirror, linearPart, transformPoints, turnTriangles } from './affine.js'
import { type Accessor, GltfBuffers, openAccessor, readIndices, readPositions } from './gltf-accessor.js'
import { checkWeights, findInstances, type Instance } from './gltf-nodes.js'
import type { MeshSource, RawMesh } from './mesh-data.js'

const GLB_MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BIN_CHUNK = 0x004e4942
const TRIANGLES = 4
const STRIP = 5
const FAN = 6

/** Extensions that change where the surface is are refused; these, even where a file requires them, do not. */
const HARMLESS = /^(KHR_materials_|KHR_texture_|EXT_texture_|MSFT_texture_|KHR_lights_|KHR_xmp|KHR_mesh_quantization$)/

interface Primitive {
  readonly node: JsonNode
  readonly positions: Accessor
  /** Which accessors they are: primitives of one mesh often share their vertices. */
  readonly accessor: string
  readonly indices: Accessor | undefined
  readonly mode: number
  readonly triangles: number
  /** Displacements of the positions, one accessor a morph target; undefined: by zero. */
  readonly targets: readonly (Accessor | undefined)[]
}

/** A file whose text is parsed: its document, and the binary chunk of a GLB. */
export interface GltfDocument {
  readonly root: JsonNode
  readonly chunk: Uint8Array | undefined
}

export function readGltf(source: MeshSource): RawMesh {
  return readDocument(source, openGltf(source))
}

export function readGlb(source: MeshSource): RawMesh {
  return readDocument(source, openGlb(source))
}

export function openGltf(source: MeshSource): GltfDocument {
  const place: JsonPlace = { bytes: source.bytes, offset: 0, lines: true }
  return { root: parseJson(source, place), chunk: undefined }
}

export function openGlb(source: MeshSource): GltfDocument {
  const { bytes } = source
  const view = viewOf(bytes)
  if (bytes.length < 12 || view.getUint32(0, true) !== GLB_MAGIC) {
    source.fail({ offset: 0 }, '"glTF" and a header of 12 bytes', quoted(bytes, 0, Math.min(4, bytes.length)))
  }
  const version = view.getUint32(4, true)
  if (version !== 2) source.fail({ offset: 4 }, 'version 2 of glTF', `${version}`)
  const length = view.getUint32(8, true)
  if (length !== bytes.length) source.fail({ offset: 8 }, `the length of the file, ${bytes.length}`, `${length}`)
  let json: JsonPlace | undefined
  let chunk: Uint8Array | undefined
  for (let at = 12; at < length; ) {
    if (at + 8 > length) source.fail({ offset: at }, 'the header of a chunk', 'the end of the file')
    const size = view.getUint32(at, true)
    const kind = view.getUint32(at + 4, true)
    const start = at + 8
    if (start + size > length) source.fail({ offset: at }, `a chunk of at most ${length - start} bytes`, `${size}`)
    const held = bytes.subarray(start, start + size)
    if (at === 12) {
      if (kind !== JSON_CHUNK) source.fail({ offset: at + 4 }, 'a JSON chunk first', quoted(bytes, at + 4, at + 8))
      json = { bytes: held, offset: start, lines: false }
    } else if (kind === BIN_CHUNK) chunk ??= held
    at = start + size
  }
  if (json === undefined) source.fail({ offset: 12 }, 'a JSON chunk', 'the end of the file')
  return { root: parseJson(source, json), chunk }
}

/** The triangles of a mesh, checked but not yet decoded, and what one showing of it takes. */
interface OpenMesh {
  readonly primitives: readonly Primitive[]
  readonly vertices: number
  readonly triangles: number
  /** How many morph targets every primitive has. */
  readonly targets: number
}

interface Job {
  readonly mesh: OpenMesh
  readonly pose: Affine
}

/** A mesh, and where its vertices go. */
export interface RawMorphs extends RawMesh {
  /** Of each morph target: by how much a weight of 1 moves every vertex, x, y, z each. */
  readonly displacements: readonly Float64Array[]
  /** The showing of the mesh that has targets. */
  readonly shown: Instance | undefined
}

function readDocument(source: MeshSource, { root, chunk }: GltfDocument): RawMesh {
  const { jobs, vertices, triangles } = openJobs(source, root, new GltfBuffers(source, root, chunk), false)
  return decode(jobs, vertices, triangles, [])
}

/** The same with the displacements of the morph targets. One mesh of the scene may have some, and is shown once. */
export function readMorphDocument(source: MeshSource, root: JsonNode, buffers: GltfBuffers): RawMorphs {
  const { jobs, instances, vertices, triangles } = openJobs(source, root, buffers, true)
  const morphed = jobs.flatMap(({ mesh }, k) => (mesh.targets > 0 ? [k] : []))
  if (morphed.length > 1) {
    instances[morphed[1]!]!.mesh.fail('morph targets in one mesh, shown once', `${morphed.length} in this scene`)
  }
  const targets = morphed.length === 0 ? 0 : jobs[morphed[0]!]!.mesh.targets
  source.checkRoom((1 + targets) * vertices, triangles)
  const displacements = Array.from({ length: targets }, () => new Float64Array(3 * vertices))
  const mesh = decode(jobs, vertices, triangles, displacements)
  return { ...mesh, displacements, shown: morphed.length === 0 ? undefined : instances[morphed[0]!] }
}

function openJobs(
  source: MeshSource,
  root: JsonNode,
  buffers: GltfBuffers,
  morphs: boolean,
): { jobs: Job[]; instances: Instance[]; vertices: number; triangles: number } {
  const version = root.get('asset').get('version')
  if (!/^2\.\d+$/.test(version.text())) version.fail('version 2.0 of glTF')
  checkExtensions(root)
  const opened = new Map<number, OpenMesh>()
  const jobs: Job[] = []
  const left = { lines: 0 }
  let vertices = 0
  let triangles = 0
  const instances = findInstances(source, root, morphs)
  for (const { mesh: node, index, pose } of instances) {
    const mesh = opened.get(index) ?? openMesh(root, node, buffers, left, morphs)
    opened.set(index, mesh)
    vertices += mesh.vertices
    triangles += mesh.triangles
    source.checkRoom(vertices, triangles)
    jobs.push({ mesh, pose })
  }
  if (left.lines > 0) source.notes.push(`${plural(left.lines, 'primitive')} of points or lines left out.`)
  return { jobs, instances, vertices, triangles }
}

function checkExtensions(root: JsonNode): void {
  const required = root.get('extensionsRequired')
  for (let k = 0; k < required.length; k++) {
    const name = required.item(k).text()
    if (HARMLESS.test(name)) continue
    const what = /draco/i.test(name) ? 'Draco compression' : /meshopt/i.test(name) ? 'meshopt compression' : 'it'
    required.item(k).fail(`no required extension of geometry: ${what} is not supported`)
  }
}

function openMesh(
  root: JsonNode,
  mesh: JsonNode,
  buffers: GltfBuffers,
  left: { lines: number },
  morphs: boolean,
): OpenMesh {
  if (!morphs) checkWeights(mesh)
  const list = mesh.get('primitives')
  const primitives: Primitive[] = []
  const accessors = new Set<string>()
  let vertices = 0
  let triangles = 0
  let targets = -1
  for (let k = 0; k < list.length; k++) {
    const node = list.item(k)
    const modeNode = node.get('mode')
    const mode = modeNode.missing ? TRIANGLES : modeNode.integer(0, 6, 'a mode from 0 to 6')
    if (mode < TRIANGLES) {
      left.lines++
      continue
    }
    const primitive = openPrimitive(root, node, mode, buffers, morphs)
    if (primitive.triangles === 0) continue
    // glTF 2.0, section 3.7.2.2: all primitives have the same number of targets.
    if (targets >= 0 && primitive.targets.length !== targets) {
      node.get('targets').fail(`${targets} morph targets, as in the first primitive`)
    }
    targets = primitive.targets.length
    primitives.push(primitive)
    triangles += primitive.triangles
    if (!accessors.has(primitive.accessor)) vertices += primitive.positions.count
    accessors.add(primitive.accessor)
  }
  return { primitives, vertices, triangles, targets: Math.max(0, targets) }
}

function openPrimitive(root: JsonNode, node: JsonNode, mode: number, buffers: GltfBuffers, morphs: boolean): Primitive {
  const accessors = root.get('accessors')
  const attribute = node.get('attributes').get('POSITION')
  const accessor = attribute.entryOf(accessors)
  const draco = node.get('extensions').get('KHR_draco_mesh_compression')
  if (!draco.missing && accessor.get('bufferView').missing) {
    draco.fail('data that is not compressed: Draco is not supported, decompress it first')
  }
  const positions = openAccessor(accessor, buffers, 'positions')
  const indexed = node.get('indices')
  const indices = indexed.missing ? undefined : openAccessor(indexed.entryOf(accessors), buffers, 'indices')
  const corners = indices?.count ?? positions.count
  if (mode === TRIANGLES && corners % 3 !== 0) node.fail('a multiple of three corners', `${corners}`)
  const triangles = mode === TRIANGLES ? corners / 3 : Math.max(0, corners - 2)
  const list = node.get('targets')
  const opened = Array.from({ length: morphs ? list.length : 0 }, (_, k) => {
    const target = list.item(k).get('POSITION')
    if (target.missing) return undefined
    const moved = openAccessor(target.entryOf(accessors), buffers, 'positions')
    if (moved.count !== positions.count) {
      target.fail(`displacements of ${positions.count} vertices`, `${moved.count}`)
    }
    return moved
  })
  // Primitives share vertices only where these go the same ways.
  const ways = Array.from({ length: opened.length }, (_, k) => list.item(k).get('POSITION').value)
  const accessorKey = [attribute.value, ...ways].join(' ')
  return { node, positions, accessor: accessorKey, indices, mode, triangles, targets: opened }
}

function decode(
  jobs: readonly Job[],
  vertices: number,
  triangles: number,
  displacements: readonly Float64Array[],
): RawMesh {
  const mesh = { positions: new Float64Array(3 * vertices), triangles: new Uint32Array(3 * triangles) }
  let vertex = 0
  let triangle = 0
  for (const {
    mesh: { primitives },
    pose,
  } of jobs) {
    const bases = new Map<string, number>()
    const first = triangle
    for (const primitive of primitives) {
      let base = bases.get(primitive.accessor)
      if (base === undefined) {
        base = vertex
        bases.set(primitive.accessor, base)
        vertex += primitive.positions.count
        readPositions(mesh.positions, base, primitive.positions)
        checkPositions(primitive.positions, mesh.positions, base, vertex)
        transformPoints(pose, mesh.positions, base, vertex)
        checkPositions(primitive.positions, mesh.positions, base, vertex)
        for (const [k, target] of primitive.targets.entries()) {
          if (target === undefined) continue
          const moved = displacements[k]!
          readPositions(moved, base, target)
          checkPositions(target, moved, base, vertex)
          transformPoints(linearPart(pose), moved, base, vertex)
          checkPositions(target, moved, base, vertex)
        }
      }
      writeTriangles(mesh.triangles, triangle, primitive, base)
      triangle += primitive.triangles
    }
    if (isMirror(pose)) turnTriangles(mesh.triangles, first, triangle)
  }
  return mesh
}

function checkPositions(accessor: Accessor, positions: Float64Array, from: number, to: number): void {
  for (let k = 3 * from; k < 3 * to; k++) {
    const value = positions[k]!
    if (Math.abs(value) <= MAX_COORDINATE) continue
    const which = Math.floor(k / 3) - from
    accessor.node.fail(`finite positions of at most ${MAX_COORDINATE}`, `${value} in vertex ${which}`)
  }
}

function writeTriangles(out: Uint32Array, at: number, primitive: Primitive, base: number): void {
  const { indices, positions, mode, triangles } = primitive
  const vertices = positions.count
  if (mode === TRIANGLES) {
    if (indices !== undefined) readIndices(out, 3 * at, indices, base, vertices)
    else for (let k = 0; k < 3 * triangles; k++) out[3 * at + k] = base + k
    return
  }
  const corners = indices?.count ?? vertices
  const list = new Uint32Array(corners)
  if (indices !== undefined) readIndices(list, 0, indices, base, vertices)
  else for (let k = 0; k < corners; k++) list[k] = base + k
  for (let t = 0; t < triangles; t++) {
    // glTF 2.0, section 3.7.2.1: every second triangle of a strip is turned round.
    const odd = mode === STRIP ? t % 2 : 0
    const o = 3 * (at + t)
    out[o] = mode === FAN ? list[t + 1]! : list[t]!
    out[o + 1] = mode === FAN ? list[t + 2]! : list[t + 1 + odd]!
    out[o + 2] = mode === FAN ? list[0]! : list[t + 2 - odd]!
  }
}
