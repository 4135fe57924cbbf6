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

/** Numbers in groups, each with a sign against the first of its group. */
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

/** The triangles of a mesh with vertices at one place as one: the edges of their sides, and copies. */
class Sides {
  readonly edges: number
  /** By side (3·t + k goes from corner k of triangle t to the next): its edge, −1 if its ends are one; 1 or −1: which way it goes. */
  readonly edge: Int32Array
  readonly way: Int8Array
  /**
   * By triangle: of how many with the same corners it is the first, 0 for the others and where two corners are one; and how many of them
   * are turned like it, less those that are not. An added triangle is no copy of the file's.
   */
  readonly many: Int32Array
  readonly net: Int32Array

  constructor({ positions: p, triangles, file }: MeshShape) {
    const order = Uint32Array.from({ length: p.length / 3 }, (_, v) => v)
    const compare = (v: number, w: number): number =>
      p[3 * v]! - p[3 * w]! || p[3 * v + 1]! - p[3 * w + 1]! || p[3 * v + 2]! - p[3 * w + 2]!
    order.sort((v, w) => compare(v, w) || v - w)
    const first = new Uint32Array(order.length)
    order.forEach((v, i) => {
      first[v] = i > 0 && compare(order[i - 1]!, v) === 0 ? first[order[i - 1]!]! : v
    })
    const corners = triangles.map((v) => first[v]!)
    this.edge = new Int32Array(corners.length).fill(-1)
    this.way = new Int8Array(corners.length)
    const numbers = new Map<number, number>()
    for (let side = 0; side < corners.length; side++) {
      const [v, w] = [corners[side]!, corners[side % 3 === 2 ? side - 2 : side + 1]!]
      if (v === w) continue
      const key = Math.min(v, w) * order.length + Math.max(v, w)
      this.edge[side] = numbers.get(key) ?? numbers.size
      numbers.set(key, this.edge[side]!)
      this.way[side] = v < w ? 1 : -1
    }
    this.edges = numbers.size
    this.many = new Int32Array(corners.length / 3)
    this.net = new Int32Array(corners.length / 3)
    // Of the six orders of three corners three are even: 1, else −1.
    const turn = (t: number): number => this.way[3 * t]! * this.way[3 * t + 1]! * this.way[3 * t + 2]!
    const firsts = new Map<string, number>()
    for (let t = 0; t < this.many.length; t++) {
      if (turn(t) === 0) continue
      const key = `${corners.slice(3 * t, 3 * t + 3).sort()} ${t < file}`
      const one = firsts.get(key) ?? t
      firsts.set(key, one)
      this.many[one]!++
      this.net[one]! += turn(t) * turn(one)
    }
  }

  /** Of triangles from 0 to before `count` that pass: their sides' sums by edge. */
  sums(count: number, value: (t: number, side: number) => number): Float64Array {
    const sums = new Float64Array(this.edges)
    for (let side = 0; side < 3 * count; side++) {
      if (this.edge[side]! >= 0) sums[this.edge[side]!]! += value(Math.trunc(side / 3), side)
    }
    return sums
  }

  /** Groups of triangles from 0 to before `count` that meet at edges; of two sides at one, `sign` says how they go together, or 0. */
  groups(count: number, sign: (t: number, edge: number, side: number, other: number) => number): Groups {
    const groups = new Groups(count)
    const before = new Int32Array(this.edges).fill(-1)
    for (let side = 0; side < 3 * count; side++) {
      const [t, e] = [Math.trunc(side / 3), this.edge[side]!]
      const own = e < 0 ? 0 : sign(t, e, side, before[e]!)
      if (own === 0) continue
      if (before[e]! >= 0) groups.join(Math.trunc(before[e]! / 3), t, own)
      before[e] = side
    }
    return groups
  }
}

export class Solid {
  /** Shells that stay open, which are surfaces, and their share of the mesh's area. */
  readonly openShells: number
  readonly openShare: number
  /** A vertex of all that hangs together by edges, one each. */
  readonly points: readonly number[][]
  /** By triangle: its shell's first one (−1 if it was added); what it counts for in its closed shell, less than 0: the other way round. */
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

