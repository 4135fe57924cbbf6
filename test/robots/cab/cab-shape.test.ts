import { describe, expect, test } from 'vitest'
import { identityPose } from '../../../src/base/math/pose.js'
import { Random } from '../../../src/base/math/random.js'
import { BODY_MERGE_RULES, type BodyMergeRule } from '../../../src/robots/cab/cab-arrays.js'
import { type CabInput, CabTree } from '../../../src/robots/cab/cab-tree.js'
import { box, convex, sphere } from '../../../src/shapes/shape.js'

const link = box({ size: [1, 0.2, 0.2], at: [0.5, 0, 0] })

/** Poses with these translations. */
function at(points: ArrayLike<number>): Float64Array {
  const poses = new Float64Array(4 * points.length)
  for (let b = 0; 3 * b < points.length; b++) {
    identityPose(poses, 12 * b)
    for (let k = 0; k < 3; k++) poses[12 * b + 4 * k + 3] = points[3 * b + k]!
  }
  return poses
}

function depth(tree: CabTree): number {
  const deep = new Int32Array(tree.nodes)
  for (let n = 0; n < tree.nodes; n++) {
    const { left, right } = tree.boxOf(n)
    if (left >= 0) deep[n] = 1 + Math.max(deep[left]!, deep[right]!)
  }
  return Math.max(0, ...deep)
}

/** Leaves below each child of the root, and so on. */
function nested(tree: CabTree, node = tree.nodes - 1): unknown {
  const { leaf, left, right } = tree.boxOf(node)
  return leaf >= 0 ? leaf : [nested(tree, left), nested(tree, right)]
}

const one = (n: number): CabInput['leaves'] => Array.from({ length: n }, (_, body) => ({ body, shape: link }))

test('a chain is cut into halves', () => {
  const parents = Array.from({ length: 8 }, (_, b) => b - 1)
  const tree = new CabTree({ parents, leaves: one(8) })
  tree.update(at(Array.from({ length: 24 }, (_, i) => (i % 3 === 0 ? i / 3 : 0))))
  expect(nested(tree)).toEqual([
    [
      [0, 1],
      [2, 3],
    ],
    [
      [4, 5],
      [6, 7],
    ],
  ])
})

describe('trees are balanced', () => {
  const n = 1024
  const random = new Random(4)
  const scattered = at(Float64Array.from({ length: 3 * n }, () => random.range(-9, 9)))
  const shapes: Record<string, number[]> = {
    chain: Array.from({ length: n }, (_, b) => b - 1),
    comb: Array.from({ length: n }, (_, b) => (b === 0 ? -1 : b % 2 === 1 ? b - 1 : b - 2)),
    star: Array.from({ length: n }, (_, b) => (b === 0 ? -1 : 0)),
    forest: Array.from({ length: n }, () => -1),
    binary: Array.from({ length: n }, (_, b) => (b === 0 ? -1 : (b - 1) >> 1)),
    random: Array.from({ length: n }, (_, b) => (b === 0 ? -1 : random.integer(b))),
  }
  test.each(Object.keys(shapes))('%s', (name) => {
    for (const poses of [undefined, scattered]) {
      const tree = new CabTree({ parents: shapes[name]!, leaves: one(n), poses })
      tree.update(scattered)
      expect(tree.nodes).toBe(2 * n - 1)
      expect(depth(tree)).toBeLessThanOrEqual(4 * Math.log2(n))
    }
  })
})

test('a hand: neighbouring fingers are joined, and palm and thumb', () => {
  // A palm; a thumb that sticks out sideways; four fingers in front of it, side by side; three links each.
  const parents = [-1]
  const points = [0, 0, 0]
  for (let f = 0; f < 5; f++) {
    for (let i = 0; i < 3; i++) {
      parents.push(i === 0 ? 0 : 3 * f + i)
      if (f === 0) points.push(0, -1 - 0.25 * i, 0)
      else points.push(1 + i, 0.4 * (f - 2.5), 0)
    }
  }
  const leaves = parents.map((_, body) => ({
    body,
    shape: body === 0 ? box({ size: [1, 1.6, 0.3], at: [0.5, 0, 0] }) : link,
  }))
  const poses = at(points)
  const tree = new CabTree({ parents, leaves, poses })
  tree.update(poses)
  const finger = (f: number): unknown => [3 * f + 1, [3 * f + 2, 3 * f + 3]]
  expect(nested(tree)).toEqual([
    [0, finger(0)],
    [
      [finger(1), finger(2)],
      [finger(3), finger(4)],
    ],
  ])
})

test('bodies without leaves are passed over, and so are trees without bodies that have any', () => {
  const leaves = [
    { body: 1, shape: link },
    { body: 4, shape: link },
  ]
  const tree = new CabTree({ parents: [-1, 0, 1, 2, 3, -1], roots: [0, 0, 0, 0, 0, 1], leaves })
  tree.update(at(new Float64Array(18)))
  expect(tree.nodes).toBe(3)
  expect([...tree.roots]).toEqual([2, -1])
  expect(tree.search({ margin: 0, visit: () => true })).toBe(true)
})

test('nothing at all', () => {
  for (const merge of BODY_MERGE_RULES) {
    const empty = new CabTree({ parents: [], leaves: [] }, { merge })
    expect([empty.update([]), empty.nodes, empty.leaves, empty.roots.length]).toEqual([0, 0, 0, 0])
    const bare = new CabTree({ parents: [-1], leaves: [] }, { merge })
    expect(bare.update(at([0, 0, 0]))).toBe(0)
    for (const tree of [empty, bare]) {
      tree.validate()
      expect(tree.search({ margin: Infinity, visit: () => true })).toBe(false)
      expect(tree.nearest({ margin: Infinity, visit: () => true })).toBe(false)
    }
  }
})

