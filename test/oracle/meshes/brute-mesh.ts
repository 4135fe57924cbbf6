// The distance of any two shapes with no hierarchy: every triangle of one against every one of the other. A pair of triangles is
// left out only where the balls around them, or the boxes, are farther apart than a pair that is known already. What is left
// is measured in plain floating point (nine pairs of edges, six corners against faces, twelve edges through faces), and
// whatever comes within a billionth of the nearest is measured again in exact arithmetic.
import { convex, type MeshShape, type PartShape, type Shape } from '../../../src/shapes/shape.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { exactTriangles } from '../geometry/triangles.js'
import { exactDistance } from '../shapes/shapes.js'
import { distanceBounds, transformed } from '../shapes/shapes-round.js'

/** Far above what plain floating point may be wrong by, in units of the scale. */
const AGAIN = 1e-9

/** The distance is between the two; they are the same but for cylinders, which have no exact one. */
export interface BruteDistance {
  readonly lower: number
  readonly upper: number
}

interface Soup {
  /** Nine numbers a triangle. */
  readonly corners: Float64Array
  /** x, y, z, r of a ball around each. */
  readonly balls: Float64Array
}

const soups = new WeakMap<MeshShape, Soup>()

function soupOf(mesh: MeshShape): Soup {
  let soup = soups.get(mesh)
  if (soup === undefined) {
    const { positions, triangles } = mesh
    const corners = new Float64Array(3 * triangles.length)
    for (let k = 0; k < triangles.length; k++) {
      for (let c = 0; c < 3; c++) corners[3 * k + c] = positions[3 * triangles[k]! + c]!
    }
    soup = { corners, balls: ballsOf(corners) }
    soups.set(mesh, soup)
  }
  return soup
}

/** About the middle of the longest side, or of all corners where one of them is outside that. */
function ballsOf(corners: Float64Array): Float64Array {
  const balls = new Float64Array((corners.length / 9) * 4)
  for (let t = 0; t < corners.length / 9; t++) {
    const p = corners.subarray(9 * t, 9 * t + 9)
    let radius = Infinity
    const tries = [
      [0.5, 0.5, 0],
      [0.5, 0, 0.5],
      [0, 0.5, 0.5],
      [1 / 3, 1 / 3, 1 / 3],
    ] as const
    for (const [u, v, w] of tries) {
      const centre = [0, 1, 2].map((c) => u * p[c]! + v * p[c + 3]! + w * p[c + 6]!)
      let far = 0
      for (let k = 0; k < 9; k += 3) {
        far = Math.max(far, Math.hypot(p[k]! - centre[0]!, p[k + 1]! - centre[1]!, p[k + 2]! - centre[2]!))
      }
      if (far >= radius) continue
      radius = far
      balls.set([...centre, far * (1 + 1e-12)], 4 * t)
    }
  }
  return balls
}

function placeSoup({ corners, balls }: Soup, x: ArrayLike<number>): Soup {
  const placed = { corners: new Float64Array(corners.length), balls: new Float64Array(balls.length) }
  const put = (out: Float64Array, from: Float64Array, i: number): void => {
    for (let r = 0; r < 3; r++) {
      out[i + r] = x[4 * r]! * from[i]! + x[4 * r + 1]! * from[i + 1]! + x[4 * r + 2]! * from[i + 2]! + x[4 * r + 3]!
    }
  }
  for (let i = 0; i < corners.length; i += 3) put(placed.corners, corners, i)
  for (let i = 0; i < balls.length; i += 4) {
    put(placed.balls, balls, i)
    placed.balls[i + 3] = balls[i + 3]!
  }
  return placed
}

