// What is inside a mesh (docs/spec.md, [solids]), from its triangles alone. Surfaces that stay apart never tell: a bolt inside a block
// touches none of its triangles. But what is outside at the start stays outside as long as surfaces stay apart, so it is asked once.
//
// Vertices at the same place are one. A shell is a set of the file's triangles that hang together by edges. It is closed if every edge
// has an even number of sides, copies of a triangle counting once; or if not, all copies counting, what their numbers have in
// common divided out. A triangle with two corners at one place does not count. A closed shell is oriented if the sides on every
// edge cancel, as they came or after triangles were turned like their neighbours: then it goes around a point if a ray from there
// crosses it up more or less often than down; else if a ray crosses it an odd number of times. A closed shell that is inside out as it
// came, touches no other shell and lies inside one more solid than hollows, is a hollow. Shells that are not closed make up, with
// all added triangles, sets that use every edge an even number of times: what is on the odd side of one of them is inside.
//
// A point from which a ray leaves without meeting a triangle is outside, whatever the mesh is like: that settles nearly all. The point
// is one of another thing's, as the kinematics places it: off by rounding, but the proof has shown that no surface is that near.
import { Rejection } from './plain.js'
import { cross, dot, length, minus, U } from './poses.js'
import { BOX, fitBoxes } from './sets.js'
import type { MeshShape } from './world.js'

/** Directions to try before giving up: each misses with a chance that is all but none. And those in which a way out is looked for. */
const MOST_RAYS = 64
const WAYS_OUT = 12

/** A set of numbers in groups, each with a sign against the first of its group. */
class Groups {
  private readonly root: Int32Array
  private readonly sign: Int8Array

  constructor(count: number) {
    this.root = Int32Array.from({ length: count }, (_, i) => i)
    this.sign = new Int8Array(count).fill(1)
  }

  /** The first of its group. */
  find(i: number): number {
    while (this.root[i] !== i) {
      const up = this.root[i]!
      this.sign[i]! *= this.sign[up]!
      this.root[i] = this.root[up]!
      i = up
    }
    return i
  }

  signOf(i: number): number {
    let sign = 1
    for (; this.root[i] !== i; i = this.root[i]!) sign *= this.sign[i]!
    return sign
  }

  join(i: number, j: number, sign = 1): void {
    const own = sign * this.signOf(i) * this.signOf(j)
    const [a, b] = [this.find(i), this.find(j)]
    if (a === b) return
    this.root[Math.max(a, b)] = Math.min(a, b)
    this.sign[Math.max(a, b)] = own
  }
}

export class Solid {
  /** Shells that stay open, which are surfaces, and their share of the mesh's area. */
  readonly openShells: number
  readonly openShare: number
  /** By triangle: its shell's first one; what it counts for in its closed shell (less than 0: the other way round). */
  private readonly shellOf: Int32Array
  private readonly weight: Int32Array
  /** By a shell's first triangle. */
  private readonly closed = new Map<number, { readonly oriented: boolean; readonly given: boolean }>()
  /** Of triangles in shells that are not closed, and added ones: their piece; −1 for others. And sets of pieces that are closed. */
  private readonly pieceOf: Int32Array
  private readonly sets: ReadonlySet<number>[] = []
  private readonly boxes: Float64Array
  private readonly size: number
  private hollows: ReadonlySet<number> | undefined
  /** A vertex of all that hangs together by edges, one each. */
  readonly points: readonly number[][]

