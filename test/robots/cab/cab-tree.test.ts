import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BODY_MERGE_RULES } from '../../../src/robots/cab/cab-arrays.js'
import { CabTree } from '../../../src/robots/cab/cab-tree.js'
import { MERGE_RULES } from '../../../src/volumes/merge-obb.js'
import {
  ARTICULATIONS,
  allPairs,
  bits,
  cabCase,
  checkRule,
  expectContained,
  found,
  posesOf,
  STANCES,
} from '../../oracle/robots/cab.js'

const kinds = fc.constantFrom(...ARTICULATIONS)
const stances = fc.constantFrom(...STANCES)
const aways = fc.constantFrom(0, 1, 1e6, 1e9)
const merges = fc.constantFrom(...BODY_MERGE_RULES)

test('a search finds what testing every two leaves finds', () => {
  let pairs = 0
  fc.assert(
    fc.property(kinds, stances, aways, merges, fc.nat(), (kind, stance, away, merge, seed) => {
      const c = cabCase(kind, stance, away, seed)
      const tree = new CabTree(c.input, { merge })
      const rule = checkRule(c)
      tree.setChecked(rule)
      for (let step = 0; step < 3; step++) {
        tree.update(posesOf(c))
        tree.validate()
        const expected = allPairs(tree, c.input, rule)
        expect(found(tree)).toEqual(expected)
        pairs += expected.length
      }
    }),
    { seed: 1, numRuns: 300 },
  )
  expect(pairs).toBeGreaterThan(1000)
})

test('boxes contain their contents in exact arithmetic', () => {
  fc.assert(
    fc.property(kinds, stances, aways, merges, fc.nat(), (kind, stance, away, merge, seed) => {
      const c = cabCase(kind, stance, away, seed)
      const tree = new CabTree(c.input, { merge })
      const poses = posesOf(c)
      tree.update(poses)
      expectContained(tree, c.input, poses, merge)
    }),
    { seed: 2, numRuns: 60 },
  )
})

test('moving a few bodies gives the same bits as moving all', () => {
  fc.assert(
    fc.property(kinds, stances, merges, fc.nat(), (kind, stance, merge, seed) => {
      const c = cabCase(kind, stance, 1, seed)
      const tree = new CabTree(c.input, { merge })
      const whole = new CabTree(c.input, { merge })
      const n = c.input.parents.length
      const poses = posesOf(c)
      tree.update(poses)
      for (let step = 0; step < 4; step++) {
        const next = posesOf(c)
        const changed = Uint8Array.from({ length: n }, () => c.random.integer(2))
        for (let b = 0; b < n; b++) {
          if (changed[b] === 1) poses.set(next.subarray(12 * b, 12 * b + 12), 12 * b)
        }
        const refitted = tree.update(poses, changed)
        expect(whole.update(poses)).toBe(whole.nodes)
        expect(refitted).toBeLessThanOrEqual(tree.nodes)
        if (changed.every((x) => x === 0)) expect(refitted).toBe(0)
        expect(bits(tree)).toEqual(bits(whole))
        tree.validate()
      }
    }),
    { seed: 3, numRuns: 100 },
  )
})

test('all oriented merges find the same pairs, aabb* those and more', () => {
  let more = 0
  fc.assert(
    fc.property(kinds, stances, aways, fc.nat(), (kind, stance, away, seed) => {
      const c = cabCase(kind, stance, away, seed)
      const rule = checkRule(c)
      const poses = posesOf(c)
      const [axisAligned, ...oriented] = (['aabb*', ...MERGE_RULES] as const).map((merge) => {
        const tree = new CabTree(c.input, { merge })
        tree.setChecked(rule)
        tree.update(poses)
        return found(tree)
      })
      for (const list of oriented) expect(list).toEqual(oriented[0])
      expect(axisAligned).toEqual(expect.arrayContaining(oriented[0]!))
      more += axisAligned!.length - oriented[0]!.length
    }),
    { seed: 4, numRuns: 100 },
  )
  expect(more).toBeGreaterThan(0)
})
