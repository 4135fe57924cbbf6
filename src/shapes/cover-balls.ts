// Balls that together contain a shape, solid and all: what is apart from every one of them is apart from the shape. For filters
// that know nothing but balls (robots/world/many-filter.ts).
//
// A shape is taken for convex pieces, the largest of which is cut in two until there are enough; each piece gets a ball. A mesh
// is cut into slabs first. What a mesh encloses within a slab is in the hull of its surface there: a plane cuts it in regions
// that the surface bounds. Of a convex piece a part on one side of a plane is the hull of its corners there and of where its
// edges cross.
//
// Rounding: clip-triangles.ts. After k cuts in a row a piece is off by 9·k u of the reach of its points, and cuts overlap by
// more than that and the 12 u that it asks for.
import { U } from '../base/math/rounding.js'
import { fitSphereAroundBalls } from '../geometry/balls/fit-balls.js'
import { convexHull } from '../geometry/convex/convex-hull.js'
import { clipPolygons, type Polygons, trianglesOf } from './clip-triangles.js'
import type { MeshShape, PartShape, Shape } from './shape.js'
import { boxCorners, pointBalls, shapeObb, shapeSphere } from './shape-bounds.js'
import { hasMesh } from './solid-of.js'

/** Cuts in a row: three of a slab, and two halvings; four halvings of what has no slabs. */
const MOST_CUTS = 5

/** Of the reach of points: what cuts overlap by, and what a ball is larger by than around the corners that were computed. */
const SLACK = (12 + 9 * MOST_CUTS + 16) * U

/** Balls of a group, and groups of a part. */
export const COVER_GROUP = 4

/** Groups that a shape may have in all. More would cost more than they tell. */
const MOST_GROUPS = 16

/** Sides of the prism around a cylinder. */
const SIDES = 12

/** Steps of a walk to a ball's centre: of quality only. */
const STEPS = 40

/** Balls x, y, z, r in the shape's frame. */
export interface CoverBalls {
  /** One around all. */
  readonly whole: Float64Array
  /** Together they contain it, and so do the balls of a group what the group's ball is for: COVER_GROUP of them each. */
  readonly groups: Float64Array
  readonly balls: Float64Array
}

interface Known {
  readonly version: number
  readonly cover: CoverBalls
}

const known = new WeakMap<Shape, Known>()

/** Found once for each version of a shape, in some milliseconds a mesh, and kept: not to be written into. */
export function coverBalls(shape: Shape): CoverBalls {
  const version = versionOf(shape)
  let found = known.get(shape)
  if (found?.version !== version) {
    found = { version, cover: findCover(shape) }
    known.set(shape, found)
  }
  return found.cover
}

/** Is that done, or does it cost next to nothing? */
export function isCovered(shape: Shape): boolean {
  return !hasMesh(shape) || known.get(shape)?.version === versionOf(shape)
}

/** Versions of meshes only grow, so their sum is the same only if they all are. */
function versionOf(shape: Shape): number {
  if (shape.kind === 'group') return shape.parts.reduce((sum, part) => sum + versionOf(part), 0)
  return shape.kind === 'mesh' ? shape.tree.version : 0
}

function findCover(shape: Shape): CoverBalls {
  const whole = new Float64Array(4)
  shapeSphere(whole, 0, shape)
  const parts = shape.kind === 'group' ? shape.parts : [shape]
  // Of many parts, one ball each; of very many, one in all.
  const each = COVER_GROUP * parts.length <= MOST_GROUPS ? COVER_GROUP : 1
  const pieces =
    parts.length > MOST_GROUPS ? [{ ball: whole, balls: [whole] }] : parts.flatMap((part) => cover(part, each))
  return {
    whole,
    groups: join(pieces.map(({ ball }) => ball)),
    // As many for each: the last one again where there are fewer.
    balls: join(
      pieces.flatMap(({ balls }) =>
        Array.from({ length: COVER_GROUP }, (_, k) => balls[Math.min(k, balls.length - 1)]!),
      ),
    ),
  }
}

interface CoverPiece {
  readonly ball: Float64Array
  /** COVER_GROUP at most. */
  readonly balls: readonly Float64Array[]
}

/** The hull of points, with a ball around it. */
interface Piece {
  readonly points: Float64Array
  readonly ball: Float64Array
}

type Axis = readonly [number, number, number]

/** In `count` groups, a power of two, or one. */
function cover(shape: PartShape, count: number): CoverPiece[] {
  if (shape.kind === 'sphere') {
    const ball = new Float64Array(4)
    shapeSphere(ball, 0, shape)
    return [{ ball, balls: [ball] }]
  }
  if (shape.kind === 'capsule') return coverCapsule(shape.from, shape.to, shape.radius, count)
  const pose = new Float64Array(12)
  shapeObb(pose, 0, new Float64Array(3), 0, shape)
  const axes = [0, 1, 2].map((k): Axis => [pose[k]!, pose[4 + k]!, pose[8 + k]!])
  const pieces = shape.kind === 'mesh' ? slabs(shape, axes, count) : halved([pieceOf(cornersOf(shape))], axes, count)
  return pieces.map((piece) => ({
    ball: piece.ball,
    balls: halved([piece], axes, COVER_GROUP).map(({ ball }) => ball),
  }))
}

