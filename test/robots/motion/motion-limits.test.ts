// Motions and the limits of joints: decided for lines and curves, tolerance, order of outcomes, and soundness beyond a limit.
import { describe, expect, test } from 'vitest'
import { checkMotionAsPublished } from '../../../lab/published/check-motion.js'
import {
  allowedPairs,
  box,
  checkMotion,
  checkSegments,
  curveMotion,
  firstContact,
  freeBody,
  InvalidInputError,
  LIMIT_TOLERANCE,
  lineMotion,
  type MotionVerdict,
  motionOutsideLimits,
  Random,
  Robot,
  SegmentCheck,
  sampleMotion,
  sphere,
  splineMotion,
  World,
  worldDocument,
} from '../../../src/entries/robots.js'
import type { Motion } from '../../../src/robots/motion/piece.js'
import { PolynomialPiece } from '../../../src/robots/motion/polynomial-piece.js'
import { verifyCertificate } from '../../../src/verify/index.js'
import { seenBeyond } from '../../oracle/robots/motion-limits.js'

/** As robot files have it. */
const ROUNDED_PI = Number('3.14159')

const BALL = sphere({ radius: 0.5 })

/** Balls on rails of their own, in y, that pass nothing: limits, by rail. */
function rails(...limits: (readonly [number, number] | undefined)[]): World {
  const robots = limits.map((own, k) => {
    const joint = {
      name: 'slide',
      kind: 'prismatic',
      parent: 'ground',
      child: 'cart',
      origin: { at: [0, 2 * k, 0] },
    } as const
    return new Robot({
      name: `r${k}`,
      links: [{ name: 'ground' }, { name: 'cart', geometry: [{ shape: BALL }] }],
      joints: [{ ...joint, ...(own === undefined ? {} : { limits: { lower: own[0], upper: own[1] } }) }],
    })
  })
  return new World({ robots, obstacles: [{ name: 'far', shape: BALL, pose: { at: [0, -9, 0] } }] })
}

/** By the numbers themselves: excess − tolerance is what decides. */
function judge(world: World, motion: Motion, verdict: MotionVerdict, tolerance: number, samples = 400): void {
  const seen = seenBeyond(world, motion, samples)
  const first = seen.filter(({ excess }) => excess > tolerance + 1e-9)
  if (first.length > 0) expect(verdict.outcome).toBe('outside-limits')
  if (seen.every(({ excess }) => excess <= tolerance - 1e-9)) expect(verdict.outcome).not.toBe('outside-limits')
  for (const one of seen.filter(({ excess }) => excess > 1e-9)) {
    const found = verdict.beyondLimits.find(
      ({ segment, joint, limit }) => segment === one.segment && joint === one.joint && limit === one.limit,
    )
    expect(found, JSON.stringify(one)).toBeDefined()
    const excess = Math.abs(found!.value - found!.limit)
    expect(Math.abs(excess - one.excess), JSON.stringify({ one, found })).toBeLessThan(3e-7)
  }
  for (const { segment, at, joint, value } of verdict.beyondLimits) {
    const q = new Float64Array(world.dof)
    motion.pieces[segment]!.at(q, at)
    expect(q[world.variables.indexOf(joint)]).toBe(value)
  }
  if (verdict.outcome !== 'outside-limits' || first.length === 0) return
  const { segment, at, joint, value, limit, configuration } = verdict
  expect(segment).toBe(first[0]!.segment)
  const own = first.filter((one) => one.segment === segment)
  const worst = Math.max(...own.map(({ excess }) => excess))
  expect(Math.abs(value - limit)).toBeGreaterThan(worst - 3e-7)
  expect(own.some((one) => one.joint === joint && one.limit === limit)).toBe(true)
  const q = new Float64Array(world.dof)
  motion.pieces[segment]!.at(q, at)
  expect(configuration).toEqual(q)
}