/** The distance of the surfaces of meshes, and of solids; B is at the pose x in A's frame. `scale`: how large all of it is. */
export function bruteDistance(a: Shape, b: Shape, x: ArrayLike<number>, scale: number): BruteDistance {
  let lower = Infinity
  let upper = Infinity
  for (const partA of a.kind === 'group' ? a.parts : [a]) {
    for (const partB of b.kind === 'group' ? b.parts : [b]) {
      const d = partDistance(partA, partB, x, scale)
      lower = Math.min(lower, d.lower)
      upper = Math.min(upper, d.upper)
    }
  }
  return { lower, upper }
}

function partDistance(a: PartShape, b: PartShape, x: ArrayLike<number>, scale: number): BruteDistance {
  if (a.kind === 'mesh') return b.kind === 'mesh' ? meshesDistance(a, b, x, scale) : meshDistance(a, b, x, scale, false)
  if (b.kind === 'mesh') return meshDistance(b, a, x, scale, true)
  return solidsDistance(a, b, x, scale)
}

/** Both convex. */
function solidsDistance(a: PartShape, b: PartShape, x: ArrayLike<number>, scale: number): BruteDistance {
  if (a.kind === 'cylinder' || b.kind === 'cylinder') return distanceBounds(a, b, x, scale)
  const d = exactDistance(a, b, x)
  return { lower: d, upper: d }
}

function meshesDistance(a: MeshShape, b: MeshShape, x: ArrayLike<number>, scale: number): BruteDistance {
  const soupA = soupOf(a)
  const own = soupOf(b)
  const soupB = placeSoup(own, x)
  const slack = AGAIN * scale
  const near: { i: number; j: number; d: number }[] = []
  let best = firstGuess(soupA, soupB)
  const { balls: p, corners: s } = soupA
  const { balls: q, corners: t } = soupB
  // Those that are nearer to a ball around all of the other mesh.
  const rows = nearBall(p, ballAround(t), best + slack)
  const columns = nearBall(q, ballAround(s), best + slack)
  for (const i of rows) {
    const cx = p[4 * i]!
    const cy = p[4 * i + 1]!
    const cz = p[4 * i + 2]!
    const r = p[4 * i + 3]! + slack
    for (const j of columns) {
      const dx = q[4 * j]! - cx
      const dy = q[4 * j + 1]! - cy
      const dz = q[4 * j + 2]! - cz
      const reach = best + r + q[4 * j + 3]!
      if (dx * dx + dy * dy + dz * dz > reach * reach || boxGap(s, 9 * i, t, 9 * j) > best + slack) continue
      const d = plainTriangles(s, 9 * i, t, 9 * j)
      if (d > best + slack) continue
      if (d < best) best = d
      near.push({ i, j, d })
    }
  }
  let exact = Infinity
  for (const { i, j, d } of near.sort((one, other) => one.d - other.d)) {
    if (d > best + slack || exact === 0) break
    exact = Math.min(exact, exactTriangles(s, 9 * i, own.corners, 9 * j, x).distance)
  }
  return { lower: exact, upper: exact }
}

/** About the middle of the box around all corners. */
function ballAround(corners: Float64Array): number[] {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < corners.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, corners[i]!)
    high[i % 3] = Math.max(high[i % 3]!, corners[i]!)
  }
  const [x, y, z] = low.map((l, k) => (l + high[k]!) / 2) as [number, number, number]
  let far = 0
  for (let i = 0; i < corners.length; i += 3) {
    far = Math.max(far, (corners[i]! - x) ** 2 + (corners[i + 1]! - y) ** 2 + (corners[i + 2]! - z) ** 2)
  }
  return [x, y, z, Math.sqrt(far) * (1 + 1e-12)]
}

/** The numbers of the balls that come within `limit` of another one. */
function nearBall(balls: Float64Array, [x, y, z, r]: readonly number[], limit: number): Int32Array {
  const near: number[] = []
  for (let i = 0; i < balls.length / 4; i++) {
    const d = Math.sqrt((balls[4 * i]! - x!) ** 2 + (balls[4 * i + 1]! - y!) ** 2 + (balls[4 * i + 2]! - z!) ** 2)
    if (d - r! - balls[4 * i + 3]! <= limit) near.push(i)
  }
  return Int32Array.from(near)
}

