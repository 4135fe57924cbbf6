// λ against ways that are followed step by step, and η against brute force.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GeometryFactors, slideLength, Travel, turnLength } from '../../../lab/published/bounds.js'
import { GreedySearch, greedyDistance, greedyTree, PairTrees } from '../../../lab/published/greedy.js'
import { type PublishedSetting, settingFor } from '../../../lab/published/setting.js'
import { lowerRss, RSS, rssSlack, rssTreeOf } from '../../../lab/published/volumes.js'
import { bumpySphere } from '../../../scenes/meshes.js'
import { composeInversePose, composePose, POSE, transformPoint } from '../../../src/base/math/pose.js'
import { Random, Robot, World } from '../../../src/entries/robots.js'
import { meshDistance } from '../../../src/meshes/tree/mesh-queries.js'
import { readMotion } from '../../../src/robots/motion/motion-input.js'
import type { MotionPiece } from '../../../src/robots/motion/piece.js'
import { splineMotion } from '../../../src/robots/motion/splines.js'
import { type MeshShape, mesh } from '../../../src/shapes/shape.js'
import { shapeBalls } from '../../../src/shapes/shape-bounds.js'
import { buildCase, randomCase, unitQuaternion } from '../../oracle/robots/motions-cases.js'

const STEPS = 200

/**
 * The longest way of some points of a geometry between two moments, seen from the body `count` joints above it, by the
 * lengths of chords: never more than the way itself.
 */
function followed(
  setting: PublishedSetting,
  piece: MotionPiece,
  g: number,
  count: number,
  points: Float64Array,
  from: number,
  to: number,
): number {
  const { kinematics, bodyOf, inBody } = setting
  const { chain } = setting.geometries[g]!
  const above = chain[count] ?? 0
  const q = new Float64Array(piece.dof)
  const placed = new Float64Array(POSE)
  const seen = new Float64Array(POSE)
  const last = new Float64Array(points.length)
  const at = new Float64Array(3)
  const ways = new Float64Array(points.length / 3)
  for (let step = 0; step <= STEPS; step++) {
    piece.at(q, from + ((to - from) * step) / STEPS)
    kinematics.update(q)
    composePose(placed, 0, kinematics.poses, POSE * bodyOf[g]!, inBody, POSE * g)
    composeInversePose(seen, 0, kinematics.poses, POSE * above, placed, 0)
    for (let i = 0; i < points.length; i += 3) {
      transformPoint(at, 0, seen, 0, points, i)
      if (step > 0) ways[i / 3]! += Math.hypot(at[0]! - last[i]!, at[1]! - last[i + 1]!, at[2]! - last[i + 2]!)
      last.set(at, i)
    }
  }
  return Math.max(...ways)
}

function lambda(geometry: GeometryFactors, row: number, count: number, { slide, turn }: Travel): number {
  const { chain, factors } = geometry
  return slideLength(chain, count, slide) + turnLength(factors, row, chain, count, turn)
}

/** Rounding of two hundred chords of a few metres. */
const CLOSE = 1e-9

// A failure prints the seed: paste it into randomCase.
test.each(['lines', 'splines'])('λ is no less than any point’s way, for the whole and for nodes: %s', (kind) => {
  let compared = 0
  fc.assert(
    fc.property(fc.nat(100_000), (seed) => {
      const { world, waypoints } = buildCase(randomCase(seed))
      const motion = kind === 'lines' ? readMotion(world, waypoints) : splineMotion(world, waypoints)
      const setting = settingFor(world.model(), motion, 0)
      const random = new Random(seed)
      const piece = motion.pieces[random.integer(motion.pieces.length)]!
      const travel = new Travel(setting.ranges, piece.dof)
      const { shapes } = world.model().index
      const width = 2 ** -random.integer(3)
      const from = width * random.integer(1 / width)
      travel.load(piece, from + width / 2, width / 2)
      setting.geometries.forEach((geometry, g) => {
        const shape = shapes[g]!
        const balls = shapeBalls(shape.kind === 'group' ? shape.parts : [shape])
        const points = Float64Array.from({ length: 3 * Math.min(40, balls.length / 4) }, (_, i) => {
          return balls[4 * Math.floor(i / 3) + (i % 3)]!
        })
        for (let count = 1; count <= geometry.chain.length; count++) {
          const label = JSON.stringify({ seed, kind, g, count })
          const way = followed(setting, piece, g, count, points, from, from + width)
          expect(lambda(geometry, 0, count, travel), label).toBeGreaterThanOrEqual(way * (1 - CLOSE) - CLOSE)
          compared++
          const tree = setting.trees[g]
          if (tree === undefined) continue
          const node = random.integer(tree.tree.nodes)
          const corner = 3 * tree.tree.order[tree.tree.first[node]!]!
          const corners = Float64Array.from({ length: 9 }, (_, i) => {
            return tree.tree.positions[3 * tree.tree.triangles[corner + Math.floor(i / 3)]! + (i % 3)]!
          })
          const ofNode = lambda(geometry, geometry.row(node), count, travel)
          const own = followed(setting, piece, g, count, corners, from, from + width)
          expect(ofNode, label).toBeGreaterThanOrEqual(own * (1 - CLOSE) - CLOSE)
          expect(ofNode, label).toBeLessThanOrEqual(lambda(geometry, 0, count, travel))
        }
      })
    }),
    { seed: 3, numRuns: 25 },
  )
  expect(compared).toBeGreaterThan(50)
})

