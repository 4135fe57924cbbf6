// Mesh files, damaged at random: bytes flipped, pieces cut out, doubled, moved or taken from another file, numbers made
// huge, counts changed. The same seed gives the same file, so a number is enough to paste a case.
import { gunzipSync, gzipSync } from 'node:zlib'
import { Random } from '../../../src/base/math/random.js'
import { MAX_COORDINATE } from '../../../src/base/math/rounding.js'
import { LimberError } from '../../../src/errors.js'
import { MESH_FORMATS, type MeshData, type MeshFormat } from '../../../src/formats/meshes/mesh-data.js'
import { parseMesh } from '../../../src/formats/meshes/parse-mesh.js'
import { type MorphData, parseMorphs } from '../../../src/formats/meshes/parse-morphs.js'
import { parseVertexCache, type VertexCache } from '../../../src/formats/meshes/vertex-cache.js'
import {
  bytesOf,
  collada,
  everyFormat,
  glb,
  gltf,
  gltfParts,
  INPUTS,
  mdd,
  morphParts,
  pc2,
  sheet,
  TETRAHEDRON,
} from '../samples.js'

export interface MutatedFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** What it is said to be, which need not be true. */
  readonly format?: MeshFormat
}

let seeds: MutatedFile[] | undefined

/** What the damage is done to: every format, small and not so small, and files with more in them than triangles. */
export function seedFiles(): readonly MutatedFile[] {
  if (seeds !== undefined) return seeds
  const plain = [TETRAHEDRON, sheet(6), sheet(30)].flatMap((sample) =>
    Array.from(everyFormat(sample), ([name, bytes]) => ({ name, bytes })),
  )
  seeds = [...plain, ...richFiles(), ...movingFiles()]
  return seeds
}

/** Files of vertices that move. */
function movingFiles(): MutatedFile[] {
  const { positions } = sheet(3)
  const displacement = positions.map((x, k) => (k % 3 === 2 ? 1 - x / 4 : 0))
  const frames = [positions, displacement, positions.map((x) => x / 2)]
  const morphs = morphParts(
    sheet(3),
    [displacement, positions],
    [
      [0, 0, 0],
      [0.5, 1, 0],
      [1, 0.25, -1],
    ],
  )
  return [
    { name: 'moving.pc2', bytes: pc2(frames) },
    { name: 'moving.mdd', bytes: mdd(frames) },
    { name: 'morphs.gltf', bytes: bytesOf(gltf(morphs.document, morphs.buffer)) },
    { name: 'morphs.glb', bytes: glb(morphs.document, morphs.buffer) },
  ]
}

function richFiles(): MutatedFile[] {
  const { document, buffer } = gltfParts(sheet(4))
  document.nodes = [
    { children: [1, 2], translation: [1, 2, 3] },
    { mesh: 0, rotation: [0, 0, 0, 1], scale: [1, -1, 1] },
    { mesh: 0, matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1], children: [3] },
    { mesh: 0 },
  ]
  document.meshes[0].primitives.push(
    { attributes: { POSITION: 0 }, mode: 5 },
    { attributes: { POSITION: 2 }, mode: 6 },
    { attributes: { POSITION: 0 }, mode: 1 },
  )
  document.accessors.push({
    ...{ componentType: 5126, count: 25, type: 'VEC3' },
    sparse: { count: 2, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 0 } },
  })
  const scene =
    '<node id="a"><translate>1 2 3</translate><rotate>0 0 1 30</rotate><scale>1 2 -3</scale><node><instance_node url="#lib"/></node></node>' +
    '<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url="#shape"/><instance_node url="#lib"/></node>'
  const primitive =
    `<polylist count="2">${INPUTS}<vcount>4 3</vcount><p>0 0 1 0 2 0 3 0 0 0 1 0 3 0</p></polylist>` +
    `<polygons count="2">${INPUTS}<p>0 0 1 0 2 0 3 0</p><p>0 0 1 0 3 0</p></polygons>` +
    `<tristrips count="1">${INPUTS}<p>0 0 1 0 2 0 3 0</p></tristrips><lines count="1">${INPUTS}<p>0 0 1 0</p></lines>`
  const nodes = '<library_nodes><node id="lib"><instance_geometry url="#shape"/></node></library_nodes>'
  const asset = '<unit name="inch" meter="0.0254"/><up_axis>Y_UP</up_axis>'
  const ply =
    'ply\nformat ascii 1.0\nelement face 2\nproperty list uchar int vertex_index\nelement other 3\nproperty list int short a\nproperty char b\n' +
    'element vertex 4\nproperty double z\nproperty list uchar int l\nproperty float x\nproperty float y\nelement tristrips 1\n' +
    'property list int int vertex_indices\nend_header\n3 0 1 2\n4 0 1 2 3\n0 1\n2 5 6 1\n1 7 1\n' +
    '0 0 0 0\n0 1 5 1 0\n0 0 1 1\n0 0 0 1\n7 0 1 2 -1 1 2 3\n'
  const obj =
    'mtllib a.mtl\no one\nv 0 0 0\nv 1 0 0 1\nv 1 1 0 0.5 0.5 0.5\nv 0 1 0\nvt 0 0\nvn 0 0 1\ng a\nusemtl m\ns 1\n' +
    'f 1/1/1 2/1/1 3/1/1 4/1/1\nf -4//-1 -3//-1 \\\n -1//-1\nl 1 2\np 1\no two\nf 5 6 7\nv 2 0 0\nv 3 0 0\nv 2 1 0\n'
  return [
    { name: 'rich.gltf', bytes: bytesOf(gltf(document, buffer)) },
    { name: 'rich.dae', bytes: bytesOf(collada(TETRAHEDRON, { scene, primitive, nodes, asset })) },
    { name: 'rich.ply', bytes: bytesOf(ply) },
    { name: 'rich.obj', bytes: bytesOf(obj) },
  ]
}

