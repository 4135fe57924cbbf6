// A convex solid inside a shape, as the planes that bound it: what is below all of them is inside. For proofs of collision by a point
// that two shapes have in common (src/gpu).
//
// Planes are those of the shape's own triangles, facing away from a point c that is inside, those of small triangles left out; each is
// then moved inward until every triangle is wholly above some plane. So the surface does not meet what is below all planes, which is
// connected, has c in it, and is therefore inside as c is. How planes are chosen is a matter of how much they leave, never of truth.
//
// A cell between planes is cut out of a mesh in the same way: its planes come first, and triangles are clipped to it (clip-triangles.ts),
// which leaves a little more than the cell has.
//
// Rounding: heights of points above planes are off by less than 8 u of the reach of the points; clipped triangles are off by CLIP, 64 u; planes are
// moved in by SLACK, 128 u.
import { convexHull } from '../geometry/convex/convex-hull.js'
import { CLIP, type Cut, clipPolygons, trianglesOf } from './clip-triangles.js'
import { innerBalls } from './inner-balls.js'
import type { MeshShape, PartShape } from './shape.js'
import { boxCorners } from './shape-bounds.js'

/** Planes of a solid at most. */
const MOST_PLANES = 128

/** Of the extent: a triangle that is not farther below a plane needs none of its own. */
const CLOSE = 2e-4

/** Of the reach of the points. */
const SLACK = 2 ** -46

/** Corners of the prism inside a cylinder, around. */
const SIDES = 16

/** Meshes of more triangles than this take long, and get none. */
const MOST_TRIANGLES = 50_000

const known = new WeakMap<PartShape, { readonly version: number; readonly planes: Float64Array }>()

/** Unit normal and height of each plane, four numbers, in the shape's frame; none where nothing is found. Found once a shape and version. */
export function innerPlanes(shape: PartShape): Float64Array {
  const version = shape.kind === 'mesh' ? shape.tree.version : 0
  let found = known.get(shape)
  if (found?.version !== version) {
    found = { version, planes: find(shape) }
    known.set(shape, found)
  }
  return found.planes
}

/** The same for what of a mesh is in a cell between planes: bounded by these too. Not kept. */
export function innerPlanesInCell(shape: MeshShape, cuts: readonly Cut[]): Float64Array {
  if (shape.triangles.length > 3 * MOST_TRIANGLES) return NONE
  const balls = innerBalls(shape)
  const walls = cuts.map(
    ({ x, y, z, c, sign }): Plane => ({ n: [sign * x, sign * y, sign * z], height: sign * c, lowered: 0 }),
  )
  let centre: Float64Array | undefined
  let deepest = 0
  for (let i = 0; i < balls.length; i += 4) {
    const own = balls.subarray(i, i + 4)
    const depth = Math.min(own[3]!, ...walls.map(({ n, height }) => height - dot(n, own)))
    if (depth > deepest) {
      deepest = depth
      centre = own
    }
  }
  if (centre === undefined) return NONE
  let polygons = trianglesOf(shape, 1)
  for (const cut of cuts) polygons = clipPolygons(polygons, cut, CLIP * shape.tree.reach)
  const triangles: number[] = []
  for (let p = 0; p + 1 < polygons.first.length; p++) {
    const from = polygons.first[p]!
    for (let k = from + 1; k + 1 < polygons.first[p + 1]!; k++) triangles.push(from, k, k + 1)
  }
  if (triangles.length === 0) return NONE
  return planesOf(polygons.points, triangles, centre, walls, shape.tree.reach)
}

function dot(n: ArrayLike<number>, p: ArrayLike<number>): number {
  return n[0]! * p[0]! + n[1]! * p[1]! + n[2]! * p[2]!
}

const NONE = new Float64Array(0)

function find(shape: PartShape): Float64Array {
  switch (shape.kind) {
    case 'sphere':
    case 'capsule':
      return NONE
    case 'mesh': {
      const ball = innerBalls(shape)
      if (ball.length === 0 || shape.triangles.length > 3 * MOST_TRIANGLES) return NONE
      return planesOf(shape.positions, shape.triangles, ball)
    }
    default: {
      const points = pointsInside(shape)
      const hull = convexHull(points, points.length / 3)
      if (hull === undefined) return NONE
      const centre = [0, 0, 0]
      for (const v of hull.corners) for (let k = 0; k < 3; k++) centre[k]! += points[3 * v + k]! / hull.corners.length
      return planesOf(points, hull.triangles, centre)
    }
  }
}

