// Of a joint with a follower of half its rate, 'shortest' took the way of half a period (a full turn here) against the direction of the
// numbers given, where turns had been taken off before it.
import { expect, test } from 'vitest'
import { type MotionSpace, unwrap } from '../../src/robots/motion/motion-space.js'

const TURN = 2 * Math.PI
const space = { variables: ['r/j'], cyclic: [{ variable: 0, turns: 2 }] } as unknown as MotionSpace

test.each([
  [
    [0.7, 0.7 - 2 * TURN, 0.7 - 3 * TURN, 0.7 - 3 * TURN],
    [0.7, 0.7, 0.7 - TURN, 0.7 - TURN],
  ],
  [
    [0.7, 0.7 + 2 * TURN, 0.7 + 3 * TURN],
    [0.7, 0.7, 0.7 + TURN],
  ],
  [
    [0.7, 0.7 - TURN],
    [0.7, 0.7 - TURN],
  ],
  [
    [0.7, 0.7 + TURN],
    [0.7, 0.7 + TURN],
  ],
  [
    [0, 3 * TURN, 0],
    [0, TURN, 0],
  ],
  [
    [0, -3 * TURN, 0],
    [0, -TURN, 0],
  ],
  [
    [0, 0.8 * TURN, 1.9 * TURN],
    [0, 0.8 * TURN, -0.1 * TURN],
  ],
  [
    [0, 1.2 * TURN],
    [0, -0.8 * TURN],
  ],
])('%j', (given, meant) => {
  const found = unwrap(
    space,
    'motion',
    given.map((x) => Float64Array.of(x)),
  ).map(([x]) => x!)
  found.forEach((x, i) => {
    expect(x).toBeCloseTo(meant[i]!, 9)
  })
})
