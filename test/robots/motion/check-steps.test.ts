// A check in slices: whatever is asked of the same world between two of them, the verdict and the certificate are those of a check
// that was done at once.
import { expect, test } from 'vitest'
import { readScene } from '../../../node/index.js'
import { Random } from '../../../src/entries/robots.js'
import { checkMotion, checkSteps } from '../../../src/robots/motion/check-motion.js'
import type { MotionVerdict } from '../../../src/robots/motion/verdict.js'
import { example } from '../../cli/run.js'

/** All but what it cost: a world that was elsewhere in between computes its poses again. */
function told(verdict: MotionVerdict): string {
  const certificate = verdict.outcome === 'free' ? verdict.certificate() : undefined
  return JSON.stringify([{ ...verdict, stats: undefined }, certificate])
}

test('checks that take turns on one world, with queries between, answer as each does alone', async () => {
  const { world } = await readScene(example('cell.json'))
  const random = new Random(3)
  const anywhere = (): Float64Array => world.lower.map((low, k) => random.range(low, world.upper[k]!))
  const paths = Array.from({ length: 60 }, () => [anywhere(), anywhere(), anywhere()])
  const options = { maxSteps: 20_000 }
  const alone = paths.map((path) => told(checkMotion(world, path, options)))
  expect(new Set(alone.map((text) => (JSON.parse(text) as [MotionVerdict])[0].outcome)).size).toBeGreaterThan(1)
  const running = paths.map((path) => checkSteps(world, path, options))
  const answers: string[] = []
  let turns = 0
  for (let left = running.length; left > 0; ) {
    for (const [k, steps] of running.entries()) {
      if (answers[k] !== undefined) continue
      const step = steps.next()
      turns++
      if (step.done === true) {
        answers[k] = told(step.value)
        left--
      }
      world.distance(anywhere())
    }
  }
  expect(answers).toEqual(alone)
  expect(turns).toBeGreaterThan(2 * paths.length)
})
