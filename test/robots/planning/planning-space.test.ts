import { describe, expect, test } from 'vitest'
import { box, freeBody, InvalidInputError, Random, Robot, sphere, World } from '../../../src/entries/robots.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'

/** A cart in the plane that carries a mast with a continuous joint, a slide and a mimic of it; and a floating body. */
function mixed(): World {
  const ball = { geometry: [{ shape: sphere({ radius: 0.1 }) }] }
  const cart = new Robot({
    name: 'cart',
    links: [
      { name: 'base' },
      { name: 'deck', ...ball },
      { name: 'mast', ...ball },
      { name: 'left', ...ball },
      { name: 'right', ...ball },
    ],
    joints: [
      { name: 'drive', kind: 'planar', parent: 'base', child: 'deck', axis: [0, 0, 1] },
      {
        name: 'spin',
        kind: 'continuous',
        parent: 'deck',
        child: 'mast',
        origin: { at: [0, 0, 0.5] },
        axis: [0, 0, 1],
      },
      {
        name: 'open',
        kind: 'prismatic',
        parent: 'mast',
        child: 'left',
        axis: [1, 0, 0],
        limits: { lower: 0, upper: 0.04 },
      },
      { name: 'shut', kind: 'prismatic', parent: 'mast', child: 'right', axis: [-1, 0, 0], mimic: { joint: 'open' } },
    ],
    groups: [{ name: 'hand', joints: ['open', 'shut'], links: [] }],
  })
  return new World({
    robots: [cart, freeBody({ name: 'kite', shape: box({ size: [0.2, 0.2, 0.2] }) })],
    obstacles: [{ name: 'wall', shape: box({ size: [1, 1, 1] }), pose: { at: [5, 0, 0] } }],
  })
}