describe('[joint-limits] decided', () => {
  test('a tolerance that no certificate could have is refused', () => {
    const world = rails([-1, 1])
    const check = (limitTolerance: number) => checkMotion(world, [[0], [2]], { limitTolerance })
    expect(check(1e6).outcome).toBe('free')
    for (const wrong of [1.1e6, 1e61, 1e308, Infinity, Number.NaN, -1])
      expect(() => check(wrong)).toThrow(InvalidInputError)
  })

  test('lines, by their ends: the first segment, the joint that is farthest beyond, where it is', () => {
    const world = rails([-1, 1], [-2, 2], undefined)
    const way = [
      [0, 0, 0],
      [1, -2, 50],
      [1.2, -2.5, 90],
      [5, 0, 0],
    ]
    const verdict = checkMotion(world, way)
    expect(verdict).toMatchObject({ outcome: 'outside-limits', segment: 1, at: 1, joint: 'r1/slide' })
    expect(verdict).toMatchObject({ value: -2.5, limit: -2, configuration: Float64Array.of(1.2, -2.5, 90) })
    expect(verdict.beyondLimits).toEqual([
      { segment: 1, at: 1, joint: 'r0/slide', value: 1.2, limit: 1 },
      { segment: 1, at: 1, joint: 'r1/slide', value: -2.5, limit: -2 },
      { segment: 2, at: 1, joint: 'r0/slide', value: 5, limit: 1 },
      { segment: 2, at: 0, joint: 'r1/slide', value: -2.5, limit: -2 },
    ])
    expect(motionOutsideLimits(world, way)).toEqual(verdict.beyondLimits)
    judge(world, lineMotion(world, way), verdict, LIMIT_TOLERANCE)
    expect(checkMotion(world, way.slice(0, 2)).outcome).toBe('free')
    // Standing still is a motion too.
    expect(checkMotion(world, [[0, -3, 0]])).toMatchObject({ outcome: 'outside-limits', segment: 0, value: -3 })
  })

  test('random lines and splines, beside looking', () => {
    const seen: Record<string, number> = {}
    for (let seed = 1; seed <= 120; seed++) {
      const random = new Random(seed)
      const world = rails([-1, 1], [-0.5, 2], undefined)
      const knots = Array.from({ length: 2 + random.integer(4) }, () =>
        [1.1, 0.9, 5].map((size, i) => (i === 1 ? 0.75 : 0) + random.range(-size, size)),
      )
      const motion =
        seed % 3 === 0
          ? lineMotion(world, knots)
          : splineMotion(world, knots, { degree: seed % 3 === 1 ? 3 : 5, boundary: 'natural' })
      for (const tolerance of [0, 1e-5, 0.3]) {
        const verdict = checkMotion(world, motion, { limitTolerance: tolerance })
        seen[verdict.outcome] = (seen[verdict.outcome] ?? 0) + 1
        judge(world, motion, verdict, tolerance)
        if (verdict.outcome !== 'free') continue
        const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(verdict.certificate())))
        expect(verified).toMatchObject({ valid: true, limitTolerance: tolerance, ignoreLimits: false })
      }
      const ignored = checkMotion(world, motion, { ignoreLimits: true })
      expect(ignored.outcome).toBe('free')
      judge(world, motion, { ...ignored, outcome: 'free' } as MotionVerdict, Infinity)
    }
    expect(seen.undecided).toBeUndefined()
    expect(Math.min(seen.free!, seen['outside-limits']!)).toBeGreaterThan(30)
  })

  test('a spike between any samples: of a spline, and of a curve of a caller', () => {
    const world = rails([-1, 1])
    // 0.99 + 0.01·(1 + 1e-4)·bump, the bump's top being at a place that is no sample.
    const bump = (t: number): number => Math.exp(-(((t - Math.SQRT1_2) / 1e-4) ** 2))
    for (const [height, outcome] of [
      [0.0101, 'outside-limits'],
      [0.01 + 9e-6, 'free'],
      [0.01 + 11e-6, 'outside-limits'],
      [0.0099, 'free'],
    ] as const) {
      const motion = curveMotion(world, {
        at: (t) => [0.99 + height * bump(t)],
        speeds: () => [0.86 * (height / 1e-4)],
      })
      const verdict = checkMotion(world, motion)
      expect(verdict.outcome, `${height}`).toBe(outcome)
      if (verdict.outcome === 'outside-limits') expect(verdict.value).toBeCloseTo(0.99 + height, 6)
      expect(verdict.beyondLimits).toHaveLength(height > 0.01 ? 1 : 0)
    }
    // Ten waypoints within the limits, and a cubic that is beyond them for a thousandth of a segment.
    const top = 1 + 1e-4
    const spline = splineMotion(world, [[top - 0.025], [top - 0.025]], { velocities: [[0.1], [-0.1]] })
    const verdict = checkMotion(world, spline)
    expect(verdict).toMatchObject({ outcome: 'outside-limits', at: 0.5, limit: 1 })
    if (verdict.outcome === 'outside-limits') expect(verdict.value).toBeCloseTo(top, 9)
  })

  test('a polynomial that touches its limit many times: within a tolerance it is free, without one it is undecided', () => {
    const world = rails([-1, 1])
    // The Chebyshev polynomial of degree 8 on [0, 1]: its coefficients cancel, and are as large as 212,992.
    let [one, two] = [[1], [-1, 2]]
    for (let n = 2; n <= 8; n++) {
      const next = new Array(n + 1).fill(0)
      two.forEach((c, k) => {
        next[k] -= 2 * c
        next[k + 1] += 4 * c
      })
      one.forEach((c, k) => {
        next[k] -= c
      })
      ;[one, two] = [two, next]
    }
    expect(Math.max(...two.map(Math.abs))).toBe(212_992)
    const motion: Motion = { pieces: [new PolynomialPiece([two], [])], continuous: 'as-given' }
    expect(checkMotion(world, motion).outcome).toBe('free')
    const open = checkMotion(world, motion, { limitTolerance: 0 })
    expect(open).toMatchObject({ outcome: 'undecided', reason: expect.stringMatching(/r0\/slide.*limit/), left: [] })
    const within = new SegmentCheck(world, [[0], [1]], { limitTolerance: 0 })
    const touching = new SegmentCheck(world, motion.pieces[0]!, { limitTolerance: 0 })
    const both = checkSegments([within, touching])
    expect(both).toMatchObject({ outcome: 'undecided', reason: expect.stringMatching(/segment 1 /) })
    expect([within.outcome, touching.outcome]).toEqual(['free', 'undecided'])
    // A collision is told all the same.
    world.addObstacle({ name: 'in the way', shape: BALL, pose: { at: [0.2, 0.5, 0] } })
    expect(checkMotion(world, motion, { limitTolerance: 0 }).outcome).toBe('collision')
    expect(firstContact(world, motion, { limitTolerance: 0 }).outcome).toBe('collision')
    const narrow = rails([-0.999, 0.999])
    expect(checkMotion(narrow, motion, { limitTolerance: 0 })).toMatchObject({ outcome: 'outside-limits' })
  })

  test('what stands at its limit is within it, while others move on curves', () => {
    const world = rails([-1, 1], [-2, 2])
    const motion = splineMotion(world, [
      [1, 0],
      [1, 1.5],
      [1, -1],
    ])
    expect(checkMotion(world, motion, { limitTolerance: 0 })).toMatchObject({ outcome: 'free', beyondLimits: [] })
  })

  test('what is within the tolerance is a note, to the last digit of it', () => {
    const world = rails([-ROUNDED_PI, ROUNDED_PI])
    const verdict = checkMotion(world, [[-Math.PI], [Math.PI]])
    expect(verdict).toMatchObject({ outcome: 'free' })
    expect(verdict.beyondLimits).toEqual([
      { segment: 0, at: 0, joint: 'r0/slide', value: -Math.PI, limit: -ROUNDED_PI },
      { segment: 0, at: 1, joint: 'r0/slide', value: Math.PI, limit: ROUNDED_PI },
    ])
    const off = Math.PI - ROUNDED_PI
    const at = (limitTolerance: number): string => checkMotion(world, [[0], [Math.PI]], { limitTolerance }).outcome
    expect([off, off * (1 + 2 ** -50), off * (1 - 2 ** -50)].map(at)).toEqual(['free', 'free', 'outside-limits'])
    expect(checkMotion(world, [[0], [3.15]]).outcome).toBe('outside-limits')
    expect(checkMotion(rails([0, 0]), [[0], [1e-5]]).outcome).toBe('free')
    expect(checkMotion(rails([0, 0]), [[0], [1.0000001e-5]]).outcome).toBe('outside-limits')
  })

  test('mimics follow, and their own limits do not count; bodies that fly have none', () => {
    const links = ['ground', 'a', 'b'].map((name) => ({ name, geometry: [{ shape: sphere({ radius: 0.01 }) }] }))
    const slide = { kind: 'prismatic', parent: 'ground' } as const
    const robot = new Robot({
      name: 'r',
      links,
      joints: [
        { ...slide, name: 'one', child: 'a', limits: { lower: 0, upper: 1 }, origin: { at: [0, 1, 0] } },
        {
          ...{ ...slide, name: 'other', child: 'b', limits: { lower: 0, upper: 0.1 }, origin: { at: [0, 2, 0] } },
          mimic: { joint: 'one', multiplier: 2 },
        },
      ],
    })
    const world = new World({ robots: [robot] })
    expect(checkMotion(world, [[0], [1]]).outcome).toBe('free')
    expect(checkMotion(world, [[0], [1.1]]).outcome).toBe('outside-limits')
    const flying = new World({ robots: [freeBody({ name: 'f', shape: BALL })], obstacles: [BALL] })
    const flight = [
      [5, 0, 0, 0, 0, 0, 1],
      [1e6, 0, 0, 0, 0, 1, 0],
    ]
    expect(checkMotion(flying, flight)).toMatchObject({ outcome: 'free', beyondLimits: [] })
  })
})

