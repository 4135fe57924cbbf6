import { expect, test } from 'vitest'
import { cageCount, makeCageShape } from '../../../src/chains/necklace/cage-shape.js'

test('beads are halved by index until three or fewer are left', () => {
  for (let n = 1; n <= 200; n += n < 40 ? 1 : 7) {
    const shape = makeCageShape(n)
    const walk = (k: number, from: number, size: number, above: number): number => {
      expect([shape.first[k], shape.end[k], shape.parent[k]]).toEqual([from, from + size, above])
      if (size <= 3) {
        expect([shape.child[k], shape.second[k]]).toEqual([-1, -1])
        return k + 1
      }
      const half = Math.floor(size / 2)
      const second = walk(k + 1, from, half, k)
      expect([shape.child[k], shape.second[k]]).toEqual([k + 1, second])
      return walk(second, from + half, size - half, k)
    }
    expect(walk(0, 0, n, -1)).toBe(shape.nodes)
    expect(cageCount(n)).toBe(shape.nodes)
  }
})

// [model, beads, cages where the paper prints them, naive tests a cage as printed in Figure 7]
const FIGURE_7: readonly (readonly [string, number, number | undefined, string])[] = [
  ['backbone a', 1380, undefined, '13'],
  ['backbone b', 1089, undefined, '10'],
  ['grill', 90, 63, '8.5'],
  ['spline', 100, undefined, '8.6'],
  ['spline', 400, undefined, '11'],
  ['spline', 1600, undefined, '14'],
  ['static helix', 1600, undefined, '14'],
  ['static helix', 6400, undefined, '16'],
  ['scaling helix', 100, undefined, '8.6'],
  ['scaling helix', 400, undefined, '11'],
  ['scaling helix', 1600, undefined, '14'],
  ['scaling helix', 6400, undefined, '16'],
  ['scaling helix', 25600, undefined, '19'],
  ['hairpin', 51, 37, '7.2'],
  ['spiral', 500, 487, '9.1'],
]

test.each(FIGURE_7)('Figure 7: %s of %i beads, cages %s, naive tests a cage %s', (_, beads, cages, printed) => {
  const shape = makeCageShape(beads)
  if (cages !== undefined) expect(shape.nodes).toBe(cages)
  const naive = shape.end.reduce((sum, end, k) => sum + end - shape.first[k]!, 0) / shape.nodes
  // Two digits, cut off as the paper does.
  const digits = naive >= 10 ? 1 : 10
  expect(String(Math.floor(naive * digits) / digits)).toBe(printed)
})
