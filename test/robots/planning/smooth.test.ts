// Smoothed paths: shorter, between the same ends, and free at every instant: proved anew by another check, and by dense sampling.
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { box, capsule, checkMotion, freeBody, Random, Robot, sphere, World } from '../../../src/entries/robots.js'
import { planNow } from '../../../src/robots/planning/plan.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'
import { SegmentProofs } from '../../../src/robots/planning/shortcut.js'
import { smooth, smoothNow } from '../../../src/robots/planning/smooth.js'
import { type SegmentState, SmoothPath } from '../../../src/robots/planning/smooth-path.js'
import type { Smoothed, SmoothOptions } from '../../../src/robots/planning/smooth-result.js'
import { worldDocument } from '../../../src/robots/world/world-document.js'
import { verifyCertificate } from '../../../src/verify/index.js'

/** An arm of `joints` links in the plane, among posts. */
function armWorld(joints = 3): World {
  const geometry = [{ shape: capsule({ radius: 0.03, from: [0.05, 0, 0], to: [0.4, 0, 0] }) }]
  const names = Array.from({ length: joints }, (_, i) => `link${i + 1}`)
  const robot = new Robot({
    name: 'arm',
    links: [{ name: 'ground' }, ...names.map((name) => ({ name, geometry }))],
    joints: names.map((child, i) => ({
      name: `joint${i + 1}`,
      kind: i === 0 ? ('continuous' as const) : ('revolute' as const),
      axis: [0, 0, 1],
      parent: i === 0 ? 'ground' : names[i - 1]!,
      child,
      origin: { at: [i === 0 ? 0 : 0.45, 0, 0] },
      ...(i === 0 ? {} : { limits: { lower: -2.5, upper: 2.5 } }),
    })),
  })
  const posts = [
    [0.8, 0.5],
    [-0.4, 0.9],
    [-0.9, -0.4],
    [0.5, -0.8],
  ]
  return new World({
    robots: [robot],
    obstacles: posts.map(([x, y], i) => ({ name: `post${i}`, shape: sphere({ radius: 0.12, at: [x!, y!, 0] }) })),
  })
}

/** Steps of a random walk whose every segment is proved. */
function walk(world: World, random: Random, steps: number, step: number): Float64Array[] {
  const path = [world.neutral()]
  for (let tries = 0; path.length <= steps && tries < 100 * steps; tries++) {
    const at = path.at(-1)!
    const next = at.map((q, i) => Math.min(Math.max(q + random.range(-step, step), world.lower[i]!), world.upper[i]!))
    if (checkMotion(world, [at, next]).outcome === 'free') path.push(next)
  }
  return path
}

function lengthOf(world: World, path: readonly Float64Array[]): number {
  const space = new PlanningSpace(world, path[0]!, [path.at(-1)!])
  return path.slice(1).reduce((sum, q, i) => sum + space.distance(path[i]!, q), 0)
}

/** Does any of many configurations along the path collide? */
function collidesSomewhere(world: World, path: readonly Float64Array[], step: number): boolean {
  return path.slice(1).some((to, i) => {
    const from = path[i]!
    const parts = Math.ceil(Math.max(1, ...to.map((q, k) => Math.abs(q - from[k]!) / step)))
    return Array.from({ length: parts + 1 }, (_, k) => k / parts).some((t) =>
      world.collides(from.map((q, k) => q + t * (to[k]! - q))),
    )
  })
}

function smoothed(world: World, path: readonly Float64Array[], options?: SmoothOptions): Smoothed {
  const result = smoothNow(world, path, options)
  if (result.outcome !== 'smoothed') throw new Error(`not smoothed: ${result.verdict.outcome}`)
  return result
}

