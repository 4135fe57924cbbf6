// The triangle of a mesh that is nearest to a point, by the boxes along the mesh's axes.
import { distancePointTriangle } from '../../geometry/triangles/distance-point-triangle.js'
import { aabbStack, type BoxedMesh, CENTRED_AABB } from './mesh-aabbs.js'
import { copyTriangle } from './triangle-pairs.js'

const corners = new Float64Array(9)
const witness = new Float64Array(6)

/** What the last search found. */
export class NearestTriangle {
  /** -1 if there is none closer than `far`. */
  triangle = -1
  readonly point = new Float64Array(3)

  /**
   * The distance from the point p[i..i+2] to the nearest triangle, or `far` if that is less. Off by TRIANGLE_DISTANCE_ERROR times
   * the largest distance of the point from a vertex. NaN counts as farther than anything. The first triangle that is no farther than
   * `enough` ends the search.
   */
  find(mesh: BoxedMesh, aabbs: Float64Array, p: Float64Array, i: number, far: number, enough = 0): number {
    const { child, first, end, order, nodes } = mesh
    const stack = aabbStack()
    this.triangle = -1
    let best = far
    let top = 0
    if (nodes > 0) stack[top++] = 0
    while (top > 0) {
      const n = stack[--top]!
      if (boxDistanceSq(aabbs, CENTRED_AABB * n, p, i) >= best * best) continue
      const c = child[n]!
      if (c >= 0) {
        const ahead = boxDistanceSq(aabbs, CENTRED_AABB * c, p, i) < boxDistanceSq(aabbs, CENTRED_AABB * (c + 1), p, i)
        stack[top++] = ahead ? c + 1 : c
        stack[top++] = ahead ? c : c + 1
        continue
      }
      for (let k = first[n]!; k < end[n]!; k++) {
        const t = order[k]!
        copyTriangle(corners, 0, mesh, t)
        const d = distancePointTriangle(witness, p, i, corners, 0)
        if (!(d < best)) continue
        best = d
        this.triangle = t
        for (let l = 0; l < 3; l++) this.point[l] = witness[l + 3]!
        if (d <= enough) return d
      }
    }
    return best
  }
}

function boxDistanceSq(aabbs: Float64Array, o: number, p: Float64Array, i: number): number {
  const x = Math.max(0, Math.abs(aabbs[o]! - p[i]!) - aabbs[o + 3]!)
  const y = Math.max(0, Math.abs(aabbs[o + 1]! - p[i + 1]!) - aabbs[o + 4]!)
  const z = Math.max(0, Math.abs(aabbs[o + 2]! - p[i + 2]!) - aabbs[o + 5]!)
  return x * x + y * y + z * z
}
