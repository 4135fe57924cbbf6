import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import {
  conflict1,
  conflict2,
  conflict3,
  conflictPositive3,
  orient2,
  orient3,
  power1,
  power2,
  power3,
} from '../../../src/geometry/balls/power-predicates.js'
import { below, liftBalls, orientation } from '../../oracle/chains/power.js'

const PLANES: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 2],
  [2, 0],
]

/** Ways to make a number: each hits other stages of the predicates. */
const NUMBERS: Readonly<Record<string, (random: Random) => number>> = {
  general: (random) => random.range(-1, 1),
  grid: (random) => random.integer(3),
  'decimal grid': (random) => random.integer(4) * 0.1,
  far: (random) => 1e6 + random.integer(3) * 2 ** -20,
  'far and fine': (random) => 1 + random.integer(4) * 2 ** -52,
  tiny: (random) => random.integer(3) * 1e-100,
  subnormal: (random) => random.integer(3) * Number.MIN_VALUE,
  huge: (random) => (random.integer(5) - 2) * 5e59,
  // Whole numbers of a large unit, but for what is lost when they are scaled to it.
  'huge and next to nothing': (random) =>
    random.integer(4) > 0 ? (random.integer(3) - 1) * 2 ** 198 : random.integer(3) * Number.MIN_VALUE,
  mixed: (random) => random.range(-1, 1) * [1e60, 1, 1e-60, 1e-300, 0][random.integer(5)]!,
}

function cases(name: string, count: number, check: (balls: Float64Array) => void): void {
  const random = new Random(count)
  const number = NUMBERS[name]!
  for (let k = 0; k < count; k++) {
    const balls = Float64Array.from({ length: 20 }, (_, i) => (i % 4 === 3 ? Math.abs(number(random)) : number(random)))
    try {
      check(balls)
    } catch (error) {
      throw new Error(`${name}: const balls = Float64Array.of(${balls.join(', ')})`, { cause: error })
    }
  }
}

describe.each(Object.keys(NUMBERS))('%s numbers', (name) => {
  test('orientations have the exact sign', () => {
    cases(name, 200, (balls) => {
      const lifted = liftBalls(balls, false)
      for (const [u, v] of PLANES) {
        expect(orient2(balls, 0, 1, 2, u, v)).toBe(orientation(lifted, [0, 1, 2], [u, v]))
      }
      expect(orient3(balls, 0, 1, 2, 3)).toBe(orientation(lifted, [0, 1, 2, 3], [0, 1, 2]))
    })
  })

  test('power3 and conflict3 have the exact sign, whichever way round the tetrahedron is', () => {
    cases(name, 80, (balls) => {
      const plain = liftBalls(balls, false)
      const perturbed = liftBalls(balls)
      for (const [a, b, c, d, e] of [
        [0, 1, 2, 3, 4],
        [1, 0, 2, 3, 4],
        [4, 2, 3, 1, 0],
        [0, 4, 3, 1, 2],
      ] as const) {
        const turn = orientation(plain, [a, b, c, d], [0, 1, 2])
        const expected = turn === 0 ? 0 : below(plain, [a, b, c, d], e, [0, 1, 2])
        expect(power3(balls, a, b, c, d, e)).toBe(expected)
        if (turn === 0) continue
        const conflict = below(perturbed, [a, b, c, d], e, [0, 1, 2]) > 0
        expect(conflict3(balls, a, b, c, d, e)).toBe(conflict)
        if (turn > 0) expect(conflictPositive3(balls, a, b, c, d, e)).toBe(conflict)
      }
    })
  })

  test('power2 and conflict2 have the exact sign in coordinate planes', () => {
    cases(name, 50, (balls) => {
      for (const [u, v] of PLANES) {
        const flat = balls.slice()
        const height = balls[3 - u - v]!
        for (let i = 0; i < 5; i++) flat[4 * i + 3 - u - v] = height
        const plain = liftBalls(flat, false)
        const perturbed = liftBalls(flat)
        for (const [a, b, c, d] of [
          [0, 1, 2, 3],
          [1, 0, 4, 2],
          [4, 3, 2, 1],
        ] as const) {
          const turn = orientation(plain, [a, b, c], [u, v])
          expect(power2(flat, a, b, c, d, u, v)).toBe(turn === 0 ? 0 : below(plain, [a, b, c], d, [u, v]))
          if (turn === 0) continue
          expect(conflict2(flat, a, b, c, d, u, v)).toBe(below(perturbed, [a, b, c], d, [u, v]) > 0)
        }
      }
    })
  })

  test('power1 and conflict1 have the exact sign along the axes', () => {
    cases(name, 50, (balls) => {
      for (let u = 0; u < 3; u++) {
        const line = balls.slice()
        for (let i = 0; i < 20; i++) if (i % 4 !== u && i % 4 !== 3) line[i] = balls[i % 4]!
        const plain = liftBalls(line, false)
        const perturbed = liftBalls(line)
        for (const [a, b, c] of [
          [0, 1, 2],
          [4, 2, 0],
          [2, 4, 3],
        ] as const) {
          const turn = orientation(plain, [a, b], [u])
          expect(power1(line, a, b, c, u)).toBe(turn === 0 ? 0 : below(plain, [a, b], c, [u]))
          if (turn !== 0) expect(conflict1(line, a, b, c, u)).toBe(below(perturbed, [a, b], c, [u]) > 0)
        }
      }
    })
  })
})

