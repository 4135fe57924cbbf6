import { describe, expect, test } from 'vitest'
import { affineBasis, PowerTetrahedra } from '../../src/chains/power-tetrahedra.js'
import { Random } from '../../src/math/random.js'
import { regularSimplices } from '../oracle/power.js'
import { BALL_CASES, pasteBalls } from '../oracle/power-cases.js'

function sorted(tetrahedra: Int32Array): number[][] {
  const list: number[][] = []
  for (let at = 0; at < tetrahedra.length; at += 4)
    list.push(Array.from(tetrahedra.slice(at, at + 4)).sort((p, q) => p - q))
  return list.sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]! || p[2]! - q[2]! || p[3]! - q[3]!)
}

/** Sets of the kind that are not flat. */
function* sets(name: string, seed: number, tries: number, most: number): Generator<Float64Array> {
  const random = new Random(seed)
  for (let k = 0; k < tries; k++) {
    const balls = BALL_CASES[name]!(random, 4 + random.integer(most - 3))
    if (affineBasis(balls).length === 4) yield balls
  }
}

describe.each(Object.keys(BALL_CASES))('%s', (name) => {
  test('the same tetrahedra as brute force', () => {
    let asked = 0
    for (const balls of sets(name, 1, 12, 10)) {
      asked++
      const power = new PowerTetrahedra(balls)
      expect(sorted(power.tetrahedra()), pasteBalls(balls)).toEqual(regularSimplices(balls))
      power.validate(true)
    }
    expect(asked).toBeGreaterThan(2)
  })

  test('larger sets are valid, every ball asked of every cell', () => {
    let asked = 0
    for (const balls of sets(name, 2, 4, 60)) {
      asked++
      try {
        new PowerTetrahedra(balls).validate(true)
      } catch (error) {
        throw new Error(pasteBalls(balls), { cause: error })
      }
    }
    expect(asked).toBeGreaterThan(0)
  })

  test('balls that are removed, moved and inserted again: as if built anew', () => {
    const random = new Random(3)
    let asked = 0
    for (const balls of sets(name, 4, 6, 40)) {
      const other = BALL_CASES[name]!(random, balls.length / 4)
      const power = new PowerTetrahedra(balls)
      for (let step = 0; step < 4; step++) {
        const moved = Array.from({ length: balls.length / 4 }, (_, i) => i).filter(() => random.unit() < 0.3)
        const before = balls.slice()
        try {
          if (!moved.every((i) => power.remove(i))) break
          for (const i of moved) {
            for (let k = 0; k < 4; k++) balls[4 * i + k] = other[4 * i + k]!
            expect(power.set(i, balls[4 * i]!, balls[4 * i + 1]!, balls[4 * i + 2]!, balls[4 * i + 3]!)).toBe(true)
          }
          for (const i of moved) power.insert(i)
          power.retryHidden()
          power.validate()
          expect(sorted(power.tetrahedra())).toEqual(sorted(new PowerTetrahedra(balls).tetrahedra()))
          asked++
        } catch (error) {
          throw new Error(`${pasteBalls(before)}; moved ${moved.join(', ')}; ${pasteBalls(balls)}`, { cause: error })
        }
      }
    }
    expect(asked).toBeGreaterThan(0)
  })
})
