// The sides of a mesh's triangles by the edges they are on, and which triangles are there more than once.
//
// Vertices with the same coordinates are one (files repeat them). O(n), or n log n where very many triangles meet in one edge.

/** Slots of a hash table with open addressing for n keys: a power of two, at most half of them taken. */
function emptyTable(n: number): Int32Array {
  return new Int32Array(2 ** (33 - Math.clz32(Math.max(1, n)))).fill(-1)
}

/** Spreads the bits of a 32-bit number over all of it (the end of MurmurHash3). */
function spread(bits: number): number {
  let h = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/** The first of the vertices with the same coordinates, for each vertex. */
export function weldVertices(p: Float64Array): Uint32Array {
  const n = p.length / 3
  const weld = new Uint32Array(n)
  const table = emptyTable(n)
  const mask = table.length - 1
  const point = new Float64Array(3)
  const bits = new Int32Array(point.buffer)
  for (let v = 0; v < n; v++) {
    // Adding 0 makes a plain 0 of -0, which is the same number with other bits.
    const x = p[3 * v]! + 0
    const y = p[3 * v + 1]! + 0
    const z = p[3 * v + 2]! + 0
    point[0] = x
    point[1] = y
    point[2] = z
    let h = bits[0]! ^ spread(bits[1]!)
    h = (Math.imul(h, 31) + (bits[2]! ^ spread((bits[3]! + 1) | 0))) | 0
    h = (Math.imul(h, 31) + (bits[4]! ^ spread((bits[5]! + 2) | 0))) | 0
    let slot = spread(h) & mask
    while (true) {
      const first = table[slot]!
      if (first < 0) {
        table[slot] = v
        weld[v] = v
        break
      }
      if (p[3 * first] === x && p[3 * first + 1] === y && p[3 * first + 2] === z) {
        weld[v] = first
        break
      }
      slot = (slot + 1) & mask
    }
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
  const lows = new Uint32Array(triangles.length)
  const highs = new Uint32Array(triangles.length)
  const counts = new Int32Array(triangles.length)
  const table = emptyTable(triangles.length)
  const mask = table.length - 1
  let edges = 0
  for (let side = 0; side < triangles.length; side++) {
    const v = weld[triangles[side]!]!
    const w = weld[triangles[side % 3 === 2 ? side - 2 : side + 1]!]!
    if (v === w) {
      edge[side] = -1
      continue
    }
    const low = v < w ? v : w
    const high = v < w ? w : v
    let slot = spread((Math.imul(low, 0x9e3779b1) + high) | 0) & mask
    let e = table[slot]!
    while (e >= 0 && (lows[e] !== low || highs[e] !== high)) {
      slot = (slot + 1) & mask
      e = table[slot]!
    }
    if (e < 0) {
      e = edges++
      table[slot] = e
      lows[e] = low
      highs[e] = high
    }
    counts[e]!++
    edge[side] = e
    up[side] = v < w ? 1 : -1
  }
  const start = new Int32Array(edges + 1)
  const at = listSides(start, edge, counts)
  return { edge, up, start, at }
}

/** Fills `start` and returns the sides, by edge. Turns the counts into where the next one goes. */
function listSides(start: Int32Array, edge: Int32Array, counts: Int32Array): Int32Array {
  let sum = 0
  for (let e = 0; e + 1 < start.length; e++) {
    const count = counts[e]!
    counts[e] = sum
    sum += count
    start[e + 1] = sum
  }
  const at = new Int32Array(sum)
  for (let side = 0; side < edge.length; side++) {
    const e = edge[side]!
    if (e >= 0) at[counts[e]!++] = side
  }
  return at
}

/** The corner that a side does not touch. */
function cornerOf(weld: Uint32Array, triangles: Uint32Array, side: number): number {
  return weld[triangles[side % 3 === 0 ? side + 2 : side - 1]!]!
}

/** Triangles with the same three corners, in whatever order, are copies of one: the first of them represents all. */
export interface Copies {
  /** By triangle: 1 if it is the first of its copies. 0 for the others, and where two corners are one vertex. */
  readonly first: Uint8Array
  /** By triangle: 1 if it is the first of copies that are not all turned alike. */
  readonly mixed: Uint8Array
}

export function findCopies({ up, start, at }: Sides, weld: Uint32Array, triangles: Uint32Array): Copies {
  const n = triangles.length / 3
  const first = new Uint8Array(n)
  const mixed = new Uint8Array(n)
  const corner = (side: number): number => cornerOf(weld, triangles, side)
  const own: number[] = []
  for (let e = 0; e + 1 < start.length; e++) {
    // Each triangle is visited once, on the edge between its two least corners. One with only two corners never is.
    const one = at[start[e]!]!
    const v = weld[triangles[one]!]!
    const w = weld[triangles[one % 3 === 2 ? one - 2 : one + 1]!]!
    const high = v < w ? w : v
    let count = 0
    for (let k = start[e]!; k < start[e + 1]!; k++) {
      if (cornerOf(weld, triangles, at[k]!) > high) own[count++] = at[k]!
    }
    if (count === 0) continue
    if (count > 1) {
      own.length = count
      own.sort((s, t) => corner(s) - corner(t) || s - t)
    }
    let leader = own[0]!
    first[Math.trunc(leader / 3)] = 1
    for (let k = 1; k < count; k++) {
      const side = own[k]!
      if (corner(side) !== corner(leader)) {
        leader = side
        first[Math.trunc(side / 3)] = 1
      } else if (up[side] !== up[leader]) mixed[Math.trunc(leader / 3)] = 1
    }
  }
  return { first, mixed }
}
