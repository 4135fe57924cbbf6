import { expect, test } from 'vitest'
import { InvalidInputError, MeshFileError } from '../../../src/errors.js'
import type { MeshFileOptions } from '../../../src/formats/meshes/mesh-data.js'
import { type MorphData, parseMorphs } from '../../../src/formats/meshes/parse-morphs.js'
import { bytesOf, type GltfDocument, glb, gltf, morphParts, obj, TETRAHEDRON } from '../samples.js'
import { read } from './expect-mesh.js'

const UP = [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0.5]
const SIDE = [0, 0, 0, 0, 2, 0, 0, 0, 0, -1, 0, 0]
const KEYS = [
  [0, 0, 0],
  [0.5, 1, 0.5],
  [2, 0, -1],
]

function morphs(change: (document: GltfDocument) => unknown = () => 0, options: MeshFileOptions = {}): MorphData {
  const { document, buffer } = morphParts(TETRAHEDRON, [UP, SIDE], KEYS)
  change(document)
  return parseMorphs(bytesOf(gltf(document, buffer)), options)
}

const moved = (up: number, side: number): number[] =>
  TETRAHEDRON.positions.map((x, k) => x + up * UP[k]! + side * SIDE[k]!)

test('targets, their names, and the keys of the animation; text and binary', () => {
  const { document, buffer } = morphParts(TETRAHEDRON, [UP, SIDE], KEYS)
  for (const bytes of [bytesOf(gltf(document, buffer)), glb(document, buffer)]) {
    const mesh = parseMorphs(bytes)
    expect(mesh.targets).toEqual(['target 0', 'target 1'])
    expect([...mesh.positions]).toEqual(TETRAHEDRON.positions)
    expect([...mesh.triangles]).toEqual(TETRAHEDRON.triangles)
    expect([...mesh.morphed([1, 0])]).toEqual(moved(1, 0))
    expect([...mesh.morphed([0.5, -2])]).toEqual(moved(0.5, -2))
    expect([...mesh.keys!.times]).toEqual([0, 0.5, 2])
    expect([...mesh.keys!.weights]).toEqual(KEYS.flatMap(([, ...weights]) => weights))
    expect(mesh.notes).toEqual([])
  }
  const named = morphs((d) => (d.meshes[0].extras = { targetNames: ['smile', 7] }))
  expect(named.targets).toEqual(['smile', 'target 1'])
})

test('displacements turn and scale with their node, and do not shift with it', () => {
  const mesh = morphs((d) => (d.nodes[0] = { mesh: 0, translation: [10, 0, 0], scale: [2, -1, 3] }))
  const placed = (points: readonly number[]): number[] =>
    points.map((x, k) => x * [2, -1, 3][k % 3]! + (k % 3 === 0 ? 10 : 0))
  expect([...mesh.morphed([1, 1])]).toEqual(placed(moved(1, 1)))
  // A mirror turns the triangles round, once.
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0])
  const scaled = morphs(undefined, { scale: [-2, 1, 1] })
  expect([...scaled.morphed([1, 1])]).toEqual(moved(1, 1).map((x, k) => (k % 3 === 0 ? -2 * x : x)))
  expect([...scaled.triangles]).toEqual([0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0])
})

test('weights at the start are no fault here; without targets there is nothing to morph', () => {
  expect([...morphs((d) => (d.meshes[0].weights = [0, 0.5])).positions]).toEqual(TETRAHEDRON.positions)
  const plain = morphs((d) => {
    delete d.meshes[0].primitives[0].targets
  })
  expect(plain).toMatchObject({ targets: [], keys: undefined })
  expect([...plain.morphed([])]).toEqual(TETRAHEDRON.positions)
  const still = morphs((d) => {
    delete d.animations
  })
  expect(still.keys).toBeUndefined()
})

test('other animations are left out, with a note', () => {
  const mesh = morphs((d) => {
    d.animations[0].channels.push({ sampler: 0, target: { node: 0, path: 'translation' } })
    d.animations.push(d.animations[0])
  })
  expect(mesh.notes).toEqual([
    '2 animations of other things than its weights left out.',
    'The first of 2 animations of its weights.',
  ])
})

