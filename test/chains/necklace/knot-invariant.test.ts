// The knot invariant: known knots, the data folder's, and an exact oracle without any shortening.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closedTrefoil, closedWalk, mirroredTrefoil } from '../../../scenes/index.js'
import { InvalidInputError, knotInvariant, Random } from '../../../src/entries/chains.js'
import { knotOf } from '../../oracle/chains/knot.js'

type Curve = (angle: number) => number[]
const along = (n: number, curve: Curve): number[] =>
  Array.from({ length: n }, (_, k) => curve((2 * Math.PI * k) / n)).flat()
const torus =
  (p: number, q: number): Curve =>
  (a) => [(2 + Math.cos(q * a)) * Math.cos(p * a), (2 + Math.cos(q * a)) * Math.sin(p * a), Math.sin(q * a)]
const lissajous =
  (x: number, y: number, z: number, u: number, v: number): Curve =>
  (a) => [Math.cos(x * a + u), Math.cos(y * a + v), Math.cos(z * a)]

const KNOWN: readonly (readonly [string, number[], bigint, bigint])[] = [
  ['a circle', along(41, (a) => [Math.cos(a), Math.sin(a), 0]), 1n, 1n],
  ['a circle that winds', along(90, torus(1, 7)), 1n, 1n],
  ['3_1, the trefoil', along(60, torus(2, 3)), 3n, 2n],
  ['the scene', [...closedTrefoil(60)], 3n, 2n],
  ['its mirror image', [...mirroredTrefoil().frame(10)], 3n, 2n],
  [
    '4_1, the figure-eight knot',
    along(80, (a) => [
      (2 + Math.cos(2 * a)) * Math.cos(3 * a),
      (2 + Math.cos(2 * a)) * Math.sin(3 * a),
      Math.sin(4 * a),
    ]),
    5n,
    4n,
  ],
  ['5_1', along(80, torus(2, 5)), 5n, 1n],
  ['5_2', along(90, lissajous(3, 2, 7, 0.7, 0.2)), 7n, 5n],
  ['7_1', along(100, torus(2, 7)), 7n, 1n],
  ['8_19', along(100, torus(3, 4)), 3n, 4n],
]

test.each(KNOWN)('[keeps-knot] %s', (_, points, determinant, atThirdRoot) => {
  expect(knotInvariant(points)).toMatchObject({ determinant, atThirdRoot })
  expect(knotOf(points)).toEqual({ determinant, atThirdRoot })
})

test('[keeps-knot] polygons with random corners: the same as the exact oracle says', () => {
  const random = new Random(3)
  const seen = new Set<bigint>()
  for (let k = 0; k < 60; k++) {
    const n = 6 + random.integer(13)
    // Every third on whole numbers, where much is coplanar.
    const points = Array.from({ length: 3 * n }, () => (k % 3 === 0 ? random.integer(9) : random.range(-1, 1)))
    const truth = knotOf(points)
    if (truth === undefined) {
      expect(() => knotInvariant(points), JSON.stringify(points)).toThrow(InvalidInputError)
      continue
    }
    const { determinant, atThirdRoot } = knotInvariant(points)
    expect({ determinant, atThirdRoot }, JSON.stringify(points)).toEqual(truth)
    seen.add(determinant)
  }
  expect(seen.size).toBeGreaterThan(3)
})

test('[keeps-knot] walks of hundreds of beads are shortened first', () => {
  const { beads, crossings, determinant } = knotInvariant(closedWalk(600, 5))
  expect(beads).toBeLessThan(100)
  expect(crossings).toBeLessThan(300)
  expect(determinant % 2n).toBe(1n)
})

test('a curve that meets itself, or is none, is refused', () => {
  const eight = [0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0]
  for (const points of [eight, [], [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 0, 0, 0, Number.NaN, 0], new Array(36).fill(1)]) {
    expect(() => knotInvariant(points)).toThrow(InvalidInputError)
  }
})

const data = process.env.LIMBER_DATA
const folder = data === undefined ? undefined : join(data, 'knots')
test.skipIf(folder === undefined || !existsSync(folder))('[keeps-knot] knots of the data folder', () => {
  const values = ['3KZN_chain_A', '3_1m_supercoiled', '5_2m'].map((name) => {
    const text = readFileSync(join(folder!, `${name}.xyz`), 'utf8')
    const { determinant, atThirdRoot } = knotInvariant(text.trim().split(/\s+/).map(Number))
    return [name, determinant, atThirdRoot]
  })
  expect(values).toEqual([
    ['3KZN_chain_A', 3n, 2n],
    ['3_1m_supercoiled', 3n, 2n],
    ['5_2m', 7n, 5n],
  ])
})
