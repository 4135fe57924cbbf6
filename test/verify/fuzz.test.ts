// Certificates changed at random: the verifier never breaks, and what it accepts is free.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { naiveCertificate } from '../oracle/robots/naive-prover.js'
import { REACH, reacher, rewritten, tampered } from './certificates.js'
import { verifyCertificate } from './documents.js'

const world = reacher()
const verdict = checkMotion(world, REACH)
if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
const CERTIFICATES = [naiveCertificate(world, REACH), verdict.certificate()]

/** Is the motion of a certificate free where it is looked at, with its clearance? */
function looksFree(certificate: (typeof CERTIFICATES)[number]): boolean {
  return certificate.pieces.every((piece) => {
    if (piece.kind === 'curve' || piece.higher !== undefined) throw new Error('lines only')
    return Array.from({ length: 101 }, (_, k) => piece.from.map((a, v) => a + (k / 100) * (piece.to[v]! - a))).every(
      (q) => world.distance(q).distance > certificate.clearance,
    )
  })
}

test('bytes of proofs', () => {
  const run = fc.record({
    which: fc.nat(1),
    segment: fc.nat(1),
    pair: fc.nat(100),
    edits: fc.array(
      fc.record({ at: fc.nat(10_000), byte: fc.nat(255), how: fc.constantFrom('set', 'insert', 'drop') }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  })
  let accepted = 0
  fc.assert(
    fc.property(run, ({ which, segment, pair, edits }) => {
      const certificate = tampered(CERTIFICATES[which]!, (c) => {
        const proofs = c.proofs[segment]!
        const one = proofs[pair % proofs.length]!
        one.proof = rewritten(one.proof, (bytes) => {
          for (const { at, byte, how } of edits) {
            if (how === 'set') bytes[at % bytes.length] = byte
            else bytes.splice(at % (bytes.length + 1), how === 'drop' ? 1 : 0, ...(how === 'drop' ? [] : [byte]))
          }
        })
      })
      const result = verifyCertificate(world, certificate)
      // A direction that is a little off may part them as well.
      if (result.valid) accepted++
      else expect(result.reason.length).toBeGreaterThan(10)
    }),
    { seed: 1, numRuns: 300 },
  )
  expect(accepted).toBeLessThan(200)
})

test('numbers of the motion, and the clearance', () => {
  const run = fc.record({
    which: fc.nat(1),
    waypoint: fc.nat(2),
    variable: fc.nat(1),
    by: fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -0.01, max: 0.01, noNaN: true })),
    clearance: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.2, noNaN: true })),
  })
  let accepted = 0
  fc.assert(
    fc.property(run, ({ which, waypoint, variable, by, clearance }) => {
      const certificate = tampered(CERTIFICATES[which]!, (c) => {
        const pieces = c.pieces as { from: number[]; to: number[] }[]
        if (waypoint < 2) pieces[waypoint]!.from[variable]! += by
        if (waypoint > 0) pieces[waypoint - 1]!.to[variable]! += by
        c.clearance = clearance
      })
      if (!verifyCertificate(world, certificate).valid) return
      accepted++
      expect(looksFree(certificate)).toBe(true)
    }),
    { seed: 2, numRuns: 150 },
  )
  expect(accepted).toBeGreaterThan(5)
})

test('anything anywhere', () => {
  const junk = fc.oneof(fc.anything(), fc.double(), fc.string(), fc.constant(null), fc.constant([]), fc.constant({}))
  fc.assert(
    fc.property(fc.nat(1), fc.nat(10_000), junk, (which, at, value) => {
      const draft = tampered(CERTIFICATES[which]!, (c) => {
        const places = placesIn(c)
        const [holder, key] = places[at % places.length]!
        holder[key] = jsonable(value)
      })
      const result = verifyCertificate(world, draft)
      if (result.valid) expect(looksFree(draft)).toBe(true)
    }),
    { seed: 3, numRuns: 200 },
  )
})

/** Every field and item of a document. */
function placesIn(document: unknown): [Record<string, unknown>, string][] {
  if (document === null || typeof document !== 'object') return []
  const holder = document as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [[holder, key] as [typeof holder, string], ...placesIn(holder[key])])
}

function jsonable(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return null
  }
}
