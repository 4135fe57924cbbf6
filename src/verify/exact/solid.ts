// What is inside a mesh, by the rules of docs/spec.md, [solids], whose numbers label the steps here. Whatever depends on
// coordinates is decided in whole numbers, or with certain signs.
//
// A ray that meets an edge tells nothing, and another one is tried; where none of many tells, the precision is not enough.
import { wholes } from './convex-sets.js'
import { NotPrecise, Real } from './real.js'
import { cross, dot, minus, type Vector } from './vectors.js'

const MOST_RAYS = 40

type Whole = readonly [bigint, bigint, bigint]

/** Numbers modulo a prime. */
const FIELDS = [2n, 65521n]

/** Of rule 7: for people, in doubles, with room for their rounding. */
const MOST_FILLING = 0.5 * (1 + 1e-9)
const FLAT = 1e-6 * (1 - 1e-6)

interface Shell {
  /** With signs: −1 if it must be turned over to be like the first. */
  readonly triangles: ReadonlyMap<number, number>
  readonly closed: boolean
  readonly windings: boolean
  /** Of a shell that may be a hollow: minus six times its volume, above zero. */
  readonly insideOut: bigint
  hollow: boolean
}

interface Choice {
  readonly modulus: bigint
  readonly factors: ReadonlyMap<number, bigint>
}

export class Solid {
  /** By vertex: the first one at its place. */
  private readonly weld: number[]
  private readonly corners: readonly (readonly [number, number, number])[]
  private readonly points: readonly Whole[]
  private readonly unit: bigint
  private readonly closed: readonly Shell[]
  /** Rule 5: pieces of what is not closed and of what was added; and a basis of the closed choices, numbers by piece. */
  private readonly pieces: readonly ReadonlyMap<number, number>[]
  private readonly choices: readonly Choice[]
  private readonly box: readonly number[]
  /** What hangs together and stays open; and its share of the area of the file's triangles, for people, in doubles. */
  readonly openShells: number
  readonly openShare: number

  /** Corners of triangles, those of the file first; `added` of them at the end were added. */
  constructor(
    private readonly positions: ArrayLike<number>,
    triangles: ArrayLike<number>,
    added: number,
  ) {
    const { values, unit } = wholes(positions)
    this.unit = unit
    this.points = Array.from({ length: values.length / 3 }, (_, v) => [
      values[3 * v]!,
      values[3 * v + 1]!,
      values[3 * v + 2]!,
    ])
    const firsts = new Map<string, number>()
    this.weld = this.points.map((point, v) => {
      const key = point.join()
      if (!firsts.has(key)) firsts.set(key, v)
      return firsts.get(key)!
    })
    const { weld } = this
    this.corners = Array.from({ length: triangles.length / 3 }, (_, t) => [
      weld[triangles[3 * t]!]!,
      weld[triangles[3 * t + 1]!]!,
      weld[triangles[3 * t + 2]!]!,
    ])
    this.box = this.boxOf(this.corners.map((_, t) => t))
    const ofFile = this.corners.length - added
    const file = this.firsts(Array.from({ length: ofFile }, (_, t) => t))
    const shells = this.findPieces([...file.keys()]).map((piece) => this.shellOf(piece, file))
    this.closed = shells.filter(({ closed }) => closed)
    this.findHollows(shells)
    const open = shells.filter(({ closed }) => !closed).flatMap(({ triangles: own }) => [...own.keys()])
    const fillings = [...this.firsts(Array.from({ length: added }, (_, i) => ofFile + i)).keys()]
    this.pieces = this.findPieces([...open, ...fillings])
    this.choices = FIELDS.flatMap((modulus) => this.findChoices(modulus))
    // Rule 7.
    const area = (list: Iterable<number>): number => [...list].reduce((sum, t) => sum + this.area(t), 0)
    const held = new Set(this.choices.flatMap(({ factors }) => [...factors.keys()]))
    const surfaces = new Set(this.pieces.flatMap((piece, i) => (held.has(i) ? [] : [...piece.keys()])))
    // Shells share a filling by the lengths of their sides at it.
    const filled = this.parts(fillings).map((part) => {
      const edges = this.byEdge(part)
      const along = (list: readonly number[]): number =>
        list.reduce((sum, t) => sum + this.lengthAt(t, (edge) => edges.has(edge)), 0)
      const all = along(open)
      return (list: readonly number[]): number => (all > 0 ? (area(part) * along(list)) / all : 0)
    })
    for (const shell of shells) {
      const own = [...shell.triangles.keys()]
      const isEmpty = shell.closed
        ? !shell.windings || this.isFlat(shell.triangles, area(own))
        : filled.reduce((sum, share) => sum + share(own), 0) > MOST_FILLING * area(own)
      if (isEmpty) for (const t of own) surfaces.add(t)
    }
    const left = [...file.keys()].filter((t) => surfaces.has(t))
    this.openShells = this.parts(left).length
    this.openShare = left.length > 0 ? Number((area(left) / area(file.keys())).toPrecision(9)) : 0
  }

