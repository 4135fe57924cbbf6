// Moving balls by exact arithmetic: the least value of a quadratic on [0, 1], by its vertex.
import { Random } from '../../../src/base/math/random.js'
import { firstBallContact, movingBallsApart, movingBallsMeet } from '../../../src/geometry/moving/moving-balls.js'
import { exact } from '../exact.js'

/** Balls x, y, z, r at the start and at the end. */
export interface BallCase {
  readonly a0: readonly number[]
  readonly a1: readonly number[]
  readonly b0: readonly number[]
  readonly b1: readonly number[]
}

/** |D|² − R² as a + bt + ct² in whole numbers, the radii enlarged by the margin. */
function quadratic(c: BallCase, margin: number): readonly [bigint, bigint, bigint] {
  const numbers = [...c.a0, ...c.b0, ...c.a1, ...c.b1, margin].map(exact)
  let e = 0
  for (const x of numbers) if (x.m !== 0n) e = Math.min(e, x.e)
  const w = numbers.map((x) => x.m << BigInt(x.m === 0n ? 0 : x.e - e))
  const start = [w[0]! - w[4]!, w[1]! - w[5]!, w[2]! - w[6]!, w[3]! + w[7]! + w[16]!]
  const stop = [w[8]! - w[12]!, w[9]! - w[13]!, w[10]! - w[14]!, w[11]! + w[15]! + w[16]!]
  const move = stop.map((x, k) => x - start[k]!)
  const form = (p: readonly bigint[], q: readonly bigint[]) =>
    p[0]! * q[0]! + p[1]! * q[1]! + p[2]! * q[2]! - p[3]! * q[3]!
  return [form(start, start), 2n * form(start, move), form(move, move)]
}

/** Whether two balls come within `margin` of each other at some instant. */
export function exactBallsMeet(c: BallCase, margin = 0): boolean {
  const [p, q, r] = quadratic(c, margin)
  if (p <= 0n || p + q + r <= 0n) return true
  // The vertex is at −q/2r, where the value is p − q²/4r.
  return r > 0n && q < 0n && -q < 2n * r && q * q >= 4n * p * r
}

/** Whether |D|² − R² is at most zero at the instant t. */
function isTouchingAt(c: BallCase, t: number): boolean {
  const [p, q, r] = quadratic(c, 0)
  const { m, e } = exact(t)
  const unit = BigInt(Math.max(0, -e))
  const k = e > 0 ? m << BigInt(e) : m
  return (p << (2n * unit)) + ((q * k) << unit) + r * k * k <= 0n
}

/** The case of a seed: near balls; small whole numbers; whole numbers that touch at one instant, exactly or within the last digits. */
export function ballCase(seed: number): BallCase {
  const random = new Random(seed)
  const ball = (number: () => number, radius: () => number) => [number(), number(), number(), radius()]
  if (seed % 3 === 0) {
    const unit = 10 ** random.range(-8, 8)
    const number = () => unit * random.range(-2, 2)
    const radius = () => unit * random.range(0, 1)
    return { a0: ball(number, radius), a1: ball(number, radius), b0: ball(number, radius), b1: ball(number, radius) }
  }
  if (seed % 3 === 1) {
    const number = () => random.integer(9) - 4
    const radius = () => random.integer(3)
    return { a0: ball(number, radius), a1: ball(number, radius), b0: ball(number, radius), b1: ball(number, radius) }
  }
  // B passes A along x at the height of both radii, which is a Pythagorean length.
  const [u, v, w] = [
    [3, 4, 5],
    [5, 12, 13],
    [8, 15, 17],
    [0, 1, 1],
  ][random.integer(4)] as [number, number, number]
  const scale = 2 ** (random.integer(9) - 4)
  const share = random.integer(w + 1)
  const from = -random.integer(9)
  const far = random.unit() < 0.5 ? 0 : random.range(0, 3)
  const b0 = [from * scale + far, u * scale, v * scale, (w - share) * scale]
  const b1 = [(1 + random.integer(9)) * scale + far, u * scale, v * scale, (w - share) * scale]
  if (random.unit() < 0.5) b0[3] = b1[3] = b0[3]! * (1 - 2 ** -53)
  return { a0: [far, 0, 0, share * scale], a1: [far, 0, 0, share * scale], b0, b1 }
}

const bracket = new Float64Array(2)

/** Checks the cases of `count` seeds; what is wrong is ready to be pasted. */
export function checkBalls(first: number, count: number): { readonly failures: string[]; readonly meeting: number } {
  const failures: string[] = []
  let meeting = 0
  for (let seed = first; seed < first + count; seed++) {
    const c = ballCase(seed)
    const complain = (what: string) => {
      if (failures.length < 10) failures.push(`ballCase(${seed}): ${what} ${JSON.stringify(c)}`)
    }
    // Ball 1 of A and ball 0 of B.
    const [a0, a1] = [c.a0, c.a1].map((ball) => Float64Array.from([0, 0, 0, 0, ...ball])) as [
      Float64Array,
      Float64Array,
    ]
    const [b0, b1] = [Float64Array.from(c.b0), Float64Array.from(c.b1)]
    const meets = exactBallsMeet(c)
    if (meets) meeting++
    if (movingBallsMeet(a0, a1, 1, b0, b1, 0) !== meets) complain(`meets should be ${meets}`)
    for (const margin of [0, 0.01, 1]) {
      if (movingBallsApart(a0, a1, 1, b0, b1, 0, margin) && exactBallsMeet(c, margin))
        complain(`not apart by ${margin}`)
    }
    if (!meets) continue
    firstBallContact(bracket, a0, a1, 1, b0, b1, 0)
    const [lower, upper] = [bracket[0]!, bracket[1]!]
    if (!(lower >= 0 && lower <= upper && upper <= 1 && upper - lower <= 2 ** -40)) complain(`bracket ${[...bracket]}`)
    for (const part of [0, 0.5, 1 - 2 ** -30]) {
      if (lower > 0 && isTouchingAt(c, part * lower)) complain(`touching before ${lower}`)
    }
    if (lower === upper && !isTouchingAt(c, upper)) complain(`not touching at ${upper}`)
  }
  return { failures, meeting }
}
