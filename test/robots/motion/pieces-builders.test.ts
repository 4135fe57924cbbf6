// Motions that callers build: splines, trajectories, curves, several robots on one clock.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { box, Random, Robot, sphere, World } from '../../../src/entries/robots.js'
import { freeBody, poseConfiguration } from '../../../src/robots/motion/free-body.js'
import { readMotion } from '../../../src/robots/motion/motion-input.js'
import { type Motion, type MotionPiece, PieceBounds } from '../../../src/robots/motion/piece.js'
import { curveMotion, lineMotion, splineMotion, trajectoryMotion } from '../../../src/robots/motion/splines.js'
import { together } from '../../../src/robots/motion/together.js'
import { quaternion } from '../../oracle/robots/pieces-cases.js'
import { broken } from '../../oracle/robots/pieces-check.js'

function armOf(name: string, joints: number): Robot {
  const geometry = [{ shape: sphere({ radius: 0.1 }) }]
  return new Robot({
    name,
    links: Array.from({ length: joints + 1 }, (_, i) => ({ name: `link${i}`, geometry })),
    joints: Array.from({ length: joints }, (_, i) => ({
      name: `joint${i}`,
      kind: i === 0 ? ('continuous' as const) : ('revolute' as const),
      axis: [0, i % 2, 1 - (i % 2)],
      parent: `link${i}`,
      child: `link${i + 1}`,
      origin: { at: [0.4, 0, 0] },
    })),
  })
}

const ball = freeBody({ name: 'ball', shape: sphere({ radius: 0.1 }) })
const world = new World({ robots: [armOf('left', 2), { robot: armOf('right', 1), base: { at: [2, 0, 0] } }, ball] })
const DOF = 10

function waypoint(random: Random): number[] {
  return [...Array.from({ length: 6 }, () => random.range(-3, 3)), ...quaternion(random)]
}

function at(piece: MotionPiece, t: number): Float64Array {
  const q = new Float64Array(piece.dof)
  piece.at(q, t)
  return q
}

/** q, q' and q'' of a variable, by its document. */
function derivatives(piece: MotionPiece, i: number, t: number): [number, number, number] {
  const document = piece.document()
  if (document.kind !== 'polynomial') throw new Error(document.kind)
  const [from, to, higher] = [document.from[i]!, document.to[i]!, document.higher![i]!]
  const c = [from, higher.reduce((left, own) => left - own, to - from), ...higher]
  const sum = (f: (k: number) => number): number => c.reduce((total, value, k) => total + f(k) * value, 0)
  return [
    sum((k) => t ** k),
    sum((k) => (k < 1 ? 0 : k * t ** (k - 1))),
    sum((k) => (k < 2 ? 0 : k * (k - 1) * t ** (k - 2))),
  ]
}

function expectJoined({ pieces }: Motion): void {
  for (let k = 1; k < pieces.length; k++) expect(at(pieces[k]!, 0)).toEqual(at(pieces[k - 1]!, 1))
}

test('every builder makes sound pieces that join to the last digit, through the waypoints as given', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const waypoints = Array.from({ length: 2 + random.integer(3) }, () => waypoint(random))
      let time = random.range(-5, 5)
      const times = waypoints.map(() => (time += random.range(0.01, 3)))
      const rates = waypoints.map(() => waypoint(random))
      const motions = [
        lineMotion(world, waypoints, { times }),
        splineMotion(world, waypoints),
        splineMotion(world, waypoints, { times, boundary: 'natural' }),
        splineMotion(world, waypoints, { times, degree: 5 }),
        splineMotion(world, waypoints, { times, velocities: rates }),
        splineMotion(world, waypoints, { times, degree: 5, velocities: rates, accelerations: rates }),
        trajectoryMotion(world, {
          points: waypoints.map((positions, k) => ({ time: times[k]!, positions, velocities: rates[k]! })),
        }),
      ]
      for (const motion of motions) {
        expectJoined(motion)
        expect(readMotion(world, motion)).toBe(motion)
        motion.pieces.forEach((piece, k) => {
          expect(Array.from(at(piece, 0))).toEqual(waypoints[k])
          expect(Array.from(at(piece, 1))).toEqual(waypoints[k + 1])
          expect(piece.rounding).toBeLessThan(1e-11)
        })
        expect(broken(motion.pieces[random.integer(motion.pieces.length)]!, random, 3)).toEqual([])
      }
      expect(Array.from(motions[0]!.times!)).toEqual(times)
      expect(motions[1]!.times).toBeUndefined()
      expect(Array.from(motions.at(-1)!.times!)).toEqual(times)
    }),
    { seed: 1, numRuns: 5 },
  )
})

