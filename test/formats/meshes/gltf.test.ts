import { expect, test } from 'vitest'
import type { MeshFileOptions } from '../../../src/formats/meshes/mesh-data.js'
import {
  bytesOf,
  corners,
  type GltfDocument,
  glb,
  gltf,
  gltfParts,
  type Sample,
  sheet,
  TETRAHEDRON,
} from '../samples.js'
import { cornersOf, expectRefused, expectSame, type Refusal, read } from './expect-mesh.js'

/** A tetrahedron's file, changed. */
function changed(change: (document: GltfDocument, buffer: Uint8Array) => unknown, sample = TETRAHEDRON): string {
  const { document, buffer } = gltfParts(sample)
  change(document, buffer)
  return gltf(document, buffer)
}

function moved(sample: Sample, move: (x: number, y: number, z: number) => number[]): number[] {
  const points = corners(sample)
  return Array.from({ length: points.length / 3 }, (_, k) => k).flatMap((k) =>
    move(points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!),
  )
}

test('text and binary', () => {
  const { document, buffer } = gltfParts(sheet(3))
  const mesh = read(gltf(document, buffer))
  expect(mesh).toMatchObject({ format: 'gltf', notes: [] })
  expect([...mesh.positions]).toEqual(sheet(3).positions)
  expect([...mesh.triangles]).toEqual(sheet(3).triangles)
  const binary = read(glb(document, buffer))
  expect(binary).toEqual({ ...mesh, format: 'glb' })
})

test('transforms: matrix column by column, or scale, then rotation, then translation; down the tree', () => {
  const half = Math.SQRT1_2
  const trs = changed((d) => {
    d.nodes = [
      { children: [1], translation: [10, 0, 0] },
      { mesh: 0, rotation: [0, 0, half, half], scale: [2, 3, 4] },
    ]
  })
  cornersOf(read(trs)).forEach((x, k) => {
    expect(x).toBeCloseTo(moved(TETRAHEDRON, (a, b, c) => [10 - 3 * b, 2 * a, 4 * c])[k]!, 14)
  })
  const matrix = changed((d) => {
    d.nodes = [{ mesh: 0, matrix: [0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 10, 20, 30, 1] }]
  })
  expect(cornersOf(read(matrix))).toEqual(moved(TETRAHEDRON, (a, b, c) => [10 - 3 * b, 20 + 2 * a, 30 + 4 * c]))
})

test('a mirroring transform turns the triangles round, so that outside stays outside', () => {
  const text = changed((d) => {
    d.nodes = [{ mesh: 0, scale: [-1, 1, 1] }]
  })
  const mesh = read(text)
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0])
  expect(mesh.positions[3]).toBe(-1)
})

test('one mesh, several nodes; several primitives, shared vertices', () => {
  const text = changed((d) => {
    d.nodes = [{ mesh: 0 }, { mesh: 0, translation: [5, 0, 0] }]
    d.scenes[0].nodes = [0, 1]
    d.meshes[0].primitives.push({ attributes: { POSITION: 0 }, indices: 1, mode: 4 })
  })
  const mesh = read(text)
  // Two showings of four vertices; in each, all triangles twice.
  expect(mesh.positions.length / 3).toBe(8)
  const once = corners(TETRAHEDRON)
  const there = moved(TETRAHEDRON, (x, y, z) => [x + 5, y, z])
  expect(cornersOf(mesh)).toEqual([...once, ...once, ...there, ...there])
})

test.each([
  [5, [0, 1, 2, 2, 1, 3]],
  [6, [1, 2, 0, 2, 3, 0]],
])('strips and fans: mode %i, with indices and without', (mode, expected) => {
  const without = changed((d) => {
    d.meshes[0].primitives = [{ attributes: { POSITION: 0 }, mode }]
  })
  const turned = (list: number[]): string =>
    JSON.stringify(list.map((_, k) => k).flatMap((k) => (k % 3 === 0 ? [sorted(list.slice(k, k + 3))] : [])))
  const sorted = (t: number[]): number[] => {
    const least = t.indexOf(Math.min(...t))
    return [...t.slice(least), ...t.slice(0, least)]
  }
  expect(turned([...read(without).triangles])).toBe(turned(expected))
  const indexed = changed((d, buffer) => {
    new Uint16Array(buffer.buffer, 48, 4).set([3, 2, 1, 0])
    d.accessors[1].count = 4
    d.meshes[0].primitives[0].mode = mode
  })
  expect(turned([...read(indexed).triangles])).toBe(turned(expected.map((v) => 3 - v)))
})

