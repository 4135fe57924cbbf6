// Long chains: whole blocks of geometries are proved at once. The answers are those of all pairs, and the work follows what moves.
import { describe, expect, test } from 'vitest'
import { cableCell } from '../../../scenes/index.js'
import { snakeArm } from '../../../scenes/motion-snakes.js'
import { Random, sphere, World } from '../../../src/entries/robots.js'
import { checkMotion, checkMotionWith } from '../../../src/robots/motion/check-motion.js'
import { firstContact } from '../../../src/robots/motion/first-contact.js'
import { LinePiece } from '../../../src/robots/motion/line-piece.js'
import { motionSystem } from '../../../src/robots/motion/motion-system.js'
import { proveSegments, readMotionLimits } from '../../../src/robots/motion/prove-segments.js'
import { SegmentCheck } from '../../../src/robots/motion/segment-check.js'
import { SegmentProver } from '../../../src/robots/motion/segment-prover.js'
import { splineMotion } from '../../../src/robots/motion/splines.js'
import { planNow } from '../../../src/robots/planning/plan.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificateExactly } from '../../../src/verify/exact/index.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { ANYWHERE, buildCase, grazingCase, meshedCase, randomCase } from '../../oracle/robots/motions-cases.js'
import { snakeCase } from '../../oracle/robots/snakes.js'
import { type GroupTally, groupComplaint, newGroupTally } from './groups-rounds.js'

const LINKS = 1000
const snake = new World({ robots: [snakeArm(LINKS)] })

/** Joints spread evenly along the snake, turned by this much from where they are, by turns to either side. */
function turned(from: Float64Array, joints: number, by: number): Float64Array {
  const to = from.slice()
  for (let i = 0; i < joints; i++) to[Math.floor(((i + 0.5) * from.length) / joints)]! += i % 2 === 0 ? by : -by
  return to
}

describe('a snake of 1,000 links, 498,501 pairs', () => {
  const random = new Random(5)
  const bent = snake.neutral().map(() => random.range(-0.15, 0.15))

  test.each([
    ['straight, one joint', snake.neutral(), 1, 0.1, 1300],
    ['straight, one joint by 2 rad', snake.neutral(), 1, 2, 1500],
    ['straight, ten joints', snake.neutral(), 10, 0.03, 1300],
    ['straight, a hundred joints', snake.neutral(), 100, 0.01, 1300],
    ['straight, all joints', snake.neutral(), LINKS, 0.003, 1500],
    ['bent, one joint', bent, 1, 0.1, 1300],
    ['bent, ten joints', bent, 10, 0.03, 1300],
    ['bent, a hundred joints', bent, 100, 0.01, 1300],
    ['bent, all joints', bent, LINKS, 0.003, 1500],
  ] as const)('%s', (_, from, joints, by, most) => {
    const verdict = checkMotion(snake, [from, turned(from, joints, by)])
    expect(verdict.outcome).toBe('free')
    const { volumeTests, leafTests, distanceTests } = verdict.stats
    expect(volumeTests + leafTests + distanceTests).toBeLessThanOrEqual(most)
  })

  test('its certificate holds, and is small', () => {
    const verdict = checkMotion(snake, [bent, turned(bent, 1, 0.1)])
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    const certificate = JSON.parse(JSON.stringify(verdict.certificate()))
    expect(certificate.groups[0].length).toBeLessThan(5000)
    expect(certificate.proofs).toEqual([[]])
    expect(verifyCertificate(worldDocument(snake), certificate)).toMatchObject({ valid: true, pairs: 0, blocks: 1238 })
  })

  test('a contact is found: three turns of 120 degrees, two links between them', () => {
    const from = snake.neutral()
    const to = from.map((x, k) => (k === 500 || k === 502 || k === 504 ? x + 2.2 : x))
    const verdict = checkMotion(snake, [from, to])
    expect(verdict.outcome).toBe('collision')
    if (verdict.outcome !== 'collision') return
    expect(snake.collides(verdict.configuration)).toBe(true)
    expect(verdict.stats.volumeTests + verdict.stats.leafTests).toBeLessThan(10_000)
  })

  test('the list of pairs is not made', () => {
    const prover = new SegmentProver(snake, new LinePiece(bent, turned(bent, 1, 0.1), []))
    const system = motionSystem(snake.model())
    expect(prover.isOpen).toBe(true)
    expect((system as unknown as { lists: unknown[] }).lists).toEqual([])
    proveSegments([prover], readMotionLimits({}))
    expect(prover.isFree).toBe(true)
    expect((system as unknown as { lists: unknown[] }).lists).toEqual([])
  })
})