test('a cubic spline: neither velocity nor acceleration jumps; its ends are at rest, or without acceleration', () => {
  const random = new Random(2)
  const waypoints = Array.from({ length: 5 }, () => waypoint(random))
  const times = [0, 1, 1.5, 4, 4.25]
  for (const boundary of ['clamped', 'natural'] as const) {
    for (const degree of [3, 5] as const) {
      const { pieces } = splineMotion(world, waypoints, { times, boundary, degree })
      for (let i = 0; i < 6; i++) {
        const rate = (k: number, t: number, order: 1 | 2): number =>
          derivatives(pieces[k]!, i, t)[order] / (times[k + 1]! - times[k]!) ** order
        for (let k = 1; k < pieces.length; k++) {
          expect(rate(k, 0, 1)).toBeCloseTo(rate(k - 1, 1, 1), 9)
          expect(rate(k, 0, 2)).toBeCloseTo(rate(k - 1, 1, 2), 8)
        }
        const still = boundary === 'clamped' ? [1] : [2]
        if (degree === 5 && boundary === 'clamped') still.push(2)
        for (const order of still as (1 | 2)[]) {
          expect(rate(0, 0, order)).toBeCloseTo(0, 9)
          expect(rate(pieces.length - 1, 1, order)).toBeCloseTo(0, 9)
        }
      }
    }
  }
})

test('a spline through points of a cubic is that cubic where velocities are given', () => {
  const one = new World({ robots: [armOf('arm', 1)] })
  const f = (t: number): number => 1 + t - 2 * t * t + t ** 3
  const slope = (t: number): number => 1 - 4 * t + 3 * t * t
  const times = [0, 0.5, 2]
  const { pieces } = splineMotion(
    one,
    times.map((t) => [f(t)]),
    { times, velocities: times.map((t) => [slope(t)]) },
  )
  for (const [k, piece] of pieces.entries()) {
    const [a, b] = [times[k]!, times[k + 1]!]
    for (const t of [0.1, 0.5, 0.8]) expect(at(piece, t)[0]).toBeCloseTo(f(a + t * (b - a)), 13)
  }
})

test('one waypoint stands still, in every builder', () => {
  const q = [...world.neutral()]
  const still = [
    lineMotion(world, [q]),
    splineMotion(world, [q]),
    lineMotion(world, [q], { times: [3] }),
    splineMotion(world, [q], { times: [3], degree: 5 }),
    trajectoryMotion(world, { points: [{ time: 3, positions: q, velocities: q }] }),
    together(world, {}),
    together(world, { left: { waypoints: [[0, 0]] } }),
  ]
  for (const motion of still) {
    expect(motion.pieces.length).toBe(1)
    const bounds = new PieceBounds(DOF)
    motion.pieces[0]!.bounds(bounds, 0.5, 0.5)
    expect(Math.max(...bounds.speed, ...bounds.spread, ...bounds.bend)).toBe(0)
    expect(Array.from(at(motion.pieces[0]!, 0.3))).toEqual(q)
    expect(readMotion(world, motion)).toBe(motion)
  }
  expect(Array.from(still[2]!.times!)).toEqual([3, 3])
})