  /** A vertex of all that hangs together by vertices. */
  vertices(): number[] {
    const parts = new Parts(this.points.length)
    for (const [a, b, c] of this.corners) {
      parts.join(a, b)
      parts.join(a, c)
    }
    return [...new Set(this.corners.map(([a]) => parts.find(a)))]
  }

  /** A vertex, exactly if the precision is enough. */
  vertex(v: number, bits: bigint): Vector {
    const [x, y, z] = this.points[v]!
    const real = (value: bigint): Real => Real.ofUnits(value, this.unit, bits)
    return [real(x), real(y), real(z)]
  }

  /** Rule 6: is the point, in the mesh's frame and not on its surface, inside? */
  contains(p: Vector): boolean {
    if (this.isOutsideBox(p)) return false
    const around = this.around(p, this.closed)
    let depth = 0
    for (const shell of around) depth += shell.hollow ? -1 : 1
    if (depth > 0) return true
    if (this.choices.length === 0) return false
    const crossings = this.cast(
      p,
      this.pieces.flatMap((piece) => [...piece.keys()]),
    )
    const windings = this.pieces.map((piece) => windingOf(piece, crossings))
    return this.choices.some(({ modulus, factors }) => {
      let sum = 0n
      for (const [piece, factor] of factors) sum += factor * BigInt(windings[piece]!)
      return sum % modulus !== 0n
    })
  }

  private isOutsideBox(p: Vector): boolean {
    const { bits } = p[0]
    return ([0, 1, 2] as const).some(
      (k) => Real.of(this.box[k]!, bits).isAbove(p[k]) || p[k].isAbove(Real.of(this.box[k + 3]!, bits)),
    )
  }

  /** Rule 3: the shells, of those asked for, that go around a point. */
  private around(p: Vector, shells: readonly Shell[]): Shell[] {
    const crossings = this.cast(
      p,
      shells.flatMap(({ triangles }) => [...triangles.keys()]),
    )
    return shells.filter(({ triangles, windings }) => {
      const winding = windingOf(triangles, crossings)
      return windings ? winding !== 0 : winding % 2 !== 0
    })
  }

  /** By triangle: 1 if a ray from the point crosses it as its normal points, −1 the other way, 0 if it passes it. The same ray for all. */
  private cast(p: Vector, triangles: readonly number[]): Map<number, number> {
    for (let ray = 0; ray < MOST_RAYS; ray++) {
      const d = rayDirection(ray, p[0].bits)
      const crossings = new Map<number, number>()
      const sure = triangles.every((t) => {
        const crossing = this.crossing(t, p, d)
        if (crossing !== undefined) crossings.set(t, crossing)
        return crossing !== undefined
      })
      if (sure) return crossings
    }
    throw new NotPrecise()
  }

  private crossing(t: number, p: Vector, d: Vector): number | undefined {
    const [a, b, c] = this.corners[t]!.map((v) => minus(this.vertex(v, p[0].bits), p)) as [Vector, Vector, Vector]
    const sides = [dot(d, cross(a, b)).sign(), dot(d, cross(b, c)).sign(), dot(d, cross(c, a)).sign()]
    // The ray misses the triangle if it passes two edges on different sides, or if all of the triangle is behind the point.
    if (sides.includes(1) && sides.includes(-1)) return 0
    if ([a, b, c].every((v) => dot(v, d).sign() < 0)) return 0
    const height = dot(a, cross(b, c))
    // In its plane, and not on it.
    if (height.isZero()) return 0
    if (sides.includes(0) || height.sign() === 0) return undefined
    // The line crosses it; ahead of the point if the point sees it as the ray does.
    return height.sign() === sides[0] ? height.sign() : 0
  }

  private isDegenerate(t: number): boolean {
    const [a, b, c] = this.corners[t]!
    return a === b || b === c || a === c
  }