/** Pieces cut in two until each is `count`, a power of two; what is flat stays as it is. */
function halved(pieces: readonly Piece[], axes: readonly Axis[], count: number): readonly Piece[] {
  if (count === 1) return pieces
  const halves = pieces.flatMap((piece) => {
    const surface = surfaceOf(piece.points)
    if (surface === undefined) return [piece]
    const { axis, low, high } = longest(surface.points, axes)
    return ([1, -1] as const).map((sign) => pieceOf(clip(surface, axis, low / 2 + high / 2, sign).points))
  })
  return halved(halves, axes, count / 2)
}

/** What is below a height along an axis, if `sign` is 1, or above it. */
function clip(polygons: Polygons, [x, y, z]: Axis, c: number, sign: 1 | -1): Polygons {
  return clipPolygons(polygons, { x, y, z, c, sign }, SLACK * reachOf(polygons.points))
}

/** Along the segment, both ends among them, each for what is nearest to it. */
function coverCapsule(from: Float64Array, to: Float64Array, radius: number, groups: number): CoverPiece[] {
  const length = Math.hypot(...from.map((x, k) => to[k]! - x))
  const last = groups * COVER_GROUP - 1
  let size = radius
  for (let k = 0; k < 3; k++) size += Math.abs(from[k]!) + Math.abs(to[k]!)
  const r = Math.hypot(radius, length / last / 2) * (1 + 8 * U) + SLACK * size
  return Array.from({ length: groups }, (_, g) => {
    const balls = Array.from({ length: COVER_GROUP }, (_, i) =>
      Float64Array.of(...from.map((x, k) => x + ((to[k]! - x) * (COVER_GROUP * g + i)) / last), r),
    )
    const ball = new Float64Array(4)
    fitSphereAroundBalls(ball, 0, join(balls), STEPS)
    return { ball, balls }
  })
}

/** Points whose hull contains a convex shape. */
function cornersOf(shape: Extract<PartShape, { kind: 'box' | 'cylinder' | 'convex' }>): Float64Array {
  switch (shape.kind) {
    case 'box': {
      const corners = new Float64Array(24)
      boxCorners(corners, 0, shape.half, shape.pose, 0)
      return corners
    }
    case 'cylinder': {
      const { radius, length, pose } = shape
      const out: number[] = []
      const across = (radius / Math.cos(Math.PI / SIDES)) * (1 + 8 * U)
      for (let i = 0; i < 2 * SIDES; i++) {
        const turn = (2 * Math.PI * (i >> 1)) / SIDES
        const local = [across * Math.cos(turn), across * Math.sin(turn), ((i & 1) - 0.5) * length]
        for (let k = 0; k < 12; k += 4) {
          out.push(pose[k]! * local[0]! + pose[k + 1]! * local[1]! + pose[k + 2]! * local[2]! + pose[k + 3]!)
        }
      }
      return Float64Array.from(out)
    }
    case 'convex':
      return shape.points
  }
}

function pieceOf(points: Float64Array): Piece {
  const ball = new Float64Array(4)
  fitSphereAroundBalls(ball, 0, pointBalls(points), STEPS)
  ball[3]! += SLACK * reachOf(points)
  return { points, ball }
}

/** The triangles of a hull; undefined for what is flat. */
function surfaceOf(points: Float64Array): Polygons | undefined {
  const hull = convexHull(points, points.length / 3)
  if (hull === undefined) return undefined
  const first = Uint32Array.from({ length: hull.triangles.length / 3 + 1 }, (_, i) => 3 * i)
  return { points: gather(points, hull.triangles), first }
}

function slabs(shape: MeshShape, axes: readonly Axis[], count: number): Piece[] {
  let rest = trianglesOf(shape, 1)
  const { axis, low, high } = longest(rest.points, axes)
  const out: Piece[] = []
  for (let i = 1; i <= count; i++) {
    const height = low + ((high - low) * i) / count
    const { points } = i < count ? clip(rest, axis, height, 1) : rest
    if (points.length > 0) out.push(pieceOf(points))
    if (i < count) rest = clip(rest, axis, height, -1)
  }
  return out
}

function longest(points: Float64Array, axes: readonly Axis[]): { axis: Axis; low: number; high: number } {
  const spans = axes.map((axis) => {
    let low = Infinity
    let high = -Infinity
    for (let i = 0; i < points.length; i += 3) {
      const h = points[i]! * axis[0] + points[i + 1]! * axis[1] + points[i + 2]! * axis[2]
      if (h < low) low = h
      if (h > high) high = h
    }
    return { axis, low, high }
  })
  return spans.reduce((best, span) => (span.high - span.low > best.high - best.low ? span : best))
}

/** The largest sum of the magnitudes of a point's coordinates. */
function reachOf(points: Float64Array): number {
  let reach = 0
  for (let i = 0; i < points.length; i += 3) {
    reach = Math.max(reach, Math.abs(points[i]!) + Math.abs(points[i + 1]!) + Math.abs(points[i + 2]!))
  }
  return reach
}

function gather(points: Float64Array, which: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3 * which.length)
  for (let i = 0; i < which.length; i++) {
    for (let k = 0; k < 3; k++) out[3 * i + k] = points[3 * which[i]! + k]!
  }
  return out
}

function join(lists: readonly Float64Array[]): Float64Array {
  const out = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0))
  let o = 0
  for (const list of lists) {
    out.set(list, o)
    o += list.length
  }
  return out
}
