// The published checkers, held against brute force: random worlds and motions, attacks on misses, limits, paths of several pieces.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkPublished,
  PublishedCheck,
  type PublishedOptions,
  type PublishedVerdict,
} from '../../../lab/published/check.js'
import { box, InvalidInputError, mesh, Random, World } from '../../../src/entries/robots.js'
import { readMotion } from '../../../src/robots/motion/motion-input.js'
import { sampleMotion } from '../../../src/robots/motion/sample-motion.js'
import { curveMotion, splineMotion } from '../../../src/robots/motion/splines.js'
import type { MotionVerdict } from '../../../src/robots/motion/verdict.js'
import { judge, polyline } from '../../oracle/robots/motions.js'
import { attacks, onJoint } from '../../oracle/robots/motions-attacks.js'
import { buildCase, randomCase } from '../../oracle/robots/motions-cases.js'
import { MotionScene } from '../../oracle/robots/motions-scene.js'

const METHODS = ['adaptive', 'refined'] as const

/** Both methods, and all that the paper describes beside what it chose. */
const CHECKERS: readonly Pick<PublishedOptions, 'method' | 'variant'>[] = [
  ...METHODS.map((method) => ({ method })),
  { variant: { order: 'length' } },
  { variant: { covering: 'uncovered-ends' } },
  { variant: { covering: 'uncovered-middle' } },
  { variant: { distance: 'exact' } },
  { variant: { distance: 'approximate' } },
]

// A failure prints the seed: paste it into randomCase.
test('random motions: what is called free is, what is said to collide does, and all checkers agree', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (seed) => {
      const { world, waypoints, options } = buildCase(randomCase(seed, { options: seed % 2 === 1 }))
      const { continuous, ignoreLimits: _, ...aim } = options
      const motion = readMotion(world, waypoints, { continuous })
      const scene = new MotionScene(world)
      const way = polyline(world, waypoints, continuous)
      const seen = CHECKERS.map((checker) => {
        const verdict = checkPublished(world.model(), motion, { ...checker, ...aim, maxSteps: 20_000 })
        // The judge has no use for a certificate.
        const wrong = judge(scene, way, verdict as unknown as MotionVerdict, { samples: 20, ...options })
        expect(wrong, JSON.stringify({ seed, checker })).toBeUndefined()
        return verdict.outcome
      })
      const known = seen.filter((outcome) => outcome !== 'undecided')
      expect(known.includes('free') && known.some((outcome) => outcome !== 'free'), `${seed} ${seen}`).toBe(false)
    }),
    { seed: 5, numRuns: 20 },
  )
})

// Limits leave some of them undecided, and none may be called the opposite.
test('attacks: no miss and no false alarm', () => {
  const seen: Record<string, number> = {}
  for (const { name, truth, world, waypoints, options } of attacks()) {
    const { continuous, ignoreLimits: _, ...aim } = options ?? {}
    const motion = readMotion(world, waypoints, { continuous })
    for (const checker of CHECKERS) {
      const { outcome } = checkPublished(world.model(), motion, { ...checker, ...aim, maxSteps: 1_000 })
      seen[outcome] = (seen[outcome] ?? 0) + 1
      if (truth === 'touches') expect(outcome, `${JSON.stringify(checker)}: ${name}`).not.toBe('free')
      if (truth === 'free') expect(outcome, `${JSON.stringify(checker)}: ${name}`).not.toBe('collision')
    }
  }
  expect(seen.free).toBeGreaterThan(30 * CHECKERS.length)
  expect(seen.collision).toBeGreaterThan(50 * CHECKERS.length)
})

/** A ball on a slide, ten long, and a plate a thousandth thick across its way. */
function platedWorld(at: number): World {
  const tetrahedron = {
    positions: [0, 0, 0, 0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01],
    triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2],
  }
  const robot = onJoint('prismatic', mesh(tetrahedron), { axis: [1, 0, 0], limits: { lower: 0, upper: 10 } })
  const plate = {
    positions: [at, -1, -1, at, 1, -1, at, 1, 1, at, -1, 1],
    triangles: [0, 1, 2, 0, 2, 3],
  }
  return new World({ robots: [robot], obstacles: [mesh(plate)] })
}

test('a thin plate is stepped over by sampling, and found by the others', () => {
  const world = platedWorld(3.337)
  const waypoints = [[0], [10]]
  const sampled = sampleMotion(world, waypoints, { resolution: 0.1 })
  expect(sampled.outcome).toBe('sampled')
  // Ends, and the middles of 127 parts.
  expect(sampled.stats.configurations).toBe(2 + 127)
  expect(sampleMotion(world, waypoints, { resolution: 0.001 }).outcome).toBe('collision')
  const found = sampleMotion(world, waypoints, { resolution: 0 })
  expect(found.outcome).toBe('collision')
  if (found.outcome === 'collision') expect(world.collides(found.configuration)).toBe(true)
  for (const method of METHODS) {
    const verdict = checkPublished(world.model(), readMotion(world, waypoints), { method })
    expect(verdict.outcome).toBe('collision')
    if (verdict.outcome !== 'collision') continue
    expect(world.collides(verdict.configuration)).toBe(true)
    expect(verdict.configuration[0]).toBe(10 * verdict.at)
    expect([verdict.a, verdict.b].sort()).toEqual(world.objects.toSorted())
    expect(verdict.contact.pointA[0]).toBeCloseTo(3.337, 12)
  }
})

