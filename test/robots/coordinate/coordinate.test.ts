// Robots around a table: signals, executions with delays, deadlocks, limits of acceleration, what is refused.
import { describe, expect, test } from 'vitest'
import {
  box,
  type CoordinateScheduled,
  capsule,
  checkMotion,
  coordinate,
  coordinateNow,
  type Delays,
  diagram,
  Random,
  Robot,
  type RobotSchedule,
  sphere,
  together,
  type WaypointTrack,
  World,
} from '../../../src/entries/robots.js'
import { expectField } from '../../expect-field.js'

/** A column with an arm of two bars that turn about upright axes; hand's breadth high. */
function planarArm(name: string): Robot {
  const bar = (length: number) => [{ shape: capsule({ from: [0, 0, 0], to: [length, 0, 0], radius: 0.05 }) }]
  const limits = { lower: -3, upper: 3, velocity: 1, acceleration: 4 }
  return new Robot({
    name,
    links: [{ name: 'foot' }, { name: 'upper', geometry: bar(0.5) }, { name: 'fore', geometry: bar(0.5) }],
    joints: [
      { name: 'shoulder', kind: 'revolute', parent: 'foot', child: 'upper', axis: [0, 0, 1], limits },
      {
        name: 'elbow',
        kind: 'revolute',
        parent: 'upper',
        child: 'fore',
        axis: [0, 0, 1],
        origin: { at: [0.5, 0, 0.12] },
        limits,
      },
    ],
  })
}

/** Arms on a circle, looking inwards. */
function ring(count: number, radius: number): World {
  const robots = Array.from({ length: count }, (_, k) => {
    const t = (2 * Math.PI * k) / count
    const [c, s] = [-Math.cos(t), -Math.sin(t)]
    const base = { at: [radius * Math.cos(t), radius * Math.sin(t), 0], rotation: [c, -s, 0, s, c, 0, 0, 0, 1] }
    return { robot: planarArm('arm'), name: `r${k}`, base }
  })
  return new World({ robots, obstacles: [{ name: 'table', shape: box({ size: [3, 3, 0.1], at: [0, 0, -0.5] }) }] })
}

/** All arms unfold to the middle, and fold to the other side. */
function sweeps(count: number): Record<string, number[][]> {
  const path = [
    [-0.8, 2.4],
    [0, 0],
    [0.8, -2.4],
  ]
  return Object.fromEntries(Array.from({ length: count }, (_, k) => [`r${k}`, path]))
}

function scheduled(result: ReturnType<typeof coordinateNow>): CoordinateScheduled {
  if (result.outcome !== 'scheduled') throw new Error(`${result.outcome}: ${result.reason}`)
  return result
}

function randomDelays(schedule: RobotSchedule, random: Random): Delays {
  return Object.fromEntries(
    schedule.robots.map((name) => {
      const marks = Array.from({ length: random.integer(6) }, () => random.integer(schedule.marksOf(name)))
      return [name, new Map(marks.map((mark) => [mark, random.range(0, 2)]))]
    }),
  )
}