test('triangles without indices', () => {
  const positions = corners(TETRAHEDRON)
  const { document, buffer } = gltfParts({ positions, triangles: [] })
  document.meshes[0].primitives = [{ attributes: { POSITION: 0 } }]
  expectSame(read(gltf(document, buffer)), TETRAHEDRON)
})

test('points and lines are left out, morph targets that weigh nothing and animations too', () => {
  const text = changed((d) => {
    d.meshes[0].primitives.push({ attributes: { POSITION: 0 }, mode: 0 }, { attributes: { POSITION: 0 }, mode: 1 })
    d.meshes[0].weights = [0, 0]
    d.animations = [{}]
  })
  expect(read(text).notes).toEqual(['Animations left out.', '2 primitives of points or lines left out.'])
})

test('which scene: the default one, the first one, all nodes, all meshes', () => {
  const two = (d: GltfDocument): void => {
    d.nodes = [{ mesh: 0 }, { mesh: 0, translation: [5, 0, 0] }]
    d.scenes = [{ nodes: [0] }, { nodes: [1] }]
  }
  const first = (text: string): number => read(text).positions[0]!
  expect(first(changed((d) => [two(d), (d.scene = 1)]))).toBe(5)
  expect(first(changed((d) => [two(d), delete d.scene]))).toBe(0)
  expect(read(changed((d) => [two(d), (d.scene = 1)])).notes).toEqual(['Scene 1 of 2, the others left out.'])
  const all = read(changed((d) => [two(d), delete d.scenes, delete d.scene]))
  expect(all.positions.length).toBe(24)
  expect(all.notes).toEqual(['No scene: all nodes.'])
  const meshes = read(changed((d) => [delete d.scenes, delete d.scene, delete d.nodes]))
  expectSame(meshes, TETRAHEDRON)
  expect(meshes.notes).toEqual(['No scene: the meshes as they are.'])
})

test('nothing to show: a mesh with none', () => {
  expect(read('{"asset":{"version":"2.0"}}').positions.length).toBe(0)
  expect(read(changed((d) => delete d.scenes[0].nodes)).triangles.length).toBe(0)
  expect(read(changed((d) => (d.accessors[1].count = 0))).triangles.length).toBe(0)
})

test.each([
  [5120, true, (k: number) => Math.max((k - 60) / 127, -1)],
  [5121, true, (k: number) => k / 255],
  [5122, true, (k: number) => Math.max((1000 * k - 30000) / 32767, -1)],
  [5123, true, (k: number) => (1000 * k) / 65535],
  [5120, false, (k: number) => k - 60],
  [5123, false, (k: number) => 1000 * k],
])('quantised positions: type %i, normalised %s', (componentType, normalized, expected) => {
  const size = componentType < 5122 ? 1 : 2
  const stride = 4 * size
  const buffer = new Uint8Array(4 * stride * 3)
  const view = new DataView(buffer.buffer)
  for (let k = 0; k < 9; k++) {
    const at = stride * Math.floor(k / 3) + size * (k % 3)
    if (componentType === 5120) view.setInt8(at, k - 60)
    else if (componentType === 5121) view.setUint8(at, k)
    else if (componentType === 5122) view.setInt16(at, 1000 * k - 30000, true)
    else view.setUint16(at, 1000 * k, true)
  }
  const document = {
    asset: { version: '2.0' },
    extensionsRequired: ['KHR_mesh_quantization'],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType, normalized, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: buffer.length, byteStride: stride }],
    buffers: [{ byteLength: buffer.length }],
  }
  expect([...read(gltf(document, buffer)).positions]).toEqual(Array.from({ length: 9 }, (_, k) => expected(k)))
})

