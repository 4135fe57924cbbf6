// The distance of shapes against exact arithmetic, at length. LIMBER_DEEP_STEPS scales it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkContact, checkMoves, checkSigned, seen as contacts } from '../oracle/shapes/check-contacts.js'
import { checkCutoffs, checkDistance, checkRoundDistance, seen } from '../oracle/shapes/check-shapes.js'
import { KINDS, MODES, POLYTOPES, SOLIDS, shapeCase, sunkCase } from '../oracle/shapes/shapes-cases.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 20)
const WITH_CYLINDERS = [...SOLIDS, 'mesh', 'group', 'mixed'] as const
const arbitrary = [fc.constantFrom(...KINDS), fc.constantFrom(...KINDS), fc.nat()] as const

// A failure prints [kindA, kindB, seed]: paste them into shapeCase with the mode of the title.
test.each(MODES)('[distance] agrees with exact arithmetic: %s', (mode) => {
  fc.assert(
    fc.property(...arbitrary, (kindA, kindB, seed) => checkDistance(shapeCase(kindA, kindB, mode, seed))),
    { seed: 12, numRuns: runs },
  )
  console.log(
    `${mode}: error at most ${seen.error.toExponential(1)} of the scale, ${seen.above.toExponential(1)} above`,
  )
  expect(seen.above).toBeLessThan(1e-14)
})

test.each(MODES)('[distance] of cylinders is between bounds that almost meet: %s', (mode) => {
  fc.assert(
    fc.property(fc.constantFrom(...WITH_CYLINDERS), fc.boolean(), fc.nat(), (kind, turned, seed) => {
      checkRoundDistance(turned ? shapeCase(kind, 'cylinder', mode, seed) : shapeCase('cylinder', kind, mode, seed))
    }),
    { seed: 14, numRuns: Math.ceil(runs / 20) },
  )
})

test.each(MODES)('[distance] a cutoff never hides a nearer pair nor invents one: %s', (mode) => {
  fc.assert(
    fc.property(...arbitrary, (kindA, kindB, seed) => checkCutoffs(shapeCase(kindA, kindB, mode, seed))),
    { seed: 13, numRuns: 4 * runs },
  )
  fc.assert(
    fc.property(fc.constantFrom(...WITH_CYLINDERS), fc.nat(), (kind, seed) => {
      checkCutoffs(shapeCase('cylinder', kind, mode, seed))
    }),
    { seed: 15, numRuns: runs },
  )
})

test.each(MODES)('signed distance agrees with exact enumeration: %s', (mode) => {
  fc.assert(
    fc.property(fc.constantFrom(...POLYTOPES), fc.constantFrom(...POLYTOPES), fc.nat(), (kindA, kindB, seed) =>
      checkSigned(sunkCase(kindA, kindB, mode, seed)),
    ),
    { seed: 31, numRuns: Math.ceil(runs / 4) },
  )
  console.log(`${mode}: signed distance off by at most ${contacts.error.toExponential(1)} of the scale`)
})

test.each(MODES)('a contact proves itself: %s', (mode) => {
  fc.assert(
    fc.property(fc.constantFrom(...SOLIDS), fc.constantFrom(...SOLIDS), fc.nat(), (kindA, kindB, seed) =>
      checkContact(seed % 2 === 0 ? shapeCase(kindA, kindB, mode, seed) : sunkCase(kindA, kindB, mode, seed)),
    ),
    { seed: 32, numRuns: runs },
  )
  console.log(`${mode}: depth of cylinders known to ${contacts.round.toExponential(1)} of the scale`)
})

test.each(MODES)('[depth] the depth separates them and nothing less does: %s', (mode) => {
  fc.assert(
    fc.property(fc.constantFrom(...SOLIDS), fc.constantFrom(...SOLIDS), fc.nat(), (kindA, kindB, seed) =>
      checkMoves(sunkCase(kindA, kindB, mode, seed), seed),
    ),
    { seed: 33, numRuns: Math.ceil(runs / 4) },
  )
})
