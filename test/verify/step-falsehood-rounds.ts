// Rounds of false statements about steps, with proofs that nearly fit: neither verifier accepts one.
import { expect } from 'vitest'
import { Random } from '../../src/entries/meshes.js'
import { verifyStepExactly } from '../../src/verify/exact/index.js'
import { verifyStep } from '../../src/verify/index.js'
import type { Documents } from '../oracle/verify/adversary.js'
import type { Json } from '../oracle/verify/documents.js'
import { falsehood, variant } from '../oracle/verify/step-falsehoods.js'
import { refuteStep } from '../oracle/verify/steps.js'

/** Proofs tried on one false statement. */
const VARIANTS = 20

/** At least `count` forgeries of false statements; returns how many, by why the fast verifier refuses them. */
export function refuseFalsehoods(seed: number, count: number): Map<string, number> {
  const reasons = new Map<string, number>()
  let forged = 0
  for (let k = 0; forged < count; k++) {
    const random = new Random(seed + k)
    const base: Documents | undefined = falsehood(random)
    if (base === undefined) continue
    if (refuteStep(base.about) === undefined) expect.fail(`seed ${seed + k}: what is called false is true`)
    for (let v = 0; v < VARIANTS; v++, forged++) {
      const tried: Documents = v === 0 ? base : variant(base, random)
      const [about, proof]: Json[] = [tried.about, tried.proof]
      const fast = verifyStep(about, proof)
      if (fast.valid) expect.fail(`seed ${seed + k}, variant ${v}: accepted, ${JSON.stringify({ about, proof })}`)
      const reason = fast.reason.replaceAll(/\d+/g, 'n')
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      if (v % 5 !== 0) continue
      const exact = verifyStepExactly(about, proof)
      if (exact.valid) expect.fail(`seed ${seed + k}, variant ${v}: accepted by the exact verifier`)
    }
  }
  return reasons
}
