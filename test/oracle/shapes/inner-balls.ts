// Is a ball inside a solid, by exact arithmetic? Convex solids by planes, meshes by the distance to every triangle.
import { convexHull } from '../../../src/geometry/convex/convex-hull.js'
import type { BoxShape, ConvexShape, CylinderShape } from '../../../src/shapes/shape.js'
import { add, type Dyadic, exact, multiply } from '../exact.js'
import { exactPointTriangle } from '../geometry/triangles.js'
import { type ExactSolid, exactInside, exactPoint } from '../meshes/solids.js'
import { type DyadicPoint, exactTransform } from './shapes.js'

export type Ball = readonly [number, number, number, number]

export function ballsOf(balls: Float64Array): Ball[] {
  return Array.from({ length: balls.length / 4 }, (_, k) => [...balls.slice(4 * k, 4 * k + 4)] as unknown as Ball)
}

function negative({ m, e }: Dyadic): Dyadic {
  return { m: -m, e }
}

function sign({ m }: Dyadic): number {
  return m > 0n ? 1 : m < 0n ? -1 : 0
}

function minus(a: DyadicPoint, b: DyadicPoint): DyadicPoint {
  return [add(a[0], negative(b[0])), add(a[1], negative(b[1])), add(a[2], negative(b[2]))]
}

function dot(a: DyadicPoint, b: DyadicPoint): Dyadic {
  return add(add(multiply(a[0], b[0]), multiply(a[1], b[1])), multiply(a[2], b[2]))
}

function cross(a: DyadicPoint, b: DyadicPoint): DyadicPoint {
  const minor = (i: 0 | 1 | 2, j: 0 | 1 | 2) => add(multiply(a[i], b[j]), negative(multiply(a[j], b[i])))
  return [minor(1, 2), minor(2, 0), minor(0, 1)]
}

function scaled(k: number, a: DyadicPoint): DyadicPoint {
  return [multiply(exact(k), a[0]), multiply(exact(k), a[1]), multiply(exact(k), a[2])]
}

function sum(a: DyadicPoint, b: DyadicPoint): DyadicPoint {
  return [add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2])]
}

/** Is a·v ≤ limit for all points v of the ball of radius r around c? */
function belowPlane(a: DyadicPoint, limit: Dyadic, c: DyadicPoint, r: number): boolean {
  const left = add(limit, negative(dot(a, c)))
  const size = multiply(multiply(exact(r), exact(r)), dot(a, a))
  return sign(left) >= 0 && sign(add(multiply(left, left), negative(size))) >= 0
}

/** The rows of the inverse of a pose's rotation, times its determinant; that; and the ball's centre less the translation. */
function inversePose(pose: Float64Array, ball: Ball): { rows: DyadicPoint[]; det: Dyadic; c: DyadicPoint } {
  const [u, v, w] = [0, 1, 2].map((k) => exactPoint([pose[k]!, pose[4 + k]!, pose[8 + k]!])) as [
    DyadicPoint,
    DyadicPoint,
    DyadicPoint,
  ]
  const c = minus(exactPoint(ball.slice(0, 3)), exactPoint([pose[3]!, pose[7]!, pose[11]!]))
  return { rows: [cross(v, w), cross(w, u), cross(u, v)], det: dot(u, cross(v, w)), c }
}

export function ballInBox({ half, pose }: BoxShape, ball: Ball): boolean {
  const { rows, det, c } = inversePose(pose, ball)
  return rows.every((row, k) =>
    [1, -1].every((s) => belowPlane(scaled(s, row), multiply(exact(half[k]!), det), c, ball[3])),
  )
}

/** By its two ends and planes along its side, at angles whose sines and cosines are fractions. */
export function ballInCylinder({ radius, length, pose }: CylinderShape, ball: Ball): boolean {
  const { rows, det, c } = inversePose(pose, ball)
  const ends = [1, -1].every((s) => belowPlane(scaled(s, rows[2]!), multiply(exact(length / 2), det), c, ball[3]))
  const angles = [
    [1, 0, 1],
    [3, 4, 5],
    [5, 12, 13],
    [8, 15, 17],
    [20, 21, 29],
    [9, 40, 41],
  ].flatMap(([p, q, m]) =>
    [-1, 1].flatMap((s) =>
      [-1, 1].flatMap((t) => [
        [s * p!, t * q!, m!],
        [s * q!, t * p!, m!],
      ]),
    ),
  )
  return (
    ends &&
    angles.every(([p, q, m]) => {
      const a = sum(scaled(p!, rows[0]!), scaled(q!, rows[1]!))
      return belowPlane(a, multiply(multiply(exact(radius), exact(m!)), det), c, ball[3])
    })
  )
}

