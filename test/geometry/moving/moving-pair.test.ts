import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { MovingPair } from '../../../src/geometry/moving/moving-pair.js'
import { movingCase } from '../../oracle/geometry/moving-cases.js'

type Points = readonly (readonly number[])[]

/** A pair of hulls, each given by its points at the start and at the end. */
function pairOf(a: readonly [Points, Points], b: readonly [Points, Points]): MovingPair {
  const pair = new MovingPair()
  const offsets = (points: Points) => [0, 1, 2].map((i) => (i < points.length ? 3 * i : -1)) as [number, number, number]
  pair.setA(Float64Array.from(a[0].flat()), Float64Array.from(a[1].flat()), ...offsets(a[0]))
  pair.setB(Float64Array.from(b[0].flat()), Float64Array.from(b[1].flat()), ...offsets(b[0]))
  return pair
}

const still = (points: Points): readonly [Points, Points] => [points, points]
const by = (points: Points, move: readonly number[]): readonly [Points, Points] => [
  points,
  points.map((p) => p.map((x, k) => x + move[k]!)),
]

const TRIANGLE = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
]
const ALONG_X = [
  [-1, 0, 0],
  [1, 0, 0],
]

test.each([
  ['a point falls through a face', by([[1, 1, 2]], [0, 0, -4]), still(TRIANGLE), 0, 0.5],
  ['a point falls on a corner', by([[4, 0, 2]], [0, 0, -2]), still(TRIANGLE), 0, 1],
  ['a point falls on a border', by([[2, 2, 2]], [0, 0, -4]), still(TRIANGLE), 0, 0.5],
  ['a point passes beside a face', by([[2.01, 2, 2]], [0, 0, -4]), still(TRIANGLE), 0, undefined],
  ['a point slides in the plane to a border', by([[-4, 1, 0]], [8, 0, 0]), still(TRIANGLE), 0, 0.5],
  ['a point slides at reach over the face', by([[-4, 1, 1]], [8, 0, 0]), still(TRIANGLE), 1, 0.5],
  ['a point slides above reach', by([[-4, 1, 1]], [8, 0, 0]), still(TRIANGLE), 1 - 2 ** -53, undefined],
  ['a point stands at reach', still([[1, 1, 1]]), still(TRIANGLE), 1, 0],
  [
    'an edge pierces a face all along',
    still([
      [1, 1, 9],
      [1, 1, -9],
    ]),
    still(TRIANGLE),
    0,
    0,
  ],
  [
    'an edge pierces a face all along, seen from the face',
    still(TRIANGLE),
    still([
      [1, 1, 9],
      [1, 1, -9],
    ]),
    0,
    0,
  ],
  [
    'an edge crosses an edge',
    still(ALONG_X),
    by(
      [
        [0, -1, 4],
        [0, 1, 4],
      ],
      [0, 0, -8],
    ),
    0,
    0.5,
  ],
  [
    'an edge comes within reach of an edge',
    still(ALONG_X),
    by(
      [
        [0, -1, 4],
        [0, 1, 4],
      ],
      [0, 0, -8],
    ),
    1,
    0.375,
  ],
  [
    'parallel edges meet end to end',
    still(ALONG_X),
    by(
      [
        [5, 0, 0],
        [9, 0, 0],
      ],
      [-4, 0, 0],
    ),
    0,
    1,
  ],
  [
    'parallel edges come within reach',
    still(ALONG_X),
    by(
      [
        [0, 4, 0],
        [9, 4, 0],
      ],
      [0, -4, 0],
    ),
    2,
    0.5,
  ],
  [
    'parallel edges that miss each other',
    still(ALONG_X),
    by(
      [
        [3, 4, 0],
        [9, 4, 0],
      ],
      [0, -8, 0],
    ),
    2 - 2 ** -52,
    undefined,
  ],
  [
    'parallel edges that graze',
    still(ALONG_X),
    by(
      [
        [3, 4, 0],
        [9, 4, 0],
      ],
      [0, -8, 0],
    ),
    2,
    0.5,
  ],
  ['points pass each other', still([[0, 0, 0]]), by([[-3, 4, 0]], [6, 0, 0]), 4, 0.5],
  ['points stay apart', still([[0, 0, 0]]), by([[-3, 4, 0]], [6, 0, 0]), 3.99, undefined],
  [
    'an edge without length reaches a face',
    by(
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      [0, 0, -1],
    ),
    still(TRIANGLE),
    0,
    1,
  ],
  [
    'a triangle without area is a segment',
    still([
      [0, 0, 0],
      [2, 2, 0],
      [4, 4, 0],
    ]),
    by([[3, 3, 2]], [0, 0, -2]),
    0,
    1,
  ],
  [
    'a triangle collapses to a segment as it is touched',
    [
      [
        [0, 0, 0],
        [4, 0, 0],
        [0, 4, 0],
      ],
      [
        [0, 0, 0],
        [4, 0, 0],
        [2, 0, 0],
      ],
    ],
    by([[3, 0, 4]], [0, 0, -4]),
    0,
    1,
  ],
  [
    'coplanar triangles meet at a corner',
    still(TRIANGLE),
    by(
      [
        [-3, 0, 0],
        [-5, -1, 0],
        [-5, 1, 0],
      ],
      [3, 0, 0],
    ),
    0,
    1,
  ],
  [
    'triangles cross like scissors',
    still(TRIANGLE),
    by(
      [
        [1, 1, 4],
        [1, 2, 4],
        [1, 1, 8],
      ],
      [0, 0, -8],
    ),
    0,
    0.5,
  ],
  [
    'a segment turns end over end through a point',
    [
      [
        [-1, 0, 0],
        [1, 0, 0],
      ],
      [
        [1, 0, 0],
        [-1, 0, 0],
      ],
    ],
    still([[0, 0, 0]]),
    0,
    0,
  ],
  [
    'a segment shrinks to a point beside another',
    [
      [
        [-1, 1, 0],
        [1, 1, 0],
      ],
      [
        [1, 1, 0],
        [-1, 1, 0],
      ],
    ],
    still([[0, 0, 0]]),
    0,
    undefined,
  ],
] as const)('%s', (_, a, b, reach, at) => {
  const pair = pairOf(a as never, b as never)
  expect(pair.meets(reach)).toBe(at !== undefined)
  const swapped = pairOf(b as never, a as never)
  expect(swapped.meets(reach)).toBe(at !== undefined)
  if (at === undefined) {
    expect(pair.prove(reach)!.leaves.length).toBeGreaterThan(0)
  } else {
    expect(pair.separatedThroughout(reach)).toBe(false)
    expect(pair.prove(reach)).toBeUndefined()
    const out = new Float64Array(2)
    for (const one of [pair, swapped]) {
      one.firstContact(out, reach)
      expect(out[0]).toBeLessThanOrEqual(at)
      expect(out[1]).toBeGreaterThanOrEqual(at)
      expect(out[1]! - out[0]!).toBeLessThanOrEqual(2 ** -40)
    }
  }
})

