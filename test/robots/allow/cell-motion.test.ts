import { expect, test } from 'vitest'
import { CellMotion } from '../../../src/robots/allow/cell-motion.js'
import { PairProblem } from '../../../src/robots/allow/pair-problem.js'
import { Robot } from '../../../src/robots/model/robot.js'
import { box, sphere } from '../../../src/shapes/shape.js'
import { type CellsSeen, checkCells } from '../../oracle/robots/allow-cells.js'

// A failure prints checkCells(seen, …): paste it.
test('[allow-never] a cell that is said to be apart is so by as much as the inequality leaves, in every sample', () => {
  const seen: CellsSeen = { apart: 0, envelopes: 0, nearest: Infinity }
  for (let seed = 0; seed < 150; seed++) checkCells(seen, seed, 20, 8)
  expect(seen.apart).toBeGreaterThan(400)
  expect(seen.envelopes).toBeGreaterThan(50)
  // Sharp: a bound that were a little better would have been caught.
  expect(seen.nearest).toBeLessThan(1e-6)
})

/** A ball on an arm of length 1 that turns about z, and one at (1 + far, 0, 0). */
function turning(far: number, lower: number, upper: number): PairProblem {
  const robot = new Robot({
    name: 'turning',
    links: [
      { name: 'base', geometry: [{ shape: sphere({ radius: 0.1 }), pose: { at: [1 + far, 0, 0] } }] },
      { name: 'arm', geometry: [{ shape: sphere({ radius: 0.1 }), pose: { at: [1, 0, 0] } }] },
    ],
    joints: [
      { name: 'turn', kind: 'revolute', parent: 'base', child: 'arm', axis: [0, 0, 1], limits: { lower, upper } },
    ],
  })
  return new PairProblem(robot, 'base', 'arm')
}

function test1(problem: PairProblem, clearance = 0, envelope = false): boolean {
  const motion = new CellMotion(problem, clearance)
  const { length } = problem.variables
  motion.enter(new Int32Array(length), new Int32Array(length), 0)
  return motion.test(0, 0, false, 0, 0, envelope)
}

test('what turns away along a wall is proved in one cell, and what comes nearer is not', () => {
  // The centre is where they are nearest: nothing but the second order counts, and it goes the right way round or not at all.
  expect(test1(turning(0.21, -0.05, 0.05))).toBe(true)
  expect(test1(turning(0.21, -0.05, 0.05), 0.011)).toBe(false)
  expect(test1(turning(0.2, -0.05, 0.05))).toBe(false)
  expect(test1(turning(0.25, -3, 3))).toBe(false)
  // Its envelope is a ring filled in, with the other ball outside.
  expect(test1(turning(0.25, -3, 3), 0, true)).toBe(true)
  expect(test1(turning(0.25, -3, 3), 0.049, true)).toBe(true)
  expect(test1(turning(0.25, -3, 3), 0.051, true)).toBe(false)
})

test('joints that cancel through a mimic are seen to cancel', () => {
  // The second joint turns back what the first one turned: the block at the end moves, and does not turn.
  const make = (multiplier: number): PairProblem => {
    const robot = new Robot({
      name: 'parallel',
      links: [
        { name: 'base', geometry: [{ shape: box({ size: [2, 2, 0.1] }), pose: { at: [0, 0, -0.2] } }] },
        { name: 'arm' },
        { name: 'hand', geometry: [{ shape: box({ size: [0.2, 1, 0.1] }), pose: { at: [0, 0, 0] } }] },
      ],
      joints: [
        {
          name: 'first',
          kind: 'revolute',
          parent: 'base',
          child: 'arm',
          axis: [1, 0, 0],
          limits: { lower: -0.2, upper: 0.2 },
        },
        {
          name: 'second',
          kind: 'revolute',
          parent: 'arm',
          child: 'hand',
          axis: [1, 0, 0],
          mimic: { joint: 'first', multiplier },
        },
      ],
    })
    return new PairProblem(robot, 'base', 'hand')
  }
  expect(make(-1).variables).toHaveLength(1)
  expect(make(-1).count).toBe(2)
  expect(test1(make(-1))).toBe(true)
  expect(test1(make(1))).toBe(false)
})
