// All edges of a roadmap that are free in a world, as motions: walks from edge to edge, none of which is walked twice. A walk is proved
// again from scratch and has one certificate, which a verifier reads with one copy of the world. Nothing of the roadmap's own
// claims is in it.
import { checkMotion } from '../motion/check-motion.js'
import type { MotionVerdict } from '../motion/verdict.js'
import type { World } from '../world/world.js'
import type { Roadmap } from './roadmap.js'
import { NO_NUMBER } from './roadmap-graph.js'

/** Edges of a walk: its certificate is held in memory. */
const MOST_EDGES = 50

/** A walk over edges of a roadmap, and the verdict on it. */
export interface RoadmapTrail {
  /** Numbers of edges, in the order of the walk, and of the vertices between them: one more. */
  readonly edges: readonly number[]
  readonly vertices: readonly number[]
  /** By segment of the walk: the edge that it is a part of. */
  readonly edgeOf: readonly number[]
  /** All points of its edges. */
  readonly waypoints: readonly Float64Array[]
  /** Proves it, from scratch. */
  prove(): MotionVerdict
}

/** Walks that together pass every edge that the roadmap has as free in this world exactly once; `all`: and every other edge too. */
export function* roadmapTrails(
  world: World,
  roadmap: Roadmap,
  { all = false }: { readonly all?: boolean } = {},
): Generator<RoadmapTrail, void, void> {
  const view = roadmap.viewIn(world)
  const { graph } = view
  const { delta, clearance } = roadmap
  const isWalked = new Uint8Array(graph.edges)
  // By vertex: half-edges before this one are walked, or not free.
  const at = graph.heads.slice(0, graph.size)
  const nextFrom = (v: number): number => {
    let h = at[v]!
    while (h !== NO_NUMBER && (isWalked[h >> 1] === 1 || !(all || view.isFree(h >> 1)))) h = graph.next[h]!
    at[v] = h
    return h
  }
  for (let first = 0; first < at.length; first++) {
    while (nextFrom(first) !== NO_NUMBER) {
      const edges: number[] = []
      const edgeOf: number[] = []
      const vertices = [first]
      const waypoints: Float64Array[] = [graph.point(first).slice()]
      let v = first
      for (let h = nextFrom(v); h !== NO_NUMBER && edges.length < MOST_EDGES; h = nextFrom(v)) {
        isWalked[h >> 1] = 1
        edges.push(h >> 1)
        const points = graph.pointsOf(h >> 1)
        for (let k = 1; k < points.length; k++) edgeOf.push(h >> 1)
        waypoints.push(...(h % 2 === 0 ? points : points.reverse()).slice(1))
        v = graph.targets[h]!
        vertices.push(v)
      }
      yield { edges, edgeOf, vertices, waypoints, prove: () => checkMotion(world, waypoints, { delta, clearance }) }
    }
  }
}
