// Certificates of several robots, changed at random: rejected, or run with random delays at which nothing touches. A hundredth as many as
// LIMBER_DEEP_STEPS says for each case, 1,000 if it says nothing. All cases are shown to the exact verifier too.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { worldDocument } from '../../src/entries/robots.js'
import { verifyCoordinationExactly } from '../../src/verify/exact/index.js'
import { verifyCoordination } from '../../src/verify/index.js'
import { CASES } from '../verify/coordination-cases.js'
import { mutate, runAtRandom } from '../verify/coordination-rounds.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

test.each(Object.entries(CASES))('[coordination-certificates] %s: random changes', (name, make) => {
  const { world, certificate } = make()
  const document = worldDocument(world)
  const answer = verifyCoordination(document, certificate)
  expect(answer).toMatchObject({ valid: true })
  expect(verifyCoordinationExactly(document, certificate)).toEqual(answer)
  const random = new Random(name.length)
  for (let run = 0; run < 20; run++) expect(runAtRandom(world, certificate, random)).toBeGreaterThan(10)
  const { rejected, accepted, tests } = mutate(world, certificate, random, steps / 100, 10)
  const kinds = [...new Set([...rejected.keys(), ...accepted.keys()])]
  for (const kind of kinds) {
    console.log(`${kind}: ${rejected.get(kind) ?? 0} rejected, ${accepted.get(kind) ?? 0} still true`)
  }
  console.log(`${tests} configurations of those that are still true`)
  expect([...rejected.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(steps / 250)
})
