// Self-collisions and whole steps against brute force in exact arithmetic.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFORM_MODES, deformCase } from '../../oracle/meshes/deform-cases.js'
import { checkDeformCase, seenSteps } from '../../oracle/meshes/deform-check.js'

const SLABS = ['auto', 1, 2, 8] as const

// A failure prints [seed] and the case: paste the seed into deformCase with the mode of the title.
test.each(DEFORM_MODES)('[deform] steps and self-collisions agree with brute force: %s', (mode) => {
  const before = seenSteps.steps
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      checkDeformCase(deformCase(mode, seed), SLABS[seed % SLABS.length])
    }),
    { seed: 42, numRuns: 20 },
  )
  expect(seenSteps.steps - before).toBeGreaterThanOrEqual(20)
})