  constructor(
    private readonly mesh: MeshShape,
    private readonly name: string,
  ) {
    const { positions, triangles, file } = mesh
    this.boxes = fitBoxes(mesh, positions)
    this.size = positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const count = triangles.length / 3
    const sides = new Sides(mesh)
    const all = sides.groups(count, () => 1)
    const roots = Array.from({ length: count }, (_, t) => t).filter((t) => all.find(t) === t)
    this.points = roots.map((t) => this.corner(3 * t))
    const shells = sides.groups(file, () => 1)
    this.shellOf = Int32Array.from({ length: count }, (_, t) => (t < file ? shells.find(t) : -1))
    this.weight = new Int32Array(count)
    this.findClosed(sides)
    this.pieceOf = new Int32Array(count).fill(-1)
    this.findSets(sides)
    // A shell stays open that has a triangle in no set.
    const held = new Set(this.sets.flatMap((set) => [...set]))
    const open = new Set(
      this.shellOf.filter((_, t) => t < file && this.pieceOf[t]! >= 0 && !held.has(this.pieceOf[t]!)),
    )
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
  private findClosed(sides: Sides): void {
    const { shellOf, weight } = this
    const { file } = this.mesh
    const { edge, way, many, net } = sides
    const common = new Int32Array(file)
    for (let t = 0; t < file; t++) if (many[t]! > 0) common[shellOf[t]!] = divisor(many[t]!, common[shellOf[t]!]!)
    /** Shells with an edge whose sum does not pass. */
    const failing = (value: (t: number, side: number) => number, passes: (sum: number, shell: number) => boolean) => {
      const sums = sides.sums(file, value)
      const isWrong = (t: number, e: number): boolean => e >= 0 && !passes(sums[e]!, shellOf[t]!)
      return new Set(shellOf.filter((_, t) => t < file && [0, 1, 2].some((k) => isWrong(t, edge[3 * t + k]!))))
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
      if (openOnce.has(shell)) weight[t] = common[shell] === 1 ? net[t]! : many[t]! / common[shell]!
      else weight[t] = Math.min(1, many[t]!)
      if (!openOnce.has(shell) && Math.abs(net[t]!) !== many[t]) twoWays.add(shell)
    }
    // Triangles turned like their neighbours across edges where two meet and no more, copies apart.
    const faces = sides.sums(file, (t) => Math.min(1, many[t]!))
    const alike = sides.groups(file, (t, e, side, other) => {
      if (many[t] === 0 || faces[e] !== 2) return 0
      return other >= 0 && way[side] === way[other] ? -1 : 1
    })
    const isEven = (sum: number): boolean => sum === 0
    const uneven = failing((t, side) => way[side]! * weight[t]!, isEven)
    const unevenTurned = failing((t, side) => way[side]! * weight[t]! * alike.signOf(t), isEven)
    for (let t = 0; t < file; t++) if (uneven.has(shellOf[t]!)) weight[t]! *= alike.signOf(t)
    for (let t = 0; t < file; t++) {
      if (shellOf[t] !== t || (openOnce.has(t) && openAll.has(t))) continue
      const asCame = !uneven.has(t)
      this.closed.set(t, { oriented: asCame || !unevenTurned.has(t), given: asCame && !twoWays.has(t) })
    }
  }

  /**
   * Pieces of what is not closed as it came, and a basis of their sets that use every edge an even number of times: one piece after the
   * other, its greatest edge is cancelled by an earlier one's, as long as there is one.
   */
  private findSets(sides: Sides): void {
    const { pieceOf, shellOf, closed } = this
    const count = pieceOf.length
    const { edge, many } = sides
    const counts = (t: number): boolean => many[t]! > 0 && !closed.has(shellOf[t]!)
    const sums = sides.sums(count, (t) => (counts(t) ? 1 : 0))
    const pieces = sides.groups(count, (t, e) => (counts(t) && sums[e] === 2 ? 1 : 0))
    const odd = new Map<number, Set<number>>()
    for (let t = 0; t < count; t++) {
      if (!counts(t)) continue
      pieceOf[t] = pieces.find(t)
      const own = odd.get(pieceOf[t]!) ?? new Set<number>()
      odd.set(pieceOf[t]!, own)
      for (let side = 3 * t; side < 3 * t + 3; side++) if (sums[edge[side]!] !== 2) toggle(own, edge[side]!)
    }
    const known = new Map<number, { readonly left: Set<number>; readonly used: Set<number> }>()
    for (const [piece, left] of odd) {
      const used = new Set([piece])
      let pivot = greatest(left)
      for (let other = known.get(pivot); other !== undefined; other = known.get(pivot)) {
        for (const e of other.left) toggle(left, e)
        for (const p of other.used) toggle(used, p)
        pivot = greatest(left)
      }
      if (pivot < 0) this.sets.push(used)
      else known.set(pivot, { left, used })
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
