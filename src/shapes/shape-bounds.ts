// Conservative bounds of shapes: every point of the shape is inside, in exact arithmetic on the record's numbers.
import { transformPoint } from '../base/math/pose.js'
import { U } from '../base/math/rounding.js'
import { cosine, sine } from '../base/math/trigonometry.js'
import type { CylinderShape, PartShape, Shape } from './shape.js'

/** Covers the rounding of a dot product of three terms, a radius and their sum, in units of the terms' sizes. */
const SUPPORT_ROUNDING = 16 * U
/** Covers the rounding of a norm and its sum with a radius, and axes that are orthonormal to rounding only. Relative. */
const NORM_ROUNDING = 32 * U

/** Writes a bounding sphere x, y, z, r to out[o..o+3]: the sphere itself for a sphere, else rounded outward. */
export function shapeSphere(out: Float64Array, o: number, shape: Shape): void {
  switch (shape.kind) {
    case 'sphere':
      out.set(shape.centre, o)
      out[o + 3] = shape.radius
      return
    case 'capsule': {
      const { from, to, radius } = shape
      for (let k = 0; k < 3; k++) out[o + k] = from[k]! / 2 + to[k]! / 2
      // The middle is rounded, so the ends are not equally far from it.
      const r = Math.max(distanceTo(out, o, from), distanceTo(out, o, to)) + radius
      out[o + 3] = r * (1 + NORM_ROUNDING)
      return
    }
    case 'box': {
      const { half, pose } = shape
      for (let k = 0; k < 3; k++) out[o + k] = pose[4 * k + 3]!
      out[o + 3] = Math.hypot(half[0]!, half[1]!, half[2]!) * (1 + NORM_ROUNDING)
      return
    }
    case 'cylinder':
      for (let k = 0; k < 3; k++) out[o + k] = shape.pose[4 * k + 3]!
      out[o + 3] = Math.hypot(shape.radius, shape.length / 2) * (1 + NORM_ROUNDING)
      return
    default:
      out.set(shape.bounds.sphere, o)
  }
}

function distanceTo(a: Float64Array, i: number, b: Float64Array): number {
  return Math.hypot(a[i]! - b[0]!, a[i + 1]! - b[1]!, a[i + 2]! - b[2]!)
}

const ball = new Float64Array(4)

/** How far the shape reaches from its frame's origin: an upper bound. */
export function shapeReach(shape: Shape): number {
  shapeSphere(ball, 0, shape)
  return (Math.hypot(ball[0]!, ball[1]!, ball[2]!) + ball[3]!) * (1 + NORM_ROUNDING)
}

/**
 * Writes a bounding box in the shape's frame: its pose to pose[p..p+11], its half extents to half[h..h+2]. A box is its
 * own; a capsule's and a cylinder's lie along their axes; the rest have the smaller of a covariance-aligned and an axis-aligned
 * one.
 */
export function shapeObb(pose: Float64Array, p: number, half: Float64Array, h: number, shape: Shape): void {
  switch (shape.kind) {
    case 'sphere':
      setAxes(pose, p, 1, 0, 0)
      for (let k = 0; k < 3; k++) {
        pose[p + 4 * k + 3] = shape.centre[k]!
        half[h + k] = shape.radius
      }
      return
    case 'capsule': {
      const { from, to, radius } = shape
      const dx = to[0]! - from[0]!
      const dy = to[1]! - from[1]!
      const dz = to[2]! - from[2]!
      const length = Math.hypot(dx, dy, dz)
      if (length > 0) setAxes(pose, p, dx / length, dy / length, dz / length)
      else setAxes(pose, p, 1, 0, 0)
      let reach = radius
      for (let k = 0; k < 3; k++) {
        pose[p + 4 * k + 3] = from[k]! / 2 + to[k]! / 2
        reach += Math.abs(from[k]!) + Math.abs(to[k]!)
      }
      const slack = SUPPORT_ROUNDING * reach
      half[h] = length / 2 + radius + slack
      half[h + 1] = radius + slack
      half[h + 2] = radius + slack
      return
    }
    case 'box':
      pose.set(shape.pose, p)
      half.set(shape.half, h)
      return
    case 'cylinder':
      pose.set(shape.pose, p)
      half[h] = shape.radius
      half[h + 1] = shape.radius
      half[h + 2] = shape.length / 2
      return
    default:
      pose.set(shape.bounds.pose, p)
      half.set(shape.bounds.half, h)
  }
}

