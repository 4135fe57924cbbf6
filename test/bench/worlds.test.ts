// The bench of worlds measures what it says: the arithmetic of a race, and every library asked in the right way about the same
// poses. FCL takes part where it can be compiled without waiting for long; otherwise its test says that it was skipped.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { alwaysTouching, nearestPair } from '../../bench/worlds/brute-force.js'
import { centrePose, makeCase, type WorldCase } from '../../bench/worlds/case.js'
import { BLOCK, timeBlocks, type WorldContender, type WorldPeer } from '../../bench/worlds/contender.js'
import { loadWorldFcl } from '../../bench/worlds/fcl.js'
import { limber } from '../../bench/worlds/limber.js'
import { type RaceLimits, race } from '../../bench/worlds/race.js'
import { loadWorldRapier } from '../../bench/worlds/rapier.js'
import { clutter, hand, humanoid, meshArm } from '../../scenes/index.js'
import { box, capsule, cylinder, Robot, sphere } from '../../src/index.js'

const quiet = (): void => {}

/** Takes so many microseconds a configuration, and answers as told. */
function fake(name: string, micros: number, answers: readonly number[]): WorldContender & { asked: number[] } {
  const asked: number[] = []
  return {
    name,
    how: { collide: 'fake', distance: 'fake' },
    tolerance: 1e-9,
    asked,
    run: (_, blocks) => {
      asked.push(blocks)
      const count = Math.min(answers.length, blocks * BLOCK)
      const sizes = Array.from({ length: Math.ceil(count / BLOCK) }, (_, b) => Math.min(BLOCK, count - b * BLOCK))
      return {
        micros: Float64Array.from(sizes, (n) => n * micros),
        answers: Float64Array.from(answers.slice(0, count)),
      }
    },
  }
}

const LIMITS: RaceLimits = { rounds: 3, budget: 1, warmUp: 0.01 }

test('a slow contender is asked about fewer configurations; ratios are over the same ones', async () => {
  const answers = Array.from({ length: 4 * BLOCK }, (_, k) => k % 2)
  const contenders = [fake('Limber', 2, answers), fake('half', 1, answers), fake('slow', 10, answers)]
  const rows = await race('collide', contenders, answers.length, LIMITS, quiet)
  expect(rows.map(({ contender }) => contender)).toEqual(['Limber', 'half', 'slow'])
  expect(rows.map(({ configurations }) => configurations)).toEqual([4 * BLOCK, 4 * BLOCK, 2 * BLOCK])
  expect(rows.map(({ ratio }) => ratio)).toEqual([1, 0.5, 5])
  expect(rows.map(({ micros }) => micros)).toEqual([2, 1, 10])
  expect(rows.map(({ perSecond }) => perSecond)).toEqual([500_000, 1_000_000, 100_000])
  expect(rows.map(({ mean }) => mean)).toEqual([0.5, 0.5, 0.5])
  expect(rows.every(({ disagreements }) => disagreements.length === 0)).toBe(true)
  expect(contenders[2]!.asked.slice(-3)).toEqual([2, 2, 2])
})

test('every verdict that is not the same is counted, and every distance that is not near', async () => {
  const [own, other] = [fake('Limber', 1, [1, 0, 0, 1]), fake('other', 1, [1, 1, 0, 0])]
  const [, row] = await race('collide', [own, other], 4, LIMITS, quiet)
  expect(row!.disagreements).toEqual([
    { configuration: 1, answer: 1, limber: 0 },
    { configuration: 3, answer: 0, limber: 1 },
  ])
  const [exact, near, far] = [
    [0.5, 0.25],
    [0.5, 0.25 + 1e-12],
    [0.5, NaN],
  ].map((list) => fake('x', 1, list))
  const rows = await race('distance', [exact!, near!, far!], 2, LIMITS, quiet)
  expect(rows.map(({ disagreements }) => disagreements.length)).toEqual([0, 0, 1])
})

test('blocks: every configuration once, a time for each block', () => {
  const seen: number[] = []
  const { micros, answers } = timeBlocks(BLOCK + 3, 5, (k) => {
    seen.push(k)
    return 2 * k
  })
  expect(seen).toEqual(Array.from({ length: BLOCK + 3 }, (_, k) => k))
  expect(micros).toHaveLength(2)
  expect(answers).toEqual(Float64Array.from(seen, (k) => 2 * k))
  expect(timeBlocks(BLOCK + 3, 1, () => 1).answers).toHaveLength(BLOCK)
})

test('the centre of a shape, with z along capsules and cylinders', () => {
  expect([...centrePose(sphere({ radius: 1, at: [1, 2, 3] }))].filter((_, i) => i % 4 === 3)).toEqual([1, 2, 3])
  const lying = centrePose(capsule({ radius: 1, from: [0, 1, 0], to: [4, 1, 0] }))
  expect([lying[2], lying[6], lying[10]]).toEqual([1, 0, 0])
  expect([lying[3], lying[7], lying[11]]).toEqual([2, 1, 0])
  for (const at of [0, 1, 2]) expect(Math.hypot(lying[at]!, lying[4 + at]!, lying[8 + at]!)).toBeCloseTo(1, 15)
})