test('a trajectory: linear, cubic or quintic by what its points have, for the joints that it names', () => {
  const from = world.configuration({ 'right/joint0': 0.5 })
  const motion = trajectoryMotion(
    world,
    {
      joints: ['left/joint1', 'left/joint0'],
      points: [
        { time: 1, positions: [1, 2] },
        { time: 2, positions: [2, 3], velocities: [1, 0] },
        { time: 4, positions: [3, 4], velocities: [0, 1], accelerations: [0, 0] },
        { time: 5, positions: [4, 5], velocities: [0, 0], accelerations: [0, 2] },
      ],
    },
    { from },
  )
  expect(Array.from(motion.times!)).toEqual([0, 1, 2, 4, 5])
  expect(motion.pieces.map((piece) => piece.document().kind)).toEqual(['line', 'line', 'polynomial', 'polynomial'])
  expect(at(motion.pieces[0]!, 0)).toEqual(from)
  expect(Array.from(at(motion.pieces[3]!, 1)).slice(0, 3)).toEqual([5, 4, 0.5])
  // joint1 in the third piece: from 2 with velocity 1 to 3 with 0, in two seconds.
  expect(derivatives(motion.pieces[2]!, 1, 0)).toEqual([2, 2, expect.any(Number)])
  expect(derivatives(motion.pieces[2]!, 1, 1)[1]).toBeCloseTo(0, 14)
  // joint0 at the end: acceleration 2 over one second.
  expect(derivatives(motion.pieces[3]!, 0, 1)[2]).toBeCloseTo(2, 13)
  expectJoined(motion)
})

test('several robots on one clock: each where it would be alone, standing still before it begins and when it has arrived', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = new Random(seed)
      const track = (dof: number, count: number) => {
        let time = random.range(-2, 2)
        const times = Array.from({ length: count }, () => (time += random.range(0.1, 2)))
        return { times, waypoints: times.map(() => Array.from({ length: dof }, () => random.range(-2, 2))) }
      }
      const left = { ...track(2, 3), degree: 3 as const }
      const right = track(1, 2)
      const flight = track(3, 4)
      const poses = flight.waypoints.map((p) => ({ at: p, rotation: quaternion(random) }))
      const motion = together(world, { left, right, ball: { times: flight.times, poses } })
      expectJoined(motion)
      expect(readMotion(world, motion)).toBe(motion)
      const clock = [...new Set([...left.times, ...right.times, ...flight.times])].sort((a, b) => a - b)
      expect(Array.from(motion.times!)).toEqual(clock)
      expect(broken(motion.pieces[random.integer(motion.pieces.length)]!, random, 3)).toEqual([])
      // Alone: each in a world of its own.
      const alone = [
        {
          of: splineMotion(new World({ robots: [armOf('left', 2)] }), left.waypoints, { times: left.times }),
          first: 0,
        },
        {
          of: lineMotion(new World({ robots: [armOf('right', 1)] }), right.waypoints, { times: right.times }),
          first: 2,
        },
        {
          of: lineMotion(
            new World({ robots: [ball] }),
            poses.map((pose) => poseConfiguration(pose)),
            {
              times: flight.times,
            },
          ),
          first: 3,
        },
      ]
      for (let k = 0; k < 40; k++) {
        const time = random.range(clock[0]!, clock.at(-1)!)
        const whole = whenOf(motion, time)
        for (const { of, first } of alone) {
          const own = whenOf(of, time)
          const found = whole.slice(first, first + own.length)
          const sign = own.length === 7 && own.slice(3).reduce((s, x, i) => s + x * found[3 + i]!, 0) < 0 ? -1 : 1
          for (let i = 0; i < own.length; i++) expect(found[i]).toBeCloseTo((i > 2 ? sign : 1) * own[i]!, 12)
        }
      }
    }),
    { seed: 3, numRuns: 10 },
  )
})

/** The configuration of a motion at a time; its ends before and after. */
function whenOf({ pieces, times }: Motion, time: number): Float64Array {
  const clock = times!
  const k = Math.min(
    pieces.length - 1,
    Math.max(
      0,
      clock.findLastIndex((begin) => begin <= time),
    ),
  )
  const t = (time - clock[k]!) / (clock[k + 1]! - clock[k]!)
  return at(pieces[k]!, Math.min(1, Math.max(0, t)))
}

