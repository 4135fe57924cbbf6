// A roadmap in a world as it is now: which of its edges are free there, by what was proved before, and the proofs of those that are
// not known. Good until the world changes.
import type { Steps } from '../../base/work/steps.js'
import type { PlanCounts } from '../planning/plan-problem.js'
import type { World } from '../world/world.js'
import { type EdgeTerms, edgePoints, partsFor, proveEdge } from './prove-edge.js'
import { ClaimView, type RoadmapClaims } from './roadmap-claims.js'
import type { RoadmapGraph } from './roadmap-graph.js'
import { type RoadmapObstacle, worldOfObstacles } from './roadmap-premises.js'

export class RoadmapView {
  private readonly claims: ClaimView
  /** By obstacle of the roadmap: 1 if the world has it. */
  private readonly isThere: Uint8Array
  /** The robots among some obstacles, by their numbers. */
  private readonly parts = new Map<string, World>()

  constructor(
    readonly world: World,
    readonly graph: RoadmapGraph,
    claims: RoadmapClaims,
    obstacles: readonly RoadmapObstacle[],
    private readonly terms: EdgeTerms,
  ) {
    this.claims = new ClaimView(claims, obstacles)
    this.isThere = new Uint8Array(claims.obstacles.length)
    for (const o of this.claims.required) this.isThere[o] = 1
  }

  get obstacles(): ReadonlySet<number> {
    return this.claims.required
  }

  /** Is an edge known to be free? */
  isFree(edge: number): boolean {
    return this.claims.missingIn(this.graph.sets[edge]!).length === 0
  }

  /** Is something known to be in its way? */
  isBlocked(edge: number): boolean {
    const obstacle = this.graph.blocked[edge]!
    return obstacle >= 0 && this.isThere[obstacle] === 1
  }

  /** How many edges are free, blocked, and wait for a proof. */
  count(): { free: number; blocked: number; open: number } {
    const out = { free: 0, blocked: 0, open: 0 }
    for (let e = 0; e < this.graph.edges; e++) {
      if (this.isFree(e)) out.free++
      else if (this.isBlocked(e)) out.blocked++
      else out.open++
    }
    return out
  }

  /** Proves what is missing of an edge: that it is free of the obstacles that are new. */
  *prove(edge: number, counts: PlanCounts): Steps<boolean> {
    const { graph, claims } = this
    const missing = claims.missingIn(graph.sets[edge]!)
    if (missing.length === 0) return true
    const refuted = yield* proveEdge(this.among(missing), graph.space, this.terms, counts, graph.pointsOf(edge))
    if (refuted === undefined) {
      graph.sets[edge] = claims.joined(graph.sets[edge]!)
      graph.blocked[edge] = -1
      return true
    }
    // Where it was given up, one of them stands for all: the edge is tried again when that one is gone.
    const found = refuted.objects.map((name) => claims.numberOf(name)).find((o) => o >= 0)
    graph.blocked[edge] = found ?? missing[0]!
    return false
  }

  /** Proves the line between two vertices, and makes it an edge if it is free. */
  *connect(a: number, b: number, counts: PlanCounts): Steps<boolean> {
    const { graph, world, terms } = this
    const parts = partsFor(graph.space, graph.space.distance(graph.point(a), graph.point(b)))
    const points = edgePoints(graph.space, graph.point(a), graph.point(b), parts)
    if ((yield* proveEdge(world, graph.space, terms, counts, points)) !== undefined) return false
    if (graph.edgeBetween(a, b) < 0) this.take(a, b, parts)
    return true
  }

  /** An edge that is proved for this world, in this many parts. */
  take(a: number, b: number, parts: number): number {
    return this.graph.addEdge(a, b, parts, this.claims.whole)
  }

  private among(obstacles: readonly number[]): World {
    const { claims, parts, world } = this
    const key = obstacles.join()
    let part = parts.get(key)
    if (part === undefined) {
      part = worldOfObstacles(world, new Set(obstacles.map((o) => claims.nameOf(o))))
      parts.set(key, part)
    }
    return part
  }
}
