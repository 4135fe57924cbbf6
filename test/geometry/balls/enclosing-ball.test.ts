// The smallest enclosing ball of balls against arithmetic of 200 bits: test/oracle/geometry/enclosing-ball.ts.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { basisBall, encloseBalls, updateBasis } from '../../../src/geometry/balls/enclosing-ball.js'
import { checkEnclosed, errorBound, exactBall, radiusError, welzlRadius } from '../../oracle/geometry/enclosing-ball.js'
import {
  ballCase,
  FAMILY_NAMES,
  type Family,
  makeBalls,
  outside,
  PLACES,
  rows,
  tolerance,
} from '../../oracle/geometry/enclosing-ball-cases.js'

interface Result {
  readonly ball: Float64Array
  readonly basis: Int32Array
  readonly size: number
}

function enclose(
  balls: Float64Array,
  from = 0,
  count = balls.length / 4 - from,
  start: readonly number[] = [],
): Result {
  const ball = new Float64Array(4)
  const basis = Int32Array.from({ length: 4 }, (_, k) => start[k] ?? -1)
  return { ball, basis, size: encloseBalls(ball, 0, balls, from, count, basis, 0, start.length) }
}

const used = ({ basis, size }: Result): number[] => Array.from(basis.subarray(0, size))
const flat = (list: readonly (readonly number[])[]): Float64Array => Float64Array.from(list.flat())

/** Seven discs for which the order given leads Welzl's recursion astray. */
const TRAP = [
  [0.22, -0.9, 0.16],
  [-0.26, 0.45, 0.42],
  [0.9, 0.22, 0.05],
  [0.05, -0.84, 0.16],
  [0.21, 0.32, 0.71],
  [-0.03, 0, 0.9],
  [-0.65, -0.16, 0.36],
].map(([x, y, r]) => [x!, y!, 0, r!])

test('the oracle knows balls that are easy to work out', () => {
  expect(exactBall([[1, 2, 3, 4]]).value).toBe(4)
  expect(exactBall([[0, 0, 0, 1], [4, 0, 0, 3]]).value).toBe(4) // biome-ignore format: one set a line
  expect(exactBall([[0, 0, 0, 5], [1, 1, 1, 3]]).value).toBe(5) // biome-ignore format: one set a line
  expect(exactBall([[-1, 0, 0, 0], [1, 0, 0, 0], [0, 0.5, 0, 0]]).value).toBe(1) // biome-ignore format: one set a line
  const tetrahedron = [[1, 1, 1, 2], [1, -1, -1, 2], [-1, 1, -1, 2], [-1, -1, 1, 2]] // biome-ignore format: one set a line
  expect(exactBall(tetrahedron).value).toBeCloseTo(2 + Math.sqrt(3), 15)
  expect(exactBall(tetrahedron).basis).toEqual([0, 1, 2, 3])
  // Three discs of Soddy: the outer circle of curvature −1 around those of 2, 2 and 3.
  const soddy = exactBall([[0.5, 0, 0, 0.5], [-0.5, 0, 0, 0.5], [0, 2 / 3, 0, 1 / 3]]) // biome-ignore format: one set a line
  expect(soddy.value).toBeCloseTo(1, 15)
})

test('the certificate is no smaller than the true error, and sees what is wrong', () => {
  let tight = 0
  for (let seed = 0; seed < 50; seed++) {
    const set = rows(ballCase('unequal', 'here', 3, seed))
    if (set.length > 8) continue
    const best = exactBall(set)
    const bound = errorBound(set, best.centre, best.value, best.basis, 1e-13)
    expect(bound).toBeLessThan(1e-13)
    for (const by of [1e-9, -1e-9]) {
      const radius = best.value * (1 + by)
      const wrong = errorBound(set, best.centre, radius, best.basis, 1.001e-9)
      expect(wrong).toBeGreaterThanOrEqual(Math.abs(radiusError(radius, best)))
      if (wrong < 1.001e-9) tight++
    }
    const moved = best.centre.map((x, k) => (k === 0 ? x + 1e-6 * best.value : x))
    expect(errorBound(set, moved, best.value, best.basis, 1e-13)).toBeGreaterThan(1e-13)
  }
  expect(tight).toBeGreaterThan(50)
})

