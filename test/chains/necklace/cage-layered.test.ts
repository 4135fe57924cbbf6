// Section 4.1: how much larger layered cages are than wrapped ones.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { buildCages, type CageTree } from '../../../src/chains/necklace/cage-tree.js'
import { GENERAL_FAMILIES } from '../../oracle/chains/cages.js'

/** Balls through two points are on level 1, their parents on level 2 … as many as the leaves below need at most. */
function levelOf(tree: CageTree, k: number): number {
  const count = tree.end[k]! - tree.first[k]!
  if (tree.child[k]! < 0) return count === 3 ? 2 : count - 1
  return 1 + Math.max(levelOf(tree, k + 1), levelOf(tree, tree.second[k]!))
}

// Points, or beads of one size: the radius is then added to both, and the lemma is about the rest.
test.each([0, 0.3])('Lemma 4.2: a layered cage on level l has R_l² ≤ l·(R² − d_l²): beads of radius %d', (radius) => {
  let largest = 0
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed)
    const family = ['walk', 'scattered', 'curve'][seed % 3]!
    const balls = GENERAL_FAMILIES[family]!(random, 4 + random.integer(200))
    for (let i = 3; i < balls.length; i += 4) balls[i] = radius
    const wrapped = buildCages(balls)
    const layered = buildCages(balls, { cages: 'layered' })
    const R = wrapped.cage[3]! - radius
    for (let k = 0; k < layered.nodes; k++) {
      expect(layered.cage[4 * k + 3]).toBeGreaterThanOrEqual(wrapped.cage[4 * k + 3]! * (1 - 1e-12))
      let dSq = 0
      for (let i = 0; i < 3; i++) dSq += (layered.cage[4 * k + i]! - wrapped.cage[i]!) ** 2
      const level = levelOf(layered, k)
      const share = (layered.cage[4 * k + 3]! - radius) ** 2 / (level * (R * R - dSq) + 1e-12 * R * R)
      expect(share).toBeLessThanOrEqual(1)
    }
    largest = Math.max(largest, (layered.cage[3]! - radius) / R)
    expect(largest).toBeLessThanOrEqual(Math.sqrt(Math.ceil(Math.log2(balls.length / 4))))
  }
  expect(largest).toBeGreaterThan(1.05)
})

/** 2^k points on the unit circle, by reflections: Lemma 4.3. O_l is the centre of the first 2^l points' layered root. */
function construction(k: number): Float64Array {
  let points: [number, number][] = [[1, 0]]
  let centre: [number, number] = [1, 0]
  for (let l = 0; l < k; l++) {
    // |O O_l| = √(1 − l/k); the next one is 1/√k from it, at a right angle there: a leg of the triangle with the hypotenuse O O_l.
    const hypotenuse = Math.hypot(...centre)
    const leg = Math.sqrt(Math.max(0, 1 - (l + 1) / k))
    const cos = leg / hypotenuse
    const sin = 1 / Math.sqrt(k) / hypotenuse
    const axis: [number, number] = [
      (centre[0] * cos - centre[1] * sin) / hypotenuse,
      (centre[0] * sin + centre[1] * cos) / hypotenuse,
    ]
    centre = [axis[0] * leg, axis[1] * leg]
    const mirrored = points.map(([x, y]): [number, number] => {
      const along = 2 * (x * axis[0] + y * axis[1])
      return [along * axis[0] - x, along * axis[1] - y]
    })
    points = [...points, ...mirrored]
  }
  const balls = new Float64Array(4 * points.length)
  points.forEach((p, i) => {
    balls.set(p, 4 * i)
  })
  return balls
}

test('Lemma 4.3: points whose layered root is √log n times as large as the wrapped one', () => {
  for (let k = 1; k <= 12; k++) {
    const balls = construction(k)
    const wrapped = buildCages(balls).cage
    const layered = buildCages(balls, { cages: 'layered' }).cage
    expect(Math.abs(layered[3]! / wrapped[3]! - Math.sqrt(k))).toBeLessThan(1e-9)
  }
})
