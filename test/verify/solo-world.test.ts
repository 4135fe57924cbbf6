// The world with one robot of a cell: both verifiers make its document from the whole one, and it is the engine's own, to the bit.
import { expect, test } from 'vitest'
import {
  allowedPairs,
  box,
  capsule,
  cylinder,
  freeBody,
  group,
  mesh,
  Robot,
  sphere,
  World,
  worldDocument,
} from '../../src/entries/robots.js'
import { partOfWorld } from '../../src/robots/coordinate/part-of-world.js'
import { belongingsOf, worldOfOne } from '../../src/verify/exact/solo-world.js'
import { readWorld as readExactly } from '../../src/verify/exact/world.js'
import { copyPlain, hashWithout } from '../../src/verify/plain.js'
import { sharesOf, soloDocument } from '../../src/verify/solo.js'
import { readPlainWorld } from '../../src/verify/world.js'
import { blockMesh } from '../oracle/robots/motions-cases.js'

/** By name, the documents that the verifiers make. */
function soloDocuments(world: World): [string, unknown, unknown][] {
  const whole = copyPlain(JSON.parse(JSON.stringify(worldDocument(world))), 'the world')
  const read = readPlainWorld(whole)
  const exact = readExactly(whole, 256n)
  const shares = sharesOf(read)
  return world
    .model()
    .robots.map(({ name }, r) => [
      name,
      soloDocument(whole, read, r, shares[r]!),
      worldOfOne(whole, exact, belongingsOf(exact)[r]!),
    ])
}

function agree(world: World): void {
  for (const [name, fast, exact] of soloDocuments(world)) {
    const own = JSON.parse(JSON.stringify(worldDocument(partOfWorld(world, [name], true))))
    expect(JSON.parse(JSON.stringify(fast))).toEqual(own)
    expect(JSON.parse(JSON.stringify(exact))).toEqual(own)
    expect(hashWithout(copyPlain(own, 'it'), 'hash')).toBe(own.hash)
  }
}

/** All kinds of joints and shapes, mimics, links without geometry and links that were not seen. */
function machine(): Robot {
  const { positions, triangles } = blockMesh([0.1, 0.2, 0.1])
  const shared = sphere({ radius: 0.1, at: [0.1, 0, 0] })
  return new Robot({
    name: 'machine',
    links: [
      { name: 'root' },
      { name: 'cart', geometry: [{ shape: mesh({ positions, triangles }) }, { name: 'more', shape: shared }] },
      { name: 'mast', geometry: [{ shape: group([shared, box({ size: [0.1, 0.1, 1] })]), pose: { at: [0, 0, 0.6] } }] },
      { name: 'empty' },
      { name: 'left', geometry: [{ shape: cylinder({ radius: 0.03, length: 0.4 }) }] },
      { name: 'right', geometry: [{ shape: capsule({ from: [0, 0, 0], to: [0.3, 0, 0], radius: 0.03 }) }] },
      { name: 'flag', geometry: [{ shape: shared }] },
    ],
    joints: [
      { name: 'drive', kind: 'planar', parent: 'root', child: 'cart', axis: [0, 0, 1] },
      {
        name: 'lift',
        kind: 'prismatic',
        parent: 'cart',
        child: 'mast',
        axis: [0, 0, 1],
        limits: { lower: 0, upper: 1 },
      },
      {
        name: 'on',
        kind: 'fixed',
        parent: 'mast',
        child: 'empty',
        origin: { at: [0, 0, 1], rotation: [0.6, 0, 0, 0.8] },
      },
      {
        name: 'grip',
        kind: 'revolute',
        parent: 'empty',
        child: 'left',
        axis: [0, 1, 0],
        limits: { lower: -1, upper: 1 },
      },
      {
        name: 'grip too',
        kind: 'revolute',
        parent: 'empty',
        child: 'right',
        axis: [0, 1, 0],
        mimic: { joint: 'grip', multiplier: -1, offset: 0.25 },
      },
      {
        name: 'spin',
        kind: 'continuous',
        parent: 'mast',
        child: 'flag',
        axis: [0.6, 0.8, 0],
        origin: { at: [0.5, 0.1, 0] },
      },
    ],
  })
}

test('[coordination-certificates] the document of one robot alone is that of the engine, to the bit', () => {
  const robot = machine()
  const stone = box({ size: [0.2, 0.2, 0.2] })
  const world = new World({
    robots: [
      { robot, name: 'a', base: { at: [1 / 3, 0.1, 0], rotation: [0, 0.6, 0, 0.8] } },
      { robot: freeBody({ name: 'drone', shape: sphere({ radius: 0.2 }) }), name: 'drone' },
      { robot, name: 'b', base: { at: [-3, 1 / 7, 0], rotation: turn(0.1, 0.3, -0.2, 0.9) } },
    ],
    obstacles: [
      { name: 'stone', shape: stone, pose: { at: [5, 0.3, 0], rotation: turn(0.1, 0.2, 0.3, 0.9) } },
      { name: 'same stone', shape: stone, pose: { at: [5, 5, 1 / 9] } },
      { name: 'heap', shape: group([stone, sphere({ radius: 0.5 })]), pose: { at: [9, 0, 0] } },
    ],
  })
  world.attach({
    name: 'load',
    link: 'b/left',
    shape: stone,
    pose: { at: [0.1, 0.2, 0.3] },
    touch: ['b/mast', 'stone'],
  })
  world.attach({ name: 'cable', link: 'a/flag', shape: capsule({ from: [0, 0, 0], to: [1, 0, 0], radius: 0.01 }) })
  world.attach({ name: 'tail', link: 'drone/body', shape: stone, pose: { at: [0, 0, -0.5] } })
  world.allow('a/mast', 'b/mast', 'for the test')
  world.allow('a/left', 'a/flag', 'for the test')
  world.allow('cable', 'heap', 'for the test')
  world.disallow('a/cart', 'a/mast')
  world.disallow('load', 'b/mast')
  agree(world)
})

test('[coordination-certificates] also where the world trusts proofs of pairs: alone, nothing is taken as proved', async () => {
  const robot = new Robot({
    name: 'arm',
    links: [0, 1, 2].map((k) => ({
      name: `l${k}`,
      geometry: [{ shape: box({ size: [0.3, 0.05, 0.05] }), pose: { at: [0.2, 0, 0] } }],
    })),
    joints: [0, 1].map((k) => ({
      ...{ name: `j${k}`, kind: 'revolute' as const, parent: `l${k}`, child: `l${k + 1}`, axis: [0, 0, 1] },
      ...{ origin: { at: [0.4, 0, 0] }, limits: { lower: -0.5, upper: 0.5 } },
    })),
  })
  const world = new World({
    robots: [
      { robot, name: 'one' },
      { robot, name: 'two', base: { at: [0, 3, 0] } },
    ],
  })
  world.trustProofs(await allowedPairs(robot, { certificates: true }))
  expect(worldDocument(world).proved.length).toBeGreaterThan(0)
  agree(world)
})

/** A quaternion of unit length. */
function turn(...q: readonly number[]): number[] {
  return q.map((x) => x / Math.hypot(...q))
}
