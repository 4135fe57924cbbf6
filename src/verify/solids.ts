// What is inside a mesh (docs/spec.md, [solids]), from its triangles alone. Surfaces that stay apart never tell: a bolt inside a block
// touches none of its triangles. But what is outside at the start stays outside as long as surfaces stay apart, so it is asked once.
//
// Vertices at the same place are one, copies of a triangle count once, and one with two corners at one place does not count. A shell is a set
// of the file's triangles that meet at edges at which there are exactly two. It is closed if each edge has an even number of its sides, and
// oriented if these cancel once its triangles are turned alike: then it goes around a point if a ray from there crosses it up more or less
// often than down; else if a ray crosses it an odd number of times. A closed shell that is inside out as it came, touches no other shell
// and lies inside one more solid than hollows, is a hollow. The other shells make up, with all added triangles, closed choices: numbers
// of triangles, modulo a prime, that cancel at every edge. What one of them goes around is inside.
//
// A point from which a ray leaves without meeting a triangle is outside, whatever the mesh is like: that settles nearly all. The point
// is one of another thing's, as the kinematics places it: off by rounding, but the proof has shown that no surface is that near.
import { Rejection } from './plain.js'
import { cross, dot, length, minus, U } from './poses.js'
import { BOX, fitBoxes } from './sets.js'
import type { ReadMesh } from './world.js'

/** Directions to try before giving up: each fails with a negligible chance. And those in which a way out is looked for. */
const MOST_RAYS = 64
const WAYS_OUT = 12

/** Numbers of closed choices are modulo these. */
const FIELDS = [2, 65521]

/**
 * A shell that is filled by more than this part of its area, or is around less than this in units of its area to the power of 3/2, may
 * enclose nothing: a surface. Areas and volumes are good to more digits than these have.
 */
const MOST_FILLING = 0.5 * (1 + 1e-9)
const FLAT = 1e-6 * (1 - 1e-6)

interface Choice {
  readonly modulus: number
  readonly factors: ReadonlyMap<number, number>
}

/** Numbers in groups, each with a sign against the first of its group. */
class Groups {
  private readonly root: Int32Array
  private readonly sign: Int8Array
  /** Those that are joined to themselves with the other sign. */
  private readonly twisted = new Set<number>()

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

  /** Firsts of groups that have no signs. */
  unsigned(): Set<number> {
    return new Set([...this.twisted].map((i) => this.find(i)))
  }

  signOf(i: number): number {
    let sign = 1
    for (; this.root[i] !== i; i = this.root[i]!) sign *= this.sign[i]!
    return sign
  }

  join(i: number, j: number, sign = 1): void {
    const own = sign * this.signOf(i) * this.signOf(j)
    const [a, b] = [this.find(i), this.find(j)]
    if (a === b && own < 0) this.twisted.add(i)
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
  /** By triangle: 1 if it is the first with its corners, 0 for the others and where two corners are one; 2 if some are turned against it. */
  readonly first: Uint8Array

  constructor({ positions: p, triangles, file }: ReadMesh) {
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
    this.first = new Uint8Array(corners.length / 3)
    // Of the six orders of three corners three are even: 1, else −1.
    const turn = (t: number): number => this.way[3 * t]! * this.way[3 * t + 1]! * this.way[3 * t + 2]!
    const firsts = new Map<string, number>()
    for (let t = 0; t < this.first.length; t++) {
      if (turn(t) === 0) continue
      // An added triangle is not a copy of the file's.
      const key = `${corners.slice(3 * t, 3 * t + 3).sort()} ${t < file}`
      const one = firsts.get(key) ?? t
      firsts.set(key, one)
      if (one === t) this.first[t] = 1
      else if (turn(t) !== turn(one)) this.first[one] = 2
    }
  }

  /** Of triangles that are taken: how they hang together by edges; with `twos`, only by those at which there are exactly two. */
  groups(taken: (t: number) => boolean, twos: boolean): Groups {
    const { edge, way } = this
    const groups = new Groups(this.first.length)
    const many = new Int32Array(this.edges)
    const counts = edge.map((e, side) => (e >= 0 && taken(Math.trunc(side / 3)) ? 1 : 0))
    counts.forEach((counted, side) => {
      if (counted === 1) many[edge[side]!]!++
    })
    const before = new Int32Array(this.edges).fill(-1)
    counts.forEach((counted, side) => {
      if (counted === 0) return
      const other = before[edge[side]!]!
      before[edge[side]!] = side
      if (other < 0 || (twos && many[edge[side]!] !== 2)) return
      groups.join(Math.trunc(other / 3), Math.trunc(side / 3), way[side] === way[other] ? -1 : 1)
    })
    return groups
  }
}

export class Solid {
  /** What hangs together and stays open, which are surfaces, and their share of the mesh's area. */
  readonly openShells: number
  readonly openShare: number
  /** A vertex of all that hangs together by edges, one each. */
  readonly points: readonly number[][]
  /** By triangle: the first one of its shell, or of its piece among those that are not closed and added ones; −1 if it does not count. */
  private readonly shellOf: Int32Array
  private readonly pieceOf: Int32Array
  /** 1, or −1 where it must be turned over to be like that first one. */
  private readonly turn: Int8Array
  /** By a closed shell's first triangle. */
  private readonly closed = new Map<number, { readonly oriented: boolean; readonly given: boolean }>()
  private readonly choices: readonly Choice[]
  /** Vertices are scaled by a power of two, which changes no digit, so that products neither vanish nor grow without end. */
  private readonly scale: number
  private readonly vertices: Float64Array
  private readonly boxes: Float64Array
  private readonly size: number
  private hollows: ReadonlySet<number> | undefined

