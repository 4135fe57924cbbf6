import { expect, test } from 'vitest'
import { rotateTail } from '../../lab/baselines/baseline.js'
import { createBaseline } from '../../lab/baselines/index.js'
import { KObbTree } from '../../lab/baselines/k-obb-tree.js'
import { ObbTree } from '../../lab/baselines/obb-tree.js'
import { compactChain, randomCoil, torsionMoves } from '../../scenes/index.js'
import { Random } from '../../src/entries/meshes.js'
import { bruteForceHits } from './brute-force.js'

const METHODS = ['grid', '1-obbtree', 'k-obbtree', 'k-obbtree-1'] as const

test.each(METHODS)('%s agrees with brute force along trajectories from compact starts', (method) => {
  let hits = 0
  let steps = 0
  for (const [n, start, radius] of [
    [2, 'serpentine', 1],
    [3, 'serpentine', 1],
    [17, 'serpentine', 1.5],
    [64, 'hilbert', 1],
    [200, 'serpentine', 1.2],
    [333, 'hilbert', 0.7],
  ] as const) {
    const baseline = createBaseline(method, n, radius)
    const truth = compactChain(n, { start })
    baseline.sync(truth)
    const { joints, angles } = torsionMoves(n, n, 150)
    for (let s = 0; s < joints.length; s++) {
      const before = truth.slice()
      rotateTail(truth, joints[s]!, angles[s]!)
      const expected = bruteForceHits(truth, radius)
      baseline.update(joints[s]!, angles[s]!)
      if (baseline.test() !== expected) expect.fail(`n ${n}, step ${s}: ${method} disagrees with ${expected}`)
      steps++
      if (expected) {
        hits++
        baseline.undo()
        truth.set(before)
      }
    }
  }
  // Both answers are common, or the test would say little.
  expect(hits).toBeGreaterThan(steps / 20)
  expect(hits).toBeLessThan((steps * 19) / 20)
})

test.each(['grid', '1-obbtree'] as const)('%s agrees with brute force on coils anywhere in space', (method) => {
  const random = new Random(5)
  let hits = 0
  for (let seed = 0; seed < 400; seed++) {
    const n = 2 + random.integer(60)
    const coil = randomCoil(n, seed, { spacing: 4 })
    const shift = [random.range(-1e4, 1e4), random.range(-10, 10), random.range(-1e6, 1e6)]
    for (let i = 0; i < coil.length; i++) coil[i]! += shift[i % 3]!
    const radius = random.range(0.3, 1.9)
    const expected = bruteForceHits(coil, radius)
    const baseline = createBaseline(method, n, radius)
    baseline.sync(coil)
    baseline.update(n - 2, 0)
    if (baseline.test() !== expected) expect.fail(`seed ${seed}: ${method} disagrees with ${expected}`)
    if (expected) hits++
  }
  expect(hits).toBeGreaterThan(40)
  expect(hits).toBeLessThan(360)
})

test('k-obbtree finds what lies between any of its pieces, and nothing inside one', () => {
  const random = new Random(8)
  for (let seed = 0; seed < 200; seed++) {
    const n = 10 + random.integer(80)
    const radius = random.range(0.5, 1.5)
    const coil = randomCoil(n, seed)
    const cuts = [...new Set([random.integer(n - 1), random.integer(n - 1), random.integer(n - 1)])].sort(
      (a, b) => a - b,
    )
    const pieceOf = (link: number): number => cuts.filter((joint) => joint < link).length
    let expected = false
    for (let i = 0; i < n; i++) {
      for (let j = i + 2; j < n; j++) {
        const apart = Math.hypot(...[0, 1, 2].map((c) => coil[3 * i + c]! - coil[3 * j + c]!))
        if (pieceOf(i) !== pieceOf(j) && apart < 2 * radius) expected = true
      }
    }
    const baseline = new KObbTree(n, radius, cuts.length + 1)
    baseline.sync(coil)
    baseline.rebuild(cuts)
    expect(baseline.test()).toBe(expected)
  }
})

test('undo puts a baseline back to the bit', () => {
  const chain = compactChain(50)
  for (const method of METHODS) {
    const a = createBaseline(method, 50, 1)
    a.sync(chain)
    for (let k = 0; k < 20; k++) {
      a.update(k, 1)
      a.undo()
    }
    // Nothing moved, so a turn by nothing finds the free start again.
    a.update(0, 0)
    expect(a.test()).toBe(false)
  }
})

test('an OBB tree holds every link once, and every box all the spheres under it', () => {
  for (const linksPerLeaf of [1, 2, 3, 8]) {
    for (const n of [1, 2, 9, 100]) {
      const radius = 1.25
      const coil = randomCoil(n, n)
      const tree = new ObbTree(n, radius, 1, linksPerLeaf)
      tree.reset(coil)
      tree.build(0, n)
      expect([...tree.links].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i))
      expect(12 * tree.nodes).toBeLessThanOrEqual(tree.poses.length)
      for (let node = 0; node < tree.nodes; node++) {
        for (let i = tree.from[node]!; i < tree.to[node]!; i++) {
          for (let axis = 0; axis < 3; axis++) {
            let t = 0
            for (let row = 0; row < 3; row++) {
              const at = 12 * node + 4 * row
              t += tree.poses[at + axis]! * (coil[3 * tree.links[i]! + row]! - tree.poses[at + 3]!)
            }
            expect(Math.abs(t) + radius).toBeLessThanOrEqual(tree.halves[3 * node + axis]! + 1e-9)
          }
        }
      }
    }
  }
})