  private area(t: number): number {
    const [a, b, c] = this.corners[t]!.map((v) => [0, 1, 2].map((k) => this.positions[3 * v + k]!)) as number[][]
    const [u, w] = [b!.map((x, k) => x - a![k]!), c!.map((x, k) => x - a![k]!)]
    const most = Math.max(...u.map(Math.abs), ...w.map(Math.abs))
    if (most === 0) return 0
    // In units of the triangle, lest squares vanish.
    const [x, y] = [u, w].map((v) => v.map((value) => value / most)) as [number[], number[]]
    return most * most * Math.hypot(...[1, 2, 0].map((i, k) => x[i]! * y[(k + 2) % 3]! - x[(k + 2) % 3]! * y[i]!))
  }

  /** Of those of its sides whose edges pass. */
  private lengthAt(t: number, passes: (edge: number) => boolean): number {
    const corners = this.corners[t]!
    return this.sides(t).reduce((sum, { edge }, k) => {
      const [v, w] = [corners[k]!, corners[(k + 1) % 3]!]
      const along = [0, 1, 2].map((c) => this.positions[3 * v + c]! - this.positions[3 * w + c]!)
      return passes(edge) ? sum + Math.hypot(...along) : sum
    }, 0)
  }

  /** Keys of the edges of a triangle, and 1 or −1: which way its side goes there. */
  private sides(t: number): { readonly edge: number; readonly way: 1 | -1 }[] {
    const corners = this.corners[t]!
    return corners.flatMap((v, k) => {
      const w = corners[(k + 1) % 3]!
      if (v === w) return []
      return [{ edge: Math.min(v, w) * this.points.length + Math.max(v, w), way: v < w ? (1 as const) : (-1 as const) }]
    })
  }

  /** By edge, what of a list of triangles has sides there. */
  private byEdge(triangles: Iterable<number>): Map<number, { t: number; way: 1 | -1 }[]> {
    const edges = new Map<number, { t: number; way: 1 | -1 }[]>()
    for (const t of triangles) {
      for (const { edge, way } of this.sides(t)) {
        const own = edges.get(edge)
        if (own === undefined) edges.set(edge, [{ t, way }])
        else own.push({ t, way })
      }
    }
    return edges
  }

  /** What hangs together by edges. */
  private parts(triangles: readonly number[]): number[][] {
    const parts = new Parts(triangles.length)
    const place = new Map(triangles.map((t, i) => [t, i]))
    for (const sides of this.byEdge(triangles).values()) {
      for (const { t } of sides) parts.join(place.get(sides[0]!.t)!, place.get(t)!)
    }
    return parts.lists().map((list) => list.map((i) => triangles[i]!))
  }

  /** Rule 1: the first of all copies of a triangle; true if all of them are turned like it. */
  private firsts(triangles: readonly number[]): Map<number, boolean> {
    const firsts = new Map<string, number>()
    const out = new Map<number, boolean>()
    for (const t of triangles) {
      if (this.isDegenerate(t)) continue
      const key = [...this.corners[t]!].sort((a, b) => a - b).join()
      const first = firsts.get(key) ?? t
      firsts.set(key, first)
      out.set(first, (out.get(first) ?? true) && this.parity(t) === this.parity(first))
    }
    return out
  }

  /** Of the order of its corners. */
  private parity(t: number): boolean {
    const [a, b, c] = this.corners[t]!
    return (a < b === b < c) === a < c
  }

  /** Rules 2 and 5: triangles that meet at edges with exactly two sides, and how they are turned. */
  private findPieces(taken: readonly number[]): Map<number, number>[] {
    const edges = this.byEdge(taken)
    const seen = new Set<number>()
    const pieces: Map<number, number>[] = []
    for (const seed of taken) {
      if (seen.has(seed)) continue
      const piece = new Map([[seed, 1]])
      // What is set while it is walked through is walked through as well.
      for (const [t, turn] of piece) {
        seen.add(t)
        for (const { edge, way } of this.sides(t)) {
          const sides = edges.get(edge)!
          if (sides.length !== 2) continue
          const other = sides[0]!.t === t ? sides[1]! : sides[0]!
          if (!piece.has(other.t)) piece.set(other.t, other.way === way ? -turn : turn)
        }
      }
      pieces.push(piece)
    }
    return pieces
  }

