// Steps are proved free exactly where every pair by itself is; and both verifiers accept every proof.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { proveStep } from '../../../src/geometry/steps/prove-step.js'
import { stepDocument } from '../../../src/geometry/steps/step-document.js'
import { verifyStepExactly } from '../../../src/verify/exact/index.js'
import { verifyStep } from '../../../src/verify/index.js'
import { meetingPairs, randomStep } from '../../oracle/verify/steps.js'

test('[step-proof] a step is proved if and only if no pair meets; both verifiers accept the proof', () => {
  const tally: Record<string, number> = {}
  for (let seed = 0; seed < 300; seed++) {
    const { input, slabs } = randomStep(new Random(seed), 20)
    const proved = proveStep(input, { slabs })
    const met = meetingPairs(input)
    const place = `seed ${seed}: ${JSON.stringify({ input, slabs })}`
    expect(proved.free, `${place} ${JSON.stringify(met)}`).toBe(met.length === 0)
    const key = `${input.hulls} ${proved.free ? 'free' : 'met'}`
    tally[key] = (tally[key] ?? 0) + 1
    if (!proved.free) {
      expect(met, place).toContainEqual([proved.a, proved.b])
      continue
    }
    const document = stepDocument(input)
    const certificate = JSON.parse(JSON.stringify(proved.certificate)) as unknown
    const fast = verifyStep(document, certificate)
    expect(fast, place).toMatchObject({ valid: true, outcome: 'free', slabs })
    expect(verifyStepExactly(document, certificate), place).toEqual(fast)
  }
  console.log(tally)
  for (const hulls of ['beads', 'strands', 'triangles']) {
    expect(tally[`${hulls} free`]).toBeGreaterThan(15)
    expect(tally[`${hulls} met`]).toBeGreaterThan(5)
  }
})
