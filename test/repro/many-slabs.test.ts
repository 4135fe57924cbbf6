// A document of 180 kB kept `verifyStep` busy for 13 seconds and `verifyStepExactly` for minutes: up to 1024 slabs were allowed, and all triangles
// placed again for each of them, though none is tested against another. Now there are 32 at most, as many as the engine makes.
import { expect, test } from 'vitest'
import { verifyStepExactly } from '../../src/verify/exact/index.js'
import { verifyStep } from '../../src/verify/index.js'
import { hashOf } from '../../src/verify/plain.js'

test.each([
  ['verifyStep', verifyStep],
  ['verifyStepExactly', verifyStepExactly],
])('%s refuses more slabs than any proof needs', (_, verify) => {
  const step = {
    ...{ limber: 2, kind: 'step', hulls: 'beads', points: [0, 0, 0, 1, 0, 0], radii: [0.25] },
    ...{ neighbours: 0, closed: false, excluded: [] },
  }
  const proof = { limber: 2, kind: 'step-proof', step: hashOf(step), tests: '', proofs: '' }
  expect(verify(step, { ...proof, slabs: 32 })).toMatchObject({ valid: true, slabs: 32 })
  expect(verify(step, { ...proof, slabs: 64 })).toMatchObject({ valid: false, reason: expect.stringMatching(/slabs/) })
})
