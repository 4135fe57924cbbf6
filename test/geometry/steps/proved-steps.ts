// Rounds of random steps: the recorder beside every pair by itself, and both verifiers.
import { expect } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { proveStep } from '../../../src/geometry/steps/prove-step.js'
import { itemsCount, type StepInput, stepDocument, stepItems } from '../../../src/geometry/steps/step-document.js'
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
    if (!examinesAny(input)) {
      tally.empty = (tally.empty ?? 0) + 1
      for (const verdict of [fast, verifyStepExactly(document, certificate)]) {
        expect(verdict, place).toMatchObject({ valid: false, outcome: 'nothing-to-check' })
      }
      continue
    }
    if (!fast.valid) expect.fail(`${place} refused: ${fast.reason}`)
    expect(verifyStepExactly(document, certificate), place).toEqual(fast)
  }
  return tally
}

/** Every pair by itself, and every triangle. */
function examinesAny(input: StepInput): boolean {
  const items = stepItems(input)
  const all = Array.from({ length: items.count }, (_, i) => i)
  const isMesh = items.hulls === 'triangles'
  if (isMesh && all.some((t) => items.within[t < items.firstPart ? 0 : 1])) return true
  return all.some((i) => all.some((j) => i < j && itemsCount(items, i, j)))
}