test('the unit does not matter, up to where doubles overflow or vanish', () => {
  for (const mode of ['near', 'lattice', 'miss'] as const) {
    for (let seed = 0; seed < 15; seed++) {
      const c = movingCase(mode, seed)
      const answers = [1, 2 ** -700, 2 ** -300, 2 ** 300, 2 ** 700].map((unit) => {
        const hull = (from: readonly number[], to: readonly number[]) =>
          [from, to].map((list) =>
            [0, 3, 6].flatMap((i) => (i < list.length ? [list.slice(i, i + 3).map((x) => x * unit)] : [])),
          )
        const pair = pairOf(hull(c.a0, c.a1) as never, hull(c.b0, c.b1) as never)
        const meets = pair.meets(c.reach * unit)
        expect((pair.prove(c.reach * unit)?.leaves.length ?? 0) > 0).toBe(!meets)
        return meets
      })
      expect(new Set(answers).size, `movingCase('${mode}', ${seed})`).toBe(1)
    }
  }
})

test('decisions and those that needed whole numbers are counted', () => {
  const pair = pairOf(still([[0, 0, 0]]), by([[-3, 4, 0]], [6, 0, 0]))
  expect(pair.meets(3.99)).toBe(false)
  expect([pair.decisions, pair.exactCalls]).toEqual([1, 0])
  expect(pair.separatedThroughout(3.9)).toBe(true)
  expect(pair.meets(4)).toBe(true)
  expect([pair.decisions, pair.exactCalls]).toEqual([2, 1])
  pair.decisions = pair.exactCalls = 0
  expect(pair.prove(4 - 2 ** -51)!.leaves).toHaveLength(1)
})

