// The scenes in motion: after every frame the wrapped cages are as built from nothing. Longer ones in test/deep/cages.test.ts.
import { expect, test } from 'vitest'
import { coiledRope, looseRope, packedRope } from '../../../scenes/necklace-ropes.js'
import { rollingSpiral } from '../../../scenes/necklace-spiral.js'
import { checkFrames } from '../../oracle/chains/cages.js'

test.each(['rolling', 'curling'] as const)('a line becomes a spiral: %s', (way) => {
  const scene = rollingSpiral({ n: 100, turns: 5, frames: 30, way })
  const frames = Array.from({ length: 30 }, (_, k) => scene.frame(k))
  expect(checkFrames(frames, scene.radius)).toBeGreaterThan(20)
})

test.each([looseRope, coiledRope, packedRope])('ropes that move gently', (make) => {
  const scene = make(150, 3)
  const frames = Array.from({ length: 20 }, (_, k) => scene.frame(10 * k))
  // Bases are stable: fewer than one change for five beads in a frame.
  expect(checkFrames(frames, scene.radius)).toBeLessThan((20 * 150) / 5)
})
