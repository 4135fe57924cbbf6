// The published checkers on many random motions, held against brute force. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { checkPublished } from '../../lab/published/check.js'
import { readMotion } from '../../src/robots/motion/motion-input.js'
import type { MotionVerdict } from '../../src/robots/motion/verdict.js'
import { judge, polyline } from '../oracle/robots/motions.js'
import { buildCase, randomCase } from '../oracle/robots/motions-cases.js'
import { MotionScene } from '../oracle/robots/motions-scene.js'

const CASES = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 150)

// A failure prints the seed: paste it into randomCase.
test('adaptive and refined bisection: nothing that touches is called free, and they agree', { timeout: 3.6e6 }, () => {
  for (let seed = 1; seed <= CASES; seed++) {
    const { world, waypoints, options } = buildCase(randomCase(seed, { options: seed % 2 === 1 }))
    // They check motions beyond joint limits as well, and have no such option.
    const { continuous, ignoreLimits: _, ...aim } = options
    const motion = readMotion(world, waypoints, { continuous })
    const scene = new MotionScene(world)
    const way = polyline(world, waypoints, continuous)
    const seen = (['adaptive', 'refined'] as const).map((method) => {
      const verdict = checkPublished(world.model(), motion, { method, ...aim, maxSteps: 300_000 })
      const wrong = judge(scene, way, verdict as unknown as MotionVerdict, { samples: 200, ...options })
      expect(wrong, JSON.stringify({ seed, method })).toBeUndefined()
      return verdict.outcome
    })
    if (!seen.includes('undecided')) expect(seen[1] === 'free', `seed ${seed}`).toBe(seen[0] === 'free')
  }
})
