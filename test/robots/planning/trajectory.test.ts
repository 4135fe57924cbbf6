// Paths on a clock: limits hold at every instant, in exact arithmetic on the coefficients as they are written; nothing jumps that must
// not; and the motion itself is free, by its certificate and by dense sampling.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  box,
  capsule,
  checkMotion,
  freeBody,
  InvalidInputError,
  type JointInput,
  Random,
  Robot,
  sphere,
  trajectoryMotion,
  World,
} from '../../../src/entries/robots.js'
import { timePath } from '../../../src/robots/planning/timing.js'
import { cornerSpeeds, legRamps, rampTime } from '../../../src/robots/planning/timing-speeds.js'
import type { TimedPath, TimePathOptions } from '../../../src/robots/planning/trajectory-result.js'
import {
  derivative,
  largestValue,
  rampRow,
  type Smoothness,
  steepest,
} from '../../../src/robots/planning/trajectory-shape.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { add, type Dyadic, exact, multiply } from '../../oracle/exact.js'
import { exactPolynomial, exactRate, minus, sizeAtMost } from '../../oracle/robots/pieces.js'

const KINDS: readonly Smoothness[] = ['acceleration', 'velocity']

/** A slide, an arm of two links and a joint that mimics one of them, among posts. */
function armWorld(): World {
  const geometry = [{ shape: capsule({ radius: 0.03, from: [0.05, 0, 0], to: [0.4, 0, 0] }) }]
  const turn = { kind: 'revolute', axis: [0, 0, 1], origin: { at: [0.45, 0, 0] } } as const
  const joints: JointInput[] = [
    {
      name: 'slide',
      kind: 'prismatic',
      axis: [0, 1, 0],
      parent: 'ground',
      child: 'cart',
      limits: { lower: -0.5, upper: 0.5, velocity: 0.4, acceleration: 1.5 },
    },
    {
      ...turn,
      name: 'shoulder',
      origin: { at: [0, 0, 0] },
      parent: 'cart',
      child: 'upper',
      limits: { lower: -3, upper: 3, velocity: 2, acceleration: 6 },
    },
    {
      ...turn,
      name: 'elbow',
      parent: 'upper',
      child: 'lower',
      limits: { lower: -2.5, upper: 2.5, velocity: 3, acceleration: 10 },
    },
    {
      ...turn,
      name: 'wrist',
      parent: 'lower',
      child: 'tip',
      mimic: { joint: 'elbow', multiplier: -0.5 },
      limits: { velocity: 0.8, acceleration: 4 },
    },
  ]
  const robot = new Robot({
    name: 'arm',
    links: [
      { name: 'ground' },
      { name: 'cart', geometry: [{ shape: sphere({ radius: 0.05 }) }] },
      ...['upper', 'lower', 'tip'].map((name) => ({ name, geometry })),
    ],
    joints,
  })
  const posts = [
    [0.9, 0.5],
    [-0.4, 0.9],
    [-0.9, -0.4],
    [0.6, -0.9],
  ]
  return new World({
    robots: [robot],
    obstacles: posts.map(([x, y], i) => ({ name: `post${i}`, shape: sphere({ radius: 0.1, at: [x!, y!, 0] }) })),
  })
}

/** What the joints above allow. The wrist turns half as fast as the elbow, whose limits are so twice the wrist's at most. */
const LIMITS = { velocity: [0.4, 2, 1.6], acceleration: [1.5, 6, 8] }

function freePath(world: World, random: Random, segments: number, step: number): Float64Array[] {
  const path = [world.neutral()]
  for (let tries = 0; path.length <= segments && tries < 1000; tries++) {
    const at = path.at(-1)!
    const next = at.map((q, i) => Math.min(Math.max(q + random.range(-step, step), world.lower[i]!), world.upper[i]!))
    if (checkMotion(world, [at, next]).outcome === 'free') path.push(next)
  }
  return path
}

function timed(world: World, path: readonly ArrayLike<number>[], options?: TimePathOptions): TimedPath {
  const result = timePath(world, path, options)
  if (result.outcome !== 'timed') throw new Error(`not timed: ${JSON.stringify(result.verdict)}`)
  return result
}

