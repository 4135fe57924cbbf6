import { describe, expect, test } from 'vitest'
import { Random } from '../../../src/entries/robots.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'
import { NO_NODE, PlanningTree } from '../../../src/robots/planning/planning-tree.js'
import { chambers } from './plan-worlds.js'

const world = chambers(undefined)
const start = Float64Array.of(0, 0, 0)
const space = new PlanningSpace(world, start, [start])

function point(tree: PlanningTree, node: number): Float64Array {
  const q = new Float64Array(space.dof)
  tree.read(q, node)
  return q
}

function grown(random: Random, size: number, roots = 1): PlanningTree {
  const tree = new PlanningTree(space)
  const q = new Float64Array(space.dof)
  for (let k = 0; k < size; k++) {
    space.sample(q, random)
    const parent = k < roots ? NO_NODE : random.integer(k)
    tree.add(q, parent, k < roots ? k : tree.roots[parent]!)
  }
  return tree
}

/** Edges without direction, as text: to compare what is there before and after. */
function edges(tree: PlanningTree): string[] {
  return Array.from({ length: tree.size }, (_, k) => k)
    .filter((k) => tree.parents[k] !== NO_NODE)
    .map((k) =>
      [point(tree, k), point(tree, tree.parents[k]!)]
        .map((q) => q.join())
        .sort()
        .join(' | '),
    )
}

describe('a tree of configurations', () => {
  test('finds the nearest as a plain loop does', () => {
    const random = new Random(1)
    const tree = grown(random, 200)
    tree.validate()
    const q = new Float64Array(space.dof)
    for (let k = 0; k < 200; k++) {
      space.sample(q, random)
      const distances = Array.from({ length: tree.size }, (_, i) => space.distance(point(tree, i), q))
      const least = Math.min(...distances)
      expect(distances[tree.nearest(q)]).toBeCloseTo(least, 12)
      expect(tree.nearestDistance).toBeCloseTo(least, 12)
    }
  })

  test('is cut, and all that hung there is gone', () => {
    const random = new Random(2)
    for (let round = 0; round < 40; round++) {
      const tree = grown(random, 2 + random.integer(150), 2)
      const top = 2 + random.integer(tree.size - 2)
      if (top >= tree.size) continue
      const kept = edges(tree).filter((_, i) => !tree.isBelow(i + 2, top))
      tree.cut(top)
      tree.validate()
      expect(edges(tree)).toEqual(kept)
    }
  })

  test('hands a subtree to the other tree: every edge but the one that is cut is there', () => {
    const random = new Random(3)
    let moved = 0
    for (let round = 0; round < 60; round++) {
      const tree = grown(random, 10 + random.integer(100))
      const other = grown(random, 5 + random.integer(20))
      const link = 1 + random.integer(tree.size - 1)
      // Somewhere on the way from there to the root.
      let top = link
      while (tree.parents[top] !== 0 && random.unit() < 0.7) top = tree.parents[top]!
      const parent = random.integer(other.size)
      const [a, b] = [point(tree, link), point(other, parent)]
      const before = [...edges(tree), ...edges(other)].sort()
      const cut = edges(tree)[top - 1]!
      const joined = [a, b]
        .map((q) => q.join())
        .sort()
        .join(' | ')
      const size = tree.size + other.size
      tree.moveTo(other, top, link, parent)
      tree.validate()
      other.validate()
      expect(tree.size + other.size).toBe(size)
      const expected = [...before, joined].sort()
      expected.splice(expected.indexOf(cut), 1)
      expect([...edges(tree), ...edges(other)].sort()).toEqual(expected)
      moved++
    }
    expect(moved).toBeGreaterThan(30)
  })

  test('joins two nodes at one place without an edge of no length', () => {
    const tree = new PlanningTree(space)
    const other = new PlanningTree(space)
    const at = (x: number): Float64Array => Float64Array.of(x, 0, 0)
    tree.add(at(0), NO_NODE, 0)
    const a = tree.add(at(0.2), 0, 0)
    const b = tree.add(at(0.4), a, 0)
    const goal = other.add(at(0.8), NO_NODE, 0)
    const same = other.add(at(0.4), goal, 0)
    tree.moveTo(other, a, b, same)
    tree.validate()
    other.validate()
    expect(tree.size).toBe(1)
    expect(edges(other)).toEqual(['0.4,0,0 | 0.8,0,0', '0.2,0,0 | 0.4,0,0'])
  })
})