describe('signals', () => {
  test.each([2, 3, 4])('[every-timing] %i arms: delayed executions are proved free, on time and late', (count) => {
    const world = ring(count, 0.9)
    const result = scheduled(coordinateNow(world, sweeps(count), { atom: 0.05 }))
    expect(result.signals.length).toBeGreaterThan(0)
    expect(result.makespan).toBeGreaterThanOrEqual(result.lowerBound)
    expect(result.makespan).toBeLessThan(result.oneAfterOther)
    const random = new Random(count)
    for (let round = 0; round < 12; round++) {
      const delays = round === 0 ? {} : randomDelays(result.schedule, random)
      const verdict = checkMotion(world, result.schedule.motion(world, delays))
      expect(verdict.outcome, JSON.stringify(delays)).toBe('free')
    }
    expect(checkMotion(world, together(world, result.schedule.tracks())).outcome).toBe('free')
  })

  test('[every-timing] controls: all at once collides, and so do late robots that ignore their signals', () => {
    const world = ring(2, 0.9)
    const paths = sweeps(2)
    const { schedule } = scheduled(coordinateNow(world, paths, { atom: 0.05 }))
    const times = schedule.timesOf('r0').arrive
    const tracks = schedule.tracks()
    // The one that is waited for starts late, the other goes by the clock.
    const late = Object.fromEntries(
      Object.entries(tracks).map(([name, track]) => {
        const by = name === schedule.signals[0]!.after ? 1 : 0
        return [
          name,
          { ...track, times: Array.from((track as WaypointTrack).times!, (t, k) => (k === 0 ? t : t + by)) },
        ]
      }),
    )
    expect(times.length).toBe(schedule.marksOf('r0') + 1)
    expect(checkMotion(world, together(world, late)).outcome).toBe('collision')
  })

  test('[every-timing] with `lag`, robots that are late by that much need no signals', () => {
    const world = ring(2, 0.9)
    const result = scheduled(coordinateNow(world, sweeps(2), { atom: 0.05, lag: 0.4 }))
    expect(result.lag).toBeGreaterThanOrEqual(0.4)
    const random = new Random(3)
    for (let round = 0; round < 10; round++) {
      const tracks = Object.fromEntries(
        Object.entries(result.schedule.tracks()).map(([name, track]) => {
          const by = random.range(0, 0.4)
          const times = (track as WaypointTrack).times!
          return [name, { ...track, times: Array.from(times, (t, k) => (k === 0 ? t : t + by)) }]
        }),
      )
      expect(checkMotion(world, together(world, tracks)).outcome).toBe('free')
    }
  })

  test('[every-timing] a monitor lets robots go as far as their signals, whatever the order', () => {
    const world = ring(3, 0.9)
    const { schedule } = scheduled(coordinateNow(world, sweeps(3), { atom: 0.05 }))
    const random = new Random(1)
    const states: Record<string, number> = Object.fromEntries(schedule.robots.map((name) => [name, 0]))
    for (let steps = 0; steps < 10_000; steps++) {
      const able = schedule.robots.filter(
        (name) => states[name]! < schedule.marksOf(name) && schedule.mayPass(name, states[name]!, states),
      )
      if (able.length === 0) break
      states[able[random.integer(able.length)]!]! += 1
      for (const { robot, mark, after, left } of schedule.signals) {
        expect(states[robot]! > mark && states[after]! < left).toBe(false)
      }
    }
    for (const name of schedule.robots) expect(states[name]).toBe(schedule.marksOf(name))
  })

  test('[every-timing] what a robot carries counts', () => {
    const world = ring(2, 1.1)
    const paths = sweeps(2)
    expect(scheduled(coordinateNow(world, paths, { atom: 0.05 })).signals).toHaveLength(0)
    world.attach({
      name: 'pole',
      link: 'r0/fore',
      shape: capsule({ from: [0.5, 0, 0], to: [0.9, 0, 0], radius: 0.03 }),
    })
    expect(scheduled(coordinateNow(world, paths, { atom: 0.05 })).signals.length).toBeGreaterThan(0)
  })
})

describe('times', () => {
  test('[every-timing] limits of acceleration: every joint stays within them, the motion is free, and takes longer', () => {
    const world = ring(2, 0.9)
    const plain = scheduled(coordinateNow(world, sweeps(2), { atom: 0.05 }))
    const { schedule, makespan } = scheduled(coordinateNow(world, sweeps(2), { atom: 0.05, acceleration: 4 }))
    expect(makespan).toBeGreaterThan(plain.makespan)
    const motion = schedule.motion(world)
    expect(checkMotion(world, motion).outcome).toBe('free')
    expect(checkMotion(world, together(world, schedule.tracks())).outcome).toBe('free')
    const q = [0, 1, 2].map(() => new Float64Array(world.dof))
    motion.pieces.forEach((piece, k) => {
      const seconds = motion.times![k + 1]! - motion.times![k]!
      if (seconds < 1e-3) return
      const h = 0.05
      for (let t = h; t <= 1 - h; t += h) {
        q.forEach((out, n) => {
          piece.at(out, t + (n - 1) * h)
        })
        for (let i = 0; i < world.dof; i++) {
          const step = (h * seconds) ** 2
          expect(Math.abs(q[0]![i]! - 2 * q[1]![i]! + q[2]![i]!) / step).toBeLessThanOrEqual(
            4 * (1 + 1e-6) + 1e-12 / step,
          )
          expect(Math.abs(q[2]![i]! - q[0]![i]!) / (2 * h * seconds)).toBeLessThanOrEqual(1 + 1e-6)
        }
      }
    })
  })

  test('timed tracks and curves keep their times', () => {
    const world = ring(2, 0.9)
    const track = (to: number) => ({
      waypoints: [
        [-1.2, 0.3],
        [0, 0],
        [to, -0.3],
      ],
      times: [0, 2, 5],
      degree: 3 as const,
    })
    const result = scheduled(coordinateNow(world, { r0: track(1.2), r1: track(1.1) }, { atom: 0.05 }))
    expect(result.lowerBound).toBeCloseTo(5, 12)
    expect(checkMotion(world, result.schedule.motion(world)).outcome).toBe('free')
    expect(checkMotion(world, result.schedule.motion(world, { r0: 1, r1: new Map([[20, 3]]) })).outcome).toBe('free')
    expectField('robot', () => result.schedule.tracks())
  })
})