  constructor(
    private readonly mesh: MeshShape,
    private readonly name: string,
  ) {
    const { positions, triangles, file } = mesh
    this.boxes = fitBoxes(mesh, positions)
    this.size = positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const corners = weld(positions, triangles)
    const { edge, way, edges } = findEdges(corners, positions.length / 3)
    const count = triangles.length / 3
    const { many, net } = findCopies(corners, count, file)

    // Shells, and all that hangs together.
    const groups = new Groups(count)
    const all = new Groups(count)
    const lastOf = new Int32Array(edges).fill(-1)
    const lastInFile = new Int32Array(edges).fill(-1)
    for (let side = 0; side < edge.length; side++) {
      const t = Math.trunc(side / 3)
      const e = edge[side]!
      if (e < 0) continue
      if (lastOf[e]! >= 0) all.join(lastOf[e]!, t)
      if (t < file && lastInFile[e]! >= 0) groups.join(lastInFile[e]!, t)
      lastOf[e] = t
      if (t < file) lastInFile[e] = t
    }
    this.shellOf = Int32Array.from({ length: count }, (_, t) => (t < file ? groups.find(t) : -1))
    this.points = triangleNumbers(count)
      .filter((t) => all.find(t) === t)
      .map((t) => this.corner(3 * t))
    this.weight = new Int32Array(count)
    this.findClosed(edge, way, edges, many, net)
    this.pieceOf = new Int32Array(count).fill(-1)
    this.findSets(edge, edges, many)
    // A shell stays open that has a triangle in no set.
    const held = new Set(this.sets.flatMap((set) => [...set]))
    const open = new Set<number>()
    for (let t = 0; t < file; t++) if (this.pieceOf[t]! >= 0 && !held.has(this.pieceOf[t]!)) open.add(this.shellOf[t]!)
    let openArea = 0
    let area = 0
    for (let t = 0; t < file; t++) {
      const [a, b, c] = this.corners(t)
      const own = length(cross(minus(b, a), minus(c, a)))
      area += own
      if (open.has(this.shellOf[t]!)) openArea += own
    }
    this.openShells = open.size
    this.openShare = area > 0 ? openArea / area : 0
  }

  /** Closed shells: what their triangles count for, and whether they are oriented. */
  private findClosed(edge: Int32Array, way: Int8Array, edges: number, many: Int32Array, net: Int32Array): void {
    const { shellOf, weight } = this
    const { file } = this.mesh
    const common = new Int32Array(file)
    for (let t = 0; t < file; t++) if (many[t]! > 0) common[shellOf[t]!] = divisor(many[t]!, common[shellOf[t]!]!)
    const shellOfEdge = new Int32Array(edges).fill(-1)
    for (let side = 0; side < 3 * file; side++)
      if (edge[side]! >= 0) shellOfEdge[edge[side]!] = shellOf[Math.trunc(side / 3)]!
    /** Shells with an edge whose sum does not pass. */
    const failing = (
      value: (t: number, side: number) => number,
      passes: (sum: number, shell: number) => boolean,
    ): Set<number> => {
      const sums = new Float64Array(edges)
      for (let side = 0; side < 3 * file; side++) {
        if (edge[side]! >= 0) sums[edge[side]!]! += value(Math.trunc(side / 3), side)
      }
      const out = new Set<number>()
      for (let e = 0; e < edges; e++)
        if (shellOfEdge[e]! >= 0 && !passes(sums[e]!, shellOfEdge[e]!)) out.add(shellOfEdge[e]!)
      return out
    }
    const openOnce = failing(
      (t) => Math.min(1, many[t]!),
      (sum) => sum % 2 === 0,
    )
    const openAll = failing(
      (t) => many[t]!,
      (sum, shell) => sum === 0 || (sum / common[shell]!) % 2 === 0,
    )
    const twoWays = new Set<number>()
    for (let t = 0; t < file; t++) {
      const shell = shellOf[t]!
      if (many[t] === 0) continue
      if (openOnce.has(shell)) weight[t] = common[shell] === 1 ? net[t]! : many[t]! / common[shell]!
      else {
        weight[t] = 1
        if (Math.abs(net[t]!) !== many[t]) twoWays.add(shell)
      }
    }
    const turn = this.turnAlike(edge, way, edges, many)
    const uneven = failing(
      (t, side) => way[side]! * weight[t]!,
      (sum) => sum === 0,
    )
    const unevenTurned = failing(
      (t, side) => way[side]! * weight[t]! * turn[t]!,
      (sum) => sum === 0,
    )
    for (let t = 0; t < file; t++) if (uneven.has(shellOf[t]!)) weight[t]! *= turn[t]!
    for (let t = 0; t < file; t++) {
      const shell = shellOf[t]!
      if (shell !== t || (openOnce.has(shell) && openAll.has(shell))) continue
      const asCame = !uneven.has(shell)
      this.closed.set(shell, { oriented: asCame || !unevenTurned.has(shell), given: asCame && !twoWays.has(shell) })
    }
  }

