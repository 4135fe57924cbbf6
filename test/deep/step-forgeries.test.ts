// False statements about steps at length, with proofs that nearly fit: half as many as LIMBER_DEEP_STEPS says, 50,000 if it says nothing.
// (Forgeries of true ones are in adversarial.test.ts.)
import { expect, test } from 'vitest'
import { refuseFalsehoods } from '../verify/step-falsehood-rounds.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

test('[step-proof] no false statement is accepted', () => {
  const reasons = refuseFalsehoods(100_000, steps / 2)
  const total = [...reasons.values()].reduce((sum, count) => sum + count, 0)
  console.log(`${total} forgeries of false statements, all refused`)
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1])) console.log(`${count}: ${reason}`)
  expect(total).toBeGreaterThanOrEqual(steps / 2)
})