test('[enclosing-ball] the case that catches the recursion of Welzl', () => {
  const { ball, size } = enclose(flat(TRAP))
  expect(exactBall(TRAP).value).toBeCloseTo(1.0730440747, 10)
  expect(Math.abs(radiusError(ball[3]!, exactBall(TRAP)))).toBeLessThan(1e-15)
  expect(size).toBe(3)
  expect(welzlRadius(TRAP, 2)).toBeGreaterThan(1.1)
  // It is the order that does it.
  expect(welzlRadius([...TRAP].reverse(), 2)).toBeCloseTo(1.0730440747, 10)
})

// A failure prints family, place, dimension and seed: paste them into ballCase.
test.each(PLACES)('[enclosing-ball] right to 1e-12, 1e-9 at an offset of a million, in every family: %s', (place) => {
  for (const family of FAMILY_NAMES) {
    for (let k = 0; k < 6; k++) {
      const seed = 1000 * k + 17
      const dimension = k % 3 === 0 ? 2 : 3
      const name = `${family}, ${place}, ${dimension}, ${seed}`
      const balls = ballCase(family, place, dimension, seed)
      const set = rows(balls)
      const result = enclose(balls)
      const { ball, basis, size } = result
      const enough = tolerance(ball)
      expect(errorBound(set, ball, ball[3]!, used(result), enough), name).toBeLessThanOrEqual(enough)
      checkEnclosed(set, ball, outside(ball), name)
      if (dimension === 2) expect(ball[2], name).toBe(0)
      // Ascending, of the set, and −1 after its end.
      expect(used(result), name).toEqual([...new Set(used(result))].sort((a, b) => a - b))
      expect(basis[0], name).toBeGreaterThanOrEqual(0)
      expect(basis[size - 1], name).toBeLessThan(set.length)
      expect(Array.from(basis.subarray(size)), name).toEqual(Array.from({ length: 4 - size }, () => -1))
      if (k < 3 && set.length < 9) {
        expect(Math.abs(radiusError(ball[3]!, exactBall(set))), name).toBeLessThanOrEqual(enough)
      }
    }
  }
})

test('sets of size 1 at an offset of a million are right to 1e-9', () => {
  for (let seed = 0; seed < 150; seed++) {
    const set = rows(makeBalls('tangent to one sphere', 'far', 3, new Random(seed), 20))
    const result = enclose(flat(set))
    expect(errorBound(set, result.ball, result.ball[3]!, used(result), 1e-9), `${seed}`).toBeLessThan(1e-9)
  }
})

test('the ball of a result is the ball of its basis, to the bit, and the basis stands', () => {
  const again = new Float64Array(4)
  for (const family of ['points', 'unequal', 'collinear', 'grid', 'duplicates', 'contained', 'simplex'] as const) {
    for (let seed = 0; seed < 100; seed++) {
      const balls = ballCase(family, 'there', 3, seed)
      const { ball, basis, size } = enclose(balls)
      expect(basisBall(again, 0, balls, basis, 0, size), `${family} ${seed}`).toBe(true)
      expect(again, `${family} ${seed}`).toEqual(ball)
    }
  }
})

test('a basis does not stand if a member can be left out, is inside another, or depends on the others', () => {
  const out = new Float64Array(4)
  const stands = (...list: number[][]): boolean =>
    basisBall(out, 0, flat(list), Int32Array.of(0, 1, 2, 3), 0, list.length)
  expect(stands([0, 0, 0, 1])).toBe(true)
  expect(stands([0, 0, 0, 1], [1, 0, 0, 1])).toBe(true)
  expect(stands([0, 0, 0, 1], [1, 0, 0, 0])).toBe(false)
  expect(stands([0, 0, 0, 0], [0, 0, 0, 0])).toBe(false)
  expect(stands([-1, 0, 0, 0], [1, 0, 0, 0], [0, 1.01, 0, 0])).toBe(true)
  expect(stands([-1, 0, 0, 0], [1, 0, 0, 0], [0, 0.99, 0, 0])).toBe(false)
  expect(stands([-1, 0, 0, 0], [1, 0, 0, 0], [0.5, 0, 0, 0.5])).toBe(false)
  expect(stands([-1, 0, 0, 0], [1, 0, 0, 0], [0, 1.2, 0, 0], [0, 1.2, 1e-20, 0])).toBe(false)
  expect(stands([1, 1, 1, 0], [1, -1, -1, 0], [-1, 1, -1, 0], [-1, -1, 1, 0])).toBe(true)
  expect(stands([1, 1, 1, 0], [1, -1, -1, 0], [-1, 1, -1, 0], [0.9, 0.9, -0.2, 0])).toBe(false)
  // Three balls around which every tangent ball is the wrong way out.
  expect(stands([0, 0, 0, 1], [0.3, 0, 0, 0.6], [0, 0.3, 0, 0.6])).toBe(false)
})