  /** Turns triangles like their neighbours across edges where two meet and no more, copies apart: 1, or −1 for those turned over. */
  private turnAlike(edge: Int32Array, way: Int8Array, edges: number, many: Int32Array): Int8Array {
    const { file } = this.mesh
    const counts = new Int32Array(edges)
    const before = new Int32Array(edges).fill(-1)
    for (let side = 0; side < 3 * file; side++)
      if (edge[side]! >= 0 && many[Math.trunc(side / 3)]! > 0) counts[edge[side]!]!++
    const alike = new Groups(file)
    for (let side = 0; side < 3 * file; side++) {
      const t = Math.trunc(side / 3)
      const e = edge[side]!
      if (e < 0 || many[t] === 0 || counts[e] !== 2) continue
      const other = before[e]!
      if (other < 0) before[e] = side
      else alike.join(t, Math.trunc(other / 3), way[side] === way[other] ? -1 : 1)
    }
    return Int8Array.from({ length: file }, (_, t) => alike.signOf(t))
  }

  /**
   * Pieces of what is not closed as it came, and a basis of their sets that use every edge an even number of times: one piece after
   * the other, its greatest edge is cancelled by an earlier one's, as long as there is one.
   */
  private findSets(edge: Int32Array, edges: number, many: Int32Array): void {
    const { pieceOf, shellOf, closed } = this
    const count = pieceOf.length
    const { file } = this.mesh
    const counts = (t: number): boolean => many[t]! > 0 && !(t < file && closed.has(shellOf[t]!))
    const sides = new Int32Array(edges)
    for (let side = 0; side < edge.length; side++)
      if (edge[side]! >= 0 && counts(Math.trunc(side / 3))) sides[edge[side]!]!++
    const pieces = new Groups(count)
    const before = new Int32Array(edges).fill(-1)
    for (let side = 0; side < edge.length; side++) {
      const t = Math.trunc(side / 3)
      const e = edge[side]!
      if (e < 0 || !counts(t)) continue
      if (sides[e] === 2 && before[e]! >= 0) pieces.join(before[e]!, t)
      before[e] = t
    }
    const odd = new Map<number, Set<number>>()
    for (let t = 0; t < count; t++) {
      if (!counts(t)) continue
      const piece = pieces.find(t)
      pieceOf[t] = piece
      const own = odd.get(piece) ?? new Set<number>()
      odd.set(piece, own)
      for (let side = 3 * t; side < 3 * t + 3; side++) if (sides[edge[side]!] !== 2) toggle(own, edge[side]!)
    }
    const known = new Map<number, { readonly left: Set<number>; readonly used: Set<number> }>()
    for (const [piece, left] of odd) {
      const used = new Set([piece])
      for (;;) {
        const pivot = greatest(left)
        if (pivot < 0) {
          this.sets.push(used)
          break
        }
        const other = known.get(pivot)
        if (other === undefined) {
          known.set(pivot, { left, used })
          break
        }
        for (const e of other.left) toggle(left, e)
        for (const p of other.used) toggle(used, p)
      }
    }
  }

  /** Is the point, in the mesh's frame and not on its surface, inside? */
  contains(p: readonly number[]): boolean {
    for (let ray = 0; ray < WAYS_OUT; ray++)
      if (this.alongRay(p, rayDirection(ray), (_, side) => side === 0)) return false
    const { shells, sets } = this.around(p, -1)
    if (sets) return true
    if (shells.size === 0) return false
    this.hollows ??= this.findHollows()
    let depth = 0
    for (const shell of shells) depth += this.hollows.has(shell) ? -1 : 1
    return depth > 0
  }

