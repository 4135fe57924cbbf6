// How far fillings reach from a mesh: the farthest that any point of some triangles is from the mesh's own.
//
// The distance from one triangle of the mesh is a convex function, so on a triangle of a filling it is greatest at a corner: that bounds
// the distance from the mesh, for whichever triangle of the mesh is taken. The one nearest to the middle is, and the filling's triangle is
// halved across its longest side where that says too little. The worst first, until what is not known is within a hundredth.
import FlatQueue from 'flatqueue'
import { distancePointTriangle } from '../../geometry/triangles/distance-point-triangle.js'
import { type BoxedMesh, fitAabbs } from '../tree/mesh-aabbs.js'
import { splitMesh } from '../tree/mesh-splits.js'
import { NearestTriangle } from '../tree/nearest-triangle.js'
import { copyTriangle } from '../tree/triangle-pairs.js'

/** The reach may come out too large by this part of itself, and by this part of the size of the mesh. */
const RELATIVE_ERROR = 0.01
const ABSOLUTE_ERROR = 1e-9

/** After this many halvings the current bound is taken. */
const MOST_STEPS = 20_000

/** Distances from a mesh, for fillings of its holes. */
export class FillingReach {
  private readonly mesh: BoxedMesh
  private readonly aabbs: Float64Array
  private readonly nearest = new NearestTriangle()

  constructor(
    private readonly points: Float64Array,
    triangles: Uint32Array,
    private readonly size: number,
  ) {
    const shape = splitMesh(points, triangles, { split: 'middle', leafSize: 4 })
    this.mesh = { ...shape, positions: points, triangles }
    this.aabbs = fitAabbs(this.mesh)
  }

  /**
   * An upper bound of the distance of any point of the triangles (three numbers of vertices each) from the mesh, at most a hundredth
   * too large. With a `limit`, only whether the bound is above that is right.
   */
  of(filling: readonly number[], limit?: number): number {
    const corners: Float64Array[] = []
    const queue = new FlatQueue<number>()
    let lower = 0
    const add = (triangle: Float64Array, known: number): void => {
      const { middle, bound } = this.measure(triangle)
      lower = Math.max(lower, middle)
      queue.push(corners.length, -Math.min(known, bound))
      corners.push(triangle)
    }
    for (let t = 0; t < filling.length; t += 3) {
      const triangle = new Float64Array(9)
      for (let k = 0; k < 9; k++) triangle[k] = this.points[3 * filling[t + Math.trunc(k / 3)]! + (k % 3)]!
      add(triangle, Infinity)
    }
    for (let step = 0; step < MOST_STEPS; step++) {
      const upper = -(queue.peekValue() ?? 0)
      if (upper <= lower * (1 + RELATIVE_ERROR) + ABSOLUTE_ERROR * this.size) return upper
      if (limit !== undefined && (upper <= limit || lower > limit)) return upper
      for (const half of halves(corners[queue.pop()!]!)) add(half, upper)
    }
    return -(queue.peekValue() ?? 0)
  }

  /** How far the middle of a triangle is from the mesh, and what no point of it is farther than. */
  private measure(triangle: Float64Array): { middle: number; bound: number } {
    const { mesh, nearest } = this
    for (let k = 0; k < 3; k++) point[k] = (triangle[k]! + triangle[k + 3]! + triangle[k + 6]!) / 3
    const middle = nearest.find(mesh, this.aabbs, point, 0, Infinity)
    if (nearest.triangle < 0) return { middle, bound: Infinity }
    copyTriangle(own, 0, mesh, nearest.triangle)
    let bound = 0
    for (let k = 0; k < 9; k += 3) bound = Math.max(bound, distancePointTriangle(witness, triangle, k, own, 0))
    return { middle, bound }
  }
}

const point = new Float64Array(3)
const own = new Float64Array(9)
const witness = new Float64Array(6)

/** A triangle cut from the middle of its longest side. */
function halves(t: Float64Array): [Float64Array, Float64Array] {
  let from = 0
  let longest = -1
  for (let k = 0; k < 3; k++) {
    const i = 3 * k
    const j = 3 * ((k + 1) % 3)
    const x = t[i]! - t[j]!
    const y = t[i + 1]! - t[j + 1]!
    const z = t[i + 2]! - t[j + 2]!
    const lengthSq = x * x + y * y + z * z
    if (lengthSq > longest) {
      longest = lengthSq
      from = i
    }
  }
  const to = (from + 3) % 9
  const one = t.slice()
  const other = t.slice()
  for (let k = 0; k < 3; k++) {
    const half = t[from + k]! / 2 + t[to + k]! / 2
    one[to + k] = half
    other[from + k] = half
  }
  return [one, other]
}
