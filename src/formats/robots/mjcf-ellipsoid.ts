// An ellipsoid as the hull of 642 points around it: an icosahedron whose triangles are divided in four, three times, with all corners on the unit
// sphere, is blown up until it contains the unit sphere, and is then stretched to the radii.
//
// Why it contains the ellipsoid. The triangles are a closed surface around the centre. A point of it is at least as far from the centre
// as the plane of its triangle, and so at least d, the least of these distances: the ball of radius d is inside the surface, and so in the hull of
// its corners. Divided by d it contains the unit ball, and stretching keeps containment. Corners are at 1/d = 1.0057, so it reaches beyond
// the ellipsoid by less than 0.6 % of its largest radius.

const DIVISIONS = 3
/** What corners, d and the radii may be off by from rounding, some ten units of roundoff of about 1, with room to spare. */
const ROUNDING = 1 + 1e-13

/** Points, three numbers each, whose hull contains the ellipsoid about the origin with these radii along x, y and z. */
export function ellipsoidPoints(radii: readonly number[]): Float64Array {
  around ??= pointsAroundBall()
  return around.map((x, k) => x * radii[k % 3]!)
}

let around: Float64Array | undefined

function pointsAroundBall(): Float64Array {
  const { corners, triangles } = dividedIcosahedron()
  let least = 1
  for (const [a, b, c] of triangles) least = Math.min(least, planeDistance(corners[a]!, corners[b]!, corners[c]!))
  return Float64Array.from(corners.flatMap((corner) => corner.map((x) => (x / least) * ROUNDING)))
}

type Point = readonly [number, number, number]
type Three = readonly [number, number, number]

function dividedIcosahedron(): { corners: Point[]; triangles: Three[] } {
  const g = (1 + Math.sqrt(5)) / 2
  const corners: Point[] = []
  for (const [a, b] of [
    [-1, -g],
    [1, -g],
    [-1, g],
    [1, g],
  ] as const) {
    corners.push(onSphere([a, b, 0]), onSphere([0, a, b]), onSphere([b, 0, a]))
  }
  // Of three corners that are all one edge apart, the nearest there are, each three are a triangle.
  const isEdge = (i: number, j: number): boolean => distance(corners[i]!, corners[j]!) < 1.1
  let triangles: Three[] = []
  for (let i = 0; i < 12; i++) {
    for (let j = i + 1; j < 12; j++) {
      for (let k = j + 1; k < 12; k++) if (isEdge(i, j) && isEdge(j, k) && isEdge(i, k)) triangles.push([i, j, k])
    }
  }
  for (let n = 0; n < DIVISIONS; n++) triangles = divided(corners, triangles)
  return { corners, triangles }
}

/** Each triangle in four, with new corners on the sphere. */
function divided(corners: Point[], triangles: readonly Three[]): Three[] {
  const middles = new Map<number, number>()
  const middle = (i: number, j: number): number => {
    const key = Math.min(i, j) * 4096 + Math.max(i, j)
    const known = middles.get(key)
    if (known !== undefined) return known
    const [a, b] = [corners[i]!, corners[j]!]
    middles.set(key, corners.length)
    return corners.push(onSphere([a[0] + b[0], a[1] + b[1], a[2] + b[2]])) - 1
  }
  return triangles.flatMap(([i, j, k]): Three[] => {
    const [a, b, c] = [middle(i, j), middle(j, k), middle(k, i)]
    return [
      [i, a, c],
      [j, b, a],
      [k, c, b],
      [a, b, c],
    ]
  })
}

function onSphere([x, y, z]: Point): Point {
  const length = Math.sqrt(x * x + y * y + z * z)
  return [x / length, y / length, z / length]
}

function distance(a: Point, b: Point): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2)
}

/** Of the plane through three points from the origin. */
function planeDistance(a: Point, b: Point, c: Point): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const n: Point = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  return Math.abs(n[0] * a[0] + n[1] * a[1] + n[2] * a[2]) / Math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2)
}
