// How two triangles lie, from the signs of determinants alone, in whatever arithmetic the caller computed them.
// Vertices are 0 to 2 of A and 3 to 5 of B; edge k goes from vertex k to the next.

/** Signs (-1, 0, 1) of determinants. Scratch owned by the caller. */
export class SignTable {
  /** The side of B's vertices on A's plane, and of A's on B's. All zero for a plane of a triangle without area. */
  readonly overA = new Int8Array(3)
  readonly overB = new Int8Array(3)
  /** On which side edge k of A passes edge l of B, at 3k + l. */
  readonly edges = new Int8Array(9)

  /** All three strictly on one side. */
  allAbove(over: Int8Array): boolean {
    return Math.abs(over[0]! + over[1]! + over[2]!) === 3
  }

  allOn(over: Int8Array): boolean {
    return over[0] === 0 && over[1] === 0 && over[2] === 0
  }
}

/**
 * Two triangles that are not in one plane, at least one of which has an area: they have a common point if and only if an edge
 * of one meets the inside or the border of the other, at a point where it passes through or ends at its plane. (Each cuts the
 * line that the planes share in an interval; if the intervals meet, an end of one is in the other, and every end is such a
 * point: an edge that lies in the plane ends where another edge does that does not.)
 */
export function crossingTouch({ overA, overB, edges }: SignTable): boolean {
  for (let k = 0; k < 3; k++) {
    const next = k === 2 ? 0 : k + 1
    if (passes(overB[k]!, overB[next]!) && sameSide(edges[3 * k]!, edges[3 * k + 1]!, edges[3 * k + 2]!)) return true
    if (passes(overA[k]!, overA[next]!) && sameSide(edges[k]!, edges[3 + k]!, edges[6 + k]!)) return true
  }
  return false
}

/** Not on one side, and not in the plane. */
function passes(from: number, to: number): boolean {
  return from * to <= 0 && from !== to
}

function sameSide(p: number, q: number, r: number): boolean {
  return (p >= 0 && q >= 0 && r >= 0) || (p <= 0 && q <= 0 && r <= 0)
}

/**
 * Two triangles in one plane, at least one of which has an area: they have no common point if and only if an edge's line
 * has all of the other triangle strictly outside. `side(p, q, r)` is the sign of the area of three vertices in the plane.
 */
export function coplanarTouch(side: (p: number, q: number, r: number) => number): boolean {
  return !parts(side, 0, 3) && !parts(side, 3, 0)
}

/** Is an edge of the triangle at p between it and the one at q? */
function parts(side: (p: number, q: number, r: number) => number, p: number, q: number): boolean {
  const turn = side(p, p + 1, p + 2)
  for (let k = 0; k < 3; k++) {
    const from = p + k
    const to = p + (k === 2 ? 0 : k + 1)
    const outside = side(from, to, q)
    // A triangle without area has two outsides.
    if (outside === 0 || outside === turn) continue
    if (side(from, to, q + 1) === outside && side(from, to, q + 2) === outside) return true
  }
  return false
}
