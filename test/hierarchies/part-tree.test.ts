import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BrokenInvariantError } from '../../src/errors.js'
import { buildPartTree, validatePartTree } from '../../src/hierarchies/part-tree.js'
import { nearestParts, PartTraversal } from '../../src/hierarchies/traverse-part-trees.js'
import { setQuaternion, transformPoint } from '../../src/math/pose.js'
import { Random } from '../../src/math/random.js'

/** Boxes of random points with a little size; every tenth set all on one spot. */
function randomBoxes(random: Random, n: number): Float64Array {
  const boxes = new Float64Array(6 * n)
  const size = random.unit() < 0.5 ? 0 : random.range(0, 0.5)
  const spread = random.unit() < 0.1 ? 0 : 1
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      const at = 3 + spread * random.range(-1, 1)
      boxes[6 * i + k] = at - size * random.unit()
      boxes[6 * i + 3 + k] = at + size * random.unit()
    }
  }
  return boxes
}

test('every part is in one leaf and inside every box above it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 300 }), (seed, n) => {
      const boxes = randomBoxes(new Random(seed), n)
      validatePartTree(buildPartTree(boxes), boxes)
    }),
    { seed: 8, numRuns: 200 },
  )
})

test('validatePartTree finds what is broken', () => {
  const boxes = randomBoxes(new Random(1), 50)
  const broken = (change: (tree: ReturnType<typeof buildPartTree>) => void) => {
    const tree = buildPartTree(boxes)
    change(tree)
    expect(() => validatePartTree(tree, boxes)).toThrow(BrokenInvariantError)
  }
  broken((t) => {
    t.half[0] = t.half[0]! * 0.99
  })
  broken((t) => {
    t.centre[31] = t.centre[31]! + 0.1
  })
  broken((t) => {
    const leaf = t.link.findIndex((l) => l < 0)
    t.link[leaf] = t.link[t.link.findLastIndex((l) => l < 0)]!
  })
  broken((t) => {
    t.link[0] = t.link[0]! + 1
  })
})

test('the nearest pair of points of two trees, against all pairs', () => {
  const traversal = new PartTraversal()
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (seed, na, nb) => {
      const random = new Random(seed)
      const points = (n: number) => new Float64Array(3 * n).map(() => random.range(-1, 1))
      const a = points(na)
      const b = points(nb)
      const x = new Float64Array(12)
      setQuaternion(x, 0, [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), 1])
      for (let row = 0; row < 3; row++) x[4 * row + 3] = random.range(-3, 3)
      const moved = b.slice()
      for (let k = 0; k < b.length; k += 3) transformPoint(moved, k, x, 0, b, k)
      const between = (i: number, j: number) =>
        Math.hypot(a[3 * i]! - moved[3 * j]!, a[3 * i + 1]! - moved[3 * j + 1]!, a[3 * i + 2]! - moved[3 * j + 2]!)
      let best = Infinity
      for (let i = 0; i < na; i++) for (let j = 0; j < nb; j++) best = Math.min(best, between(i, j))
      let visits = 0
      const visitor = {
        visit(i: number, j: number): number {
          visits++
          return between(i, j)
        },
      }
      const boxes = (p: Float64Array) =>
        Float64Array.from({ length: 2 * p.length }, (_, k) => p[3 * Math.trunc(k / 6) + (k % 3)]!)
      const find = (cutoff: number) =>
        nearestParts(traversal, buildPartTree(boxes(a)), buildPartTree(boxes(b)), x, 0, 10, cutoff, visitor)
      expect(find(Infinity)).toBe(best)
      expect(visits).toBeLessThanOrEqual(na * nb)
      expect(find(best)).toBe(best)
      expect(find(best * 0.99)).toBeGreaterThan(best * 0.99)
    }),
    { seed: 9, numRuns: 300 },
  )
})