describe('the space to search', () => {
  const world = mixed()
  const start = world.neutral()
  const goal = world.configuration({ 'cart/drive/x': 2, 'cart/spin': 9 })
  const space = new PlanningSpace(world, start, [goal])
  const numbers = world.variables.map((_, i) => i).filter((i) => i < 8)

  test('ranges: limits, half a turn from the start and a quarter beyond goals for angles, a box around everything for places', () => {
    expect(space.moving).toEqual(world.variables.map((_, i) => i))
    const range = (name: string): [number, number] => {
      const i = world.variables.indexOf(name)
      return [space.lower[i]!, space.upper[i]!]
    }
    expect(range('cart/spin')).toEqual([-Math.PI, 9 + Math.PI / 2])
    expect(range('cart/open')).toEqual([0, 0.04])
    // The wall reaches from 4.5 to 5.5; balls are drawn around it.
    const [low, high] = range('cart/drive/x')
    expect(low).toBeLessThan(-0.2)
    expect(high).toBeGreaterThan(5.7)
    expect(high).toBeLessThan(8)
    expect(range(world.variables.at(-7)!)[1]).toBeGreaterThan(5.7)
    for (let i = 0; i < space.dof; i++) expect(Number.isFinite(space.lower[i]! + space.upper[i]!)).toBe(true)
  })

  test('samples are inside, finite, the same for the same seed, and cover the range', () => {
    const draw = (seed: number): Float64Array[] => {
      const random = new Random(seed)
      return Array.from({ length: 500 }, () => {
        const q = new Float64Array(space.dof).fill(NaN)
        space.sample(q, random)
        return q
      })
    }
    const samples = draw(7)
    expect(samples).toEqual(draw(7))
    for (const q of samples) {
      expect(world.collides(q)).toBeTypeOf('boolean')
      for (const i of numbers) expect(q[i]! >= space.lower[i]! && q[i]! <= space.upper[i]!).toBe(true)
    }
    for (const i of numbers) {
      const mean = samples.reduce((sum, q) => sum + q[i]!, 0) / samples.length
      const width = space.upper[i]! - space.lower[i]!
      // Five standard deviations of a mean of 500.
      expect(Math.abs(mean - (space.lower[i]! + space.upper[i]!) / 2)).toBeLessThan((5 * width) / Math.sqrt(12 * 500))
    }
  })

  test('samples near a configuration are near it and inside', () => {
    const random = new Random(3)
    const about = new Float64Array(space.dof)
    const q = new Float64Array(space.dof)
    for (let k = 0; k < 300; k++) {
      space.sample(about, random)
      const radius = random.unit()
      space.sampleNear(q, random, about, radius)
      for (const i of numbers) {
        expect(q[i]! >= space.lower[i]! && q[i]! <= space.upper[i]!).toBe(true)
        const width = space.upper[i]! - space.lower[i]!
        expect(Math.abs(q[i]! - about[i]!)).toBeLessThanOrEqual(radius * width * (1 + 1e-12))
      }
      const turned = about.slice()
      for (const i of space.quaternions) for (let j = i; j < i + 4; j++) turned[j] = q[j]!
      expect(space.distance(about, turned)).toBeLessThanOrEqual(radius * Math.PI * (1 + 1e-9))
    }
  })

  test('distance: symmetric, zero only where equal, triangle inequality, proportional along a line', () => {
    const random = new Random(11)
    const [a, b, c, m] = [0, 1, 2, 3].map(() => new Float64Array(space.dof)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    for (let k = 0; k < 300; k++) {
      for (const q of [a, b, c]) space.sample(q, random)
      const ab = space.distance(a, b)
      expect(space.distance(b, a)).toBeCloseTo(ab, 12)
      expect(space.distance(a, a)).toBe(0)
      expect(ab).toBeLessThanOrEqual(space.distance(a, c) + space.distance(c, b) + 1e-9)
      const t = random.unit()
      space.between(m, a, b, t)
      expect(space.distance(a, m)).toBeCloseTo(t * ab, 9)
    }
  })

  test('between is the edge to the last digit', () => {
    const random = new Random(5)
    const [a, b] = [new Float64Array(space.dof), new Float64Array(space.dof)]
    for (let k = 0; k < 300; k++) {
      space.sample(a, random)
      if (k % 3 === 0) space.sampleNear(b, random, a, 1e-3)
      else space.sample(b, random)
      const piece = space.edge(a, b)
      for (const t of [0, 1, 0.5, random.unit(), 2 ** -30]) {
        const [p, q] = [new Float64Array(space.dof), new Float64Array(space.dof)]
        piece.at(p, t)
        space.between(q, a, b, t)
        expect(q).toEqual(p)
      }
    }
  })

  test('moving: by variable, joint or group; the rest stays', () => {
    const named = (moving: string[]): string[] =>
      new PlanningSpace(world, start, [start], { moving }).moving.map((i) => world.variables[i]!)
    expect(named(['spin'])).toEqual(['cart/spin'])
    expect(named(['cart/drive', 'hand'])).toEqual(['cart/drive/x', 'cart/drive/y', 'cart/drive/theta', 'cart/open'])
    expect(named([world.variables.at(-1)!])).toEqual(world.variables.slice(-4))
    expect(named([])).toEqual([])
    const part = new PlanningSpace(world, goal, [goal], { moving: ['hand'] })
    const q = new Float64Array(part.dof)
    part.sample(q, new Random(1))
    expect(q.map((x, i) => (world.variables[i] === 'cart/open' ? 0 : x))).toEqual(goal)
    expect(() => new PlanningSpace(world, start, [start], { moving: ['shut'] })).toThrow(InvalidInputError)
    expect(() => new PlanningSpace(world, start, [start], { moving: 'spin' as never })).toThrow(/options.moving/)
  })

  test('bounds narrow limits, and stand in for them', () => {
    const bounds = { 'drive/x': [-1, 3], open: [0.01, 1] } as const
    const bounded = new PlanningSpace(world, start, [goal], { bounds })
    const x = world.variables.indexOf('cart/drive/x')
    const open = world.variables.indexOf('cart/open')
    expect([bounded.lower[x], bounded.upper[x], bounded.lower[open], bounded.upper[open]]).toEqual([-1, 3, 0.01, 0.04])
    for (const wrong of [{ nobody: [0, 1] }, { open: [1, 0] }, { open: [1, 2] }, { open: [0, NaN] }, { open: 3 }]) {
      expect(() => new PlanningSpace(world, start, [goal], { bounds: wrong as never })).toThrow(/options\.bounds\[/)
    }
    const still = new PlanningSpace(world, start, [goal], { bounds: { open: [0.02, 0.02] } })
    expect(still.moving).not.toContain(open)
  })

  test('weights: a slide counts no more than what it moves reaches, and a range no more than a turn', () => {
    const moved = (name: string, by: number): number =>
      space.distance(start, world.configuration({ [name]: by }, start))
    expect(moved('cart/spin', 0.3)).toBeCloseTo(0.3, 12)
    expect(moved('cart/open', 0.04)).toBeLessThan(0.5)
    const ends = [space.lower, space.upper].map((q) => world.configuration({ 'drive/x': q[0]!, 'drive/y': q[1]! }))
    expect(space.distance(ends[0]!, ends[1]!)).toBeLessThanOrEqual(2 * Math.PI + 1e-9)
    const heavy = new PlanningSpace(world, start, [goal], { weights: { spin: 3, [`${world.variables.at(-1)}`]: 2 } })
    expect(heavy.distance(start, world.configuration({ spin: 1 }, start))).toBeCloseTo(3, 12)
    const half = start.slice()
    half.set([1, 0, 0, 0], half.length - 4)
    expect(heavy.distance(start, half)).toBeCloseTo(2 * Math.PI, 12)
    expect(() => new PlanningSpace(world, start, [goal], { weights: { spin: 0 } })).toThrow(/options\.weights/)
  })
})
