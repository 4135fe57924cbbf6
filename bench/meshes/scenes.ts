// The scenes of the bench: two meshes near contact, as hard as a query gets without being all contact.
import {
  blob,
  bumpySphere,
  gear,
  icosphere,
  type MeshData,
  nestedPoses,
  type PoseDistance,
  penetratingPoses,
  separatedPoses,
  torusKnot,
} from '../../scenes/index.js'
import type { BenchScene } from './contender.js'

/** Triangles of each mesh, except the nested spheres. */
const TRIANGLES = 20_000

interface Recipe {
  readonly name: string
  readonly a: () => MeshData
  readonly b: () => MeshData
  readonly poses: (distance: PoseDistance, count: number) => Float64Array[]
  readonly ops: BenchScene['ops']
}

const PAIRS = [
  { pair: 'ball-knot', a: () => bumpySphere(TRIANGLES, 1), b: () => torusKnot(TRIANGLES) },
  { pair: 'gear-blob', a: () => gear(TRIANGLES), b: () => blob(TRIANGLES, 1) },
]

const NEAR: readonly Recipe[] = PAIRS.flatMap(({ pair, a, b }, p): Recipe[] => [
  {
    name: `sep ${pair}`,
    a,
    b,
    poses: (distance, count) => separatedPoses(distance, { count, seed: 10 + p, gap: [0.001, 0.05] }),
    ops: ['collide', 'distance'],
  },
  {
    name: `pen ${pair}`,
    a,
    b,
    poses: (distance, count) => penetratingPoses(distance, { count, seed: 20 + p, depth: [0.001, 0.02] }),
    ops: ['collide'],
  },
])

const NEST: Recipe = {
  name: 'nest',
  // It lacks a triangle: a closed one would be a solid, and the other inside it, while the other libraries know surfaces only.
  a: () => withoutLast(icosphere(4, 1)),
  b: () => icosphere(4, 0.98),
  // All of them are much alike, and slow.
  poses: (_, count) => nestedPoses({ count: Math.ceil(count / 5), seed: 30, offset: 0.01 }),
  ops: ['collide', 'distance'],
}

function withoutLast({ positions, triangles }: MeshData): MeshData {
  return { positions, triangles: triangles.slice(0, -3) }
}

/** The quick run has one pair of meshes near contact, and the nested spheres. */
export function sceneNames(quick: boolean): string[] {
  return recipes(quick).map(({ name }) => name)
}

function recipes(quick: boolean): Recipe[] {
  return [...(quick ? NEAR.slice(0, 2) : NEAR), NEST]
}

/** `distanceOf` makes the function by which the poses are found. */
export function makeScene(
  name: string,
  count: number,
  distanceOf: (a: MeshData, b: MeshData) => PoseDistance,
): BenchScene {
  const { a, b, poses, ops } = recipes(false).find((recipe) => recipe.name === name)!
  const [meshA, meshB] = [single(a()), single(b())]
  return { name, a: meshA, b: meshB, poses: poses(distanceOf(meshA, meshB), count), ops }
}

/** The mesh whose tree is built again and again. */
export function buildMesh(): MeshData {
  return single(bumpySphere(TRIANGLES, 1))
}

/** Coordinates rounded to single precision, so that all libraries see the same mesh. */
function single({ positions, triangles }: MeshData): MeshData {
  return { positions: Float64Array.from(positions, Math.fround), triangles }
}