test.each([5121, 5125])('indices of type %i', (componentType) => {
  const text = changed((d, buffer) => {
    const indices =
      componentType === 5121 ? new Uint8Array(buffer.buffer, 48, 3) : new Uint32Array(buffer.buffer, 48, 3)
    indices.set([3, 1, 2])
    d.accessors[1] = { bufferView: 1, componentType, count: 3, type: 'SCALAR' }
  })
  expect([...read(text).triangles]).toEqual([3, 1, 2])
})

/** The positions of the tetrahedron as zeros (or as they are) with elements 1 and 3 changed. */
function sparse(base: boolean): string {
  const { document: d, buffer } = gltfParts(TETRAHEDRON)
  const more = new Uint8Array(buffer.length + 4 + 24)
  more.set(buffer)
  more.set([1, 3], buffer.length)
  new Float32Array(more.buffer, buffer.length + 4, 6).set([7, 8, 9, 10, 11, 12])
  d.bufferViews.push(
    { buffer: 0, byteOffset: buffer.length, byteLength: 2 },
    { buffer: 0, byteOffset: buffer.length + 4, byteLength: 24 },
  )
  d.accessors[0].sparse = { count: 2, indices: { bufferView: 2, componentType: 5121 }, values: { bufferView: 3 } }
  if (!base) delete d.accessors[0].bufferView
  d.buffers[0].byteLength = more.length
  return gltf(d, more)
}

test('sparse accessors, with a base and without', () => {
  expect([...read(sparse(true)).positions]).toEqual([0, 0, 0, 7, 8, 9, 0, 1.5, 0, 10, 11, 12])
  expect([...read(sparse(false)).positions]).toEqual([0, 0, 0, 7, 8, 9, 0, 0, 0, 10, 11, 12])
  const wrong = JSON.parse(sparse(true))
  wrong.accessors[0].count = 3
  wrong.meshes[0].primitives[0].indices = undefined
  expectRefused(
    JSON.stringify(wrong),
    { name: 'a.gltf' },
    { line: 1, field: 'accessors[0].sparse.indices' },
    'indices of 3 elements, got 3',
  )
})

test('buffers elsewhere, through the option resolve', () => {
  const { document, buffer } = gltfParts(TETRAHEDRON)
  document.buffers[0].uri = 'a%20b.bin'
  const asked: string[] = []
  const resolve = (uri: string): Uint8Array => {
    asked.push(uri)
    return buffer
  }
  expectSame(read(JSON.stringify(document), { resolve }), TETRAHEDRON)
  expect(asked).toEqual(['a%20b.bin'])
  const place = { line: 1, field: 'buffers[0].uri' }
  expectRefused(JSON.stringify(document), {}, place, 'or the option resolve to get others, got "a%20b.bin"')
  const text = (() => 'text') as unknown as (uri: string) => Uint8Array
  expectRefused(JSON.stringify(document), { resolve: text }, place, 'a Uint8Array from the option resolve, got string')
  const short = { resolve: () => buffer.subarray(1) }
  expectRefused(JSON.stringify(document), short, { line: 1, field: 'buffers[0].byteLength' }, 'at most the 71 bytes')
})

