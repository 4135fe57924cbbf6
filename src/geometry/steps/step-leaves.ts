// Leaves of a step's proof: intervals of time, each with a whole direction, as bytes (docs/formats/certificate.md, "A step"). A direction is
// quantised before it is tested, and what is tested is what is written: to 8 bits a component if that holds, to 16, to more.
//
// Doubles with a derived slack find nearly all of them; what they do not find is proved in whole numbers (MovingPair.prove), so that every
// two hulls that stay apart get a proof.
import { U, UNDERFLOW } from '../../base/math/rounding.js'
import { wholeNumbers } from '../../base/math/whole-numbers.js'
import { BrokenInvariantError } from '../../errors.js'
import { MovingPair } from '../moving/moving-pair.js'
import type { MovingPairLeaf as StepLeaf } from '../moving/pair-proof.js'

/** Bytes that grow. */
export class ByteStream {
  private held = new Uint8Array(1024)
  length = 0

  push(byte: number): void {
    if (this.length === this.held.length) {
      const longer = new Uint8Array(2 * this.length)
      longer.set(this.held)
      this.held = longer
    }
    this.held[this.length++] = byte
  }

  bytes(): Uint8Array {
    return this.held.slice(0, this.length)
  }
}

/** Levels that do not fit into the six bits of the head. */
const LONG_LEVEL = 63
/** The format's limits: levels, and bytes of a component. */
const MOST_LEVELS = 4095
const MOST_BYTES = 1024

export function writeLeaves(out: ByteStream, leaves: readonly StepLeaf[]): void {
  for (const { level, direction, turnsTo } of leaves) {
    const whole = [...direction, ...(turnsTo ?? [])].map(BigInt)
    let size = 1
    while (whole.some((c) => BigInt.asIntN(8 * size, c) !== c)) size++
    if (level > MOST_LEVELS || size > MOST_BYTES) {
      throw new BrokenInvariantError(
        `no certificate has room for an interval of level ${level}, ${size} bytes a number`,
      )
    }
    const form = turnsTo === undefined ? Math.min(size, 3) - 1 : 3
    out.push((form << 6) | Math.min(level, LONG_LEVEL))
    if (level >= LONG_LEVEL) {
      out.push(level & 255)
      out.push(level >> 8)
    }
    if (form >= 2) {
      out.push(size & 255)
      out.push(size >> 8)
    }
    for (const c of whole) {
      for (let k = 0; k < size; k++) out.push(Number((c >> BigInt(8 * k)) & 255n))
    }
  }
}

/** Largest components of directions that are tried in turn. */
const QUANTA = [127, 32767] as const
/** Halvings in doubles, before whole numbers take over. */
const DEEPEST_DOUBLE = 6
/** Halvings of a normal's intervals: where a triangle that does not collapse needs more, it is not told from one that does. */
const DEEPEST_NORMAL = 200

/** Finds leaves for points of two frames. */
export class LeafFinder {
  private readonly pair = new MovingPair()
  /** Hulls P and Q in the middle of an interval, at its start and at its end: nine numbers each. */
  private readonly p = new Float64Array(27)
  private readonly q = new Float64Array(27)
  private countP = 0
  private countQ = 0
  private readonly candidate = new Float64Array(3)
  private readonly best = new Float64Array(3)
  private bestGap = 0
  private readonly whole: [number, number, number] = [0, 0, 0]
  /** Edges of a triangle from its first corner, at both ends of an interval. */
  private readonly edges = new Float64Array(12)

  constructor(
    private readonly from: Float64Array,
    private readonly to: Float64Array,
  ) {}

  /** Leaves that separate the hulls of points p and q by more than reach during [0, 1]; undefined if they meet. */
  separation(p: readonly number[], q: readonly number[], reach: number): readonly StepLeaf[] | undefined {
    const leaves: StepLeaf[] = []
    this.countP = p.length
    this.countQ = q.length
    if (this.cover(leaves, p, q, reach, 0, 0)) return leaves
    this.pair.setA(this.from, this.to, offsetOf(p[0]), offsetOf(p[1]), offsetOf(p[2]))
    this.pair.setB(this.from, this.to, offsetOf(q[0]), offsetOf(q[1]), offsetOf(q[2]))
    return this.pair.prove(reach)?.leaves
  }

