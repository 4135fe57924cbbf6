// Is something wholly inside a mesh whose surface it does not touch? What hangs together is then wholly inside or wholly outside, and one
// point of it tells: two meshes are meshes/solid/nested-meshes.ts, and of any other solid it is any point.
import { invertPose, POSE, transformPoint } from '../base/math/pose.js'
import { meshShells } from '../meshes/solid/mesh-shells.js'
import { insideMeshes, isInsideMesh, type Nested } from '../meshes/solid/nested-meshes.js'
import type { MeshTree } from '../meshes/tree/mesh-tree.js'
import type { MeshShape, PartShape } from './shape.js'
import { Core, loadCore, POINT_CORE, SEGMENT_CORE } from './shape-core.js'

const inverse = new Float64Array(POSE)

/**
 * Is something of B inside A, or something of A inside B? x[i..i+11] is X_AB. The surfaces must not touch: if they do, any answer may
 * come. A vertex of a mesh is where the pose puts it, exactly; a point of another solid is rounded, which can be wrong only
 * where it is nearer to the surface than SHAPE_DISTANCE_ERROR.
 */
export function insideParts(out: Nested, a: PartShape, b: PartShape, x: Float64Array, i: number): boolean {
  if (a.kind === 'mesh') {
    if (b.kind === 'mesh') return insideMeshes(out, a.tree, b.tree, x, i)
    if (!holdsPart(a.tree, b, x, i)) return false
    for (let k = 0; k < 3; k++) out.point[k] = point[k]!
  } else {
    if (b.kind !== 'mesh') return false
    invertPose(inverse, 0, x, i)
    if (!holdsPart(b.tree, a, inverse, 0)) return false
    const own = pointOf(a)
    for (let k = 0; k < 3; k++) out.point[k] = own[k]!
  }
  out.triangleA = -1
  out.triangleB = -1
  return true
}

/** A point of the solid, in the mesh's frame; the last number is how far off it may be. */
const point = new Float64Array(4)

/** Is a point of the solid, whose pose in the mesh's frame is y[j..], inside the mesh? */
function holdsPart(tree: MeshTree, part: Exclude<PartShape, MeshShape>, y: Float64Array, j: number): boolean {
  if (!meshShells(tree).anySolid) return false
  transformPoint(point, 0, y, j, pointOf(part), 0)
  return isInsideMesh(tree, point)
}

const core = new Core()
const middle = new Float64Array(3)

/** A point of a solid, in its frame. */
function pointOf(shape: Exclude<PartShape, MeshShape>): Float64Array {
  if (shape.kind === 'convex') return shape.points
  loadCore(core, shape)
  if (core.kind === POINT_CORE || core.kind === SEGMENT_CORE) return core.points
  for (let k = 0; k < 3; k++) middle[k] = core.pose[4 * k + 3]!
  return middle
}
