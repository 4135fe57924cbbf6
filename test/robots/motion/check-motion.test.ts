// What checkMotion says of random motions, held against brute force: every `free` survives a sampled sweep and its certificate
// is accepted, every collision is there at the parameter given, every distance is as said, and what is undecided says what is left.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random, Robot, sphere, World } from '../../../src/entries/robots.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import type { Motion } from '../../../src/robots/motion/piece.js'
import { curveMotion, splineMotion } from '../../../src/robots/motion/splines.js'
import type { MotionVerdict } from '../../../src/robots/motion/verdict.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { judge, nearestInstants, pieceWay, polyline, sampledContact, show } from '../../oracle/robots/motions.js'
import {
  ANYWHERE,
  buildCase,
  CaseArbitrary,
  type CaseText,
  grazingCase,
  type MotionCase,
  randomCase,
  randomConfiguration,
  variableKinds,
} from '../../oracle/robots/motions-cases.js'
import { referenceFirstContact } from '../../oracle/robots/motions-reference.js'
import { MotionScene } from '../../oracle/robots/motions-scene.js'

/** No query of the world about two small things takes more tests than this. */
const WORLD_QUERY = 1000

/** What is wrong with what the checker says of a case; undefined if nothing is. */
function complaint(c: MotionCase, verdict: MotionVerdict, samples: number): string | undefined {
  const way = polyline(c.world, c.waypoints, c.options.continuous)
  const wrong = judge(new MotionScene(c.world), way, verdict, { samples, ...c.options })
  if (wrong !== undefined || verdict.outcome !== 'free') return wrong
  // As it comes out of a file.
  const verified = verifyCertificate(worldDocument(c.world), JSON.parse(JSON.stringify(verdict.certificate())))
  return verified.valid ? undefined : `the certificate is refused: ${verified.reason} ${JSON.stringify(verified.where)}`
}

describe('the oracle itself', () => {
  test('a scene by brute force says what the world says', () => {
    let touching = 0
    for (let seed = 0; seed < 40; seed++) {
      const { world } = buildCase(randomCase(seed))
      const scene = new MotionScene(world)
      const random = new Random(seed)
      for (let k = 0; k < 5; k++) {
        const q = randomConfiguration(world, random)
        const found = scene.contact(q)
        expect(found !== undefined, `randomCase(${seed}) ${JSON.stringify(q)}`).toBe(world.collides(q))
        if (found !== undefined) touching++
      }
    }
    expect(touching).toBeGreaterThan(15)
    expect(touching).toBeLessThan(150)
  })

  test('conservative advancement comes to no contact later than sampling does', () => {
    const seen = { near: 0, free: 0, lost: 0 }
    for (let seed = 0; seed < 40; seed++) {
      const { world, waypoints } = buildCase(randomCase(seed))
      const scene = new MotionScene(world)
      const way = polyline(world, waypoints)
      const sampled = sampledContact(scene, way, 20)
      const { outcome, segment, at } = referenceFirstContact(world, scene, way, 1e-4, 500)
      seen[outcome]++
      if (sampled === undefined) continue
      expect(outcome, `randomCase(${seed})`).not.toBe('free')
      expect(segment + at, `randomCase(${seed})`).toBeLessThanOrEqual(sampled.segment + sampled.at)
    }
    expect(Math.min(seen.near, seen.free)).toBeGreaterThan(5)
  })
})

// A failure is made smaller, and prints a case to be pasted into buildCase.
test.each([
  ['plain', false],
  ['with clearance, delta and short ways round', true],
] as const)('[never-misses] random worlds and motions, %s', (_, options) => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(new CaseArbitrary((seed) => randomCase(seed, { options })), (text: CaseText) => {
      const c = buildCase(text)
      const verdict = checkMotion(c.world, c.waypoints, c.options)
      seen.set(verdict.outcome, (seen.get(verdict.outcome) ?? 0) + 1)
      expect(complaint(c, verdict, 20)).toBeUndefined()
    }),
    { seed: options ? 52 : 51, numRuns: 60 },
  )
  // Of both kinds there are enough to learn from, and next to none is left open.
  expect(seen.get('free')).toBeGreaterThan(20)
  expect(seen.get('collision')).toBeGreaterThan(5)
  expect(seen.get('undecided') ?? 0).toBeLessThan(3)
})