function round(
  count: number,
  make: (k: number) => Parameters<typeof groupComplaint>[0],
  exactEvery: number,
): GroupTally {
  const tally = newGroupTally()
  const wrong: string[] = []
  for (let k = 0; k < count; k++) {
    const found = groupComplaint(make(k), tally, { samples: 10, exactly: k % exactEvery === 0 })
    if (found !== undefined) wrong.push(`${k}: ${found}`)
  }
  expect(wrong).toEqual([])
  return tally
}

describe('the same answers as of all pairs', () => {
  test('[never-misses] random snakes and trees of links: snakeCase(k, 4 + (k % 40), k % 3 === 0)', () => {
    const tally = round(60, (k) => snakeCase(k, 4 + (k % 40), k % 3 === 0), 30)
    expect(tally.free).toBeGreaterThan(30)
    expect(tally.violated).toBeGreaterThan(3)
    expect(tally.undecided).toBeLessThan(3)
  })

  test('[never-misses] worlds of every kind: randomCase(k, { options: true })', () => {
    const tally = round(30, (k) => randomCase(k, { options: true }), 30)
    expect(tally.free).toBeGreaterThan(15)
    expect(tally.violated).toBeGreaterThan(3)
  })

  test('[never-misses] things that almost touch: grazingCase(k)', () => {
    const tally = round(10, (k) => grazingCase(k), 10)
    expect(tally.free + tally.violated + tally.undecided).toBe(10)
  })

  test('[solids] meshes, one inside another: meshedCase(k)', () => {
    const tally = round(6, (k) => meshedCase(k), 6)
    expect(tally.free + tally.violated + tally.undecided).toBe(6)
  })
})

describe('other motions', () => {
  test('splines', () => {
    for (let k = 0; k < 12; k++) {
      const { world, waypoints } = buildCase({ ...snakeCase(k, 10 + k), delta: 0, clearance: 0 })
      if (world.variables.some((name) => name.endsWith('/rot_x'))) continue
      const between = waypoints[0]!.map((x, i) => x + 0.7 * (waypoints[1]![i]! - x))
      const degree = k % 2 === 0 ? 3 : 5
      const motion = splineMotion(world, [waypoints[0]!, between, waypoints[1]!], { times: [0, 1, 2], degree })
      const grouped = checkMotionWith(world, motion, ANYWHERE, { groups: true })
      expect(grouped.outcome).toBe(checkMotionWith(world, motion, ANYWHERE, { groups: false }).outcome)
      if (grouped.outcome !== 'free') continue
      const certificate = JSON.parse(JSON.stringify(grouped.certificate()))
      expect(verifyCertificate(worldDocument(world), certificate)).toMatchObject({ valid: true })
    }
  })

  test('beside a cable that bends, which is proved elsewhere', () => {
    const { world, waypoints, keyframes } = cableCell()
    const options = { keyframes: { cable: keyframes } }
    const grouped = checkMotionWith(world, waypoints, options, { groups: true })
    if (grouped.outcome !== 'free') throw new Error(grouped.outcome)
    const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(grouped.certificate())))
    expect(verified).toMatchObject({ valid: true, blocks: 26, deforming: ['cable'] })
    const close = cableCell({ radius: 0.05, out: 0.05 })
    const touching = checkMotionWith(
      close.world,
      close.waypoints,
      { keyframes: { cable: close.keyframes } },
      { groups: true },
    )
    expect(touching).toMatchObject({ outcome: 'collision', a: 'cable', b: 'arm/carousel' })
  })
})