test('a primitive that shares vertices but goes another way has its own', () => {
  const mesh = morphs((d) => {
    const [first] = d.meshes[0].primitives
    d.meshes[0].primitives.push({ ...first, targets: [...first.targets].reverse() })
  })
  expect(mesh.positions.length / 3).toBe(8)
  expect([...mesh.morphed([1, 0])]).toEqual([...moved(1, 0), ...moved(0, 1)])
  const shared = morphs((d) => d.meshes[0].primitives.push(d.meshes[0].primitives[0]))
  expect(shared.positions.length / 3).toBe(4)
})

test.each([
  [
    'a step',
    (d) => (d.animations[0].samplers[0].interpolation = 'STEP'),
    'vertices do not move straight between keys, got "STEP"',
  ],
  ['a spline', (d) => (d.animations[0].samplers[0].interpolation = 'CUBICSPLINE'), 'expected LINEAR'],
  ['too few weights', (d) => d.accessors.at(-1).count--, 'expected 6 numbers: 2 for each of 3 keys, got 5'],
  ['no keys', (d) => Object.assign(d.accessors.at(-2), { count: 0 }), 'one key or more'],
  ['times that go back', (d) => (d.accessors.at(-2).byteOffset = -4), 'a number of bytes'],
  [
    'weights as times',
    (d) => (d.animations[0].samplers[0].input = d.animations[0].samplers[0].output),
    'for each of 6 keys',
  ],
  [
    'fewer displacements',
    (d) => d.accessors[2].count--,
    'targets[0].POSITION: expected displacements of 4 vertices, got 3',
  ],
  [
    'a target that is not there',
    (d) => (d.meshes[0].primitives[0].targets[1].POSITION = 99),
    'the index of one of 6 accessors',
  ],
  [
    'two meshes with targets',
    (d) => {
      d.nodes = [{ mesh: 0, children: [1] }, { mesh: 0 }]
    },
    'expected morph targets in one mesh, shown once, got 2 in this scene',
  ],
  [
    'primitives with other numbers of targets',
    (d) => d.meshes[0].primitives.push({ attributes: { POSITION: 0 }, indices: 1 }),
    '2 morph targets, as in the first primitive',
  ],
] as [string, (d: GltfDocument) => unknown, string][])('%s: refused', (_, change, message) => {
  expect(() => morphs(change)).toThrow(MeshFileError)
  expect(() => morphs(change)).toThrow(message)
})

test('weights that are wrong, files that have no targets, room', () => {
  const mesh = morphs()
  for (const weights of [[1], [1, 2, 3], [1, Number.NaN], [1e61, 0]]) {
    expect(() => mesh.morphed(weights)).toThrow(InvalidInputError)
  }
  expect(() => parseMorphs(bytesOf(obj(TETRAHEDRON)))).toThrow(
    'expected a glTF or GLB file, which may have morph targets, got obj',
  )
  // 4 vertices and 4 triangles: 144 bytes; with two targets, 336.
  expect(() => morphs(undefined, { maxBytes: 5000 })).not.toThrow()
  const { document, buffer } = morphParts(
    TETRAHEDRON,
    Array.from({ length: 200 }, () => UP),
  )
  const bytes = glb(document, buffer)
  expect(() => parseMorphs(bytes, { maxBytes: bytes.length })).not.toThrow()
  document.meshes[0].primitives[0].targets = Array.from({ length: 2000 }, () => ({ POSITION: 2 }))
  expect(() => parseMorphs(glb(document, buffer), { maxBytes: 100_000 })).toThrow('a mesh of at most 100000 bytes')
})

test('the plain reader gives the same mesh, and leaves the targets out', () => {
  const { document, buffer } = morphParts(TETRAHEDRON, [UP])
  const mesh = read(gltf(document, buffer))
  expect([...mesh.positions]).toEqual([...parseMorphs(bytesOf(gltf(document, buffer))).positions])
})