  private cover(
    leaves: StepLeaf[],
    p: readonly number[],
    q: readonly number[],
    reach: number,
    level: number,
    index: number,
  ): boolean {
    const size = 2 ** -level
    const start = index * size
    this.place(this.p, p, start, size)
    this.place(this.q, q, start, size)
    this.search()
    if (this.bestGap > 0) {
      for (const quantum of QUANTA) {
        this.quantise(quantum)
        if (!this.holds(p, q, reach, start) || !this.holds(p, q, reach, start + size)) continue
        leaves.push({ level, direction: [...this.whole] })
        return true
      }
    }
    if (level === DEEPEST_DOUBLE) return false
    return (
      this.cover(leaves, p, q, reach, level + 1, 2 * index) && this.cover(leaves, p, q, reach, level + 1, 2 * index + 1)
    )
  }

  private place(out: Float64Array, hull: readonly number[], start: number, size: number): void {
    for (let i = 0; i < hull.length; i++) {
      for (let k = 0; k < 3; k++) {
        const [x, y] = [this.from[3 * hull[i]! + k]!, this.to[3 * hull[i]! + k]!]
        const o = 3 * i + k
        out[9 + o] = (1 - start) * x + start * y
        out[18 + o] = (1 - start - size) * x + (start + size) * y
        out[o] = (out[9 + o]! + out[18 + o]!) / 2
      }
    }
  }

  /** The direction with the widest gap at both ends, of those between features of the hulls in the middle. */
  private search(): void {
    const { p, q, countP, countQ } = this
    this.bestGap = -Infinity
    for (let i = 0; i < countP; i++) for (let j = 0; j < countQ; j++) this.tryEdge(p, i, q, j, countQ, 1)
    if (countP > 1) {
      for (let j = 0; j < countQ; j++) for (let i = 0; i < countP; i++) this.tryEdge(q, j, p, i, countP, -1)
    }
    if (countP > 1 && countQ > 1) {
      for (let i = 0; i < (countP === 2 ? 1 : 3); i++) {
        for (let j = 0; j < (countQ === 2 ? 1 : 3); j++) this.tryCross(p, i, (i + 1) % countP, q, j, (j + 1) % countQ)
      }
    }
    if (countP === 3) this.tryCross(p, 0, 1, p, 1, 2)
    if (countQ === 3) this.tryCross(q, 0, 1, q, 1, 2)
  }

  /** From the point of edge j, j + 1 of b that is nearest to corner i of a; `sign` is −1 where a is Q. */
  private tryEdge(a: Float64Array, i: number, b: Float64Array, j: number, countB: number, sign: number): void {
    const n = this.candidate
    const k = j + 1 < countB ? j + 1 : 0
    let along = 0
    let square = 0
    for (let c = 0; c < 3; c++) {
      const edge = b[3 * k + c]! - b[3 * j + c]!
      along += edge * (a[3 * i + c]! - b[3 * j + c]!)
      square += edge * edge
    }
    const s = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0
    for (let c = 0; c < 3; c++) {
      n[c] = sign * (a[3 * i + c]! - b[3 * j + c]! - s * (b[3 * k + c]! - b[3 * j + c]!))
    }
    this.rate(1)
  }

  /** Across edges i, k of a and j, l of b, both ways. */
  private tryCross(a: Float64Array, i: number, k: number, b: Float64Array, j: number, l: number): void {
    const n = this.candidate
    const [ex, ey, ez] = [a[3 * k]! - a[3 * i]!, a[3 * k + 1]! - a[3 * i + 1]!, a[3 * k + 2]! - a[3 * i + 2]!]
    const [fx, fy, fz] = [b[3 * l]! - b[3 * j]!, b[3 * l + 1]! - b[3 * j + 1]!, b[3 * l + 2]! - b[3 * j + 2]!]
    n[0] = ey * fz - ez * fy
    n[1] = ez * fx - ex * fz
    n[2] = ex * fy - ey * fx
    this.rate(1)
    this.rate(-1)
  }

