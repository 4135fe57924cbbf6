import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { multiplyPolys, type Poly } from '../../../src/geometry/moving/polynomials.js'
import { firstTime, mayVanish } from '../../../src/geometry/moving/sign-conditions.js'

/** The product of (dₖ·t − nₖ) for roots n/d. */
function withRoots(roots: readonly (readonly [number, number])[], factor = 1): Poly {
  return roots.reduce<Poly>((p, [n, d]) => multiplyPolys(p, [BigInt(-n), BigInt(d)]), [BigInt(factor)])
}

const no = { zero: [], nonNegative: [], positive: [] }

test.each([
  ['a root at 0', { ...no, zero: [withRoots([[0, 1]])] }, 0],
  ['a root at 1', { ...no, zero: [withRoots([[1, 1]])] }, 1],
  [
    'a double root at 1/3',
    {
      ...no,
      zero: [
        withRoots([
          [1, 3],
          [1, 3],
        ]),
      ],
    },
    1 / 3,
  ],
  [
    'roots outside',
    {
      ...no,
      zero: [
        withRoots([
          [-1, 3],
          [4, 3],
        ]),
      ],
    },
    undefined,
  ],
  ['no real roots', { ...no, zero: [[1n, -1n, 1n]] }, undefined],
  [
    'a common root of two',
    {
      ...no,
      zero: [
        withRoots([
          [1, 3],
          [5, 7],
        ]),
        withRoots([
          [1, 5],
          [5, 7],
        ]),
      ],
    },
    5 / 7,
  ],
  ['no common root', { ...no, zero: [withRoots([[1, 3]]), withRoots([[1, 5]])] }, undefined],
  [
    'a root where the other is positive',
    {
      ...no,
      zero: [
        withRoots([
          [1, 3],
          [2, 3],
        ]),
      ],
      positive: [withRoots([[1, 2]])],
    },
    2 / 3,
  ],
  [
    'a root where the other is zero',
    { ...no, zero: [withRoots([[1, 3]])], nonNegative: [withRoots([[1, 3]], -5)] },
    1 / 3,
  ],
  ['not positive where it is zero', { ...no, zero: [withRoots([[1, 3]])], positive: [withRoots([[1, 3]])] }, undefined],
  ['zero everywhere', { ...no, zero: [[]], nonNegative: [withRoots([[1, 3]])] }, 1 / 3],
  ['zero everywhere, no other condition', { ...no, zero: [[]] }, 0],
  ['zero is not positive', { ...no, positive: [[]] }, undefined],
  [
    'an inequality that holds at one instant',
    {
      ...no,
      nonNegative: [
        withRoots(
          [
            [1, 3],
            [1, 3],
          ],
          -1,
        ),
      ],
    },
    1 / 3,
  ],
  [
    'an open interval',
    {
      ...no,
      positive: [
        withRoots(
          [
            [1, 3],
            [2, 3],
          ],
          -1,
        ),
      ],
    },
    1 / 3,
  ],
  ['two inequalities that meet', { ...no, nonNegative: [withRoots([[1, 3]]), withRoots([[1, 3]], -1)] }, 1 / 3],
  [
    'two inequalities that exclude each other',
    { ...no, nonNegative: [withRoots([[1, 3]])], positive: [withRoots([[1, 3]], -1)] },
    undefined,
  ],
  [
    'roots next to each other',
    {
      ...no,
      zero: [
        withRoots([
          [1000001, 3000000],
          [1, 3],
        ]),
      ],
      positive: [withRoots([[1, 3]])],
    },
    1000001 / 3000000,
  ],
] as const)('the first time: %s', (_, one, at) => {
  for (const bits of [0, 40]) {
    const found = firstTime([one as never], bits)
    if (at === undefined) {
      expect(found).toBeUndefined()
    } else {
      expect(found!.lower).toBeLessThanOrEqual(at)
      expect(found!.upper).toBeGreaterThanOrEqual(at)
      expect(found!.upper - found!.lower).toBeLessThanOrEqual(2 ** -bits)
    }
  }
})

test('random products of known roots: the first root that satisfies the conditions', () => {
  const random = new Random(7)
  let found = 0
  for (let round = 0; round < 400; round++) {
    const root = () => [random.integer(13) - 2, 3 + random.integer(7)] as const
    const roots = Array.from({ length: 1 + random.integer(5) }, root)
    const limits = Array.from({ length: 1 + random.integer(3) }, root)
    const more = Array.from({ length: 1 + random.integer(2) }, root)
    const one = {
      zero: [withRoots(roots, random.integer(9) - 9)],
      nonNegative: [withRoots(limits)],
      positive: random.unit() < 0.5 ? [] : [withRoots(more, -1)],
    }
    const sign = (list: readonly (readonly [number, number])[], [n, d]: readonly [number, number]) =>
      list.reduce((s, [p, q]) => s * Math.sign(n * q - p * d), 1)
    const times = roots
      .filter(([n, d]) => n >= 0 && n <= d)
      .filter((t) => sign(limits, t) >= 0 && (one.positive.length === 0 || -sign(more, t) > 0))
      .map(([n, d]) => n / d)
    const answer = firstTime([one], 40)
    const message = JSON.stringify({ roots, limits, more, positive: one.positive.length })
    if (times.length === 0) {
      expect(answer, message).toBeUndefined()
    } else {
      found++
      const first = Math.min(...times)
      expect(answer!.lower, message).toBeLessThanOrEqual(first)
      expect(answer!.upper, message).toBeGreaterThanOrEqual(first)
      expect(answer!.upper - answer!.lower).toBeLessThanOrEqual(2 ** -40)
    }
  }
  expect(found).toBeGreaterThan(100)
})

test('what cannot vanish is seen, and what does is not missed', () => {
  expect(mayVanish([1n, 1n, 1n])).toBe(false)
  expect(mayVanish([-3n, 1n, 1n])).toBe(false)
  expect(mayVanish([])).toBe(true)
  expect(mayVanish(withRoots([[1, 3]]))).toBe(true)
  expect(mayVanish(withRoots([[0, 1]]))).toBe(true)
  expect(mayVanish(withRoots([[1, 1]]))).toBe(true)
})