/** How far apart some corner of A and some corner of B are: those that are nearest to the other's middle. */
function firstGuess({ corners: s }: Soup, { corners: t }: Soup): number {
  const nearest = (from: Float64Array, to: ArrayLike<number>): Float64Array => {
    let best = Infinity
    let at = 0
    for (let i = 0; i < from.length; i += 3) {
      const d = (from[i]! - to[0]!) ** 2 + (from[i + 1]! - to[1]!) ** 2 + (from[i + 2]! - to[2]!) ** 2
      if (d >= best) continue
      best = d
      at = i
    }
    return from.subarray(at, at + 3)
  }
  // Back and forth, each time to the nearest corner of the other: it ends where neither can be bettered.
  let p = s.subarray(0, 3)
  let q = t.subarray(0, 3)
  for (let step = 0; step < 8; step++) {
    const before = p.byteOffset
    q = nearest(t, p)
    p = nearest(s, q)
    if (p.byteOffset === before) break
  }
  return Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!) * (1 + 1e-12)
}

const found = new ShapeDistance()

/** A mesh and a convex solid, which stands first if `swapped`: x is the second's pose in the first's frame. */
function meshDistance(
  mesh: MeshShape,
  solid: Exclude<PartShape, MeshShape>,
  x: ArrayLike<number>,
  scale: number,
  swapped: boolean,
): BruteDistance {
  const { corners } = soupOf(mesh)
  const pose = Float64Array.from(x)
  const slack = AGAIN * scale
  const [centre, radius] = solidBall(solid)
  // The ball, in the mesh's frame.
  const c = swapped ? backward(x, centre) : transformed(x, centre)
  const middles = new Float64Array(corners.length / 9)
  let best = Infinity
  for (let t = 0; t < middles.length; t++) {
    middles[t] = pointTriangle(c, 0, corners, 9 * t)
    // The middle of a solid is a point of it.
    best = Math.min(best, middles[t]! + slack)
  }
  const order: number[] = []
  middles.forEach((d, t) => {
    if (d - radius - slack <= best) order.push(t)
  })
  order.sort((one, other) => middles[one]! - middles[other]!)
  const near: { triangle: PartShape; d: number }[] = []
  for (const t of order) {
    if (middles[t]! - radius - slack > best) break
    const triangle = convex({ points: corners.subarray(9 * t, 9 * t + 9) })
    const d = swapped
      ? distanceShapes(found, solid, triangle, pose, 0, Infinity)
      : distanceShapes(found, triangle, solid, pose, 0, Infinity)
    best = Math.min(best, d)
    if (d <= best + slack) near.push({ triangle, d })
  }
  let lower = Infinity
  let upper = Infinity
  for (const { triangle, d } of near.sort((one, other) => one.d - other.d)) {
    if (d > best + slack || upper === 0) break
    const exact = swapped ? solidsDistance(solid, triangle, x, scale) : solidsDistance(triangle, solid, x, scale)
    lower = Math.min(lower, exact.lower)
    upper = Math.min(upper, exact.upper)
  }
  return { lower, upper }
}

function backward(x: ArrayLike<number>, p: readonly number[]): number[] {
  const r = [0, 1, 2].map((k) => p[k]! - x[4 * k + 3]!)
  return [0, 1, 2].map((k) => x[k]! * r[0]! + x[4 + k]! * r[1]! + x[8 + k]! * r[2]!)
}

