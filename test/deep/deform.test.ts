// Steps of deforming meshes against brute force in exact arithmetic, at length: 30,000 steps by default, LIMBER_DEEP_STEPS scales it. Every pair of
// triangles by the exact primitive, and every pair at nine instants in whole numbers; slabs in turn.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFORM_MODES, deformCase } from '../oracle/meshes/deform-cases.js'
import { checkDeformCase, seenSteps } from '../oracle/meshes/deform-check.js'

const runs = Math.ceil((Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) * 0.3) / DEFORM_MODES.length)
const SLABS = ['auto', 1, 2, 4, 32] as const

// A failure prints [seed] and the case: paste the seed into deformCase with the mode of the title.
test.each(DEFORM_MODES)('[deform] steps and self-collisions agree with brute force: %s', (mode) => {
  const before = seenSteps.steps
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      checkDeformCase(deformCase(mode, seed), SLABS[seed % SLABS.length], 8)
    }),
    { seed: 43, numRuns: runs },
  )
  console.log(`${mode}: so far ${JSON.stringify(seenSteps)}`)
  expect(seenSteps.steps - before).toBeGreaterThanOrEqual(runs)
})