describe('smoothing', () => {
  test('is shorter, keeps the ends, and is free by another proof and by dense sampling', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 3 }), (seed, joints) => {
        const world = armWorld(joints)
        const path = walk(world, new Random(seed), 40, 0.6)
        const result = smoothed(world, path, { seed, rounds: 30, isFree: seed % 2 === 0 })
        expect(result.path[0]).toEqual(path[0])
        expect(result.path.at(-1)).toEqual(path.at(-1))
        expect(result.before).toBeCloseTo(lengthOf(world, path), 9)
        expect(result.length).toBeCloseTo(lengthOf(world, result.path), 9)
        expect(result.length).toBeLessThanOrEqual(result.before * (1 + 1e-12))
        expect(checkMotion(world, result.path).outcome).toBe('free')
        expect(collidesSomewhere(world, result.path, 0.01)).toBe(false)
      }),
      { numRuns: 12, seed: 61 },
    )
  })

  test('a long walk becomes a short path', () => {
    const world = armWorld()
    const path = walk(world, new Random(2), 400, 0.3)
    const { length, before, stats } = smoothed(world, path, { rounds: 100 })
    expect(length / before).toBeLessThan(0.15)
    expect(stats.rounds).toBe(100)
    expect(stats.shortcuts).toBeGreaterThan(5)
    expect(stats.attempts).toBeGreaterThanOrEqual(stats.shortcuts + stats.sampledOut)
    expect(stats.proofs.volumeTests).toBeGreaterThan(0)
  })

  test('has a certificate that the verifier accepts, about the path returned', () => {
    const world = armWorld()
    const result = smoothed(world, walk(world, new Random(5), 30, 0.5), { rounds: 40 })
    const certificate = JSON.parse(JSON.stringify(result.certificate()))
    expect(verifyCertificate(worldDocument(world), certificate)).toMatchObject({ valid: true })
    const ends = certificate.pieces.map((piece: { from: number[]; to: number[] }) => [piece.from, piece.to])
    expect(ends).toEqual(result.path.slice(1).map((q, i) => [[...result.path[i]!], [...q]]))
  })

  test('keeps the clearance that was asked for', () => {
    const world = armWorld()
    const clearance = 0.02
    const path = walk(world, new Random(8), 40, 0.4)
    const given = checkMotion(world, path, { clearance })
    const result = smoothNow(world, path, { clearance, rounds: 40 })
    expect(result.outcome).toBe(given.outcome === 'free' ? 'smoothed' : 'not-proved')
    const wide = walkWith(world, new Random(9), 40, 0.4, clearance)
    const found = smoothed(world, wide, { clearance, rounds: 40 })
    expect(found.length).toBeLessThan(found.before)
    expect(checkMotion(world, found.path, { clearance }).outcome).toBe('free')
  })

  test('same seed, same path; another seed, another', () => {
    const world = armWorld()
    const path = walk(world, new Random(4), 60, 0.5)
    const [one, again, other] = [7, 7, 8].map((seed) => smoothed(world, path, { seed, rounds: 20 }).path)
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
  })

  test('no rounds, no change; waypoints that are there twice are taken once', () => {
    const world = armWorld()
    const path = walk(world, new Random(4), 5, 0.3)
    expect(smoothed(world, path, { rounds: 0 }).path).toEqual(path)
    const twice = path.flatMap((q) => [q, q])
    expect(smoothed(world, twice, { rounds: 0 }).path).toEqual(path)
    expect(smoothed(world, [path[0]!], {}).path).toEqual([path[0]])
    expect(smoothed(world, [path[0]!, path[0]!], {}).path).toEqual([path[0]])
    const alone = smoothed(world, [path[0]!], {})
    expect(verifyCertificate(worldDocument(world), alone.certificate())).toMatchObject({ valid: true })
  })

  test('a path that is not free is refused, and it is said where', () => {
    const world = armWorld(2)
    const free = [0, 0.3].map((q) => Float64Array.of(q, 0))
    // At about 0.56 the arm meets a post.
    const path = [free[0]!, free[0]!, free[1]!, Float64Array.of(1, 0), Float64Array.of(1.2, 0)]
    const verdict = checkMotion(world, path)
    expect(verdict.outcome).toBe('collision')
    for (const isFree of [false, true]) {
      const result = smoothNow(world, path, { isFree, rounds: 0 })
      expect(result.outcome).toBe('not-proved')
      if (result.outcome !== 'not-proved' || result.verdict.outcome !== 'collision') throw new Error('not shown')
      expect(result.verdict.segment).toBe(2)
      expect([result.verdict.a, result.verdict.b].sort()).toEqual(['arm/link2', 'post0'])
      expect(result.verdict.contact.depth).toBeGreaterThanOrEqual(0)
      expect(world.collides(result.verdict.configuration)).toBe(true)
    }
  })

  test('what is claimed to be free and is not never comes back', () => {
    const world = armWorld(2)
    for (let seed = 1; seed <= 10; seed++) {
      const random = new Random(seed)
      const path = [Float64Array.of(0, 0)]
      while (path.length < 12) {
        const next = Float64Array.of(random.range(-3, 3), random.range(-2.4, 2.4))
        if (!world.collides(next)) path.push(next)
      }
      const result = smoothNow(world, path, { seed, isFree: true, rounds: 20 })
      if (result.outcome === 'smoothed') expect(checkMotion(world, result.path).outcome).toBe('free')
      else expect(result.verdict.outcome).toBe('collision')
    }
  })

  test('a continuous joint goes as far as the numbers say, or the short way round', () => {
    const world = armWorld(1)
    const path = [0, 2, 4, 5.9].map((q) => Float64Array.of(q))
    const far = { name: 'far', shape: sphere({ radius: 0.1 }), pose: { at: [9, 0, 0] } }
    const free = new World({ robots: world.model().robots.map(({ robot }) => robot), obstacles: [far] })
    expect(smoothed(free, path, { rounds: 20 }).length).toBeCloseTo(5.9, 9)
    const short = smoothed(free, [path[0]!, path[3]!], { continuous: 'shortest' })
    expect(short.length).toBeCloseTo(2 * Math.PI - 5.9, 9)
    expect(world.dof).toBe(1)
  })

  test('bodies that fly and turn', () => {
    const world = new World({
      robots: [freeBody({ name: 'brick', shape: box({ size: [0.4, 0.2, 0.1] }) })],
      obstacles: [{ name: 'wall', shape: box({ size: [0.02, 1, 1] }) }],
    })
    const half = Math.SQRT1_2
    const path = [
      [-1, 0, 0, 0, 0, 0, 1],
      [-1, 1, 0, 0, 0, half, half],
      [0, 1.5, 0, half, 0, 0, half],
      [1, 1, 0, 0, 0, -half, half],
      [1, 0, 0, 0, 0, 0, -1],
    ].map((q) => Float64Array.from(q))
    const result = smoothed(world, path, { rounds: 60 })
    expect(result.length).toBeLessThan(0.8 * result.before)
    expect(checkMotion(world, result.path).outcome).toBe('free')
    expect(verifyCertificate(worldDocument(world), result.certificate())).toMatchObject({ valid: true })
  })

  test('stops on request, with a path that is proved', () => {
    const world = armWorld()
    const path = walk(world, new Random(4), 60, 0.5)
    const timed = smoothed(world, path, { maxMillis: 0, rounds: 1e6 })
    expect(timed.stopped).toBe('time')
    expect(checkMotion(world, timed.path).outcome).toBe('free')
    let looks = 0
    const signal = {
      get aborted() {
        return looks++ > 100
      },
    }
    const cancelled = smoothed(world, path, { signal, rounds: 1e6 })
    expect(cancelled.stopped).toBe('cancelled')
    expect(checkMotion(world, cancelled.path).outcome).toBe('free')
    const early = smoothNow(world, path, { signal: { aborted: true } })
    expect(early.outcome).toBe('not-proved')
    if (early.outcome === 'not-proved') expect(early.verdict.outcome).toBe('undecided')
  })

  test('where a rest of a cut segment is not proved, all is done again with rests proved at once', () => {
    const world = armWorld()
    const path = walk(world, new Random(4), 40, 0.5)
    const plain = smoothed(world, path, { rounds: 30, maxSteps: 5000 })
    const { isFree } = SegmentProofs.prototype
    // Of rests, which may take longer than shortcuts, the first one fails, and then every third.
    let rests = 0
    const spy = vi.spyOn(SegmentProofs.prototype, 'isFree').mockImplementation(function* (
      this: SegmentProofs,
      a,
      b,
      most,
    ) {
      const isRest = most > 5000 && most < 1e6
      return yield* isFree.call(this, a, b, isRest && rests++ % 3 === 0 ? 0 : most)
    })
    try {
      const result = smoothed(world, path, { rounds: 30, maxSteps: 5000 })
      expect(rests).toBeGreaterThan(4)
      expect(result.stats.undecided).toBeGreaterThan(1)
      expect(result.path).not.toEqual(plain.path)
      expect(result.length).toBeLessThan(0.8 * result.before)
      expect(checkMotion(world, result.path).outcome).toBe('free')
      expect(verifyCertificate(worldDocument(world), result.certificate())).toMatchObject({ valid: true })
    } finally {
      spy.mockRestore()
    }
  })

  test('a path of a plan is not proved again, unless it or the world or the question has changed', () => {
    const world = armWorld()
    const ends = walk(world, new Random(4), 30, 0.5)
    const found = planNow(world, ends[0]!, ends.at(-1)!, { seed: 3 })
    if (found.outcome !== 'solved') throw new Error(found.outcome)
    const proved = (path: readonly Float64Array[], options: SmoothOptions = {}): number =>
      smoothed(world, path, { rounds: 0, ...options }).stats.proved
    const segments = found.path.length - 1
    expect(segments).toBeGreaterThan(1)
    expect(proved(found.path)).toBe(0)
    expect(proved([...found.path])).toBe(segments)
    expect(proved(found.path, { clearance: 1e-6 })).toBe(segments)
    expect(proved(found.path, { delta: 1e-6 })).toBe(segments)
    const shorter = smoothed(world, found.path)
    expect(proved(shorter.path)).toBe(0)
    expect(verifyCertificate(worldDocument(world), shorter.certificate())).toMatchObject({ valid: true })
    // Both segments at a waypoint that the caller has moved.
    found.path[1]![0]! += 1e-9
    expect(proved(found.path)).toBe(2)
    found.path[1]![0]! -= 1e-9
    world.addObstacle({ name: 'far', shape: sphere({ radius: 0.1 }), pose: { at: [50, 0, 0] } })
    expect(proved(found.path)).toBe(segments)
  })

  test('in slices: the same path, with progress, and it can be cancelled', async () => {
    const world = armWorld()
    const path = walk(world, new Random(4), 60, 0.5)
    const running = smooth(world, path, { rounds: 60 })
    const seen = []
    for await (const progress of running) seen.push(progress)
    const result = await running
    expect(result).toMatchObject({ outcome: 'smoothed', path: smoothed(world, path, { rounds: 60 }).path })
    expect(seen.at(-1)).toMatchObject({ round: 60, rounds: 60 })
    if (result.outcome === 'smoothed') expect(seen.at(-1)!.length).toBe(result.length)
    const endless = smooth(world, path, { rounds: Infinity })
    for await (const { phase, round } of endless) if (phase === 'smoothing' && round > 2) endless.cancel()
    expect(await endless).toMatchObject({ outcome: 'smoothed', stopped: 'cancelled' })
  })

  test('options that make no sense are refused by name', () => {
    const world = armWorld(1)
    const path = [[0], [0.1]]
    const wrong: [Record<string, unknown>, string][] = [
      [{ round: 5 }, 'options.round'],
      [{ rounds: -1 }, 'options.rounds'],
      [{ rounds: NaN }, 'options.rounds'],
      [{ seed: 0.5 }, 'options.seed'],
      [{ clearance: -1 }, 'options.clearance'],
      [{ delta: Infinity }, 'options.delta'],
      [{ minimum: -1 }, 'options.minimum'],
      [{ maxMillis: 'long' }, 'options.maxMillis'],
      [{ isFree: 1 }, 'options.isFree'],
      [{ signal: 3 }, 'options.signal'],
      [{ continuous: 'long' }, 'options.continuous'],
    ]
    for (const [options, field] of wrong) {
      expect(() => smoothNow(world, path, options as SmoothOptions)).toThrow(field)
    }
    expect(() => smoothNow(world, [], {})).toThrow('path')
    expect(() => smoothNow(world, [[0], [NaN]], {})).toThrow('path[1]')
  })
})