/** A ball around a convex solid, by its formula. Its centre is a point of the solid. */
export function solidBall(solid: Exclude<PartShape, MeshShape>): [number[], number] {
  const at = (pose: Float64Array): number[] => [pose[3]!, pose[7]!, pose[11]!]
  switch (solid.kind) {
    case 'sphere':
      return [[...solid.centre], solid.radius]
    case 'capsule': {
      const centre = [...solid.from].map((f, k) => (f + solid.to[k]!) / 2)
      return [centre, Math.hypot(...centre.map((m, k) => m - solid.from[k]!)) + solid.radius]
    }
    case 'box':
      return [at(solid.pose), Math.hypot(...solid.half)]
    case 'cylinder':
      return [at(solid.pose), Math.hypot(solid.radius, solid.length / 2)]
    case 'convex': {
      const count = solid.points.length / 3
      const centre = [0, 1, 2].map((k) => solid.points.reduce((sum, p, i) => sum + (i % 3 === k ? p / count : 0), 0))
      let far = 0
      for (let i = 0; i < count; i++) {
        far = Math.max(far, Math.hypot(...centre.map((m, k) => m - solid.points[3 * i + k]!)))
      }
      return [centre, far]
    }
  }
}

function boxGap(s: Float64Array, i: number, t: Float64Array, j: number): number {
  let sum = 0
  for (let k = 0; k < 3; k++) {
    const lowS = Math.min(s[i + k]!, s[i + k + 3]!, s[i + k + 6]!)
    const highS = Math.max(s[i + k]!, s[i + k + 3]!, s[i + k + 6]!)
    const lowT = Math.min(t[j + k]!, t[j + k + 3]!, t[j + k + 6]!)
    const highT = Math.max(t[j + k]!, t[j + k + 3]!, t[j + k + 6]!)
    const gap = Math.max(0, lowS - highT, lowT - highS)
    sum += gap * gap
  }
  return Math.sqrt(sum)
}

/** Two triangles, by the definition: 0 if an edge of one goes through the other, else the nearest of all features. */
export function plainTriangles(s: Float64Array, i: number, t: Float64Array, j: number): number {
  let best = Infinity
  for (let k = 0; k < 9; k += 3) {
    best = Math.min(best, pointTriangle(s, i + k, t, j), pointTriangle(t, j + k, s, i))
    for (let l = 0; l < 9; l += 3)
      best = Math.min(best, edges(s, i + k, i + ((k + 3) % 9), t, j + l, j + ((l + 3) % 9)))
  }
  for (let k = 0; k < 9 && best > 0; k += 3) {
    if (pierces(s, i + k, i + ((k + 3) % 9), t, j) || pierces(t, j + k, j + ((k + 3) % 9), s, i)) best = 0
  }
  return best
}

/** The insides of two segments that are not parallel; their ends are corners, which pointTriangle has. */
function edges(s: Float64Array, a: number, b: number, t: Float64Array, c: number, d: number): number {
  const ux = s[b]! - s[a]!
  const uy = s[b + 1]! - s[a + 1]!
  const uz = s[b + 2]! - s[a + 2]!
  const vx = t[d]! - t[c]!
  const vy = t[d + 1]! - t[c + 1]!
  const vz = t[d + 2]! - t[c + 2]!
  const wx = s[a]! - t[c]!
  const wy = s[a + 1]! - t[c + 1]!
  const wz = s[a + 2]! - t[c + 2]!
  const uu = ux * ux + uy * uy + uz * uz
  const vv = vx * vx + vy * vy + vz * vz
  const uv = ux * vx + uy * vy + uz * vz
  const det = uu * vv - uv * uv
  if (!(det > 0)) return Infinity
  const uw = ux * wx + uy * wy + uz * wz
  const vw = vx * wx + vy * wy + vz * wz
  const p = clamp((uv * vw - vv * uw) / det)
  const q = clamp((uu * vw - uv * uw) / det)
  return Math.hypot(wx + p * ux - q * vx, wy + p * uy - q * vy, wz + p * uz - q * vz)
}

function clamp(x: number): number {
  return Math.min(Math.max(x, 0), 1)
}

