// What is inside a mesh, by the rules of docs/spec.md, [solids], whose numbers stand beside the steps here. Whatever depends on
// coordinates is decided in whole numbers, or with certain signs.
//
// A ray that meets an edge tells nothing, and another one is tried; where none of many tells, the precision is not enough.
import { wholes } from './convex-sets.js'
import { NotPrecise, Real } from './real.js'
import { cross, dot, minus, type Vector } from './vectors.js'

const MOST_RAYS = 40

type Whole = readonly [bigint, bigint, bigint]

interface Shell {
  readonly triangles: number[]
  /** By triangle, those that count. Empty: not closed as it came. */
  readonly weights: ReadonlyMap<number, number>
  readonly windings: boolean
  /** Of a shell that may be a hollow: minus six times its volume, above zero. */
  readonly insideOut: bigint
  hollow: boolean
}

export class Solid {
  /** By vertex: the first one at its place. */
  private readonly weld: number[]
  private readonly corners: readonly (readonly [number, number, number])[]
  private readonly points: readonly Whole[]
  private readonly unit: bigint
  private readonly closed: Shell[] = []
  /** Rule 5: triangles by piece; and a basis of the closed choices, as bits by piece. */
  private readonly pieces: number[][]
  private readonly basis: bigint[]
  private readonly box: readonly number[]
  /** Shells of the file that stay open; and their share of the area of the file's triangles, for people, in doubles. */
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
    const open: number[][] = []
    for (const shell of this.findShells(ofFile)) {
      const weights = this.weigh(shell)
      if (weights === undefined) open.push(shell)
      else this.closed.push(this.orient(shell, weights))
    }
    this.findHollows(ofFile)
    const lists = [...open, Array.from({ length: added }, (_, i) => ofFile + i)]
    const taken = lists.flatMap((list) => [...this.copies(list).keys()])
    this.pieces = this.findPieces(taken)
    this.basis = this.findChoices()
    const chosen = this.basis.reduce((all, choice) => all | choice, 0n)
    const loose = new Set(this.pieces.flatMap((piece, i) => (((chosen >> BigInt(i)) & 1n) === 0n ? piece : [])))
    const surfaces = open.filter((shell) => shell.some((t) => loose.has(t)))
    this.openShells = surfaces.length
    const area = (list: readonly number[]): number => list.reduce((sum, t) => sum + this.area(t), 0)
    const all = area(Array.from({ length: ofFile }, (_, t) => t))
    this.openShare = all > 0 ? area(surfaces.flat()) / all : 0
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
    if (this.basis.length === 0) return false
    const crossings = this.cast(p, this.pieces.flat())
    let odd = 0n
    this.pieces.forEach((piece, i) => {
      if (piece.filter((t) => crossings.get(t) !== 0).length % 2 === 1) odd |= 1n << BigInt(i)
    })
    return this.basis.some((choice) => isOdd(choice & odd))
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
      shells.flatMap(({ weights }) => [...weights.keys()]),
    )
    return shells.filter(({ weights, windings }) => {
      let sum = 0
      for (const [t, weight] of weights) sum += crossings.get(t)! * weight
      return windings ? sum !== 0 : sum % 2 !== 0
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
    // On different sides of two edges, the ray passes it; and where all of it is behind the point.
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
    return Math.hypot(...[1, 2, 0].map((i, k) => u[i]! * w[(k + 2) % 3]! - u[(k + 2) % 3]! * w[i]!))
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

  /** Rule 2. */
  private findShells(ofFile: number): number[][] {
    const parts = new Parts(ofFile)
    for (const sides of this.byEdge(Array.from({ length: ofFile }, (_, t) => t)).values()) {
      for (const { t } of sides) parts.join(sides[0]!.t, t)
    }
    return parts.lists()
  }

  /** Rule 1: the first of all copies of a triangle, with how many there are, and how many are turned like it less those that are not. */
  private copies(triangles: readonly number[]): Map<number, { many: number; net: number }> {
    const firsts = new Map<string, number>()
    const out = new Map<number, { many: number; net: number }>()
    for (const t of triangles) {
      if (this.isDegenerate(t)) continue
      const key = [...this.corners[t]!].sort((a, b) => a - b).join()
      const first = firsts.get(key) ?? t
      firsts.set(key, first)
      const { many, net } = out.get(first) ?? { many: 0, net: 0 }
      out.set(first, { many: many + 1, net: net + (this.parity(t) === this.parity(first) ? 1 : -1) })
    }
    return out
  }

  /** Of the order of its corners. */
  private parity(t: number): boolean {
    const [a, b, c] = this.corners[t]!
    return (a < b === b < c) === a < c
  }

  /** Rule 3: weights if the shell is closed as it came. */
  private weigh(shell: readonly number[]): { weights: Map<number, number>; oneWay: boolean } | undefined {
    const copies = this.copies(shell)
    const sums = [...this.byEdge(copies.keys()).values()]
    if (sums.every((sides) => sides.length % 2 === 0)) {
      const oneWay = [...copies.values()].every(({ many, net }) => Math.abs(net) === many)
      return { weights: new Map([...copies.keys()].map((t) => [t, 1])), oneWay }
    }
    const common = [...copies.values()].reduce((most, { many }) => divisor(many, most), 0)
    const even = sums.every((sides) => (sides.reduce((sum, { t }) => sum + copies.get(t)!.many, 0) / common) % 2 === 0)
    if (!even) return undefined
    return {
      weights: new Map([...copies].map(([t, { many, net }]) => [t, common === 1 ? net : many / common])),
      oneWay: true,
    }
  }

  private orient(triangles: number[], { weights, oneWay }: { weights: Map<number, number>; oneWay: boolean }): Shell {
    const edges = [...this.byEdge(weights.keys()).values()]
    const cancels = (turn: ReadonlyMap<number, number>): boolean =>
      edges.every((sides) => sides.reduce((sum, { t, way }) => sum + way * turn.get(t)!, 0) === 0)
    const asCame = cancels(weights)
    const turned = asCame ? weights : this.turnedAlike(weights)
    const windings = asCame || cancels(turned)
    const insideOut = asCame && oneWay ? -this.volume(weights) : 0n
    return { triangles, weights: turned, windings, insideOut, hollow: false }
  }

  /** Weights of triangles turned over to agree with their neighbours across edges where two meet. */
  private turnedAlike(weights: ReadonlyMap<number, number>): Map<number, number> {
    const edges = this.byEdge(weights.keys())
    const turned = new Map<number, number>()
    for (const seed of weights.keys()) {
      if (turned.has(seed)) continue
      turned.set(seed, 1)
      for (const waiting = [seed]; waiting.length > 0; ) {
        const t = waiting.pop()!
        for (const { edge, way } of this.sides(t)) {
          const sides = edges.get(edge)!
          if (sides.length !== 2) continue
          const other = sides[0]!.t === t ? sides[1]! : sides[0]!
          if (turned.has(other.t)) continue
          turned.set(other.t, (other.way === way ? -1 : 1) * turned.get(t)!)
          waiting.push(other.t)
        }
      }
    }
    for (const [t, weight] of weights) turned.set(t, turned.get(t)! * weight)
    return turned
  }

  /** Six times the volume, in whole units. */
  private volume(weights: ReadonlyMap<number, number>): bigint {
    let sum = 0n
    for (const [t, weight] of weights) {
      const [a, b, c] = this.wholeCorners(t)
      sum += BigInt(weight) * wholeDot(a, wholeCross(b, c))
    }
    return sum
  }

  private wholeCorners(t: number): [Whole, Whole, Whole] {
    const [a, b, c] = this.corners[t]!
    return [this.points[a]!, this.points[b]!, this.points[c]!]
  }

  /** Rule 4: the largest first, since what is around a shell that touches none is larger. */
  private findHollows(ofFile: number): void {
    const { closed } = this
    const asked = closed.filter((shell) => shell.insideOut > 0n && this.touchesNone(shell, ofFile))
    asked.sort((a, b) => (a.insideOut < b.insideOut ? 1 : a.insideOut > b.insideOut ? -1 : 0))
    const decided = new Set(closed.filter((shell) => !asked.includes(shell)))
    for (const shell of asked) {
      const point = this.corners[shell.triangles[0]!]![0]
      // With as many bits as its numbers have, and those of their products.
      const around = this.around(this.vertex(point, 4n * this.unit + 256n), [...decided])
      shell.hollow = around.reduce((depth, { hollow }) => depth + (hollow ? -1 : 1), 0) > 0
      decided.add(shell)
    }
  }

  private touchesNone({ triangles }: Shell, ofFile: number): boolean {
    const own = new Set(triangles)
    const others = Array.from({ length: ofFile }, (_, t) => t).filter((t) => !own.has(t))
    const box = this.boxOf(triangles)
    const near = others.filter((t) => boxesMeet(box, this.boxOf([t]))).map((t) => ({ t, box: this.boxOf([t]) }))
    return triangles.every((s) => {
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

  /** Rule 5: what meets at an edge with exactly two sides is chosen together. */
  private findPieces(taken: readonly number[]): number[][] {
    const parts = new Parts(taken.length)
    const place = new Map(taken.map((t, i) => [t, i]))
    for (const sides of this.byEdge(taken).values()) {
      if (sides.length === 2) parts.join(place.get(sides[0]!.t)!, place.get(sides[1]!.t)!)
    }
    return parts.lists().map((list) => list.map((i) => taken[i]!))
  }

  /**
   * A basis of the null space of edge × piece over Z₂, vectors being bits. Gauss: rows by their highest bit, all different. Then each bit that
   * is no row's highest one gives a vector: itself, and from the lowest row up, each row's highest bit if the lower ones need it.
   */
  private findChoices(): bigint[] {
    const pieceOf = new Map(this.pieces.flatMap((piece, i) => piece.map((t) => [t, i] as const)))
    const rows = new Map<number, bigint>()
    for (const sides of this.byEdge(pieceOf.keys()).values()) {
      let row = 0n
      for (const { t } of sides) row ^= 1n << BigInt(pieceOf.get(t)!)
      while (row !== 0n) {
        const highest = row.toString(2).length - 1
        const known = rows.get(highest)
        if (known === undefined) rows.set(highest, row)
        row = known === undefined ? 0n : row ^ known
      }
    }
    const ordered = [...rows].sort(([a], [b]) => a - b)
    const free = this.pieces.map((_, i) => i).filter((i) => !rows.has(i))
    return free.map((i) => {
      let choice = 1n << BigInt(i)
      for (const [highest, row] of ordered) if (isOdd(row & choice)) choice |= 1n << BigInt(highest)
      return choice
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

function isOdd(value: bigint): boolean {
  let odd = false
  for (let rest = value; rest > 0n; rest &= rest - 1n) odd = !odd
  return odd
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
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