describe('no schedule', () => {
  test('robots that change places: a deadlock is named, and replanning resolves it', () => {
    const world = ring(2, 0.6)
    // Each ends where the other has to begin.
    const paths = {
      r0: [
        [0.9, 0],
        [-0.9, 0],
      ],
      r1: [
        [0.9, 0],
        [-0.9, 0],
      ],
    }
    const result = coordinateNow(world, paths, { atom: 0.05 })
    if (result.outcome !== 'deadlock') throw new Error(result.outcome)
    expect([result.a, result.b]).toEqual(['r0', 'r1'])
    expect(result.isSeen).toBe(true)
    expect(world.collides(result.configurations[0])).toBe(true)
    expect(result.reason).toContain('no schedule among the proved cells')
    const again = scheduled(coordinateNow(world, paths, { atom: 0.05, replan: true }))
    expect(Object.keys(again.replanned)).toHaveLength(1)
    for (const [name, waypoints] of Object.entries(again.replanned)) {
      expect(Array.from(waypoints[0]!)).toEqual(paths[name as 'r0'][0])
      expect(Array.from(waypoints.at(-1)!)).toEqual(paths[name as 'r0'][1])
    }
    expect(checkMotion(world, again.schedule.motion(world)).outcome).toBe('free')
  })

  test('a robot that stands in the way, starts that collide, a path that hits the table', () => {
    const world = ring(2, 0.9)
    const standing = coordinateNow(
      world,
      {
        r0: [
          [-1.2, 0],
          [1.2, 0],
        ],
      },
      { atom: 0.05 },
    )
    expect(standing).toMatchObject({ outcome: 'invalid', robot: 'r0', verdict: undefined })
    const starts = coordinateNow(
      world,
      {
        r0: [
          [0, 0],
          [1, 0],
        ],
        r1: [
          [0, 0],
          [1, 0],
        ],
      },
      { atom: 0.05 },
    )
    expect(starts).toMatchObject({ outcome: 'invalid' })
    world.addObstacle({ name: 'post', shape: box({ size: [0.1, 0.1, 1], at: [0.2, 0, 0] }) })
    const post = coordinateNow(world, sweeps(2), { atom: 0.05 })
    expect(post).toMatchObject({ outcome: 'invalid', robot: 'r0', verdict: { outcome: 'collision' } })
  })

  test('it ends when told to, and says so', async () => {
    const world = ring(2, 0.9)
    const running = coordinate(world, sweeps(2), { atom: 0.002 })
    running.cancel()
    expect(await running).toMatchObject({ outcome: 'undecided', reason: 'it was cancelled' })
    expect(coordinateNow(world, sweeps(2), { atom: 1e-3, maxMillis: 30 })).toMatchObject({ outcome: 'undecided' })
  })
})

describe('diagram', () => {
  test('of two robots: what touches is blocked, and names the pair', () => {
    const world = ring(3, 0.9)
    const view = diagram(world, 'r0', 'r1', sweeps(3), { atom: 0.05 })
    const { states, marksA, marksB } = view
    expect(states).toHaveLength((marksA.length - 1) * (marksB.length - 1))
    expect(view.regions.length).toBeGreaterThan(0)
    const [i, j] = [view.regions[0]![0]!, view.regions[0]![1]!]
    const pair = view.pairAt(i, j)!
    expect(pair[0]).toMatch(/^r0\//)
    expect(pair[1]).toMatch(/^r1\//)
    const free = states.indexOf(0)
    expect(view.pairAt(Math.floor(free / (marksB.length - 1)), free % (marksB.length - 1))).toBeUndefined()
  })

  test('what is refused is named', () => {
    const world = ring(2, 0.9)
    expectField('paths', () => coordinateNow(world, { r7: [[0, 0]] }))
    expectField('options.atom', () => coordinateNow(world, sweeps(2), { atom: 0 }))
    expectField('options.atoms', () => coordinateNow(world, sweeps(2), { atoms: 1 } as never))
    expectField('options.rates', () => coordinateNow(world, sweeps(2), { rates: 0 }))
    const slow = new Robot({
      name: 'slow',
      links: [{ name: 'foot' }, { name: 'ball', geometry: [{ shape: sphere({ radius: 0.1 }) }] }],
      joints: [{ name: 'turn', kind: 'continuous', parent: 'foot', child: 'ball', axis: [0, 0, 1] }],
    })
    const two = new World({ robots: [slow, { robot: slow, name: 'other', base: { at: [1, 0, 0] } }] })
    expectField('options.rates', () => coordinateNow(two, { slow: [[0], [1]] }))
    expectField('world', () => coordinateNow(new World({ robots: [planarArm('one')] }), {}))
    expectField('b', () => diagram(world, 'r0', 'r0', sweeps(2)))
  })
})
