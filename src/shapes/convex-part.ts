// Meshes as convex parts. Whatever touches a mesh touches its hull, so hulls that are apart settle a pair of meshes without their
// trees; most links of robots are almost convex. Where hulls meet nothing is known of the meshes, and their trees are
// searched: answers stay exact to the triangles. What that gains: docs/decisions.md.
//
// Whether a hull is worth asking is a matter of speed, so it is estimated: how far the hull's surface is from the mesh at the
// middles of the hull's longest edges, which are those that bridge what is hollow.
import { buildClimbingHull, type ClimbingHull } from '../geometry/convex/gjk-hull.js'
import { meshAabbs } from '../meshes/tree/mesh-aabbs.js'
import { NearestTriangle } from '../meshes/tree/nearest-triangle.js'
import type { ConvexShape, MeshShape } from './shape.js'
import { hullOf } from './solid-of.js'

/** Which meshes are seen as convex parts first: those that are worth it, all, or none. */
export type HullChoice = 'auto' | 'always' | 'never'

export interface ConvexPart {
  readonly hull: ConvexShape
  /** How far the hull's surface gets from the mesh, as far as was seen. */
  readonly deviation: number
  /** Convex to CONVEX_TOLERANCE of its size: then hulls that overlap almost always mean meshes that do. */
  readonly isConvex: boolean
}

/** A mesh counts as convex if no more than this part of its size is between its hull and itself: 0.2 mm for a link of 20 cm. */
const CONVEX_TOLERANCE = 1e-3

/** A hull is worth asking if it is nowhere farther from the mesh than this part of its size: cages and rings are not. */
const WORTH_ASKING = 0.2

/** How many edges of the hull are tested. */
const MOST_EDGES = 128

interface KnownPart {
  readonly version: number
  readonly part: ConvexPart
}

const known = new WeakMap<MeshShape, KnownPart>()

/** The mesh as a convex part, or undefined where that is not worth while. */
export function convexPart(mesh: MeshShape, choice: HullChoice): ConvexPart | undefined {
  if (choice === 'never') return undefined
  const part = partOfMesh(mesh)
  const size = 2 * mesh.bounds.sphere[3]!
  return choice === 'always' || part.deviation <= WORTH_ASKING * size ? part : undefined
}

/** Found once for each version of a mesh. */
export function partOfMesh(mesh: MeshShape): ConvexPart {
  const { version } = mesh.tree
  let found = known.get(mesh)
  if (found?.version !== version) {
    const hull = hullOf(mesh)
    const deviation = deviationOf(hull, mesh)
    const size = 2 * mesh.bounds.sphere[3]!
    found = { version, part: { hull, deviation, isConvex: deviation <= CONVEX_TOLERANCE * size } }
    known.set(mesh, found)
  }
  return found.part
}

function deviationOf(hull: ConvexShape, mesh: MeshShape): number {
  // Of a few points, the edges are not known yet.
  const edges = hull.hull ?? buildClimbingHull(hull.points)
  // Flat: whatever is hollow in it is not seen by edges.
  if (edges === undefined) return Infinity
  const { points } = edges
  const { tree } = mesh
  const aabbs = meshAabbs(tree)
  const nearest = new NearestTriangle()
  const middle = new Float64Array(3)
  let most = 0
  for (const [i, j] of longestEdges(edges)) {
    for (let k = 0; k < 3; k++) middle[k] = points[3 * i + k]! / 2 + points[3 * j + k]! / 2
    most = Math.max(most, nearest.find(tree, aabbs, middle, 0, Infinity, most))
  }
  return most
}

function longestEdges({ points, first, neighbours }: ClimbingHull): [number, number][] {
  const lengthSq = (i: number, j: number): number => {
    let sq = 0
    for (let c = 0; c < 3; c++) sq += (points[3 * i + c]! - points[3 * j + c]!) ** 2
    return sq
  }
  const lengths = new Float64Array(neighbours.length / 2)
  let count = 0
  for (let i = 0; i + 1 < first.length; i++) {
    for (let k = first[i]!; k < first[i + 1]!; k++)
      if (neighbours[k]! > i) lengths[count++] = lengthSq(i, neighbours[k]!)
  }
  const least = lengths.slice(0, count).sort()[Math.max(0, count - MOST_EDGES)] ?? 0
  const edges: { i: number; j: number; sq: number }[] = []
  for (let i = 0; i + 1 < first.length; i++) {
    for (let k = first[i]!; k < first[i + 1]!; k++) {
      const j = neighbours[k]!
      if (j > i && lengthSq(i, j) >= least) edges.push({ i, j, sq: lengthSq(i, j) })
    }
  }
  edges.sort((p, q) => q.sq - p.sq || p.i - q.i || p.j - q.j)
  return edges.slice(0, MOST_EDGES).map(({ i, j }) => [i, j])
}
