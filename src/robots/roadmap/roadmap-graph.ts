// The vertices and edges of a roadmap in flat arrays that grow. An edge is two half-edges, 2e and 2e + 1, each in the list of the vertex
// that it leaves. An edge has no direction, and is proved: for which obstacles, `sets` says (roadmap-claims.ts).
import { BrokenInvariantError } from '../../errors.js'
import { longer } from '../planning/nearest-boxes.js'
import type { PlanningSpace } from '../planning/planning-space.js'
import { edgePoints } from './prove-edge.js'

/** In place of the number of a vertex, an edge, an obstacle or a goal. */
export const NO_NUMBER = -1

export class RoadmapGraph {
  /** `dof` numbers a vertex. */
  points: Float64Array
  /** By vertex: its first half-edge. */
  heads = new Int32Array(64)
  /** By half-edge: the vertex that it goes to, and the next one of the vertex that it leaves. */
  targets = new Int32Array(128)
  next = new Int32Array(128)
  /** By edge. */
  lengths = new Float64Array(64)
  /** By edge: into how many straight parts it is cut (prove-edge.ts). */
  parts = new Int32Array(64)
  /** By edge: the set of obstacles that it is proved for. */
  sets = new Int32Array(64)
  /** By edge: an obstacle that was found in its way, or NO_NUMBER. */
  blocked = new Int32Array(64)
  size = 0
  edges = 0
  private readonly found: number[] = []
  private readonly distances: number[] = []

  constructor(
    readonly space: PlanningSpace,
    readonly dof = space.dof,
  ) {
    this.points = new Float64Array(64 * dof)
  }

  /** A copy of the configuration is kept. */
  addVertex(q: Float64Array): number {
    const { dof } = this
    if ((this.size + 1) * dof > this.points.length) this.points = longer(this.points)
    if (this.size === this.heads.length) this.heads = longer(this.heads)
    this.points.set(q, this.size * dof)
    this.heads[this.size] = NO_NUMBER
    return this.size++
  }

  /** `parts`: as many as it was proved in. */
  addEdge(a: number, b: number, parts: number, set: number, blocked = NO_NUMBER): number {
    if (a === b) throw new BrokenInvariantError(`an edge from vertex ${a} to itself`)
    const edge = this.edges++
    if (edge === this.lengths.length) {
      this.lengths = longer(this.lengths)
      this.parts = longer(this.parts)
      this.sets = longer(this.sets)
      this.blocked = longer(this.blocked)
      this.targets = longer(this.targets)
      this.next = longer(this.next)
    }
    this.lengths[edge] = Math.sqrt(
      this.space.distanceSq(this.points, a * this.dof, this.points, b * this.dof, Infinity),
    )
    this.parts[edge] = parts
    this.sets[edge] = set
    this.blocked[edge] = blocked
    this.targets[2 * edge] = b
    this.targets[2 * edge + 1] = a
    this.next[2 * edge] = this.heads[a]!
    this.next[2 * edge + 1] = this.heads[b]!
    this.heads[a] = 2 * edge
    this.heads[b] = 2 * edge + 1
    return edge
  }

  /** A view, good until a vertex is added. */
  point(vertex: number): Float64Array {
    return this.points.subarray(vertex * this.dof, (vertex + 1) * this.dof)
  }

  /** The ends of an edge, in the order in which they were given. */
  ends(edge: number): [number, number] {
    return [this.targets[2 * edge + 1]!, this.targets[2 * edge]!]
  }

  /** The points of an edge, from where it begins to where it ends. */
  pointsOf(edge: number): Float64Array[] {
    const [a, b] = this.ends(edge)
    return edgePoints(this.space, this.point(a), this.point(b), this.parts[edge]!)
  }

  /** The edge between two vertices, or NO_NUMBER. */
  edgeBetween(a: number, b: number): number {
    for (let h = this.heads[a]!; h !== NO_NUMBER; h = this.next[h]!) if (this.targets[h] === b) return h >> 1
    return NO_NUMBER
  }

  /** The `count` vertices that are nearest to q and that `counts` takes, nearest first; the earlier one of equals. */
  nearest(q: Float64Array, count: number, counts?: (vertex: number) => boolean): number[] {
    const { found, distances, space, points, dof } = this
    found.length = 0
    distances.length = 0
    let limit = Infinity
    for (let v = 0; v < this.size; v++) {
      const d = space.distanceSq(q, 0, points, v * dof, limit)
      if (!(d < limit) || counts?.(v) === false) continue
      let k = found.length < count ? found.length : count - 1
      for (; k > 0 && distances[k - 1]! > d; k--) {
        distances[k] = distances[k - 1]!
        found[k] = found[k - 1]!
      }
      distances[k] = d
      found[k] = v
      if (found.length === count) limit = distances[count - 1]!
    }
    return found.slice()
  }

  /** By vertex: the number of its component, of edges that `isOpen` takes; and how many components have an edge. */
  components(isOpen: (edge: number) => boolean): { of: Int32Array; count: number } {
    const of = new Int32Array(this.size).fill(NO_NUMBER)
    let count = 0
    const stack: number[] = []
    for (let first = 0; first < this.size; first++) {
      if (of[first] !== NO_NUMBER) continue
      of[first] = first
      stack.push(first)
      let reached = 0
      for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
        reached++
        for (let h = this.heads[v]!; h !== NO_NUMBER; h = this.next[h]!) {
          const to = this.targets[h]!
          if (of[to] !== NO_NUMBER || !isOpen(h >> 1)) continue
          of[to] = first
          stack.push(to)
        }
      }
      if (reached > 1) count++
    }
    return { of, count }
  }

  /** Throws BrokenInvariantError. */
  validate(): void {
    const seen = new Uint8Array(2 * this.edges)
    for (let v = 0; v < this.size; v++) {
      for (let h = this.heads[v]!; h !== NO_NUMBER; h = this.next[h]!) {
        if (h >= 2 * this.edges || seen[h] === 1) throw new BrokenInvariantError(`half-edge ${h} is listed twice`)
        seen[h] = 1
        if (this.targets[h ^ 1] !== v) throw new BrokenInvariantError(`half-edge ${h} does not leave vertex ${v}`)
        const d = this.space.distance(this.point(v), this.point(this.targets[h]!))
        if (d !== this.lengths[h >> 1]) throw new BrokenInvariantError(`edge ${h >> 1} has another length`)
      }
    }
    const lost = seen.indexOf(0)
    if (lost !== NO_NUMBER) throw new BrokenInvariantError(`half-edge ${lost} is in no list`)
  }
}
