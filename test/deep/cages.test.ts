// Cage trees after every step of long and wild motions, against trees from nothing and exact arithmetic. LIMBER_DEEP_STEPS
// scales it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coiledRope, looseRope, packedRope } from '../../scenes/necklace-ropes.js'
import { rollingSpiral } from '../../scenes/necklace-spiral.js'
import { Random } from '../../src/base/math/random.js'
import { CageKeeper } from '../../src/chains/necklace/cage-keeper.js'
import { checkCase, checkFrames, FAMILIES, GENERAL_FAMILIES, MOTIONS, rigid } from '../oracle/chains/cages.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

// A failure prints a call of checkCase to paste.
test.each(Object.keys(FAMILIES))('after every step the tree is as built from nothing: %s', (family) => {
  let checked = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 120 }),
      fc.nat(),
      fc.array(fc.constantFrom(...Object.keys(MOTIONS)), { minLength: 1, maxLength: 20 }),
      (n, seed, motions) => {
        checked += checkCase(family, n, seed, motions).reports.length
      },
    ),
    { seed: 21, numRuns: Math.ceil(steps / 2000) },
  )
  expect(checked).toBeGreaterThan(0)
})

test('long gentle motions of general necklaces end with the bases of a tree from scratch', () => {
  for (const family of Object.keys(GENERAL_FAMILIES)) {
    const motions = Array.from({ length: Math.ceil(steps / 1000) }, (_, i) => (i % 7 === 3 ? 'bend' : 'breathe'))
    expect([family, checkCase(family, 200, 5, motions).differ]).toEqual([family, 0])
  }
})

test('rigid motions change no basis of a general necklace', () => {
  for (const family of Object.keys(GENERAL_FAMILIES)) {
    for (let seed = 1; seed <= Math.ceil(steps / 1000); seed++) {
      const random = new Random(seed)
      const balls = GENERAL_FAMILIES[family]!(random, 300)
      const keeper = new CageKeeper(balls)
      for (const far of [0, 1e2, 1e4, 1e6]) {
        expect([family, seed, far, keeper.step(rigid(random, balls, far)).updates]).toEqual([family, seed, far, 0])
      }
    }
  }
})

test('the spiral of 500 beads in 100 frames, and ropes of 1,000', () => {
  for (const way of ['rolling', 'curling'] as const) {
    const scene = rollingSpiral({ way })
    const frames = Array.from({ length: 100 }, (_, k) => scene.frame(k))
    const changes = checkFrames(frames, scene.radius)
    console.log(`${way}: ${changes} basis changes`)
    // Published: about 500.
    expect(changes).toBeGreaterThan(250)
    expect(changes).toBeLessThan(1000)
  }
  for (const make of [looseRope, coiledRope, packedRope]) {
    const scene = make(1000, 3)
    const frames = Array.from({ length: Math.ceil(steps / 2000) }, (_, k) => scene.frame(5 * k))
    expect(checkFrames(frames, scene.radius)).toBeLessThan((frames.length * 1000) / 5)
  }
})