test.each([0, 1e3])(
  'balls that almost touch one sphere, %d from the origin: exact signs where filters give up',
  (offset) => {
    const random = new Random(8)
    const way = new Float64Array(3)
    const seen = new Set<number>()
    for (let k = 0; k < 200; k++) {
      const balls = new Float64Array(20)
      for (let i = 0; i < 5; i++) {
        // The same power to the origin for all, but for rounding.
        const r = random.range(0, 1)
        random.direction(way)
        for (let x = 0; x < 3; x++) balls[4 * i + x] = offset + way[x]! * Math.sqrt(1 + r * r)
        balls[4 * i + 3] = r
      }
      const side = power3(balls, 0, 1, 2, 3, 4)
      seen.add(side)
      expect(side).toBe(below(liftBalls(balls, false), [0, 1, 2, 3], 4, [0, 1, 2]))
      // The fourth moved all but into the plane of three.
      const [s, t] = [random.unit(), random.unit()]
      for (let x = 0; x < 3; x++) {
        const p = balls[x]!
        balls[12 + x] = p + s * (balls[4 + x]! - p) + t * (balls[8 + x]! - p)
      }
      const turn = orient3(balls, 0, 1, 2, 3)
      seen.add(2 * turn)
      expect(turn).toBe(orientation(liftBalls(balls, false), [0, 1, 2, 3], [0, 1, 2]))
    }
    // Both signs, of both.
    expect(seen.size).toBeGreaterThanOrEqual(4)
  },
)

test('planes and lines askew: the projection does not matter', () => {
  const random = new Random(7)
  for (let k = 0; k < 300; k++) {
    // Whole numbers, so that the plane is exact.
    const [p, q] = [0, 1].map(() => [0, 1, 2].map(() => random.integer(7) - 3)) as [number[], number[]]
    const balls = new Float64Array(20)
    for (let i = 0; i < 5; i++) {
      const [s, t] = [random.integer(5), random.integer(5)]
      for (let x = 0; x < 3; x++) balls[4 * i + x] = s * p[x]! + t * q[x]!
      balls[4 * i + 3] = random.integer(3)
    }
    const answers = new Set<boolean>()
    const lines = new Set<boolean>()
    for (const [u, v] of PLANES) {
      if (orient2(balls, 0, 1, 2, u, v) !== 0) answers.add(conflict2(balls, 0, 1, 2, 3, u, v))
    }
    for (let i = 0; i < 5; i++) {
      const s = balls[4 * i + 3]! + random.integer(5)
      for (let x = 0; x < 3; x++) balls[4 * i + x] = s * p[x]!
    }
    for (let u = 0; u < 3; u++) if (balls[u] !== balls[4 + u]) lines.add(conflict1(balls, 0, 1, 2, u))
    expect(answers.size).toBeLessThanOrEqual(1)
    expect(lines.size).toBeLessThanOrEqual(1)
  }
})

test('of equal balls the first stays', () => {
  const corners = [0, 0, 0, 1, 3, 0, 0, 1, 0, 3, 0, 1, 0, 0, 3, 1]
  const after = Float64Array.of(...corners, 0, 0, 0, 1)
  expect(conflict3(after, 0, 1, 2, 3, 4)).toBe(false)
  expect(conflict3(after, 4, 1, 2, 3, 0)).toBe(true)
  expect(conflict2(after, 0, 1, 2, 4, 0, 1)).toBe(false)
  expect(conflict2(after, 4, 1, 2, 0, 0, 1)).toBe(true)
  expect(conflict1(after, 0, 1, 4, 0)).toBe(false)
  expect(conflict1(after, 4, 1, 0, 0)).toBe(true)
})
