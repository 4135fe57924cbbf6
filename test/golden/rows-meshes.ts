// Meshes: every question, for every kind of volume.
import { smallestEnclosingBall } from '../../src/entries/chains.js'
import {
  collide,
  collisions,
  distance,
  greedyDistance,
  type MeshStats,
  MeshTree,
  type MeshVolume,
  nearestPairs,
  PairCache,
  pairsWithin,
  Random,
  within,
} from '../../src/entries/meshes.js'
import { sweep } from '../../src/entries/robots.js'
import type { Row, Value } from './digest.js'
import { bumpyBall, randomPose, walk } from './inputs.js'

const VOLUMES: readonly MeshVolume[] = [
  ...(['obb', 'rss', 'aabb', 'sphere'] as const),
  ...(['kdop6', 'kdop12', 'kdop14', 'kdop18', 'kdop26'] as const),
]

const counters = ({ volumeTests, mixedTests, leafTests }: MeshStats): Value => [volumeTests, mixedTests, leafTests]

export function meshes(row: Row): void {
  const random = new Random(11)
  const first = bumpyBall(random, 12, 16)
  const second = bumpyBall(random, 9, 13, 0.8)
  const poses = Array.from({ length: 12 }, (_, k) => randomPose(random, 0.4 + 0.2 * k, 0.5 + 0.2 * k))
  for (const volume of VOLUMES) {
    const [a, b] = [new MeshTree(first, { volume }), new MeshTree(second, { volume })]
    row(`${volume}: tree`, a.order, a.child, a.first, a.end, a.positions, a.triangles, a.reach)
    ask(row, volume, a, b, poses)
    const swept = poses.slice(6).map((pose, k) => sweep(a, b, pose, poses[(3 * k + 8) % poses.length]!))
    row(`${volume}: sweep`, ...swept.map(({ outcome, at, clear }): Value => [outcome, at, clear]))
    row(
      `${volume}: counters of sweep`,
      swept.map(({ steps }) => steps),
    )
  }
  for (const split of ['median', 'sah'] as const) {
    const [a, b] = [new MeshTree(first, { split, leafSize: 2 }), new MeshTree(second, { split, leafSize: 2 })]
    ask(row, `split ${split}`, a, b, poses)
  }
  const [a, b] = [new MeshTree(first), new MeshTree(second)]
  a.refit(first.positions.map((x) => 1.05 * x))
  ask(row, 'after refit', a, b, poses)
  row('buffer of a tree', new Uint8Array(b.buffer))
  const cache = new PairCache({ front: true })
  row(
    'with a cache',
    ...poses.map((pose): Value => {
      const d = distance(a, b, pose, { cache })
      return [collide(a, b, pose, { cache }).collides, d.distance, d.pointA, d.pointB, d.triangleA, d.triangleB]
    }),
  )
  const open = { positions: first.positions, triangles: first.triangles.slice(6) }
  row(
    'closed: triangles',
    ...(['close', 'solid', 'surface'] as const).map((choice): Value => {
      const tree = new MeshTree(open, { open: choice, closeWithin: 0.01 })
      return [tree.added, tree.triangles]
    }),
  )
  const centres = walk(random, 60, 0.4)
  const radii = Float64Array.from({ length: 60 }, () => random.range(0, 0.5))
  const ball = smallestEnclosingBall(centres, radii)
  const disc = smallestEnclosingBall(walk(random, 60, 0.4, 0.6, 2), radii, { dimension: 2 })
  row('smallest enclosing balls', ball.centre, ball.radius, ball.basis, disc.centre, disc.radius, disc.basis)
}

function ask(row: Row, name: string, a: MeshTree, b: MeshTree, poses: readonly ReturnType<typeof randomPose>[]): void {
  const touch = poses.map((pose) => collide(a, b, pose))
  row(`${name}: collide`, ...touch.map((r): Value => [r.collides, r.triangleA, r.triangleB, r.contact]))
  const all = poses.map((pose) => collisions(a, b, pose))
  row(`${name}: collisions`, ...all.map((r): Value => [r.count, r.pairs]))
  const far = poses.flatMap((pose) => [distance(a, b, pose), distance(a, b, pose, { relativeError: 0.1 })])
  row(
    `${name}: distance`,
    ...far.map((r): Value => [r.distance, r.error, r.pointA, r.pointB, r.triangleA, r.triangleB]),
  )
  row(
    `${name}: within`,
    poses.flatMap((pose) => [0.05, 0.2, 0.6].map((limit) => within(a, b, limit, pose))),
  )
  const near = poses.map((pose) => pairsWithin(a, b, 0.15, pose))
  const nearest = poses.flatMap((pose) => [
    nearestPairs(a, b, pose, { absoluteError: 0.02 }),
    nearestPairs(a, b, pose, { relativeError: 0.05, weak: true }),
  ])
  row(`${name}: pairsWithin`, ...near.map((r): Value => [r.count, r.pairs, r.distances]))
  row(`${name}: nearestPairs`, ...nearest.map((r): Value => [r.count, r.pairs, r.distances]))
  row(
    `${name}: greedyDistance`,
    poses.flatMap((pose) => [greedyDistance(a, b, pose), greedyDistance(a, b, pose, { delta: 0.1 })]),
  )
  row(`${name}: counters`, ...[touch, all, far, near, nearest].map((list) => list.map((r) => counters(r.stats))))
}