test('pairs that touch at rest or always are found, others are not', () => {
  const ball = sphere({ radius: 1 })
  const robot = new Robot({
    name: 'r',
    links: ['a', 'b', 'c'].map((name) => ({ name, geometry: [{ shape: ball }] })),
    joints: [
      {
        name: 'ab',
        kind: 'revolute',
        parent: 'a',
        child: 'b',
        origin: { at: [1.5, 0, 0] },
        limits: { lower: -1, upper: 1 },
      },
      {
        name: 'bc',
        kind: 'prismatic',
        parent: 'b',
        child: 'c',
        origin: { at: [3, 0, 0] },
        limits: { lower: -2, upper: 2 },
      },
    ],
  })
  expect(alwaysTouching(robot, 40)).toEqual([['a', 'b']])
})

/** All shapes that the others have to be given in their own way. */
function zoo(): Robot {
  const turned = [0.5, 0.5, -0.5, 0.5]
  const shapes = [
    sphere({ radius: 0.1, at: [0.1, 0, 0] }),
    capsule({ radius: 0.06, from: [0.1, -0.1, 0], to: [0, 0.1, 0.2] }),
    box({ size: [0.1, 0.2, 0.3], at: [0, 0.1, 0], rotation: turned }),
    cylinder({ radius: 0.07, length: 0.3, at: [0.05, 0, 0], rotation: turned }),
  ]
  return new Robot({
    name: 'zoo',
    links: shapes.map((shape, i) => ({ name: `l${i}`, geometry: [{ shape, pose: { at: [0, 0, 0.05 * i] } }] })),
    joints: shapes.slice(1).map((_, i) => ({
      name: `j${i}`,
      kind: 'revolute',
      parent: `l${i}`,
      child: `l${i + 1}`,
      axis: [i, 1, 2 - i],
      origin: { at: [0.15, 0, 0.1] },
      limits: { lower: -3, upper: 3 },
    })),
  })
}

const COUNT = 40

function cases(): [string, WorldCase][] {
  const arm = meshArm(120)
  return [
    ['an arm alone', makeCase(arm, { count: COUNT, seed: 1 })],
    ['an arm among boxes', makeCase(arm, { count: COUNT, seed: 2, obstacles: clutter(4, 12, 1, arm) })],
    ['an arm on a path', makeCase(arm, { count: COUNT, seed: 1, order: 'path', obstacles: clutter(5, 12, 1, arm) })],
    ['a hand', makeCase(hand(), { count: COUNT, seed: 4, obstacles: clutter(1, 5, 0.4, hand()) })],
    ['a figure', makeCase(humanoid(), { count: COUNT, seed: 5 })],
    ['all shapes', makeCase(zoo(), { count: COUNT, seed: 6, obstacles: clutter(2, 8, 0.8) })],
  ]
}

/** Nearer than this, rapier may take meshes to touch that do not. */
const NEAR = 0.02

/** Each case with what brute force says of its configurations, once for all tests. */
const judged = cases().map(([name, one]) => ({
  name,
  one,
  touch: one.configurations.map((_, k) => nearestPair(one, k)),
  apart: one.configurations.map((_, k) => nearestPair(one, k, one.counted)),
}))

async function agrees(peer: WorldPeer, near: number): Promise<void> {
  for (const { name, one, touch, apart } of judged) {
    const contenders = await peer.contenders(one, true)
    for (const contender of contenders) {
      if (contender.how.collide !== undefined) {
        const { answers } = await contender.run('collide', Infinity)
        expect(answers).toHaveLength(COUNT)
        for (let k = 0; k < COUNT; k++) {
          const { distance, a, b } = touch[k]!
          if (distance > 0 && distance < near) continue
          expect(answers[k], `${contender.name}, ${name}, ${k}: ${a} ${b} ${distance}`).toBe(Number(distance === 0))
        }
      }
      if (contender.how.distance !== undefined) {
        const { answers } = await contender.run('distance', Infinity)
        for (let k = 0; k < COUNT; k++) {
          const { distance, a, b } = apart[k]!
          const message = `${contender.name}, ${name}, ${k}: ${a} ${b} ${distance}, not ${answers[k]}`
          expect(Math.abs(answers[k]! - distance), message).toBeLessThanOrEqual(contender.tolerance)
        }
      }
    }
    for (const contender of contenders) contender.close?.()
  }
}

test('the cases have verdicts of both kinds', () => {
  for (const { name, touch } of judged) {
    const touching = touch.filter(({ distance }) => distance === 0).length
    expect(touching, name).toBeGreaterThan(0)
    expect(touching, name).toBeLessThan(COUNT)
  }
})

test('a path takes small steps', () => {
  const { configurations } = judged[2]!.one
  for (let k = 1; k < COUNT; k++) {
    const step = Math.max(...configurations[k]!.map((value, i) => Math.abs(value - configurations[k - 1]![i]!)))
    expect(step).toBeGreaterThan(0)
    expect(step).toBeLessThan(0.0201)
  }
})

test('Limber says what brute force says', () => agrees(limber(), 0))

test('rapier is asked the same question', async () => agrees(await loadWorldRapier(), NEAR))

const compiler =
  spawnSync('pkg-config', ['--exists', 'fcl']).status === 0 && spawnSync('g++', ['--version']).status === 0

test.skipIf(!compiler)(
  'FCL is asked the same question',
  async () => agrees(await loadWorldFcl('installed'), 1e-6),
  120_000,
)
