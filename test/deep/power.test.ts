// Regular triangulations in space at length: brute force, validator, motion, and CGAL where it is installed.
// LIMBER_DEEP_STEPS scales it.
import { describe, expect, test } from 'vitest'
import { PeerMissingError } from '../../bench/meshes/contender.js'
import { compileCgal, startCgal } from '../../bench/native/power-cgal.js'
import { Random } from '../../src/base/math/random.js'
import { PowerTetrahedra } from '../../src/chains/power/power-tetrahedra.js'
import { BALL_CASES } from '../oracle/chains/power-cases.js'
import {
  checkFollows,
  checkLarge,
  checkMoves,
  checkSmall,
  isFlat,
  sortTetrahedra,
} from '../oracle/chains/power-check.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

describe.each(Object.keys(BALL_CASES))('%s', (name) => {
  const kind = BALL_CASES[name]!

  function run(seed: number, runs: number, least: number, most: number, check: (balls: Float64Array) => void): void {
    const random = new Random(seed)
    let asked = 0
    for (let k = 0; k < Math.ceil(runs); k++) {
      const balls = kind(random, least + random.integer(most - least + 1))
      if (isFlat(balls)) continue
      asked++
      check(balls)
    }
    expect(asked).toBeGreaterThan(0)
  }

  test('small sets equal brute force', () => run(11, steps / 200, 4, 11, checkSmall))

  test('larger sets are valid', () => run(12, steps / 5000, 50, 300, checkLarge))

  test('motions equal rebuilding', () => {
    let done = 0
    let seed = 0
    for (const [runs, most, share] of [
      [steps / 500, 12, 0.3],
      [steps / 2000, 150, 0.1],
    ] as const) {
      run(13, runs, 6, most, (balls) => {
        done += checkMoves(balls, kind, seed++, 5, share)
      })
    }
    expect(done).toBeGreaterThan(0)
  })

  test.each([1e-9, 1e-3, 0.1, 1])('small steps of all balls equal rebuilding: by %d', (size) => {
    let done = 0
    let seed = 0
    run(15, steps / 1000, 6, 100, (balls) => {
      done += checkFollows(balls, seed++, 5, size)
    })
    expect(done).toBeGreaterThan(0)
  })
})

test('the same tetrahedra as CGAL on general balls', async () => {
  let program: string
  try {
    program = compileCgal()
  } catch (error) {
    if (!(error instanceof PeerMissingError)) throw error
    console.log(`left out: ${error.message}`)
    return
  }
  const random = new Random(14)
  for (const count of [100, 1000, 10_000, 30_000]) {
    for (const size of [0, 0.3, 1, 3]) {
      const spacing = count ** (-1 / 3)
      const balls = new Float64Array(4 * count)
      for (let i = 0; i < balls.length; i++) balls[i] = i % 4 === 3 ? random.unit() * size * spacing : random.unit()
      const peer = await startCgal(program, balls)
      try {
        const built = await peer.build()
        const power = new PowerTetrahedra(balls)
        expect(power.hidden().length).toBe(built.hidden)
        expect(sortTetrahedra(power.tetrahedra())).toEqual(sortTetrahedra(await peer.tetrahedra()))
      } finally {
        peer.close()
      }
    }
  }
})
