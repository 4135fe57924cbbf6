// Things that bend in worlds of robots: what checkMotion says of random ones, held against brute force.
import { expect, test } from 'vitest'
import { checkMotion } from '../../../src/robots/motion/check-motion.js'
import { buildDeforming, judgeDeforming, nearestOnWay, randomDeforming } from '../../oracle/robots/deforming.js'

test.each([
  ['among robots', false],
  ['and with themselves', true],
] as const)('[never-misses] random worlds with things that bend, %s', (_, self) => {
  const seen = new Map<string, number>()
  for (let seed = 0; seed < 18; seed++) {
    const c = buildDeforming(randomDeforming(seed, { self }))
    const verdict = checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 100_000 })
    seen.set(verdict.outcome, (seen.get(verdict.outcome) ?? 0) + 1)
    const wrong = judgeDeforming(c, verdict, 16)
    expect(wrong, `randomDeforming(${seed}) ${JSON.stringify(c.text)}`).toBeUndefined()
  }
  expect(seen.get('free')).toBeGreaterThan(3)
  expect(seen.get('collision')).toBeGreaterThan(1)
  expect(seen.get('undecided')).toBeUndefined()
})

test('[never-misses] a clearance just above the least distance is never free, one just below it is', () => {
  let [above, below, cases] = [0, 0, 0]
  for (let seed = 1000; seed < 1006; seed++) {
    const { clearance: _, ...text } = randomDeforming(seed)
    const least = nearestOnWay(buildDeforming(text), 16)
    if (!(least > 1e-3 && least < 1)) continue
    cases++
    const outcomeWith = (clearance: number): string => {
      const c = buildDeforming({ ...text, clearance })
      const verdict = checkMotion(c.world, c.waypoints, { ...c.options, keyframes: c.keyframes, maxSteps: 100_000 })
      expect(judgeDeforming(c, verdict, 5), `randomDeforming(${seed}), clearance ${clearance}`).toBeUndefined()
      return verdict.outcome
    }
    const beyond = outcomeWith(least * (1 + 1e-8))
    expect(beyond, `randomDeforming(${seed}), clearance ${least * (1 + 1e-8)}`).not.toBe('free')
    if (beyond === 'closer-than-clearance') above++
    if (outcomeWith(least * 0.99) === 'free') below++
  }
  expect(cases).toBeGreaterThan(1)
  expect(above).toBe(cases)
  expect(below).toBe(cases)
})
