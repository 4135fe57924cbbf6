// Two scenes in tiny units. One that turns was undecided from 1e-15 on: radians were added to lengths. Hulls of 1e-150, whose squares
// underflow, gave a false collision.
import { expect, test } from 'vitest'
import { checkMotion, convex, Robot, sphere, World } from '../../src/index.js'

test('[scales] a ball of 3e-16 turns past another', () => {
  const shape = sphere({ radius: 3e-16 })
  const robot = new Robot({
    name: 'r',
    links: [{ name: 'base' }, { name: 'arm', geometry: [{ shape, pose: { at: [1e-15, 0, 0] } }] }],
    joints: [
      { name: 'j', kind: 'revolute', parent: 'base', child: 'arm', axis: [0, 0, 1], limits: { lower: -3, upper: 3 } },
    ],
  })
  const world = new World({ robots: [robot], obstacles: [{ name: 'ball', shape, pose: { at: [-1e-15, 0, 0] } }] })
  expect(checkMotion(world, [[0], [1.5]]).outcome).toBe('free')
  expect(checkMotion(world, [[0], [3]]).outcome).toBe('collision')
})

test('[scales] a hull of 1e-150 is refused', () => {
  const points = [0, 0, 0, 1e-150, 0, 0, 0, 1e-150, 0, 0, 0, 1e-150]
  expect(() => convex({ points })).toThrow(/^convex\.points must be spread over 1e-100 or more/)
})
