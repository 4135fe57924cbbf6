// Necklaces of every kind, moved in every way, asked everything by every method; brute force and exact arithmetic answer first.
import { expect, test } from 'vitest'
import { BALL_GAP_ROUNDING, ballGap, ballsTouch } from '../../src/geometry/ball-pair.js'
import { Random } from '../../src/math/random.js'
import { U } from '../../src/math/rounding.js'
import { ballsOf, gapIsRight, pairsOf, withinExactly } from '../oracle/necklaces.js'
import { FAMILIES, necklaceCase } from '../oracle/necklaces-cases.js'

/** Every lie of a case: the first, and after each step. */
function liesOf(seed: number, beads: number): Float64Array[] {
  const { dimension, centres, radii, actions } = necklaceCase(seed, { beads, actions: 8 })
  const lies = [ballsOf(dimension, centres, radii)]
  let sizes = radii
  for (const action of actions) {
    if (action.do !== 'step') continue
    sizes = action.radii ?? sizes
    lies.push(ballsOf(dimension, action.centres, sizes))
  }
  return lies
}

test('two beads touch if they do in exact arithmetic, and their gap is as good as it says', () => {
  let [touching, exactly] = [0, 0]
  for (let seed = 1; seed <= 400; seed++) {
    for (const balls of liesOf(seed, 12)) {
      const n = balls.length / 4
      for (let i = 0; i < n; i++) {
        for (let j = i + 1; j < n; j++) {
          const touch = withinExactly(balls, i, j, 0)
          if (ballsTouch(balls, i, balls, j) !== touch) throw new Error(`touch: ${[...balls].join(', ')}; ${i}, ${j}`)
          const gap = ballGap(balls, i, balls, j)
          if (!gapIsRight(balls, i, j, gap, BALL_GAP_ROUNDING / U)) {
            throw new Error(`a gap of ${gap}: ${[...balls].join(', ')}; ${i}, ${j}`)
          }
          if (touch) touching++
          if (gap === 0) exactly++
        }
      }
    }
  }
  expect(touching).toBeGreaterThan(1000)
  expect(exactly).toBeGreaterThan(100)
})

test('the cases are what they should be: of every family, some that touch, some that do not', () => {
  let [free, not] = [0, 0]
  const rule = { neighbours: 1, closed: false, exclude: undefined }
  for (const [name, family] of Object.entries(FAMILIES)) {
    for (const dimension of [2, 3] as const) {
      for (const n of [1, 2, 3, 4, 7, 40]) {
        const { centres, radii } = family(new Random(n), n, dimension)
        expect([name, centres.length, radii.length]).toEqual([name, n * dimension, n])
        expect([...centres, ...radii].every(Number.isFinite), name).toBe(true)
        expect(
          radii.every((r) => r >= 0),
          name,
        ).toBe(true)
        if (n === 40) pairsOf(ballsOf(dimension, centres, radii), rule).pairs.length > 0 ? not++ : free++
      }
    }
  }
  expect(Math.min(free, not)).toBeGreaterThan(5)
})