test('updateBasis: any members, right or wrong, and any ball', () => {
  const random = new Random(4)
  const out = new Float64Array(4)
  const basis = new Int32Array(4)
  for (const family of FAMILY_NAMES) {
    for (let k = 0; k < 20; k++) {
      const balls = makeBalls(family, 'here', k % 4 === 0 ? 2 : 3, random, 6)
      const size = 1 + random.integer(4)
      const members = [0, 1, 2, 3, 4, 5].sort(() => (random.bits() & 1) - 0.5).slice(0, size)
      members.sort((a, b) => a - b)
      const escaped = random.integer(7) - 1
      basis.fill(-1)
      basis.set(members)
      const all = [...new Set(escaped < 0 ? members : [...members, escaped])]
      const now = updateBasis(out, 0, balls, basis, 0, size, escaped)
      const name = `${family}: ${members} and ${escaped} of ${JSON.stringify(rows(balls))}`
      expect(all, name).toEqual(expect.arrayContaining(Array.from(basis.subarray(0, now))))
      const set = rows(balls)
      const truth = exactBall(all.map((i) => set[i]!))
      expect(Math.abs(radiusError(out[3]!, truth)), name).toBeLessThanOrEqual(tolerance(out))
      const inside = all.map((i) => set[i]!)
      checkEnclosed(inside, out, outside(out), name)
    }
  }
})

test('updateBasis: a ball that is outside by rounding only, though no basis has it', () => {
  // Ball 2 touches ball 1 from within; it comes out of the ball of 0 and 1, which is ball 1, by one place.
  const balls = ballCase('internally tangent', 'huge', 3, 400)
  const basis = Int32Array.of(0, 1, -1, -1)
  const out = new Float64Array(4)
  updateBasis(out, 0, balls, basis, 0, 2, 2)
  expect(out[3]! / 2.5e59).toBeCloseTo(1, 14)
})

test('updateBasis: far away, a ball that is outside by rounding only brings in no basis that does not stand', () => {
  const balls = ballCase('cospherical', 'far', 3, 5344)
  const basis = Int32Array.of(0, 2, 3, 4)
  const out = new Float64Array(4)
  const size = updateBasis(out, 0, balls, basis, 0, 4, 1)
  expect(basisBall(out, 0, balls, basis, 0, size)).toBe(true)
  expect(Math.abs(out[3]! - 1)).toBeLessThan(1e-9)
})

test('from a known basis, after a step, as from scratch', () => {
  const random = new Random(6)
  let kept = 0
  for (const family of ['points', 'unequal', 'coplanar', 'flat', 'clusters', 'all sizes'] as const) {
    for (let k = 0; k < 30; k++) {
      const balls = makeBalls(family, 'there', k % 4 === 0 ? 2 : 3, random, 3 + random.integer(40))
      let start = used(enclose(balls))
      for (let step = 0; step < 8; step++) {
        for (let i = 0; i < balls.length; i++) {
          if (i % 4 !== 3 && balls[i] !== 0) balls[i] = balls[i]! + 0.02 * random.range(-1, 1)
        }
        const cold = enclose(balls)
        const warm = enclose(balls, 0, balls.length / 4, start)
        const name = `${family} ${k} ${step}`
        expect(warm.basis, name).toEqual(cold.basis)
        expect(warm.ball, name).toEqual(cold.ball)
        if (start.join() === used(warm).join()) kept++
        start = used(warm)
      }
    }
  }
  expect(kept).toBeGreaterThan(200)
})