test('[never-misses] things that almost touch, or barely touch', () => {
  const seen = new Map<string, number>()
  let least = Infinity
  for (let seed = 0; seed < 30; seed++) {
    const c = buildCase(grazingCase(seed))
    const verdict = checkMotion(c.world, c.waypoints, ANYWHERE)
    seen.set(verdict.outcome, (seen.get(verdict.outcome) ?? 0) + 1)
    expect(complaint(c, verdict, 10), `grazingCase(${seed})`).toBeUndefined()
    if (verdict.outcome !== 'free') continue
    const way = polyline(c.world, c.waypoints)
    for (const t of nearestInstants(c.world, way, 0, 24, 2)) {
      const q = way.at(0, t)
      const { distance } = c.world.distance(q)
      least = Math.min(least, distance)
      expect(distance, `grazingCase(${seed}) at ${t}: ${show(q)}`).toBeGreaterThan(1e-12)
    }
  }
  expect(Math.min(seen.get('free')!, seen.get('collision')!)).toBeGreaterThan(6)
  expect(seen.get('undecided') ?? 0).toBeLessThan(2)
  expect(least).toBeLessThan(1e-6)
})

/** A smooth motion through the case's waypoints, with rates of its own at times; or waves about the first one. */
function smoothMotion(c: MotionCase, random: Random): Motion {
  const { world, waypoints } = c
  const kinds = variableKinds(world)
  const isTurned = (i: number): boolean => kinds[i] === 'quaternion' || kinds[i] === 'rest'
  const rates = (size: number): number[][] =>
    waypoints.map((q) => Array.from(q, (_, i) => (isTurned(i) ? 0 : random.range(-size, size))))
  const knots = waypoints.length === 1 ? [waypoints[0]!, waypoints[0]!] : waypoints
  switch (random.integer(4)) {
    case 0:
      return splineMotion(world, knots, { degree: random.unit() < 0.5 ? 3 : 5, boundary: 'natural' })
    case 1:
      return splineMotion(world, knots, {
        velocities: [...rates(2), ...(waypoints.length === 1 ? rates(2) : [])],
        times: knots.map((_, i) => 0.7 * i),
      })
    case 2:
      return splineMotion(world, knots, {
        degree: 5,
        velocities: [...rates(1), ...(waypoints.length === 1 ? rates(1) : [])],
        accelerations: [...rates(3), ...(waypoints.length === 1 ? rates(3) : [])],
      })
    default: {
      const size = Array.from(waypoints[0]!, (_, i) => (isTurned(i) ? 0 : random.range(0, 0.4)))
      const rate = size.map(() => random.range(1, 9))
      const wave = { speeds: () => size.map((a, i) => a * rate[i]! * 1.000001) }
      return curveMotion(world, {
        at: (t) => waypoints[0]!.map((q, i) => q + size[i]! * Math.sin(rate[i]! * t)),
        ...wave,
        ...(random.unit() < 0.5
          ? {}
          : {
              velocity: (t: number) => size.map((a, i) => a * rate[i]! * Math.cos(rate[i]! * t)),
              bends: () => size.map((a, i) => a * rate[i]! ** 2 * 1.000001),
            }),
      })
    }
  }
}

test('[never-misses] splines, and curves of a caller', () => {
  const seen = new Map<string, number>()
  for (let seed = 2000; seed < 2060; seed++) {
    const c = buildCase(randomCase(seed, { obstacles: 4 }))
    const motion = smoothMotion(c, new Random(seed))
    const verdict = checkMotion(c.world, motion, { ...ANYWHERE, maxSteps: 100_000 })
    seen.set(verdict.outcome, (seen.get(verdict.outcome) ?? 0) + 1)
    const label = `randomCase(${seed}, { obstacles: 4 }), smoothMotion(…, new Random(${seed}))`
    expect(judge(new MotionScene(c.world), pieceWay(motion), verdict, { samples: 20 }), label).toBeUndefined()
    if (verdict.outcome !== 'free' || motion.pieces.some((piece) => piece.document().kind === 'curve')) continue
    expect(
      verifyCertificate(worldDocument(c.world), JSON.parse(JSON.stringify(verdict.certificate()))),
      label,
    ).toMatchObject({
      valid: true,
    })
  }
  expect(Math.min(seen.get('free')!, seen.get('collision')!)).toBeGreaterThan(10)
  expect(seen.get('undecided') ?? 0).toBeLessThan(3)
})