const HUGE = [
  '999999999',
  '4294967295',
  '4294967296',
  '-1',
  '1e308',
  '1e999',
  'nan',
  '0',
  '',
  '99999999999999999999',
  '1e-400',
  '0x7f',
  '2147483648',
  '16777216',
]
const WORDS = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000000, 0x7fc00000, 0x7f800000, 0x00ffffff, 1000]
const SIGNS = '<>{}[]"\'/\\,:#&;\n\r\t \0-.e'

type Mutation = (random: Random, bytes: Uint8Array, other: Uint8Array) => Uint8Array

function join(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts))
}

/** A piece [from, to) of at most `most` bytes. */
function piece(random: Random, bytes: Uint8Array, most = bytes.length): [number, number] {
  const from = random.integer(bytes.length + 1)
  return [from, Math.min(bytes.length, from + random.integer(Math.min(most, bytes.length) + 1))]
}

/** A place that is near the start as often as not: headers are there. */
function place(random: Random, bytes: Uint8Array): number {
  return random.integer(random.unit() < 0.5 ? Math.min(bytes.length, 400) : bytes.length)
}

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  flip(random, bytes) {
    const out = bytes.slice()
    for (let k = random.integer(6); k >= 0; k--) out[place(random, out)]! ^= 1 << random.integer(8)
    return out
  },
  overwrite(random, bytes) {
    const out = bytes.slice()
    for (let k = random.integer(6); k >= 0; k--) out[place(random, out)] = random.integer(256)
    return out
  },
  sign(random, bytes) {
    const out = bytes.slice()
    out[place(random, out)] = SIGNS.charCodeAt(random.integer(SIGNS.length))
    return out
  },
  word(random, bytes) {
    const out = bytes.slice()
    if (out.length < 4) return out
    const at = Math.min(place(random, out) & ~(random.unit() < 0.5 ? 3 : 0), out.length - 4)
    new DataView(out.buffer).setUint32(at, WORDS[random.integer(WORDS.length)]!, random.unit() < 0.8)
    return out
  },
  count(random, bytes) {
    // The number of triangles of a binary STL, the lengths of a GLB, of its JSON, of a gzip.
    const out = bytes.slice()
    const at = [80, 8, 12, 4, out.length - 4][random.integer(5)]!
    if (at >= 0 && at + 4 <= out.length)
      new DataView(out.buffer).setUint32(at, random.integer(2 ** random.integer(33)), true)
    return out
  },
  number(random, bytes) {
    const text = Buffer.from(bytes).toString('latin1')
    const near = place(random, bytes)
    const match = /[-+]?\d+(\.\d*)?([eE][-+]?\d+)?/.exec(text.slice(near))
    if (match === null) return bytes
    const at = near + match.index
    const value = HUGE[random.integer(HUGE.length)]!
    return join(bytes.subarray(0, at), bytesOf(value), bytes.subarray(at + match[0].length))
  },
  truncate(random, bytes) {
    return bytes.slice(0, random.integer(bytes.length + 1))
  },
  cut(random, bytes) {
    const [from, to] = piece(random, bytes, 200)
    return join(bytes.subarray(0, from), bytes.subarray(to))
  },
  double(random, bytes) {
    const [from, to] = piece(random, bytes)
    return join(bytes.subarray(0, to), bytes.subarray(from))
  },
  repeat(random, bytes) {
    const [from, to] = piece(random, bytes, 100)
    return join(
      bytes.subarray(0, to),
      ...Array(random.integer(3000)).fill(bytes.subarray(from, to)),
      bytes.subarray(to),
    )
  },
  splice(random, bytes, other) {
    const [from, to] = piece(random, other)
    const at = random.integer(bytes.length + 1)
    const behind = random.unit() < 0.5 ? at : Math.min(bytes.length, at + to - from)
    return join(bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(behind))
  },
  swap(random, bytes) {
    const [a, b] = piece(random, bytes)
    const c = b + random.integer(bytes.length - b + 1)
    return join(bytes.subarray(0, a), bytes.subarray(b, c), bytes.subarray(a, b), bytes.subarray(c))
  },
}

