// The distance of shapes against exact arithmetic, at length. LIMBER_DEEP_STEPS scales it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCutoffs, checkDistance, seen } from '../oracle/check-shapes.js'
import { KINDS, MODES, shapeCase } from '../oracle/shapes-cases.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 20)
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

test.each(MODES)('[distance] a cutoff never hides a nearer pair nor invents one: %s', (mode) => {
  fc.assert(
    fc.property(...arbitrary, (kindA, kindB, seed) => checkCutoffs(shapeCase(kindA, kindB, mode, seed))),
    { seed: 13, numRuns: 4 * runs },
  )
})
