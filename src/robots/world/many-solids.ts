// What filters of many configurations see of obstacles: boxes and cylinders, grown by a radius, or balls; and the frames of bodies,
// turned so that joints turn about z or slide along it. Used by many-filter.ts, four configurations at a time, and by src/gpu.
import { composePose, identityPose, POSE, transformPoint } from '../../base/math/pose.js'
import type { PartShape, Shape } from '../../shapes/shape.js'
import type { BodyLayout } from '../model/body-layout.js'

/** What a FilterSolid is: a box that is not turned, one that is, a cylinder. */
export const ALIGNED = 0
export const TURNED = 1
export const CYLINDER = 2

/**
 * Of how far a geometry reaches from its own frame's origin, and that is from its body's, and bodies are from the world's. All of that may
 * cancel (a mesh in coordinates of a map), and World's answer is off by as much of it all the same: things touch that come out no farther
 * apart than SHAPE_DISTANCE_ERROR of both reaches and of |x| + |y| + |z| of the pose between them (touchMargin), by distances which are
 * off by as much again. 2·√3·10⁻¹² is 3.47·10⁻¹², and 2⁻³⁸ leaves 1,500 u for poses in double precision.
 */
export const FAR_ERROR = 2 ** -38

/** What FAR_ERROR is of, for a geometry in its body. */
export function farOf(
  { reaches, inBody }: { readonly reaches: Float64Array; readonly inBody: Float64Array },
  leaf: number,
): number {
  return reaches[leaf]! + Math.hypot(...[3, 7, 11].map((k) => inBody[POSE * leaf + k]!))
}

/** A box or cylinder at `pose` in the world, grown by `radius`. */
export interface FilterSolid {
  readonly kind: number
  readonly pose: Float64Array
  readonly half: readonly [number, number, number]
  readonly radius: number
}

/** Balls x, y, z, r, seen from the frame that `pose` is in. */
export function ballsSeenFrom(balls: Float64Array, pose: Float64Array): Float64Array {
  const out = balls.slice()
  for (let i = 0; i < balls.length; i += 4) transformPoint(out, i, pose, 0, balls, i)
  return out
}

/** The solid that a shape is, where it is one or several of those that stand for themselves. */
export function solidsOf(shape: Shape, pose: Float64Array): FilterSolid[] | undefined {
  const parts: readonly PartShape[] = shape.kind === 'group' ? shape.parts : [shape]
  const out: FilterSolid[] = []
  for (const part of parts) {
    const at = new Float64Array(POSE)
    switch (part.kind) {
      case 'box':
        composePose(at, 0, pose, 0, part.pose, 0)
        out.push({
          kind: isAligned(at) ? ALIGNED : TURNED,
          pose: at,
          half: [part.half[0]!, part.half[1]!, part.half[2]!],
          radius: 0,
        })
        break
      case 'cylinder':
        composePose(at, 0, pose, 0, part.pose, 0)
        out.push({ kind: CYLINDER, pose: at, half: [part.radius, 0, part.length / 2], radius: 0 })
        break
      case 'sphere':
        out.push(...ballSolids(ballsSeenFrom(Float64Array.of(...part.centre, part.radius), pose)))
        break
      case 'capsule': {
        const { from, to, radius } = part
        const d = [0, 1, 2].map((k) => to[k]! - from[k]!)
        const length = Math.hypot(...d)
        const turn = turnTo(length > 0 ? d.map((x) => x / length) : [0, 0, 1])
        for (let k = 0; k < 3; k++) turn[4 * k + 3] = from[k]! / 2 + to[k]! / 2
        composePose(at, 0, pose, 0, turn, 0)
        out.push({ kind: TURNED, pose: at, half: [0, 0, length / 2], radius })
        break
      }
      default:
        return undefined
    }
  }
  return out
}

/** Balls, as boxes of no extent. */
export function ballSolids(balls: Float64Array): FilterSolid[] {
  const out: FilterSolid[] = []
  for (let i = 0; i < balls.length; i += 4) {
    const pose = new Float64Array(POSE)
    identityPose(pose, 0)
    for (let k = 0; k < 3; k++) pose[4 * k + 3] = balls[i + k]!
    out.push({ kind: ALIGNED, pose, half: [0, 0, 0], radius: balls[i + 3]! })
  }
  return out
}

/** Not turned at all, to the last digit. */
function isAligned(pose: Float64Array): boolean {
  for (let k = 0; k < POSE; k++) if (k % 4 !== 3 && pose[k] !== (k % 5 === 0 ? 1 : 0)) return false
  return true
}

/** A rotation that takes z to a direction, as a pose. */
function turnTo(z: readonly number[]): Float64Array {
  // Across: from the axis that is farthest from it.
  const k = z.reduce((best, x, i) => (Math.abs(x) < Math.abs(z[best]!) ? i : best), 0)
  const e = [0, 1, 2].map((i) => (i === k ? 1 : 0) - z[k]! * z[i]!)
  const n = Math.hypot(...e)
  const x = e.map((c) => c / n)
  const y = [0, 1, 2].map((i) => z[(i + 1) % 3]! * x[(i + 2) % 3]! - z[(i + 2) % 3]! * x[(i + 1) % 3]!)
  return Float64Array.from([0, 1, 2].flatMap((i) => [x[i]!, y[i]!, z[i]!, 0]))
}

/** By body: a rotation that takes z to the axis of its joint, as a pose. */
export function jointTurns(layout: BodyLayout): Float64Array {
  const out = new Float64Array(POSE * layout.bodies)
  identityPose(out, 0)
  for (let b = 1; b < layout.bodies; b++) out.set(turnTo(Array.from(layout.axes.subarray(3 * b, 3 * b + 3))), POSE * b)
  return out
}