describe('[joint-limits] every way of asking', () => {
  const world = rails([-1, 1])
  world.addObstacle({ name: 'wall', shape: box({ size: [0.1, 1, 1] }), pose: { at: [2, 0, 0] } })
  const way = [[0], [0.5], [3]]

  test('limits come before what touches, unless they are ignored', () => {
    const outside = { outcome: 'outside-limits', segment: 1, at: 1, joint: 'r0/slide', value: 3, limit: 1 }
    for (const check of [checkMotion, checkMotionAsPublished]) {
      expect(check(world, way)).toMatchObject(outside)
      expect(check(world, way, { ignoreLimits: true }).outcome).toBe('collision')
    }
    expect(firstContact(world, way)).toMatchObject(outside)
    expect(firstContact(world, way, { ignoreLimits: true })).toMatchObject({ outcome: 'collision', segment: 1 })
    expect(sampleMotion(world, way, { resolution: 0.1 })).toMatchObject(outside)
    expect(sampleMotion(world, way, { resolution: 0.1, ignoreLimits: true }).outcome).toBe('collision')
    const first = new SegmentCheck(world, [[0], [0.5]])
    const second = new SegmentCheck(world, [[0.5], [3]])
    expect([first.outcome, second.outcome]).toEqual(['open', 'outside-limits'])
    expect(second.run()).toMatchObject({ ...outside, segment: 0 })
    const both = checkSegments([first, second])
    expect(both).toMatchObject(outside)
    expect(both.beyondLimits).toEqual([{ segment: 1, at: 1, joint: 'r0/slide', value: 3, limit: 1 }])
    expect(new SegmentCheck(world, [[0.5], [3]], { ignoreLimits: true }).run().outcome).toBe('collision')
    const free = new SegmentCheck(world, [[0.5], [3]], { ignoreLimits: true })
    expect(() => checkSegments([first, free])).toThrow(/checks\[1\].*ignoreLimits/)
  })

  test('[bad-input] options that are none', () => {
    for (const limitTolerance of [-1, Number.NaN, Infinity, '1' as never]) {
      expect(() => checkMotion(world, way, { limitTolerance })).toThrow(/options\.limitTolerance/)
      expect(() => new SegmentCheck(world, [[0], [1]], { limitTolerance })).toThrow(InvalidInputError)
    }
    expect(() => firstContact(world, way, { ignoreLimits: 1 as never })).toThrow(/options\.ignoreLimits/)
    expect(() => sampleMotion(world, way, { resolution: 1, ignoreLimits: null as never })).toThrow(InvalidInputError)
  })
})

