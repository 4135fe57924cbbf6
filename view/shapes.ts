// Geometry to be drawn of any shape of the engine, from the plain data that a worker sends.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three'
import type { DrawnShape } from './drawn-shape.js'

/** In the shape's own frame, which `pose` places in the frame of the thing that it is a part of. */
export function geometryOf(shape: DrawnShape): BufferGeometry {
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = shape.half as [number, number, number]
      return new BoxGeometry(2 * x, 2 * y, 2 * z)
    }
    case 'sphere':
      return new SphereGeometry(shape.radius, 40, 24).translate(...(shape.centre as [number, number, number]))
    case 'cylinder':
      // Three's stands along y.
      return new CylinderGeometry(shape.radius, shape.radius, shape.length, 40).rotateX(Math.PI / 2)
    case 'capsule':
      return capsule(shape.radius, new Vector3(...shape.from), new Vector3(...shape.to))
    case 'mesh':
      return surface(shape.positions, shape.normals)
  }
}

function capsule(radius: number, from: Vector3, to: Vector3): BufferGeometry {
  const along = to.clone().sub(from)
  const length = along.length()
  const turn = new Quaternion()
  if (length > 0) turn.setFromUnitVectors(new Vector3(0, 1, 0), along.divideScalar(length))
  return new CapsuleGeometry(radius, length, 10, 28)
    .applyQuaternion(turn)
    .translate((from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2)
}

function surface(positions: Float32Array, normals: Float32Array): BufferGeometry {
  const out = new BufferGeometry()
  out.setAttribute('position', new BufferAttribute(positions, 3))
  out.setAttribute('normal', new BufferAttribute(normals, 3))
  return out
}

/** Of twelve numbers, row-major. */
export function matrixOf(pose: ArrayLike<number>, o: number, out = new Matrix4()): Matrix4 {
  const p = (k: number): number => pose[o + k]!
  return out.set(p(0), p(1), p(2), p(3), p(4), p(5), p(6), p(7), p(8), p(9), p(10), p(11), 0, 0, 0, 1)
}
