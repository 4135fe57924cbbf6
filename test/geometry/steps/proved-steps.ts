// Rounds of random steps: the recorder beside every pair by itself, and both verifiers.
import { expect } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { proveStep } from '../../../src/geometry/steps/prove-step.js'
import { stepDocument } from '../../../src/geometry/steps/step-document.js'
import { verifyStepExactly } from '../../../src/verify/exact/index.js'
import { verifyStep } from '../../../src/verify/index.js'
import { meetingPairs, randomStep } from '../../oracle/verify/steps.js'

/** Steps from a seed on; returns how many of each kind were free and met. */
export function checkProvedSteps(seed: number, count: number, largest: number): Record<string, number> {
  const tally: Record<string, number> = {}
  for (let k = 0; k < count; k++) {
    const { input, slabs } = randomStep(new Random(seed + k), largest)
    const proved = proveStep(input, { slabs })
    const met = meetingPairs(input)
    const place = `seed ${seed + k}: ${JSON.stringify({ input, slabs })}`
    if (proved.free !== (met.length === 0))
      expect.fail(`${place} ${JSON.stringify(proved)}, but ${JSON.stringify(met)} meet`)
    const key = `${input.hulls} ${proved.free ? 'free' : 'met'}`
    tally[key] = (tally[key] ?? 0) + 1
    if (!proved.free) {
      expect(met, place).toContainEqual([proved.a, proved.b])
      continue
    }
    const document = stepDocument(input)
    const certificate = JSON.parse(JSON.stringify(proved.certificate)) as unknown
    const fast = verifyStep(document, certificate)
    if (!fast.valid) expect.fail(`${place} refused: ${fast.reason}`)
    expect(verifyStepExactly(document, certificate), place).toEqual(fast)
  }
  return tally
}