/** Writes a rotation whose first column is the unit vector (x, y, z). */
function setAxes(pose: Float64Array, p: number, x: number, y: number, z: number): void {
  // Duff et al. 2017: no branch on which component is small, no loss of digits anywhere.
  const sign = z < 0 ? -1 : 1
  const a = -1 / (sign + z)
  const b = x * y * a
  pose[p] = x
  pose[p + 4] = y
  pose[p + 8] = z
  pose[p + 1] = 1 + sign * x * x * a
  pose[p + 5] = sign * b
  pose[p + 9] = -sign * x
  pose[p + 2] = b
  pose[p + 6] = sign + y * y * a
  pose[p + 10] = -y
}

/** The largest d·p over the points p of the shape, rounded up. Meant for directions of about unit length. */
export function shapeSupport(shape: Shape, dx: number, dy: number, dz: number): number {
  switch (shape.kind) {
    case 'sphere': {
      const c = shape.centre
      return roundedSupport(c[0]!, c[1]!, c[2]!, shape.radius, dx, dy, dz)
    }
    case 'capsule': {
      const { from, to, radius } = shape
      return Math.max(
        roundedSupport(from[0]!, from[1]!, from[2]!, radius, dx, dy, dz),
        roundedSupport(to[0]!, to[1]!, to[2]!, radius, dx, dy, dz),
      )
    }
    case 'box': {
      const { half, pose: x } = shape
      let best = x[3]! * dx + x[7]! * dy + x[11]! * dz
      let size = Math.abs(x[3]! * dx) + Math.abs(x[7]! * dy) + Math.abs(x[11]! * dz)
      for (let k = 0; k < 3; k++) {
        best += half[k]! * Math.abs(x[k]! * dx + x[4 + k]! * dy + x[8 + k]! * dz)
        size += half[k]! * (Math.abs(x[k]! * dx) + Math.abs(x[4 + k]! * dy) + Math.abs(x[8 + k]! * dz))
      }
      return best + 2 * SUPPORT_ROUNDING * size
    }
    case 'cylinder': {
      const { radius, length, pose: x } = shape
      const at = x[3]! * dx + x[7]! * dy + x[11]! * dz
      const along = (length / 2) * Math.abs(x[2]! * dx + x[6]! * dy + x[10]! * dz)
      const c = x[0]! * dx + x[4]! * dy + x[8]! * dz
      const s = x[1]! * dx + x[5]! * dy + x[9]! * dz
      // A projection on an axis is off by 3u of its terms' sizes, which add up to |d| at most, the root by 6u of it, and
      // the sums by 3u of what is summed.
      const size = Math.abs(x[3]! * dx) + Math.abs(x[7]! * dy) + Math.abs(x[11]! * dz)
      const reach = size + (radius + length / 2) * Math.sqrt(dx * dx + dy * dy + dz * dz)
      return at + along + radius * Math.sqrt(c * c + s * s) + SUPPORT_ROUNDING * reach
    }
    case 'convex': {
      const { points } = shape
      let best = -Infinity
      for (let i = 0; i < points.length; i += 3) {
        best = Math.max(best, roundedSupport(points[i]!, points[i + 1]!, points[i + 2]!, 0, dx, dy, dz))
      }
      return best
    }
    case 'mesh': {
      const { positions: q, triangles } = shape
      let best = -Infinity
      for (let i = 0; i < triangles.length; i++) {
        const v = 3 * triangles[i]!
        best = Math.max(best, roundedSupport(q[v]!, q[v + 1]!, q[v + 2]!, 0, dx, dy, dz))
      }
      return best
    }
    case 'group': {
      let best = -Infinity
      for (const part of shape.parts) best = Math.max(best, shapeSupport(part, dx, dy, dz))
      return best
    }
  }
}

/** d·p + r·|d|, rounded up. */
function roundedSupport(x: number, y: number, z: number, r: number, dx: number, dy: number, dz: number): number {
  const px = x * dx
  const py = y * dy
  const pz = z * dz
  const pr = r > 0 ? r * Math.sqrt(dx * dx + dy * dy + dz * dz) : 0
  return px + py + pz + pr + SUPPORT_ROUNDING * (Math.abs(px) + Math.abs(py) + Math.abs(pz) + pr)
}

/** Boxes of a group's parts for its tree, rounded outward. */
export function groupBoxes(parts: readonly PartShape[]): Float64Array {
  const boxes = new Float64Array(6 * parts.length)
  parts.forEach((part, i) => {
    for (let k = 0; k < 3; k++) {
      const d = [0, 0, 0]
      d[k] = 1
      boxes[6 * i + k] = -shapeSupport(part, -d[0]!, -d[1]!, -d[2]!)
      boxes[6 * i + 3 + k] = shapeSupport(part, d[0]!, d[1]!, d[2]!)
    }
  })
  return boxes
}

