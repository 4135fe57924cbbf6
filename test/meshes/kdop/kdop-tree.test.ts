import { expect, test } from 'vitest'
import { bumpySphere, gridBox, kdopScenes, soup } from '../../../scenes/index.js'
import { Random } from '../../../src/base/math/random.js'
import { PairTraversal } from '../../../src/base/work/traverse-pair.js'
import { collisions, MeshTree } from '../../../src/entries/meshes.js'
import { createRealignment } from '../../../src/meshes/kdop/kdop-realignment.js'
import { splitLongestSlab } from '../../../src/meshes/kdop/kdop-splits.js'
import { fitKdops, KdopRules } from '../../../src/meshes/kdop/kdop-tree.js'
import { REALIGN_METHODS } from '../../../src/meshes/kdop/kdop-turn.js'
import { DOP_SIZES, type DopSize, directionSet } from '../../../src/volumes/kdop-directions.js'
import { exactPoint, inKdop, randomPose } from '../../oracle/geometry/volumes.js'
import { reachOf } from '../../oracle/meshes/kdop-realign.js'

test.each(DOP_SIZES)('k = %i: a tree cut along the longest slab holds every triangle once, in halves', (k) => {
  for (const { positions, triangles } of [bumpySphere(400, 1), gridBox(300), soup(77, 3), soup(1, 1)]) {
    const count = triangles.length / 3
    const { nodes, child, first, end, order } = splitLongestSlab(positions, triangles, k)
    expect(nodes).toBe(2 * count - 1)
    expect([...order].sort((p, q) => p - q)).toEqual(Array.from({ length: count }, (_, t) => t))
    for (let n = 0; n < nodes; n++) {
      const size = end[n]! - first[n]!
      const c = child[n]!
      if (c < 0) {
        expect(size).toBe(1)
        continue
      }
      expect(c).toBeGreaterThan(n)
      expect([first[c], end[c], first[c + 1], end[c + 1]]).toEqual([first[n], end[c], end[c], end[n]])
      expect(Math.abs(end[c]! - first[c]! - (end[c + 1]! - first[c + 1]!))).toBeLessThanOrEqual(1)
    }
  }
  expect(splitLongestSlab(new Float64Array(0), new Uint32Array(0), k).nodes).toBe(0)
})

const ALL = REALIGN_METHODS.flatMap((method) => DOP_SIZES.map((k) => ({ method, k })))

/** A mesh with its tree, by one realignment. */
function treeOf(
  mesh: { positions: Float64Array; triangles: Uint32Array },
  method: (typeof ALL)[number]['method'],
  k: DopSize,
) {
  const shape = splitLongestSlab(mesh.positions, mesh.triangles, k)
  const realignment = createRealignment(method, k)
  const volumes = new Float64Array(realignment.stride * shape.nodes)
  const items = { points: mesh.positions, corners: mesh.triangles, stride: 3 }
  fitKdops(volumes, shape, items, realignment)
  return { ...mesh, shape, realignment, volumes, items }
}

test.each(ALL)(
  '[never-misses] $method, k = $k: every node contains its triangles, fitted and refitted',
  ({ method, k }) => {
    const tree = treeOf(bumpySphere(60, 2), method, k)
    const { shape, realignment, volumes, items, positions, triangles } = tree
    const check = (): void => {
      for (let n = 0; n < shape.nodes; n++) {
        const at = realignment.stride * n
        for (let i = shape.first[n]!; i < shape.end[n]!; i++) {
          const v = triangles[3 * shape.order[i]! + (i % 3)]!
          const inside = inKdop(volumes.subarray(at, at + k), exactPoint(positions, 3 * v), directionSet(k).vectors, k)
          expect(inside, `node ${n}, vertex ${v}`).toBe(true)
        }
      }
    }
    check()
    const random = new Random(4)
    for (let i = 0; i < positions.length; i++) positions[i] = positions[i]! + random.range(-0.3, 0.3)
    fitKdops(volumes, shape, items, realignment)
    check()
  },
)

/** Which triangles touch, by oriented boxes, which have tests of their own. */
const SCENE = kdopScenes({ triangles: 600, sphereTriangles: 100, poses: 4, seed: 2 }).find(
  (s) => s.name === 'curved-blobs-contact',
)!
const POSES = [...SCENE.poses, randomPose(new Random(5), 0.2)]
const TRUTH = POSES.map((pose) => collisions(new MeshTree(SCENE.a), new MeshTree(SCENE.b), pose).pairs)

test.each(ALL)('[never-misses] $method, k = $k: no pair of leaves that touch is dropped', ({ method, k }) => {
  const a = treeOf(SCENE.a, method, k)
  const b = treeOf(SCENE.b, method, k)
  const rules = new KdopRules(b.realignment)
  const search = new PairTraversal()
  for (const [i, pose] of POSES.entries()) {
    const visited = new Set<string>()
    rules.start(a.volumes, a.realignment.stride, b.volumes, pose, 0, reachOf(b.positions))
    const visitor = {
      margin: 0,
      visit: (p: number, q: number): boolean => {
        visited.add(`${a.shape.order[a.shape.first[p]!]} ${b.shape.order[b.shape.first[q]!]}`)
        return false
      },
    }
    search.search(a.shape, b.shape, rules, visitor)
    const pairs = TRUTH[i]!
    expect(pairs.length).toBeGreaterThan(10)
    expect(visited.size).toBeLessThan(20_000)
    for (let t = 0; t < pairs.length; t += 2) expect(visited.has(`${pairs[t]} ${pairs[t + 1]}`)).toBe(true)
  }
})
