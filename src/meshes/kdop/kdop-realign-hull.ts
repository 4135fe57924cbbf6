// Realigning by hill climbing on convex hulls (Klosowski et al., 1998; k-DOP realignment, 2003, section 2): the exact k-DOP of the
// turned points. Costly in time and space: meant for comparison, and for the topmost nodes of a tree.
//
// A node keeps its slabs and the number of its hull; hulls are kept here, their corners and which corners share an edge. A
// climb starts at the extreme corner of the nearest direction and goes where it rises. Small hulls and sets without one
// (flat, collinear) are scanned instead.
//
// Climbing in doubles. On a polytope the corners above any height are connected by edges (a simplex method never gets stuck),
// so from the best corner known an edge path rises to the top in exact arithmetic. Computed heights are off by ε at most, so
// all corners of that path come out no lower than 2·ε below the best. Hence no corner is missed if the climb continues through all
// neighbours within 2·ε of the best, and stops when there are none left. The hull's edges must be those of the exact hull
// (or more): geometry/convex/convex-hull.ts.
import { TINY_LENGTH, U } from '../../base/math/rounding.js'
import { convexHull } from '../../geometry/convex/convex-hull.js'
import { fitKdop, mergeKdop } from '../../volumes/kdop.js'
import type { DopSize } from '../../volumes/kdop-directions.js'
import { type ConeSet, coneSet, nearestDirection } from './kdop-cones.js'
import { joinGaps, movedLower, moveSlabs, REALIGN_ROUNDING, type Realignment, TurnedSlabs } from './kdop-turn.js'

/** Hulls of no more corners than this are scanned: that is quicker. */
const SCAN_UP_TO = 24

/** Rounding of a corner's height, in units of reach·|D'|₁: three products, two sums. */
const HEIGHT_ROUNDING = 4 * U

/** Corners of one hull, and neighbours where it is climbed. */
interface Hull {
  /** Flat xyz. */
  readonly points: Float64Array
  /** Neighbours of corner v are links[starts[v]..starts[v + 1]); absent where the hull is scanned. */
  readonly starts?: Int32Array
  readonly links?: Int32Array
  /** The extreme corner along each direction. */
  readonly extremes?: Int32Array
}

export class HillClimbing implements Realignment {
  readonly method = 'hill-climbing'
  readonly stride: number
  private readonly turn: TurnedSlabs
  private readonly cones: ConeSet
  private readonly nearest: Int32Array
  private hulls: Hull[] = []
  /** 2·ε of the heights. */
  private tie = 0
  private seen = new Int32Array(64)
  private readonly stack: number[] = []
  private round = 0

  constructor(readonly k: DopSize) {
    this.stride = k + 1
    this.turn = new TurnedSlabs(k, REALIGN_ROUNDING)
    this.cones = coneSet(k)
    this.nearest = new Int32Array(this.turn.slabs)
  }

  fit(out: Float64Array, o: number, points: Float64Array, count: number): void {
    fitKdop(out, o, points, count, this.k)
    this.addHull(out, o, points.slice(0, 3 * count), count)
  }

  /** The hull of two hulls' corners is the hull of all their points. */
  merge(out: Float64Array, o: number, a: Float64Array, i: number, b: Float64Array, j: number): void {
    const p = this.hulls[a[i + this.k]!]!.points
    const q = this.hulls[b[j + this.k]!]!.points
    const points = new Float64Array(p.length + q.length)
    points.set(p)
    points.set(q, p.length)
    this.addHull(out, o, points, points.length / 3)
    mergeKdop(out, o, a, i, b, j, this.k)
  }

  /** Takes the array over. */
  private addHull(out: Float64Array, o: number, points: Float64Array, count: number): void {
    out[o + this.k] = this.hulls.length
    const hull = convexHull(points, count)
    if (hull === undefined) this.hulls.push({ points })
    else this.hulls.push(this.keep(points, hull.corners, hull.triangles))
  }

  private keep(points: Float64Array, corners: Int32Array, triangles: Int32Array): Hull {
    const own = new Float64Array(3 * corners.length)
    for (const [v, corner] of corners.entries()) {
      for (let k = 0; k < 3; k++) own[3 * v + k] = points[3 * corner + k]!
    }
    if (corners.length <= SCAN_UP_TO) return { points: own }
    const place = new Map([...corners].map((corner, v) => [corner, v]))
    // Each edge is in two triangles, once each way: one entry for each corner and neighbour.
    const starts = new Int32Array(corners.length + 1)
    for (const corner of triangles) starts[place.get(corner)! + 1]!++
    for (let v = 0; v < corners.length; v++) starts[v + 1]! += starts[v]!
    const links = new Int32Array(triangles.length)
    const next = starts.slice()
    for (let t = 0; t < triangles.length; t += 3) {
      for (let e = 0; e < 3; e++) {
        links[next[place.get(triangles[t + e]!)!]!++] = place.get(triangles[t + ((e + 1) % 3)]!)!
      }
    }
    if (this.seen.length < corners.length) this.seen = new Int32Array(2 * corners.length)
    const { vectors } = this.turn.set
    const extremes = Int32Array.from({ length: this.k }, (_, d) =>
      highest(own, vectors[3 * d]!, vectors[3 * d + 1]!, vectors[3 * d + 2]!),
    )
    return { points: own, starts, links, extremes }
  }

