// The verifier's own reading of motions: bounds against looking and against the engine's, turns, joins; and exclusions that rest on
// where a motion goes.
import { describe, expect, test } from 'vitest'
import { box, Random, Robot, sphere, World } from '../../src/index.js'
import type { Certificate } from '../../src/motion/certificate.js'
import { checkMotion } from '../../src/motion/check-motion.js'
import { PieceBounds } from '../../src/motion/piece.js'
import { MoverBounds } from '../../src/verify/pieces.js'
import { type Verification, verifyCertificate } from '../../src/verify/verify-certificate.js'
import { tampered } from './certificates.js'
import { randomPiece, randomWorld, verifierOf } from './leaf-cases.js'

function reasonOf(result: Verification): string {
  return result.valid ? 'valid' : result.reason
}

test('bounds of movers hold where it is looked, and are no wider than the engine has them', () => {
  const random = new Random(5)
  let looked = 0
  for (let k = 0; k < 60; k++) {
    const world = randomWorld(random)
    const piece = randomPiece(world, random)
    const { bodies, own } = verifierOf(world, piece)
    const level = random.integer(6)
    const [t, h] = [(2 * random.integer(2 ** level) + 1) * 2 ** -(level + 1), 2 ** -(level + 1)]
    const bounds = new MoverBounds(bodies.movers.length)
    own.bounds(bounds, t, h)
    const theirs = new PieceBounds(world.dof)
    piece.bounds(theirs, t, h)
    const values = [t, t - h, t - h / 2, t + h / 3, t + h].map((at) => {
      const out = new Float64Array(bodies.movers.length)
      own.values(out, at)
      return out
    })
    bodies.movers.forEach(({ variable, factor }, m) => {
      looked++
      const size = 1e-12 * (1 + Math.abs(values[0]![m]!))
      for (const there of values)
        expect(Math.abs(there[m]! - values[0]![m]!)).toBeLessThanOrEqual(bounds.spread[m]! + size)
      const f = Math.abs(factor)
      expect(bounds.spread[m]!).toBeLessThanOrEqual(theirs.spread[variable]! * f * (1 + 1e-12) + 1e-14)
      expect(bounds.speed[m]!).toBeLessThanOrEqual(theirs.speed[variable]! * f * (1 + 1e-12) + 1e-14)
      expect(bounds.bend[m]!).toBeLessThanOrEqual(theirs.bend[variable]! * f * (1 + 1e-12) + 1e-13)
      expect(bounds.velocity[m]!).toBeCloseTo(theirs.velocity[variable]! * factor, 10)
      // Fast at no instant, nor bent.
      const difference = (values[4]![m]! - values[1]![m]!) / (2 * h)
      expect(Math.abs(difference)).toBeLessThanOrEqual(bounds.speed[m]! * (1 + 1e-9) + size / h)
      const second = (values[4]![m]! - 2 * values[0]![m]! + values[1]![m]!) / (h * h)
      expect(Math.abs(second)).toBeLessThanOrEqual(bounds.bend[m]! * (1 + 1e-9) + (4 * size) / (h * h))
    })
  }
  expect(looked).toBeGreaterThan(100)
})

test('ranges hold all values of a mover', () => {
  const random = new Random(6)
  for (let k = 0; k < 40; k++) {
    const world = randomWorld(random)
    const { bodies, own } = verifierOf(world, randomPiece(world, random))
    const out = new Float64Array(bodies.movers.length)
    for (let m = 0; m < out.length; m++) {
      const { low, high } = own.range(m)
      for (let i = 0; i <= 50; i++) {
        own.values(out, i / 50)
        expect(out[m]!).toBeGreaterThanOrEqual(low)
        expect(out[m]!).toBeLessThanOrEqual(high)
      }
    }
  }
})

/** A ball that flies past a block. */
function flyer(): World {
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'body', geometry: [{ shape: box({ size: [0.4, 0.1, 0.1] }) }] }],
    joints: [{ name: 'free', kind: 'floating', parent: 'base', child: 'body' }],
  })
  return new World({
    robots: [robot],
    obstacles: [{ name: 'ball', shape: sphere({ radius: 0.2 }), pose: { at: [0, 0.8, 0] } }],
  })
}

const HALF = Math.SQRT1_2
const FLIGHT = [
  [-1, 0, 0, 0, 0, 0, 1],
  [0, 0, 0, 0, 0, HALF, HALF],
  [1, 0, 0, 1, 0, 0, 0],
]

function certificateOf(world: World, waypoints: number[][], options = {}): Certificate {
  const verdict = checkMotion(world, waypoints, options)
  if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
  return verdict.certificate()
}

