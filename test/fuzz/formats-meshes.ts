// Mesh files and vertex caches, for the fuzzer.
import { MAX_COORDINATE } from '../../src/base/math/rounding.js'
import { MESH_FORMATS, type MeshData } from '../../src/formats/meshes/mesh-data.js'
import { parseMesh } from '../../src/formats/meshes/parse-mesh.js'
import { parseMorphs } from '../../src/formats/meshes/parse-morphs.js'
import { parseVertexCache } from '../../src/formats/meshes/vertex-cache.js'
import { collideMeshes } from '../../src/meshes/tree/mesh-queries.js'
import { MeshTree } from '../../src/meshes/tree/mesh-tree.js'
import {
  bytesOf,
  collada,
  everyFormat,
  glb,
  gltf,
  gltfParts,
  INPUTS,
  mdd,
  pc2,
  type Sample,
  sheet,
  TETRAHEDRON,
} from '../formats/samples.js'
import type { Codec } from './damage-json.js'
import { type FuzzCase, type FuzzFormat, gzipBomb, mainBytes, single, singles, withWord } from './format.js'
import { FRAMES, MORPHS, OBJ, PLY, RICH_COLLADA, richGltf } from './mesh-corpus.js'

/** Nothing, one point, and triangles that are none. */
const DEGENERATE: readonly Sample[] = [
  { positions: [], triangles: [] },
  { positions: [0, 0, 0], triangles: [0, 0, 0] },
  { positions: [0, 0, 0, 1, 1, 1, 2, 2, 2], triangles: [0, 1, 2, 2, 1, 0, 0, 1, 2] },
  { positions: [1e59, 0, 0, 0, 1e-300, 0, 0, 0, 0], triangles: [0, 1, 2] },
]

function written(samples: readonly Sample[], wanted: RegExp): FuzzCase[] {
  return samples.flatMap((sample) =>
    singles(Object.fromEntries([...everyFormat(sample)].filter(([n]) => wanted.test(n)))),
  )
}

function readMesh(given: FuzzCase, variant: number): string | undefined {
  const name = given.main
  const said = variant % 10 === 9 ? { format: MESH_FORMATS[variant % MESH_FORMATS.length]! } : {}
  if (name.startsWith('morphs')) return wrongMorphs(parseMorphs(mainBytes(given), { name, ...said }))
  const mesh = parseMesh(mainBytes(given), { name, ...said })
  return wrongMesh(mesh) ?? wrongTree(mesh)
}

function wrongCoordinate(positions: ArrayLike<number>): string | undefined {
  const at = Array.prototype.findIndex.call(positions, (x) => !(Math.abs(x) <= MAX_COORDINATE))
  return at < 0 ? undefined : `coordinate ${positions[at]}`
}

function wrongMesh({ positions, triangles }: MeshData): string | undefined {
  const vertices = positions.length / 3
  if (!Number.isInteger(vertices) || triangles.length % 3 !== 0) return 'lengths'
  const above = triangles.findIndex((v) => v >= vertices)
  return above < 0 ? wrongCoordinate(positions) : `index ${triangles[above]} of ${vertices}`
}

/** A large one takes time of its own to build, which is not the reader's. */
const MOST_TRIANGLES = 20_000

/** Asked against one small mesh: of a thousand slivers in one place, all pairs with themselves would have to be decided exactly. */
const probe = new MeshTree(TETRAHEDRON)

function wrongTree(mesh: MeshData): string | undefined {
  if (mesh.triangles.length > 3 * MOST_TRIANGLES) return undefined
  const { collides } = collideMeshes(new MeshTree(mesh), probe, { at: [0.1, 0.2, 0.3] })
  return typeof collides === 'boolean' ? undefined : 'no answer'
}

function wrongMorphs(mesh: ReturnType<typeof parseMorphs>): string | undefined {
  const { targets, keys, positions } = mesh
  const moved = mesh.morphed(new Float64Array(targets.length).fill(1))
  if (moved.length !== positions.length) return 'lengths'
  if (keys !== undefined && keys.weights.length !== keys.times.length * targets.length) return 'keys'
  return wrongCoordinate(moved) ?? wrongMesh(mesh)
}

