// A thousand random worlds with things that bend, each verdict held against brute force at 1,000 instants a motion.
import { expect, test } from 'vitest'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import { buildDeforming, judgeDeforming, randomDeforming } from '../oracle/robots/deforming.js'

/** A hundredth of LIMBER_DEEP_STEPS. */
const cases = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100

test('[never-misses] things that bend among robots, densely sampled', () => {
  const seen = new Map<string, number>()
  for (let seed = 0; seed < cases; seed++) {
    const c = buildDeforming(randomDeforming(seed))
    const verdict = checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 200_000 })
    seen.set(verdict.outcome, (seen.get(verdict.outcome) ?? 0) + 1)
    const wrong = judgeDeforming(c, verdict, Math.ceil(1000 / c.way.segments))
    expect(wrong, `randomDeforming(${seed}) ${JSON.stringify(c.text)}`).toBeUndefined()
  }
  console.log(seen)
})
