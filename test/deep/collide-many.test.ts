// collidesMany says what collides says, in many random worlds.
import { expect, test } from 'vitest'
import { disagreements, manyCase } from '../oracle/robots/collide-many.js'

const worlds = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100)

test('[world-many] of random worlds', () => {
  for (let seed = 10_000; seed < 10_000 + worlds; seed++) {
    expect(disagreements(manyCase(seed, 300)), `seed ${seed}`).toEqual([])
  }
})