  /** The closed shells around a point, `own` apart; and whether it is on the odd side of a set. */
  private around(p: readonly number[], own: number): { shells: Set<number>; sets: boolean } {
    const { closed, shellOf, weight, pieceOf } = this
    for (let ray = 0; ray < MOST_RAYS; ray++) {
      const windings = new Map<number, number>()
      const crossed = new Set<number>()
      const sure = this.alongRay(p, rayDirection(ray), (t, side) => {
        const shell = shellOf[t]!
        const counts = pieceOf[t]! >= 0 || (closed.has(shell) && shell !== own && weight[t] !== 0)
        if (!counts || side === 0) return true
        if (side === undefined) return false
        if (pieceOf[t]! >= 0) toggle(crossed, pieceOf[t]!)
        else windings.set(shell, (windings.get(shell) ?? 0) + side * weight[t]!)
        return true
      })
      if (!sure) continue
      const shells = [...windings].filter(([shell, winding]) =>
        closed.get(shell)!.oriented ? winding !== 0 : winding % 2 !== 0,
      )
      const isOdd = (set: ReadonlySet<number>): boolean =>
        [...crossed].filter((piece) => set.has(piece)).length % 2 === 1
      return { shells: new Set(shells.map(([shell]) => shell)), sets: this.sets.some(isOdd) }
    }
    throw new Rejection(`it cannot be told what is inside ${this.name}: every ray meets an edge`)
  }

  /**
   * Visits the triangles along a ray, until the visitor answers false: 1 for one that is crossed as its normal points, −1 the other
   * way, 0 for none, undefined if the ray comes too near to an edge, or the point to the plane, for doubles to tell.
   */
  private alongRay(
    p: readonly number[],
    d: readonly number[],
    visit: (t: number, side: number | undefined) => boolean,
  ): boolean {
    const { order, first, end, second } = this.mesh
    const waiting = [0]
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
      if (!this.rayMeetsBox(n, p, d)) continue
      if (second[n]! > 0) waiting.push(n + 1, second[n]!)
      else for (let i = first[n]!; i < end[n]!; i++) if (!visit(order[i]!, this.crossing(order[i]!, p, d))) return false
    }
    return true
  }

  private crossing(t: number, p: readonly number[], d: readonly number[]): number | undefined {
    const [a, b, c] = this.corners(t).map((corner) => minus(corner, p)) as [number[], number[], number[]]
    const sides = [determinant(d, a, b), determinant(d, b, c), determinant(d, c, a)]
    if (sides.includes(1) && sides.includes(-1)) return 0
    // All of it behind the point: dot products off by 4 u of their terms' sizes.
    if (sides.includes(0)) return [a, b, c].every((v) => dot(v, d) < -64 * U * sum(v)) ? 0 : undefined
    const height = determinant(a, b, c)
    if (height === 0) return undefined
    // The line crosses it; ahead of the point if the point sees it as the ray does.
    return height === sides[0] ? height : 0
  }

  private rayMeetsBox(n: number, p: readonly number[], d: readonly number[]): boolean {
    const room = 32 * U * (this.size + sum(p)) + 1e-150
    let from = 0
    let to = Infinity
    for (let k = 0; k < 3; k++) {
      const middle = this.boxes[BOX * n + k]! - p[k]!
      const half = this.boxes[BOX * n + 3 + k]! + room
      if (d[k] === 0 && Math.abs(middle) > half) return false
      if (d[k] === 0) continue
      from = Math.max(from, (d[k]! > 0 ? middle - half : middle + half) / d[k]!)
      to = Math.min(to, (d[k]! > 0 ? middle + half : middle - half) / d[k]!)
    }
    return from * (1 - 8 * U) <= to * (1 + 8 * U)
  }

  private findHollows(): Set<number> {
    const volumes = this.insideOut()
    const hollow = new Set<number>()
    // The largest first: what is around a shell that touches none is larger.
    const alone = [...this.touchNone(volumes)].sort((s, t) => volumes.get(t)! - volumes.get(s)! || s - t)
    const waiting = new Set(alone)
    for (const shell of alone) {
      let depth = 0
      for (const other of this.around(this.corner(3 * shell), shell).shells) {
        if (!waiting.has(other)) depth += hollow.has(other) ? -1 : 1
      }
      if (depth > 0) hollow.add(shell)
      waiting.delete(shell)
    }
    return hollow
  }

  /** Six times the volume of closed shells that are inside out for certain. */
  private insideOut(): Map<number, number> {
    const { shellOf, weight, closed } = this
    const { file } = this.mesh
    const sums = new Map<number, [number, number]>()
    for (let t = 0; t < file; t++) {
      const shell = shellOf[t]!
      if (closed.get(shell)?.given !== true || weight[t] === 0) continue
      const [a, b, c] = this.corners(t).map((corner) => minus(corner, this.corner(3 * shell))) as [
        number[],
        number[],
        number[],
      ]
      const [volume, size] = sums.get(shell) ?? [0, 0]
      sums.set(shell, [
        volume - weight[t]! * dot(a, cross(b, c)),
        size + Math.abs(weight[t]!) * sum(a) * sum(b) * sum(c),
      ])
    }
    const sure = [...sums].filter(([, [volume, size]]) => volume > 12 * file * U * size + 1e-290)
    return new Map(sure.map(([shell, [volume]]) => [shell, volume]))
  }

  /** Of the shells asked for: those that no triangle of another shell touches, for certain. */
  private touchNone(asked: ReadonlyMap<number, number>): Set<number> {
    const alone = new Set(asked.keys())
    if (alone.size === 0) return alone
    const { order, first, end, second } = this.mesh
    const waiting: [number, number][] = [[0, 0]]
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
      const [m, n] = pair
      if (!this.boxesMeet(m, n)) continue
      if (second[m]! > 0 && (second[n] === 0 || this.boxes[BOX * m + 6]! >= this.boxes[BOX * n + 6]!)) {
        waiting.push([m + 1, n], [second[m]!, n])
      } else if (second[n]! > 0) waiting.push([m, n + 1], [m, second[n]!])
      else {
        for (let i = first[m]!; i < end[m]!; i++) {
          for (let j = first[n]!; j < end[n]!; j++) {
            const [s, t] = [this.shellOf[order[i]!]!, this.shellOf[order[j]!]!]
            if (s === t || s < 0 || t < 0 || !(alone.has(s) || alone.has(t))) continue
            if (trianglesApart(this.corners(order[i]!), this.corners(order[j]!))) continue
            alone.delete(s)
            alone.delete(t)
          }
        }
      }
    }
    return alone
  }

  private boxesMeet(m: number, n: number): boolean {
    const { boxes } = this
    const room = 64 * U * this.size
    for (let k = 0; k < 3; k++) {
      const apart = Math.abs(boxes[BOX * m + k]! - boxes[BOX * n + k]!)
      if (apart > boxes[BOX * m + 3 + k]! + boxes[BOX * n + 3 + k]! + room) return false
    }
    return true
  }

  private corner(at: number): number[] {
    const { positions, triangles } = this.mesh
    return Array.from(positions.subarray(3 * triangles[at]!, 3 * triangles[at]! + 3))
  }

  private corners(t: number): [number[], number[], number[]] {
    return [this.corner(3 * t), this.corner(3 * t + 1), this.corner(3 * t + 2)]
  }
}

