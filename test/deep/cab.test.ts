// Hierarchies of bodies against brute force and exact arithmetic, at length. LIMBER_DEEP_STEPS scales it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BODY_MERGE_RULES } from '../../src/robots/cab/cab-arrays.js'
import { CabTree } from '../../src/robots/cab/cab-tree.js'
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
} from '../oracle/robots/cab.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 50)
const kinds = fc.constantFrom(...ARTICULATIONS)
const stances = fc.constantFrom(...STANCES)
const aways = fc.constantFrom(0, 1, 1e6, 1e9)

// A failure prints [kind, stance, away, seed]: paste them into cabCase.
test.each(BODY_MERGE_RULES)('%s: boxes contain their contents, searches find what brute force finds', (merge) => {
  let pairs = 0
  fc.assert(
    fc.property(kinds, stances, aways, fc.nat(), (kind, stance, away, seed) => {
      const c = cabCase(kind, stance, away, seed)
      const n = c.input.parents.length
      const tree = new CabTree(c.input, { merge })
      const whole = new CabTree(c.input, { merge })
      const rule = checkRule(c)
      tree.setChecked(rule)
      const poses = posesOf(c)
      tree.update(poses)
      for (let step = 0; step < 4; step++) {
        const next = posesOf(c)
        const changed = Uint8Array.from({ length: n }, () => c.random.integer(2))
        for (let b = 0; b < n; b++) {
          if (changed[b] === 1) poses.set(next.subarray(12 * b, 12 * b + 12), 12 * b)
        }
        tree.update(poses, changed)
        tree.validate()
        const expected = allPairs(tree, c.input, rule)
        expect(found(tree)).toEqual(expected)
        pairs += expected.length
      }
      whole.update(poses)
      expect(bits(tree)).toEqual(bits(whole))
      expectContained(tree, c.input, poses, merge)
    }),
    { seed: 41, numRuns: runs },
  )
  expect(pairs).toBeGreaterThan(runs)
})
