// Links of articulated bodies, their length along x and centred on the origin: hulls that look like ellipsoids, and the boat
// hull of cab-2004, Figure 3 (c), which has a dent along its whole length.
import { type ConvexShape, convex, InvalidInputError, type MeshShape, mesh } from '../src/entries/meshes.js'
import { checkCount, checkLength } from './checks.js'

/**
 * The hull of points on an ellipsoid, `length` by `width` by `height`: its two tips, and `rings` rings of `sides` points
 * between them, every other one turned by half a side.
 */
export function ellipsoidLink(options: {
  readonly length: number
  readonly width: number
  readonly height?: number
  readonly rings?: number
  readonly sides?: number
}): ConvexShape {
  const { length, width, height = width, rings = 5, sides = 8 } = options
  for (const [field, value] of Object.entries({ length, width, height })) checkLength(field, value)
  checkCount('rings', rings, 1)
  checkCount('sides', sides, 3)
  const points = [-length / 2, 0, 0, length / 2, 0, 0]
  for (let ring = 1; ring <= rings; ring++) {
    const theta = (Math.PI * ring) / (rings + 1)
    // The middle ring is not turned, so that the width is the width.
    const turned = (ring + ((rings + 1) >> 1)) % 2
    for (let side = 0; side < sides; side++) {
      const phi = (2 * Math.PI * (side + turned / 2)) / sides
      points.push(
        (-length / 2) * Math.cos(theta),
        (width / 2) * Math.sin(theta) * Math.cos(phi),
        (height / 2) * Math.sin(theta) * Math.sin(phi),
      )
    }
  }
  return convex({ points })
}

/** A box with its edges cut: what a palm looks like. */
export function roundedLink(length: number, width: number, height: number): ConvexShape {
  for (const [field, value] of Object.entries({ length, width, height })) checkLength(field, value)
  const cut = 0.3 * Math.min(length, width, height)
  const points: number[] = []
  for (const along of [0, 1, 2]) {
    for (let corner = 0; corner < 8; corner++) {
      const half = [length / 2, width / 2, height / 2].map((h, k) => (k === along ? h : h - cut))
      points.push(...half.map((h, k) => ((corner >> k) & 1 ? h : -h)))
    }
  }
  return convex({ points })
}

export interface BoatLink {
  /** Closed, without gaps or doubled vertices, its triangles anticlockwise as seen from outside. */
  readonly mesh: MeshShape
  /** The hull of the same points. */
  readonly hull: ConvexShape
}

/** Points of a boat's rim to rim, outside and inside, and rings between its tips. */
const BOAT_SIDES = 5
const BOAT_RINGS = 7

/**
 * A boat: half of an ellipsoid, `length` by `width`, below the plane z = 0 down to `depth`, hollowed so that planks of
 * `plank` of its half width remain; bent up so that the rims rise as far above the tips, at y = z = 0, as the keel is below.
 */
export function boatLink(options: {
  readonly length: number
  readonly width: number
  readonly depth: number
  readonly plank?: number
}): BoatLink {
  const { length, width, depth, plank = 0.35 } = options
  for (const [field, value] of Object.entries({ length, width, depth })) checkLength(field, value)
  if (!(plank > 0 && plank < 1)) throw new InvalidInputError('plank', plank, 'more than 0 and less than 1')
  const points = boatPoints(length, width, depth, plank)
  return {
    mesh: mesh({ positions: points, triangles: boatTriangles() }),
    hull: convex({ points }),
  }
}

/** The tips first; then the rings, each once around: along the outside to the other rim, back along the inside. */
function boatPoints(length: number, width: number, depth: number, plank: number): number[] {
  const points = [-length / 2, 0, 0, length / 2, 0, 0]
  for (let ring = 1; ring <= BOAT_RINGS; ring++) {
    const theta = (Math.PI * ring) / (BOAT_RINGS + 1)
    for (let side = 0; side < 2 * BOAT_SIDES; side++) {
      const inside = side >= BOAT_SIDES
      const phi = (Math.PI * (inside ? 2 * BOAT_SIDES - 1 - side : side)) / (BOAT_SIDES - 1)
      const scale = Math.sin(theta) * (inside ? 1 - plank : 1)
      points.push(
        (-length / 2) * Math.cos(theta),
        (width / 2) * scale * Math.cos(phi),
        depth * (Math.sin(theta) / 2 - scale * Math.sin(phi)),
      )
    }
  }
  return points
}

/** Vertex number of a point of a ring, counted around. */
function boatVertex(ring: number, side: number): number {
  return 2 + 2 * BOAT_SIDES * ring + (side % (2 * BOAT_SIDES))
}

function boatTriangles(): number[] {
  const out: number[] = []
  for (let side = 0; side < 2 * BOAT_SIDES; side++) {
    out.push(0, boatVertex(0, side), boatVertex(0, side + 1))
    out.push(1, boatVertex(BOAT_RINGS - 1, side + 1), boatVertex(BOAT_RINGS - 1, side))
    for (let ring = 0; ring + 1 < BOAT_RINGS; ring++) {
      const [a, b] = [boatVertex(ring, side), boatVertex(ring, side + 1)]
      const [c, d] = [boatVertex(ring + 1, side), boatVertex(ring + 1, side + 1)]
      out.push(a, c, b, b, c, d)
    }
  }
  return out
}