const CASES: [string, (d: GltfDocument, buffer: Uint8Array) => unknown, string, string][] = [
  ['version 1', (d) => (d.asset.version = '1.0'), 'asset.version', 'version 2.0 of glTF, got "1.0"'],
  ['no version', (d) => delete d.asset, 'asset.version', 'a string, got nothing'],
  [
    'Draco',
    (d) => (d.extensionsRequired = ['KHR_draco_mesh_compression']),
    'extensionsRequired[0]',
    'Draco compression is not supported',
  ],
  [
    'meshopt',
    (d) => (d.extensionsRequired = ['EXT_meshopt_compression']),
    'extensionsRequired[0]',
    'meshopt compression is not supported',
  ],
  [
    'anything new',
    (d) => (d.extensionsRequired = ['KHR_materials_unlit', 'ACME_folds']),
    'extensionsRequired[1]',
    'is not supported, got "ACME_folds"',
  ],
  [
    'Draco that is not said to be required',
    (d) => {
      delete d.accessors[0].bufferView
      d.meshes[0].primitives[0].extensions = { KHR_draco_mesh_compression: {} }
    },
    'meshes[0].primitives[0].extensions.KHR_draco_mesh_compression',
    'Draco is not supported',
  ],
  [
    'meshopt that is not said to be required',
    (d) => (d.bufferViews[0].extensions = { EXT_meshopt_compression: {} }),
    'bufferViews[0].extensions.EXT_meshopt_compression',
    'meshopt is not supported',
  ],
  ['a skin', (d) => (d.nodes[0].skin = 0), 'nodes[0].skin', 'skinned meshes are not supported'],
  [
    'morph weights',
    (d) => (d.meshes[0].weights = [0, 0.5]),
    'meshes[0].weights[1]',
    'morph targets are not supported, got 0.5',
  ],
  [
    'instances',
    (d) => (d.nodes[0].extensions = { EXT_mesh_gpu_instancing: {} }),
    'nodes[0].extensions.EXT_mesh_gpu_instancing',
    'not supported',
  ],
  ['no such node', (d) => (d.scenes[0].nodes = [1]), 'scenes[0].nodes[0]', 'the index of one of 1 nodes, got 1'],
  ['no such scene', (d) => (d.scene = -1), 'scene', 'the index of one of 1 scenes, got -1'],
  ['no such mesh', (d) => (d.nodes[0].mesh = 0.5), 'nodes[0].mesh', 'the index of one of 1 meshes, got 0.5'],
  [
    'no such accessor',
    (d) => (d.meshes[0].primitives[0].indices = 2),
    'meshes[0].primitives[0].indices',
    'one of 2 accessors, got 2',
  ],
  [
    'no positions',
    (d) => delete d.meshes[0].primitives[0].attributes.POSITION,
    'meshes[0].primitives[0].attributes.POSITION',
    'got nothing',
  ],
  [
    'a node in itself',
    (d) => (d.nodes[0].children = [0]),
    'nodes[0].children[0]',
    'nodes that form trees, got node 0 a second time',
  ],
  ['a node twice', (d) => (d.scenes[0].nodes = [0, 0]), 'scenes[0].nodes[1]', 'nodes that form trees'],
  [
    'a ring without a scene',
    (d) => [delete d.scenes, (d.nodes = [{ mesh: 0 }, { children: [2] }, { children: [1] }])],
    'nodes[1]',
    'got a ring',
  ],
  ['a short matrix', (d) => (d.nodes[0].matrix = [1, 2, 3]), 'nodes[0].matrix', '16 finite numbers, got an array of 3'],
  [
    'a projection',
    (d) => (d.nodes[0].matrix = Array(16).fill(1)),
    'nodes[0].matrix',
    'a matrix whose last row is 0 0 0 1',
  ],
  ['no quaternion', (d) => (d.nodes[0].rotation = [0, 0, 0, 0]), 'nodes[0].rotation', 'a quaternion that is 1 long'],
  ['transforms that overflow', (d) => (d.nodes[0].scale = [1e61, 1, 1]), 'accessors[0]', 'got 1e+61 in vertex 1'],
  [
    'infinite positions',
    (_, b) => new DataView(b.buffer).setFloat32(16, Infinity, true),
    'accessors[0]',
    'finite positions of at most 1e+60, got Infinity in vertex 1',
  ],
  [
    'indices out of range',
    (_, b) => new DataView(b.buffer).setUint16(48 + 10, 4, true),
    'accessors[1]',
    'indices of 4 vertices, got 4 as number 5',
  ],
  [
    'a count that is not there',
    (d) => (d.accessors[0].count = 5),
    'accessors[0]',
    'as its buffer view of 48 bytes holds, got 5',
  ],
  ['a huge count', (d) => (d.accessors[0].count = 1e9), 'accessors[0]', 'got 1000000000'],
  [
    'an impossible count',
    (d) => (d.accessors[0].count = 1e12),
    'accessors[0].count',
    'a number of elements, got 1000000000000',
  ],
  [
    'a negative offset',
    (d) => (d.accessors[0].byteOffset = -12),
    'accessors[0].byteOffset',
    'a number of bytes, got -12',
  ],
  [
    'a view that is too long',
    (d) => (d.bufferViews[0].byteLength = 1e9),
    'bufferViews[0]',
    'a view within its buffer of 72 bytes',
  ],
  [
    'a step that is too small',
    (d) => (d.bufferViews[0].byteStride = 4),
    'bufferViews[0].byteStride',
    'a step of 12 to 255 bytes, got 4',
  ],
  [
    'a buffer that is too long',
    (d) => (d.buffers[0].byteLength = 73),
    'buffers[0].byteLength',
    'at most the 72 bytes that are there, got 73',
  ],
  ['another type', (d) => (d.accessors[0].type = 'VEC2'), 'accessors[0].type', '"VEC3" for positions, got "VEC2"'],
  [
    'indices as floats',
    (d) => (d.accessors[1].componentType = 5126),
    'accessors[1].componentType',
    '5121, 5123 or 5125 for indices, got 5126',
  ],
  [
    'two thirds of a triangle',
    (d) => (d.accessors[1].count = 11),
    'meshes[0].primitives[0]',
    'a multiple of three corners, got 11',
  ],
  [
    'an unknown mode',
    (d) => (d.meshes[0].primitives[0].mode = 7),
    'meshes[0].primitives[0].mode',
    'a mode from 0 to 6, got 7',
  ],
  ['an object as a list', (d) => (d.accessors = {}), 'accessors', 'an array, got an object'],
  ['a number as an object', (d) => (d.meshes[0] = 3), 'meshes[0]', 'an object, got 3'],
]

