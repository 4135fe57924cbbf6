import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeInversePose, composePose, identityPose } from '../../../src/base/math/pose.js'
import { BODY_MERGE_RULES } from '../../../src/robots/cab/cab-arrays.js'
import { CabTree } from '../../../src/robots/cab/cab-tree.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { ARTICULATIONS, type CabCase, cabCase, checkRule, found, posesOf, STANCES } from '../../oracle/robots/cab.js'

const kinds = fc.constantFrom(...ARTICULATIONS)
const stances = fc.constantFrom(...STANCES)
const merges = fc.constantFrom(...BODY_MERGE_RULES)

/** Distances of all checked pairs of leaves of different bodies, by 'a,b'. */
function allDistances(c: CabCase, poses: Float64Array, rule: (a: number, b: number) => boolean): Map<string, number> {
  const { leaves } = c.input
  const placed = leaves.map(({ body, pose }) => {
    const identity = new Float64Array(12)
    identityPose(identity, 0)
    const out = new Float64Array(12)
    composePose(out, 0, poses, 12 * body, pose ?? identity, 0)
    return out
  })
  const found = new ShapeDistance()
  const x = new Float64Array(12)
  const distances = new Map<string, number>()
  for (let a = 0; a < leaves.length; a++) {
    for (let b = a + 1; b < leaves.length; b++) {
      if (leaves[a]!.body === leaves[b]!.body || !rule(a, b)) continue
      composeInversePose(x, 0, placed[a]!, 0, placed[b]!, 0)
      distances.set(`${a},${b}`, distanceShapes(found, leaves[a]!.shape, leaves[b]!.shape, x, 0, Infinity))
    }
  }
  return distances
}

/** What a distance of shapes may be off by: they are about 10 in size and as far apart. */
const ERROR = 1e-10

test('nearest first finds the least distance, and a margin hides nothing', () => {
  let asked = 0
  let pairs = 0
  fc.assert(
    fc.property(kinds, stances, merges, fc.nat(), (kind, stance, merge, seed) => {
      const c = cabCase(kind, stance, 1, seed)
      const tree = new CabTree(c.input, { merge })
      const rule = checkRule(c)
      tree.setChecked(rule)
      const poses = posesOf(c)
      tree.update(poses)
      const distances = allDistances(c, poses, rule)
      const least = Math.min(...distances.values())
      const visitor = {
        margin: Infinity,
        seen: [] as string[],
        visit(a: number, b: number): boolean {
          this.seen.push(`${a},${b}`)
          this.margin = Math.min(this.margin, distances.get(`${a},${b}`)!)
          return false
        },
      }
      expect(tree.nearest(visitor)).toBe(false)
      expect(visitor.margin).toBe(least)
      expect(new Set(visitor.seen).size).toBe(visitor.seen.length)
      asked += visitor.seen.length
      pairs += distances.size
      for (const margin of [0, 0.3, 2]) {
        const near = [...distances].filter(([, d]) => d <= margin - (margin > 0 ? ERROR : 0)).map(([key]) => key)
        expect(found(tree, margin)).toEqual(expect.arrayContaining(near))
        const kept: string[] = []
        tree.nearest({ margin, visit: (a, b) => kept.push(`${a},${b}`) < 0 })
        expect(kept).toEqual(expect.arrayContaining(near))
      }
    }),
    { seed: 21, numRuns: 120 },
  )
  // Most of these bodies overlap; even so, most pairs need not be looked at.
  expect(asked).toBeLessThan(pairs / 2)
})

test('without a limit every checked pair is visited once; a visitor may stop', () => {
  fc.assert(
    fc.property(kinds, merges, fc.nat(), (kind, merge, seed) => {
      const c = cabCase(kind, 'any', 1, seed)
      const tree = new CabTree(c.input, { merge })
      const rule = checkRule(c)
      tree.setChecked(rule)
      const poses = posesOf(c)
      tree.update(poses)
      const { leaves } = c.input
      const all: string[] = []
      for (let a = 0; a < leaves.length; a++) {
        for (let b = a + 1; b < leaves.length; b++) {
          if (leaves[a]!.body !== leaves[b]!.body && rule(a, b)) all.push(`${a},${b}`)
        }
      }
      expect(found(tree, Infinity)).toEqual(all.sort())
      const seen: string[] = []
      tree.nearest({ margin: Infinity, visit: (a, b) => seen.push(`${a},${b}`) < 0 })
      expect(seen.sort()).toEqual(all)
      for (const ask of ['search', 'nearest'] as const) {
        let count = 0
        const stopped = tree[ask]({ margin: Infinity, visit: () => ++count === 2 })
        expect(stopped).toBe(all.length >= 2)
        expect(count).toBe(Math.min(2, all.length))
      }
    }),
    { seed: 22, numRuns: 60 },
  )
})

test('a visitor that shrinks the margin ends up with the nearest pair in a search too', () => {
  fc.assert(
    fc.property(kinds, merges, fc.nat(), (kind, merge, seed) => {
      const c = cabCase(kind, 'any', 1, seed)
      const tree = new CabTree(c.input, { merge })
      const poses = posesOf(c)
      tree.update(poses)
      const distances = allDistances(c, poses, () => true)
      const visitor = {
        margin: Infinity,
        visit(a: number, b: number): boolean {
          this.margin = Math.min(this.margin, distances.get(`${a},${b}`)!)
          return false
        },
      }
      tree.search(visitor)
      expect(visitor.margin).toBe(Math.min(...distances.values()))
    }),
    { seed: 23, numRuns: 40 },
  )
})