/** Corners of triangles, as the first vertex at the same place. */
function weld(p: Float64Array, triangles: Uint32Array): Uint32Array {
  const order = Uint32Array.from({ length: p.length / 3 }, (_, v) => v)
  const compare = (v: number, w: number): number =>
    p[3 * v]! - p[3 * w]! || p[3 * v + 1]! - p[3 * w + 1]! || p[3 * v + 2]! - p[3 * w + 2]!
  order.sort((v, w) => compare(v, w) || v - w)
  const first = new Uint32Array(order.length)
  order.forEach((v, i) => {
    first[v] = i > 0 && compare(order[i - 1]!, v) === 0 ? first[order[i - 1]!]! : v
  })
  return triangles.map((v) => first[v]!)
}

interface Edges {
  /** By side (3·t + k goes from corner k of triangle t to the next): its edge, −1 if its ends are one; 1 or −1: which way it goes. */
  readonly edge: Int32Array
  readonly way: Int8Array
  readonly edges: number
}

function findEdges(corners: Uint32Array, vertices: number): Edges {
  const numbers = new Map<number, number>()
  const edge = new Int32Array(corners.length).fill(-1)
  const way = new Int8Array(corners.length)
  for (let side = 0; side < corners.length; side++) {
    const v = corners[side]!
    const w = corners[side % 3 === 2 ? side - 2 : side + 1]!
    if (v === w) continue
    const key = Math.min(v, w) * vertices + Math.max(v, w)
    const known = numbers.get(key)
    edge[side] = known ?? numbers.size
    if (known === undefined) numbers.set(key, numbers.size)
    way[side] = v < w ? 1 : -1
  }
  return { edge, way, edges: numbers.size }
}

