// Cylinders as links: nothing in a chain knows what a shape is, but for its bounds and its distance.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { ChainTree } from '../../../src/chains/chain/chain-tree.js'
import { box, convex, cylinder, sphere } from '../../../src/shapes/shape.js'
import { OracleChain } from '../../oracle/chains/chain.js'

test('[never-misses] a chain of cylinders collides and keeps its distance as brute force says', () => {
  const random = new Random(61)
  let colliding = 0
  for (let round = 0; round < 12; round++) {
    const n = 8 + random.integer(24)
    const shapes = Array.from({ length: n }, (_, i) =>
      i % 5 === 4
        ? [sphere({ radius: 0.4 }), box({ size: [0.5, 0.6, 0.7] }), convex({ points: [0, 0, 0, 1, 0, 0, 0, 1, 1] })][
            i % 3
          ]!
        : cylinder({
            radius: random.range(0.1, 0.4),
            length: random.range(0.3, 1.2),
            at: [0, 0, random.range(-0.2, 0.2)],
          }),
    )
    const joints = Array.from({ length: n - 1 }, () => ({
      at: [...random.direction(new Float64Array(3))].map((c) => 1.5 * c),
    }))
    const chain = ChainTree.fromLinks(shapes, joints)
    for (let step = 0; step < 6; step++) {
      const axis = [...random.direction(new Float64Array(3))]
      chain.rotate(random.integer(n - 1), random.range(-2, 2), axis)
      chain.validate()
      const oracle = new OracleChain(
        shapes,
        joints.map((_, j) => Float64Array.from(chain.jointPose(j))),
      )
      const pairs = oracle.pairs(1, () => false, Infinity)
      const nearest = Math.min(...pairs.map((pair) => pair.distance))
      const found = chain.closestPair()!
      expect(Math.abs(found.distance - nearest)).toBeLessThanOrEqual(found.error + 1e-11)
      expect(chain.selfCollides()).toBe(nearest <= 0)
      const within = [...chain.pairsWithin(1).distances].length
      expect(within).toBe(pairs.filter((pair) => pair.distance <= 1).length)
      if (nearest <= 0) colliding++
    }
  }
  expect(colliding).toBeGreaterThan(5)
  expect(colliding).toBeLessThan(70)
})
