// The verifier's own reading of motions: bounds against looking and against the engine's, turns, joins; and exclusions that rest on
// where a motion goes.
import { describe, expect, test } from 'vitest'
import { box, Random, Robot, sphere, World } from '../../src/entries/robots.js'
import type { Certificate } from '../../src/robots/motion/certificate.js'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { PieceBounds } from '../../src/robots/motion/piece.js'
import { Anchor } from '../../src/verify/kinematics.js'
import { tampered } from './certificates.js'
import { type Verification, verifyCertificate } from './documents.js'
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
    const bounds = new Anchor(bodies)
    own.fill(bounds, t, h)
    const theirs = new PieceBounds(world.dof)
    piece.bounds(theirs, t, h)
    const values = [t, t - h, t - h / 2, t + h / 3, t + h].map((at) => {
      const out = new Anchor(bodies)
      own.fill(out, at, 0)
      return out.value
    })
    bodies.movers.forEach(({ variable, factor, isTurn }, m) => {
      const spread = isTurn ? 2 * Math.asin(Math.min(1, bounds.chord[m]! / 2)) : bounds.chord[m]!
      if (isTurn && bounds.chord[m]! > 1.999) return
      looked++
      const size = 1e-12 * (1 + Math.abs(values[0]![m]!))
      for (const there of values) expect(Math.abs(there[m]! - values[0]![m]!)).toBeLessThanOrEqual(spread + size)
      const f = Math.abs(factor)
      expect(spread).toBeLessThanOrEqual(theirs.spread[variable]! * f * (1 + 1e-12) + 1e-14)
      expect(bounds.s[m]!).toBeLessThanOrEqual(theirs.speed[variable]! * h * f * (1 + 1e-12) + 1e-14)
      expect(bounds.bend[m]!).toBeLessThanOrEqual(theirs.bend[variable]! * h * h * f * (1 + 1e-12) + 1e-13)
      expect(bounds.rate[m]!).toBeCloseTo(theirs.velocity[variable]! * factor * h, 10)
      // Fast at no instant, nor bent.
      const difference = (values[4]![m]! - values[1]![m]!) / (2 * h)
      expect(Math.abs(difference) * h).toBeLessThanOrEqual(bounds.s[m]! * (1 + 1e-9) + size)
      const second = (values[4]![m]! - 2 * values[0]![m]! + values[1]![m]!) / (h * h)
      expect(Math.abs(second) * h * h).toBeLessThanOrEqual(bounds.bend[m]! * (1 + 1e-9) + 4 * size)
    })
  }
  expect(looked).toBeGreaterThan(100)
})

test('a variable is within limits that hold all its values, and not within narrower ones', () => {
  const random = new Random(6)
  for (let k = 0; k < 40; k++) {
    const world = randomWorld(random)
    const piece = randomPiece(world, random)
    const { own } = verifierOf(world, piece)
    const quaternions = piece.turns.flatMap(({ variable: v }) => [v, v + 1, v + 2, v + 3])
    const at = Array.from({ length: 401 }, (_, i) => {
      const q = new Float64Array(world.dof)
      piece.at(q, i / 400)
      return q
    })
    for (let v = 0; v < world.dof; v++) {
      if (quaternions.includes(v)) continue
      const values = at.map((q) => q[v]!)
      const [low, high] = [Math.min(...values), Math.max(...values)]
      // Between two samples, a quintic of this size does not go farther than this beyond them.
      const room = 1e-3 * (1 + Math.abs(low) + Math.abs(high))
      const variable = (lower: number, upper: number) => ({ name: 'v', lower, upper })
      expect(own.staysWithin(v, variable(low - room, high + room), 0)).toBe(true)
      expect(own.staysWithin(v, variable(low, high), room)).toBe(true)
      if (high - low < 1e-6) continue
      expect(own.staysWithin(v, variable(low + (high - low) / 1e3, high), 0)).toBe(false)
      expect(own.staysWithin(v, variable(low, high - (high - low) / 1e3), 0)).toBe(false)
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
    ['twice', (piece) => piece.turns.push({ ...piece.turns[0]! }), /no floating joint, or to one that has two/],
    ['of no joint', (piece) => (piece.turns[0]!.variable = 2), /not said how|no floating joint/],
    ['beyond the variables', (piece) => (piece.turns[0]!.variable = 4), /not said how/],
    ['the other way', (piece) => (piece.turns[0]!.axis = piece.turns[0]!.axis.map((x) => -x)), /does not turn to/],
    ['by another angle', (piece) => (piece.turns[0]!.angle += 1e-5), /does not turn to/],
    ['by less than nothing', (piece) => (piece.turns[0]!.angle *= -1), /too small/],
    ['about a long axis', (piece) => (piece.turns[0]!.axis = [0, 0, 2]), /unit length/],
    ['from no rotation', (piece) => (piece.from[6] = 2), /unit length/],
    ['from another rotation', (_, second) => second.from.splice(3, 4, 0, 0, 0, 1), /does not turn to|begin where/],
  ])('rejected: %s', (_, change, reason) => {
    expect(judge(change)).toMatch(reason)
  })

  test('a quaternion and its negative are the same end, and pieces join by their numbers', () => {
    const negative = (q: number[]): number[] => q.map((x, i) => (i >= 3 ? -x : x))
    expect(
      judge((piece, second) => {
        piece.to = negative(piece.to)
        second.from = negative(second.from)
      }),
    ).toBe('valid')
    expect(judge((piece) => (piece.to = negative(piece.to)))).toMatch(/begin where/)
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
    expect(certificate.proofs).toEqual([[]])
    expect(reasonOf(verifyCertificate(world, certificate))).toBe('valid')
  })

  test('are not where it leaves them, though it be free', () => {
    const way = [
      [0, 2],
      [1.6, 2],
    ]
    const beyond = certificateOf(world, way, { ignoreLimits: true })
    expect(beyond.proofs[0]).toHaveLength(1)
    expect(reasonOf(verifyCertificate(world, beyond))).toBe('valid')
    const moved = tampered(certificate, (c) => {
      c.pieces = beyond.pieces as never
      c.ignoreLimits = true
    })
    expect(reasonOf(verifyCertificate(world, moved))).toMatch(/no proof for this pair/)
  })

  test('are not where the caller asks for a clearance that the spheres do not have', () => {
    const near = certificateOf(
      world,
      [
        [0, 2],
        [1, 2],
      ],
      { clearance: 0.8 },
    )
    expect(near.proofs[0]).toHaveLength(1)
    expect(reasonOf(verifyCertificate(world, near))).toBe('valid')
    const asked = tampered(certificate, (c) => {
      c.clearance = 0.8
    })
    expect(reasonOf(verifyCertificate(world, asked))).toMatch(/no proof for this pair/)
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
    expect(outside.proofs).toEqual([[]])
    expect(reasonOf(verifyCertificate(above, outside))).toBe('valid')
  })
})
