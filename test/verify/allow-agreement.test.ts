// What the prover proves of random robots with all kinds of shapes and joints, the verifier accepts.
import { expect, test } from 'vitest'
import { agree } from './allow-proofs.js'

test('proofs of random robots are accepted', () => {
  let [proved, planes] = [0, 0]
  for (let seed = 0; seed < 80; seed++) {
    const found = agree(seed, 150)
    expect(found.rejected).toBeUndefined()
    planes += found.planes
    if (found.planes > 0) proved++
  }
  expect(proved).toBeGreaterThan(20)
  expect(planes).toBeGreaterThan(100)
})
