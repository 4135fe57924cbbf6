import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { PowerTetrahedra } from '../../../src/chains/power/power-tetrahedra.js'
import { BrokenInvariantError, InvalidInputError } from '../../../src/errors.js'
import { BALL_CASES } from '../../oracle/chains/power-cases.js'
import {
  checkFollows,
  checkLarge,
  checkMoves,
  checkSmall,
  isFlat,
  moveBalls,
  sortTetrahedra,
} from '../../oracle/chains/power-check.js'

/** Sets of the kind that are not flat. */
function* sets(name: string, seed: number, tries: number, most: number): Generator<Float64Array> {
  const random = new Random(seed)
  for (let k = 0; k < tries; k++) {
    const balls = BALL_CASES[name]!(random, 4 + random.integer(most - 3))
    if (!isFlat(balls)) yield balls
  }
}

describe.each(Object.keys(BALL_CASES))('%s', (name) => {
  test('[power-diagram] the same tetrahedra as brute force', () => {
    let asked = 0
    for (const balls of sets(name, 1, 10, 9)) {
      asked++
      checkSmall(balls)
    }
    expect(asked).toBeGreaterThan(2)
  })

  test('larger sets are valid, every ball asked of every cell', () => {
    let asked = 0
    for (const balls of sets(name, 2, 4, 60)) {
      asked++
      checkLarge(balls)
    }
    expect(asked).toBeGreaterThan(0)
  })

  test('[power-diagram] balls that are removed, moved and inserted again: as if rebuilt', () => {
    let steps = 0
    for (const balls of sets(name, 4, 6, 40)) steps += checkMoves(balls, BALL_CASES[name]!, 3, 4, 0.3)
    expect(steps).toBeGreaterThan(0)
  })
})

describe.each(['random', 'many hidden', 'grid', 'grid, unequal', 'fine grid', 'duplicates', 'coplanar faces', 'lines'])(
  'small steps of all balls: %s',
  (name) => {
    test.each([1e-3, 0.1, 1])('by %d: as if rebuilt', (size) => {
      let steps = 0
      for (const balls of sets(name, 7, 3, 40)) steps += checkFollows(balls, 5, 3, size)
      expect(steps).toBeGreaterThan(0)
    })
  },
)

test('a step that changes too much is not followed', () => {
  const balls = BALL_CASES.random!(new Random(10), 100)
  const other = BALL_CASES.random!(new Random(11), 100)
  expect(new PowerTetrahedra(balls).follow(other)).toBe(-1)
  expect(new PowerTetrahedra(balls).follow(balls.map((x) => x * 1e200))).toBe(-1)
  // Doubled, nothing changes.
  const power = new PowerTetrahedra(balls)
  const before = power.tetrahedra()
  expect(power.follow(balls.map((x) => 2 * x))).toBe(0)
  expect(power.tetrahedra()).toEqual(before)
})

describe('a ball with many neighbours', () => {
  /** Ball 0 has all others around it. */
  function around(
    count: number,
    place: (random: Random) => readonly [number, number, number],
    r: number,
  ): Float64Array {
    const random = new Random(count)
    const balls = new Float64Array(4 * count)
    balls[3] = r
    for (let i = 1; i < count; i++) balls.set([...place(random), 0.01], 4 * i)
    return balls
  }

  const direction = (random: Random, radius: number): [number, number, number] => {
    const [x, y, z] = random.direction(new Float64Array(3)) as unknown as [number, number, number]
    return [radius * x, radius * y, radius * z]
  }

  test.each([
    ['near a sphere', around(200, (random) => direction(random, random.range(2, 2.1)), 0.5)],
    ['on a cube', around(300, (random) => onCube(random), 0.1)],
    ['anywhere', around(300, (random) => direction(random, random.range(0.5, 2)), 1)],
    ['in a plane below', around(200, (random) => [random.integer(12), random.integer(12), 7], 0.5)],
    ['in a plane, and more beyond', around(200, (random) => aPlaneAndMore(random), 0.5)],
  ])('is removed and comes back: %s', (_name, balls) => {
    const power = new PowerTetrahedra(balls)
    const before = sortTetrahedra(power.tetrahedra())
    expect(power.neighbours(0).length).toBeGreaterThan(60)
    if (!power.remove(0)) {
      // All others are in one plane, and nothing has changed.
      expect(isFlat(balls.slice(4))).toBe(true)
    } else {
      const hidden = power.hidden()
      expect(hidden[0]).toBe(0)
      const without = new PowerTetrahedra(balls.slice(4))
      for (const i of hidden) if (i !== 0) power.insert(i)
      expect(sortTetrahedra(power.tetrahedra().map((i) => i - 1))).toEqual(sortTetrahedra(without.tetrahedra()))
      power.insert(0)
    }
    power.validate()
    expect(sortTetrahedra(power.tetrahedra())).toEqual(before)
  })

  /** The ball at the origin sees none of those at height 8. */
  function aPlaneAndMore(random: Random): [number, number, number] {
    if (random.integer(4) > 0) return [random.integer(12), random.integer(12), 7]
    return [3 + random.integer(5), 3 + random.integer(5), 8]
  }

  function onCube(random: Random): [number, number, number] {
    const p: [number, number, number] = [random.integer(9) - 4, random.integer(9) - 4, random.integer(9) - 4]
    p[random.integer(3)] = random.integer(2) * 8 - 4
    return p
  }
})

