// Balls whose convex hull is a shape, in exact arithmetic on the record's numbers: a convex volume holds the shape if and only if
// it holds them. A cylinder is the one exception: four points of each rim stand for it.
import type { Shape } from '../../../src/shapes/shape.js'
import { type Dyadic, exact } from '../exact.js'
import { compose, type ExactPose, exactPose } from './exact-chain.js'

export interface ExactBall {
  readonly at: readonly [Dyadic, Dyadic, Dyadic]
  readonly radius: Dyadic
}

export function extremes(shape: Shape): ExactBall[] {
  switch (shape.kind) {
    case 'sphere':
      return [ball(shape.centre, 0, shape.radius)]
    case 'capsule':
      return [ball(shape.from, 0, shape.radius), ball(shape.to, 0, shape.radius)]
    case 'box': {
      const [x, y, z] = shape.half as unknown as [number, number, number]
      const corners = [-1, 1].flatMap((p) => [-1, 1].flatMap((q) => [-1, 1].map((s) => [p * x, q * y, s * z])))
      return corners.map((corner) => placed(shape.pose, corner))
    }
    case 'cylinder': {
      const { radius: r, length } = shape
      const rim = [r, 0, 0, r, -r, 0, 0, -r]
      return [-length / 2, length / 2].flatMap((z) =>
        [0, 2, 4, 6].map((k) => placed(shape.pose, [rim[k]!, rim[k + 1]!, z])),
      )
    }
    case 'convex':
      return Array.from({ length: shape.points.length / 3 }, (_, i) => ball(shape.points, 3 * i, 0))
    case 'mesh':
      return Array.from(shape.triangles, (v) => ball(shape.positions, 3 * v, 0))
    case 'group':
      return shape.parts.flatMap(extremes)
  }
}

function ball(points: ArrayLike<number>, at: number, radius: number): ExactBall {
  return { at: [exact(points[at]!), exact(points[at + 1]!), exact(points[at + 2]!)], radius: exact(radius) }
}

function placed(pose: ArrayLike<number>, point: readonly number[]): ExactBall {
  return move(exactPose(pose), ball(point, 0, 0))
}

/** A ball given in a frame, seen from the frame that this one has the pose `pose` in. Its radius is left as it is. */
export function move(pose: ExactPose, { at, radius }: ExactBall): ExactBall {
  const [one, zero] = [exact(1), exact(0)]
  const [x, y, z] = at
  const moved = compose(pose, [one, zero, zero, x, zero, one, zero, y, zero, zero, one, z])
  return { at: [moved[3]!, moved[7]!, moved[11]!], radius }
}