  constructor(
    private readonly mesh: ReadMesh,
    private readonly name: string,
  ) {
    const { positions, triangles, file } = mesh
    const size = positions.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    this.scale = size > 0 ? 2 ** -Math.floor(Math.log2(size)) : 1
    this.size = this.scale * size
    this.vertices = positions.map((value) => this.scale * value)
    this.boxes = fitBoxes(mesh, this.vertices)
    const all = Array.from({ length: triangles.length / 3 }, (_, t) => t)
    const sides = new Sides(mesh)
    const whole = sides.groups(() => true, false)
    this.points = all.filter((t) => whole.find(t) === t).map((t) => this.corner(3 * t, positions))
    const isFirst = (t: number): boolean => t < file && sides.first[t]! > 0
    const shells = sides.groups(isFirst, true)
    this.shellOf = Int32Array.from(all, (t) => (isFirst(t) ? shells.find(t) : -1))
    this.turn = Int8Array.from(all, (t) => shells.signOf(t))
    this.findClosed(sides, shells)
    const { shellOf, closed } = this
    const isTaken = (t: number): boolean => sides.first[t]! > 0 && !closed.has(shellOf[t]!)
    const pieces = sides.groups(isTaken, true)
    this.pieceOf = Int32Array.from(all, (t) => (isTaken(t) ? pieces.find(t) : -1))
    const { pieceOf } = this
    for (const t of all) if (isTaken(t)) this.turn[t] = pieces.signOf(t)
    this.choices = FIELDS.flatMap((modulus) => this.findChoices(sides, modulus, pieces.unsigned()))
    // What stays open: what belongs to no choice, and shells that may enclose nothing.
    const held = new Set(this.choices.flatMap(({ factors }) => [...factors.keys()]))
    const fillings = sides.groups((t) => t >= file && isTaken(t), false)
    const empty = this.findEmpty(sides, fillings, isTaken)
    const isOpen = (t: number): boolean => empty.has(shellOf[t]!) || (isTaken(t) && !held.has(pieceOf[t]!))
    const open = new Set(all.filter((t) => isFirst(t) && isOpen(t)))
    const surfaces = sides.groups((t) => open.has(t), false)
    const area = (list: number[]): number => list.reduce((sum, t) => sum + this.area(t), 0)
    this.openShells = new Set([...open].map((t) => surfaces.find(t))).size
    this.openShare = open.size > 0 ? Number((area([...open]) / area(all.filter(isFirst))).toPrecision(9)) : 0
  }