test('flat sets and balls in use are refused', () => {
  const square = Float64Array.of(0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1)
  expect(() => new PowerTetrahedra(square)).toThrow(InvalidInputError)
  const power = new PowerTetrahedra(Float64Array.of(...square, 0, 0, 1, 1))
  expect(() => power.insert(4)).toThrow(InvalidInputError)
  expect(() => power.set(4, 0, 0, 0, 0)).toThrow(InvalidInputError)
  expect(power.remove(4)).toBe(false)
  power.validate()
})

test('numbers far below those it was built of are kept exactly, and those far above are refused', () => {
  const random = new Random(5)
  const balls = BALL_CASES.tiny!(random, 20)
  const power = new PowerTetrahedra(balls)
  power.remove(7)
  expect(power.set(7, 1e60, 0, 0, 0)).toBe(false)
  balls.set([1e-300, -1e-200, 3e-310, 0], 4 * 7)
  expect(moveBalls(power, balls, [7])).toBe(true)
  power.validate(true)
  expect(sortTetrahedra(power.tetrahedra())).toEqual(sortTetrahedra(new PowerTetrahedra(balls).tetrahedra()))
})

describe('the validator finds', () => {
  const build = (): PowerTetrahedra => new PowerTetrahedra(BALL_CASES.random!(new Random(9), 60))

  test.each<[string, (power: PowerTetrahedra) => void, RegExp]>([
    ['a ball that grew', ({ mesh }) => (mesh.balls[3] = 1), /in conflict/],
    ['a ball that went through a facet', ({ mesh }) => mesh.balls.fill(5, 0, 3), /flat or turned|in conflict|outside/],
    ['a ball that was left out', (power) => power.remove(11), /left out, but not hidden/],
    [
      'a cell that a ball is no corner of',
      ({ mesh }) => (mesh.cellOf[0] = mesh.cellOf[50]!),
      /not a corner of its cell/,
    ],
    ['a neighbour that is none', ({ mesh }) => (mesh.across[40] = mesh.across[44]!), /across|shares no facet/],
    ['a cell that is turned', ({ mesh }) => swapCorners(mesh.corner, mesh.cellOf[0]!), /turn|shares no facet|across/],
    ['a cell that is counted twice', ({ mesh }) => mesh.live++, /in use/],
  ])('%s', (_name, harm, message) => {
    const power = build()
    power.validate(true)
    harm(power)
    expect(() => power.validate()).toThrow(BrokenInvariantError)
    expect(() => power.validate()).toThrow(message)
  })

  function swapCorners(corner: Int32Array, cell: number): void {
    const p = corner[4 * cell + 1]!
    corner[4 * cell + 1] = corner[4 * cell + 2]!
    corner[4 * cell + 2] = p
  }
})

test('neighbours are the corners of the tetrahedra around a ball', () => {
  const balls = BALL_CASES['many hidden']!(new Random(6), 80)
  const power = new PowerTetrahedra(balls)
  const tetrahedra = sortTetrahedra(power.tetrahedra())
  const hidden = [...power.hidden()]
  for (let i = 0; i < 80; i++) {
    const expected = new Set(tetrahedra.filter((t) => t.includes(i)).flat())
    expected.delete(i)
    expect([...power.neighbours(i)]).toEqual([...expected].sort((p, q) => p - q))
    expect(hidden.includes(i)).toBe(expected.size === 0)
    expect(power.isHidden(i)).toBe(expected.size === 0)
  }
})

test('a grid of 1,000 balls has no flat tetrahedron, and fills the cube', () => {
  const balls: number[] = []
  for (let x = 0; x < 10; x++) for (let y = 0; y < 10; y++) for (let z = 0; z < 10; z++) balls.push(x, y, z, 0.5)
  const power = new PowerTetrahedra(Float64Array.from(balls))
  power.validate()
  expect(power.hidden()).toHaveLength(0)
  let six = 0
  for (const t of sortTetrahedra(power.tetrahedra())) six += sixVolumes(balls, t)
  expect(six).toBe(6 * 9 ** 3)
})

function sixVolumes(balls: readonly number[], t: readonly number[]): number {
  const [a, b, c] = [1, 2, 3].map((k) => [0, 1, 2].map((x) => balls[4 * t[k]! + x]! - balls[4 * t[0]! + x]!))
  const cross = [
    b![1]! * c![2]! - b![2]! * c![1]!,
    b![2]! * c![0]! - b![0]! * c![2]!,
    b![0]! * c![1]! - b![1]! * c![0]!,
  ]
  return Math.abs(a![0]! * cross[0]! + a![1]! * cross[1]! + a![2]! * cross[2]!)
}
