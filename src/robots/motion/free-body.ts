// A free-flying body: a robot of one link on a floating joint. A moving obstacle is one of these.
import { checkFields } from '../../base/math/checks.js'
import { POSE } from '../../base/math/pose.js'
import { type PoseInput, readPlacement } from '../../base/math/pose-input.js'
import { rotationQuaternion } from '../../base/math/quaternion.js'
import type { MeshTree } from '../../meshes/tree/mesh-tree.js'
import type { Shape } from '../../shapes/shape.js'
import { Robot } from '../model/robot.js'
import { readObjectName, readShape } from '../world/world-objects.js'

/** A body that can move freely in space. */
export interface FreeBodyInput {
  readonly name: string
  readonly shape: Shape | MeshTree
  /** Of the shape in the body. */
  readonly pose?: PoseInput | undefined
}

/**
 * A robot whose only link with geometry, `body`, flies on a floating joint, `free`. Its configuration is where it is: x, y, z and
 * a quaternion x, y, z, w.
 */
export function freeBody(input: FreeBodyInput): Robot {
  checkFields('body', input, ['name', 'shape', 'pose'])
  const name = readObjectName('body.name', input.name)
  const shape = readShape('body.shape', input.shape)
  return new Robot({
    name,
    links: [{ name: 'world' }, { name: 'body', geometry: [{ shape, pose: input.pose }] }],
    joints: [{ name: 'free', kind: 'floating', parent: 'world', child: 'body' }],
  })
}

/** The seven numbers of a floating joint for a pose: x, y, z and a quaternion x, y, z, w. */
export function poseConfiguration(pose: PoseInput, field = 'pose'): Float64Array {
  const X = new Float64Array(POSE)
  readPlacement(X, 0, field, pose)
  const out = new Float64Array(7)
  out.set([X[3]!, X[7]!, X[11]!])
  rotationQuaternion(out, 3, X, 0)
  return out
}