  /** Rule 3. */
  private shellOf(triangles: ReadonlyMap<number, number>, oneWay: ReadonlyMap<number, boolean>): Shell {
    const edges = [...this.byEdge(triangles.keys()).values()]
    const closed = edges.every((sides) => sides.length % 2 === 0)
    const windings = edges.every((sides) => sides.reduce((sum, { t, way }) => sum + way * triangles.get(t)!, 0) === 0)
    const asCame = windings && [...triangles].every(([t, turn]) => turn === 1 && oneWay.get(t)!)
    return { triangles, closed, windings, insideOut: asCame ? -this.volume(triangles) : 0n, hollow: false }
  }

  /** Six times the volume, in whole units. */
  private volume(triangles: ReadonlyMap<number, number>): bigint {
    let sum = 0n
    for (const [t, turn] of triangles) {
      const [a, b, c] = this.wholeCorners(t)
      sum += BigInt(turn) * wholeDot(a, wholeCross(b, c))
    }
    return sum
  }

  /** Of a closed shell, by twice its area: it is around next to nothing. */
  private isFlat(triangles: ReadonlyMap<number, number>, area: number): boolean {
    const volume = Real.ofUnits(this.volume(triangles), 3n * this.unit, 3n * this.unit + 64n)
    const side = Math.sqrt(area / 2)
    const [size, least] = [Real.of(side, volume.bits), Real.of(6 * FLAT, volume.bits)]
    const limit = size.times(size).times(size).times(least)
    return limit.isAbove(volume) && limit.isAbove(volume.negative())
  }

  private wholeCorners(t: number): [Whole, Whole, Whole] {
    const [a, b, c] = this.corners[t]!
    return [this.points[a]!, this.points[b]!, this.points[c]!]
  }

  /** Rule 4: the largest first, since what is around a shell that touches none is larger. */
  private findHollows(shells: readonly Shell[]): void {
    const { closed } = this
    const asked = closed.filter((shell) => shell.insideOut > 0n && this.touchesNone(shell, shells))
    asked.sort((a, b) => (a.insideOut < b.insideOut ? 1 : a.insideOut > b.insideOut ? -1 : 0))
    const decided = new Set(closed.filter((shell) => !asked.includes(shell)))
    for (const shell of asked) {
      const [first] = shell.triangles.keys()
      // With as many bits as its numbers have, and those of their products.
      const around = this.around(this.vertex(this.corners[first!]![0], 4n * this.unit + 256n), [...decided])
      shell.hollow = around.reduce((depth, { hollow }) => depth + (hollow ? -1 : 1), 0) > 0
      decided.add(shell)
    }
  }

  private touchesNone(shell: Shell, shells: readonly Shell[]): boolean {
    const others = shells.filter((other) => other !== shell).flatMap(({ triangles }) => [...triangles.keys()])
    const own = [...shell.triangles.keys()]
    const box = this.boxOf(own)
    const near = others.filter((t) => boxesMeet(box, this.boxOf([t]))).map((t) => ({ t, box: this.boxOf([t]) }))
    return own.every((s) => {
      const ownBox = this.boxOf([s])
      return near.every(({ t, box: other }) => !boxesMeet(ownBox, other) || this.isApart(s, t))
    })
  }

  /** Least x, y, z and greatest x, y, z. */
  private boxOf(triangles: readonly number[]): number[] {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    for (const t of triangles) {
      for (const v of this.corners[t]!) {
        for (let k = 0; k < 3; k++) {
          box[k] = Math.min(box[k]!, this.positions[3 * v + k]!)
          box[k + 3] = Math.max(box[k + 3]!, this.positions[3 * v + k]!)
        }
      }
    }
    return box
  }

  /** One of the directions across both triangles' planes and edges separates them. */
  private isApart(s: number, t: number): boolean {
    const [a, b] = [this.wholeCorners(s), this.wholeCorners(t)]
    const edges = (p: readonly Whole[]): Whole[] => p.map((v, k) => wholeMinus(p[(k + 1) % 3]!, v))
    const [edgesA, edgesB] = [edges(a), edges(b)]
    const [normalA, normalB] = [wholeCross(edgesA[0]!, edgesA[1]!), wholeCross(edgesB[0]!, edgesB[1]!)]
    const directions = [
      normalA,
      normalB,
      ...edgesA.flatMap((e) => edgesB.map((f) => wholeCross(e, f))),
      ...edgesA.map((e) => wholeCross(normalA, e)),
      ...edgesB.map((e) => wholeCross(normalB, e)),
    ]
    return directions.some((n) => {
      const [alongA, alongB] = [a, b].map((points) => points.map((p) => wholeDot(n, p))) as [bigint[], bigint[]]
      return alongA.every((x) => alongB.every((y) => x < y)) || alongA.every((x) => alongB.every((y) => x > y))
    })
  }

