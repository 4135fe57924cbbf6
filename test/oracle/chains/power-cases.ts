// Sets of balls that are hard on a triangulation, by seed: x, y, z, r each.
import type { Random } from '../../../src/base/math/random.js'

export type BallCase = (random: Random, count: number) => Float64Array

export const BALL_CASES: Readonly<Record<string, BallCase>> = {
  random: make((random, ball) => [...cube(random), ball % 2 === 0 ? random.range(0, 0.3) : 0]),
  points: make((random) => [...cube(random), 0]),
  'many hidden': make((random) => [...cube(random), random.unit() ** 4 * 1.5]),
  grid: make((random) => [random.integer(3), random.integer(3), random.integer(3), 1]),
  'grid, unequal': make((random) => [random.integer(3), random.integer(3), random.integer(3), random.integer(3)]),
  'fine grid': make((random) => [random.integer(5) * 0.1, random.integer(5) * 0.1, random.integer(5) * 0.1, 0]),
  cospherical: make((random) => {
    const points = [
      [3, 4, 0],
      [5, 0, 0],
      [0, 3, 4],
      [4, 0, 3],
    ] as const
    const point = points[random.integer(4)]!
    const turn = random.integer(3)
    const sign = () => (random.integer(2) === 0 ? -1 : 1)
    return [point[turn]! * sign(), point[(turn + 1) % 3]! * sign(), point[(turn + 2) % 3]! * sign(), 1]
  }),
  'coplanar faces': make((random) => {
    const point = [random.integer(4), random.integer(4), random.integer(4), random.integer(2)]
    point[random.integer(3)] = random.integer(2) * 3
    return point
  }),
  duplicates: make((random) => [random.integer(2), random.integer(2), random.integer(2), random.integer(2) / 2]),
  'one apex': make((random, ball) => [random.integer(4), random.integer(4), ball === 0 ? 1 : 0, random.integer(2)]),
  lines: make((random, ball) => {
    const t = random.integer(9)
    return ball % 2 === 0 ? [t, 0, 0, 0] : [0, t, 5, 0]
  }),
  'lines and points': make((random, ball) => (ball % 4 === 0 ? [...cube(random), 0.1] : [ball % 2, 0, ball % 3, 0.5])),
  far: make((random) => [1e6 + random.unit(), -3e6 + random.unit(), random.unit(), random.unit() / 4]),
  'far and fine': make((random) => [
    1 + random.integer(4) * 2 ** -50,
    1 + random.integer(4) * 2 ** -50,
    random.integer(4) * 2 ** -50,
    2 ** -50,
  ]),
  tiny: make((random) => [...cube(random).map((x) => x * 1e-100), random.unit() * 1e-101]),
  huge: make((random) => [...cube(random).map((x) => x * 1e60), random.unit() * 1e59]),
  'all sizes': make((random) => {
    const size = 10 ** (random.integer(30) - 15)
    return [...cube(random).map((x) => x * size), random.unit() * size]
  }),
  'points of all sizes': make((random) =>
    cube(random)
      .map((x) => x * 10 ** (random.integer(30) - 15))
      .concat(0),
  ),
}

function cube(random: Random): [number, number, number] {
  return [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)]
}

function make(ball: (random: Random, index: number) => readonly number[]): BallCase {
  return (random, count) => Float64Array.from(Array.from({ length: count }, (_, i) => ball(random, i)).flat())
}

/** Source text of a case, to paste into a test. */
export function pasteBalls(balls: Float64Array): string {
  return `const balls = Float64Array.of(${balls.join(', ')})`
}
