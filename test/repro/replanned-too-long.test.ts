// Robots that slide within wide limits were replanned on ways of thousands of kilometres, and `coordinate` threw, as if the caller had asked
// for too many atoms. Delays at marks that a path does not have were ignored.
import { expect, test } from 'vitest'
import { coordinateNow, Robot, sphere, World } from '../../src/entries/robots.js'
import { expectField } from '../expect-field.js'

function twoCarts(): World {
  const limits = { lower: -1e7, upper: 1e7, velocity: 1 }
  const cart = new Robot({
    name: 'cart',
    links: [{ name: 'rail' }, { name: 'bridge' }, { name: 'ball', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
    joints: [
      { name: 'x', kind: 'prismatic', parent: 'rail', child: 'bridge', axis: [1, 0, 0], limits },
      { name: 'y', kind: 'prismatic', parent: 'bridge', child: 'ball', axis: [0, 1, 0], limits },
    ],
  })
  return new World({ robots: [cart, { robot: cart, name: 'other' }] })
}

const swap = {
  cart: [
    [-1, 0],
    [1, 0],
  ],
  other: [
    [1, 0],
    [-1, 0],
  ],
}

test('a new path that is too long is not taken, and is no error', () => {
  const result = coordinateNow(twoCarts(), swap, { atom: 0.05, replan: true })
  expect(result.outcome).toBe('scheduled')
})

test('delays are at marks', () => {
  const cross = {
    ...swap,
    other: [
      [0, -1],
      [0, 1],
    ],
  }
  const world = twoCarts()
  const result = coordinateNow(world, cross, { atom: 0.05 })
  if (result.outcome !== 'scheduled') throw new Error(result.reason)
  for (const mark of [-1, 1.5, result.schedule.marksOf('cart')]) {
    expectField('delays (cart)', () => result.schedule.motion(world, { cart: new Map([[mark, 1]]) }))
  }
})
