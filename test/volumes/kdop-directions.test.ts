import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { decompose, directionSet, SET_SIZES } from '../../src/volumes/kdop-directions.js'

const degrees = (cosine: number): number => (Math.acos(cosine) * 180) / Math.PI

/** Table 1 of the paper, as printed. */
const PRINTED = [
  [6, 0.57735, 54.7],
  [12, 0.787539, 38.04],
  [14, 0.806898, 36.2],
  [18, 0.816497, 35.26],
  [26, 0.886452, 27.57],
] as const

test.each(PRINTED)('the aperture of the %i-DOP, from the facets of the unit DOP', (k, printed, angle) => {
  const { aperture } = directionSet(k)
  if (k === 12) {
    // The one that is wrong in print: an icosahedron's facets are farther out.
    expect(aperture).toBeCloseTo(0.794654, 6)
    expect(degrees(aperture)).toBeCloseTo(37.38, 2)
    // In closed form: the inradius of an icosahedron over its circumradius.
    const golden = (1 + Math.sqrt(5)) / 2
    expect(aperture).toBeCloseTo(golden ** 2 / (Math.sqrt(3) * Math.sqrt(golden * Math.sqrt(5))), 12)
    expect(aperture - printed).toBeGreaterThan(0.007)
  } else {
    expect(aperture).toBeCloseTo(printed, 5)
    expect(Math.abs(degrees(aperture) - angle)).toBeLessThan(0.05)
  }
})

test.each(SET_SIZES)(
  '%i directions: the aperture is that of the whole sphere, by samples and by its worst directions',
  (k) => {
    const { vectors, facets, aperture } = directionSet(k)
    const unit = (d: number): number[] => {
      const v = [...vectors.subarray(3 * d, 3 * d + 3)]
      return v.map((x) => x / Math.hypot(...v))
    }
    const units = Array.from({ length: k }, (_, d) => unit(d))
    const nearest = (v: ArrayLike<number>): number =>
      Math.max(...units.map((u) => u[0]! * v[0]! + u[1]! * v[1]! + u[2]! * v[2]!))
    const random = new Random(k)
    const v = new Float64Array(3)
    for (let run = 0; run < 2000; run++) expect(nearest(random.direction(v))).toBeGreaterThan(aperture - 1e-12)
    // The middle of some facet is that far from every direction.
    let worst = 1
    for (let f = 0; f < facets.length; f += 3) {
      const [p, q, r] = [units[facets[f]!]!, units[facets[f + 1]!]!, units[facets[f + 2]!]!]
      const a = q.map((x, i) => x - p[i]!)
      const b = r.map((x, i) => x - p[i]!)
      const n = [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
      const length = Math.hypot(...n)
      worst = Math.min(worst, nearest(n.map((x) => x / length)))
    }
    expect(worst).toBeCloseTo(aperture, 12)
  },
)

test.each(SET_SIZES)('%i directions: opposite pairs, closed facets, small inverses', (k) => {
  const { vectors, facets, inverses, inverseLengths } = directionSet(k)
  expect(vectors.length).toBe(3 * k)
  // Euler: a triangulated sphere of k corners.
  expect(facets.length / 3).toBe(2 * k - 4)
  for (let d = 0; d < k; d += 2) {
    for (let i = 0; i < 3; i++) expect(vectors[3 * d + i]! + vectors[3 * d + 3 + i]!).toBe(0)
    const length = Math.hypot(...vectors.subarray(3 * d, 3 * d + 3))
    expect(inverseLengths[d / 2]! * length).toBeLessThanOrEqual(1)
    expect(inverseLengths[d / 2]! * length).toBeGreaterThan(1 - 2e-15)
  }
  for (const entry of inverses) expect(Math.abs(entry)).toBeLessThanOrEqual(k > 32 ? 2 : 1)
  for (let f = 0; f < facets.length; f += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const sum = [0, 1, 2].reduce((s, m) => s + Math.abs(vectors[3 * facets[f + m]! + axis]!), 0)
      expect(sum).toBeLessThanOrEqual(5)
    }
  }
})

test('a set begins with the one that it is asked to', () => {
  for (const [n, first] of [
    [26, 14],
    [50, 14],
    [50, 26],
    [42, 18],
    [32, 12],
    [26, 6],
  ] as const) {
    const whole = directionSet(n, first).vectors
    expect([...whole.subarray(0, 3 * first)]).toEqual([...directionSet(first).vectors])
    const all = Array.from({ length: n }, (_, d) => whole.subarray(3 * d, 3 * d + 3).join())
    expect(new Set(all).size).toBe(n)
  }
})

test.each(SET_SIZES)('%i directions: any vector is a sum of three, none of them taken away', (k) => {
  const set = directionSet(k)
  const random = new Random(k + 1)
  const weights = new Float64Array(5)
  const indices = new Int32Array(5)
  const v = new Float64Array(3)
  let worst = 0
  for (let run = 0; run < 3000; run++) {
    random.direction(v)
    // Borders of facets: planes, axes, the directions themselves.
    if (run % 5 === 0) v[random.integer(3)] = 0
    if (run % 7 === 0) v[0] = v[1]!
    if (run % 11 === 0) v.set(set.vectors.subarray(3 * (run % k), 3 * (run % k) + 3))
    const scale = run % 13 === 0 ? 1.7 : 1
    decompose(weights, indices, 2, set, v[0]! * scale, v[1]! * scale, v[2]! * scale)
    for (let i = 0; i < 3; i++) {
      let sum = 0
      for (let m = 2; m < 5; m++) sum += weights[m]! * set.vectors[3 * indices[m]! + i]!
      worst = Math.max(worst, Math.abs(sum - v[i]! * scale))
    }
    expect(Math.min(...weights.subarray(2))).toBeGreaterThanOrEqual(0)
  }
  // 128 u is derived, a fraction of it is seen.
  expect(worst).toBeLessThan(32 * 2 ** -53)
})

test.each([6, 18, 26, 42, 50] as const)('%i directions: no facet is in two octants', (k) => {
  const { vectors, facets } = directionSet(k)
  for (let f = 0; f < facets.length; f += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const signs = [0, 1, 2].map((m) => Math.sign(vectors[3 * facets[f + m]! + axis]!))
      expect(signs.includes(1) && signs.includes(-1)).toBe(false)
    }
  }
})