/**
 * By triangle: of how many with the same corners it is the first; 0 for the others, and where two corners are one. And how many of them are
 * turned like it, less those that are not. An added triangle is no copy of the file's.
 */
function findCopies(corners: Uint32Array, count: number, file: number): { many: Int32Array; net: Int32Array } {
  const many = new Int32Array(count)
  const net = new Int32Array(count)
  const firsts = new Map<string, number>()
  for (let t = 0; t < count; t++) {
    const own = [corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!]
    const [a, b, c] = own.toSorted((v, w) => v - w)
    if (a === b || b === c) continue
    const key = `${a} ${b} ${c} ${t < file}`
    const first = firsts.get(key) ?? t
    if (first === t) firsts.set(key, t)
    many[first]!++
    const isSame = wayRound(corners, t) === wayRound(corners, first)
    net[first]! += isSame ? 1 : -1
  }
  return { many, net }
}

/** Of the six orders of three corners three are even: 1, else −1. */
function wayRound(corners: Uint32Array, t: number): number {
  const [a, b, c] = [corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!]
  return (a < b ? 1 : -1) * (b < c ? 1 : -1) * (a < c ? 1 : -1)
}

function triangleNumbers(count: number): number[] {
  return Array.from({ length: count }, (_, t) => t)
}

function toggle(set: Set<number>, item: number): void {
  if (!set.delete(item)) set.add(item)
}

function greatest(set: ReadonlySet<number>): number {
  let most = -1
  for (const item of set) if (item > most) most = item
  return most
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}

/** Directions with no pattern: steps of irrational parts of a turn and of the height of a sphere. */
function rayDirection(ray: number): number[] {
  const z = 2 * ((0.1234567 + ray * 0.7548776662466927) % 1) - 1
  const angle = 2 * Math.PI * ((0.2345678 + ray * 0.5698402909980532) % 1)
  const across = Math.sqrt(1 - z * z)
  return [across * Math.cos(angle), across * Math.sin(angle), z]
}

/** One of the directions across both triangles' planes and edges separates them for certain. */
function trianglesApart(a: readonly number[][], b: readonly number[][]): boolean {
  const edgesOf = (t: readonly number[][]): number[][] => [0, 1, 2].map((k) => minus(t[(k + 1) % 3]!, t[k]!))
  const [edgesA, edgesB] = [edgesOf(a), edgesOf(b)]
  const normals = [cross(edgesA[0]!, edgesA[1]!), cross(edgesB[0]!, edgesB[1]!)] as const
  const directions = [
    ...normals,
    ...edgesA.flatMap((e) => [cross(normals[0], e), ...edgesB.map((f) => cross(e, f))]),
    ...edgesB.map((e) => cross(normals[1], e)),
  ]
  return directions.some((n) => {
    const alongA = a.map((p) => dot(n, p))
    const alongB = b.map((p) => dot(n, p))
    const slack = 8 * U * sum(n) * Math.max(...a.map(sum), ...b.map(sum)) + 1e-290
    return Math.max(...alongA) < Math.min(...alongB) - slack || Math.max(...alongB) < Math.min(...alongA) - slack
  })
}

/** Sign of a·(b × c) where that is certain, else 0: six products of three, off by 9 u of their sizes; and their factors by u each. */
function determinant(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  const value = dot(a, cross(b, c))
  return Math.abs(value) > 16 * U * sum(a) * sum(b) * sum(c) + 1e-290 ? Math.sign(value) : 0
}

/** Of all absolute values. */
function sum(a: readonly number[]): number {
  return Math.abs(a[0]!) + Math.abs(a[1]!) + Math.abs(a[2]!)
}
