// The shells of a mesh: pieces that hang together by their edges, and which of them are closed, so that they have an inside.
//
// Vertices with the same coordinates are one (files repeat them). A shell is closed if each of its edges has an even number of
// sides of triangles: then every line that avoids its edges and vertices crosses it an even number of times, and inside and
// outside are told apart by counting. If it can be turned so that each edge is passed as often in one direction as in the
// other, it is oriented: then a signed count, the winding number, tells how often it goes around a point, also where it
// passes through itself. A triangle two corners of which are one has an edge with two sides and adds nothing.
//
// O(n), once a mesh; kept with the tree until that is refitted.
import type { MeshTree } from './mesh-tree.js'

export interface MeshShells {
  readonly count: number
  /** By triangle: its shell, and −1 where it must be turned over to be like its neighbours, else 1. */
  readonly shellOf: Int32Array
  readonly turn: Int8Array
  /** By shell: 1 if it is closed; 1 if its winding numbers mean something, else only whether they are odd. */
  readonly closed: Uint8Array
  readonly oriented: Uint8Array
  /** By shell: 1 if it is oriented as it came, no triangle of it turned over. */
  readonly given: Uint8Array
  /** By shell: a vertex of it. */
  readonly vertex: Uint32Array
  readonly anyClosed: boolean
  readonly allClosed: boolean
}

const kept = new WeakMap<MeshTree, { readonly version: number; readonly shells: MeshShells }>()

export function meshShells(tree: MeshTree): MeshShells {
  const known = kept.get(tree)
  if (known !== undefined && known.version === tree.version) return known.shells
  tree.demandAttached('mesh')
  const shells = findShells(tree.positions, tree.triangles)
  kept.set(tree, { version: tree.version, shells })
  return shells
}

export function findShells(positions: Float64Array, triangles: Uint32Array): MeshShells {
  const sides = findSides(weldVertices(positions), triangles)
  const { shellOf, turn, vertex } = flood(sides, triangles)
  const count = vertex.length
  const closed = new Uint8Array(count).fill(1)
  const given = new Uint8Array(count).fill(1)
  const turned = new Uint8Array(count).fill(1)
  const { start, at, up } = sides
  for (let e = 0; e + 1 < start.length; e++) {
    const shell = shellOf[Math.trunc(at[start[e]!]! / 3)]!
    if ((start[e + 1]! - start[e]!) % 2 !== 0) closed[shell] = 0
    let balance = 0
    let balanceTurned = 0
    for (let k = start[e]!; k < start[e + 1]!; k++) {
      const side = at[k]!
      balance += up[side]!
      balanceTurned += up[side]! * turn[Math.trunc(side / 3)]!
    }
    if (balance !== 0) given[shell] = 0
    if (balanceTurned !== 0) turned[shell] = 0
  }
  const oriented = new Uint8Array(count)
  for (let s = 0; s < count; s++) {
    oriented[s] = closed[s]! & (given[s]! | turned[s]!)
    given[s] = closed[s]! & given[s]!
  }
  for (let t = 0; t < turn.length; t++) if (given[shellOf[t]!] === 1) turn[t] = 1
  const open = closed.indexOf(0) >= 0
  return {
    count,
    shellOf,
    turn,
    closed,
    oriented,
    given,
    vertex,
    anyClosed: closed.indexOf(1) >= 0,
    allClosed: count > 0 && !open,
  }
}

/** The first of the vertices with the same coordinates, for each vertex. */
function weldVertices(p: Float64Array): Uint32Array {
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
interface Sides {
  /** By side: its edge, or -1 if its ends are one vertex; and 1 or −1, for the direction in which it passes it. */
  readonly edge: Int32Array
  readonly up: Int8Array
  /** The sides on edge e are at[start[e]..start[e + 1]). */
  readonly start: Int32Array
  readonly at: Int32Array
}

function findSides(weld: Uint32Array, triangles: Uint32Array): Sides {
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

/** Numbers the shells, and turns triangles like their neighbours wherever two meet at an edge and no more. */
function flood(
  { edge, up, start, at }: Sides,
  triangles: Uint32Array,
): { shellOf: Int32Array; turn: Int8Array; vertex: Uint32Array } {
  const n = triangles.length / 3
  const shellOf = new Int32Array(n).fill(-1)
  const turn = new Int8Array(n).fill(1)
  const vertex: number[] = []
  const waiting = new Int32Array(n)
  for (let seed = 0; seed < n; seed++) {
    if (shellOf[seed]! >= 0) continue
    const shell = vertex.length
    vertex.push(triangles[3 * seed]!)
    shellOf[seed] = shell
    waiting[0] = seed
    let top = 1
    while (top > 0) {
      const t = waiting[--top]!
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        const e = edge[side]!
        if (e < 0) continue
        const pair = start[e + 1]! - start[e]! === 2
        for (let k = start[e]!; k < start[e + 1]!; k++) {
          const other = Math.trunc(at[k]! / 3)
          if (shellOf[other]! >= 0) continue
          shellOf[other] = shell
          if (pair && up[at[k]!] === up[side]) turn[other] = -turn[t]! as 1 | -1
          else if (pair) turn[other] = turn[t]!
          waiting[top++] = other
        }
      }
    }
  }
  return { shellOf, turn, vertex: Uint32Array.from(vertex) }
}
