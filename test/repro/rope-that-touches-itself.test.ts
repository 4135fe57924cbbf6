// In a world in which a rope touches itself, where every configuration collides, `smooth` said `smoothed`, proved, and the `outcome` of a
// `SegmentCheck` stayed `open` after `run` had said `collision`: only `checkSegments` looked at what bends by itself.
import { expect, test } from 'vitest'
import { Necklace } from '../../src/entries/chains.js'
import { freeBody, SegmentCheck, smoothNow, sphere, World } from '../../src/entries/robots.js'

test.each([
  ['touches itself', 5.2, 'collision', 'not-proved'],
  ['does not', 7, 'free', 'smoothed'],
])('a rope that %s', (_, x, expected, smoothed) => {
  const world = new World({ robots: [freeBody({ name: 'ball', shape: sphere({ radius: 0.1 }) })] })
  world.addNecklace('rope', new Necklace([5, 9, 0, 6, 9, 0, x, 9, 0, 8, 9, 0], 0.3, { neighbours: 1 }))
  const [from, over, to] = [0, 1, 2].map((at) => world.neutral().map((q, k) => (k === 0 ? at : k === 1 ? at % 2 : q)))
  expect(world.collides(from!)).toBe(expected === 'collision')
  const check = new SegmentCheck(world, [from!, to!])
  expect(check.run().outcome).toBe(expected)
  expect(check.outcome).toBe(expected)
  expect(smoothNow(world, [from!, over!, to!]).outcome).toBe(smoothed)
})
