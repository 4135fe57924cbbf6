// Motions of robots with closed loops: proofs beside dense samples, loops that do not close, limits of what loops set, and what refuses them.
import { describe, expect, test } from 'vitest'
import {
  allowedPairs,
  checkMotion,
  InvalidInputError,
  inverseKinematics,
  plan,
  Random,
  Robot,
  smooth,
  sphere,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { classifyPair } from '../../../src/robots/allow/classify-pair.js'
import { verifyCertificateExactly } from '../../../src/verify/exact/index.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { checkLoopMotion, checkLoopPair, randomBars } from '../../oracle/robots/loops.js'

describe('motions through closed loops', () => {
  test('[loops] [motion-free] free is free at every sample, and a loop that opens is outside the limits', () => {
    const random = new Random(7)
    const outcomes: Record<string, number> = {}
    for (let n = 0; n < 60; n++) {
      const outcome = checkLoopMotion(randomBars(random, n % 2 === 0).robot, random)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    expect(outcomes.free).toBeGreaterThan(8)
    expect(outcomes.collision).toBeGreaterThan(3)
    expect(outcomes['outside-limits']).toBeGreaterThan(8)
  })

  test('[loops] a motion that passes a position where the circles only touch is never free', () => {
    // The rod is as long as the crank's tip is far at 0: it closes on both sides, on one branch each.
    const robot = touching()
    const world = new World({
      robots: [robot],
      obstacles: [{ name: 'far', shape: sphere({ radius: 0.1, at: [9, 9, 9] }) }],
    })
    expect(checkMotion(world, [[-0.5], [0.5]], { maxMillis: 2000 }).outcome).not.toBe('free')
    expect(checkMotion(world, [[0.1], [0.5]]).outcome).toBe('free')
  })

  test('[joint-limits] own limits of what a loop sets count', () => {
    const robot = touching({ lower: -0.5, upper: 3 })
    const world = new World({
      robots: [robot],
      obstacles: [{ name: 'far', shape: sphere({ radius: 0.1, at: [9, 9, 9] }) }],
    })
    expect([0.1, 0.5].map((x) => robot.jointValue('rocker', [x]) < -0.5)).toEqual([false, true])
    expect(checkMotion(world, [[0.1], [0.2]]).outcome).toBe('free')
    const verdict = checkMotion(world, [[0.1], [0.5]])
    expect(verdict).toMatchObject({ outcome: 'outside-limits', joint: 'touching/rocker', at: 1, limit: -0.5 })
    expect(checkMotion(world, [[0.1], [0.5]], { ignoreLimits: true }).outcome).toBe('free')
    // A loop that does not close is not a matter of limits that could be ignored.
    const torn = checkMotion(world, [[0.1], [3.1]], { ignoreLimits: true })
    expect(torn).toMatchObject({ outcome: 'outside-limits', joint: 'touching/rocker (loop)' })
    expect([world.outsideLimits([0.1]), world.outsideLimits([0.5])]).toEqual([[], ['touching/rocker']])
  })

  test('[loops] what cannot follow a loop says so by name', async () => {
    const robot = touching()
    const world = new World({
      robots: [robot],
      obstacles: [{ name: 'far', shape: sphere({ radius: 0.1, at: [9, 9, 9] }) }],
    })
    const verdict = checkMotion(world, [[0.1], [0.5]])
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    expect(() => verdict.certificate()).toThrow(/no verifier checks them.*touching\/rocker/)
    for (const verify of [verifyCertificate, verifyCertificateExactly]) {
      expect(verify(worldDocument(world), {})).toMatchObject({
        valid: false,
        reason: expect.stringContaining('closed loop'),
      })
    }
    expect(() => world.collides([Math.PI])).toThrow(/such that the loop of rocker closes/)
    expect(() => plan(world, [0.1], [0.5])).toThrow(/it drives the closed loop of touching\/rocker/)
    expect(() => smooth(world, [[0.1], [0.5]])).toThrow(/it drives the closed loop/)
    expect(() =>
      inverseKinematics(world, { link: 'touching/rocker', pose: { at: [0, 1, 0] } }, { start: [0.1] }),
    ).toThrow(InvalidInputError)
    await expect(allowedPairs(robot, { certificates: true })).rejects.toThrow(
      /no verifier checks joints that closed loops set/,
    )
    const result = await allowedPairs(robot)
    expect(() => new World({ robots: [robot], trustedProofs: [result] })).toThrow(/no closed loop sets a joint/)
  })
})

describe('pairs of links through closed loops', () => {
  test('[loops] never is never at any sample within the limits', () => {
    const random = new Random(9)
    const classes: Record<string, number> = {}
    for (let n = 0; n < 16; n++) {
      const { robot } = randomBars(random, n % 2 === 0)
      const found = checkLoopPair(robot, 'base', random.integer(2) === 0 ? 'coupler' : 'rocker', random)
      classes[found] = (classes[found] ?? 0) + 1
    }
    expect(classes.never).toBeGreaterThan(1)
  })

  test('a witness closes all loops', () => {
    const random = new Random(11)
    let witnesses = 0
    for (let n = 0; n < 12; n++) {
      const { robot } = randomBars(random, true)
      const { witness } = classifyPair(robot, 'crank', 'rocker', { samples: 60, descents: 2, maxCells: 500 })
      if (witness === undefined) continue
      witnesses++
      expect(() => robot.linkPoses(witness)).not.toThrow()
    }
    expect(witnesses).toBeGreaterThan(0)
  })
})

/** A crank of 1, a rocker of 1 at a distance of 3, and a rod of 1: closed where the crank's tip is near the rocker. */
function touching(limits?: { lower: number; upper: number }): Robot {
  const z = { axis: [0, 0, 1], kind: 'revolute' } as const
  const shape = sphere({ radius: 0.01, at: [1, 0, 0] })
  return new Robot({
    name: 'touching',
    links: [{ name: 'base' }, { name: 'crank', geometry: [{ shape }] }, { name: 'rocker', geometry: [{ shape }] }],
    joints: [
      { name: 'crank', ...z, parent: 'base', child: 'crank', limits: { lower: -4, upper: 4 } },
      {
        ...{ name: 'rocker', ...z, parent: 'base', child: 'rocker', origin: { at: [3, 0, 0] }, limits },
        // At 0 the tips are 2 apart, on the line: they are nearest to each other there.
        loop: { point: [1, 0, 0], link: 'crank', at: [1, 0, 0], length: 3, branch: 'positive' },
      },
    ],
  })
}