test('from any start, however wrong, and of any part of an array', () => {
  const random = new Random(8)
  for (const family of FAMILY_NAMES) {
    for (let k = 0; k < 12; k++) {
      const balls = makeBalls(family, 'here', 3, random, 12)
      const from = random.integer(6)
      const count = 4 + random.integer(3)
      const start = Array.from({ length: count }, (_, i) => from + i)
        .sort(() => (random.bits() & 1) - 0.5)
        .slice(0, 1 + random.integer(4))
        .sort((a, b) => a - b)
      const warm = enclose(balls, from, count, start)
      const name = `${family} ${k}: ${start}`
      const part = rows(balls).slice(from, from + count)
      const enough = tolerance(warm.ball)
      const basis = used(warm).map((i) => i - from)
      expect(errorBound(part, warm.ball, warm.ball[3]!, basis, enough), name).toBeLessThanOrEqual(enough)
    }
  }
})

test('a rigid motion in exact numbers changes no basis, and scale only the scale', () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = new Random(seed)
    const grid = Float64Array.from({ length: 80 }, (_, i) => (i % 4 === 3 ? random.integer(200) : random.integer(1000)))
    const { ball, basis } = enclose(grid)
    const turned = grid.map((_, i) => [-grid[i + 1]! + 512, grid[i - 1]! - 64, grid[i]! + 8, grid[i]!][i % 4]!)
    const other = enclose(turned)
    expect(other.basis).toEqual(basis)
    expect(Math.abs(other.ball[3]! / ball[3]! - 1)).toBeLessThan(1e-14)
    for (const scale of [2 ** 190, 2 ** -330]) {
      const scaled = enclose(grid.map((x) => x * scale))
      expect(scaled.basis).toEqual(basis)
      expect(Math.abs(scaled.ball[3]! / scale / ball[3]! - 1)).toBeLessThan(1e-14)
    }
  }
})

test('members that touch at nearly the same point: two tangent balls, close to each other', () => {
  // Doubles know such a root to half its digits: R was off by 1e-9.
  const three = [
    [-0.13865741499791934, -2.498502541228397e-7, 1.487989998511156e-12, 0.8613425850018556],
    [0.7940761054199479, -0.00008681077797145324, 1.4171701134748567e-10, 0.2059238898348451],
    [-0.8931691554237062, 0.00013603895158238461, -2.247725794802921e-10, 0.1068308342162203],
  ]
  const four = [
    [-0.1621409614400412, 0, 0, 0.8378590385599588],
    [-0.9125278968258269, -2.4641115610435715e-14, 2.810690465126088e-16, 0.08747210317417309],
    [0.7314726340303468, -0.00005654087124164885, -5.608871728422174e-16, 0.26852736378442454],
    [-0.9492549052668243, 0.00016012570488973098, 1.2427703515123986e-15, 0.05074508122771937],
  ]
  for (const set of [three, four]) {
    for (const scale of [1, 2 ** 190, 2 ** -330]) {
      const scaled = set.map((ball) => ball.map((x) => x * scale))
      const { ball, size } = enclose(flat(scaled))
      expect(size).toBe(3)
      expect(Math.abs(radiusError(ball[3]!, exactBall(scaled)))).toBeLessThan(2e-15)
    }
  }
})

test('bases that come round again: rounding leads in circles, and the answer is right', () => {
  for (const dimension of [2, 3] as const) {
    for (const place of ['here', 'there', 'huge', 'small'] as const) {
      const balls = ballCase('nearly tangent', place, dimension, 4284278)
      const { ball, basis, size } = enclose(balls)
      const bound = errorBound(rows(balls), ball, ball[3]!, Array.from(basis.subarray(0, size)), 1e-14)
      expect(bound, `${place} ${dimension}`).toBeLessThan(1e-14)
      checkEnclosed(rows(balls), ball, outside(ball), place)
    }
  }
})

test.each<Family>(['points', 'unequal', 'cospherical', 'grid', 'duplicates', 'collinear', 'nearly cospherical'])(
  'ten thousand of them: %s',
  (family) => {
    const balls = makeBalls(family, 'here', 3, new Random(2), 10_000)
    const result = enclose(balls)
    // The balls that reach at all far bound the error; the others are only asked whether they are inside.
    const set = rows(balls)
    const { ball } = result
    checkEnclosed(set, ball, outside(ball), family)
    const basis = used(result).map((i) => set[i]!)
    expect(errorBound(basis, ball, ball[3]!, [...basis.keys()], 1e-12)).toBeLessThan(1e-12)
  },
)
