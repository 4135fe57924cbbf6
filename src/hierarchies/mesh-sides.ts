// The sides of a mesh's triangles by the edges they are on, and which triangles are there more than once.
//
// Vertices with the same coordinates are one (files repeat them). O(n), but for n log n where very many triangles meet in one edge.

/** The first of the vertices with the same coordinates, for each vertex. */
export function weldVertices(p: Float64Array): Uint32Array {
  const n = p.length / 3
  const order = Uint32Array.from({ length: n }, (_, v) => v)
  order.sort((v, w) => p[3 * v]! - p[3 * w]! || p[3 * v + 1]! - p[3 * w + 1]! || p[3 * v + 2]! - p[3 * w + 2]! || v - w)
  const weld = new Uint32Array(n)
  let first = 0
  for (let k = 0; k < n; k++) {
    const v = order[k]!
    const same =
      k > 0 && p[3 * v] === p[3 * first] && p[3 * v + 1] === p[3 * first + 1] && p[3 * v + 2] === p[3 * first + 2]
    if (!same) first = v
    weld[v] = first
  }
  return weld
}

/** Sides of triangles (side k of triangle t is 3t + k, from its corner k to the next) by the edge they are on. */
export interface Sides {
  /** By side: its edge, or -1 if its ends are one vertex; and 1 or −1, for the direction in which it passes it. */
  readonly edge: Int32Array
  readonly up: Int8Array
  /** The sides on edge e are at[start[e]..start[e + 1]). */
  readonly start: Int32Array
  readonly at: Int32Array
}

export function findSides(weld: Uint32Array, triangles: Uint32Array): Sides {
  const edge = new Int32Array(triangles.length)
  const up = new Int8Array(triangles.length)
  const numbers = new Map<number, number>()
  const counts: number[] = []
  for (let side = 0; side < triangles.length; side++) {
    const v = weld[triangles[side]!]!
    const w = weld[triangles[side % 3 === 2 ? side - 2 : side + 1]!]!
    if (v === w) {
      edge[side] = -1
      continue
    }
    const key = Math.min(v, w) * weld.length + Math.max(v, w)
    let e = numbers.get(key)
    if (e === undefined) {
      e = counts.length
      numbers.set(key, e)
      counts.push(0)
    }
    counts[e]!++
    edge[side] = e
    up[side] = v < w ? 1 : -1
  }
  const start = new Int32Array(counts.length + 1)
  for (let e = 0; e < counts.length; e++) start[e + 1] = start[e]! + counts[e]!
  const next = start.slice()
  const at = new Int32Array(start[counts.length]!)
  for (let side = 0; side < edge.length; side++) if (edge[side]! >= 0) at[next[edge[side]!]!++] = side
  return { edge, up, start, at }
}

/** Triangles with the same three corners, in whatever order, are copies of one: the first of them stands for all. */
export interface Copies {
  /** By triangle: 1 if it is the first of its copies. 0 for the others, and where two corners are one vertex. */
  readonly first: Uint8Array
  /** By triangle: of how many copies it is the first, and how many more of them are turned like it than against it. */
  readonly many: Int32Array
  readonly net: Int32Array
}

export function findCopies({ up, start, at }: Sides, weld: Uint32Array, triangles: Uint32Array): Copies {
  const n = triangles.length / 3
  const first = new Uint8Array(n)
  const many = new Int32Array(n)
  const net = new Int32Array(n)
  /** The corner that a side does not touch. */
  const corner = (side: number): number => weld[triangles[side % 3 === 0 ? side + 2 : side - 1]!]!
  const own: number[] = []
  for (let e = 0; e + 1 < start.length; e++) {
    // Each triangle is looked at once, where it is on the edge between its two least corners. One with two corners only never is.
    own.length = 0
    for (let k = start[e]!; k < start[e + 1]!; k++) {
      const side = at[k]!
      const v = weld[triangles[side]!]!
      const w = weld[triangles[side % 3 === 2 ? side - 2 : side + 1]!]!
      if (corner(side) > v && corner(side) > w) own.push(side)
    }
    if (own.length > 1) own.sort((s, t) => corner(s) - corner(t) || s - t)
    let leader = -1
    for (const side of own) {
      if (leader < 0 || corner(side) !== corner(leader)) {
        leader = side
        first[Math.trunc(side / 3)] = 1
      }
      const t = Math.trunc(leader / 3)
      many[t]!++
      net[t]! += up[side] === up[leader] ? 1 : -1
    }
  }
  return { first, many, net }
}
