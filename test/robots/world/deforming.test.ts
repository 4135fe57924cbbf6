// Things that bend in a world, standing in their frames: what queries say of them, where they are fastened, and what is refused.
import { describe, expect, test } from 'vitest'
import { Necklace } from '../../../src/entries/chains.js'
import { MeshTree } from '../../../src/entries/meshes.js'
import {
  box,
  checkMotion,
  firstContact,
  mesh,
  Robot,
  SegmentCheck,
  sphere,
  together,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { InvalidInputError } from '../../../src/index.js'
import { blockMesh } from '../../oracle/robots/motions-cases.js'

/** A ball that slides along x, from 0. */
function slider(): Robot {
  return new Robot({
    name: 'r',
    links: [{ name: 'rail' }, { name: 'ball', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
    joints: [
      { name: 'x', kind: 'prismatic', parent: 'rail', child: 'ball', axis: [1, 0, 0], limits: { lower: -9, upper: 9 } },
    ],
  })
}

/** Beads along y at x, from −1 to 1, 0.25 apart. */
function rope(x: number): number[] {
  return Array.from({ length: 9 }, (_, i) => [x, -1 + i / 4, 0]).flat()
}

/** Two triangles, a square of size 2 across x. */
const SQUARE = { positions: [0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1], triangles: [0, 1, 2, 0, 2, 3] }

describe('queries', () => {
  test('[bending] beads are there, strands are between them', () => {
    const world = new World({ robots: [slider()] })
    world.addNecklace('rope', new Necklace(rope(1), 0.01))
    expect(world.objects).toEqual(['r/ball', 'rope'])
    expect(world.collides([1])).toBe(true)
    expect(world.distance([0])).toMatchObject({ a: 'r/ball', b: 'rope' })
    expect(world.distance([0]).distance).toBeCloseTo(0.89, 12)
    expect(world.collisions([1])).toMatchObject([{ a: 'r/ball', b: 'rope' }])
    // Between two beads.
    world.moveDeforming(
      'rope',
      rope(1).map((c, i) => (i % 3 === 1 ? c + 0.125 : c)),
    )
    expect(world.collides([1])).toBe(false)
    world.removeDeforming('rope')
    world.addNecklace(
      'rope',
      new Necklace(
        rope(1).map((c, i) => (i % 3 === 1 ? c + 0.125 : c)),
        0.01,
      ),
      { strands: 0.01 },
    )
    expect(world.collides([1])).toBe(true)
    expect(world.distance([0]).distance).toBeCloseTo(0.89, 12)
  })

  test('a mesh is there as its frame says, and what deforms is tested against obstacles', () => {
    const world = new World({
      robots: [slider()],
      obstacles: [{ name: 'wall', shape: box({ size: [0.1, 9, 9] }), pose: { at: [3, 0, 0] } }],
    })
    world.addDeforming('cloth', new MeshTree(SQUARE))
    expect(world.collisions([0.05]).map(({ a, b }) => [a, b])).toEqual([['r/ball', 'cloth']])
    expect(world.collides([1])).toBe(false)
    const moved = SQUARE.positions.map((c, i) => (i % 3 === 0 ? c + 3 : c))
    world.moveDeforming('cloth', moved)
    expect(world.positionsOf('cloth')).toEqual(Float64Array.from(moved))
    expect(world.collisions([0]).map(({ a, b }) => [a, b])).toEqual([['cloth', 'wall']])
    expect(world.distances([1.9]).map(({ a, b, distance }) => [a, b, distance > 0])).toEqual([
      ['cloth', 'wall', false],
      ['r/ball', 'wall', true],
      ['r/ball', 'cloth', true],
    ])
    expect(world.surfaces()).toMatchObject([{ object: 'cloth' }])
  })

  test('[bending] two things that bend are tested against each other, and one against itself', () => {
    const world = new World({ robots: [slider()] })
    world.addNecklace('rope', new Necklace(rope(1), 0.01), { strands: 0.01 })
    world.addNecklace('other', new Necklace(rope(1.015), 0.01), { strands: 0.01 })
    expect(world.collisions([0]).map(({ a, b }) => [a, b])).toEqual([['rope', 'other']])
    world.moveDeforming('other', rope(2))
    expect(world.collides([0])).toBe(false)
    // Folded back onto itself.
    const folded = Array.from({ length: 9 }, (_, i) => [5, Math.min(i, 8 - i) / 4, i < 5 ? 0 : 0.005]).flat()
    world.moveDeforming('other', folded)
    expect(world.collisions([0])).toMatchObject([{ a: 'other', b: 'other' }])
    expect(checkMotion(world, [[0], [0.5]])).toMatchObject({
      outcome: 'collision',
      a: 'other',
      b: 'other',
      segment: 0,
      at: 0,
    })
    expect(firstContact(world, [[0], [0.5]])).toMatchObject({ outcome: 'collision', a: 'other', b: 'other' })
    expect(new SegmentCheck(world, [[0], [0.5]]).run()).toMatchObject({ outcome: 'collision', a: 'other', b: 'other' })
    world.removeDeforming('other')
    world.addNecklace('other', new Necklace(folded, 0.01), { strands: 0.01, self: false })
    expect(world.collides([0])).toBe(false)
  })

  test('[bending] what is fastened may touch what it is fastened to, there and nowhere else', () => {
    const world = new World({ robots: [slider()] })
    const along = Array.from({ length: 5 }, (_, i) => [0.25 * i, 0, 0]).flat()
    world.addNecklace('cable', new Necklace(along, 0.01), { strands: 0.01, fastened: [{ to: 'ball', beads: [0] }] })
    expect(world.pairs().map(({ a, b, status, reason }) => [a, b, status, reason])).toEqual([
      ['r/ball', 'cable', 'checked', ''],
      ['r/ball', 'cable', 'allowed', 'Fastened'],
      ['cable', 'cable', 'rigid', 'they do not move relative to each other'],
    ])
    expect(world.collides([0])).toBe(false)
    expect(world.collides([0.5])).toBe(true)
    expect(world.distance([0]).distance).toBeCloseTo(0.14, 12)
    world.allow('cable', 'ball')
    expect(world.collides([0.5])).toBe(false)
  })
})

describe('motions', () => {
  test('what has no frames stands in the frame that it is in', () => {
    const world = new World({ robots: [slider()] })
    world.addNecklace('rope', new Necklace(rope(1), 0.01), { strands: 0.01 })
    expect(checkMotion(world, [[-1], [0.8]]).outcome).toBe('free')
    expect(checkMotion(world, [[-1], [1.5]])).toMatchObject({ outcome: 'collision', a: 'rope', b: 'r/ball' })
    // Every other check takes it for an obstacle.
    const first = firstContact(world, [[-1], [1.5]])
    expect(first).toMatchObject({ outcome: 'collision', a: 'r/ball', b: 'rope' })
    if (first.outcome === 'collision') expect(-1 + 2.5 * first.at).toBeCloseTo(0.89, 4)
    expect(new SegmentCheck(world, [[-1], [0.8]]).run().outcome).toBe('free')
  })

  test('a rope gets out of the way of a ball in time, or does not', () => {
    const world = new World({ robots: [slider()] })
    world.addNecklace('rope', new Necklace(rope(1), 0.01), { strands: 0.01 })
    const way = [[0], [1], [2]]
    const flee = { rope: [rope(1), rope(2), rope(3)] }
    expect(checkMotion(world, way, { keyframes: flee }).outcome).toBe('free')
    const late = {
      rope: [
        { at: 0.9, positions: rope(1) },
        { at: 2, positions: rope(3) },
      ],
    }
    expect(checkMotion(world, way, { keyframes: late })).toMatchObject({ outcome: 'collision', a: 'rope', b: 'r/ball' })
    const clearance = checkMotion(world, way, { keyframes: flee, clearance: 0.9 })
    expect(clearance).toMatchObject({ outcome: 'closer-than-clearance', a: 'rope', b: 'r/ball' })
    if (clearance.outcome === 'closer-than-clearance') expect(clearance.distance).toBeCloseTo(0.89, 9)
  })

  test('strands that pass through each other between two frames are found', () => {
    const world = new World()
    // A hairpin whose legs change sides.
    const hairpin = (x: number): number[] =>
      Array.from({ length: 11 }, (_, i) => [i < 5 ? -x : i > 5 ? x : 0, Math.abs(i - 5) / 4, 0]).flat()
    world.addNecklace('rope', new Necklace(hairpin(0.5), 0.001), { strands: 0.001 })
    const verdict = checkMotion(world, [[]], { keyframes: { rope: [hairpin(0.5), hairpin(-0.5)] } })
    expect(verdict).toMatchObject({ outcome: 'collision', a: 'rope', b: 'rope', segment: 0 })
    if (verdict.outcome === 'collision') expect(verdict.at).toBeCloseTo(0.5, 1)
    expect(checkMotion(world, [[]], { keyframes: { rope: [hairpin(0.5), hairpin(0.2)] } }).outcome).toBe('free')
  })

  test('what is inside a solid from the start is found, though no surfaces touch', () => {
    const { positions, triangles } = blockMesh([1, 1, 1])
    const tree = new MeshTree({ positions, triangles })
    const world = new World({
      robots: [slider()],
      obstacles: [{ name: 'hollow', shape: mesh({ positions, triangles }), pose: { at: [5, 0, 0] } }],
    })
    world.addNecklace('rope', new Necklace([5, 0, 0, 5, 0.1, 0], 0.01), { strands: 0.01 })
    expect(
      checkMotion(world, [[0], [1]], {
        keyframes: {
          rope: [
            [5, 0, 0, 5, 0.1, 0],
            [5, 0, 0.1, 5, 0.1, 0.1],
          ],
        },
      }),
    ).toMatchObject({ outcome: 'collision', a: 'rope', b: 'hollow' })
    const other = new World({ robots: [slider()] })
    other.addDeforming('bag', tree)
    const wide = Array.from(tree.positions, (c) => 1.1 * c)
    expect(checkMotion(other, [[0], [0.1]], { keyframes: { bag: [tree.positions, wide] } })).toMatchObject({
      outcome: 'collision',
      a: 'bag',
      b: 'r/ball',
    })
  })

  test('a rope inside a bag that bends is found, and both may move', () => {
    const { positions, triangles } = blockMesh([1, 1, 1])
    const world = new World({ robots: [slider()] })
    world.addDeforming('bag', new MeshTree({ positions, triangles }))
    world.addNecklace('rope', new Necklace([0, 0.5, 0, 0, 0.6, 0], 0.01), { strands: 0.01 })
    const bag = [positions, positions.map((c) => 1.2 * c)]
    const inside = {
      bag,
      rope: [
        [0, 0.5, 0, 0, 0.6, 0],
        [0, 0.5, 0.1, 0, 0.6, 0.1],
      ],
    }
    expect(checkMotion(world, [[5], [6]], { keyframes: inside })).toMatchObject({
      outcome: 'collision',
      a: 'bag',
      b: 'rope',
      at: 0,
    })
    const outside = {
      bag,
      rope: [
        [0, 3, 0, 0, 3.1, 0],
        [0, 1.5, 0.1, 0, 1.6, 0.1],
      ],
    }
    expect(checkMotion(world, [[5], [6]], { keyframes: outside }).outcome).toBe('free')
    const into = {
      bag,
      rope: [
        [0, 3, 0, 0, 3.1, 0],
        [0, 1.1, 0.1, 0, 1.3, 0.1],
      ],
    }
    const verdict = checkMotion(world, [[5], [6]], { keyframes: into })
    expect(verdict).toMatchObject({ outcome: 'collision', a: 'bag', b: 'rope' })
    // 1 + 0.2 t + 0.01 = 3 − 1.9 t.
    if (verdict.outcome === 'collision') expect(verdict.at).toBeCloseTo(1.99 / 2.1, 9)
    expect(checkMotion(world, [[5], [6]], { keyframes: outside, clearance: 0.5 })).toMatchObject({
      outcome: 'closer-than-clearance',
      a: 'bag',
      b: 'rope',
    })
  })

  test('frames may have times, where the motion has', () => {
    const world = new World({ robots: [slider()] })
    world.addNecklace('rope', new Necklace(rope(1), 0.01), { strands: 0.01 })
    const motion = together(world, { r: { waypoints: [[0], [1], [2]], times: [10, 11, 13] } })
    const flee = {
      rope: [
        { time: 10, positions: rope(1) },
        { time: 11, positions: rope(2) },
        { time: 13, positions: rope(3) },
      ],
    }
    expect(checkMotion(world, motion, { keyframes: flee }).outcome).toBe('free')
    const late = {
      rope: [
        { time: 11, positions: rope(1) },
        { time: 12, positions: rope(3) },
      ],
    }
    const verdict = checkMotion(world, motion, { keyframes: late })
    expect(verdict).toMatchObject({ outcome: 'collision', a: 'rope', b: 'r/ball', segment: 0 })
  })

  test('a triangle that collapses is left undecided, and named', () => {
    const world = new World({ robots: [slider()] })
    world.addDeforming('cloth', new MeshTree(SQUARE))
    const flat = SQUARE.positions.map((c, i) => (i % 3 === 2 ? 0 : c))
    const verdict = checkMotion(world, [[5], [6]], { keyframes: { cloth: [SQUARE.positions, flat] } })
    expect(verdict.outcome).not.toBe('free')
  })

  test('keyframes and frames are checked', () => {
    const world = new World({ robots: [slider()] })
    world.addNecklace('rope', new Necklace(rope(1), 0.01))
    const way = [[0], [1]]
    const refused = (keyframes: object, field: RegExp): void => {
      let error: unknown
      try {
        checkMotion(world, way, { keyframes: keyframes as never })
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(InvalidInputError)
      expect((error as InvalidInputError).field).toMatch(field)
    }
    refused({ cord: [rope(1)] }, /^options\.keyframes$/)
    refused({ rope: [] }, /^options\.keyframes\["rope"\]$/)
    refused({ rope: [rope(1)] }, /length$/)
    refused({ rope: [{ at: 0, positions: [1, 2] }] }, /\[0\]\.positions$/)
    refused({ rope: [{ at: 3, positions: rope(1) }] }, /\[0\]\.at$/)
    refused({ rope: [{ time: 3, positions: rope(1) }] }, /\[0\]\.time$/)
    refused({ rope: [{ at: 0, time: 0, positions: rope(1) }] }, /\[0\]$/)
    refused(
      {
        rope: [
          { at: 0.5, positions: rope(1) },
          { at: 0.5, positions: rope(1) },
        ],
      },
      /\[1\]$/,
    )
    expect(() => world.addNecklace('rope', new Necklace(rope(1), 1))).toThrow(/nothing else in the world has/)
    expect(() => world.addNecklace('b', new Necklace(rope(1), 1), { fastened: [{ to: 'ball', beads: [9] }] })).toThrow(
      /beads\[0\]/,
    )
    expect(() =>
      world.addNecklace('b', new Necklace(rope(1), 1), { fastened: [{ to: 'nobody', beads: [0] }] }),
    ).toThrow(/fastened\[0\]\.to/)
    expect(() => world.moveDeforming('rope', [1])).toThrow(/27 numbers/)
    expect(() => world.moveDeforming('ball', [1])).toThrow(/deforms: rope/)
  })
})

test('the hash of a world covers what bends in it', () => {
  const world = new World({ robots: [slider()] })
  const bare = worldDocument(world).hash
  world.addNecklace('rope', new Necklace(rope(1), 0.01))
  const standing = worldDocument(world).hash
  expect(standing).not.toBe(bare)
  world.moveDeforming('rope', rope(2))
  expect(worldDocument(world).hash).not.toBe(standing)
})