test.each(CASES)('%s: refused by the field and its line', (_, change, field, message) => {
  const text = changed(change)
  const error = expectRefusedSomewhere(text, { name: 'a.gltf' }, field, message)
  // The line is that of the field, or of what should have it.
  const key = /[A-Za-z_]+(?=(\[\d+\])?$)/.exec(field)![0]
  const line = text.split('\n')[error.line! - 1]!
  expect(line.includes(`"${key}"`) || /^\s*[-\w{[".]/.test(line)).toBe(true)
  // The same in binary, by the byte.
  const { document, buffer } = gltfParts(TETRAHEDRON)
  change(document, buffer)
  const bytes = glb(document, buffer)
  let offset: number | undefined
  try {
    read(bytes, { name: 'a.glb' })
  } catch (found) {
    offset = (found as { offset?: number }).offset
  }
  expect(offset).toBeGreaterThanOrEqual(20)
  expect(offset).toBeLessThan(bytes.length - buffer.length)
})

function expectRefusedSomewhere(
  text: string,
  options: MeshFileOptions,
  field: string,
  message: string,
): { line: number | undefined } {
  let line: number | undefined
  try {
    read(text, options)
  } catch (found) {
    line = (found as { line?: number }).line
  }
  return expectRefused(text, options, { field, ...(line === undefined ? {} : { line }) } as Refusal, message)
}

test('the place is exact', () => {
  const text = '{\n "asset": {"version": "2.0"},\n "scenes": [{"nodes": [\n 7]}],\n "nodes": [{}]\n}'
  expectRefused(
    text,
    { name: 'a.gltf' },
    { line: 4, field: 'scenes[0].nodes[0]' },
    'a.gltf, line 4, column 2, scenes[0].nodes[0]: expected the index of one of 1 nodes, got 7',
  )
  // Escapes, brackets in strings, and a field that is there twice: the last one counts.
  const odd =
    '{"a\\"}]": "\\\\\\"{[",\n"asset": {"version": "2.0"},\n"sc\\u0065ne": 0,\n"scene": 9, "scenes": [[]],"nodes":[{}]}'
  expectRefused(odd, { name: 'a.gltf' }, { line: 4, field: 'scene' }, 'got 9')
})

test.each([
  ['{"asset":', 1, 'JSON, got the end of the text'],
  ['{"asset":\n {"version" "2.0"}}', 2, 'JSON, got ""2.0"}}"'],
  ['{"asset":\n {"version": 2,}}', 2, 'JSON'],
  ['{"asset":[1,\n2 3]}', 2, 'JSON, got "3]}"'],
  ['{"a":1}\n\n x', 3, 'JSON, got "x"'],
  ['{"a":\n"abc', 2, 'JSON, got the end of the text'],
  ['{"a":01}', 1, 'JSON'],
  [`${'['.repeat(300_000)}`, 1, 'JSON'],
])('what is no JSON is refused by its line: %#', (text, line, message) => {
  expectRefused(text, { name: 'a.gltf', format: 'gltf' }, { line }, message)
})

test('binary: header and chunks are checked by their bytes', () => {
  const { document, buffer } = gltfParts(TETRAHEDRON)
  const bytes = glb(document, buffer)
  const set = (offset: number, value: number): Uint8Array => {
    const copy = bytes.slice()
    new DataView(copy.buffer).setUint32(offset, value, true)
    return copy
  }
  const json = new DataView(bytes.buffer).getUint32(12, true)
  const options = { name: 'a.glb' }
  expectRefused(set(4, 1), options, { offset: 4 }, 'version 2 of glTF, got 1')
  expectRefused(set(8, 1 << 30), options, { offset: 8 }, `the length of the file, ${bytes.length}, got 1073741824`)
  expectRefused(set(12, 0xffffffff), options, { offset: 12 }, 'a chunk of at most')
  expectRefused(set(16, 0x004e4942), options, { offset: 16 }, 'a JSON chunk first, got "BIN\\x00"')
  expectRefused(set(20 + json, 0x7fffffff), options, { offset: 20 + json }, 'a chunk of at most')
  // A chunk that is not known is skipped, and then there is no buffer.
  expectRefused(
    set(24 + json, 0x12345678),
    options,
    { offset: 20 + JSON.stringify(document).indexOf('{"byteLength":72}'), field: 'buffers[0]' },
    'the binary chunk of a GLB file, got neither',
  )
  expectRefused(bytes.subarray(0, 8), options, { offset: 0 }, '"glTF" and a header of 12 bytes')
  expectRefused(bytesOf('glTG'), { ...options, format: 'glb' }, { offset: 0 }, 'got "glTG"')
})

test('a small file cannot ask for a large mesh', () => {
  const text = changed((d) => {
    d.nodes = Array.from({ length: 3000 }, () => ({ mesh: 0 }))
    d.scenes[0].nodes = d.nodes.map((_: unknown, k: number) => k)
  })
  expect(read(text).triangles.length / 3).toBe(12_000)
  expectRefused(text, { maxBytes: 400_000 }, {}, /a mesh of at most 400000 bytes \(option maxBytes\), got \d+ vertices/)
  // Zeros need no bytes at all.
  const zeros = changed((d) => {
    d.accessors[0] = { componentType: 5126, count: 3e9, type: 'VEC3' }
    delete d.meshes[0].primitives[0].indices
  })
  expectRefused(zeros, {}, {}, 'got 3000000000 vertices and 1000000000 triangles')
})

test.each([
  'data:,abc',
  'data:text/plain,abc',
  'data:application/gltf-buffer;base64,a',
  'data:;base64,****',
  'data:;base64,é',
])('a data URI must be base64: %s', (uri) => {
  const { document } = gltfParts(TETRAHEDRON)
  document.buffers[0].uri = uri
  expectRefused(JSON.stringify(document), {}, { line: 1, field: 'buffers[0].uri' }, 'base64')
})