  /**
   * Rule 5: a basis of the numbers of pieces that cancel at every edge. Gauss: rows by their highest piece, which has 1 there, all different.
   * Then each piece that is not the highest of a row gives a vector: 1 for itself, and from the lowest row up what each row's highest piece
   * needs.
   */
  private findChoices(modulus: bigint): Choice[] {
    const pieceOf = new Map(this.pieces.flatMap((piece, i) => [...piece.keys()].map((t) => [t, i] as const)))
    const rows = new Map<number, Map<number, bigint>>()
    for (const sides of this.byEdge(pieceOf.keys()).values()) {
      const row = new Map<number, bigint>()
      const add = (piece: number, value: bigint): void => {
        const sum = ((((row.get(piece) ?? 0n) + value) % modulus) + modulus) % modulus
        if (sum === 0n) row.delete(piece)
        else row.set(piece, sum)
      }
      for (const { t, way } of sides) {
        const piece = pieceOf.get(t)!
        add(piece, BigInt(way * this.pieces[piece]!.get(t)!))
      }
      while (row.size > 0) {
        const highest = [...row.keys()].reduce((a, b) => Math.max(a, b))
        const factor = row.get(highest)!
        const known = rows.get(highest)
        if (known === undefined) {
          const unit = inverse(factor, modulus)
          rows.set(highest, new Map([...row].map(([piece, value]) => [piece, (value * unit) % modulus])))
          break
        }
        for (const [piece, value] of known) add(piece, -factor * value)
      }
    }
    const ordered = [...rows].sort(([a], [b]) => a - b)
    const free = this.pieces.map((_, i) => i).filter((i) => !rows.has(i))
    return free.map((i) => {
      const factors = new Map([[i, 1n]])
      for (const [highest, row] of ordered) {
        let sum = 0n
        for (const [piece, value] of row) sum += value * (factors.get(piece) ?? 0n)
        if (sum % modulus !== 0n) factors.set(highest, modulus - (sum % modulus))
      }
      return { modulus, factors }
    })
  }
}

/** Numbers that are joined, one by one. */
class Parts {
  private readonly root: number[]

  constructor(count: number) {
    this.root = Array.from({ length: count }, (_, i) => i)
  }

  find(i: number): number {
    while (this.root[i] !== i) {
      this.root[i] = this.root[this.root[i]!]!
      i = this.root[i]!
    }
    return i
  }

  join(i: number, j: number): void {
    this.root[this.find(i)] = this.find(j)
  }

  lists(): number[][] {
    const out = new Map<number, number[]>()
    this.root.forEach((_, i) => {
      const own = out.get(this.find(i))
      if (own === undefined) out.set(this.find(i), [i])
      else own.push(i)
    })
    return [...out.values()]
  }
}

/** Whole numbers with no pattern. */
function rayDirection(ray: number, bits: bigint): Vector {
  const part = (k: number): Real => {
    const mixed = Math.imul(3 * ray + k + 1, 0x9e3779b1) ^ Math.imul(7 * ray + 5 * k + 3, 0x85ebca6b)
    return Real.of((mixed >> 10) | 1, bits)
  }
  return [part(0), part(1), part(2)]
}

/** Of triangles with signs. */
function windingOf(triangles: ReadonlyMap<number, number>, crossings: ReadonlyMap<number, number>): number {
  let sum = 0
  for (const [t, turn] of triangles) sum += turn * crossings.get(t)!
  return sum
}

/** By trying all numbers. */
function inverse(value: bigint, modulus: bigint): bigint {
  if (value === modulus - 1n) return value
  let out = 1n
  while ((out * value) % modulus !== 1n) out++
  return out
}

function boxesMeet(a: readonly number[], b: readonly number[]): boolean {
  return [0, 1, 2].every((k) => a[k]! <= b[k + 3]! && b[k]! <= a[k + 3]!)
}

function wholeMinus(a: Whole, b: Whole): Whole {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function wholeDot(a: Whole, b: Whole): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function wholeCross(a: Whole, b: Whole): Whole {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