test('the first contact is that of the hulls and the reach that are set, whatever was decided before', () => {
  const pair = new MovingPair()
  const from = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, -1, 4.1, 0, 1, 4.3)
  const near = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, -1, -3.7, 0.1, 1, -4)
  const far = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, -1, -8.1, 0.1, 1, -9)
  const bracket = (reach: number) => {
    const out = new Float64Array(2)
    pair.firstContact(out, reach)
    expect(out[1]! - out[0]!).toBeLessThanOrEqual(2 ** -40)
    return [...out]
  }
  const fresh = (to: Float64Array, reach: number) => {
    const other = new MovingPair()
    other.setA(from, to, 0, 3, -1)
    other.setB(from, to, 6, 9, -1)
    const out = new Float64Array(2)
    // Without a decision before: all in whole numbers.
    other.firstContact(out, reach)
    return out
  }
  const overlap = ([lower, upper]: number[], other: Float64Array) => lower! <= other[1]! && upper! >= other[0]!
  pair.setA(from, near, 0, 3, -1)
  pair.setB(from, near, 6, 9, -1)
  expect(pair.meets(0)).toBe(true)
  const first = bracket(0)
  expect(bracket(0)).toEqual(first)
  expect(overlap(first, fresh(near, 0))).toBe(true)
  // Another reach, without and with a decision.
  const wide = bracket(1)
  expect(wide[1]).toBeLessThan(first[0]!)
  expect(overlap(wide, fresh(near, 1))).toBe(true)
  expect(pair.meets(0.5)).toBe(true)
  expect(overlap(bracket(1), fresh(near, 1))).toBe(true)
  expect(overlap(bracket(0.5), fresh(near, 0.5))).toBe(true)
  // Another motion of B; then of A, which is no motion here.
  pair.setB(from, far, 6, 9, -1)
  expect(overlap(bracket(0.5), fresh(far, 0.5))).toBe(true)
  expect(pair.meets(0)).toBe(true)
  pair.setA(from, near, 0, 3, -1)
  expect(overlap(bracket(0), fresh(far, 0))).toBe(true)
  // A filter, a decision that ends in `apart` and a proof in between.
  expect(pair.meets(0.25)).toBe(true)
  expect(pair.separatedThroughout(0.25)).toBe(false)
  expect(pair.prove(0.25)).toBeUndefined()
  expect(overlap(bracket(0.25), fresh(far, 0.25))).toBe(true)
  pair.setB(from, from, 6, 9, -1)
  expect(pair.meets(0.25)).toBe(false)
  expect(pair.meets(5)).toBe(true)
  expect(bracket(5)).toEqual([0, 0])
})

test('hulls that collapse to one point meet there, exactly', () => {
  const random = new Random(11)
  for (let round = 0; round < 40; round++) {
    const hull = (x: number) => [0, 1, 2].map(() => [x + random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)])
    const end = [0, 1, 2].map(() => [0.3, -0.7, 0.1])
    const pair = pairOf([hull(1.1), end], [hull(-1.1), end])
    expect(pair.meets(0)).toBe(true)
    const out = new Float64Array(2)
    pair.firstContact(out, 0)
    expect([...out]).toEqual([1, 1])
  }
})