/** Points whose hull is inside a convex shape. */
function pointsInside(shape: Extract<PartShape, { kind: 'box' | 'cylinder' | 'convex' }>): Float64Array {
  if (shape.kind === 'convex') return shape.points
  const out = new Float64Array(shape.kind === 'box' ? 24 : 6 * SIDES)
  if (shape.kind === 'box') {
    boxCorners(out, 0, shape.half, shape.pose, 0)
    return out
  }
  const { radius, length, pose } = shape
  for (let i = 0; i < 2 * SIDES; i++) {
    const turn = (2 * Math.PI * (i >> 1)) / SIDES
    const [x, y, z] = [radius * Math.cos(turn), radius * Math.sin(turn), ((i & 1) - 0.5) * length]
    for (let k = 0; k < 3; k++) {
      out[3 * i + k] = pose[4 * k]! * x + pose[4 * k + 1]! * y + pose[4 * k + 2]! * z + pose[4 * k + 3]!
    }
  }
  return out
}

interface Plane {
  readonly n: readonly [number, number, number]
  /** Height of its triangle, and how far it is moved in. */
  readonly height: number
  lowered: number
}

function planesOf(
  points: Float64Array,
  triangles: ArrayLike<number>,
  c: ArrayLike<number>,
  walls: readonly Plane[] = [],
  reach = 0,
): Float64Array {
  const own = new Triangles(points, triangles)
  const planes: Plane[] = [...walls]
  for (const t of own.largestFirst()) {
    let best: Plane | undefined
    let least = Infinity
    for (const plane of planes) {
      const below = own.below(t, plane)
      if (below < least) {
        least = below
        best = plane
      }
    }
    if (best !== undefined && (least <= CLOSE * own.extent || planes.length === MOST_PLANES)) {
      best.lowered = Math.max(best.lowered, least)
      continue
    }
    const plane = own.planeOf(t, c)
    if (plane !== undefined) planes.push(plane)
    else if (best !== undefined) best.lowered = Math.max(best.lowered, least)
    else return NONE
  }
  const slack = SLACK * Math.max(own.reach, reach)
  const out = new Float64Array(4 * planes.length)
  for (const [i, { n, height, lowered }] of planes.entries()) {
    const low = height - lowered - slack
    // Nothing is left, or c is not in it.
    if (!(dot(n, c) < low - slack)) return NONE
    out.set([...n, low], 4 * i)
  }
  return out
}

class Triangles {
  readonly extent: number
  readonly reach: number

  constructor(
    private readonly points: Float64Array,
    private readonly corners: ArrayLike<number>,
  ) {
    let reach = 0
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    for (let i = 0; i < corners.length; i++) {
      let sum = 0
      for (let k = 0; k < 3; k++) {
        const x = points[3 * corners[i]! + k]!
        sum += Math.abs(x)
        low[k] = Math.min(low[k]!, x)
        high[k] = Math.max(high[k]!, x)
      }
      reach = Math.max(reach, sum)
    }
    this.reach = reach
    this.extent = Math.max(...high.map((x, k) => x - low[k]!))
  }

  largestFirst(): number[] {
    const areas = Array.from({ length: this.corners.length / 3 }, (_, t) => Math.hypot(...this.cross(t)))
    return areas.map((_, t) => t).sort((s, t) => areas[t]! - areas[s]! || s - t)
  }

  /** How far a triangle gets below a plane. */
  below(t: number, { n, height }: Plane): number {
    let most = 0
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const v = 3 * this.corners[i]!
      most = Math.max(most, height - (n[0] * this.points[v]! + n[1] * this.points[v + 1]! + n[2] * this.points[v + 2]!))
    }
    return most
  }

  /** Through a triangle, c below it; undefined where it has no area, or c is in it. */
  planeOf(t: number, c: ArrayLike<number>): Plane | undefined {
    const cross = this.cross(t)
    const area = Math.hypot(...cross)
    if (!(area > 1e-9 * this.extent * this.extent)) return undefined
    const v = 3 * this.corners[3 * t]!
    let n = cross.map((x) => x / area) as [number, number, number]
    const over = [0, 1, 2].reduce((sum, k) => sum + n[k]! * (this.points[v + k]! - c[k]!), 0)
    if (over === 0) return undefined
    if (over < 0) n = n.map((x) => -x) as [number, number, number]
    const height = Math.min(
      ...[0, 1, 2].map((i) => {
        const w = 3 * this.corners[3 * t + i]!
        return n[0] * this.points[w]! + n[1] * this.points[w + 1]! + n[2] * this.points[w + 2]!
      }),
    )
    return { n, height, lowered: 0 }
  }

  private cross(t: number): [number, number, number] {
    const { points, corners } = this
    const [a, b, c] = [0, 1, 2].map((i) => 3 * corners[3 * t + i]!) as [number, number, number]
    const d = (k: number, v: number): number => points[v + k]! - points[a + k]!
    return [
      d(1, b) * d(2, c) - d(2, b) * d(1, c),
      d(2, b) * d(0, c) - d(0, b) * d(2, c),
      d(0, b) * d(1, c) - d(1, b) * d(0, c),
    ]
  }
}