  /** Keeps the candidate, or its opposite, if its gap at the ends (as a length) is the widest so far. */
  private rate(sign: number): void {
    const { candidate: n, best, p, q, countP, countQ } = this
    const size = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!)
    if (!(size > 0 && size < Infinity)) return
    let gap = Infinity
    for (let end = 9; end < 27; end += 9) {
      let low = Infinity
      let high = -Infinity
      for (let o = end; o < end + 3 * countP; o += 3) {
        const along = sign * (n[0]! * p[o]! + n[1]! * p[o + 1]! + n[2]! * p[o + 2]!)
        if (along < low) low = along
      }
      for (let o = end; o < end + 3 * countQ; o += 3) {
        const along = sign * (n[0]! * q[o]! + n[1]! * q[o + 1]! + n[2]! * q[o + 2]!)
        if (along > high) high = along
      }
      gap = Math.min(gap, (low - high) / size)
      if (gap <= this.bestGap) return
    }
    this.bestGap = gap
    for (let c = 0; c < 3; c++) best[c] = sign * n[c]!
  }

  private quantise(quantum: number): void {
    const { best, whole } = this
    const scale = quantum / Math.max(Math.abs(best[0]!), Math.abs(best[1]!), Math.abs(best[2]!))
    for (let c = 0; c < 3; c++) whole[c] = Math.round(best[c]! * scale)
  }

  /**
   * Whether the whole direction separates the hulls at time t by more than reach, for certain. With s = Σ|n_k|·max(|from_k|, |to_k|) an
   * n·p is in error by 3 u·s at either frame, their interpolation by 2 u·s more, the difference of two by u·(s + s'): 6 u of both.
   */
  private holds(p: readonly number[], q: readonly number[], reach: number, t: number): boolean {
    const n = this.whole
    let [low, high, scaleP, scaleQ] = [Infinity, -Infinity, 0, 0]
    for (const point of p) {
      const along = this.along(n, 3 * point, t)
      if (along < low) low = along
      scaleP = Math.max(scaleP, this.scale)
    }
    for (const point of q) {
      const along = this.along(n, 3 * point, t)
      if (along > high) high = along
      scaleQ = Math.max(scaleQ, this.scale)
    }
    const size = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
    return low - high > reach * size * (1 + 8 * U) + 12 * U * (scaleP + scaleQ) + UNDERFLOW
  }

  private scale = 0

  private along(n: readonly [number, number, number], o: number, t: number): number {
    const { from, to } = this
    let [start, end, scale] = [0, 0, 0]
    for (let k = 0; k < 3; k++) {
      const [x, y] = [from[o + k]!, to[o + k]!]
      start += n[k]! * x
      end += n[k]! * y
      scale += Math.abs(n[k]!) * Math.max(Math.abs(x), Math.abs(y))
    }
    this.scale = scale
    return (1 - t) * start + t * end
  }

  /** Leaves along whose directions all of some triangles (three points each) have their normals during [0, 1]; undefined if none are found. */
  normals(triangles: readonly number[], deepest: number): readonly StepLeaf[] | undefined {
    const leaves: StepLeaf[] = []
    return this.coverNormals(leaves, triangles, 0, 0n, deepest) ? leaves : undefined
  }

  /** The leaves of a triangle that does not collapse; undefined where that cannot be shown. */
  noCollapse(a: number, b: number, c: number): readonly StepLeaf[] | undefined {
    return this.normals([a, b, c], DEEPEST_NORMAL)
  }

  private coverNormals(
    leaves: StepLeaf[],
    triangles: readonly number[],
    level: number,
    index: bigint,
    deepest: number,
  ): boolean {
    const size = 2 ** -level
    const start = Number(index) * size
    this.meanNormal(triangles, start + size / 2)
    const isDouble = level <= 50
    for (const quantum of QUANTA) {
      this.quantise(quantum)
      const { whole } = this
      if (!(Math.abs(whole[0]) + Math.abs(whole[1]) + Math.abs(whole[2]) > 0)) break
      let holds = true
      for (let t = 0; holds && t < triangles.length; t += 3) {
        holds = isDouble && this.hasNormal(triangles, t, start, size)
        // In doubles only, as far as there is another way.
        if (!holds && triangles.length === 3) holds = this.hasNormalExactly(triangles, level, index)
      }
      if (!holds) continue
      leaves.push({ level, direction: [...whole] })
      return true
    }
    if (level === deepest) return false
    return (
      this.coverNormals(leaves, triangles, level + 1, 2n * index, deepest) &&
      this.coverNormals(leaves, triangles, level + 1, 2n * index + 1n, deepest)
    )
  }

  /** The sum of the triangles' unit normals at time t, in `best`. */
  private meanNormal(triangles: readonly number[], t: number): void {
    const { best, edges } = this
    best.fill(0)
    for (let o = 0; o < triangles.length; o += 3) {
      this.placeEdges(triangles, o, 0, t)
      const x = edges[1]! * edges[8]! - edges[2]! * edges[7]!
      const y = edges[2]! * edges[6]! - edges[0]! * edges[8]!
      const z = edges[0]! * edges[7]! - edges[1]! * edges[6]!
      const size = Math.sqrt(x * x + y * y + z * z)
      if (!(size > 0)) continue
      best[0]! += x / size
      best[1]! += y / size
      best[2]! += z / size
    }
  }

  /** Edges of a triangle at time t, as those of end `end`: the first at 3·end, the second at 6 + 3·end. Returns the largest coordinate. */
  private placeEdges(triangles: readonly number[], o: number, end: number, t: number): number {
    const { from, to, edges } = this
    let largest = 0
    for (let k = 0; k < 3; k++) {
      const a = 3 * triangles[o]! + k
      const corner = (1 - t) * from[a]! + t * to[a]!
      largest = Math.max(largest, Math.abs(from[a]!), Math.abs(to[a]!))
      for (let e = 1; e < 3; e++) {
        const b = 3 * triangles[o + e]! + k
        largest = Math.max(largest, Math.abs(from[b]!), Math.abs(to[b]!))
        edges[6 * (e - 1) + 3 * end + k] = (1 - t) * from[b]! + t * to[b]! - corner
      }
    }
    return largest
  }

  /**
   * Whether the three Bernstein coefficients of a triangle's normal along the whole direction are positive for certain. Corners are in
   * error by 2 u·M, edges by less than ε = 8 u·M (M: the largest coordinate); with E the longest component of an edge and its error,
   * n·(e × f) is in error by |n|₁·(4·E·ε + 16 u·E²), and the coefficient in the middle is a sum of two.
   */
  private hasNormal(triangles: readonly number[], o: number, start: number, size: number): boolean {
    const { edges, whole: n } = this
    const largest = this.placeEdges(triangles, o, 0, start)
    this.placeEdges(triangles, o, 1, start + size)
    const error = 8 * U * largest
    let longest = error
    for (const x of edges) longest = Math.max(longest, Math.abs(x) + error)
    const sizeN = Math.abs(n[0]) + Math.abs(n[1]) + Math.abs(n[2])
    const slack = sizeN * longest * (8 * error + 32 * U * longest) + UNDERFLOW
    const along = (i: number, j: number): number => {
      const x = edges[i + 1]! * edges[j + 2]! - edges[i + 2]! * edges[j + 1]!
      const y = edges[i + 2]! * edges[j]! - edges[i]! * edges[j + 2]!
      return n[0] * x + n[1] * y + n[2] * (edges[i]! * edges[j + 1]! - edges[i + 1]! * edges[j]!)
    }
    return along(0, 6) > slack && along(0, 9) + along(3, 6) > slack && along(3, 9) > slack
  }

  private hasNormalExactly(triangle: readonly number[], level: number, index: bigint): boolean {
    const at = (of: Float64Array): number[] => triangle.flatMap((i) => [of[3 * i]!, of[3 * i + 1]!, of[3 * i + 2]!])
    const w = wholeNumbers([...at(this.from), ...at(this.to)])
    const n = this.whole.map(BigInt)
    const parts = 1n << BigInt(level)
    const edge = (corner: number, k: bigint): bigint[] =>
      [0, 1, 2].map((c) => {
        const moved = (i: number): bigint => (parts - k) * w[3 * i + c]! + k * w[9 + 3 * i + c]!
        return moved(corner) - moved(0)
      })
    const [e0, e1, f0, f1] = [edge(1, index), edge(1, index + 1n), edge(2, index), edge(2, index + 1n)]
    const along = (e: readonly bigint[], f: readonly bigint[]): bigint =>
      n[0]! * (e[1]! * f[2]! - e[2]! * f[1]!) +
      n[1]! * (e[2]! * f[0]! - e[0]! * f[2]!) +
      n[2]! * (e[0]! * f[1]! - e[1]! * f[0]!)
    return along(e0, f0) > 0n && along(e0, f1) + along(e1, f0) > 0n && along(e1, f1) > 0n
  }

  /** How often the points `ring` go around point v at the start, seen along a whole direction: every turn is between 0 and π. */
  rounds(v: number, ring: readonly number[], n: StepLeaf['direction']): number {
    const { from } = this
    const [nx, ny, nz] = n.map(Number) as [number, number, number]
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz)
    let sum = 0
    for (let k = 0; k < ring.length; k++) {
      const [a, b] = [3 * ring[k]!, 3 * ring[(k + 1) % ring.length]!]
      const [ax, ay, az] = [from[a]! - from[3 * v]!, from[a + 1]! - from[3 * v + 1]!, from[a + 2]! - from[3 * v + 2]!]
      const [bx, by, bz] = [from[b]! - from[3 * v]!, from[b + 1]! - from[3 * v + 1]!, from[b + 2]! - from[3 * v + 2]!]
      const sine = (nx * (ay * bz - az * by) + ny * (az * bx - ax * bz) + nz * (ax * by - ay * bx)) / size
      const alongA = (nx * ax + ny * ay + nz * az) / size
      const alongB = (nx * bx + ny * by + nz * bz) / size
      sum += Math.atan2(sine, ax * bx + ay * by + az * bz - alongA * alongB)
    }
    // A whole number, except for rounding.
    return Math.round(sum / (2 * Math.PI))
  }
}

/** Where a point is in the arrays; −1 for one that there is not. */
function offsetOf(point: number | undefined): number {
  return point === undefined ? -1 : 3 * point
}
