// The verbs for any two bodies: a mesh by its tree answers as the shape made of it does, and both as exact arithmetic does.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  box,
  capsule,
  collide,
  contact,
  cylinder,
  distance,
  greedyDistance,
  group,
  InvalidInputError,
  MeshTree,
  sphere,
  within,
} from '../../src/entries/meshes.js'
import { exactDistance, reachOf } from '../oracle/shapes/shapes.js'
import { type Kind, shapeCase } from '../oracle/shapes/shapes-cases.js'

const POLYTOPES: readonly Kind[] = ['sphere', 'capsule', 'box', 'convex', 'mesh', 'group']

test('[distance] meshes by their trees against every kind of shape', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...POLYTOPES),
      fc.constantFrom('random' as const, 'lattice' as const),
      fc.nat(),
      (kind, mode, seed) => {
        const { a, b, x } = shapeCase('mesh', kind, mode, seed)
        if (a.kind !== 'mesh') throw new Error('a mesh was asked for')
        const tree = new MeshTree(a)
        const truth = exactDistance(a, b, x)
        const error = 1e-12 * (reachOf(a) + reachOf(b) + Math.hypot(x[3]!, x[7]!, x[11]!))
        const found = distance(tree, b, x)
        expect(Math.abs(found.distance - truth)).toBeLessThanOrEqual(error)
        expect(found.triangleA).toBeGreaterThanOrEqual(b.kind === 'group' ? -1 : 0)
        expect(found.distance).toBe(distance(a, b, x).distance)
        expect(Math.abs(found.distance - truth)).toBeLessThanOrEqual(found.error + 1e-300)
        const hit = collide(tree, b, x)
        if (truth === 0) expect(hit.collides).toBe(true)
        if (truth > error) expect(hit.collides).toBe(false)
        expect(within(tree, b, truth, x)).toBe(true)
        if (truth > 4 * error) expect(within(tree, b, truth - 4 * error, x)).toBe(false)
        const lower = greedyDistance(tree, b, x)
        expect(lower).toBeLessThanOrEqual(truth)
        expect(lower > 0).toBe(found.distance > 0)
        const near = contact(tree, b, x)
        expect(Math.abs(near.distance - truth)).toBeLessThanOrEqual(near.error)
        expect(near.depth).toBe(near.distance > 0 ? 0 : undefined)
      },
    ),
    { seed: 51, numRuns: 60 },
  )
})

test('contact: how deep, and which way out', () => {
  const a = box({ size: [2, 2, 2] })
  const deep = contact(a, sphere({ radius: 0.5 }), { at: [1.25, 0, 0] })
  expect(deep.distance).toBeCloseTo(-0.25, 12)
  expect(deep.depth).toBeCloseTo(0.25, 12)
  expect(deep.normal![0]).toBeCloseTo(1, 12)
  expect(deep.pointA[0]).toBeCloseTo(1, 12)
  expect(deep.pointB[0]).toBeCloseTo(0.75, 12)
  const apart = contact(a, cylinder({ radius: 0.5, length: 1 }), { at: [0, 0, 2] })
  expect(apart.distance).toBeCloseTo(0.5, 12)
  expect(apart.depth).toBe(0)
  expect(apart.normal![2]).toBeCloseTo(1, 12)
  // A surface has no inside.
  const plate = new MeshTree({ positions: [-1, -1, 0, 1, -1, 0, 0, 1, 0] })
  expect(contact(plate, sphere({ radius: 1 }))).toMatchObject({ distance: 0, depth: undefined, normal: undefined })
  const parts = group([
    sphere({ radius: 0.1, at: [5, 0, 0] }),
    capsule({ radius: 0.3, from: [0, 0, 0], to: [0, 0, 1] }),
  ])
  expect(contact(parts, sphere({ radius: 0.3 }), { at: [0.5, 0, 0.5] }).depth).toBeCloseTo(0.1, 12)
})

test('[never-pretends] what is not a body is refused, a mesh without triangles is far from everything', () => {
  const ball = sphere({ radius: 1 })
  const none = new MeshTree({ positions: [] })
  expect(distance(none, ball)).toMatchObject({ distance: Infinity, pointA: undefined, triangleA: -1 })
  expect(collide(ball, none).collides).toBe(false)
  expect(within(ball, none, 5)).toBe(false)
  expect(greedyDistance(ball, none)).toBe(Infinity)
  expect(() => contact(ball, none)).toThrow(/b must be a mesh of one triangle or more/)
  expect(() => distance(ball, {} as never)).toThrow(InvalidInputError)
  expect(() => distance(new MeshTree({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0] }, { volume: 'rss' }), ball)).toThrow(
    /a.volume must be 'obb'/,
  )
  expect(() => collide(ball, ball, [1])).toThrow(/pose must be twelve numbers/)
})
