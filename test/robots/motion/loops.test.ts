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

const FAR = { name: 'far', shape: sphere({ radius: 0.1, at: [9, 9, 9] }) }

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
    const robot = touching()
    const world = new World({
      robots: [robot],
      obstacles: [FAR],
    })
    expect(checkMotion(world, [[-0.5], [0.5]], { maxMillis: 2000 }).outcome).not.toBe('free')
    expect(checkMotion(world, [[0.1], [0.5]]).outcome).toBe('free')
  })

  test('[joint-limits] own limits of what a loop sets count', () => {
    const robot = touching({ lower: -0.5, upper: 3 })
    const world = new World({
      robots: [robot],
      obstacles: [FAR],
    })
    expect([0.1, 0.5].map((x) => robot.jointValue('rocker', [x]) < -0.5)).toEqual([false, true])
    expect(checkMotion(world, [[0.1], [0.2]]).outcome).toBe('free')
    const verdict = checkMotion(world, [[0.1], [0.5]])
    expect(verdict).toMatchObject({ outcome: 'outside-limits', joint: 'touching/rocker', at: 1, limit: -0.5 })
    expect(checkMotion(world, [[0.1], [0.5]], { ignoreLimits: true }).outcome).toBe('free')
    // A loop that does not close is not a matter of limits that could be ignored.
    const short = new World({ robots: [touching(undefined, 2.5)], obstacles: [FAR] })
    const torn = checkMotion(short, [[0.1], [3.1]], { ignoreLimits: true })
    expect(torn).toMatchObject({ outcome: 'outside-limits', joint: 'touching/rocker (loop)', limit: 3.5 })
    expect(short.outsideLimits([3.1])).toEqual(['touching/rocker'])
    expect([world.outsideLimits([0.1]), world.outsideLimits([0.5])]).toEqual([[], ['touching/rocker']])
  })

  test('[loops] what cannot follow a loop says so by name', async () => {
    const robot = touching()
    const world = new World({
      robots: [robot],
      obstacles: [FAR],
    })
    const verdict = checkMotion(world, [[0.1], [0.5]])
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    expect(() => verdict.certificate()).toThrow(/no verifier checks them.*touching\/rocker/)
    // Of another world: the document is refused before anything is compared.
    const plain = checkMotion(unlooped(), [[0.1], [0.5]])
    if (plain.outcome !== 'free') throw new Error(plain.outcome)
    for (const verify of [verifyCertificate, verifyCertificateExactly]) {
      const found = verify(worldDocument(world), plain.certificate())
      expect(found).toMatchObject({ valid: false, reason: expect.stringContaining('closed loop') })
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
    for (let n = 0; n < 10; n++) {
      const { robot } = randomBars(random, n % 2 === 0)
      const found = checkLoopPair(robot, 'base', random.integer(2) === 0 ? 'coupler' : 'rocker', random)
      classes[found] = (classes[found] ?? 0) + 1
    }
    expect(classes.never).toBeGreaterThan(0)
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

function unlooped(): World {
  const { links, joints } = touching()
  const [{ name, geometry }, crank] = [links[0]!, links[1]!]
  const { axis, lower, upper } = joints[0]!
  const joint = {
    name: 'crank',
    kind: 'revolute',
    parent: name,
    child: 'crank',
    axis,
    limits: { lower, upper },
  } as const
  const robot = new Robot({
    name: 'plain',
    links: [
      { name, geometry },
      { name: 'crank', geometry: crank.geometry },
    ],
    joints: [joint],
  })
  return new World({ robots: [robot], obstacles: [FAR] })
}

/** A crank of 1, a rocker of 1 at a distance of 3, and a rod between their ends. */
function touching(limits?: { lower: number; upper: number }, length = 3): Robot {
  const z = { axis: [0, 0, 1], kind: 'revolute' } as const
  const shape = sphere({ radius: 0.01, at: [1, 0, 0] })
  return new Robot({
    name: 'touching',
    links: [{ name: 'base' }, { name: 'crank', geometry: [{ shape }] }, { name: 'rocker', geometry: [{ shape }] }],
    joints: [
      { name: 'crank', ...z, parent: 'base', child: 'crank', limits: { lower: -4, upper: 4 } },
      {
        ...{ name: 'rocker', ...z, parent: 'base', child: 'rocker', origin: { at: [3, 0, 0] }, limits },
        // With a rod of 3 all is on a line at 0, and the circles only touch.
        loop: { point: [1, 0, 0], link: 'crank', at: [1, 0, 0], length, branch: 'positive' },
      },
    ],
  })
}
