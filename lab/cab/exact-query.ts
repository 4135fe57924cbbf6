// The exact query of this experiment, our own narrow phase: do two bodies touch, and if so how deep and along which normal.
//
// Convex bodies are asked for their contact, which ends early where they are apart. A mesh is a surface and has no depth: where
// two of them touch (exactly, by their triangles) the depth and the normal are those of their convex hulls, which contain them:
// moving by it parts the meshes as well, though a shorter way may do where one is in the other's dent.
import type { ArticulatedScene } from '../../scenes/index.js'
import { contactShapes, ShapeContact } from '../../src/bodies/shape-contact.js'
import { distanceShapes, ShapeDistance } from '../../src/bodies/shape-distance.js'
import { composeInversePose, POSE } from '../../src/math/pose.js'

const pose = new Float64Array(POSE)

export class ExactQuery {
  /** Valid after a query that found a touch. */
  readonly contact = new ShapeContact()
  private readonly found = new ShapeDistance()

  constructor(private readonly scene: Pick<ArticulatedScene, 'bodies'>) {}

  /** Whether two bodies touch or overlap at the poses of all bodies, twelve numbers each, from poses[at]. */
  touches(poses: Float64Array, at: number, a: number, b: number): boolean {
    const bodyA = this.scene.bodies[a]!
    const bodyB = this.scene.bodies[b]!
    composeInversePose(pose, 0, poses, at + POSE * a, poses, at + POSE * b)
    if (bodyA.shape.kind !== 'mesh' && bodyB.shape.kind !== 'mesh') {
      return contactShapes(this.contact, bodyA.shape, bodyB.shape, pose, 0, 0) <= 0
    }
    if (distanceShapes(this.found, bodyA.shape, bodyB.shape, pose, 0, 0) > 0) return false
    contactShapes(this.contact, bodyA.hull ?? bodyA.shape, bodyB.hull ?? bodyB.shape, pose, 0)
    return true
  }
}