/** Foot in the triangle's plane if it is inside, else the nearest of the three edges. */
function pointTriangle(p: ArrayLike<number>, k: number, t: Float64Array, j: number): number {
  let best = Infinity
  for (let l = 0; l < 9; l += 3) best = Math.min(best, pointSegment(p, k, t, j + l, j + ((l + 3) % 9)))
  const ux = t[j + 3]! - t[j]!
  const uy = t[j + 4]! - t[j + 1]!
  const uz = t[j + 5]! - t[j + 2]!
  const vx = t[j + 6]! - t[j]!
  const vy = t[j + 7]! - t[j + 1]!
  const vz = t[j + 8]! - t[j + 2]!
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const nn = nx * nx + ny * ny + nz * nz
  if (!(nn > 0)) return best
  const wx = p[k]! - t[j]!
  const wy = p[k + 1]! - t[j + 1]!
  const wz = p[k + 2]! - t[j + 2]!
  const s = (nx * (wy * vz - wz * vy) + ny * (wz * vx - wx * vz) + nz * (wx * vy - wy * vx)) / nn
  const r = (nx * (uy * wz - uz * wy) + ny * (uz * wx - ux * wz) + nz * (ux * wy - uy * wx)) / nn
  if (s < 0 || r < 0 || s + r > 1) return best
  return Math.min(best, Math.abs(wx * nx + wy * ny + wz * nz) / Math.sqrt(nn))
}

function pointSegment(p: ArrayLike<number>, k: number, t: Float64Array, a: number, b: number): number {
  const ux = t[b]! - t[a]!
  const uy = t[b + 1]! - t[a + 1]!
  const uz = t[b + 2]! - t[a + 2]!
  const wx = p[k]! - t[a]!
  const wy = p[k + 1]! - t[a + 1]!
  const wz = p[k + 2]! - t[a + 2]!
  const uu = ux * ux + uy * uy + uz * uz
  const s = uu > 0 ? clamp((ux * wx + uy * wy + uz * wz) / uu) : 0
  return Math.sqrt((wx - s * ux) ** 2 + (wy - s * uy) ** 2 + (wz - s * uz) ** 2)
}

function pierces(s: Float64Array, a: number, b: number, t: Float64Array, j: number): boolean {
  const below = volume(t, j, j + 3, j + 6, s, a)
  const above = volume(t, j, j + 3, j + 6, s, b)
  if (below * above > 0 || below === above) return false
  const sides = [0, 3, 6].map((l) => tetrahedron(s, a, b, t, j + l, j + ((l + 3) % 9)))
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}

/** Six times the volume of the triangle's corners and a point. */
function volume(t: Float64Array, a: number, b: number, c: number, p: Float64Array, k: number): number {
  return det(t, a, p, k, t, b, t, c)
}

function tetrahedron(s: Float64Array, a: number, b: number, t: Float64Array, c: number, d: number): number {
  return det(s, a, s, b, t, c, t, d)
}

function det(
  o: Float64Array,
  i: number,
  p: Float64Array,
  j: number,
  q: Float64Array,
  k: number,
  r: Float64Array,
  l: number,
): number {
  const ux = p[j]! - o[i]!
  const uy = p[j + 1]! - o[i + 1]!
  const uz = p[j + 2]! - o[i + 2]!
  const vx = q[k]! - o[i]!
  const vy = q[k + 1]! - o[i + 1]!
  const vz = q[k + 2]! - o[i + 2]!
  const wx = r[l]! - o[i]!
  const wy = r[l + 1]! - o[i + 1]!
  const wz = r[l + 2]! - o[i + 2]!
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx)
}

/** How far a point is from the surface of a mesh, both in one frame: every triangle. */
export function pointMesh(mesh: MeshShape, p: ArrayLike<number>): number {
  const { corners } = soupOf(mesh)
  let best = Infinity
  for (let t = 0; t < corners.length; t += 9) best = Math.min(best, pointTriangle(p, 0, corners, t))
  return best
}
