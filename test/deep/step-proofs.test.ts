// Steps of ropes and meshes at length: proved if and only if every pair by itself stays apart, and what is proved is accepted by both verifiers.
import { expect, test } from 'vitest'
import { checkProvedSteps } from '../geometry/steps/proved-steps.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

test.each([6, 20, 60])('[step-proof] steps of up to %i items', (largest) => {
  const tally = checkProvedSteps(1_000_000 * largest, Math.ceil(steps / largest), largest)
  console.log(tally)
  expect(Object.keys(tally).length).toBeGreaterThan(4)
})