function readCache(given: FuzzCase): string | undefined {
  const { count, vertices, times, frame } = parseVertexCache(mainBytes(given), { name: given.main })
  if (!(count >= 1 && vertices >= 1 && times.length === count)) return `${count} frames of ${vertices}`
  for (let k = 0; k < count; k++) {
    const positions = frame(k)
    if (positions.length !== 3 * vertices) return 'lengths'
    const wrong = wrongCoordinate(positions)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** The document of a GLB file; lengths follow what becomes of it. */
const GLB: Codec = {
  decode(text) {
    const length = Buffer.from(text.slice(12, 16), 'latin1').readUInt32LE()
    return { document: JSON.parse(text.slice(20, 20 + length)), rest: text.slice(28 + length) }
  },
  encode(value) {
    const { document, rest } = value as { document: object; rest: string }
    const binary = typeof rest === 'string' ? Uint8Array.from(Buffer.from(rest, 'latin1')) : new Uint8Array()
    return Buffer.from(glb(document ?? null, binary)).toString('latin1')
  },
}

const SAMPLES = [TETRAHEDRON, sheet(6)]

/** Nodes each of which has the next one twice. */
function doublingNodes(count: number): string {
  const node = (k: number): string =>
    `<node id="n${k}">${k === count ? '<instance_geometry url="#shape"/>' : `<instance_node url="#n${k + 1}"/>`.repeat(2)}</node>`
  const nodes = `<library_nodes>${Array.from({ length: count + 1 }, (_, k) => node(k)).join('')}</library_nodes>`
  return collada(TETRAHEDRON, { nodes, scene: '<node><instance_node url="#n0"/></node>' })
}

function gltfNodes(count: number, children: (k: number) => number[]): string {
  const { document, buffer } = gltfParts(TETRAHEDRON)
  document.nodes = Array.from({ length: count }, (_, k) => ({ mesh: 0, children: children(k) }))
  return gltf(document, buffer)
}

function manyAccessors(count: number): string {
  const { document, buffer } = gltfParts(TETRAHEDRON)
  document.accessors[0] = { componentType: 5126, count, type: 'VEC3' }
  return gltf(document, buffer)
}

const plyHead = (format: string, vertices: string, faces: string): string =>
  `ply\nformat ${format} 1.0\nelement vertex ${vertices}\nproperty float x\nproperty float y\nproperty float z\n` +
  `element face ${faces}\nproperty list int int vertex_indices\nend_header\n`

const binary = everyFormat(TETRAHEDRON)

export const MESHES: readonly FuzzFormat[] = [
  {
    name: 'obj',
    corpus: () => [...written(SAMPLES, /\.obj$/), single('rich.obj', OBJ)],
    odd: () => written(DEGENERATE, /\.obj$/),
    bombs: {
      'a face of a million corners': () =>
        single('face.obj', `v 0 0 0\nv 1 0 0\nv 0 1 0\nf${' 1 2 3'.repeat(333_334)}\n`),
      'a line of ten million letters': () => single('line.obj', `v 0 0 0\n${'x'.repeat(1e7)}`),
      'a million lines that go on': () => single('lines.obj', `v 0 0 0\nf 1 ${'\\\n'.repeat(1e6)}`),
      'a gzip bomb': () => single('bomb.obj.gz', gzipBomb(1000)),
    },
    damage: ['text'],
    words: {
      values: ['v', 'vt', 'vn', 'f', 'l', 'p', 'o', 'g', 's', 'usemtl'],
      pieces: ['f 1 2 3', 'v 1 2', 'f 1 1 1 1', '\\'],
    },
    read: readMesh,
  },
  {
    name: 'off',
    corpus: () => written(SAMPLES, /\.off/),
    odd: () => written(DEGENERATE, /\.off$/),
    bombs: {
      '2³¹ vertices': () => single('many.off', 'OFF\n2147483647 2147483647 0\n0 0 0\n'),
      'a face of 2³¹ corners': () => single('face.off', 'OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2147483647 0 1 2\n'),
      'a gzip bomb': () => single('bomb.off.gz', gzipBomb(1000)),
      'a gzip bomb that says it is small': () => single('lie.off.gz', gzipBomb(1000, 100)),
      'a gzip bomb below the limit': () => single('below.off.gz', gzipBomb(255)),
    },
    damage: ['text'],
    words: { values: ['OFF', 'COFF', 'NOFF', 'STOFF', 'BINARY', '4OFF'] },
    read: readMesh,
  },
  {
    name: 'ply',
    corpus: () => [...written(SAMPLES, /^text\.ply$/), single('rich.ply', PLY)],
    odd: () => written(DEGENERATE, /^text\.ply$/),
    bombs: {
      '2³¹ vertices': () => single('many.ply', `${plyHead('ascii', '2147483647', '1')}0 0 0\n`),
      '2⁵³ faces': () => single('faces.ply', `${plyHead('ascii', '1', '9007199254740992')}0 0 0\n`),
      'elements without properties': () =>
        single('none.ply', 'ply\nformat ascii 1.0\nelement x 1000000000\nelement vertex 0\nend_header\n'),
      'a hundred thousand properties': () =>
        single(
          'properties.ply',
          `ply\nformat ascii 1.0\nelement vertex 1\n${'property float x\n'.repeat(100_000)}end_header\n`,
        ),
    },
    damage: ['text'],
    words: {
      values: [
        'uchar',
        'int',
        'double',
        'list',
        'vertex',
        'face',
        'tristrips',
        'float',
        'vertex_indices',
        'binary_little_endian',
      ],
    },
    read: readMesh,
  },
  {
    name: 'ply-binary',
    corpus: () => written(SAMPLES, /^(?:little|big)\.ply$/),
    odd: () => written(DEGENERATE, /^(?:little|big)\.ply$/),
    bombs: {
      '2³¹ vertices': () => single('many.ply', `${plyHead('binary_little_endian', '2147483647', '1')}0000`),
      'a list of 2³¹': () => single('list.ply', `${plyHead('binary_big_endian', '0', '1')}\x7f\xff\xff\xff`),
      'elements without properties': () =>
        single(
          'none.ply',
          'ply\nformat binary_big_endian 1.0\nelement x 1000000000000\nelement vertex 0\nend_header\n',
        ),
    },
    damage: ['text'],
    words: { values: ['uchar', 'int', 'double', 'list', 'vertex', 'face', 'float', 'ascii'] },
    read: readMesh,
  },
  {
    name: 'stl',
    corpus: () => written(SAMPLES, /^text\.stl$/),
    odd: () => written(DEGENERATE, /^text\.stl$/),
    bombs: { 'a hundred thousand solids': () => single('solids.stl', 'solid a\nendsolid a\n'.repeat(100_000)) },
    damage: ['text'],
    words: { values: ['solid', 'facet', 'vertex', 'endsolid', 'endfacet', 'outer', 'loop'] },
    read: readMesh,
  },
  {
    name: 'stl-binary',
    corpus: () => written(SAMPLES, /(?:binary|solid|packed)\.stl/),
    odd: () => written(DEGENERATE, /(?:binary|solid)\.stl$/),
    bombs: {
      '2³² triangles': () => single('many.stl', withWord(binary.get('binary.stl')!, 80, 2 ** 32 - 1, true)),
      'a gzip bomb': () => single('bomb.stl.gz', gzipBomb(1000)),
    },
    damage: [],
    read: readMesh,
  },
  {
    name: 'gltf',
    corpus: () => {
      const { document, buffer } = richGltf()
      const own = {
        'rich.gltf': bytesOf(gltf(document, buffer)),
        'morphs.gltf': bytesOf(gltf(MORPHS.document, MORPHS.buffer)),
      }
      return [...written(SAMPLES, /\.gltf$/), ...singles(own)]
    },
    odd: () => written(DEGENERATE, /\.gltf$/),
    bombs: {
      '2³¹ vertices without a buffer': () => single('many.gltf', manyAccessors(2 ** 31 - 1)),
      'a hundred million vertices': () => single('zeros.gltf', manyAccessors(1e8)),
      'doubling nodes': () =>
        single(
          'double.gltf',
          gltfNodes(60, (k) => (k < 59 ? [k + 1, k + 1] : [])),
        ),
      'nodes in a ring': () =>
        single(
          'ring.gltf',
          gltfNodes(3, (k) => [(k + 1) % 3]),
        ),
      'a chain of a hundred thousand nodes': () =>
        single(
          'chain.gltf',
          gltfNodes(1e5, (k) => (k < 1e5 - 1 ? [k + 1] : [])),
        ),
      brackets: () => single('deep.gltf', '['.repeat(1e6)),
      'nested objects': () => single('nested.gltf', `${'{"asset":'.repeat(1e5)}1${'}'.repeat(1e5)}`),
    },
    damage: ['text', 'json'],
    words: { values: ['VEC3', 'SCALAR', 'MAT4', 'data:,', 'data:application/octet-stream;base64,AAAA'] },
    read: readMesh,
  },
  {
    name: 'glb',
    corpus: () => {
      const { document, buffer } = richGltf()
      const own = { 'rich.glb': glb(document, buffer), 'morphs.glb': glb(MORPHS.document, MORPHS.buffer) }
      return [...written(SAMPLES, /\.glb$/), ...singles(own)]
    },
    odd: () => written(DEGENERATE, /\.glb$/),
    bombs: {
      'a length of 2³²': () => single('long.glb', withWord(binary.get('binary.glb')!, 8, 2 ** 32 - 1, true)),
      'JSON of 2³² bytes': () => single('json.glb', withWord(binary.get('binary.glb')!, 12, 2 ** 32 - 1, true)),
    },
    damage: ['json'],
    codec: GLB,
    words: { values: ['VEC3', 'SCALAR', 'MAT4'] },
    read: readMesh,
  },
  {
    name: 'dae',
    corpus: () => [...written(SAMPLES, /\.dae$/), single('rich.dae', RICH_COLLADA)],
    odd: () => written(DEGENERATE, /\.dae$/),
    bombs: {
      'doubling nodes': () => single('double.dae', doublingNodes(40)),
      'nested elements': () => single('deep.dae', `${'<a>'.repeat(1e6)}`),
      'nested nodes': () =>
        single('nodes.dae', collada(TETRAHEDRON, { scene: `${'<node>'.repeat(1e5)}${'</node>'.repeat(1e5)}` })),
      'doubling entities': () =>
        single(
          'entities.dae',
          `<!DOCTYPE x [<!ENTITY e0 "x">${Array.from({ length: 40 }, (_, k) => `<!ENTITY e${k + 1} "&e${k};&e${k};">`).join('')}]>${collada(TETRAHEDRON).replace(/^.*\n/, '').replace('Z_UP', '&e40;')}`,
        ),
      'a face of a million corners': () =>
        single(
          'face.dae',
          collada(TETRAHEDRON, {
            primitive: `<polylist count="1">${INPUTS}<vcount>1000000</vcount><p>${'0 0 1 0 '.repeat(500_000)}</p></polylist>`,
          }),
        ),
    },
    damage: ['text', 'xml'],
    words: {
      names: [
        'node',
        'matrix',
        'triangles',
        'polylist',
        'input',
        'source',
        'accessor',
        'instance_node',
        'count',
        'offset',
        'stride',
        'url',
      ],
      values: ['#lib', '#shape', '#a', '#points', 'VERTEX', 'POSITION', 'X_UP'],
      pieces: [
        '<instance_node url="#lib"/>',
        '<instance_node url="#a"/>',
        '<node><scale>0 0 0</scale></node>',
        '<matrix>1</matrix>',
      ],
    },
    read: readMesh,
  },
  {
    name: 'pc2',
    corpus: () => [single('moving.pc2', pc2(FRAMES))],
    odd: () => [single('empty.pc2', pc2([[0, 0, 0]]).slice(0, 32))],
    bombs: {
      '2³¹ points': () => single('points.pc2', withWord(pc2(FRAMES), 16, 2 ** 31 - 1, true)),
      '2³¹ frames': () => single('frames.pc2', withWord(pc2(FRAMES), 28, 2 ** 31 - 1, true)),
    },
    damage: [],
    read: readCache,
  },
  {
    name: 'mdd',
    corpus: () => [single('moving.mdd', mdd(FRAMES))],
    odd: () => [single('empty.mdd', mdd([[0, 0, 0]]).slice(0, 12))],
    bombs: {
      '2³¹ points': () => single('points.mdd', withWord(mdd(FRAMES), 4, 2 ** 31 - 1, false)),
      '2³¹ frames': () => single('frames.mdd', withWord(mdd(FRAMES), 0, 2 ** 31 - 1, false)),
    },
    damage: [],
    read: readCache,
  },
]