test('sampling: without resolution it gives up at its limit, and it does not take what it cannot use', () => {
  const world = platedWorld(20)
  const verdict = sampleMotion(world, [[0], [10]], { resolution: 0, maxSteps: 1000 })
  expect(verdict.outcome).toBe('undecided')
  expect(() => sampleMotion(world, [[0], [10]], { resolution: -1 })).toThrow(InvalidInputError)
  expect(() => sampleMotion(world, [[0], [10]], { resolution: NaN })).toThrow(InvalidInputError)
  expect(() => sampleMotion(world, [[0], [10]], {} as never)).toThrow(InvalidInputError)
  expect(() => checkPublished(world.model(), readMotion(world, [[0]]), { method: 'other' as never })).toThrow(
    InvalidInputError,
  )
  for (const options of [
    { variant: { order: 'random' as never } },
    { variant: { cover: 'bisection' } as never },
    { method: 'refined' as const, variant: { order: 'length' as const } },
  ]) {
    expect(() => checkPublished(world.model(), readMotion(world, [[0], [1]]), options)).toThrow(InvalidInputError)
  }
})

test('a limit ends the work undecided, and it can be gone on with to the same verdict', () => {
  // Past the edge of a plate, a hair away.
  const robot = onJoint('prismatic', box({ size: [0.1, 0.1, 0.1] }), { axis: [1, 0, 0] })
  const world = new World({ robots: [robot], obstacles: [box({ size: [1, 1, 0.1], at: [2, 0, 0.1001] })] })
  const motion = readMotion(world, [[0], [3], [4]])
  for (const method of METHODS) {
    const whole = checkPublished(world.model(), motion, { method })
    expect(whole.outcome).toBe('free')
    const check = new PublishedCheck(world.model(), motion, { method })
    let verdict: PublishedVerdict = check.run({ maxSteps: 1 })
    let proved = 0
    let runs = 0
    for (; verdict.outcome === 'undecided'; runs++) {
      expect(verdict.proved).toBeGreaterThanOrEqual(proved - 1e-12)
      expect(verdict.left.length).toBeGreaterThan(0)
      proved = verdict.proved
      verdict = check.run({ maxSteps: 100 })
    }
    expect(runs).toBeGreaterThan(10)
    expect(verdict).toEqual(whole)
    expect(check.run()).toBe(verdict)
    expect(checkPublished(world.model(), motion, { method, maxMillis: 0 }).outcome).toBe('undecided')
  }
})

test('clearance: free says never within that, and what is nearer is said', () => {
  const robot = onJoint('prismatic', box({ size: [0.1, 0.1, 0.1] }), { axis: [1, 0, 0] })
  const world = new World({ robots: [robot], obstacles: [box({ size: [1, 1, 0.1], at: [2, 0, 0.15] })] })
  const motion = readMotion(world, [[0], [4]])
  for (const method of METHODS) {
    const run = (clearance: number, delta = 0) => checkPublished(world.model(), motion, { method, clearance, delta })
    expect(run(0.049).outcome).toBe('free')
    const near = run(0.051)
    expect(near.outcome).toBe('closer-than-clearance')
    if (near.outcome === 'closer-than-clearance') expect(near.distance).toBeCloseTo(0.05, 12)
    expect(run(0.049, 0.002).outcome).toBe('closer-than-delta')
    expect(run(0, 0.051).outcome).toBe('closer-than-delta')
    expect(run(0, 0.049).outcome).toBe('free')
  }
})

test('a path: the piece that collides is named, and ends that pieces share are tested once', () => {
  const world = platedWorld(3.337)
  const through = readMotion(world, [[0], [1], [2], [4], [5]])
  const past = readMotion(world, [[4], [5], [6], [7]])
  for (const method of METHODS) {
    const verdict = checkPublished(world.model(), through, { method })
    expect(verdict.outcome).toBe('collision')
    if (verdict.outcome === 'collision') expect(verdict.segment).toBe(2)
    const free = checkPublished(world.model(), past, { method })
    expect(free.outcome).toBe('free')
    expect(free.stats.ends.volumeTests).toBe(4)
  }
})

test('curved pieces: a spline and a caller’s curve around a ball', () => {
  const robot = onJoint('planar', box({ size: [0.2, 0.2, 0.2] }), { axis: [0, 0, 1] })
  const radius = (size: number) => new World({ robots: [robot], obstacles: [box({ size: [size, size, size] })] })
  const circle = (world: World) =>
    curveMotion(world, {
      over: [0, 2 * Math.PI],
      at: (a) => [Math.cos(a), Math.sin(a), a],
      speeds: () => [1, 1, 1],
    })
  const spline = (world: World) =>
    splineMotion(world, [
      [1, 0, 0],
      [0, 1, 1],
      [-1, 0, 2],
      [0, -1, 3],
      [1, 0, 4],
    ])
  for (const method of METHODS) {
    for (const make of [circle, spline]) {
      const wide = radius(0.8)
      expect(checkPublished(wide.model(), make(wide), { method }).outcome, `${method} ${make.name}`).toBe('free')
      const narrow = radius(1.9)
      const verdict = checkPublished(narrow.model(), make(narrow), { method })
      expect(verdict.outcome).toBe('collision')
      if (verdict.outcome === 'collision') expect(narrow.collides(verdict.configuration)).toBe(true)
    }
  }
})

test('the same question costs the same again, whatever was asked in between', () => {
  const { world, waypoints } = buildCase(randomCase(26))
  const motion = readMotion(world, waypoints)
  for (const method of METHODS) {
    const one = checkPublished(world.model(), motion, { method, maxSteps: 20_000 })
    world.collides(world.neutral())
    sampleMotion(world, waypoints, { resolution: 0.5 })
    expect(checkPublished(world.model(), motion, { method, maxSteps: 20_000 })).toEqual(one)
  }
  // The world answers as before.
  const random = new Random(3)
  const q = waypoints[0]!.map((x) => x + random.range(-0, 0))
  expect(world.collides(q)).toBe(buildCase(randomCase(26)).world.collides(q))
})