test.each(BODY_MERGE_RULES)('%s: points, cubes and a straight line of them make no NaN', (merge) => {
  const point = convex({ points: [0, 0, 0] })
  const cube = box({ size: [1, 1, 1] })
  const ball = sphere({ radius: 1e-50 })
  for (const shape of [point, cube, ball]) {
    for (const step of [0, 1, 1e9]) {
      const n = 7
      const parents = Array.from({ length: n }, (_, b) => b - 1)
      const leaves = parents.map((_, body) => ({ body, shape }))
      const tree = new CabTree({ parents, leaves }, { merge })
      tree.update(at(Array.from({ length: 3 * n }, (_, i) => (i % 3 === 0 ? (i / 3) * step : 0))))
      tree.validate()
      const pairs: number[] = []
      tree.search({ margin: 0, visit: (a, b) => pairs.push(a, b) < 0 })
      // Cubes at distance 1 touch their neighbours.
      const touching = step === 0 ? (n * (n - 1)) / 2 : shape === cube && step === 1 ? n - 1 : 0
      expect(pairs.length / 2).toBe(touching)
    }
  }
})

test('what stands still is not checked against itself, whatever is asked', () => {
  const random = new Random(8)
  const n = 40
  const parents = Array.from({ length: n }, () => -1)
  const still = parents.map((_, b) => (b < n - 2 ? 1 : 0))
  const roots = parents.map((_, b) => (b < 20 ? 0 : b < n - 2 ? 1 : b - 36))
  const poses = at(Float64Array.from({ length: 3 * n }, () => random.range(-1, 1)))
  for (const merge of BODY_MERGE_RULES as readonly BodyMergeRule[]) {
    const tree = new CabTree({ parents, roots, still, leaves: one(n), poses }, { merge })
    tree.update(poses)
    let pairs = 0
    tree.search({
      margin: Infinity,
      visit(a, b) {
        pairs++
        expect(Math.max(a, b)).toBeGreaterThanOrEqual(n - 2)
        return false
      },
    })
    expect(pairs).toBe(2 * (n - 2) + 1)
  }
})

describe('wrong input is refused by name', () => {
  const good = { parents: [-1, 0], leaves: one(2) }
  const cases: [string, () => unknown][] = [
    ['merge', () => new CabTree(good, { merge: 'best' as 'cab' })],
    ['parents[0]', () => new CabTree({ ...good, parents: [0, 0] })],
    ['parents[1]', () => new CabTree({ ...good, parents: [-1, 1] })],
    ['parents[1]', () => new CabTree({ ...good, parents: [-1, Number.NaN] })],
    ['roots', () => new CabTree({ ...good, roots: [0] })],
    ['roots[1]', () => new CabTree({ ...good, roots: [0, -1] })],
    ['anchors', () => new CabTree({ ...good, anchors: [0, 0, 0] })],
    ['anchors[4]', () => new CabTree({ ...good, anchors: [0, 0, 0, 0, Infinity, 0] })],
    ['leaves', () => new CabTree({ ...good, leaves: undefined as never })],
    ['leaves[0].body', () => new CabTree({ ...good, leaves: [{ body: 2, shape: link }] })],
    ['leaves[0].shape', () => new CabTree({ ...good, leaves: [{ body: 0, shape: undefined as never }] })],
    ['leaves[0].pose', () => new CabTree({ ...good, leaves: [{ body: 0, shape: link, pose: [1, 2] }] })],
    ['leaves[0].pos', () => new CabTree({ ...good, leaves: [{ body: 0, shape: link, pos: 1 } as never] })],
    ['input.still_', () => new CabTree({ ...good, still_: [] } as never)],
    ['poses', () => new CabTree(good).update([1])],
    ['poses', () => new CabTree(good).search({ margin: 0, visit: () => true })],
    ['changed', () => new CabTree(good).update(at([0, 0, 0, 0, 0, 0]), [1])],
    ['poses[15] (of body 1)', () => new CabTree(good).update(at([0, 0, 0, Number.NaN, 0, 0]))],
    ['poses[3] (of body 0)', () => new CabTree(good).update(at([Infinity, 0, 0, 0, 0, 0]))],
    ['node', () => placed().boxOf(3)],
    ['leafB', () => placed().leavesApart(0, 2)],
  ]
  function placed(): CabTree {
    const tree = new CabTree(good)
    tree.update(at([0, 0, 0, 1, 0, 0]))
    return tree
  }
  test.each(cases)('%s', (field, call) => {
    expect(call).toThrow(expect.objectContaining({ name: 'InvalidInputError', field }))
  })

  test('and a refused pose leaves no answers behind', () => {
    for (const merge of BODY_MERGE_RULES) {
      const tree = new CabTree(good, { merge })
      const poses = at([0, 0, 0, 5, 0, 0])
      tree.update(poses)
      for (let k = 0; k < 24; k++) {
        const bad = poses.slice()
        bad[k] = k % 2 === 0 ? Number.NaN : Infinity
        expect(() => tree.update(bad, [1, 1])).toThrow(expect.objectContaining({ name: 'InvalidInputError' }))
        expect(() => tree.search({ margin: 0, visit: () => true })).toThrow('update')
        // Then all are taken over again, changed or not.
        expect(tree.update(poses, [0, 0])).toBe(tree.nodes)
      }
      tree.validate()
    }
  })
})