/** Points as balls x, y, z, 0. */
export function pointBalls(points: Float64Array): Float64Array {
  const balls = new Float64Array((points.length / 3) * 4)
  for (let i = 0, o = 0; i < points.length; i += 3, o += 4) {
    for (let k = 0; k < 3; k++) balls[o + k] = points[i + k]!
  }
  return balls
}

/** The vertices that some triangle uses, each once, as balls: the others do not belong to the surface. */
export function meshBalls(positions: Float64Array, triangles: Uint32Array): Float64Array {
  const used = new Uint8Array(positions.length / 3)
  for (let i = 0; i < triangles.length; i++) used[triangles[i]!] = 1
  let count = 0
  for (let v = 0; v < used.length; v++) count += used[v]!
  const balls = new Float64Array(4 * count)
  for (let v = 0, o = 0; v < used.length; v++) {
    if (used[v] === 0) continue
    balls[o] = positions[3 * v]!
    balls[o + 1] = positions[3 * v + 1]!
    balls[o + 2] = positions[3 * v + 2]!
    o += 4
  }
  return balls
}

/** Balls x, y, z, r whose convex hull contains the parts, up to the rounding of a box's corners (a few u). */
export function shapeBalls(parts: readonly PartShape[]): Float64Array {
  return joined(parts.map((part) => partBalls(part, true)))
}

/** Balls x, y, z, r of the shape whose convex hull is the shape's; for a cylinder, points on its rims. */
export function extremeBalls(shape: Shape): Float64Array {
  return joined((shape.kind === 'group' ? shape.parts : [shape]).map((part) => partBalls(part, false)))
}

function joined(sets: readonly Float64Array[]): Float64Array {
  const balls = new Float64Array(sets.reduce((length, set) => length + set.length, 0))
  let at = 0
  for (const set of sets) {
    balls.set(set, at)
    at += set.length
  }
  return balls
}

/** `around`: what represents a cylinder contains it. */
function partBalls(part: PartShape, around: boolean): Float64Array {
  switch (part.kind) {
    case 'sphere':
      return Float64Array.of(...part.centre, part.radius)
    case 'capsule':
      return Float64Array.of(...part.from, part.radius, ...part.to, part.radius)
    case 'box': {
      const corners = new Float64Array(24)
      boxCorners(corners, 0, part.half, part.pose, 0)
      return pointBalls(corners)
    }
    case 'cylinder':
      return pointBalls(prismCorners(part, around))
    case 'convex':
      return pointBalls(part.points)
    case 'mesh':
      return meshBalls(part.positions, part.triangles)
  }
}

/** Corners of a prism of this many sides contain a cylinder well enough: it is 2 % wider. */
const PRISM_SIDES = 16

/** The corners of a prism around a cylinder, or in it, up to their rounding. */
function prismCorners({ radius, length, pose }: CylinderShape, around: boolean): Float64Array {
  const corners = new Float64Array(6 * PRISM_SIDES)
  // The sides of a regular polygon are cos(π/n) of its radius from its centre; 16u for the rounding of cosines and sines.
  const r = around ? (radius / cosine(Math.PI / PRISM_SIDES)) * (1 + 16 * U) : radius
  for (let k = 0; k < 2 * PRISM_SIDES; k++) {
    const angle = (2 * Math.PI * (k >> 1)) / PRISM_SIDES
    const local = Float64Array.of(r * cosine(angle), r * sine(angle), k & 1 ? length / 2 : -length / 2)
    transformPoint(corners, 3 * k, pose, 0, local, 0)
  }
  return corners
}

/** Writes the eight corners of a box at the pose x[i..i+11] to out[o..o+23]. */
export function boxCorners(out: Float64Array, o: number, half: Float64Array, x: Float64Array, i: number): void {
  for (let row = 0; row < 3; row++) {
    const t = x[i + 4 * row + 3]!
    const a = x[i + 4 * row]! * half[0]!
    const b = x[i + 4 * row + 1]! * half[1]!
    const c = x[i + 4 * row + 2]! * half[2]!
    out[o + row] = t - a - b - c
    out[o + 3 + row] = t + a - b - c
    out[o + 6 + row] = t - a + b - c
    out[o + 9 + row] = t + a + b - c
    out[o + 12 + row] = t - a - b + c
    out[o + 15 + row] = t + a - b + c
    out[o + 18 + row] = t - a + b + c
    out[o + 21 + row] = t + a + b + c
  }
}
