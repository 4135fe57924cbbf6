// The first contact along a motion: against formulas, against plain conservative advancement, and by brute force before and at it.
import { describe, expect, test } from 'vitest'
import { box, capsule, InvalidInputError, sphere, World } from '../../../src/index.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { firstContact } from '../../../src/robots/motion/first-contact.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { judge, polyline, show, type Way } from '../../oracle/robots/motions.js'
import { attacks, meshOf, onJoint } from '../../oracle/robots/motions-attacks.js'
import { ANYWHERE, blockMesh, buildCase, randomCase } from '../../oracle/robots/motions-cases.js'
import { referenceFirstContact } from '../../oracle/robots/motions-reference.js'
import { MotionScene } from '../../oracle/robots/motions-scene.js'

const ball = sphere({ radius: 0.5 })

function meet(robot: ReturnType<typeof onJoint>, ...obstacles: { shape: typeof ball; at: number[] }[]): World {
  return new World({ robots: [robot], obstacles: obstacles.map(({ shape, at }) => ({ shape, pose: { at } })) })
}

describe('by formula', () => {
  test.each([1e-3, 1e-6, 1e-9])('a ball reaches a ball, to %s', (tolerance) => {
    // From −3 to 3 towards a ball at 2: centres one apart at x = 1, two thirds of the way.
    const world = meet(onJoint('prismatic', ball), { shape: ball, at: [2, 0, 0] })
    const found = firstContact(world, [[-3], [3]], { tolerance })
    if (found.outcome !== 'collision') throw new Error(found.outcome)
    expect(found.segment).toBe(0)
    expect(Math.abs(found.at - 4 / 6)).toBeLessThanOrEqual(tolerance)
    expect(found.clear.at).toBeLessThanOrEqual(4 / 6 + 1e-12)
    expect(found.at - found.clear.at).toBeLessThanOrEqual(2 * tolerance)
  })

  test('a link turns into a ball', () => {
    const arm = capsule({ radius: 0.1, from: [0, 0, 0], to: [2, 0, 0] })
    const world = meet(onJoint('revolute', arm, { axis: [0, 0, 1] }), { shape: ball, at: [0, 1.5, 0] })
    // They touch where the arm's axis passes the ball's middle at 0.6: sin(π/2 − q) = 0.6 / 1.5.
    const angle = Math.PI / 2 - Math.asin(0.6 / 1.5)
    for (const turn of [3, 30]) {
      const found = firstContact(world, [[-1], [turn]], { tolerance: 1e-7 })
      if (found.outcome !== 'collision') throw new Error(found.outcome)
      expect(Math.abs(found.at - (1 + angle) / (1 + turn))).toBeLessThanOrEqual(1e-7)
    }
  })

  test('of several contacts the first, in the segment where it is', () => {
    const world = meet(onJoint('prismatic', ball), { shape: ball, at: [9, 0, 0] }, { shape: ball, at: [5, 0, 0] })
    const found = firstContact(world, [[0], [3], [2], [20]])
    expect(found).toMatchObject({ outcome: 'collision', segment: 2, b: 'obstacle_2', clear: { segment: 2 } })
    if (found.outcome === 'collision') expect(found.at).toBeCloseTo(2 / 18, 5)
  })

  test('two robots on one clock', () => {
    const cube = box({ size: [0.4, 0.4, 0.4] })
    const world = new World({
      robots: [onJoint('prismatic', cube, {}, 'x'), onJoint('prismatic', cube, { axis: [0, 1, 0] }, 'y')],
    })
    // Both come to the crossing at the same rate: they touch when both are 0.4 away from it.
    const found = firstContact(world, [
      [-1, -1],
      [1, 1],
    ])
    if (found.outcome !== 'collision') throw new Error(found.outcome)
    expect(found.at).toBeCloseTo(0.3, 5)
  })

  test('contact from the start, and inside from the start', () => {
    const touching = meet(onJoint('prismatic', ball), { shape: ball, at: [1, 0, 0] })
    expect(firstContact(touching, [[0], [-3]])).toMatchObject({ outcome: 'collision', at: 0, clear: { at: 0 } })
    const crate = meshOf(blockMesh([1, 1, 1]))
    const inside = new World({
      robots: [onJoint('prismatic', sphere({ radius: 0.1 }))],
      obstacles: [{ shape: crate }],
    })
    expect(firstContact(inside, [[-0.5], [0.5]])).toMatchObject({ outcome: 'collision', at: 0, clear: { at: 0 } })
    // Into the crate and out again.
    const through = firstContact(inside, [[-3], [3]])
    if (through.outcome !== 'collision') throw new Error(through.outcome)
    expect(through.at).toBeCloseTo(1.9 / 6, 5)
  })
})

