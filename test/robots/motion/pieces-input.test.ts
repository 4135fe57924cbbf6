// Motions as callers give them: waypoints by name, continuous joints the short way, and what is refused.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JointInput, Random, Robot, sphere, World } from '../../../src/entries/robots.js'
import { readMotion } from '../../../src/robots/motion/motion-input.js'
import { motionOutsideLimits } from '../../../src/robots/motion/motion-limits.js'
import type { Motion } from '../../../src/robots/motion/piece.js'

const ball = { geometry: [{ shape: sphere({ radius: 0.1 }) }] }

function robot(name: string, joints: Omit<JointInput, 'parent' | 'child'>[]): Robot {
  return new Robot({
    name,
    links: [{ name: 'link0', ...ball }, ...joints.map((_, i) => ({ name: `link${i + 1}`, ...ball }))],
    joints: joints.map((joint, i) => ({
      ...joint,
      parent: `link${i}`,
      child: `link${i + 1}`,
      origin: { at: [0.3, 0, 0] },
    })),
  })
}

const arm = robot('arm', [
  { name: 'spin', kind: 'continuous', axis: [0, 0, 1] },
  { name: 'bend', kind: 'revolute', axis: [0, 1, 0], limits: { lower: -2, upper: 2 } },
  { name: 'slide', kind: 'prismatic', limits: { lower: 0, upper: 0.5 } },
])
const world = new World({ robots: [arm] })

function ends({ pieces }: Motion): [number[], number[]][] {
  return pieces.map((piece) => {
    const [from, to] = [new Float64Array(piece.dof), new Float64Array(piece.dof)]
    piece.at(from, 0)
    piece.at(to, 1)
    return [Array.from(from), Array.from(to)]
  })
}

/** Where the first piece ends. */
function arrival(motion: Motion): number[] {
  return ends(motion)[0]![1]
}

test('[motion-input] waypoints are arrays or records by name, and lines join them', () => {
  const motion = readMotion(world, [[1, 0, 0.1], Float64Array.of(2, 0.5, 0.2), { bend: -1, 'arm/spin': 3 }])
  expect(ends(motion)).toEqual([
    [
      [1, 0, 0.1],
      [2, 0.5, 0.2],
    ],
    [
      [2, 0.5, 0.2],
      [3, -1, 0],
    ],
  ])
  expect(motion.continuous).toBe('as-given')
  expect(motion.times).toBeUndefined()
})

test('one waypoint stands still', () => {
  const motion = readMotion(world, [[1, 0, 0.1]])
  expect(ends(motion)).toEqual([
    [
      [1, 0, 0.1],
      [1, 0, 0.1],
    ],
  ])
})

test('[motion-input] what is not a motion is refused by name', () => {
  const wrong: [unknown, string][] = [
    [[], 'motion must be a list of one waypoint or more'],
    [undefined, 'motion must be a list of waypoints'],
    [null, 'motion must be a list of waypoints'],
    [Float64Array.of(1, 2, 3), 'motion must be a list of waypoints'],
    [[1, 2, 3], 'motion[0] must be a configuration'],
    [
      [
        [0, 0, 0],
        [1, 2],
      ],
      'motion[1] must be a configuration',
    ],
    [
      [
        [0, 0, 0],
        [0, Number.NaN, 0],
      ],
      'motion[1][1] (arm/bend) must be a finite number',
    ],
    [
      [
        [0, 0, 0],
        [0, 0, Number.POSITIVE_INFINITY],
      ],
      'motion[1][2] (arm/slide)',
    ],
    [[[0, 0, 0], { elbow: 1 }], 'motion[1]["elbow"]'],
    [
      [
        [0, 0, 0],
        [1e61, 0, 0],
      ],
      'motion[1] (arm/spin) must be a number of at most 1e+60',
    ],
    [Array(2), 'motion[0] must be a configuration'],
    [{ pieces: [], continuous: 'as-given' }, 'motion.pieces must be one piece or more'],
    [{ pieces: [{}], continuous: 'as-given' }, 'motion.pieces[0] must be a piece of a motion'],
    [{ pieces: [1], continuous: 'as-given' }, 'motion.pieces[0] must be a piece of a motion'],
  ]
  for (const [motion, message] of wrong) expect(() => readMotion(world, motion as never)).toThrow(message)
  expect(() => readMotion(world, [[0, 0, 0]], { continuous: 'long' as never })).toThrow("'as-given' or 'shortest'")
})

test('a motion comes back as it is; of another world, torn, or with other wishes it is refused', () => {
  const motion = readMotion(world, [
    [0, 0, 0],
    [1, 1, 0.1],
    [2, 0, 0.2],
  ])
  expect(readMotion(world, motion)).toBe(motion)
  expect(readMotion(world, motion, { continuous: 'as-given' })).toBe(motion)
  expect(() => readMotion(world, motion, { continuous: 'shortest' })).toThrow('options.continuous must be left out')
  const { continuous: _, ...bare } = motion
  expect(readMotion(world, bare as Motion)).toEqual(motion)
  expect(() => readMotion(world, { ...bare, continuous: 'wild' as never })).toThrow('motion.continuous must be')
  const other = new World({ robots: [robot('one', [{ name: 'only', kind: 'revolute' }])] })
  expect(() => readMotion(other, motion)).toThrow('motion.pieces[0].dof must be 1')
  const torn = { ...motion, pieces: [motion.pieces[1]!, motion.pieces[0]!] }
  expect(() => readMotion(world, torn)).toThrow(
    'motion.pieces[1] (variable 0) must be where the last piece ended, at 2',
  )
  const timed = { ...motion, times: Float64Array.of(0, 2, 1) }
  expect(() => readMotion(world, timed)).toThrow('motion.times[2] must be later')
})

