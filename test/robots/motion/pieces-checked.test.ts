// Motions of every builder through the checker: what is called free survives a close look, what is called a collision is one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { box, capsule, Random, Robot, World } from '../../../src/entries/robots.js'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { freeBody } from '../../../src/robots/motion/free-body.js'
import type { Motion } from '../../../src/robots/motion/piece.js'
import { curveMotion, lineMotion, splineMotion, trajectoryMotion } from '../../../src/robots/motion/splines.js'
import { together } from '../../../src/robots/motion/together.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { quaternion } from '../../oracle/robots/pieces-cases.js'

/** Every kind of joint that moves, a mimic joint among them. */
function arm(name: string): Robot {
  const geometry = [{ shape: capsule({ radius: 0.05, from: [0, 0, 0], to: [0.4, 0, 0] }) }]
  const origin = { at: [0.45, 0, 0] }
  return new Robot({
    name,
    links: ['base', 'upper', 'rod', 'lower', 'tip'].map((link) => ({ name: link, geometry })),
    joints: [
      { name: 'spin', kind: 'continuous', axis: [0, 0, 1], parent: 'base', child: 'upper', origin },
      {
        name: 'reach',
        kind: 'prismatic',
        axis: [1, 0, 0],
        parent: 'upper',
        child: 'rod',
        origin,
        limits: { lower: 0, upper: 0.3 },
      },
      { name: 'bend', kind: 'revolute', axis: [0, 1, 0], parent: 'rod', child: 'lower', origin },
      {
        name: 'curl',
        kind: 'revolute',
        axis: [0, 1, 0],
        parent: 'lower',
        child: 'tip',
        origin,
        mimic: { joint: 'bend', multiplier: -0.5, offset: 0.2 },
      },
    ],
  })
}

const brick = freeBody({ name: 'brick', shape: box({ size: [0.4, 0.2, 0.1] }) })
const world = new World({
  robots: [arm('left'), { robot: arm('right'), base: { at: [3.9, 0, 0], rotation: [0, 0, 1, 0] } }, brick],
  obstacles: [{ name: 'plate', shape: box({ size: [0.002, 0.3, 0.3] }), pose: { at: [1.9, 0.7, 0] } }],
})

function armAt(random: Random): number[] {
  return [random.range(-1, 1), random.range(0, 0.3), random.range(-1, 1)]
}

function brickAt(random: Random): number[] {
  return [random.range(1, 3), random.range(-1.8, -0.8), random.range(-1, 1), ...quaternion(random)]
}

function waypoint(random: Random): number[] {
  return [...armAt(random), ...armAt(random), ...brickAt(random)]
}

const BUILDERS: Record<string, (random: Random) => Motion> = {
  line: (random) => lineMotion(world, [waypoint(random), waypoint(random)]),
  cubic: (random) => splineMotion(world, [waypoint(random), waypoint(random), waypoint(random)]),
  quintic: (random) => splineMotion(world, [waypoint(random), waypoint(random)], { degree: 5, times: [0, 2] }),
  trajectory: (random) =>
    trajectoryMotion(world, {
      points: [0, 1, 3].map((time) => ({
        time,
        positions: waypoint(random),
        velocities: waypoint(random).map((v) => v / 4),
      })),
    }),
  together: (random) =>
    together(world, {
      left: { waypoints: [armAt(random), armAt(random)], times: [0, 2] },
      right: { waypoints: [armAt(random), armAt(random), armAt(random)], times: [1, 2, 3], degree: 3 },
      brick: { waypoints: [brickAt(random), brickAt(random)], times: [0.5, 2.5] },
    }),
  curve: (random) => {
    const [middle, size] = [waypoint(random), waypoint(random)]
    const rate = random.range(0.5, 2)
    const sizes = size.map((x, i) => (i < 9 ? Math.abs(x) / 4 : 0))
    return curveMotion(world, {
      over: [0, 1.5],
      at: (s) => middle.map((x, i) => x + (i < 9 ? sizes[i]! * Math.sin(rate * s + i) : 0)),
      speeds: () => sizes.map((x) => x * rate),
      bends: () => sizes.map((x) => x * rate * rate),
      velocity: (s) => sizes.map((x, i) => x * rate * Math.cos(rate * s + i)),
    })
  },
}

test.each(Object.keys(BUILDERS))('[motion-free] %s: free is free, and a collision is one', (name) => {
  const outcomes: Record<string, number> = {}
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const motion = BUILDERS[name]!(new Random(seed))
      const verdict = checkMotion(world, motion, { delta: 1e-4 })
      outcomes[verdict.outcome] = (outcomes[verdict.outcome] ?? 0) + 1
      if (verdict.outcome === 'collision') expect(world.collides(verdict.configuration)).toBe(true)
      if (verdict.outcome !== 'free') return
      // Nobody can make a caller's curve again.
      if (name !== 'curve')
        expect(verifyCertificate(worldDocument(world), verdict.certificate())).toMatchObject({ valid: true })
      const q = world.neutral()
      for (const piece of motion.pieces) {
        for (let k = 0; k <= 50; k++) {
          piece.at(q, k / 50)
          if (world.collides(q)) throw new Error(`free, but not at ${k / 50}: ${Array.from(q)}`)
        }
      }
    }),
    { seed: 1, numRuns: 25 },
  )
  expect(outcomes.free).toBeGreaterThan(2)
  expect(outcomes.collision).toBeGreaterThan(2)
})
