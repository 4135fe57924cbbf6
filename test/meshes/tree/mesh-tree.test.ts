// Mesh trees as structures: shape, containment, refitting, buffers, and what is refused.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bumpySphere, gridBox, icosphere, soup } from '../../../scenes/index.js'
import { collide, distance, InvalidInputError, MeshTree } from '../../../src/index.js'
import { MESH_VOLUMES } from '../../../src/meshes/tree/mesh-buffer.js'
import { SPLIT_RULES } from '../../../src/meshes/tree/mesh-splits.js'
import { exactPairs } from '../../oracle/meshes/meshes.js'
import { meshCase } from '../../oracle/meshes/meshes-cases.js'

const depthOf = (tree: MeshTree): number => {
  const depth = new Int32Array(tree.nodes)
  for (let n = 0; n < tree.nodes; n++) {
    const c = tree.child[n]!
    if (c >= 0) depth[c] = depth[c + 1] = depth[n]! + 1
  }
  return Math.max(...depth)
}

test.each(MESH_VOLUMES)('[mesh-volumes] every volume contains what is below it: %s', (volume) => {
  for (const mesh of [icosphere(2), gridBox(200), soup(150, 3)]) {
    for (const split of SPLIT_RULES) new MeshTree(mesh, { volume, split }).validate()
  }
})

test('[mesh-volumes] whatever the mesh is like', () => {
  fc.assert(
    fc.property(fc.constantFrom('degenerate' as const, 'far' as const, 'lattice' as const), fc.nat(), (mode, seed) => {
      const { a, b } = meshCase(mode, seed)
      const options = { split: SPLIT_RULES[seed % 3]!, leafSize: 1 + (seed % 4) }
      for (const volume of MESH_VOLUMES) {
        new MeshTree(a, { ...options, volume }).validate()
        new MeshTree(b, { ...options, volume }).validate()
      }
    }),
    { seed: 7, numRuns: 30 },
  )
})

test('[mesh-volumes] at any scale', () => {
  const mesh = icosphere(1)
  for (const scale of [1e-90, 1e-30, 1e-9, 1e9, 1e30, 9e59]) {
    const positions = mesh.positions.map((p) => p * scale)
    for (const volume of MESH_VOLUMES) new MeshTree({ positions, triangles: mesh.triangles }, { volume }).validate()
  }
})

test.each(SPLIT_RULES)('no tree is deeper than twice one cut into halves: %s', (split) => {
  // Every triangle twice as far out as the one before: a cut through the middle takes them off one by one.
  const positions: number[] = []
  for (let t = 0; t < 150; t++) {
    const x = 2 ** t
    positions.push(x, 0, 0, x, 1, 0, x, 0, 1)
  }
  const tree = new MeshTree({ positions }, { split, leafSize: 1 })
  tree.validate()
  expect(depthOf(tree)).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(150)))
})

test('a tree has at most 200 bytes a triangle', () => {
  for (const mesh of [bumpySphere(20_000, 1), gridBox(20_000)]) {
    const tree = new MeshTree(mesh)
    expect(tree.byteLength / tree.size).toBeLessThan(200)
  }
})

test('[mesh-refit] refitted trees contain the moved triangles, and answer for them', () => {
  for (const volume of MESH_VOLUMES) {
    const { a, b, x } = meshCase('surface', 11)
    const moved = a.positions.map((p, i) => p * (1 + 0.3 * Math.sin(i)) + (i % 3 === 0 ? 2 : 0))
    const tree = new MeshTree(a, { volume, leafSize: 2 })
    const other = new MeshTree(b, { volume })
    const version = tree.version
    tree.refit(moved)
    tree.validate()
    expect(tree.version).toBe(version + 1)
    const truth = exactPairs({ ...a, positions: moved }, b, x, 0).reduce((d, p) => Math.min(d, p.distance), Infinity)
    expect(distance(tree, other, x).distance).toBeCloseTo(truth, 12)
    tree.refit(a.positions)
    tree.validate()
  }
})

test('[mesh-buffer] a tree is its buffer', () => {
  const mesh = icosphere(2)
  for (const volume of MESH_VOLUMES) {
    const tree = new MeshTree(mesh, { volume })
    expect(new TextDecoder().decode(new Uint8Array(tree.buffer, 0, 4))).toBe('LIMB')
    const copy = MeshTree.fromBuffer(structuredClone(tree.buffer as ArrayBuffer))
    copy.validate()
    expect(copy.volume).toBe(volume)
    const pose = { at: [1.5, 0.2, 0.1] }
    expect(distance(copy, copy, pose)).toEqual(distance(tree, tree, pose))
    // Taken up without copying, and transferred as it is.
    expect(MeshTree.fromBuffer(tree.buffer).boxes.buffer).toBe(tree.buffer)
    const sent = structuredClone(tree.buffer as ArrayBuffer, { transfer: [tree.buffer as ArrayBuffer] })
    expect(tree.buffer.byteLength).toBe(0)
    MeshTree.fromBuffer(sent).validate()
  }
  expect(new MeshTree(mesh, { shared: true }).buffer).toBeInstanceOf(SharedArrayBuffer)
})

