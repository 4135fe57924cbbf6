// Table I (section III.C): what a collision test, the greedy, the exact and the approximate distance cost, and how good the
// bounds are, over random configurations and all pairs of a link and an obstacle that can meet.
//
// As in the paper: boxes for the collision test and rectangle-swept spheres for distances, one triangle a leaf; the exact
// distance begins with the nearest pair of triangles known, which is the best that keeping it from the last query could do; the
// approximate one may be short by half.
import { POSE } from '../../src/base/math/pose.js'
import { BrokenInvariantError, InvalidInputError, PairCache, Random } from '../../src/entries/meshes.js'
import { collideMeshes, meshDistance } from '../../src/meshes/tree/mesh-queries.js'
import { greedyMeshes, searched } from '../../src/meshes/tree/mesh-search.js'
import { MeshTree } from '../../src/meshes/tree/mesh-tree.js'
import { Greedy } from '../../src/meshes/tree/triangle-pairs.js'
import type { WorldIndex } from '../../src/robots/world/world-index.js'
import { CHECKED } from '../../src/robots/world/world-pairs.js'
import type { MeshShape, Shape } from '../../src/shapes/shape.js'
import type { Progress } from '../experiment.js'
import { ApproximateDistance } from '../published/approximate-distance.js'
import type { LabScene } from './lab-scene.js'
import { DISTANCE_METHODS, type DistanceMethod, publishedDistance, publishedMu } from './published.js'
import { processorMillis, type Row } from './rows.js'

/** How much of the exact distance the approximate one may lack: the paper's γ. */
const GAMMA = 0.5

interface MeshPair {
  readonly a: number
  readonly b: number
  readonly boxA: MeshTree
  readonly boxB: MeshTree
  readonly rssA: MeshTree
  readonly rssB: MeshTree
}

interface Sum {
  millis: number
  volumeTests: number
  leafTests: number
  ratios: number
}

export async function measureDistances(
  scene: LabScene,
  configurations: number,
  seed: number,
  progress: Progress,
): Promise<Row[]> {
  const { kinematics, index } = scene.world.model()
  const pairs = obstaclePairs(index)
  const sums = newSums()
  const random = new Random(seed)
  const poses = new Float64Array(POSE * pairs.length)
  const x = new Float64Array(POSE)
  let apart = 0
  for (let c = 0; c < configurations; c++) {
    await progress(c / configurations, `Table I: ${scene.name}`)
    kinematics.update(scene.scene.sampleConfiguration(random))
    index.move()
    pairs.forEach(({ a, b }, k) => {
      index.relate(x, a, b)
      poses.set(x, POSE * k)
    })
    // The first once untimed: compiling does not count.
    if (c === 0) askAll(pairs, poses, newSums())
    const answers = askAll(pairs, poses, sums)
    for (const answer of answers) {
      if (!agree(answer)) throw new BrokenInvariantError(`${scene.name}: ${JSON.stringify(answer)}`)
      const { exact, greedy, approximate } = answer
      if (exact === 0) continue
      apart++
      sums.get('greedy')!.ratios += greedy / exact
      sums.get('approximate')!.ratios += approximate / exact
    }
  }
  const count = pairs.length * configurations
  return DISTANCE_METHODS.map((method): Row => {
    const { millis, volumeTests, leafTests, ratios } = sums.get(method)!
    const published = publishedDistance(scene.figure, method)
    const mu = publishedMu(scene.figure, method)
    return {
      table: 'I',
      scene: scene.name,
      method,
      millis: millis / count,
      volumeTests: volumeTests / count,
      leafTests: leafTests / count,
      figure: scene.figure,
      count,
      ...(ratios > 0 ? { mu: ratios / apart } : {}),
      ...(published === undefined ? {} : { published: { ...published, ...(mu === undefined ? {} : { mu }) } }),
    }
  })
}

function newSums(): Map<DistanceMethod, Sum> {
  return new Map(DISTANCE_METHODS.map((m) => [m, { millis: 0, volumeTests: 0, leafTests: 0, ratios: 0 }]))
}