describe('turns', () => {
  const world = flyer()
  const certificate = certificateOf(world, FLIGHT)
  type Turning = { turns: { variable: number; axis: number[]; angle: number }[]; from: number[]; to: number[] }
  const judge = (change: (piece: Turning, second: Turning) => void): string =>
    reasonOf(
      verifyCertificate(
        world,
        tampered(certificate, (c) => {
          change(c.pieces[0] as unknown as Turning, c.pieces[1] as unknown as Turning)
        }),
      ),
    )

  test('verify', () => {
    expect(judge(() => {})).toBe('valid')
  })

  test.each<[string, (piece: Turning, second: Turning) => void, RegExp]>([
    ['left out', (piece) => (piece.turns = []), /not said how/],
    ['twice', (piece) => piece.turns.push({ ...piece.turns[0]! }), /two ways at once/],
    ['of no joint', (piece) => (piece.turns[0]!.variable = 2), /not said how|no floating joint/],
    ['beyond the variables', (piece) => (piece.turns[0]!.variable = 4), /no variable/],
    ['the other way', (piece) => (piece.turns[0]!.axis = piece.turns[0]!.axis.map((x) => -x)), /does not turn to/],
    ['by another angle', (piece) => (piece.turns[0]!.angle += 1e-6), /does not turn to/],
    ['by less than nothing', (piece) => (piece.turns[0]!.angle *= -1), /below zero/],
    ['about a long axis', (piece) => (piece.turns[0]!.axis = [0, 0, 2]), /unit length/],
    ['from no rotation', (piece) => (piece.from[6] = 2), /unit length/],
    ['from another rotation', (_, second) => second.from.splice(3, 4, 0, 0, 0, 1), /does not turn to|begin where/],
  ])('rejected: %s', (_, change, reason) => {
    expect(judge(change)).toMatch(reason)
  })

  test('a quaternion and its negative are the same end', () => {
    expect(
      judge((piece) => {
        piece.to = piece.to.map((x, i) => (i >= 3 ? -x : x))
      }),
    ).toBe('valid')
  })
})

describe('pairs that never meet', () => {
  const arm = (): World => {
    const robot = new Robot({
      name: 'r',
      links: [
        { name: 'base' },
        { name: 'car' },
        { name: 'arm', geometry: [{ shape: box({ size: [0.2, 0.2, 0.2] }), pose: { at: [0.3, 0, 0] } }] },
      ],
      joints: [
        { name: 'x', kind: 'prismatic', parent: 'base', child: 'car', axis: [1, 0, 0], limits: { lower: 0, upper: 1 } },
        { name: 'turn', kind: 'revolute', parent: 'car', child: 'arm', axis: [0, 0, 1] },
      ],
    })
    return new World({
      robots: [robot],
      obstacles: [{ name: 'far', shape: sphere({ radius: 0.1 }), pose: { at: [2, 0, 0] } }],
    })
  }
  const world = arm()
  const certificate = certificateOf(world, [
    [0, 0],
    [1, 0.5],
  ])

  test('are left out where the motion stays within the limits', () => {
    expect(certificate.excluded).toMatchObject([{ a: 'r/arm', b: 'far', status: 'never' }])
    expect(reasonOf(verifyCertificate(world, certificate))).toBe('valid')
  })

  test('are not where it leaves them, though it be free', () => {
    const way = [
      [0, 2],
      [1.6, 2],
    ]
    const beyond = certificateOf(world, way, { ignoreLimits: true })
    expect(beyond.excluded).toEqual([])
    expect(reasonOf(verifyCertificate(world, beyond))).toBe('valid')
    const moved = tampered(certificate, (c) => {
      c.pieces = beyond.pieces as never
    })
    expect(reasonOf(verifyCertificate(world, moved))).toMatch(/never meet, but/)
  })

  test('are not where somebody asks for a clearance that the spheres do not have', () => {
    const near = certificateOf(
      world,
      [
        [0, 2],
        [1, 2],
      ],
      { clearance: 0.8 },
    )
    expect(near.excluded).toEqual([])
    expect(reasonOf(verifyCertificate(world, near))).toBe('valid')
    const asked = tampered(certificate, (c) => {
      c.clearance = 0.8
    })
    expect(reasonOf(verifyCertificate(world, asked))).toMatch(/never meet, but/)
  })

  test('are so by the joint’s limits, where the way of the motion alone gives a larger sphere', () => {
    const robot = new Robot({
      name: 'r',
      links: [{ name: 'base' }, { name: 'arm' }, { name: 'tool', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
      joints: [
        { name: 'turn', kind: 'revolute', parent: 'base', child: 'arm', axis: [0, 0, 1] },
        {
          name: 'out',
          kind: 'prismatic',
          parent: 'arm',
          child: 'tool',
          axis: [1, 0, 1],
          limits: { lower: -1, upper: 1 },
        },
      ],
    })
    const above = new World({
      robots: [robot],
      obstacles: [{ name: 'above', shape: sphere({ radius: 0.1 }), pose: { at: [0, 0, 1.3] } }],
    })
    const outside = certificateOf(above, [
      [0, 0.9],
      [1, 1],
    ])
    expect(outside.excluded).toMatchObject([{ status: 'never' }])
    expect(reasonOf(verifyCertificate(above, outside))).toBe('valid')
  })
})