describe('[joint-limits] what is never touching within the limits is seen beyond them', () => {
  /** At the end of its rail a ball is 2 µm from another one, and spheres show that it gets no farther. */
  function almost(): World {
    const robot = new Robot({
      name: 'r',
      links: [{ name: 'ground' }, { name: 'cart', geometry: [{ shape: BALL }] }],
      joints: [{ name: 'slide', kind: 'prismatic', parent: 'ground', child: 'cart', limits: { lower: 0, upper: 1 } }],
    })
    return new World({ robots: [robot], obstacles: [{ name: 'stop', shape: BALL, pose: { at: [2 + 2e-6, 0, 0] } }] })
  }

  test('within the tolerance, by lines and by curves', () => {
    const world = almost()
    expect(world.pairs()).toMatchObject([{ status: 'never' }])
    for (const [end, outcome] of [
      [1, 'free'],
      [1 + 1e-6, 'free'],
      [1 + 3e-6, 'collision'],
      [1 + 9e-6, 'collision'],
      [1 + 11e-6, 'outside-limits'],
    ] as const) {
      const line = checkMotion(world, [[0], [end]])
      const curve = checkMotion(world, splineMotion(world, [[0], [end]]))
      expect([line.outcome, curve.outcome], `${end}`).toEqual([outcome, outcome])
      expect(world.collides([end])).toBe(end > 1 + 2e-6)
      for (const verdict of [line, curve]) {
        if (verdict.outcome !== 'free') continue
        // Beyond the limit the pair must be proved, or the certificate would not hold.
        expect(verdict.certificate().proofs[0]).toHaveLength(end > 1 || verdict === curve ? 1 : 0)
        expect(
          verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(verdict.certificate()))),
        ).toMatchObject({
          valid: true,
        })
      }
    }
    expect(firstContact(world, [[0], [1 + 9e-6]])).toMatchObject({ outcome: 'collision' })
    expect(sampleMotion(world, [[0], [1 + 9e-6]], { resolution: 1 }).outcome).toBe('collision')
  })

  test('so are pairs that a proof was about', async () => {
    // Within ±1 the two balls of 0.1 are apart; at 1 + 5e-6 the chord between their centres is 0.2.
    const reach = 1
    const tip = (angle: number): number[] => [reach * Math.cos(angle), reach * Math.sin(angle), 0]
    const robot = new Robot({
      name: 'r',
      links: [
        { name: 'base', geometry: [{ shape: sphere({ radius: 0.1, at: tip(1 + 5e-6 + 2 * Math.asin(0.1)) }) }] },
        { name: 'hub', geometry: [] },
        { name: 'arm', geometry: [{ shape: sphere({ radius: 0.1, at: [reach, 0, 0] }) }] },
      ],
      joints: [
        { name: 'still', kind: 'fixed', parent: 'base', child: 'hub' },
        {
          ...{ name: 'turn', kind: 'revolute', parent: 'hub', child: 'arm', axis: [0, 0, 1] },
          limits: { lower: -1, upper: 1 },
        },
      ],
    } as const)
    const world = new World({ robots: [robot], adjacent: 'checked' })
    const gap = world.distance([1]).distance
    expect(gap).toBeGreaterThan(0)
    const result = await allowedPairs(robot)
    const never = result.pairs.filter((pair) => pair.class === 'never')
    expect(never).toHaveLength(1)
    world.trustProofs(result)
    expect(world.pairs().filter(({ status }) => status === 'never')).toHaveLength(1)
    const touching = [1 + 1e-6, 1 + 5e-6, 1 + 9e-6].map((q) => world.collides([q]))
    const outcomes = [1 + 1e-6, 1 + 5e-6, 1 + 9e-6].map((q) => checkMotion(world, [[0], [q]]).outcome)
    expect(outcomes).toEqual(touching.map((is) => (is ? 'collision' : 'free')))
  })
})