  /** Closed shells, and whether they are oriented. */
  private findClosed({ edge, way, first }: Sides, shells: Groups): void {
    const { shellOf, turn, closed } = this
    const open = new Set<number>()
    const uneven = shells.unsigned()
    const turned = new Set<number>()
    const sums = new Map<number, [number, number]>()
    shellOf.forEach((shell, t) => {
      if (shell < 0) return
      if (turn[t]! < 0 || first[t] === 2) turned.add(shell)
      for (let side = 3 * t; side < 3 * t + 3; side++) {
        const key = edge[side]! * turn.length + shell
        const [many, net] = sums.get(key) ?? [0, 0]
        sums.set(key, [many + 1, net + way[side]! * turn[t]!])
      }
    })
    for (const [key, [many, net]] of sums) {
      const shell = key % turn.length
      if (many % 2 !== 0) open.add(shell)
      if (net !== 0) uneven.add(shell)
    }
    shellOf.forEach((shell, t) => {
      if (shell !== t || open.has(t)) return
      closed.set(t, { oriented: !uneven.has(t), given: !uneven.has(t) && !turned.has(t) })
    })
  }

  /** Shells that may enclose nothing: closed ones that are flat, or not oriented; others, where what fills them is large. */
  private findEmpty({ edge }: Sides, fillings: Groups, isTaken: (t: number) => boolean): Set<number> {
    const { shellOf, closed, turn } = this
    const { file } = this.mesh
    /** By the first triangle of a shell, and of fillings that hang together. */
    const areas = new Map<number, number>()
    const volumes = new Map<number, number>()
    const count = (sums: Map<number, number>, at: number, value: number): unknown =>
      sums.set(at, (sums.get(at) ?? 0) + value)
    const fillingAt = new Map<number, number>()
    for (let t = 0; t < shellOf.length; t++) {
      const at = t < file ? shellOf[t]! : isTaken(t) ? fillings.find(t) : -1
      if (at < 0) continue
      count(areas, at, this.area(t) / 2)
      if (closed.has(at)) count(volumes, at, (turn[t]! * this.volume(t, at)) / 6)
      if (t >= file) for (const e of edge.subarray(3 * t, 3 * t + 3)) fillingAt.set(e, at)
    }
    // Shells share a filling by the lengths of their sides at it.
    const lengths = new Map<number, Map<number, number>>()
    const all = new Map<number, number>()
    for (let side = 0; side < 3 * file; side++) {
      const t = Math.trunc(side / 3)
      const filling = isTaken(t) ? fillingAt.get(edge[side]!) : undefined
      if (filling === undefined) continue
      const along = length(minus(this.corner(side), this.corner(side % 3 === 2 ? side - 2 : side + 1)))
      const own = lengths.get(shellOf[t]!) ?? new Map<number, number>()
      lengths.set(shellOf[t]!, own)
      count(own, filling, along)
      count(all, filling, along)
    }
    const isEmpty = (shell: number): boolean => {
      const area = areas.get(shell)!
      const own = closed.get(shell)
      if (own !== undefined) return !own.oriented || Math.abs(volumes.get(shell)!) < FLAT * area ** 1.5
      let filled = 0
      for (const [at, along] of lengths.get(shell) ?? []) filled += (areas.get(at)! * along) / all.get(at)!
      return filled > MOST_FILLING * area
    }
    return new Set([...new Set(shellOf)].filter((shell) => shell >= 0 && isEmpty(shell)))
  }

  /**
   * A basis of the closed choices of pieces: one piece after the other, its greatest edge is cancelled by an earlier one's, as long as there
   * is one. Pieces without signs are in none, but of numbers modulo 2.
   */
  private findChoices({ edge, way }: Sides, modulus: number, unsigned: ReadonlySet<number>): Choice[] {
    const { pieceOf, turn } = this
    const boundaries = new Map<number, Map<number, number>>()
    pieceOf.forEach((piece, t) => {
      if (piece < 0 || (modulus > 2 && unsigned.has(piece))) return
      const own = boundaries.get(piece) ?? new Map<number, number>()
      boundaries.set(piece, own)
      for (let side = 3 * t; side < 3 * t + 3; side++) addTo(own, edge[side]!, way[side]! * turn[t]!, modulus)
    })
    const known = new Map<number, { readonly left: Map<number, number>; readonly used: Map<number, number> }>()
    const out: Choice[] = []
    for (const [piece, left] of boundaries) {
      const used = new Map([[piece, 1]])
      let pivot = greatest(left)
      for (let other = known.get(pivot); other !== undefined; other = known.get(pivot)) {
        const times = modulus - ((left.get(pivot)! * inverse(other.left.get(pivot)!, modulus)) % modulus)
        for (const [e, factor] of other.left) addTo(left, e, times * factor, modulus)
        for (const [p, factor] of other.used) addTo(used, p, times * factor, modulus)
        pivot = greatest(left)
      }
      if (pivot < 0) out.push({ modulus, factors: used })
      else known.set(pivot, { left, used })
    }
    return out
  }

