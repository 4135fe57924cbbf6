// Proofs of pairs changed at random: the verifier never breaks, what it accepts is so, and what is not so it never accepts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { box, Random, Robot, sphere, World } from '../../src/entries/robots.js'
import { documentOf, HALF_TURN, plane, proofBytes } from './allow-cases.js'
import { GATE_PAIRS, gate, opsOf, prove, rewritten, setDouble } from './allow-proofs.js'
import { verifyAllowedPairs } from './documents.js'

const robot = gate()
const PROOFS = GATE_PAIRS.map(([a, b]) => ({ a, b, bytes: prove(robot, a, b) }))

const EDITS = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    byte: fc.oneof(fc.nat(255), fc.constantFrom(1, 2, 3, 4, 5, 6, 16, 17, 18)),
    how: fc.constantFrom('set', 'insert', 'drop', 'flip'),
  }),
  { minLength: 1, maxLength: 4 },
)

function edited(bytes: Uint8Array, edits: readonly { at: number; byte: number; how: string }[]): Uint8Array {
  return rewritten(bytes, (list) => {
    for (const { at, byte, how } of edits) {
      const i = Math.min(list.length - 1, Math.floor(at * list.length))
      if (how === 'set') list[i] = byte
      else if (how === 'flip') list[i]! ^= 1 << (byte % 8)
      else if (how === 'drop') list.splice(i, 1)
      else list.splice(i, 0, byte)
    }
  })
}

test('bytes changed: accepted or rejected with a reason, and nothing else', () => {
  let accepted = 0
  let runs = 0
  fc.assert(
    fc.property(fc.nat(PROOFS.length - 1), EDITS, (which, edits) => {
      const { a, b, bytes } = PROOFS[which]!
      const proof = edited(bytes, edits)
      const result = verifyAllowedPairs(robot, documentOf(robot, [{ a, b, class: 'never', proof }]))
      runs++
      if (!result.valid) {
        expect(result.reason.length).toBeGreaterThan(10)
        return
      }
      // A direction that is a little off may part them as well. What is proved is below what is found.
      accepted++
      expect(result.proved[0]!.clearance).toBeLessThanOrEqual(nearest(robot, a, b))
    }),
    { seed: 1, numRuns: 120 },
  )
  expect(accepted).toBeLessThan(0.6 * runs)
})

const NEAREST = new Map<string, number>()

function nearest(about: Robot, a: string, b: string): number {
  const key = `${a} ${b}`
  let found = NEAREST.get(key)
  if (found === undefined) {
    const world = new World({ robots: [about], adjacent: 'checked' })
    const random = new Random(3)
    found = Infinity
    for (let i = 0; i < 40; i++) {
      const q = Float64Array.from(about.lower, (lower, v) =>
        Number.isFinite(lower) ? random.range(lower, about.upper[v]!) : random.range(-4, 4),
      )
      const pair = world.distances(q).find((one) => one.a.endsWith(`/${a}`) && one.b.endsWith(`/${b}`))!
      found = Math.min(found, pair.distance)
    }
    NEAREST.set(key, found)
  }
  return found
}

/**
 * An arm of two joints whose hand reaches its own foot in a corner of the box only: with both joints within `limit` of zero it is
 * proved not to with 2.2, and with 3 it does.
 */
function folding(limit: number): Robot {
  const limits = { lower: -limit, upper: limit }
  return new Robot({
    name: 'folding',
    links: [
      { name: 'foot', geometry: [{ shape: sphere({ radius: 0.25 }) }] },
      { name: 'arm' },
      { name: 'hand', geometry: [{ shape: box({ size: [0.2, 0.2, 0.2], at: [1, 0, 0] }) }] },
    ],
    joints: [
      {
        name: 'j0',
        kind: 'revolute',
        parent: 'foot',
        child: 'arm',
        axis: [0, 0, 1],
        origin: { at: [0.2, 0, 0] },
        limits,
      },
      {
        name: 'j1',
        kind: 'revolute',
        parent: 'arm',
        child: 'hand',
        axis: [0, 0, 1],
        origin: { at: [0.9, 0, 0] },
        limits,
      },
    ],
  })
}

test('[allow-certificates] a claim that is false is never accepted, however near to a proof its bytes are', () => {
  const narrow = folding(2.2)
  const wide = folding(3)
  const proof = prove(narrow, 'foot', 'hand')
  expect(opsOf(proof).length).toBeGreaterThan(5)
  const world = new World({ robots: [wide], adjacent: 'checked' })
  // It is false: folded back as far as it goes, the hand is in the foot.
  expect(world.distances([0, 3])[0]!.distance).toBe(0)
  const said = rewritten(proof, (list) => {
    for (const side of [0, 1]) {
      setDouble(list, 12 + 18 * side + 2, -3)
      setDouble(list, 12 + 18 * side + 10, 3)
    }
  })
  const verdict = (bytes: Uint8Array) =>
    verifyAllowedPairs(wide, documentOf(wide, [{ a: 'foot', b: 'hand', class: 'never', proof: bytes }]))
  expect(verdict(said).valid).toBe(false)
  fc.assert(
    fc.property(EDITS, fc.boolean(), (edits, stretched) => {
      expect(verdict(edited(stretched ? said : proof, edits)).valid).toBe(false)
    }),
    { seed: 2, numRuns: 200 },
  )
})

test('nor are bytes that mean something, put together at random', () => {
  const wide = folding(3)
  const direction = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -1, max: 1, noNaN: true })))
  const step = fc.oneof(
    fc.constantFrom([16], [17], [5], [6]),
    fc.tuple(fc.nat(2), direction).map(([frame, n]) => plane(frame, n)),
  )
  fc.assert(
    fc.property(fc.nat(3), fc.array(step, { maxLength: 12 }), (flags, steps) => {
      const bytes = proofBytes({
        flags,
        box: [
          [0, -3, 3],
          [1, -HALF_TURN, HALF_TURN],
        ],
        tasks: steps.flat(),
      })
      const document = documentOf(wide, [{ a: 'foot', b: 'hand', class: 'never', proof: Uint8Array.from(bytes) }])
      expect(verifyAllowedPairs(wide, document).valid).toBe(false)
    }),
    { seed: 3, numRuns: 200 },
  )
})

test('documents changed at random', () => {
  const { a, b, bytes } = PROOFS[0]!
  const text = JSON.stringify(documentOf(robot, [{ a, b, class: 'never', proof: 'AAAA' }]))
  const whole = JSON.stringify({ ...JSON.parse(text), pairs: [{ a, b, class: 'never' }] })
  expect(verifyAllowedPairs(robot, documentOf(robot, [{ a, b, class: 'never', proof: bytes }])).valid).toBe(true)
  fc.assert(
    fc.property(
      fc.constantFrom(text, whole),
      fc.double({ min: 0, max: 0.9999, noNaN: true }),
      fc.constantFrom('null', '1e999', '-1', '"x"', '[]', '{}', 'true', '0.5'),
      (from, at, value) => {
        // Some value of it becomes another one.
        const values = [...from.matchAll(/:("[^"]*"|-?[0-9.e+-]+|null)/g)]
        const { index, 0: found } = values[Math.floor(at * values.length)]!
        const changed = JSON.parse(`${from.slice(0, index + 1)}${value}${from.slice(index + found.length)}`) as unknown
        const result = verifyAllowedPairs(robot, changed)
        if (!result.valid) expect(result.reason.length).toBeGreaterThan(5)
        else expect(result.proved).toEqual([])
      },
    ),
    { seed: 4, numRuns: 150 },
  )
})
