// Direction sets of k-DOPs (k-DOP realignment, 2003, Table 1), and the unit DOP's facets, by which any direction is a sum of
// three of them.
//
// Directions come in pairs: direction 2h + 1 is minus direction 2h, and together they bound slab h. Pairs keep the two close in
// memory, and let a node that keeps more supports than it has slabs begin with those of its slabs. Directions are not of
// unit length but of small whole numbers, which no rounding touches: supports along (1, 1, 0) are in units of √2.
// (The dodecahedron's have the golden ratio in them: its double is taken for it, everywhere.)
import { U } from '../base/math/rounding.js'
import { convexHull } from '../geometry/convex/convex-hull.js'

/** The paper's sets: cube; dodecahedron's face normals; cube and corners; cube and edges; all of these. */
export type DopSize = 6 | 12 | 14 | 18 | 26
export const DOP_SIZES: readonly DopSize[] = [6, 12, 14, 18, 26]

/**
 * Sets whose supports can be kept at a node: the paper's; 42 and 50 are 18 with (2, 1, 1) and 26 with (2, 1, 0) and their like;
 * 32 is the 12 with the dodecahedron's corners. Of the 24 directions that may be added to 26 without a facet across two
 * octants, (2, 1, 0) leave the least room: a ball's support comes out 4.8 % too large in the mean (26: 8.8 %, 42: 5.1 %).
 */
export type SetSize = DopSize | 32 | 42 | 50
export const SET_SIZES: readonly SetSize[] = [...DOP_SIZES, 32, 42, 50]

export interface DirectionSet {
  readonly size: SetSize
  /** Three numbers a direction. */
  readonly vectors: Float64Array
  /** One over the length of a slab's direction, rounded down: a gap times it is a lower bound. One number a slab. */
  readonly inverseLengths: Float64Array
  /** Cosine of the covering radius: no direction is farther from the set than that angle. The paper's aperture a. */
  readonly aperture: number
  /** The unit DOP's facets, as the triangles of its dual, the hull of the unit directions: three directions each. */
  readonly facets: Int32Array
  /** For each facet the inverse of its three directions as columns, row-major: its weights of a vector are a product. */
  readonly inverses: Float64Array
  /** Facets that reach into each octant: number 1 of them for x < 0, 2 for y < 0, 4 for z < 0, added up. */
  readonly byOctant: readonly Int32Array[]
  /** Slabs at right angles to each other, two or three at a time (−1 fills up), no such set inside another. */
  readonly orthogonal: Int32Array
}

const GOLDEN = (1 + Math.sqrt(5)) / 2

const AXES: Triples = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const EDGES: Triples = [
  [1, 1, 0],
  [1, -1, 0],
  [1, 0, 1],
  [1, 0, -1],
  [0, 1, 1],
  [0, 1, -1],
]
const CORNERS: Triples = [
  [1, 1, 1],
  [1, 1, -1],
  [1, -1, 1],
  [1, -1, -1],
]
const TWO_ONE_ONE: Triples = AXES.flatMap((_, axis) =>
  CORNERS.map((corner) => corner.map((c, k) => (k === axis ? 2 * c : c)) as unknown as Triple),
)
const TWO_ONE_NONE: Triples = EDGES.flatMap(([x, y, z]) => {
  const first = x !== 0 ? 0 : 1
  return [0, 1].map(
    (which) => [x, y, z].map((c, k) => ((k === first) === (which === 0) ? 2 * c : c)) as unknown as Triple,
  )
})
const ICOSAHEDRON: Triples = [
  [0, 1, GOLDEN],
  [1, GOLDEN, 0],
  [GOLDEN, 0, 1],
  [0, 1, -GOLDEN],
  [1, -GOLDEN, 0],
  [-GOLDEN, 0, 1],
]
const DODECAHEDRON: Triples = [
  ...CORNERS,
  [0, GOLDEN, GOLDEN - 1],
  [0, GOLDEN, 1 - GOLDEN],
  [GOLDEN, GOLDEN - 1, 0],
  [GOLDEN, 1 - GOLDEN, 0],
  [GOLDEN - 1, 0, GOLDEN],
  [1 - GOLDEN, 0, GOLDEN],
]

type Triple = readonly [number, number, number]
type Triples = readonly Triple[]

const SLABS: Readonly<Record<SetSize, Triples>> = {
  6: AXES,
  12: ICOSAHEDRON,
  14: [...AXES, ...CORNERS],
  18: [...AXES, ...EDGES],
  26: [...AXES, ...EDGES, ...CORNERS],
  32: [...ICOSAHEDRON, ...DODECAHEDRON],
  42: [...AXES, ...EDGES, ...TWO_ONE_ONE],
  50: [...AXES, ...EDGES, ...CORNERS, ...TWO_ONE_NONE],
}

const made = new Map<number, DirectionSet>()

/** A set; worked out when first asked for. `first`: a set of which all directions are in this one and are to come first. */
export function directionSet(size: SetSize, first: SetSize = size): DirectionSet {
  const key = 64 * size + first
  let set = made.get(key)
  if (set === undefined) {
    const head = SLABS[first]
    set = makeSet(size, [...head, ...SLABS[size].filter((slab) => !head.includes(slab))])
    made.set(key, set)
  }
  return set
}

