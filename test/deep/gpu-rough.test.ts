// Random worlds on devices that round as badly as WGSL allows, each in its own way; without an adapter.
import { expect, test } from 'vitest'
import { nearContact } from '../../bench/gpu/near-contact.js'
import { Random, type World } from '../../src/entries/robots.js'
import { cell } from '../golden/inputs.js'
import { askRough } from '../gpu/ask-rough.js'
import { ODD_WORLDS, type OddWorld } from '../gpu/odd-worlds.js'
import { manyCase } from '../oracle/robots/collide-many.js'

/** With short segments from there, inside limits. */
function withSegments(world: World, configurations: readonly Float64Array[], random: Random): OddWorld {
  const aside = (x: number): number => x + 10 ** random.range(-6, -1) * random.range(-1, 1)
  const segments = configurations.slice(0, 40).map((from) => {
    const to = from.map((x, i) => Math.max(world.lower[i]!, Math.min(world.upper[i]!, aside(x))))
    return [from, to] as const
  })
  return { world, configurations, segments }
}

test('[gpu-exact] random worlds, a cell and odd worlds: right however a device rounds', {
  timeout: 3_600_000,
}, async () => {
  const random = new Random(1)
  const made = [withSegments(cell(), nearContact(cell(), random, 100), random)]
  for (let seed = 8000; seed < 8060; seed++) {
    const { world, configurations } = manyCase(seed, 60)
    made.push(withSegments(world, configurations, random))
  }
  for (const odd of Object.values(ODD_WORLDS)) made.push(odd())
  let settled = 0
  for (const [k, one] of made.entries()) {
    for (const [seed, apart] of [
      [1, 0],
      [2, 0],
      [3, 1e-3],
    ] as const) {
      const found = await askRough(one, 100 * k + seed, apart)
      expect({ k, seed, ...found }).toMatchObject({ k, seed, wrong: 0, wrongSegments: 0 })
      settled += found.settled + found.settledSegments
    }
  }
  expect(settled).toBeGreaterThan(5000)
})