test('λ of a planar arm is what the paper has (section IV.A), for links of no width', () => {
  // Three turns and, before the last, a slide from 0 to D; links of length L along x.
  const L = 1
  const D = 0.5
  const needle = mesh({ positions: [0, 0, 0, L, 0, 0, L, 0, 0], triangles: [0, 1, 2] })
  const names = ['a1', 'a2', 'a3', 'a4']
  const robot = new Robot({
    name: 'arm',
    links: [{ name: 'base' }, ...names.map((name) => ({ name, geometry: [{ shape: needle }] }))],
    joints: names.map((name, i) => ({
      name: `q${i + 1}`,
      kind: i === 2 ? ('prismatic' as const) : ('revolute' as const),
      parent: i === 0 ? 'base' : names[i - 1]!,
      child: name,
      // The third link lies in the second when it is drawn in.
      origin: { at: [i === 0 || i === 2 ? 0 : L, 0, 0] },
      axis: i === 2 ? [1, 0, 0] : [0, 0, 1],
      limits: i === 2 ? { lower: 0, upper: D } : { lower: -3, upper: 3 },
    })),
  })
  const world = new World({
    robots: [robot],
    obstacles: [mesh({ positions: [9, 9, 9, 9, 9, 8, 9, 8, 9], triangles: [0, 1, 2] })],
  })
  const setting = settingFor(world.model(), readMotion(world, [[0, 0, 0, 0]]), 0)
  const R = setting.geometries.map(({ factors, chain }) => Array.from(factors.slice(0, chain.length)).reverse())
  expect(R[0]![0]).toBeCloseTo(L, 9)
  // The sphere of a needle is about its middle: R of joints below its own is as if they were stretched out.
  expect(R[1]).toEqual([expect.closeTo(2 * L, 9), expect.closeTo(L, 9)])
  expect(R[2]).toEqual([expect.closeTo(2 * L + D, 9), expect.closeTo(L + D, 9), 0])
  expect(R[3]).toEqual([expect.closeTo(3 * L + D, 9), expect.closeTo(2 * L + D, 9), 0, expect.closeTo(L, 9)])
})

test('two links of one robot: only the joints between them count', () => {
  const { world } = buildCase(randomCase(26))
  const setting = settingFor(world.model(), readMotion(world, [world.neutral()]), 0)
  const { parents } = setting.kinematics
  for (let p = 0; p < setting.pairs; p++) {
    const above = (body: number): number[] => (body > 0 ? [body, ...above(parents[body]!)] : [])
    const a = above(setting.bodyOf[setting.pairA[p]!]!)
    const b = above(setting.bodyOf[setting.pairB[p]!]!)
    expect(setting.belowA[p]).toBe(a.filter((body) => !b.includes(body)).length)
    expect(setting.belowB[p]).toBe(b.filter((body) => !a.includes(body)).length)
  }
})

function meshAt(seed: number, triangles: number): MeshShape {
  const { positions, triangles: t } = bumpySphere(triangles, seed, { height: 0.3 })
  return mesh({ positions, triangles: t })
}

