// A million sets of balls, random and degenerate, and their smallest enclosing balls against arithmetic of 200 bits. Every
// ball is judged by its certificate; some are found by enumeration as well. LIMBER_DEEP_STEPS scales it: ten sets a step.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { encloseBalls, updateBasis } from '../../src/geometry/balls/enclosing-ball.js'
import { checkEnclosed, errorBound, exactBall, radiusError } from '../oracle/geometry/enclosing-ball.js'
import {
  ballCase,
  FAMILY_NAMES,
  type Family,
  outside,
  PLACES,
  type Place,
  rows,
  tolerance,
} from '../oracle/geometry/enclosing-ball-cases.js'

const sets = 10 * Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const each = Math.ceil(sets / (PLACES.length * FAMILY_NAMES.length))

const ball = new Float64Array(4)
const warm = new Float64Array(4)
const basis = new Int32Array(4)

interface Seen {
  /** The worst error, relative to R, of sets not farther away than four radii; and in units of what is allowed, of all. */
  near: number
  share: number
}

/** Throws with the family, place, dimension and seed to paste into ballCase. */
function judge(seen: Seen, family: Family, place: Place, seed: number): void {
  const dimension = seed % 3 === 0 ? 2 : 3
  const name = `${family}, ${place}, ${dimension}, ${seed}`
  const balls = ballCase(family, place, dimension, seed)
  const n = balls.length / 4
  const set = rows(balls)
  const size = encloseBalls(ball, 0, balls, 0, n, basis, 0, 0)
  const allowed = tolerance(ball)
  const found = Array.from(basis.subarray(0, size))
  // A hundredth of 1e-12 is enough for the certificate; beyond that, the ball itself is found.
  const error = errorBound(set, ball, ball[3]!, found, allowed - 0.99e-12)
  if (!(error <= allowed)) throw new Error(`${name}: off by ${error}, ${allowed} allowed`)
  if (ball[3]! > 0) seen.share = Math.max(seen.share, error / allowed)
  const far = Math.abs(ball[0]!) + Math.abs(ball[1]!) + Math.abs(ball[2]!)
  if (ball[3]! > 0 && far <= 4 * ball[3]!) seen.near = Math.max(seen.near, error)
  checkEnclosed(set, ball, outside(ball), name)
  if (seed % 16 === 0) again(name, balls, allowed, new Random(seed))
  if (seed % 64 === 0 && n < 10) {
    const off = Math.abs(radiusError(ball[3]!, exactBall(set)))
    if (!(off <= allowed && off <= error * (1 + 1e-9))) throw new Error(`${name}: off by ${off}, ${error} certified`)
  }
}

/** From any start the same radius; and the same one ball after the other. */
function again(name: string, balls: Float64Array, allowed: number, random: Random): void {
  const n = balls.length / 4
  const start = Int32Array.from({ length: Math.min(4, n) }, () => random.integer(n))
  const members = [...new Set(start)].sort((a, b) => a - b)
  const other = Int32Array.from({ length: 4 }, (_, k) => members[k] ?? -1)
  encloseBalls(warm, 0, balls, 0, n, other, 0, members.length)
  // Points that are all one ball have R = 0, and what is allowed next to it is anything: they are asked whether they enclose.
  if (ball[3]! > 0 && !(Math.abs(warm[3]! - ball[3]!) <= 2 * allowed * ball[3]!)) {
    throw new Error(`${name}: ${ball[3]} from nothing, ${warm[3]} from ${members}`)
  }
  const few = Math.min(n, 5)
  let size = 1
  other.fill(-1)
  other[0] = 0
  // Of five balls, each that sticks out in turn, until none does: a few rounds do.
  for (let round = 0; round < 8; round++)
    for (let i = 0; i < few; i++) size = updateBasis(warm, 0, balls, other, 0, size, i)
  const truth = exactBall(rows(balls).slice(0, few))
  const off = Math.abs(radiusError(warm[3]!, truth))
  if (!(off <= tolerance(warm))) throw new Error(`${name}: the first ${few} one by one, off by ${off}`)
}

test.each(PLACES)('the smallest enclosing ball is right: %s', (place) => {
  const lines: string[] = []
  for (const family of FAMILY_NAMES) {
    const seen: Seen = { near: 0, share: 0 }
    for (let seed = 0; seed < each; seed++) judge(seen, family, place, seed)
    lines.push(`${family}: ${seen.near.toExponential(1)} of R, ${(100 * seen.share).toFixed(1)} % of what is allowed`)
    expect(seen.share).toBeLessThanOrEqual(1)
  }
  console.log(`${place}, ${each} sets each\n${lines.join('\n')}`)
})