/** Geometries of links and of obstacles that may meet, as trees. */
function obstaclePairs(index: WorldIndex): MeshPair[] {
  const { objects, objectOf, shapes, movers } = index
  const boxes = new Map<Shape, MeshTree>()
  const rss = new Map<Shape, MeshTree>()
  const treeOf = (kept: Map<Shape, MeshTree>, leaf: number, volume: 'obb' | 'rss'): MeshTree => {
    const shape = shapes[leaf]!
    let tree = kept.get(shape)
    if (tree === undefined) {
      tree = new MeshTree(meshOf(shape), { volume, leafSize: 1, open: 'surface' })
      kept.set(shape, tree)
    }
    return tree
  }
  const pairs: MeshPair[] = []
  for (let a = 0; a < shapes.length && objectOf[a]! < movers; a++) {
    for (let b = a + 1; b < shapes.length; b++) {
      if (objects[objectOf[b]!]!.kind !== 'obstacle' || index.statusOf(a, b) !== CHECKED) continue
      pairs.push({
        a,
        b,
        boxA: treeOf(boxes, a, 'obb'),
        boxB: treeOf(boxes, b, 'obb'),
        rssA: treeOf(rss, a, 'rss'),
        rssB: treeOf(rss, b, 'rss'),
      })
    }
  }
  return pairs
}

function meshOf(shape: Shape): MeshShape {
  if (shape.kind === 'mesh') return shape
  throw new InvalidInputError('scene', shape.kind, 'of meshes only: Table I counts triangles')
}

interface Answer {
  collides: boolean
  greedy: number
  exact: number
  /** Of the exact distance: rounding. */
  error: number
  /** One is wholly inside the other: it touches, though the surfaces, which are all that the paper's bounds see, are apart. */
  inside: boolean
  approximate: number
}

/** All of them say whether the two touch, and no bound is above the distance, nor short by more than it may. */
function agree({ collides, exact, error, inside, greedy, approximate }: Answer): boolean {
  if (inside) return collides && exact === 0 && greedy > 0 && approximate > 0
  return (
    [exact, greedy, approximate].every((d) => (d === 0) === collides) &&
    Math.max(greedy, approximate) <= exact + error &&
    approximate >= (1 - GAMMA) * (exact - error) - error
  )
}

const visitor = new Greedy()
const approximate = new ApproximateDistance(GAMMA)

/** Every pair by every method, one method after the other. */
function askAll(pairs: readonly MeshPair[], poses: Float64Array, sums: ReadonlyMap<DistanceMethod, Sum>): Answer[] {
  const answers = pairs.map(
    (): Answer => ({ collides: false, greedy: 0, exact: 0, error: 0, inside: false, approximate: 0 }),
  )
  const poseOf = (k: number): Float64Array => poses.subarray(POSE * k, POSE * (k + 1))
  const caches = pairs.map(({ rssA, rssB }, k) => {
    const cache = new PairCache()
    meshDistance(rssA, rssB, poseOf(k), { cache })
    return cache
  })
  const ask = (
    method: DistanceMethod,
    one: (pair: MeshPair, pose: Float64Array, k: number, sum: Sum) => void,
  ): void => {
    const sum = sums.get(method)!
    const start = processorMillis()
    pairs.forEach((pair, k) => {
      one(pair, poseOf(k), k, sum)
    })
    sum.millis += processorMillis() - start
  }
  ask('collision', ({ boxA, boxB }, pose, k, sum) => {
    const { collides, stats } = collideMeshes(boxA, boxB, pose)
    answers[k]!.collides = collides
    sum.volumeTests += stats.volumeTests
    sum.leafTests += stats.leafTests
  })
  ask('greedy', ({ rssA, rssB }, pose, k, sum) => {
    visitor.start(rssA, rssB, pose)
    visitor.reset(0)
    answers[k]!.greedy = greedyMeshes(rssA, rssB, pose, visitor)
    sum.volumeTests += searched.volumeTests
    sum.leafTests += visitor.leafTests
  })
  ask('exact', ({ rssA, rssB }, pose, k, sum) => {
    const { distance, error, stats, triangleA, triangleB } = meshDistance(rssA, rssB, pose, { cache: caches[k]! })
    answers[k]!.inside = distance === 0 && Math.min(triangleA, triangleB) < 0
    answers[k]!.exact = distance
    answers[k]!.error = error
    sum.volumeTests += stats.volumeTests
    sum.leafTests += stats.leafTests
  })
  ask('approximate', ({ rssA, rssB }, pose, k, sum) => {
    answers[k]!.approximate = approximate.lower(rssA, rssB, pose)
    sum.volumeTests += approximate.volumeTests
    sum.leafTests += approximate.leafTests
  })
  return answers
}
