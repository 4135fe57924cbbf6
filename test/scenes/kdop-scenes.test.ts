import { expect, test } from 'vitest'
import { inUnitBox, kdopScenes, torusKnot } from '../../scenes/index.js'
import { orthonormalityError, rotationDeterminant } from '../../src/base/math/pose.js'
import { collisions, InvalidInputError, MeshTree } from '../../src/entries/meshes.js'

const scenes = kdopScenes({ triangles: 2000, sphereTriangles: 800, poses: 12 })

test('names distinguish flat from curved, and are distinct', () => {
  expect(new Set(scenes.map((s) => s.name)).size).toBe(scenes.length)
  for (const { name } of scenes) expect(name).toMatch(/^(curved|flat)-[a-z-]+$/)
  expect(scenes.filter((s) => s.figure === 10).length).toBe(14)
})

test('models are of the sizes asked for, in unit boxes; poses are rigid', () => {
  for (const { a, b, poses, figure, name } of scenes) {
    expect(poses.length).toBe(figure === 10 ? 12 : 4)
    for (const mesh of [a, b]) {
      // A gear of so few triangles comes out with 2,304.
      const wanted = figure === 10 ? 2000 : 800
      expect(Math.abs(mesh.triangles.length / 3 - wanted), name).toBeLessThan(0.16 * wanted)
      if (figure === 10) {
        const extents = [0, 1, 2].map((k) => {
          const along = mesh.positions.filter((_, i) => i % 3 === k)
          return [Math.min(...along), Math.max(...along)] as const
        })
        expect(Math.max(...extents.map(([low, high]) => high - low))).toBeCloseTo(1, 12)
        for (const [low, high] of extents) expect(low + high).toBeCloseTo(0, 12)
      }
    }
    for (const pose of poses) {
      expect(orthonormalityError(pose, 0)).toBeLessThan(1e-14)
      expect(rotationDeterminant(pose, 0)).toBeCloseTo(1, 12)
    }
  }
})

test('gaps are gaps, contacts are contacts', () => {
  for (const { name, a, b, poses } of scenes) {
    const [treeA, treeB] = [new MeshTree(a), new MeshTree(b)]
    // Spheres in spheres: that their triangles do not meet is what counts.
    const touching = poses.filter((pose) => collisions(treeA, treeB, pose).count > 0).length
    if (/wide-gap|proximity/.test(name)) expect(touching, name).toBe(0)
    else if (/loose|aligned/.test(name)) {
      expect(touching, name).toBeGreaterThan(0)
      expect(touching, name).toBeLessThan(poses.length)
    } else expect(touching, name).toBeGreaterThanOrEqual(poses.length / 2)
  }
})

test('what is aligned begins with no turn at all', () => {
  const aligned = scenes.filter((s) => s.name.endsWith('aligned'))
  expect(aligned.length).toBe(2)
  for (const { poses } of aligned)
    expect([...poses[0]!.filter((_, i) => i % 4 !== 3)]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
})

test('the same again by the same seed; what makes no sense is refused', () => {
  const again = kdopScenes({ triangles: 2000, sphereTriangles: 800, poses: 12 })
  expect(again.map((s) => s.a.positions)).toEqual(scenes.map((s) => s.a.positions))
  expect(again.map((s) => s.poses)).toEqual(scenes.map((s) => s.poses))
  for (const options of [{ triangles: 10 }, { sphereTriangles: 801 }, { poses: 0 }]) {
    expect(() => kdopScenes(options)).toThrow(InvalidInputError)
  }
  expect(inUnitBox(torusKnot(600)).triangles.length).toBeGreaterThan(600)
})