test('[mesh-buffer] a buffer that is foreign, cut short or scrambled is refused by name', () => {
  const { buffer } = new MeshTree(icosphere(1))
  const words = new Int32Array(buffer)
  const changed = (at: number, value: number) => {
    const copy = words.slice()
    copy[at] = value
    return () => MeshTree.fromBuffer(copy.buffer)
  }
  expect(() => MeshTree.fromBuffer(new ArrayBuffer(8))).toThrow(/buffer.byteLength must be 64 or more, got 8/)
  expect(() => MeshTree.fromBuffer(buffer.slice(0, 1000) as ArrayBuffer)).toThrow(
    /buffer.byteLength must be \d+, got 1000/,
  )
  expect(changed(0, 1)).toThrow(/buffer must be the buffer of a MeshTree/)
  expect(changed(1, 9)).toThrow(/buffer.version must be 2, got 9/)
  expect(changed(2, 99)).toThrow(/buffer.volume/)
  expect(() => MeshTree.fromBuffer({} as ArrayBuffer)).toThrow(InvalidInputError)
  // Any one word of the indices.
  for (let at = words.length - 400; at < words.length; at++) expect(changed(at, -7)).toThrow(InvalidInputError)
})

test('[mesh-input] meshes as they come', () => {
  const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0]
  const one = new MeshTree({ positions: triangle })
  const none = new MeshTree({ positions: [], triangles: [] })
  const unused = new MeshTree({ positions: [...triangle, 9, 9, 9], triangles: [0, 1, 2] })
  for (const tree of [one, none, unused]) tree.validate()
  expect([one.size, none.size, unused.size]).toEqual([1, 0, 1])
  expect(collide(one, unused, { at: [0.2, 0.2, 0] }).collides).toBe(true)
  expect(collide(one, none).collides).toBe(false)
  expect(distance(none, one).distance).toBe(Infinity)
  expect(distance(none, none)).toMatchObject({ distance: Infinity, error: 0, triangleA: -1, pointA: undefined })
  const float32 = new MeshTree({ positions: Float32Array.from(triangle), triangles: Uint16Array.of(0, 1, 2) })
  expect(distance(one, float32, { at: [0, 0, 2] }).distance).toBe(2)
})

const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0]
test.each([
  [{ positions: [0, 0] }, /mesh.positions.length must be divisible by 3, got 2/],
  [{ positions: [0, 0, 0] }, /divisible by 9 where there are no indices/],
  [{ positions: [...triangle.slice(1), Number.NaN] }, /mesh.positions\[8\] .* got NaN/],
  [{ positions: [...triangle.slice(1), 1e61] }, /mesh.positions\[8\]/],
  [{ positions: triangle, triangles: [0, 1] }, /mesh.triangles must be three indices a triangle/],
  [{ positions: triangle, triangles: [0, 1, 3] }, /mesh.triangles\[2\] must be a whole number from 0 to 2, got 3/],
  [{ positions: triangle, triangles: [0, 1, -1] }, /mesh.triangles\[2\]/],
  [{ positions: triangle, triangles: [0, 1, 0.5] }, /mesh.triangles\[2\]/],
  [{}, /mesh must be a mesh/],
  [null, /mesh must be a mesh/],
] as const)('[mesh-input] refuses %j', (mesh, message) => {
  expect(() => new MeshTree(mesh as never)).toThrow(message)
})

test('[mesh-input] refuses options that it does not know, and trees of different volumes', () => {
  const mesh = { positions: triangle }
  expect(() => new MeshTree(mesh, { volume: 'obbs' as never })).toThrow(/options.volume must be one of obb, rss/)
  expect(() => new MeshTree(mesh, { split: 'best' as never })).toThrow(/options.split must be one of middle/)
  expect(() => new MeshTree(mesh, { leafSize: 0 })).toThrow(/options.leafSize/)
  expect(() => new MeshTree(mesh, { volumes: 'obb' } as never)).toThrow(/options.volumes must be left out/)
  const a = new MeshTree(mesh)
  const b = new MeshTree(mesh, { volume: 'rss' })
  expect(() => collide(a, b)).toThrow(/b.volume must be obb as a's/)
  expect(() => a.refit([1])).toThrow(/positions must be 9 numbers/)
  expect(() => distance(a, a, undefined, { relativeError: -1 })).toThrow(/options.relativeError/)
})
