import { expect, test } from 'vitest'
import { ApproximateDistance } from '../../lab/published/approximate-distance.js'
import { GreedySearch, greedyDistance, greedyTree, PairTrees } from '../../lab/published/greedy.js'
import { lowerRss, type RssTree, rssSlack, rssTreeOf } from '../../lab/published/volumes.js'
import { soup } from '../../scenes/index.js'
import { Random } from '../../src/base/math/random.js'
import {
  type DroppedVisitor,
  OPEN_A,
  OPEN_B,
  type PairRules,
  PairTraversal,
} from '../../src/base/work/traverse-pair.js'
import { MeshTree } from '../../src/meshes/tree/mesh-tree.js'
import { Closest, Greedy } from '../../src/meshes/tree/triangle-pairs.js'
import { VolumeRules } from '../../src/meshes/tree/volume-tree.js'
import { meshShape } from '../../src/shapes/shape.js'
import { RSS } from '../../src/volumes/rss.js'
import { randomPose } from '../oracle/geometry/volumes.js'

const random = new Random(31)

/** Touching, near and far; the last are on a lattice, where bounds are often equal. */
const POSES = Array.from({ length: 24 }, (_, k) => {
  const pose = randomPose(random, 0)
  if (k > 15) pose.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
  pose[3] = [0.25, 1.5, 3][k % 3]!
  return { pose, isLattice: k > 15 }
})

function trees(volume: 'rss' | undefined, k: number, isLattice: boolean): [MeshTree, MeshTree] {
  return [k, 100 + k].map((seed) => {
    const { positions } = soup(60 + k, seed, 0.2)
    const rounded = Array.from(positions, (at) => (isLattice ? Math.round(4 * at) / 4 : at))
    return new MeshTree({ positions: rounded }, { ...(volume && { volume }), leafSize: 1, open: 'surface' })
  }) as [MeshTree, MeshTree]
}

/** The nearer of two pairs first, of equal ones the first. */
class NearerRules extends VolumeRules {
  readonly trustsRoots = true
  override rank = (_slot: number, k: number): number => {
    if (k === 0) this.first = this.last
    return k > 0 && this.last === this.first ? Infinity : this.last
  }
  private last = 0
  private first = 0

  override lower(slot: number, from: number, side: number, a: number, b: number): number {
    this.last = super.lower(slot, from, side, a, b)
    return this.last
  }
}

test('twin: ApproximateDistance bounds and counts as the reference does', () => {
  let touching = 0
  for (const gamma of [0, 0.1, 0.5]) {
    const twin = new ApproximateDistance(gamma)
    const closest = new Closest()
    closest.relativeError = 1 / (1 - gamma) - 1
    for (const [k, { pose, isLattice }] of POSES.entries()) {
      const [a, b] = trees('rss', k, isLattice)
      const lower = twin.lower(a, b, pose)
      const traversal = new PairTraversal()
      closest.start(a, b, pose)
      closest.reset(Infinity)
      traversal.search(a, b, new NearerRules('rss', a.boxes, b.boxes, pose), closest)
      const { distance, margin, error } = closest
      expect(lower).toBe(distance === 0 ? 0 : Math.max(Math.min(margin, distance - error), Number.MIN_VALUE))
      // The roots count as a test.
      expect(twin.volumeTests).toBe(traversal.volumeTests + 1)
      expect(twin.leafTests).toBe(closest.leafTests)
      if (lower === 0) touching++
    }
  }
  expect(touching).toBeGreaterThan(10)
})

/** The rules that greedyDistance and greedyTree have written in: the first child first, tested when its turn comes. */
class GreedyRules implements PairRules {
  readonly late = true

  constructor(
    private readonly a: RssTree,
    private readonly b: RssTree,
    private readonly x: Float64Array,
  ) {}

  lower(_slot: number, _from: number, _side: number, a: number, b: number, margin: number): number {
    return lowerRss(this.a.volumes, RSS * a, this.b.volumes, RSS * b, this.x, margin)
  }

  opens(a: number, b: number): number {
    return this.a.sizes[a]! >= this.b.sizes[b]! ? OPEN_A : OPEN_B
  }

  rank(_slot: number, k: number): number {
    return k
  }
}

test('twins: greedyDistance and greedyTree bound and count as the reference does', () => {
  let found = 0
  let opened = 0
  for (const [k, { pose, isLattice }] of POSES.entries()) {
    const [a, b] = trees(undefined, k, isLattice).map((tree) => rssTreeOf(meshShape('tree', tree))) as [
      RssTree,
      RssTree,
    ]
    for (const threshold of [0, 0.2]) {
      const slack = rssSlack(a, b, pose)
      const triangles = new Greedy()
      triangles.start(a.tree, b.tree, pose)
      triangles.reset(threshold)
      let least = Infinity
      /** Pairs that are leaves of the tree of pairs, in order. */
      const ends: number[] = []
      const visitor: DroppedVisitor = {
        margin: threshold + slack,
        visit: (na, nb) => {
          ends.push(na, nb)
          return triangles.visit(na, nb)
        },
        dropped: (na, nb, lower) => {
          ends.push(na, nb)
          least = Math.min(least, lower - slack)
        },
      }
      const traversal = new PairTraversal()
      const ended = traversal.search(a.tree, b.tree, new GreedyRules(a, b, pose), visitor)
      const counts = [traversal.volumeTests, triangles.leafTests]
      const eta = ended ? 0 : Math.min(least, triangles.least)
      const search = new GreedySearch()
      expect(greedyDistance(search, a, b, pose, threshold)).toBe(eta)
      expect([search.volumeTests, search.leafTests]).toEqual(counts)
      const pairs = new PairTrees()
      const again = new GreedySearch()
      const root = greedyTree(again, pairs, a, 0, b, 0, pose, threshold, 0)
      expect([again.volumeTests, again.leafTests]).toEqual(counts)
      expect(root).toBe(ended ? -1 : 0)
      if (ended) found++
      else {
        expect(pairs.eta[root]).toBe(eta)
        expect(endsOf(pairs, root)).toEqual(ends)
        opened += pairs.top
      }
    }
  }
  expect(found).toBeGreaterThan(5)
  expect(opened).toBeGreaterThan(500)
})

/** The pairs without children, depth first. */
function endsOf(trees: PairTrees, n: number): number[] {
  const c = trees.child[n]!
  return c < 0 ? [trees.nodeA[n]!, trees.nodeB[n]!] : [...endsOf(trees, c), ...endsOf(trees, c + 1)]
}