/** Brute force on the stretch that is said to be clear. */
function contactBefore(scene: MotionScene, way: Way, segment: number, at: number, samples: number): string | undefined {
  for (let s = 0; s <= segment; s++) {
    for (let k = 0; k <= samples; k++) {
      const t = (k / samples) * (s < segment ? 1 : at)
      // The end itself is where it may begin.
      if (s === segment && t >= at) continue
      const found = scene.contact(way.at(s, t))
      if (found !== undefined) return `${found.a} and ${found.b} touch before it, at ${s} ${t}: ${show(way.at(s, t))}`
    }
  }
  return undefined
}

test('[never-misses] random motions: free before the contact, contact at it, and no earlier one by another way', () => {
  const seen = { free: 0, collision: 0, tight: 0, agreed: 0 }
  for (let seed = 1000; seed < 1070; seed++) {
    const { world, waypoints } = buildCase(randomCase(seed))
    const label = `randomCase(${seed})`
    const scene = new MotionScene(world)
    const way = polyline(world, waypoints)
    const found = firstContact(world, waypoints, ANYWHERE)
    expect(judge(scene, way, found, { samples: 20 }), label).toBeUndefined()
    expect(found.outcome === 'free', label).toBe(checkMotion(world, waypoints, ANYWHERE).outcome === 'free')
    if (found.outcome === 'free') {
      seen.free++
      expect(verifyCertificate(worldDocument(world), found.certificate()), label).toMatchObject({ valid: true })
      continue
    }
    if (found.outcome !== 'collision') continue
    seen.collision++
    const { segment, at, clear } = found
    expect(clear.segment, label).toBe(segment)
    expect(clear.at, label).toBeLessThanOrEqual(at)
    if (at - clear.at <= 1e-6) seen.tight++
    expect(contactBefore(scene, way, clear.segment, clear.at, 30), label).toBeUndefined()
    const reference = referenceFirstContact(world, scene, way, 1e-6, 200)
    if (reference.outcome === 'lost') continue
    seen.agreed++
    expect(reference.outcome, label).toBe('near')
    expect(segment + at, label).toBeGreaterThanOrEqual(reference.segment + reference.at)
  }
  expect(Math.min(seen.free, seen.collision)).toBeGreaterThan(8)
  expect(seen.tight).toBeGreaterThan(0.9 * seen.collision)
  expect(seen.agreed).toBeGreaterThan(3)
})

test('[never-misses] none of the motions that are made to be missed', () => {
  for (const { name, world, waypoints, options, truth, shown } of attacks()) {
    const found = firstContact(world, waypoints, { ...options, maxSteps: 200_000 })
    if (truth === 'free') expect(found.outcome, name).toBe('free')
    if (truth === 'touches') expect(found.outcome, name).not.toBe('free')
    if (truth === 'touches' && shown !== false && options?.delta === undefined) {
      expect(found.outcome, name).toBe('collision')
    }
    if (found.outcome !== 'collision') continue
    const way = polyline(world, waypoints, options?.continuous)
    const scene = new MotionScene(world)
    expect(judge(scene, way, found, { samples: 5, ...options }), name).toBeUndefined()
    expect(contactBefore(scene, way, found.clear.segment, found.clear.at, 10), name).toBeUndefined()
  }
})

test('[never-pretends] limits end it in `undecided`, with what is proved before', () => {
  const c = buildCase(randomCase(1003))
  const scene = new MotionScene(c.world)
  const way = polyline(c.world, c.waypoints)
  for (const maxSteps of [0, 1, 5, 50]) {
    const found = firstContact(c.world, c.waypoints, { ...ANYWHERE, maxSteps })
    expect(found.stats.volumeTests + found.stats.leafTests).toBeLessThanOrEqual(maxSteps)
    if (found.outcome !== 'undecided') continue
    expect(contactBefore(scene, way, found.clear.segment, found.clear.at, 30)).toBeUndefined()
  }
  expect(firstContact(c.world, c.waypoints, { ...ANYWHERE, maxMillis: 0 })).toMatchObject({
    outcome: 'undecided',
    clear: { at: 0 },
  })
})

test.each([0, -1, 1, Number.NaN, '1' as never])('[bad-input] tolerance %s is refused', (tolerance) => {
  const world = meet(onJoint('prismatic', ball), { shape: ball, at: [2, 0, 0] })
  expect(() => firstContact(world, [[-3], [3]], { tolerance })).toThrow(InvalidInputError)
  expect(() => firstContact(world, [[-3], [3]], { tolerance })).toThrow(/options\.tolerance/)
})