test('times that almost agree are cut, and what is between them is sound', () => {
  const motion = together(world, {
    left: {
      degree: 3,
      waypoints: [
        [-1, 2],
        [1, 0],
        [1, 1],
      ],
      times: [0, 1, 2],
    },
    right: { waypoints: [[0], [1]], times: [0.5, 1 + 2 ** -52] },
    ball: { poses: [{}, { at: [1, 0, 0], rotation: [0, 0, 1, 0] }], times: [0.5 + 2 ** -50, 1.5] },
  })
  expect(motion.pieces.length).toBe(6)
  expectJoined(motion)
  const random = new Random(4)
  for (const piece of motion.pieces) {
    expect(broken(piece, random)).toEqual([])
    expect(piece.rounding).toBeLessThan(1e-13)
  }
})

test('robots that are not named are where the caller puts them', () => {
  const from = world.configuration({ 'right/joint0': 0.7, 'left/joint1': 0.2 })
  const motion = together(
    world,
    { left: { joints: ['joint0'], points: [{ time: 1, positions: [1] }] }, ball: { poses: [{ at: [0, 0, 3] }] } },
    { from },
  )
  expect(Array.from(motion.times!)).toEqual([0, 1])
  expect(Array.from(at(motion.pieces[0]!, 0))).toEqual([0, 0.2, 0.7, 0, 0, 3, 0, 0, 0, 1])
  expect(Array.from(at(motion.pieces[0]!, 1))).toEqual([1, 0.2, 0.7, 0, 0, 3, 0, 0, 0, 1])
})

test('a free body is where its configuration says', () => {
  const rotation = quaternion(new Random(5))
  const pose = { at: [1, 2, 3], rotation }
  const q = poseConfiguration(pose)
  const one = new World({ robots: [freeBody({ name: 'b', shape: box({ size: [1, 2, 3] }), pose: { at: [0, 0, 1] } })] })
  const found = one.linkPose(q, 'body')
  const again = poseConfiguration(found)
  for (let k = 0; k < 7; k++) expect(again[k]).toBeCloseTo(q[k]!, 14)
  expect([found[3], found[7], found[11]]).toEqual([1, 2, 3])
  expect(one.objects).toEqual(['b/body'])
  expect(() => freeBody({ name: '', shape: sphere({ radius: 1 }) })).toThrow('body.name')
  expect(() => freeBody({ name: 'x', shape: {} as never })).toThrow('body.shape')
})

test('the quaternion of every rotation, half turns among them', () => {
  const random = new Random(6)
  const known = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 1],
    [0, Math.SQRT1_2, -Math.SQRT1_2, 0],
  ]
  for (const q of [...known, ...Array.from({ length: 200 }, () => quaternion(random))]) {
    const found = poseConfiguration({ rotation: q }).slice(3)
    const dot = q.reduce((sum, x, k) => sum + x * found[k]!, 0)
    expect(Math.abs(Math.abs(dot) - 1)).toBeLessThan(1e-15)
    q.forEach((x, k) => {
      expect(found[k]).toBeCloseTo(Math.sign(dot) * x, 14)
    })
  }
})

