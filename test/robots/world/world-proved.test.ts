// Pairs that were proved never to touch, in a world: passed over within the limits of their joints, looked at again outside of them;
// in motions, in their certificates, and by the verifier.
import { describe, expect, test } from 'vitest'
import {
  allowedPairs,
  box,
  checkMotion,
  InvalidInputError,
  lineMotion,
  type ProvedPairs,
  Random,
  Robot,
  robotHash,
  splineMotion,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import { digestOf } from '../../../src/robots/motion/certificate.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { knownArm } from '../allow/robots.js'

/** An arm that turns about z, away from a block on its own base unless it is turned by half a turn; and a block beside. */
function turner(name = 'turner', upper = 1): Robot {
  return new Robot({
    name,
    links: [
      { name: 'base', geometry: [{ shape: box({ size: [0.1, 0.1, 0.1], at: [0.5, 0, 0] }) }] },
      { name: 'arm', geometry: [{ shape: box({ size: [0.6, 0.05, 0.05], at: [-0.35, 0, 0] }) }] },
    ],
    joints: [
      { name: 'turn', kind: 'revolute', parent: 'base', child: 'arm', axis: [0, 0, 1], limits: { lower: -1, upper } },
    ],
  })
}

function provedOf(robot: Robot): ProvedPairs {
  return { hash: robotHash(robot), pairs: [{ a: 'base', b: 'arm', class: 'never' }] }
}

function worldOf(robot: Robot, proved: readonly ProvedPairs[] = [provedOf(robot)]): World {
  return new World({ robots: [robot], adjacent: 'checked', trustedProofs: proved })
}

describe('World.trustProofs', () => {
  test('[allow-world] a proved pair is never tested within the limits, and tested outside of them', () => {
    const robot = turner()
    const plain = worldOf(robot, [])
    expect(plain.pairs()[0]!.status).toBe('checked')
    const world = worldOf(robot)
    expect(world.pairs()).toEqual([
      { a: 'turner/base', b: 'turner/arm', status: 'never', reason: expect.stringMatching(/^proved: /) },
    ])
    for (const q of [-1, -0.3, 0, 1]) {
      expect(world.collides([q])).toBe(false)
      expect(world.stats.pairTests).toBe(0)
    }
    expect(world.collides([Math.PI])).toBe(true)
    expect(world.collisions([Math.PI])).toHaveLength(1)
    // Distances count it.
    expect(world.distance([0]).distance).toBeCloseTo(plain.distance([0]).distance, 12)
  })

  test('a result is refused for another robot, whatever is different', () => {
    const robot = turner()
    const world = worldOf(robot, [])
    for (const other of [
      turner('turner', 1.1),
      new Robot({ ...input(robot), links: [{ name: 'base' }, { name: 'arm' }] }),
    ]) {
      expect(() => world.trustProofs(provedOf(other))).toThrow(InvalidInputError)
    }
    expect(() => world.trustProofs(null as never)).toThrow(/result must be a result of allowedPairs/)
    for (const pair of [null, 7, {}]) {
      expect(() => world.trustProofs({ ...provedOf(robot), pairs: [pair] as never })).toThrow(
        /result\.pairs\[0\] must be a pair/,
      )
    }
    expect(world.pairs()[0]!.status).toBe('checked')
    // Its name does not matter: a scene may call it anything.
    expect(world.trustProofs(provedOf(turner('other')))).toBe(1)
    expect(world.pairs()[0]!.status).toBe('never')
  })

  test('what is allowed stays allowed; check() looks again', () => {
    const robot = turner()
    const world = new World({ robots: [robot], trustedProofs: [provedOf(robot)] })
    expect(world.pairs()[0]!.status).toBe('allowed')
    const checked = worldOf(robot)
    checked.disallow('base', 'arm')
    expect(checked.pairs()[0]!.status).toBe('checked')
    const verdict = checkMotion(checked, lineMotion(checked, [[-1], [1]]))
    expect(verdict.stats.volumeTests).toBeGreaterThan(0)
  })

  test('two robots that are the same are both proved; the variables of each count for its own', () => {
    const robot = turner()
    const world = new World({
      robots: [
        { robot, name: 'one' },
        { robot, name: 'two', base: { at: [0, 0, 5] } },
      ],
      adjacent: 'checked',
      trustedProofs: [provedOf(robot)],
    })
    expect(world.pairs().filter(({ reason }) => reason.startsWith('proved'))).toHaveLength(2)
    expect(world.collides([0, 0])).toBe(false)
    expect(world.collides([0, Math.PI])).toBe(true)
    expect(world.collides([Math.PI, 0])).toBe(true)
  })
})

test('[never-misses] random configurations, within the limits and beyond: the same collisions with proofs and without', async () => {
  const robot = knownArm()
  const result = await allowedPairs(robot, { samples: 200, descents: 5 })
  const plain = new World({ robots: [robot], adjacent: 'checked' })
  const told = new World({ robots: [robot], adjacent: 'checked', trustedProofs: [result] })
  expect(told.pairs().filter(({ reason }) => reason.startsWith('proved')).length).toBeGreaterThan(0)
  const random = new Random(17)
  let outside = 0
  for (let n = 0; n < 500; n++) {
    const q = [random.range(-4, 4), random.range(-4, 4), random.range(-10, 10)]
    if (told.outsideLimits(q).length > 0) outside++
    expect(told.collides(q), JSON.stringify(q)).toBe(plain.collides(q))
    const [ours, theirs] = [told, plain].map((world) => world.collisions(q).map(({ a, b }) => `${a} ${b}`))
    expect(ours, JSON.stringify(q)).toEqual(theirs)
  }
  expect(outside).toBeGreaterThan(100)
})

describe('motions over proved pairs', () => {
  test('[never-misses] free within the limits, ends included, without a test; the certificate says why, and holds', () => {
    const world = worldOf(turner())
    const verdict = checkMotion(world, lineMotion(world, [[-1], [1]]))
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    expect(verdict.stats.volumeTests).toBe(0)
    const certificate = verdict.certificate()
    expect(certificate.proofs).toEqual([[]])
    const text = JSON.parse(JSON.stringify(certificate)) as unknown
    expect(verifyCertificate(worldDocument(world), text)).toMatchObject({ valid: true, premises: 1 })
    // Somebody who was not told so does not believe it.
    expect(verifyCertificate(worldDocument(worldOf(turner(), [])), text)).toMatchObject({ valid: false })
  })

  test('[never-misses] a motion that leaves the limits is checked, and its certificate proves the pair', () => {
    const world = worldOf(turner())
    const anywhere = { ignoreLimits: true }
    expect(checkMotion(world, lineMotion(world, [[0], [Math.PI]]), anywhere).outcome).toBe('collision')
    const verdict = checkMotion(world, lineMotion(world, [[0], [1.2]]), anywhere)
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    expect(verdict.stats.volumeTests).toBeGreaterThan(0)
    const certificate = verdict.certificate()
    expect(certificate.proofs[0]).toHaveLength(1)
    expect(verifyCertificate(worldDocument(world), certificate)).toMatchObject({ valid: true })
  })

  test('a certificate that leaves out a proved pair outside of its limits, or with a clearance, is rejected', () => {
    const world = worldOf(turner())
    const outside = checkMotion(worldOf(turner('turner', 1)), lineMotion(world, [[0], [1]]))
    if (outside.outcome !== 'free') throw new Error(outside.outcome)
    // Limits are part of a world's hash; and where it is made to fit, they are looked at.
    const narrow = worldDocument(worldOf(turner('turner', 0.9)))
    const certificate = outside.certificate()
    expect(verifyCertificate(narrow, certificate)).toMatchObject({ reason: expect.stringMatching(/hashes differ/) })
    const { digest: _, ...rest } = { ...certificate, world: narrow.hash, ignoreLimits: true }
    expect(verifyCertificate(narrow, { ...rest, digest: digestOf(rest) })).toMatchObject({
      valid: false,
      reason: expect.stringMatching(/no proof for this pair/),
    })
    const near = checkMotion(world, lineMotion(world, [[0], [1]]), { clearance: 0.01 })
    if (near.outcome !== 'free') throw new Error(near.outcome)
    expect(near.certificate().proofs[0]).toHaveLength(1)
  })

  test('splines: within the limits the pair is passed over, and the certificate holds', () => {
    const world = worldOf(turner())
    const verdict = checkMotion(world, splineMotion(world, [[-0.9], [0.2], [0.9]]))
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    expect(verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(verdict.certificate())))).toMatchObject({
      valid: true,
      premises: 1,
    })
  })
})

function input(robot: Robot): ConstructorParameters<typeof Robot>[0] {
  const { name } = robot
  return {
    name,
    links: [],
    joints: [
      {
        name: 'turn',
        kind: 'revolute',
        parent: 'base',
        child: 'arm',
        axis: [0, 0, 1],
        limits: { lower: -1, upper: 1 },
      },
    ],
  }
}
