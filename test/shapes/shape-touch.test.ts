import fc from 'fast-check'
import { expect, test } from 'vitest'
import { identityPose } from '../../src/base/math/pose.js'
import { InvalidInputError } from '../../src/errors.js'
import { sealMeshBuffer } from '../../src/meshes/tree/mesh-seal.js'
import { MeshTree } from '../../src/meshes/tree/mesh-tree.js'
import { box, capsule, convex, cylinder, group, mesh, meshShape, type Shape, sphere } from '../../src/shapes/shape.js'
import { TouchQuery, touchShapes, touchSurfaces } from '../../src/shapes/shape-touch.js'
import { MESH_MODES } from '../oracle/meshes/meshes-cases.js'
import { checkLargeTouch, checkMeshTouch, checkTouch, met } from '../oracle/shapes/check-touch.js'
import { KINDS, MODES } from '../oracle/shapes/shapes-cases.js'

const ALL = [...KINDS, 'cylinder', 'mixed'] as const

// A failure prints [kindA, kindB, seed]: paste them into checkTouch with the mode of the title.
test.each(MODES)('[touching] says what the distance says, and exact arithmetic: %s', (mode) => {
  met.touching = 0
  met.apart = 0
  fc.assert(
    fc.property(fc.constantFrom(...ALL), fc.constantFrom(...ALL), fc.nat(), (kindA, kindB, seed) =>
      checkTouch(kindA, kindB, mode, seed),
    ),
    { seed: 41, numRuns: 120 },
  )
  expect(Math.min(met.touching, met.apart)).toBeGreaterThan(10)
})

// A failure prints the seed: paste it into checkMeshTouch with the mode of the title.
test.each(MESH_MODES)('[touching] two meshes, exactly: %s', (mode) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => checkMeshTouch(mode, seed)),
    { seed: 42, numRuns: 20 },
  )
})

// A failure prints the seed: paste it into checkLargeTouch.
test('[touching] meshes of many triangles, next to solids and into them', () => {
  met.touching = 0
  met.apart = 0
  fc.assert(
    fc.property(fc.nat(), (seed) => checkLargeTouch(seed)),
    { seed: 43, numRuns: 1000 },
  )
  expect(Math.min(met.touching, met.apart)).toBeGreaterThan(100)
})

function at(x: number, y: number, z: number): Float64Array {
  const pose = new Float64Array(12)
  identityPose(pose, 0)
  pose[3] = x
  pose[7] = y
  pose[11] = z
  return pose
}

function touch(a: Shape, b: Shape, x: Float64Array): boolean {
  return touchShapes(new TouchQuery(), a, b, x, 0)
}

/** One large triangle in the plane z = 0. */
const sheet = mesh({ positions: [-9, -9, 0, 9, -9, 0, 0, 9, 0], triangles: [0, 1, 2] })

test('[touching] a face that meets a face in one plane touches; a hair away it does not', () => {
  for (const solid of [
    box({ size: [2, 2, 2] }),
    sphere({ radius: 1 }),
    cylinder({ radius: 1, length: 2 }),
    capsule({ radius: 0.5, from: [0, 0, -0.5], to: [0, 0, 0.5] }),
    convex({ points: [-1, -1, -1, 1, -1, -1, 0, 1, -1, 0, 0, 1] }),
  ]) {
    expect(touch(sheet, solid, at(0, 0, 1))).toBe(true)
    expect(touch(solid, sheet, at(0, 0, -1))).toBe(true)
    expect(touch(sheet, solid, at(0, 0, 1 + 1e-9))).toBe(false)
    expect(touch(solid, sheet, at(0, 0, -1 - 1e-9))).toBe(false)
    expect(touch(sheet, solid, at(0, 0, 0.3))).toBe(true)
    expect(touch(group([solid, box({ size: [1, 1, 1], at: [5, 5, 5] })]), sheet, at(0, 0, 0.3))).toBe(true)
  }
})

test('[touching] a box that a face passes through, with no edge of it near', () => {
  expect(touch(sheet, box({ size: [0.1, 0.1, 0.1], rotation: [0.6, 0, 0, 0.8] }), at(0.2, 0.1, 0.03))).toBe(true)
  expect(touch(sheet, box({ size: [0.1, 0.1, 0.1] }), at(0.2, 0.1, 0.06))).toBe(false)
})

test('[touching] a thing inside a closed mesh touches it, but not its surface', () => {
  const tetrahedron = mesh({
    positions: [0, 0, 0, 9, 0, 0, 0, 9, 0, 0, 0, 9],
    triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
  })
  expect(touch(tetrahedron, box({ size: [1, 1, 1] }), at(1, 1, 1))).toBe(true)
  expect(touch(tetrahedron, sphere({ radius: 1 }), at(1.5, 1.5, 1.5))).toBe(true)
  expect(touchSurfaces(new TouchQuery(), tetrahedron, sphere({ radius: 1 }), at(1.5, 1.5, 1.5), 0)).toBe(false)
})

test('counts what it tests, and adds to what is there', () => {
  const out = new TouchQuery()
  touchShapes(out, sheet, box({ size: [1, 1, 1] }), at(0, 0, 0), 0)
  expect(out.leafTests).toBe(1)
  touchShapes(out, sphere({ radius: 1 }), sphere({ radius: 1 }), at(0, 0, 0), 0)
  expect(out.leafTests).toBe(2)
})

test('a tree that was refitted is seen as it is now', () => {
  const tree = new MeshTree(sheet)
  const before = tree.positions.slice()
  const own = meshShape('sheet', tree)
  const cube = box({ size: [2, 2, 2] })
  expect(touch(own, cube, at(0, 0, 3))).toBe(false)
  tree.refit(before.map((p, k) => (k % 3 === 2 ? 3 : p)))
  expect(touch(own, cube, at(0, 0, 3))).toBe(true)
})

test('a tree that is a chain, as a buffer may bring one, is searched to its end', () => {
  const count = 500
  // Triangles in a row along x, each across a box that a long beam passes through beside it; one is across the other way.
  const positions = Array.from({ length: count }, (_, k) => {
    const z = k === count / 2 ? 1 : 0
    return [k, 0, z, k + 0.5, 0, z, k, 1, 1 - z]
  }).flat()
  const triangles = Array.from({ length: 3 * count }, (_, k) => k)
  const tree = new MeshTree({ positions, triangles }, { leafSize: 1 })
  const { order, child, first, end } = tree
  order.set(Array.from({ length: count }, (_, k) => k))
  // The first of two children holds all but one triangle, and is the parent of the next two.
  for (let k = 0, parent = 0; k < count - 1; k++, parent = 2 * k - 1) {
    child[parent] = 2 * k + 1
    first.set([0, count - k - 1], 2 * k + 1)
    end.set([count - k - 1, count - k], 2 * k + 1)
    child.fill(-1, 2 * k + 1, 2 * k + 3)
  }
  sealMeshBuffer(tree.buffer)
  const chain = meshShape('tree', MeshTree.fromBuffer(tree.buffer))
  const beam = box({ size: [2 * count, 0.2, 0.2] })
  const out = new TouchQuery()
  expect(touchShapes(out, chain, beam, at(count / 2, 0.2, 0.8), 0)).toBe(true)
  expect(out.volumeTests).toBeGreaterThan(count)
  expect(touch(chain, beam, at(count / 2, 0.2, 1.8))).toBe(false)
})

test('a pose that is none is refused', () => {
  const ball = sphere({ radius: 1 })
  expect(() => touch(ball, ball, at(Number.NaN, 0, 0))).toThrow(InvalidInputError)
})