function makeSet(size: SetSize, slabs: Triples): DirectionSet {
  const vectors = Float64Array.from(slabs.flatMap(([x, y, z]) => [x, y, z, -x, -y, -z]))
  const units = new Float64Array(3 * size)
  const inverseLengths = new Float64Array(size / 2)
  for (let d = 0; d < size; d++) {
    const inverse = 1 / Math.hypot(vectors[3 * d]!, vectors[3 * d + 1]!, vectors[3 * d + 2]!)
    for (let k = 0; k < 3; k++) units[3 * d + k] = vectors[3 * d + k]! * inverse
    // A root and a quotient are rounded here (3 u), the gap and the product with it later (2 u).
    inverseLengths[d >> 1] = inverse * (1 - 8 * U)
  }
  const { triangles: facets } = convexHull(units, size)!
  const inverses = new Float64Array(3 * facets.length)
  let aperture = 1
  for (let f = 0; f < facets.length; f += 3) {
    invertFacet(inverses, 3 * f, vectors, facets, f)
    aperture = Math.min(aperture, planeDistance(units, facets, f))
  }
  const byOctant = Array.from({ length: 8 }, (_, octant) => facetsIn(octant, vectors, facets))
  return { size, vectors, inverseLengths, aperture, facets, inverses, byOctant, orthogonal: orthogonalSlabs(slabs) }
}

function orthogonalSlabs(slabs: Triples): Int32Array {
  const right = (i: number, j: number): boolean => {
    const [a, b] = [slabs[i]!, slabs[j]!]
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] === 0
  }
  const found: number[] = []
  for (let i = 0; i < slabs.length; i++) {
    for (let j = i + 1; j < slabs.length; j++) {
      if (!right(i, j)) continue
      const third = slabs.findIndex((_, k) => right(i, k) && right(j, k))
      if (third < 0) found.push(i, j, -1)
      else if (third > j) found.push(i, j, third)
    }
  }
  return Int32Array.from(found)
}

/** Rows e1×e2, e2×e0, e0×e1 over the determinant. */
function invertFacet(out: Float64Array, o: number, vectors: Float64Array, facets: Int32Array, f: number): void {
  const e = (m: number, k: number): number => vectors[3 * facets[f + (m % 3)]! + (k % 3)]!
  let determinant = 0
  for (let k = 0; k < 3; k++) determinant += e(0, k) * (e(1, k + 1) * e(2, k + 2) - e(1, k + 2) * e(2, k + 1))
  for (let m = 0; m < 3; m++) {
    for (let k = 0; k < 3; k++) {
      out[o + 3 * m + k] = (e(m + 1, k + 1) * e(m + 2, k + 2) - e(m + 1, k + 2) * e(m + 2, k + 1)) / determinant
    }
  }
}

/** How far a facet's plane is from the origin: the cosine of the angle from its middle direction to its three corners. */
function planeDistance(units: Float64Array, facets: Int32Array, f: number): number {
  const p = (m: number, k: number): number => units[3 * facets[f + m]! + (k % 3)]!
  const side = (m: number, k: number): number => p(m, k) - p(0, k)
  let dot = 0
  let sq = 0
  for (let k = 0; k < 3; k++) {
    const n = side(1, k + 1) * side(2, k + 2) - side(1, k + 2) * side(2, k + 1)
    dot += n * p(0, k)
    sq += n * n
  }
  return Math.abs(dot) / Math.sqrt(sq)
}

/** Facets that may have a point in an octant: on no axis are all their corners on its other side. */
function facetsIn(octant: number, vectors: Float64Array, facets: Int32Array): Int32Array {
  const found: number[] = []
  for (let f = 0; f < facets.length / 3; f++) {
    const reaches = [0, 1, 2].every((k) =>
      [0, 1, 2].some((m) => {
        const x = vectors[3 * facets[3 * f + m]! + k]!
        return (octant >> k) & 1 ? x < 0 : x > 0
      }),
    )
    if (reaches) found.push(f)
  }
  return Int32Array.from(found)
}

/**
 * Writes v as a sum of three of the set's directions: their weights, none below 0, to weights[w..w+2] and their numbers to
 * indices[w..w+2]. What holds for supports holds for the sum: s(v) ≤ Σ weight·s(direction), since supports are sublinear.
 *
 * Weights are off by 24 u·|v|: three products with an inverse whose entries are at most 1, themselves off by 4 u; and where v
 * lies on the border of facets, a weight that came out below 0 by no more than that and was cut off. As a vector,
 * Σ weight·direction is off by 128 u·|v| in each coordinate, the three directions' entries there adding up to 5 at most.
 * (In the sets of 42 and 50 inverses have entries up to 2: twice these figures.)
 */
export function decompose(
  weights: Float64Array,
  indices: Int32Array,
  w: number,
  set: DirectionSet,
  x: number,
  y: number,
  z: number,
): void {
  const { inverses, facets } = set
  const candidates = set.byOctant[(x < 0 ? 1 : 0) + (y < 0 ? 2 : 0) + (z < 0 ? 4 : 0)]!
  let most = -Infinity
  for (let c = 0; c < candidates.length; c++) {
    const f = candidates[c]!
    const m = 9 * f
    const w0 = inverses[m]! * x + inverses[m + 1]! * y + inverses[m + 2]! * z
    const w1 = inverses[m + 3]! * x + inverses[m + 4]! * y + inverses[m + 5]! * z
    const w2 = inverses[m + 6]! * x + inverses[m + 7]! * y + inverses[m + 8]! * z
    const least = Math.min(w0, w1, w2)
    if (!(least > most)) continue
    most = least
    weights[w] = Math.max(0, w0)
    weights[w + 1] = Math.max(0, w1)
    weights[w + 2] = Math.max(0, w2)
    indices[w] = facets[3 * f]!
    indices[w + 1] = facets[3 * f + 1]!
    indices[w + 2] = facets[3 * f + 2]!
    if (least >= 0) return
  }
}