describe('what keeps its work', () => {
  const robot = snakeArm(60)
  const world = new World({ robots: [robot] })
  const random = new Random(9)
  const from = world.neutral().map(() => random.range(-0.1, 0.1))

  test('a limit ends the work, says what is left, and nothing is lost', () => {
    const to = turned(from, 60, 0.05)
    const whole = new SegmentCheck(world, [from, to])
    expect(whole.run().outcome).toBe('free')
    const { volumeTests } = whole.prover
    const check = new SegmentCheck(world, [from, to])
    expect(check.left()).toHaveLength(motionSystem(world.model()).count(0))
    let runs = 0
    let proved = 0
    while (check.outcome === 'open') {
      expect(check.next()).toBeDefined()
      const verdict = check.run({ maxSteps: 7 })
      runs++
      if (verdict.outcome !== 'undecided') continue
      expect(verdict.proved).toBeGreaterThanOrEqual(proved)
      proved = verdict.proved
    }
    expect(check.outcome).toBe('free')
    expect(check.left()).toEqual([])
    expect(check.prover.volumeTests).toBe(volumeTests)
    expect(runs).toBe(Math.ceil(volumeTests / 7))
  })

  test('two segments in turns', () => {
    const checks = [0.04, 0.06].map((by) => new SegmentCheck(world, [from, turned(from, 20, by)]))
    for (let k = 0; k < 100; k++) for (const check of checks) check.run({ maxSteps: 3 })
    for (const check of checks) expect(check.run().outcome).toBe('free')
  })

  test('first contact: all before it is free', () => {
    let found = 0
    for (let k = 0; k < 100 && found < 5; k++) {
      const { world: own, waypoints } = buildCase(snakeCase(k, 34 + (k % 5)))
      const first = firstContact(own, waypoints, { ignoreLimits: true, tolerance: 1e-4 })
      if (first.outcome !== 'collision' || own.variables.some((name) => name.endsWith('/rot_x'))) continue
      found++
      expect(own.collides(first.configuration)).toBe(true)
      expect(first.at - first.clear.at).toBeLessThan(1e-4)
      for (let t = 0; t < 1; t += 0.02) {
        const q = waypoints[0]!.map((x, i) => x + t * first.clear.at * (waypoints[1]![i]! - x))
        expect(own.collides(q), `snakeCase(${k}, ${34 + (k % 5)}) at ${t * first.clear.at}`).toBe(false)
      }
    }
    expect(found).toBe(5)
  })

  test('plans: a snake of 40 links past a ball, proved and verified', () => {
    const ball = { name: 'ball', shape: sphere({ radius: 0.5 }), pose: { at: [0, -1.5, 10] } }
    const own = new World({ robots: [snakeArm(40)], obstacles: [ball] })
    const start = own.neutral()
    const goal = start.map((_, k) => (k === 0 ? 0.4 : 0))
    const result = planNow(own, start, goal, { seed: 2, maxIterations: 5000 })
    expect(result.outcome).toBe('solved')
    if (result.outcome !== 'solved') return
    const { volumeTests, leafTests } = result.stats.proofs
    // 17,375 with a test of each of 780 pairs at least.
    expect(result.stats.edgesProved).toBe(7)
    expect(volumeTests + leafTests).toBeLessThan(5000)
    const certificate = JSON.parse(JSON.stringify(result.certificate()))
    expect(verifyCertificate(worldDocument(own), certificate)).toMatchObject({ valid: true })
    expect(verifyCertificateExactly(worldDocument(own), certificate)).toMatchObject({ valid: true })
  })
})