/** limit·h^power, exactly. */
function scaled(limit: number, times: Float64Array, k: number, power: number): Dyadic {
  const h = minus(exact(times[k + 1]!), exact(times[k]!))
  return Array.from({ length: power }).reduce<Dyadic>((product) => multiply(product, h), exact(limit))
}

/** Everything that a timed path promises, but for collisions: what does not hold. */
function broken({ trajectory }: TimedPath, limits: typeof LIMITS, smooth: Smoothness): string[] {
  const out: string[] = []
  const { motion, times } = trajectory
  const documents = motion.pieces.map((piece) => piece.document())
  documents.forEach((document, k) => {
    limits.velocity.forEach((velocity, i) => {
      for (let step = 0; step <= 32; step++) {
        const t = step / 32
        const within = (order: number, limit: number): boolean => {
          const rate = exactRate(document, i, t, order)
          const size = rate.m < 0n ? { m: -rate.m, e: rate.e } : rate
          return minus(scaled(limit, times, k, order), size).m >= 0n
        }
        if (!within(1, velocity)) out.push(`velocity of ${i} in piece ${k} at ${t}`)
        if (!within(2, limits.acceleration[i]!)) out.push(`acceleration of ${i} in piece ${k} at ${t}`)
      }
    })
  })
  // On both sides of every joint.
  const rate = (k: number, i: number, t: number, order: number): number => {
    const { m, e } = exactRate(documents[k]!, i, t, order)
    return (Number(m) * 2 ** e) / (times[k + 1]! - times[k]!) ** order
  }
  // Times are doubles: what takes a millionth of the whole has as many digits less. 4 ulps of the duration, of both parts.
  const span = (k: number): number => (documents[k] === undefined ? Infinity : times[k + 1]! - times[k]!)
  const room = (k: number): number => 1e-9 + (4 * 2 ** -52 * times.at(-1)!) / Math.min(span(k - 1), span(k))
  limits.velocity.forEach((velocity, i) => {
    for (let k = 0; k <= documents.length; k++) {
      for (const [order, limit] of [[1, velocity] as const, [2, limits.acceleration[i]!] as const]) {
        if (order === 2 && smooth === 'velocity') continue
        const before = k === 0 ? 0 : rate(k - 1, i, 1, order)
        const after = k === documents.length ? 0 : rate(k, i, 0, order)
        if (!(Math.abs(after - before) <= 2 * room(k) * limit))
          out.push(`jump of ${order} of ${i} at joint ${k}: ${after - before}`)
      }
    }
  })
  for (let k = 1; k < documents.length; k++) {
    const [a, b] = [new Float64Array(motion.pieces[k]!.dof), new Float64Array(motion.pieces[k]!.dof)]
    motion.pieces[k - 1]!.at(a, 1)
    motion.pieces[k]!.at(b, 0)
    if (!a.every((q, i) => q === b[i])) out.push(`place jumps at joint ${k}`)
  }
  return out
}