const KINDS = Object.keys(MUTATIONS)

/** One to three kinds of damage, one after the other. */
export function damage(random: Random, bytes: Uint8Array, other: Uint8Array): { bytes: Uint8Array; how: string } {
  const how: string[] = []
  for (let k = random.integer(3); k >= 0; k--) {
    const kind = KINDS[random.integer(KINDS.length)]!
    how.push(kind)
    bytes = MUTATIONS[kind]!(random, bytes, other)
  }
  return { bytes, how: how.join('+') }
}

/** One of these, damaged, perhaps with a part of another in it. */
export function damageOne<T extends { readonly name: string; readonly bytes: Uint8Array }>(
  random: Random,
  files: readonly T[],
): T & { readonly how: string } {
  const file = files[random.integer(files.length)]!
  const other = files[random.integer(files.length)]!.bytes
  // Half of the zipped ones are damaged before they are zipped: the checksum would catch the others.
  const inside = file.name.endsWith('.gz') && random.unit() < 0.5
  const { bytes, how } = damage(random, inside ? Uint8Array.from(gunzipSync(file.bytes)) : file.bytes, other)
  return { ...file, bytes: inside ? Uint8Array.from(gzipSync(bytes)) : bytes, how }
}

export function mutatedFile(seed: number): MutatedFile & { readonly how: string } {
  const random = new Random(seed)
  const { name, bytes, how } = damageOne(random, seedFiles())
  const said = random.unit() < 0.1 ? { format: MESH_FORMATS[random.integer(MESH_FORMATS.length)]! } : {}
  return { name, bytes, how, ...said }
}

export type Outcome = 'read' | 'empty' | `refused: ${string}` | `wrong: ${string}`

/** Reads one; anything but a mesh that holds together or an error of ours is wrong. */
export function outcomeOf({ name, bytes, format }: MutatedFile): Outcome {
  try {
    if (/\.(?:pc2|mdd)$/.test(name)) return judgeCache(parseVertexCache(bytes, { name }))
    if (name.startsWith('morphs')) return judgeMorphs(parseMorphs(bytes, { name, format }))
    return judge(parseMesh(bytes, { name, format }))
  } catch (error) {
    if (error instanceof LimberError) return `refused: ${error.name}`
    return `wrong: ${error instanceof Error ? error.stack : String(error)}`
  }
}

function judge({ positions, triangles }: MeshData): Outcome {
  const vertices = positions.length / 3
  if (!Number.isInteger(vertices) || triangles.length % 3 !== 0) return 'wrong: lengths'
  for (const x of positions) if (!(Math.abs(x) <= MAX_COORDINATE)) return `wrong: coordinate ${x}`
  for (const v of triangles) if (v >= vertices) return `wrong: index ${v} of ${vertices}`
  return triangles.length === 0 ? 'empty' : 'read'
}

function judgeCache({ count, vertices, times, frame }: VertexCache): Outcome {
  if (!(count >= 1 && vertices >= 1 && times.length === count)) return `wrong: ${count} frames of ${vertices}`
  for (let k = 0; k < count; k++) {
    const positions = frame(k)
    if (positions.length !== 3 * vertices) return 'wrong: lengths'
    for (const x of positions) if (!(Math.abs(x) <= MAX_COORDINATE)) return `wrong: coordinate ${x}`
  }
  return 'read'
}

function judgeMorphs(mesh: MorphData): Outcome {
  const { targets, keys, positions } = mesh
  const moved = mesh.morphed(new Float64Array(targets.length).fill(1))
  if (moved.length !== positions.length) return 'wrong: lengths'
  for (const x of moved) if (!(Math.abs(x) <= MAX_COORDINATE)) return `wrong: coordinate ${x}`
  if (keys !== undefined && keys.weights.length !== keys.times.length * targets.length) return 'wrong: keys'
  return judge(mesh)
}