test('[motion-input] continuous joints the short way round: every waypoint means the same, and no way is longer than half a turn', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const waypoints = Array.from({ length: 6 }, () => [random.range(-20, 20), random.range(-2, 2), 0])
      const short = ends(readMotion(world, waypoints, { continuous: 'shortest' }))
      expect(short[0]![0]).toEqual(waypoints[0])
      short.forEach(([from, to], i) => {
        if (i > 0) expect(from).toEqual(short[i - 1]![1])
        expect(Math.abs(to[0]! - from[0]!)).toBeLessThanOrEqual(Math.PI + 1e-11)
        // The same angle again, and the others untouched.
        const turns = (to[0]! - waypoints[i + 1]![0]!) / (2 * Math.PI)
        expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-14)
        expect(to.slice(1)).toEqual(waypoints[i + 1]!.slice(1))
      })
    }),
    { seed: 1, numRuns: 100 },
  )
})

test('[motion-input] the long way is as given: two full turns stay two full turns', () => {
  const turned = (angle: number, continuous?: 'as-given' | 'shortest'): number => {
    const there = [0, 0, 0].fill(angle, 0, 1)
    return arrival(readMotion(world, [[0, 0, 0], there], { continuous }))[0]!
  }
  expect(turned(4 * Math.PI)).toBe(4 * Math.PI)
  expect(Math.abs(turned(4 * Math.PI, 'shortest'))).toBeLessThan(1e-15)
  // Half a turn goes the way that the numbers say.
  expect(turned(Math.PI, 'shortest')).toBe(Math.PI)
  expect(turned(-Math.PI, 'shortest')).toBe(-Math.PI)
  expect(() => turned(1e7, 'shortest')).toThrow('motion[1] (arm/spin) must be an angle of at most 1000000')
})

test('the short way leaves waypoints what they are where other joints mimic the continuous one', () => {
  const geared = (multiplier: number, kind: 'continuous' | 'prismatic' = 'continuous'): World =>
    new World({
      robots: [
        robot('geared', [
          { name: 'wheel', kind: 'continuous', axis: [0, 0, 1] },
          { name: 'follower', kind, axis: [0, 0, 1], mimic: { joint: 'wheel', multiplier } },
        ]),
      ],
    })
  const arrives = (of: World, at: number): number =>
    arrival(readMotion(of, [[0], [at]], { continuous: 'shortest' }))[0]!
  // Follows by whole turns: 5 rad is 5 − 2π.
  expect(arrives(geared(-2), 5)).toBeCloseTo(5 - 2 * Math.PI, 14)
  // Half as fast: only two turns bring everything back.
  expect(arrives(geared(0.5), 5)).toBe(5)
  expect(arrives(geared(0.5), 11)).toBeCloseTo(11 - 4 * Math.PI, 14)
  // Never again the same.
  expect(arrives(geared(Math.SQRT1_2), 11)).toBe(11)
  expect(arrives(geared(0.01, 'prismatic'), 5)).toBe(5)
  // And the links are where the waypoint says.
  const both = geared(0.5)
  const found = both.linkPose([arrives(both, 11)], 'link2')
  for (const [k, x] of both.linkPose([11], 'link2').entries()) expect(found[k]).toBeCloseTo(x, 13)
})

test('angles of planar joints go the short way too', () => {
  const cart = new World({ robots: [robot('cart', [{ name: 'base', kind: 'planar', axis: [0, 0, 1] }])] })
  const to = arrival(
    readMotion(
      cart,
      [
        [0, 0, 3],
        [10, 10, -3],
      ],
      { continuous: 'shortest' },
    ),
  )
  expect(to).toEqual([10, 10, expect.closeTo(2 * Math.PI - 3, 14)])
})

test('what leaves the limits is listed, by segment and joint', () => {
  const motion = [
    [0, 0, 0],
    [9, 1, 0.5],
    [9, 2.5, 0.6],
    [9, 2.5, 0.4],
  ]
  expect(motionOutsideLimits(world, motion)).toEqual([
    { segment: 1, at: 1, joint: 'arm/bend', value: 2.5, limit: 2 },
    { segment: 1, at: 1, joint: 'arm/slide', value: 0.6, limit: 0.5 },
    { segment: 2, at: 0, joint: 'arm/bend', value: 2.5, limit: 2 },
    { segment: 2, at: 0, joint: 'arm/slide', value: 0.6, limit: 0.5 },
  ])
  expect(motionOutsideLimits(world, [motion[0]!, motion[1]!])).toEqual([])
})
