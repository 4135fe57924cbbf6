// The kernels on the worst device that the specification of WGSL allows (rough-device.ts), beside World: without an adapter.
import { expect, test } from 'vitest'
import { askRough } from './ask-rough.js'
import { ODD_WORLDS } from './odd-worlds.js'
import { HULLS_APART, TIGHT_WORLDS } from './tight-worlds.js'

const KINDS = Object.keys(TIGHT_WORLDS) as (keyof typeof TIGHT_WORLDS)[]
const RIGHT = { ran: ['gpu', 'gpu'], wrong: 0, wrongSegments: 0 }

test('[gpu-exact] worlds in which one margin decides: right however a device rounds, and wrong without that margin', async () => {
  for (const of of KINDS) {
    const made = TIGHT_WORLDS[of]()
    const apart = of === 'hulls' ? HULLS_APART : 0
    for (const seed of [1, 2]) {
      const { settled, settledSegments, ...found } = await askRough(made, seed, apart)
      expect({ of, seed, ...found }).toEqual({ of, seed, ...RIGHT })
      expect(Math.min(settled, settledSegments), of).toBeGreaterThan(20)
    }
    const faulty = await askRough(made, 3, apart, { margin: -1e-4, of })
    expect(Math.min(faulty.wrong, faulty.wrongSegments), of).toBeGreaterThan(10)
  }
})

test('[gpu-exact] lengths far from 1: right however a device rounds', async () => {
  for (const name of ['huge', 'tiny', 'grains'] as const) {
    const { world, configurations, segments } = ODD_WORLDS[name]()
    const some = { world, configurations: configurations.slice(0, 100), segments: segments.slice(0, 20) }
    const { settled, settledSegments: _, ...found } = await askRough(some, 4, 0)
    expect({ name, ...found }).toEqual({ name, ...RIGHT })
    expect(settled, name).toBeGreaterThan(20)
  }
})