test('η is positive where meshes are apart, never above their distance, and the tree says the same', () => {
  const trees = new PairTrees()
  const search = new GreedySearch()
  fc.assert(
    fc.property(fc.nat(1000), fc.double({ min: 1.2, max: 3, noNaN: true }), fc.boolean(), (seed, apart, near) => {
      const random = new Random(seed)
      const a = meshAt(seed, 80)
      const b = meshAt(seed + 1, 120)
      const direction = random.direction(new Float64Array(3))
      const x = poseOf(
        unitQuaternion(random),
        Array.from(direction, (d) => d * apart),
      )
      const delta = near ? 0.2 : 0
      const treeA = rssTreeOf(a)
      const treeB = rssTreeOf(b)
      const { distance } = meshDistance(a.tree, b.tree, x)
      const eta = greedyDistance(search, treeA, treeB, x, delta)
      const label = JSON.stringify({ seed, apart, near })
      expect(eta, label).toBeLessThanOrEqual(distance)
      if (distance > delta + 1e-9) expect(eta, label).toBeGreaterThan(delta)
      if (distance === 0) expect(eta, label).toBe(0)
      const root = greedyTree(search, trees, treeA, 0, treeB, 0, x, delta, 0)
      if (eta === 0) expect(root, label).toBe(-1)
      else expect(trees.eta[root], label).toBe(eta)
    }),
    { seed: 1, numRuns: 60 },
  )
})

test('trees of pairs survive being moved together, those that are shared too', () => {
  const trees = new PairTrees()
  const search = new GreedySearch()
  const random = new Random(4)
  const a = rssTreeOf(meshAt(1, 80))
  const b = rssTreeOf(meshAt(2, 120))
  const written = (n: number): unknown => {
    const c = trees.child[n]!
    return [trees.nodeA[n], trees.nodeB[n], trees.eta[n], c < 0 ? c : [written(c), written(c + 1)]]
  }
  const needed: number[] = []
  for (let k = 0; needed.length < 40; k++) {
    const direction = random.direction(new Float64Array(3))
    const x = poseOf(
      unitQuaternion(random),
      Array.from(direction, (d) => 2.1 * d),
    )
    let tree = greedyTree(search, trees, a, 0, b, 0, x, 0, 0)
    // A tree, and one below it; every other one is not needed.
    if (tree < 0 || k % 2 === 1) continue
    needed.push(tree)
    while (trees.child[tree]! >= 0 && random.unit() < 0.7) tree = trees.child[tree]! + random.integer(2)
    needed.push(tree)
  }
  const before = needed.map(written)
  const { top } = trees
  trees.compact((copy) => {
    for (let i = 0; i < needed.length; i++) needed[i] = copy(needed[i]!)
  })
  expect(needed.map(written)).toEqual(before)
  expect(trees.top).toBeLessThan(0.7 * top)
})

test('the bound of two volumes is never above the distance of points in them', () => {
  const random = new Random(9)
  const a = rssTreeOf(meshAt(1, 80))
  const b = rssTreeOf(meshAt(2, 80))
  let apart = 0
  for (let k = 0; k < 2000; k++) {
    const direction = random.direction(new Float64Array(3))
    const far = random.range(0, 4)
    const x = poseOf(
      unitQuaternion(random),
      Array.from(direction, (d) => d * far),
    )
    const i = RSS * random.integer(a.tree.nodes)
    const j = RSS * random.integer(b.tree.nodes)
    const lower = lowerRss(a.volumes, i, b.volumes, j, x, 0) - rssSlack(a, b, x)
    if (lower > 0) apart++
    // Corners of the rectangles, their centres, and points between.
    const p = inRectangle(a.volumes, i, random)
    const q = inRectangle(b.volumes, j, random)
    transformPoint(q, 0, x, 0, q, 0)
    const radii = a.volumes[i + 14]! + b.volumes[j + 14]!
    const distance = Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!) - radii
    expect(lower).toBeLessThanOrEqual(Math.max(distance, 0))
  }
  expect(apart).toBeGreaterThan(500)
})

function inRectangle(volumes: Float64Array, o: number, random: Random): Float64Array {
  const share = (): number => [-1, 0, 1, random.range(-1, 1)][random.integer(4)]!
  const local = Float64Array.of(share() * volumes[o + 12]!, share() * volumes[o + 13]!, 0)
  const out = new Float64Array(3)
  transformPoint(out, 0, volumes, o, local, 0)
  return out
}

function poseOf(rotation: ArrayLike<number>, at: ArrayLike<number>): Float64Array {
  const [x, y, z, w] = Array.from(rotation) as [number, number, number, number]
  // biome-ignore format: a matrix
  return Float64Array.of(
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), at[0]!,
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), at[1]!,
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), at[2]!,
  )
}