describe('timed paths', () => {
  test('[trajectories] hold all limits at every instant, from rest to rest, without jumps, and touch nothing', () => {
    const world = armWorld()
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(0.05, 0.4, 1.5),
        fc.constantFrom(...KINDS),
        (seed, segments, step, smooth) => {
          const path = freePath(world, new Random(seed), segments, step)
          const result = timed(world, path, { smooth })
          expect(broken(result, LIMITS, smooth)).toEqual([])
          const { trajectory } = result
          expect(trajectory.at(0).positions).toEqual(path[0])
          expect(trajectory.at(result.duration).positions).toEqual(path.at(-1))
          expect(result.blended + result.stops).toBe(path.length - 2)
          for (const { positions } of trajectory.sample(200)) {
            expect(world.collides(positions)).toBe(false)
            expect(world.outsideLimits(positions.map((q) => q * (1 - 1e-12)))).toEqual([])
          }
          expect(checkMotion(world, trajectory.motion).outcome).toBe('free')
        },
      ),
      { numRuns: 15, seed: 62 },
    )
  })

  test('hold limits and segments of every size', () => {
    const world = rails(4)
    const random = new Random(65)
    const size = (low: number, high: number): number => 10 ** random.range(low, high)
    for (let run = 0; run < 25; run++) {
      const smooth = KINDS[run % 2]!
      const limits = { velocity: [size(-4, 4), size(-4, 4)], acceleration: [size(-4, 4), size(-4, 4)] }
      const path = [[0, 0]]
      while (path.length < 3 + random.integer(8)) {
        const step = size(-12, -0.5)
        path.push(path.at(-1)!.map((q) => (random.unit() < 0.2 ? q : q + random.range(-step, step))))
      }
      const named = ([x, y]: number[]): Record<string, number> => ({ x: x!, y: y! })
      const options = { velocity: named(limits.velocity), acceleration: named(limits.acceleration), smooth }
      const result = timed(world, path, options)
      expect(broken(result, limits, smooth), JSON.stringify({ path, options })).toEqual([])
    }
  })

  test('have certificates that the verifier accepts', () => {
    const world = armWorld()
    for (const smooth of KINDS) {
      const result = timed(world, freePath(world, new Random(3), 5, 0.8), { smooth })
      expect(result.blended).toBeGreaterThan(0)
      const certificate = JSON.parse(JSON.stringify(result.certificate()))
      expect(verifyCertificate(worldDocument(world), certificate)).toMatchObject({ valid: true })
      expect(certificate.pieces).toHaveLength(result.trajectory.motion.pieces.length)
    }
  })

  test('take as long as the formulas of a single segment say', () => {
    const { world, room } = rail()
    expect(room.dof).toBe(1)
    // Full speed is reached: L/v + v/a; and it is not: 2·√(L/a).
    const limits = { velocity: 2, acceleration: 4 }
    expect(timed(world, [[0], [5]], { ...limits, smooth: 'velocity' }).duration).toBeCloseTo(5 / 2 + 2 / 4, 6)
    expect(timed(world, [[0], [0.5]], { ...limits, smooth: 'velocity' }).duration).toBeCloseTo(
      2 * Math.sqrt(0.5 / 4),
      6,
    )
    // Smooth accelerations are 3/2 as large at their greatest as on average.
    expect(timed(world, [[0], [5]], limits).duration).toBeCloseTo(5 / 2 + (1.5 * 2) / 4, 6)
    expect(timed(world, [[0], [0.5]], limits).duration).toBeCloseTo(2 * Math.sqrt((1.5 * 0.5) / 4), 6)
  })

  test('pass waypoints on a straight line as if they were not there', () => {
    const { world } = rail()
    const limits = { velocity: 2, acceleration: 4 }
    const many = Array.from({ length: 11 }, (_, k) => [k / 2])
    const result = timed(world, many, limits)
    expect(result.stops).toBe(0)
    expect(result.duration).toBeCloseTo(timed(world, [[0], [5]], limits).duration, 4)
    // And turn round where the path does.
    const back = timed(world, [[0], [5], [0]], limits)
    expect(back.duration).toBeLessThan(2 * result.duration)
    expect(Math.max(...back.trajectory.sample(100).map(({ positions }) => positions[0]!))).toBeLessThanOrEqual(5)
  })

  test('stop at every waypoint if no blend is wanted, and go through it', () => {
    const world = armWorld()
    const path = freePath(world, new Random(11), 6, 0.5)
    const result = timed(world, path, { blend: 0 })
    expect(result.stops).toBe(path.length - 2)
    expect(result.blended).toBe(0)
    const joints = result.trajectory.motion.pieces.map((piece) => {
      const q = new Float64Array(world.dof)
      piece.at(q, 1)
      return q
    })
    for (const waypoint of path.slice(1)) expect(joints).toContainEqual(waypoint)
    expect(result.duration).toBeGreaterThan(timed(world, path).duration)
    // A small blend is between the two.
    const small = timed(world, path, { blend: 0.02 })
    expect(small.blended).toBe(path.length - 2)
    expect(small.duration).toBeLessThan(result.duration)
    expect(small.duration).toBeGreaterThanOrEqual(timed(world, path).duration)
  })

  test('cut corners only as far as the cut is free', () => {
    // A small box goes round the corner of a large one, at this distance.
    for (const gap of [0.2, 1e-2, 1e-4]) {
      const world = rails(gap)
      const path = [
        [-1, 0],
        [0, 0],
        [0, 1],
      ]
      const limits = { velocity: 1, acceleration: 1 }
      expect(checkMotion(world, path).outcome).toBe('free')
      const result = timed(world, path, limits)
      expect(verifyCertificate(worldDocument(world), result.certificate())).toMatchObject({ valid: true })
      expect(result.trajectory.sample(1000).some(({ positions }) => world.collides(positions))).toBe(false)
      // Below the smallest blend that is tried there is nothing left but to stop.
      expect([result.blended, result.stops]).toEqual(gap > 1e-3 ? [1, 0] : [0, 1])
    }
    const wide = timed(
      rails(0.2),
      [
        [-1, 0],
        [0, 0],
        [0, 1],
      ],
      { velocity: 1, acceleration: 1 },
    )
    const narrow = timed(
      rails(1e-2),
      [
        [-1, 0],
        [0, 0],
        [0, 1],
      ],
      { velocity: 1, acceleration: 1 },
    )
    expect(wide.duration).toBeLessThan(narrow.duration)
  })

  test('a path that is not free is refused, and it is said where', () => {
    const world = rails(0.1)
    const path = [
      [-1, 0],
      [-0.5, 0],
      [0, 0],
      [0.5, 0.5],
      [-0.5, 1],
    ]
    const result = timePath(world, path, { velocity: 1, acceleration: 1 })
    expect(result.outcome).toBe('not-proved')
    if (result.outcome !== 'not-proved' || result.verdict.outcome !== 'collision') throw new Error('not shown')
    expect(result.verdict.segment).toBe(3)
    expect(world.collides(result.verdict.configuration)).toBe(true)
    const margin = timePath(world, path.slice(0, 3), { velocity: 1, acceleration: 1, clearance: 0.2 })
    expect(margin.outcome).toBe('not-proved')
  })

  test('keep the clearance that was asked for', () => {
    const world = rails(0.1)
    const path = [
      [-1, 0],
      [0, 0],
      [0, 1],
    ]
    const result = timed(world, path, { velocity: 1, acceleration: 1, clearance: 0.09 })
    expect(checkMotion(world, result.trajectory.motion, { clearance: 0.09 }).outcome).toBe('free')
  })

  test('one waypoint, the same twice, and next to the same', () => {
    const world = armWorld()
    const path = freePath(world, new Random(5), 3, 0.5)
    for (const still of [[path[1]!], [path[1]!, path[1]!]]) {
      const result = timed(world, still)
      expect(result.duration).toBe(0)
      expect(result.trajectory.sample(10)).toHaveLength(1)
      expect(result.trajectory.at(0).positions).toEqual(path[1])
      expect(verifyCertificate(worldDocument(world), result.certificate())).toMatchObject({ valid: true })
    }
    // From nothing to next to nothing there is no time that a clock could tell.
    const nothing = path[0]!.map(() => 0)
    const next = nothing.map((_, k) => (k === 0 ? 5e-324 : 0))
    expect(world.collides(nothing)).toBe(false)
    expect(() => timePath(world, [nothing, next])).toThrow(InvalidInputError)
    const twice = path.flatMap((q) => [q, q.map((value) => value + 1e-15), q])
    const result = timed(world, twice)
    expect(broken(result, LIMITS, 'acceleration')).toEqual([])
    expect(result.duration).toBeCloseTo(timed(world, path).duration, 6)
    // A way that comes by its own end does not end there.
    const loop = [path[0]!, path[1]!, path[2]!, path[1]!]
    expect(timed(world, loop).trajectory.motion.pieces.length).toBeGreaterThan(5)
  })

  test('samples are what controllers take', () => {
    const world = armWorld()
    const { trajectory, duration } = timed(world, freePath(world, new Random(6), 4, 0.6))
    const points = trajectory.sample(50)
    expect(points[0]!.time).toBe(0)
    expect(points.at(-1)!.time).toBe(duration)
    expect(points).toHaveLength(Math.ceil(duration * 50) + 1)
    points.slice(0, -1).forEach(({ time }, k) => {
      expect(time).toBe(k / 50)
    })
    const motion = trajectoryMotion(world, { points })
    expect(motion.pieces).toHaveLength(points.length - 1)
    // Velocities are those of the places.
    for (const { time, velocities } of points.slice(1, -1)) {
      const [before, after] = [trajectory.at(time - 1e-6).positions, trajectory.at(time + 1e-6).positions]
      velocities.forEach((velocity, i) => {
        expect((after[i]! - before[i]!) / 2e-6).toBeCloseTo(velocity, 4)
      })
    }
    expect(trajectory.at(-1)).toMatchObject({ positions: points[0]!.positions, velocities: new Float64Array(3) })
    expect(trajectory.at(duration + 1)).toMatchObject({ positions: points.at(-1)!.positions })
    expect(() => trajectory.sample(0)).toThrow('rate')
    expect(() => trajectory.at(NaN)).toThrow('time')
  })

  test('limits: by name, for all, or the joints’ own; what is missing is named', () => {
    const { world } = rail()
    const path = [[0], [1]]
    expect(() => timePath(world, path)).toThrow(/options.velocity.*rail\/along/)
    expect(() => timePath(world, path, { velocity: 1 })).toThrow(/options.acceleration.*rail\/along/)
    expect(() => timePath(world, path, { velocity: { other: 1 }, acceleration: 1 })).toThrow('options.velocity')
    for (const velocity of [0, -1, NaN, Infinity, '1', null]) {
      expect(() => timePath(world, path, { velocity: velocity as number, acceleration: 1 })).toThrow('options.velocity')
    }
    expect(() => timePath(world, path, { speed: 1 } as TimePathOptions)).toThrow('options.speed')
    expect(() => timePath(world, path, { smooth: 'jerk' as Smoothness })).toThrow('options.smooth')
    expect(() => timePath(world, path, { blend: -1 })).toThrow('options.blend')
    expect(timed(world, path, { velocity: { along: 1 }, acceleration: { 'rail/along': 2 } }).duration).toBeGreaterThan(
      1,
    )
    // Nothing that stands still needs a limit.
    expect(timed(world, [[1], [1]]).duration).toBe(0)
    const arm = armWorld()
    const way = freePath(arm, new Random(2), 2, 0.3)
    const own = timed(arm, way).duration
    expect(timed(arm, way, { velocity: 100, acceleration: 100 }).duration).toBe(own)
    expect(timed(arm, way, { velocity: 0.1 }).duration).toBeGreaterThan(own)
    const faster = { slide: 100, shoulder: 100, elbow: 100 }
    expect(timed(arm, way, { velocity: faster, acceleration: faster }).duration).toBeLessThan(own)
  })

  test('floating joints may move but not turn', () => {
    const world = new World({
      robots: [freeBody({ name: 'brick', shape: box({ size: [0.4, 0.2, 0.1] }) })],
      obstacles: [{ name: 'far', shape: box({ size: [1, 1, 1] }), pose: { at: [9, 0, 0] } }],
    })
    const limits = { velocity: 1, acceleration: 2 }
    const path = [
      [0, 0, 0, 0, 0, 0, 1],
      [1, 0, 0, 0, 0, 0, -1],
      [1, 1, 0, 0, 0, 0, 1],
    ]
    const result = timed(world, path, limits)
    expect(result.blended).toBe(1)
    expect(verifyCertificate(worldDocument(world), result.certificate())).toMatchObject({ valid: true })
    const turned = [path[0]!, [1, 0, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2]]
    expect(() => timePath(world, turned, limits)).toThrow('path[1] (brick/free/rot_x …)')
  })
})

