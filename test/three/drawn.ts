// What three itself would draw: every vertex of every triangle, in the world, by three's own functions. The oracle for shapes
// that are read from objects.
import { type InstancedMesh, Matrix4, type Mesh, type Object3D, Quaternion, Vector3 } from 'three'
import type { Random, Shape } from '../../src/entries/meshes.js'

/** x, y, z of all corners of all triangles, three corners a triangle, in the world. */
export function drawnCorners(root: Object3D): Float64Array {
  let top = root
  while (top.parent !== null) top = top.parent
  top.updateMatrixWorld(true)
  const corners: number[] = []
  const point = new Vector3()
  root.traverse((object) => {
    if (!('isMesh' in object)) return
    const mesh = object as Mesh
    const { index } = mesh.geometry
    const position = mesh.geometry.getAttribute('position')
    const places = 'isInstancedMesh' in object ? instanceMatrices(object as unknown as InstancedMesh) : [new Matrix4()]
    for (const place of places) {
      const world = new Matrix4().multiplyMatrices(mesh.matrixWorld, place)
      const turned = world.determinant() < 0
      const count = index?.count ?? position.count
      for (let k = 0; k < count; k++) {
        // A mirrored triangle is drawn with its other side in front.
        const at = turned && k % 3 > 0 ? k + 3 - 2 * (k % 3) : k
        mesh.getVertexPosition(index === null ? at : index.getX(at), point).applyMatrix4(world)
        corners.push(point.x, point.y, point.z)
      }
    }
  })
  return Float64Array.from(corners)
}

function instanceMatrices(object: InstancedMesh): Matrix4[] {
  return Array.from({ length: object.count }, (_, i) => {
    const matrix = new Matrix4()
    object.getMatrixAt(i, matrix)
    return matrix
  })
}

/** The same of a shape's meshes, without what closing added, which stands at `pose`; a box counts by nothing, so give it none. */
export function meshCorners(shape: Shape, pose: ArrayLike<number>): Float64Array {
  const corners: number[] = []
  for (const part of shape.kind === 'group' ? shape.parts : [shape]) {
    if (part.kind !== 'mesh') throw new Error(`a ${part.kind} among meshes`)
    // What closes it is not drawn.
    for (const v of part.triangles.subarray(0, part.triangles.length - 3 * part.tree.added)) {
      const [x, y, z] = part.positions.subarray(3 * v, 3 * v + 3) as unknown as [number, number, number]
      for (let r = 0; r < 12; r += 4) {
        corners.push(pose[r]! * x + pose[r + 1]! * y + pose[r + 2]! * z + pose[r + 3]!)
      }
    }
  }
  return Float64Array.from(corners)
}

/** Greatest difference of two lists; infinite if they differ in length. */
export function worstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity
  let worst = 0
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i]! - b[i]!)
    if (!(difference <= worst)) worst = Number.isNaN(difference) ? Infinity : difference
  }
  return worst
}

export function randomQuaternion(random: Random): Quaternion {
  const axis = random.direction(new Float64Array(3))
  return new Quaternion().setFromAxisAngle(new Vector3(axis[0], axis[1], axis[2]), random.range(-Math.PI, Math.PI))
}

export function place(object: Object3D, random: Random, reach = 2): void {
  object.position.set(random.range(-reach, reach), random.range(-reach, reach), random.range(-reach, reach))
  object.quaternion.copy(randomQuaternion(random))
}

/** Row-major 3×4 of a column-major matrix. */
export function poseOfMatrix({ elements: e }: Matrix4): Float64Array {
  return Float64Array.of(
    ...[e[0]!, e[4]!, e[8]!, e[12]!],
    ...[e[1]!, e[5]!, e[9]!, e[13]!],
    ...[e[2]!, e[6]!, e[10]!, e[14]!],
  )
}

export const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