  /** Is the point, in the mesh's frame and not on its surface, inside? */
  contains(at: readonly number[]): boolean {
    const p = at.map((value) => this.scale * value)
    for (let ray = 0; ray < WAYS_OUT; ray++)
      if (this.alongRay(p, rayDirection(ray), (_, side) => side === 0)) return false
    const { shells, choices } = this.around(p, -1)
    if (choices) return true
    if (shells.size === 0) return false
    this.hollows ??= this.findHollows()
    let depth = 0
    for (const shell of shells) depth += this.hollows.has(shell) ? -1 : 1
    return depth > 0
  }

  /** The closed shells around a point, `own` apart; and whether a closed choice is around it. */
  private around(p: readonly number[], own: number): { shells: Set<number>; choices: boolean } {
    const { closed, shellOf, pieceOf, turn, choices } = this
    for (let ray = 0; ray < MOST_RAYS; ray++) {
      const windings = new Map<number, number>()
      const crossed = new Map<number, number>()
      const sure = this.alongRay(p, rayDirection(ray), (t, side) => {
        const [shell, piece] = [shellOf[t]!, pieceOf[t]!]
        if ((piece < 0 && (!closed.has(shell) || shell === own)) || side === 0) return true
        if (side === undefined) return false
        const [sums, at] = piece < 0 ? [windings, shell] : [crossed, piece]
        sums.set(at, (sums.get(at) ?? 0) + side * turn[t]!)
        return true
      })
      if (!sure) continue
      const shells = [...windings].filter(([shell, winding]) =>
        closed.get(shell)!.oriented ? winding !== 0 : winding % 2 !== 0,
      )
      const isAround = ({ modulus, factors }: Choice): boolean =>
        [...crossed].reduce((sum, [piece, count]) => sum + (factors.get(piece) ?? 0) * count, 0) % modulus !== 0
      return { shells: new Set(shells.map(([shell]) => shell)), choices: choices.some(isAround) }
    }
    throw new Rejection(`it cannot be decided what is inside ${this.name}: every ray meets an edge`)
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
    const { shellOf, closed } = this
    const { file } = this.mesh
    const sums = new Map<number, [number, number]>()
    for (let t = 0; t < file; t++) {
      const shell = shellOf[t]!
      if (closed.get(shell)?.given !== true) continue
      const [volume, size] = sums.get(shell) ?? [0, 0]
      const far = this.corners(t).map((corner) => sum(minus(corner, this.corner(3 * shell))))
      sums.set(shell, [volume - this.volume(t, shell), size + far[0]! * far[1]! * far[2]!])
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

  /** Six times that of the tetrahedron from the first corner of another triangle. */
  private volume(t: number, from: number): number {
    const [a, b, c] = this.corners(t).map((corner) => minus(corner, this.corner(3 * from))) as [
      number[],
      number[],
      number[],
    ]
    return dot(a, cross(b, c))
  }

  private area(t: number): number {
    const [a, b, c] = this.corners(t)
    return length(cross(minus(b, a), minus(c, a)))
  }

  private corner(at: number, positions = this.vertices): number[] {
    const { triangles } = this.mesh
    return Array.from(positions.subarray(3 * triangles[at]!, 3 * triangles[at]! + 3))
  }

  private corners(t: number): [number[], number[], number[]] {
    return [this.corner(3 * t), this.corner(3 * t + 1), this.corner(3 * t + 2)]
  }
}

function addTo(sums: Map<number, number>, at: number, value: number, modulus: number): void {
  const sum = ((sums.get(at) ?? 0) + (value % modulus) + modulus) % modulus
  if (sum === 0) sums.delete(at)
  else sums.set(at, sum)
}

function greatest(sums: ReadonlyMap<number, number>): number {
  let most = -1
  for (const item of sums.keys()) if (item > most) most = item
  return most
}

/** By Euclid's steps: modulus = k·value + rest, so 1/value = −k/rest. */
function inverse(value: number, modulus: number): number {
  if (value === 1) return 1
  const rest = modulus % value
  return (modulus - ((Math.trunc(modulus / value) * inverse(rest, modulus)) % modulus)) % modulus
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
