// Questions to the regular triangulation of one set of balls. Each throws with the balls as source text.
import { expect } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { PowerTetrahedra } from '../../../src/chains/power/power-tetrahedra.js'
import { affineBasis } from '../../../src/chains/power/power-tetrahedra-build.js'
import { regularSimplices } from './power.js'
import { type BallCase, pasteBalls } from './power-cases.js'

/** Corners ascending, in lexicographic order. */
export function sortTetrahedra(tetrahedra: Int32Array): number[][] {
  const list: number[][] = []
  for (let at = 0; at < tetrahedra.length; at += 4) {
    list.push(Array.from(tetrahedra.subarray(at, at + 4)).sort((p, q) => p - q))
  }
  return list.sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]! || p[2]! - q[2]! || p[3]! - q[3]!)
}

export function isFlat(balls: Float64Array): boolean {
  return affineBasis(balls).length < 4
}

/** The same tetrahedra as by brute force, and what the validator asks. For some ten balls. */
export function checkSmall(balls: Float64Array): void {
  withBalls(balls, () => {
    const power = new PowerTetrahedra(balls)
    expect(sortTetrahedra(power.tetrahedra())).toEqual(regularSimplices(balls))
    power.validate(true)
  })
}

/** Every ball is asked of every cell. For hundreds of balls. */
export function checkLarge(balls: Float64Array): void {
  withBalls(balls, () => new PowerTetrahedra(balls).validate(true))
}

/**
 * Some balls after others take other numbers, step by step, each time as if built anew. Returns how many steps were done: the
 * rest would have been flat in between.
 */
export function checkMoves(balls: Float64Array, kind: BallCase, seed: number, steps: number, share: number): number {
  const random = new Random(seed)
  const count = balls.length / 4
  const power = new PowerTetrahedra(balls)
  let done = 0
  for (let step = 0; step < steps; step++) {
    const before = balls.slice()
    const other = kind(random, count)
    const moved = Array.from({ length: count }, (_, i) => i).filter(() => random.unit() < share)
    balls = balls.slice()
    for (const i of moved) balls.set(other.subarray(4 * i, 4 * i + 4), 4 * i)
    try {
      if (!moveBalls(power, balls, moved)) break
      power.validate()
      expect(sortTetrahedra(power.tetrahedra())).toEqual(sortTetrahedra(new PowerTetrahedra(balls).tetrahedra()))
    } catch (error) {
      throw new Error(`${pasteBalls(before)}, moved ${moved.join(', ')}, after: ${pasteBalls(balls)}`, { cause: error })
    }
    done++
  }
  return done
}

/** All balls move a little, step after step, each time as if built anew. Returns the steps done without building anew. */
export function checkFollows(balls: Float64Array, seed: number, steps: number, size: number): number {
  const random = new Random(seed)
  let power = new PowerTetrahedra(balls)
  let done = 0
  for (let step = 0; step < steps; step++) {
    const before = balls
    // A third of the numbers stay: flats of one kind or another survive.
    balls = before.map((x, i) => (random.integer(3) === 0 ? x : i % 4 === 3 ? Math.abs(x + jolt()) : x + jolt()))
    if (isFlat(balls)) break
    const anew = new PowerTetrahedra(balls)
    try {
      if (power.follow(balls, balls.length) === -1) power = anew
      else {
        power.validate()
        expect(sortTetrahedra(power.tetrahedra())).toEqual(sortTetrahedra(anew.tetrahedra()))
        done++
      }
    } catch (error) {
      throw new Error(`${pasteBalls(before)}, after: ${pasteBalls(balls)}`, { cause: error })
    }
  }
  return done

  function jolt(): number {
    return (random.integer(5) - 2) * size
  }
}

/** False: those that stay, or all of them later, are in one plane. */
export function moveBalls(power: PowerTetrahedra, balls: Float64Array, moved: readonly number[]): boolean {
  for (const i of moved) {
    if (!power.remove(i)) return false
    expect(power.isHidden(i)).toBe(true)
  }
  for (const i of moved) {
    expect(power.set(i, balls[4 * i]!, balls[4 * i + 1]!, balls[4 * i + 2]!, balls[4 * i + 3]!)).toBe(true)
  }
  for (const i of moved) power.insert(i)
  power.retryHidden()
  return true
}

function withBalls(balls: Float64Array, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw new Error(pasteBalls(balls), { cause: error })
  }
}
