// The exact query of this experiment, our own narrow phase: do two bodies touch, and if so how deep and along which normal.
//
// Convex bodies: whether they touch, then their contact. Meshes: first their convex hulls, then their triangles, exactly. To ask
// the hulls first is our own choice: nothing convex is tighter, so most false alarms end there. The paper's exact queries are
// SWIFT++'s, and what those begin with we do not know. How deep something is in a mesh is not known, so depth and normal are those of
// the hulls, which contain them: moving by it parts the meshes as well, though a shorter way may do where one is in the
// other's dent.
//
// Our own mesh test begins with the meshes' boxes, which are the leaves' boxes again. With `boxesFirst` nothing is asked of the
// hulls before it; then what an axis-aligned leaf box lets through costs next to nothing, and half of an oriented one's
// purpose is gone. The experiment measures both.
import type { ArticulatedScene } from '../../scenes/index.js'
import { composeInversePose, POSE } from '../../src/base/math/pose.js'
import { SHAPE_DISTANCE_ERROR } from '../../src/base/math/rounding.js'
import { shapeSphere } from '../../src/shapes/shape-bounds.js'
import { contactShapes, ShapeContact } from '../../src/shapes/shape-contact.js'
import { distanceShapes, ShapeDistance } from '../../src/shapes/shape-distance.js'
import { TouchQuery, touchShapes } from '../../src/shapes/shape-touch.js'

const pose = new Float64Array(POSE)

export class ExactQuery {
  /** Valid after a query that found a touch. */
  readonly contact = new ShapeContact()
  private readonly found = new ShapeDistance()
  private readonly touching = new TouchQuery()
  /** Hulls that are farther apart than this have nothing in common: what their distance may be off by. */
  private readonly slack: number

  constructor(
    private readonly scene: Pick<ArticulatedScene, 'bodies'>,
    private readonly boxesFirst = false,
  ) {
    const ball = new Float64Array(4)
    const reach = scene.bodies.map(({ shape }) => {
      shapeSphere(ball, 0, shape)
      return Math.hypot(ball[0]!, ball[1]!, ball[2]!) + ball[3]!
    })
    // The error is in units of both reaches and the distance of their frames, which is no more than that if they touch.
    this.slack = SHAPE_DISTANCE_ERROR * 4 * Math.max(...reach)
  }

  /** Whether two bodies touch or overlap at the poses of all bodies, twelve numbers each, from poses[at]. */
  touches(poses: Float64Array, at: number, a: number, b: number): boolean {
    const { found, contact } = this
    const bodyA = this.scene.bodies[a]!
    const bodyB = this.scene.bodies[b]!
    const solidA = bodyA.hull ?? bodyA.shape
    const solidB = bodyB.hull ?? bodyB.shape
    composeInversePose(pose, 0, poses, at + POSE * a, poses, at + POSE * b)
    if (solidA !== bodyA.shape || solidB !== bodyB.shape) {
      if (!this.boxesFirst && distanceShapes(found, solidA, solidB, pose, 0, this.slack) > this.slack) return false
    }
    if (!touchShapes(this.touching, bodyA.shape, bodyB.shape, pose, 0)) return false
    contactShapes(contact, solidA, solidB, pose, 0)
    return true
  }
}
