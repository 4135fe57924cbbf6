// The deciding prover and the recording one give the same answers: test/deep/decided.test.ts has two hundred thousand segments.
import { expect, test } from 'vitest'
import { MOTION_SCENES } from '../../../scenes/index.js'
import { box, checkMotion, freeBody, mesh, Random, sphere, World } from '../../../src/entries/robots.js'
import { DecidedSegment } from '../../../src/robots/motion/decided-segment.js'
import { LinePiece } from '../../../src/robots/motion/line-piece.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { outerParts } from '../../../src/shapes/outer-parts.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { compareEdges, newDecidedTally } from '../../oracle/robots/decided-edges.js'
import { buildWorld, randomCase } from '../../oracle/robots/motions-cases.js'
import { blocks } from '../../oracle/shapes/blocks.js'
import { flatArm } from '../planning/plan-worlds.js'

test('[never-misses] what is decided is what is recorded, in scenes', () => {
  const tally = newDecidedTally()
  for (const [i, name] of (['workshop', 'cage', 'machine', 'car-six'] as const).entries()) {
    compareEdges(MOTION_SCENES[name]().world(), new Random(10 + i), 30, tally)
  }
  expect(tally.wrong).toEqual([])
  expect(tally.edges).toBe(120)
  expect(Math.min(tally.free, tally.hits)).toBeGreaterThan(15)
})

test('[never-misses] what is decided is what is recorded, in random worlds with clearance and delta', () => {
  const tally = newDecidedTally()
  for (let seed = 1; seed <= 40; seed++) {
    const world = buildWorld(randomCase(seed))
    const random = new Random(seed)
    const clearance = seed % 3 === 0 ? 0.01 : 0
    const delta = seed % 4 === 0 ? 0.003 : 0
    compareEdges(world, random, 6, tally, { clearance, delta, solids: seed % 5 !== 0 }, 3)
  }
  expect(tally.wrong).toEqual([])
  expect(Math.min(tally.free, tally.hits)).toBeGreaterThan(15)
})

test('[never-misses] what is decided by outer parts is what is recorded: forks and angles that pass through each other', () => {
  const tally = newDecidedTally()
  const fork = mesh(
    blocks([-1, -1, 0, 1, -0.6, 0.4], [-1, 0.6, 0, 1, 1, 0.4], [-1, -1, 0, -0.6, 1, 0.4], [0.9, 0.4, 0, 1, 0.7, 0.4]),
  )
  const angle = mesh(blocks([-1, -1, 0, 1, -0.7, 0.4], [-1, -1, 0, -0.7, 1, 0.4]))
  for (const shape of [fork, angle]) expect(outerParts(shape)!.parts.length).toBeGreaterThan(1)
  for (let k = 0; k < 6; k++) {
    const robots = [freeBody({ name: 'body', shape: k % 2 === 0 ? fork : angle })]
    const obstacles = [
      { name: 'mesh', shape: k % 3 === 0 ? fork : angle },
      { name: 'small', shape: box({ size: [0.2, 0.2, 0.2], at: [0.3, 0.1, 0.2] }) },
    ]
    const world = new World({ robots, obstacles, hulls: 'always' })
    compareEdges(world, new Random(k), 25, tally, { clearance: k === 5 ? 0.02 : 0, solids: k !== 4 }, 2)
  }
  expect(tally.wrong).toEqual([])
  expect(Math.min(tally.free, tally.hits)).toBeGreaterThan(30)
})

/** Two arms side by side: the first may stand while the second moves. */
function pairOfArms(): World {
  const robots = [0, 1].map((k) => ({ robot: flatArm(2, 0.4), name: `arm${k}`, base: { at: [0, 2 * k, 0] } }))
  return new World({
    robots,
    obstacles: [{ name: 'post', shape: box({ size: [0.2, 0.2, 1] }), pose: { at: [0.6, 0.6, 0] } }],
  })
}

test('[never-misses] a pair that stands and touches is found, whatever was known of other places', () => {
  const world = pairOfArms()
  const clear = [0, 0, 0, 0]
  const touching = [0.8, 0, 0, 0]
  expect(world.collides(clear)).toBe(false)
  expect(world.collides(touching)).toBe(true)
  const step = (q: readonly number[]): string => checkMotion(world, [q, [q[0]!, q[1]!, 0.3, 0.1]]).outcome
  // The first arm stands clear, against the post, clear again, and nearer than a clearance.
  expect([clear, touching, clear, touching].map(step)).toEqual(['free', 'collision', 'free', 'collision'])
  const near = [0.55, 0, 0, 0]
  expect(step(near)).toBe('free')
  const [found] = world.distances(near)
  const clearance = (found?.distance ?? 0.05) * 1.5
  const from = near
  const to = [near[0]!, near[1]!, 0.3, 0.1]
  expect(checkMotion(world, [from, to], { clearance }).outcome).toBe('closer-than-clearance')
  expect(checkMotion(world, [from, to]).outcome).toBe('free')
})

test('[same-seed] the same segment costs the same again, whatever was asked between', () => {
  const world = pairOfArms()
  const ask = (): object =>
    checkMotion(world, [
      [0, 0, 0, 0],
      [0, 0, 0.4, -0.2],
    ]).stats
  const first = ask()
  checkMotion(world, [
    [0.1, 0, 0, 0],
    [0.1, 0, 0.2, 0],
  ])
  checkMotion(world, [
    [0.1, 0, 0, 0],
    [0.3, 0.1, 0.2, 0],
  ])
  expect(ask()).toEqual(first)
})

test('a certificate of what was decided is recorded when it is asked for, though the world has changed', () => {
  const world = pairOfArms()
  const verdict = checkMotion(world, [
    [0, 0, 0, 0],
    [0.3, 0.2, 0.4, -0.2],
  ])
  if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
  const document = worldDocument(world)
  world.addObstacle({ name: 'more', shape: sphere({ radius: 0.3 }), pose: { at: [0.4, 0, 0] } })
  expect(verifyCertificate(document, verdict.certificate())).toMatchObject({ valid: true })
})

test('[same-seed] one that is interrupted by others costs what it costs alone', () => {
  const world = MOTION_SCENES.cage().world()
  const random = new Random(3)
  const pieces = Array.from({ length: 4 }, () => {
    const [a, b] = [0, 1].map(() => Float64Array.from(world.lower, (low, i) => random.range(low, world.upper[i]!)))
    return new LinePiece(
      a!,
      b!.map((x, i) => a![i]! + 0.2 * (x - a![i]!)),
      [],
    )
  })
  const costs = (batches: number): number[] => {
    const all = pieces.map((piece) => new DecidedSegment(world, piece))
    while (all.some(({ isOpen }) => isOpen)) for (const one of all) if (one.isOpen) one.advance(Infinity, batches)
    return all.map(({ steps }) => steps)
  }
  expect(costs(1)).toEqual(costs(Infinity))
})

test('what is decided free although it comes closer than delta has a certificate', () => {
  const world = buildWorld(randomCase(248))
  const from = [-1.507217865877888, -0.8231001459825382, 2.396262674626933, -2.249692302860162, -2.6676862525022877]
  const motion = [
    [...from, -2.7829435768607507, -1.6238144793167466],
    [...from, -2.601411716903044, -1.6822511184430446],
  ]
  const verdict = checkMotion(world, motion, { delta: 0.003, ignoreLimits: true })
  if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
  expect(verifyCertificate(worldDocument(world), verdict.certificate())).toMatchObject({ valid: true })
})
