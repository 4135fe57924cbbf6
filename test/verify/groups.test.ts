// Proofs by groups: what is true is accepted by both verifiers; what is cut, swapped, flipped or made up is not, unless it is a proof still.
import { describe, expect, test } from 'vitest'
import { encodeBase64 } from '../../src/base/work/encode-base64.js'
import { box, capsule, Random, Robot, World, worldDocument } from '../../src/entries/robots.js'
import type { Certificate } from '../../src/robots/motion/certificate.js'
import { checkMotionWith } from '../../src/robots/motion/check-motion.js'
import { motionSystem } from '../../src/robots/motion/motion-system.js'
import { verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { verifyCertificate } from '../../src/verify/index.js'
import { forgedGroups } from '../oracle/verify/group-forger.js'
import { rewritten, tampered } from './certificates.js'

const LINKS = 9

/** A chain of capsules of 0.4 along x, joints by turns about z and y, a branch in the middle, and a post beside it. */
function chain(): World {
  const shape = capsule({ radius: 0.05, from: [0.05, 0, 0], to: [0.35, 0, 0] })
  const names = Array.from({ length: LINKS }, (_, k) => `link${k}`)
  const robot = new Robot({
    name: 'chain',
    links: [...names, 'fin'].map((name) => ({ name, geometry: [{ shape }] })),
    joints: [
      ...names.slice(1).map((child, k) => ({
        name: `joint${k + 1}`,
        kind: 'revolute' as const,
        parent: names[k]!,
        child,
        axis: k % 2 === 0 ? [0, 0, 1] : [0, 1, 0],
        origin: { at: [0.4, 0, 0] },
      })),
      { name: 'flap', kind: 'revolute', parent: 'link4', child: 'fin', axis: [1, 0, 0], origin: { at: [0.2, 0, 0.2] } },
    ],
  })
  const obstacles = [
    { name: 'post', shape: box({ size: [0.2, 0.2, 2] }), pose: { at: [3, 1, 0] } },
    { name: 'floor', shape: box({ size: [9, 9, 0.1] }), pose: { at: [0, 0, -2] } },
  ]
  return new World({ robots: [robot], obstacles })
}

const world = chain()
const about = worldDocument(world)
const { order } = motionSystem(world.model())
const FREE = [
  [-0.1, 0.1, -0.1, 0, -0.2, 0, -0.1, 0, 0],
  [-0.3, -0.1, -0.3, 0, -0.1, 0.2, 0.2, 0.1, 0.4],
]
/** Through the post. */
const COLLIDING = [
  [0, 0, 0, 0, 0, 0, 0, 0, 0],
  [0.8, 0, 0, 0, 0, 0, 0, 0, 0],
]

function certified(clearance = 0): Certificate {
  const verdict = checkMotionWith(world, FREE, { clearance, ignoreLimits: true }, { groups: true })
  if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
  return JSON.parse(JSON.stringify(verdict.certificate()))
}

const certificate = certified()
const bytes = Uint8Array.from(Buffer.from(certificate.groups![0]!, 'base64'))

function withGroups(own: readonly number[]): Certificate {
  return tampered(certificate, (c) => {
    c.groups = [encodeBase64(Uint8Array.from(own))]
  })
}

/** Both verifiers; the fast one never accepts what the exact one rejects. */
function accepted(given: unknown): boolean {
  const fast = verifyCertificate(about, given)
  const exact = verifyCertificateExactly(about, given)
  if (fast.valid) expect(exact).toMatchObject({ valid: true })
  else expect(fast.reason.length).toBeGreaterThan(10)
  return exact.valid
}

test('the motions are what they are said to be', () => {
  expect(checkMotionWith(world, FREE, { ignoreLimits: true }, { groups: false }).outcome).toBe('free')
  expect(checkMotionWith(world, COLLIDING, { ignoreLimits: true }, { groups: false }).outcome).toBe('collision')
  expect(order.count).toBe(LINKS + 3)
  expect(order.fixed).toBe(2)
})

test('[motion-groups] what is true is accepted, with a clearance too', () => {
  expect(verifyCertificate(about, certificate)).toMatchObject({ valid: true, outcome: 'free', segments: 1 })
  expect(accepted(certificate)).toBe(true)
  expect(accepted(certified(0.02))).toBe(true)
  // Pairs one by one have no field of groups.
  const verdict = checkMotionWith(world, FREE, { ignoreLimits: true })
  if (verdict.outcome === 'free') expect('groups' in verdict.certificate()).toBe(false)
})

describe('rejected', () => {
  test('a clearance that was not proved', () => {
    const wide = tampered(certificate, (c) => {
      c.clearance = 0.5
    })
    expect(accepted(wide)).toBe(false)
  })

  test('proofs that end early, or too late', () => {
    for (let end = 0; end < bytes.length; end++)
      expect(verifyCertificate(about, withGroups([...bytes.slice(0, end)])).valid).toBe(false)
    for (let end = 0; end < bytes.length; end += 23) expect(accepted(withGroups([...bytes.slice(0, end)]))).toBe(false)
    for (const more of [0, 1, 6]) expect(accepted(withGroups([...bytes, more]))).toBe(false)
  })

  test('a list of another length, or of something else', () => {
    const values = [[], [null, null], [certificate.groups![0], null], [7], ['*'], {}, 'AA==', [[1]]]
    for (const value of values) {
      const given = tampered(certificate, (c) => {
        ;(c as { groups: unknown }).groups = value
      })
      expect(accepted(given)).toBe(false)
    }
    // Without its groups, pairs have no proofs.
    const without = tampered(certificate, (c) => {
      c.groups = [null]
    })
    expect(accepted(without)).toBe(false)
  })

  test('pairs that are left and have no proof', () => {
    // All of it left, at once.
    expect(accepted(withGroups(leaveAll()))).toBe(false)
    for (let k = 0; k < certificate.proofs[0]!.length; k++) {
      const given = tampered(certificate, (c) => {
        c.proofs[0]!.splice(k, 1)
      })
      expect(accepted(given)).toBe(false)
    }
  })

  test('bytes that mean nothing', () => {
    for (const byte of [0, 8, 16, 17, 255]) {
      expect(accepted(withGroups([byte, ...bytes.slice(1)]))).toBe(false)
    }
  })

  test('a halving without end', () => {
    expect(accepted(withGroups(new Array(5000).fill(5)))).toBe(false)
    expect(accepted(withGroups(new Array(5000).fill(3)))).toBe(false)
  })

  test('another motion, which collides, with every proof that comes to mind', () => {
    const collides = tampered(certificate, (c) => {
      c.pieces = [{ kind: 'line', from: [...COLLIDING[0]!], to: [...COLLIDING[1]!] }]
    })
    expect(accepted(collides)).toBe(false)
    const random = new Random(11)
    let wellFormed = 0
    for (let k = 0; k < 300; k++) {
      const own = forgedGroups(random, order.count, order.fixed, LINKS + 1)
      const given = tampered(collides, (c) => {
        c.groups = [encodeBase64(Uint8Array.from(own))]
      })
      const result = verifyCertificate(about, given)
      if (result.valid) throw new Error(`accepted: ${own}`)
      if (!/too early|extra bytes|means nothing/.test(result.reason)) wellFormed++
      if (k % 100 === 0) expect(verifyCertificateExactly(about, given)).toMatchObject({ valid: false })
    }
    expect(wellFormed).toBe(300)
  })
})

/** Everything is left: all blocks of the halving. */
function leaveAll(): number[] {
  const out: number[] = []
  const walk = (from: number, to: number): void => {
    if (to - from < 2 || to <= order.fixed) return
    const middle = (from + to) >> 1
    walk(from, middle)
    out.push(6)
    walk(middle, to)
  }
  walk(0, order.count)
  return out
}

test('single bytes changed: rejected, or still a proof; never a false one', () => {
  let kept = 0
  let tried = 0
  for (let at = 0; at < bytes.length; at++) {
    for (const byte of [1, 3, 6, bytes[at]! ^ 4]) {
      if (byte === bytes[at]) continue
      const given = tampered(certificate, (c) => {
        c.groups = [rewritten(c.groups![0]!, (own) => void own.splice(at, 1, byte))]
      })
      tried++
      const fast = verifyCertificate(about, given)
      if (!fast.valid && tried % 60 !== 0) continue
      // The motion is free: what is accepted says nothing false; and both must agree.
      const exact = verifyCertificateExactly(about, given)
      if (fast.valid) {
        expect(exact).toMatchObject({ valid: true })
        kept++
      }
    }
  }
  expect(tried).toBeGreaterThan(100)
  // A frame may be another one where nothing moves between the two.
  expect(kept).toBeLessThan(tried / 4)
})

test('two bytes swapped: rejected, or still a proof', () => {
  const random = new Random(3)
  for (let k = 0; k < 200; k++) {
    const [i, j] = [random.integer(bytes.length), random.integer(bytes.length)]
    if (bytes[i] === bytes[j]) continue
    const own = [...bytes]
    ;[own[i], own[j]] = [own[j]!, own[i]!]
    const fast = verifyCertificate(about, withGroups(own))
    if (fast.valid) expect(verifyCertificateExactly(about, withGroups(own))).toMatchObject({ valid: true })
  }
  expect(accepted(withGroups([...bytes].reverse()))).toBe(false)
})

describe('by hand', () => {
  /** Two balls, one on a rail along x, from 1 on; the other at the origin. */
  function rail(from: number, to: number, clearance: number): { about: unknown; proof: Certificate } {
    const robot = new Robot({
      name: 'r',
      links: [
        { name: 'base' },
        { name: 'cart', geometry: [{ shape: capsule({ radius: 0.25, from: [0, 0, 0], to: [0, 0, 0] }) }] },
      ],
      joints: [{ name: 'x', kind: 'prismatic', parent: 'base', child: 'cart', axis: [1, 0, 0] }],
    })
    const own = new World({
      robots: [robot],
      obstacles: [{ name: 'ball', shape: capsule({ radius: 0.25, from: [0, 0, 0], to: [0, 0, 0] }) }],
    })
    const verdict = checkMotionWith(own, [[4], [4]], {}, { groups: true })
    if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
    const proof = tampered(JSON.parse(JSON.stringify(verdict.certificate())), (c) => {
      c.pieces = [{ kind: 'line', from: [from], to: [to] }]
      c.clearance = clearance
      c.groups = [encodeBase64(Uint8Array.of(1))]
    })
    return { about: worldDocument(own), proof }
  }

  test('the inequality, to the last bit exactly and nearly so in doubles', () => {
    // At the middle 2 apart less 0.5; half a unit of motion: 1 is left.
    for (const [clearance, fast, exact] of [
      [0.999999, true, true],
      [1 - 2 ** -52, false, true],
      [1, false, false],
      [1 + 2 ** -52, false, false],
    ] as const) {
      const { about: own, proof } = rail(1.5, 2.5, clearance)
      expect(verifyCertificate(own, proof).valid, `${clearance}`).toBe(fast)
      expect(verifyCertificateExactly(own, proof).valid, `${clearance}`).toBe(exact)
    }
  })

  test('where the two meet between the ends', () => {
    for (const [from, to] of [
      [-1, 1],
      [-3, 1],
      [0.6, 0.4],
      [0.5, 2],
    ] as const) {
      const { about: own, proof } = rail(from, to, 0)
      expect(verifyCertificate(own, proof).valid).toBe(false)
      expect(verifyCertificateExactly(own, proof).valid).toBe(false)
    }
  })
})