/** A box on a rail without limits. */
function rail(): { world: World; room: World } {
  const robot = new Robot({
    name: 'rail',
    links: [{ name: 'ground' }, { name: 'cart', geometry: [{ shape: box({ size: [0.1, 0.1, 0.1] }) }] }],
    joints: [{ name: 'along', kind: 'prismatic', axis: [1, 0, 0], parent: 'ground', child: 'cart' }],
  })
  const far = { name: 'far', shape: box({ size: [1, 1, 1] }), pose: { at: [0, 9, 0] } }
  return { world: new World({ robots: [robot], obstacles: [far] }), room: new World({ robots: [robot] }) }
}

/** A cube of 0.2 that slides in x and y; at (0, 0) it is `gap` from a block's corner, which is up and to the left, in both. */
function rails(gap: number): World {
  const slide = (name: string, axis: number[], parent: string, child: string): JointInput => {
    return { name, kind: 'prismatic', axis, parent, child, limits: { lower: -5, upper: 5 } }
  }
  const robot = new Robot({
    name: 'cube',
    links: [
      { name: 'ground' },
      { name: 'beam' },
      { name: 'cube', geometry: [{ shape: box({ size: [0.2, 0.2, 0.2] }) }] },
    ],
    joints: [slide('x', [1, 0, 0], 'ground', 'beam'), slide('y', [0, 1, 0], 'beam', 'cube')],
  })
  const far = 0.1 + gap
  return new World({
    robots: [robot],
    obstacles: [
      { name: 'block', shape: box({ size: [2, 2, 2] }), pose: { at: [-far - 1, far + 1, 0] } },
      { name: 'post', shape: box({ size: [0.1, 0.1, 2] }), pose: { at: [0.3, 0.8, 0] } },
    ],
  })
}