test('[never-misses] there and back, in one go or in two, is the same question', () => {
  let free = 0
  for (let seed = 3000; seed < 3060; seed++) {
    const { world, waypoints } = buildCase(randomCase(seed))
    const middles = waypoints.slice(1).map((_, i) => polyline(world, waypoints).at(i, 0.5))
    const halves = waypoints.flatMap((q, i) => (i < middles.length ? [q, middles[i]!] : [q]))
    const outcomes = [waypoints, waypoints.toReversed(), halves].map((way) => checkMotion(world, way, ANYWHERE).outcome)
    expect(new Set(outcomes).size, `randomCase(${seed}) ${outcomes}`).toBe(1)
    if (outcomes[0] === 'free') free++
    // And the world answers as it did before.
    const q = waypoints.at(-1)!
    expect(world.collides(q), `randomCase(${seed})`).toBe(buildCase(randomCase(seed)).world.collides(q))
  }
  expect(free).toBeGreaterThan(20)
})

test('worlds in which nothing can move', () => {
  expect(checkMotion(new World(), [[]]).outcome).toBe('nothing-to-check')
  const ball = sphere({ radius: 0.5 })
  const post = new Robot({ name: 'post', links: [{ name: 'foot', geometry: [{ shape: ball }] }] })
  const stand = (x: number): World =>
    new World({ robots: [post], obstacles: [{ shape: ball, pose: { at: [x, 0, 0] } }] })
  expect(checkMotion(stand(2), [[]]).outcome).toBe('free')
  expect(checkMotion(stand(2), [[], [], []]).outcome).toBe('free')
  expect(checkMotion(stand(1), [[]]).outcome).toBe('collision')
  expect(checkMotion(stand(2), [[]], { clearance: 1.5 }).outcome).toBe('closer-than-clearance')
})

test('[same-seed] the same question again costs the same and gets the same answer', () => {
  for (let seed = 0; seed < 20; seed++) {
    const answers = [0, 1].map(() => {
      const c = buildCase(randomCase(seed, { options: true }))
      // Whatever a world was asked before changes nothing.
      for (let k = 0; k < 3 * (seed % 2); k++) c.world.collides(randomConfiguration(c.world, new Random(k)))
      const verdict = checkMotion(c.world, c.waypoints, c.options)
      return verdict.outcome === 'free' ? { ...verdict, certificate: verdict.certificate() } : verdict
    })
    expect(answers[0], `randomCase(${seed}, { options: true })`).toEqual(answers[1])
  }
})

test('[same-seed] a world that was asked other motions before gives the same answer', () => {
  const c = buildCase(randomCase(3))
  const fresh = checkMotion(c.world, c.waypoints, c.options)
  for (let k = 0; k < 5; k++) {
    const random = new Random(k)
    checkMotion(c.world, [randomConfiguration(c.world, random), randomConfiguration(c.world, random)], ANYWHERE)
  }
  const again = checkMotion(c.world, c.waypoints, c.options)
  expect({ ...again, certificate: undefined }).toEqual({ ...fresh, certificate: undefined })
})

test('[never-pretends] limits end the work in `undecided`, and what is said to be proved is', () => {
  let undecided = 0
  for (let seed = 0; seed < 40; seed++) {
    const c = buildCase(randomCase(seed))
    const whole = checkMotion(c.world, c.waypoints, c.options)
    const { volumeTests, leafTests } = whole.stats
    const all = volumeTests + leafTests
    for (const maxSteps of [0, 1, Math.floor(all / 2), all]) {
      const verdict = checkMotion(c.world, c.waypoints, { ...c.options, maxSteps })
      const label = `randomCase(${seed}), maxSteps ${maxSteps} of ${all}`
      // One query of the world itself, which confirms a contact, is counted when it is done, and nothing is begun after the limit.
      const spent = verdict.stats.volumeTests + verdict.stats.leafTests
      if (verdict.outcome === 'undecided') expect(spent, label).toBeLessThanOrEqual(maxSteps + WORLD_QUERY)
      if (verdict.outcome === 'undecided') {
        undecided++
        expect(verdict.reason, label).toMatch(/limit/)
        expect(verdict.proved, label).toBeLessThan(1)
      } else expect(verdict.outcome, label).toBe(whole.outcome)
      expect(complaint(c, verdict, 10), label).toBeUndefined()
    }
    const timed = checkMotion(c.world, c.waypoints, { ...c.options, maxMillis: 0 })
    if (all > 0) expect(timed.outcome, `randomCase(${seed})`).toBe('undecided')
    expect(complaint(c, timed, 10), `randomCase(${seed})`).toBeUndefined()
  }
  expect(undecided).toBeGreaterThan(40)
})
