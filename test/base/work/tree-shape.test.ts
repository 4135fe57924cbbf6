import { expect, test } from 'vitest'
import { childAt, childCount, type TreeShape, validateTreeShape } from '../../../src/base/work/tree-shape.js'
import { allocateChain } from '../../../src/chains/chain/chain-arrays.js'
import { makeCageShape } from '../../../src/chains/necklace/cage-shape.js'
import { BrokenInvariantError } from '../../../src/errors.js'
import { splitBoxes } from '../../../src/meshes/tree/mesh-splits.js'

/** Items of every leaf, in the order of a walk. */
function leaves(shape: TreeShape, root: number): number[][] {
  const count = childCount(shape, root)
  if (count === 0)
    return [Array.from({ length: shape.end[root]! - shape.first[root]! }, (_, i) => shape.first[root]! + i)]
  return Array.from({ length: count }, (_, k) => leaves(shape, childAt(shape, root, k))).flat()
}

const row = (n: number): Float64Array =>
  Float64Array.from({ length: 6 * n }, (_, i) => Math.floor(i / 6) + (i % 6 > 2 ? 1 : 0))

test.each([1, 2, 3, 7, 20, 101])('meshes, chains and cages have one shape: %i items', (n) => {
  const chain = allocateChain(n, 2, true, 'obb')
  const trees: [TreeShape, number][] = [
    [splitBoxes(row(n), { split: 'middle', leafSize: 3 }), 0],
    [chain, chain.root],
    [makeCageShape(n), 0],
  ]
  for (const [shape, root] of trees) {
    validateTreeShape(shape, n)
    expect(leaves(shape, root).flat()).toEqual(Array.from({ length: n }, (_, i) => i))
  }
})

const broken: [string, (shape: { [K in keyof TreeShape]-?: NonNullable<TreeShape[K]> }) => unknown][] = [
  ['node 0 holds items', ({ end }) => end.set([9], 0)],
  ['the child of no other node', ({ child }) => child.set([2], 4)],
  ['is a node', ({ child }) => child.set([9], 0)],
  ['begins where the last one ends', ({ first }) => first.set([1], 4)],
  ['hold what it holds', ({ end }) => end.set([3], 4)],
  ['order names every item once', ({ order }) => order.fill(0)],
  ['has the parent', ({ parent }) => parent.fill(-1)],
  [
    'all after their parents, or all before',
    // Nodes 1 and 2 change places.
    ({ child, second, end, parent }) => {
      child.set([2, -1, 1])
      second.set([4, -1, 3])
      end.set([4, 1, 2])
      parent.set([-1, 2, 0, 2])
    },
  ],
]

test.each(broken)('a shape that breaks a rule is refused: %s', (what, damage) => {
  // Cut at 2 of 4, and each half at its middle.
  const shape = {
    nodes: 7,
    child: Int32Array.of(1, 2, -1, -1, 5, -1, -1),
    second: Int32Array.of(4, 3, -1, -1, 6, -1, -1),
    children: new Uint8Array(7).fill(2),
    parent: Int32Array.of(-1, 0, 1, 1, 0, 4, 4),
    first: Int32Array.of(0, 0, 0, 1, 2, 2, 3),
    end: Int32Array.of(4, 2, 1, 2, 4, 3, 4),
    order: Uint32Array.of(2, 0, 3, 1),
  }
  validateTreeShape(shape, 4)
  damage(shape)
  expect(() => validateTreeShape(shape, 4)).toThrow(BrokenInvariantError)
  expect(() => validateTreeShape(shape, 4)).toThrow(what)
})

test('a forest is a shape too, and its roots hold every item', () => {
  const forest = { nodes: 2, child: Int32Array.of(-1, -1), first: Int32Array.of(0, 1), end: Int32Array.of(1, 3) }
  validateTreeShape(forest, 3)
  expect(() => validateTreeShape(forest, 4)).toThrow('the roots hold every item once')
  validateTreeShape({ ...forest, nodes: 0 }, 0)
})