describe('speeds', () => {
  test('ramps fill their leg, join, and change no faster than allowed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            length: fc.double({ min: 1e-6, max: 100, noNaN: true }),
            change: scale(),
            limit: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 2, noNaN: true })),
          }),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        (legs) => {
          const lengths = legs.map(({ length }) => length)
          const changes = legs.map(({ change }) => change)
          const limits = [0, ...legs.slice(1).map(({ limit }) => limit), 0]
          const speeds = cornerSpeeds(lengths, changes, limits)
          expect([speeds[0], speeds.at(-1)]).toEqual([0, 0])
          speeds.forEach((speed, k) => {
            expect(speed).toBeLessThanOrEqual(Math.min(1, limits[k]!) * (1 + 1e-12))
          })
          legs.forEach(({ length, change }, k) => {
            const ramps = legRamps(length, change, speeds[k]!, speeds[k + 1]!)
            expect(ramps.reduce((sum, ramp) => sum + ramp.length, 0) / length).toBeCloseTo(1, 9)
            expect(ramps[0]!.from).toBe(speeds[k])
            expect(ramps.at(-1)!.to).toBe(speeds[k + 1])
            ramps.forEach((ramp, i) => {
              if (i > 0) expect(ramp.from).toBe(ramps[i - 1]!.to)
              expect(ramp.length).toBeGreaterThan(0)
              expect(Math.max(ramp.from, ramp.to)).toBeLessThanOrEqual(1)
              expect(rampTime(ramp)).toBeLessThan(Infinity)
              const own = Math.abs(ramp.to ** 2 - ramp.from ** 2) / (2 * ramp.length)
              expect(own).toBeLessThanOrEqual(change * (1 + 1e-5))
            })
          })
        },
      ),
      { numRuns: 300, seed: 63 },
    )
  })

  function scale(): fc.Arbitrary<number> {
    return fc.double({ min: -6, max: 9, noNaN: true }).map((power) => 10 ** power)
  }
})