/** A walk that keeps a clearance. */
function walkWith(world: World, random: Random, steps: number, step: number, clearance: number): Float64Array[] {
  const path = [world.neutral()]
  for (let tries = 0; path.length <= steps && tries < 100 * steps; tries++) {
    const at = path.at(-1)!
    const next = at.map((q, i) => Math.min(Math.max(q + random.range(-step, step), world.lower[i]!), world.upper[i]!))
    if (checkMotion(world, [at, next], { clearance }).outcome === 'free') path.push(next)
  }
  return path
}

test('places on a path that is cut again and again are where a slow walk along it says', () => {
  const world = armWorld(2)
  const given: SegmentState = { given: 0, isProved: false }
  const made: SegmentState = { given: -1, isProved: true }
  for (let seed = 1; seed <= 20; seed++) {
    const random = new Random(seed)
    const points = Array.from({ length: 30 }, () => Float64Array.of(random.range(-3, 3), random.range(-2, 2)))
    const space = new PlanningSpace(world, points[0]!, [points.at(-1)!])
    const path = SmoothPath.of(
      space,
      points,
      points.slice(1).map(() => given),
    )
    for (let k = 0; k < 20; k++) {
      expect(path.length).toBeCloseTo(lengthOf(world, path.waypoints as Float64Array[]), 9)
      const [left, right] = [random.unit() * path.length, random.unit() * path.length].sort((a, b) => a - b)
      const a = path.placeAt(left!)
      const b = path.placeAt(right!)
      expect(path.lengthTo(a)).toBeCloseTo(left!, 5)
      expect(distanceAlong(space, path.waypoints, a.segment, a.q)).toBeCloseTo(left!, 5)
      if (a.segment === b.segment) continue
      const before = path.waypoints.map((q) => q)
      path.replace(
        a,
        b,
        [path.before(a), [a.q, b.q], path.after(b)].filter((each) => each !== undefined).map(() => made),
      )
      const expected = [
        ...before.slice(0, a.segment + 1),
        ...(a.at === 0 ? [] : [a.q]),
        ...(b.at === 0 ? [] : [b.q]),
        ...before.slice(b.at === 0 ? b.segment : b.segment + 1),
      ]
      expect(path.waypoints).toEqual(expected)
      expect(path.segments).toBe(expected.length - 1)
    }
  }
})

function distanceAlong(space: PlanningSpace, points: readonly Float64Array[], segment: number, q: Float64Array) {
  let sum = 0
  for (let i = 0; i < segment; i++) sum += space.distance(points[i]!, points[i + 1]!)
  return sum + space.distance(points[segment]!, q)
}
