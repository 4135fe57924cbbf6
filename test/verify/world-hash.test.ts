// The name of a world: the verifier and the maker of certificates work it out alike, and whatever a proof rests on changes it.
import { expect, test } from 'vitest'
import { box, type JointInput, mesh, Robot, type Shape, World, type WorldInput } from '../../src/index.js'
import { hashWorld } from '../../src/motion/certificate-world.js'
import { worldHash } from '../../src/verify/world-hash.js'
import { viewWorld } from '../../src/verify/world-view.js'
import { buildWorld, randomCase } from '../oracle/motions-cases.js'

function theirs(world: World): string {
  return worldHash(viewWorld(world), world.pairs())
}

test('both hashes agree on random worlds with all kinds of shapes and joints', () => {
  const seen = new Set<string>()
  for (let seed = 0; seed < 60; seed++) {
    const world = buildWorld(randomCase(seed))
    const hash = hashWorld(world.model())
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(theirs(world)).toBe(hash)
    seen.add(hash)
  }
  expect(seen.size).toBe(60)
})

const POSITIONS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]

interface Plan {
  joint: Partial<JointInput>
  shape: Shape
  world: WorldInput
  name: string
}

function planned(change: Partial<Plan> = {}): World {
  const {
    joint = {},
    shape = mesh({ positions: POSITIONS, triangles: [0, 2, 1, 0, 1, 3] }),
    world = {},
    name = 'thing',
  } = change
  const robot = new Robot({
    name: 'r',
    links: [
      { name: 'a', geometry: [{ shape: box({ size: [1, 1, 1] }) }] },
      { name: 'b', geometry: [{ shape: box({ size: [1, 1, 1] }), pose: { at: [3, 0, 0] } }] },
      { name: 'c', geometry: [{ shape: box({ size: [1, 1, 1] }), pose: { at: [6, 0, 0] } }] },
    ],
    joints: [
      { name: 'j', kind: 'revolute', parent: 'a', child: 'b', axis: [0, 0, 1], ...joint },
      { name: 'k', kind: 'revolute', parent: 'b', child: 'c', axis: [0, 0, 1] },
    ],
  })
  return new World({ robots: [robot], obstacles: [{ name, shape, pose: { at: [9, 0, 0] } }], ...world })
}

test.each<[string, Partial<Plan>]>([
  ['an axis', { joint: { axis: [0, 0.001, 1] } }],
  ['an origin', { joint: { origin: { at: [0, 0, 1e-300] } } }],
  ['a kind of joint', { joint: { kind: 'prismatic' } }],
  ['a vertex', { shape: mesh({ positions: [5e-324, ...POSITIONS.slice(1)], triangles: [0, 2, 1, 0, 1, 3] }) }],
  ['a triangle', { shape: mesh({ positions: POSITIONS, triangles: [0, 2, 1, 0, 2, 3] }) }],
  ['a shape', { shape: box({ size: [1, 1, 1] }) }],
  ['a name', { name: 'think' }],
  ['a pair that may touch', { world: { allowed: [['c', 'thing']] } }],
  ['neighbours that are looked at', { world: { adjacent: 'checked' } }],
])('%s changes the hash', (_, change) => {
  const [before, after] = [planned(), planned(change)]
  expect(hashWorld(after.model())).not.toBe(hashWorld(before.model()))
  expect(theirs(after)).toBe(hashWorld(after.model()))
})

test('limits of joints and the sign of zero do not', () => {
  const before = hashWorld(planned().model())
  expect(hashWorld(planned({ joint: { limits: { lower: -1, upper: 1 } } }).model())).toBe(before)
  expect(hashWorld(planned({ joint: { axis: [-0, 0, 1] } }).model())).toBe(before)
})