describe('polynomials', () => {
  test('begin and end at the velocities asked for, halfway between on average', () => {
    for (const smooth of KINDS) {
      const row = rampRow(3, 5, -7, smooth)
      const at = (c: readonly number[], t: number): number => c.reduceRight((value, each) => value * t + each, 0)
      expect(at(row, 1)).toBe(3 + (5 - 7) / 2)
      expect([at(derivative(row), 0), at(derivative(row), 1)]).toEqual([5, -7])
      expect(largestValue(derivative(row))).toBeCloseTo(7, 12)
      expect(largestValue(derivative(derivative(row)))).toBeCloseTo(12 * steepest(smooth), 12)
    }
  })

  test('are nowhere larger than their bound, in exact arithmetic', () => {
    const random = new Random(64)
    for (let k = 0; k < 400; k++) {
      const size = 10 ** random.range(-8, 8)
      const row = Array.from({ length: 1 + random.integer(5) }, () => random.range(-size, size))
      const bound = largestValue(row)
      let most = 0
      for (let step = 0; step <= 64; step++) {
        const value = exactPolynomial(row, step / 64)
        expect(sizeAtMost(value, bound), JSON.stringify({ row, step })).toBe(true)
        most = Math.max(most, Math.abs(Number(add(value, exact(0)).m) * 2 ** value.e))
      }
      // Not by far, either.
      expect(bound).toBeLessThanOrEqual(4 * row.reduce((sum, c) => sum + Math.abs(c), 0))
      expect(bound).toBeGreaterThanOrEqual(most)
    }
  })
})