/** A curve of two variables with all its bounds, on a clock in seconds. */
const circle = {
  over: [1, 3] as [number, number],
  at: (s: number) => [Math.cos(s), Math.sin(s), 0, 0, 0, s, 0, 0, 0, 1],
  speeds: () => [1, 1, 0, 0, 0, 1, 0, 0, 0, 0],
  bends: () => [1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
  velocity: (s: number) => [-Math.sin(s), Math.cos(s), 0, 0, 0, 1, 0, 0, 0, 0],
}

test("a caller's curve: its bounds scaled to the clock, its times", () => {
  const motion = curveMotion(world, [circle, { ...circle, over: [3, 3.5] }])
  expect(Array.from(motion.times!)).toEqual([1, 3, 3.5])
  const [piece] = motion.pieces as [MotionPiece]
  const bounds = new PieceBounds(DOF)
  const random = new Random(7)
  for (let k = 0; k < 50; k++) {
    const half = random.range(0, 0.5)
    const t = random.range(half, 1 - half)
    piece.bounds(bounds, t, half)
    const middle = at(piece, t)
    expect(bounds.velocity[0]).toBeCloseTo(-2 * Math.sin(1 + 2 * t), 12)
    expect(bounds.speed[0]).toBeCloseTo(2, 12)
    expect(bounds.bend[0]).toBeCloseTo(4, 12)
    for (let j = 0; j < 10; j++) {
      const there = at(piece, random.range(t - half, t + half))
      for (let i = 0; i < 6; i++) {
        expect(Math.abs(there[i]! - middle[i]!)).toBeLessThanOrEqual(bounds.spread[i]! + 2 * piece.rounding)
        expect(there[i]).toBeGreaterThanOrEqual(piece.least[i]! - piece.rounding)
        expect(there[i]).toBeLessThanOrEqual(piece.most[i]! + piece.rounding)
      }
    }
  }
  expect(piece.least[5]).toBeCloseTo(1, 10)
  expect(piece.most[5]).toBeCloseTo(3, 10)
  expect(piece.document()).toEqual({ kind: 'curve' })
  const { at: where, speeds } = circle
  const [blunt] = curveMotion(world, { at: (s) => where(s), speeds }).pieces as [MotionPiece]
  blunt.bounds(bounds, 0.5, 0.25)
  expect(bounds.bend[0]).toBe(Infinity)
  expect(curveMotion(world, { at: where, speeds }).times).toBeUndefined()
})

test("a caller's curve that answers nonsense is refused, with what and where", () => {
  const wrong: [object, string][] = [
    [{ at: 1 }, 'curve.at must be a function'],
    [{ speeds: undefined }, 'curve.speeds must be a function'],
    [{ at: () => [1] }, 'curve.at(1) must be a configuration'],
    [
      { at: (s: number) => circle.at(s).fill(Number.NaN, 1, 2) },
      'curve.at(1)[1] (left/joint1) must be a finite number',
    ],
    [{ speeds: () => [1, 1] }, 'must be 10 numbers'],
    [{ speeds: () => circle.speeds().fill(-1, 2, 3) }, '[2] (right/joint0) must be a finite number of zero or more'],
    [
      { speeds: () => circle.speeds().fill(Number.NaN, 1, 2) },
      '[1] (left/joint1) must be a finite number of zero or more',
    ],
    // It moves faster than it says.
    [{ speeds: () => circle.speeds().fill(0.5, 5, 6) }, '(ball/free/trans_z) must be at least'],
    [{ velocity: undefined }, 'curve.velocity must be a function'],
    [{ over: [1, 1] }, 'curve.over[1] must be more than 1'],
    [{ over: 3 }, 'curve.over must be two numbers'],
    [{ rounding: -1 }, 'curve.rounding'],
    [{ wobble: 1 }, 'curve.wobble must be left out'],
  ]
  for (const [part, message] of wrong) expect(() => curveMotion(world, { ...circle, ...part })).toThrow(message)
  const bounds = new PieceBounds(DOF)
  const late = (part: object): MotionPiece => curveMotion(world, { ...circle, ...part }).pieces[0]!
  expect(() => late({ bends: () => circle.bends().fill(-1, 0, 1) }).bounds(bounds, 0.5, 0.5)).toThrow('curve.bends')
  expect(() => late({ bends: () => [1] }).bounds(bounds, 0.5, 0.5)).toThrow('must be 10 numbers')
  expect(() => late({ velocity: () => [] }).bounds(bounds, 0.5, 0.5)).toThrow('curve.velocity(2) must be 10 numbers')
  expect(() => curveMotion(world, [])).toThrow('curves must be one curve or more')
  expect(() => curveMotion(world, [circle, { ...circle, over: [4, 5] }])).toThrow('motion.pieces[1]')
  // A turn that is not at a constant rate.
  const turn = (f: (s: number) => number) => (s: number) => {
    const q = circle.at(s)
    q.splice(6, 4, 0, 0, Math.sin(f(s)), Math.cos(f(s)))
    return q
  }
  expect(() => curveMotion(world, { ...circle, at: turn((s) => s * s) })).toThrow('constant-rate turn')
  const steady = curveMotion(world, { ...circle, at: turn((s) => s / 3) })
  expect(steady.pieces[0]!.turns[0]!.angle).toBeCloseTo(4 / 3, 14)
})

test('what the builders refuse, by name', () => {
  const q = [...world.neutral()]
  const two = [q, q]
  const wrong: [() => unknown, string][] = [
    [() => splineMotion(world, []), 'waypoints must be a list of one waypoint or more'],
    [() => splineMotion(world, [q, [1]]), 'waypoints[1] must be a configuration'],
    [() => splineMotion(world, two, { degree: 4 as never }), 'degree must be 3 or 5'],
    [() => splineMotion(world, two, { boundary: 'x' as never }), 'boundary'],
    [() => splineMotion(world, two, { times: [0] }), 'times must be a list of 2 times'],
    [() => splineMotion(world, two, { times: [0, 0] }), 'times[1] must be later than the one before, 0'],
    [() => splineMotion(world, two, { times: [0, Number.NaN] }), 'times[1] must be a finite number of seconds'],
    [() => splineMotion(world, two, { accelerations: two }), 'accelerations must be left out for degree 3'],
    [() => splineMotion(world, two, { velocities: [q] }), 'velocities must be a list of 2'],
    [() => splineMotion(world, two, { velocities: [q, [1]] }), 'velocities[1] must be 10 numbers'],
    [() => splineMotion(world, two, { times: [0, 1e50], velocities: [q.map(() => 1e30), q] }), 'below 1e+60'],
    [() => splineMotion(world, two, { speed: 1 } as never), 'options.speed must be left out'],
    [() => lineMotion(world, 3 as never), 'waypoints must be a list of waypoints'],
    [() => lineMotion(world, two, { times: [1, 0] }), 'times[1] must be later'],
    [() => trajectoryMotion(world, { points: [] }), 'trajectory.points must be a list of one point or more'],
    [
      () => trajectoryMotion(world, { points: [{ time: 0, positions: [1] }] }),
      'trajectory.points[0].positions must be 10',
    ],
    [
      () => trajectoryMotion(world, { joints: ['no'], points: [{ time: 0, positions: [1] }] }),
      'trajectory.joints["no"]',
    ],
    [
      () =>
        trajectoryMotion(world, { joints: ['left/joint0', 'left/joint0'], points: [{ time: 0, positions: [1, 1] }] }),
      'each joint once',
    ],
    [
      () => trajectoryMotion(world, { points: [{ time: 0, positions: q, accelerations: q }] }),
      'points[0].velocities must be given where there are accelerations',
    ],
    [
      () =>
        trajectoryMotion(world, {
          points: [
            { time: 1, positions: q },
            { time: 0, positions: q },
          ],
        }),
      'trajectory.points (time)[1] must be later',
    ],
    [() => trajectoryMotion(world, { points: [{ time: 0, positions: q, speed: 1 } as never] }), 'points[0].speed'],
    [() => together(world, { middle: { waypoints: [[0]] } }), 'a robot of the world: left, right, ball'],
    [
      () => together(world, { right: { waypoints: [[0], [1]] } }),
      'tracks["right"].times must be a time for each waypoint',
    ],
    [() => together(world, { right: { poses: [{}], times: [0] } }), 'only a free body has poses'],
    [() => together(world, { right: { waypoints: [[0], [1]], times: [0, 1], degree: 2 as never } }), '1, 3 or 5'],
    [
      () => together(world, { right: { waypoints: [[0]], boundary: 'natural' } }),
      'boundary must be left out for degree 1',
    ],
    [() => together(world, { right: null as never }), 'tracks["right"] must be a record'],
    [() => together(world, { right: {} as never }), 'tracks["right"].poses must be a list of poses'],
  ]
  for (const [make, message] of wrong) expect(make).toThrow(message)
})

test('the short way on one clock, and in splines', () => {
  const options = { times: [0, 1, 2], continuous: 'shortest' as const }
  const waypoints = [3, -3, 3].map((spin) => world.configuration({ 'left/joint0': spin }))
  for (const motion of [
    splineMotion(world, waypoints, options),
    together(
      world,
      { left: { waypoints: waypoints.map((q) => q.slice(0, 2)), times: options.times } },
      { continuous: 'shortest' },
    ),
  ]) {
    expect(motion.continuous).toBe('shortest')
    expect(at(motion.pieces[0]!, 1)[0]).toBeCloseTo(2 * Math.PI - 3, 14)
    expect(at(motion.pieces[1]!, 1)[0]).toBe(3)
  }
})