export function ballInHull({ points }: ConvexShape, ball: Ball): boolean {
  const { triangles } = convexHull(points, points.length / 3)!
  const corner = (k: number): DyadicPoint => exactPoint(points.slice(3 * triangles[k]!, 3 * triangles[k]! + 3))
  for (let t = 0; t < triangles.length; t += 3) {
    const o = corner(t)
    const a = cross(minus(corner(t + 1), o), minus(corner(t + 2), o))
    if (!belowPlane(a, dot(a, o), exactPoint(ball.slice(0, 3)), ball[3])) return false
  }
  return true
}

interface PlainMesh {
  readonly positions: ArrayLike<number>
  readonly triangles: ArrayLike<number>
}

/** Is the ball inside one of the mesh's solids, and away from all its triangles? */
export function ballInMesh(mesh: PlainMesh, solid: ExactSolid, ball: Ball): boolean {
  const inside = exactInside(solid, exactPoint(ball.slice(0, 3)))
  return inside && ball[3] > 0 && ball[3] <= roomFromTriangles(mesh, ball)
}

/** How far the ball's centre is from the nearest triangle, to a few u. */
export function roomFromTriangles({ positions, triangles }: PlainMesh, ball: Ball): number {
  let room = Infinity
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].flatMap((k) => [0, 1, 2].map((c) => positions[3 * triangles[t + k]! + c]!))
    room = Math.min(room, exactPointTriangle(ball, 0, corners, 0))
  }
  return room
}

function norm(a: readonly number[]): number {
  return Math.hypot(a[0]!, a[1]!, a[2]!)
}

function toNumbers(a: DyadicPoint): number[] {
  return a.map(({ m, e }) => {
    // Enough digits for a witness, however long m is.
    const drop = Math.max(0, m.toString(2).length - 80)
    return Number(m >> BigInt(drop)) * 2 ** (e + drop)
  })
}

/** Has the moved ball b a point in common with a? By one that is shown to be in both; where it is close, it may not be found. */
export function shareBalls(a: Ball, b: Ball, x: Float64Array): boolean {
  const centre = exactPoint(a.slice(0, 3))
  const toA = toNumbers(minus(centre, exactTransform(x, exactPoint(b.slice(0, 3)))))
  const length = norm(toA)
  const back = [0, 1, 2].map((k) => x[k]! * toA[0]! + x[4 + k]! * toA[1]! + x[8 + k]! * toA[2]!)
  const reach = length === 0 ? 0 : (Math.min(b[3], length) * (1 - 2 ** -50)) / norm(back)
  const w = back.map((c) => c * reach)
  const inB = sum(exactPoint(b.slice(0, 3)), exactPoint(w))
  return within(exactPoint(w), b[3]) && within(minus(exactTransform(x, inB), centre), a[3])
}

/** The same for a ball of A and a box in B's frame. */
export function shareBox(ball: Ball, { half, pose }: Pick<BoxShape, 'half' | 'pose'>, x: Float64Array): boolean {
  const centre = exactPoint(ball.slice(0, 3))
  const d = toNumbers(minus(centre, exactTransform(x, exactPoint([pose[3]!, pose[7]!, pose[11]!]))))
  const turned = [0, 1, 2].map((k) => x[k]! * d[0]! + x[4 + k]! * d[1]! + x[8 + k]! * d[2]!)
  const w = [0, 1, 2].map((k) => {
    const along = pose[k]! * turned[0]! + pose[4 + k]! * turned[1]! + pose[8 + k]! * turned[2]!
    return Math.max(-half[k]!, Math.min(half[k]!, along))
  })
  const inB = exactTransform(pose, exactPoint(w))
  return within(minus(exactTransform(x, inB), centre), ball[3])
}

function within(v: DyadicPoint, r: number): boolean {
  return sign(add(multiply(exact(r), exact(r)), negative(dot(v, v)))) >= 0
}
