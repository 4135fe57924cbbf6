// The nearest node of a large tree, against a plain loop, to the last bit: ties, blocked nodes and domains, points on top of each
// other, quaternions, subtrees that are cut.
import { describe, expect, test } from 'vitest'
import { box, freeBody, Random, World } from '../../../src/entries/robots.js'
import { PlanningSpace } from '../../../src/robots/planning/planning-space.js'
import { NO_NODE, PlanningTree } from '../../../src/robots/planning/planning-tree.js'
import { flatArm } from './plan-worlds.js'

function spaceOf(world: World, weights?: Record<string, number>): PlanningSpace {
  const start = world.configuration({})
  return new PlanningSpace(world, start, [start], { weights })
}

const SPACES: Record<string, PlanningSpace> = {
  'an arm': spaceOf(new World({ robots: [flatArm(6, 0.2)] })),
  'continuous joints, weighted': spaceOf(new World({ robots: [flatArm(3, 0.2, 'continuous')] }), { j0: 3, j2: 0.1 }),
  'a body that flies': spaceOf(
    new World({ robots: [freeBody({ name: 'body', shape: box({ size: [0.1, 0.1, 0.1] }) })] }),
  ),
}

/** As a scan does it: the earliest of those that are nearest and count. */
function nearestByScan(
  space: PlanningSpace,
  tree: PlanningTree,
  points: readonly Float64Array[],
  q: Float64Array,
  domain: number,
): number {
  const isPlain = space.quaternions.length === 0
  const { weights, moving } = space
  let best = NO_NODE
  let least = Infinity
  points.forEach((p, k) => {
    const sum = isPlain
      ? moving.reduce((total, i) => total + (weights[i]! * p[i]! - weights[i]! * q[i]!) ** 2, 0)
      : space.distanceSq(p, 0, q, 0, Infinity)
    if (sum < least && (sum <= domain * domain || tree.blocked[k] === 0)) {
      least = sum
      best = k
    }
  })
  return best
}

function pointsOf(space: PlanningSpace, tree: PlanningTree): Float64Array[] {
  return Array.from({ length: tree.size }, (_, k) => {
    const q = new Float64Array(space.dof)
    tree.read(q, k)
    return q
  })
}

/** A point of the tree, or a new one; on a coarse grid, so that many are as far away as others. */
function draw(space: PlanningSpace, random: Random, points: readonly Float64Array[], coarse: boolean): Float64Array {
  const q = new Float64Array(space.dof)
  if (points.length > 0 && random.unit() < 0.1) q.set(points[random.integer(points.length)]!)
  else space.sample(q, random)
  if (coarse && space.quaternions.length === 0) for (let i = 0; i < q.length; i++) q[i] = Math.round(2 * q[i]!) / 2
  return q
}

describe('the nearest node of a large tree', () => {
  for (const [name, space] of Object.entries(SPACES)) {
    for (const coarse of [false, true]) {
      test(`${name}${coarse ? ', with ties' : ''}`, () => {
        const random = new Random(coarse ? 2 : 1)
        const tree = new PlanningTree(space)
        const points: Float64Array[] = []
        let asked = 0
        while (tree.size < 1200) {
          const q = draw(space, random, points, coarse)
          const parent = tree.size < 2 ? NO_NODE : random.integer(tree.size)
          tree.add(q, parent, parent === NO_NODE ? tree.size : tree.roots[parent]!)
          points.push(q)
          if (random.unit() < 0.6) tree.block(random.integer(tree.size))
          if (tree.size < 380 || tree.size % 7 !== 0) continue
          const at = draw(space, random, points, coarse)
          const domain = [Infinity, 0, 0.5, 1, 3][random.integer(5)]!
          const found = tree.nearest(at, domain)
          expect(found).toBe(nearestByScan(space, tree, points, at, domain))
          if (found !== NO_NODE) expect(tree.nearestDistance).toBeCloseTo(space.distance(points[found]!, at), 12)
          asked++
        }
        tree.validate()
        // All of them blocked: nothing is left outside the domain.
        for (let k = 0; k < tree.size; k++) tree.block(k)
        tree.validate()
        for (let k = 0; k < 50; k++) {
          const at = draw(space, random, points, coarse)
          expect(tree.nearest(at, 0.7)).toBe(nearestByScan(space, tree, points, at, 0.7))
        }
        for (let k = 0; k < 3; k++) {
          tree.cut(2 + random.integer(tree.size - 2))
          tree.validate()
          const left = pointsOf(space, tree)
          const at = draw(space, random, left, coarse)
          expect(tree.nearest(at)).toBe(nearestByScan(space, tree, left, at, Infinity))
          tree.validate()
        }
        expect(asked).toBeGreaterThan(100)
      })
    }
  }

  test('all at one place: the first', () => {
    const space = SPACES['an arm']!
    const tree = new PlanningTree(space)
    const q = new Float64Array(space.dof).fill(0.3)
    for (let k = 0; k < 1000; k++) tree.add(q, k - 1, 0)
    expect(tree.nearest(q)).toBe(0)
    tree.block(0)
    expect(tree.nearest(new Float64Array(space.dof), 0.1)).toBe(1)
    tree.validate()
  })
})