  clear(): void {
    this.hulls = []
  }

  prepare(x: ArrayLike<number>, p: number, reach: number): void {
    const { turn, nearest } = this
    turn.prepare(x, p, reach)
    this.tie = 0
    for (let h = 0; h < turn.slabs; h++) {
      const vx = turn.turned[3 * h]!
      const vy = turn.turned[3 * h + 1]!
      const vz = turn.turned[3 * h + 2]!
      nearest[h] = nearestDirection(this.cones, vx, vy, vz)
      const size = reach * (Math.abs(vx) + Math.abs(vy) + Math.abs(vz))
      this.tie = Math.max(this.tie, 2 * HEIGHT_ROUNDING * size + TINY_LENGTH)
    }
  }

  realign(out: Float64Array, o: number, nodes: Float64Array, at: number): void {
    const { shift, slabs, unturned } = this.turn
    if (unturned) {
      moveSlabs(out, o, nodes, at, shift)
      return
    }
    const hull = this.hulls[nodes[at + this.k]!]!
    for (let h = 0; h < slabs; h++) {
      out[o + 2 * h] = this.support(hull, h, 1) + shift[2 * h]!
      out[o + 2 * h + 1] = this.support(hull, h, -1) + shift[2 * h + 1]!
    }
  }

  lower(a: Float64Array, i: number, b: Float64Array, j: number, margin: number): number {
    const { turn } = this
    const { shift, slabs, unturned } = turn
    if (unturned) return movedLower(a, i, b, j, turn, margin)
    const { inverseLengths } = turn.set
    const hull = this.hulls[b[j + this.k]!]!
    let best = 0
    let sumSq = 0
    for (let h = 0; h < slabs; h++) {
      const high = this.support(hull, h, 1) + shift[2 * h]! + a[i + 2 * h + 1]!
      const low = this.support(hull, h, -1) + shift[2 * h + 1]! + a[i + 2 * h]!
      if (low >= 0 && high >= 0) continue
      const gap = -(low < high ? low : high) * inverseLengths[h]!
      if (gap > margin) return gap
      if (h < 3) sumSq += gap * gap
      if (gap > best) best = gap
    }
    return best === 0 ? 0 : joinGaps(best, sumSq, turn.k)
  }

  /** The support of a hull along slab h's turned direction, or against it. */
  private support(hull: Hull, h: number, side: 1 | -1): number {
    const { turned } = this.turn
    const x = side * turned[3 * h]!
    const y = side * turned[3 * h + 1]!
    const z = side * turned[3 * h + 2]!
    if (hull.extremes === undefined) return heightOf(hull.points, highest(hull.points, x, y, z), x, y, z)
    const d = side === 1 ? this.nearest[h]! : this.nearest[h]! ^ 1
    return this.climb(hull, hull.extremes[d]!, x, y, z)
  }

  private climb(hull: Hull, from: number, x: number, y: number, z: number): number {
    const { points } = hull
    const starts = hull.starts!
    const links = hull.links!
    const { seen, stack, tie } = this
    if (++this.round === 0x7fffffff) {
      seen.fill(0)
      this.round = 1
    }
    const { round } = this
    let best = heightOf(points, from, x, y, z)
    seen[from] = round
    stack.length = 0
    stack.push(from)
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      for (let l = starts[v]!; l < starts[v + 1]!; l++) {
        const w = links[l]!
        if (seen[w] === round) continue
        const height = heightOf(points, w, x, y, z)
        if (height < best - tie) continue
        seen[w] = round
        if (height > best + tie) stack.length = 0
        if (height > best) best = height
        stack.push(w)
      }
    }
    return best
  }
}

function heightOf(points: Float64Array, v: number, x: number, y: number, z: number): number {
  return x * points[3 * v]! + y * points[3 * v + 1]! + z * points[3 * v + 2]!
}

/** The corner that comes out highest. */
function highest(points: Float64Array, x: number, y: number, z: number): number {
  let best = 0
  let most = -Infinity
  for (let v = 0; v < points.length / 3; v++) {
    const height = heightOf(points, v, x, y, z)
    if (height > most) {
      most = height
      best = v
    }
  }
  return best
}
