// Proves one edge of a roadmap. The exact curve between two configurations is the same in both directions, except that quaternions turn
// about axes that are computed from the end where they begin: edges that move some are proved both ways.
import type { Steps } from '../../base/work/steps.js'
import { DecidedSegment } from '../motion/decided-segment.js'
import { proveSegments } from '../motion/prove-segments.js'
import { type PlanCounts, TESTS_AT_ONCE } from '../planning/plan-problem.js'
import type { PlanningSpace } from '../planning/planning-space.js'
import type { World } from '../world/world.js'

/** Tests after which an edge that is neither proved nor refuted is given up: a roadmap has others. */
const MOST_STEPS = 20_000

export interface EdgeTerms {
  readonly delta: number
  readonly clearance: number
}

/** Undefined if it is free; otherwise the two objects that were found too near, none where it was given up. */
export type EdgeRefuted = { readonly objects: readonly string[] } | undefined

export function* proveEdge(
  world: World,
  space: PlanningSpace,
  terms: EdgeTerms,
  counts: PlanCounts,
  a: Float64Array,
  b: Float64Array,
): Steps<EdgeRefuted> {
  const isBothWays = space.quaternions.some((i) => space.moving.includes(i))
  for (const [from, to] of isBothWays ? [[a, b] as const, [b, a] as const] : [[a, b] as const]) {
    const prover = new DecidedSegment(world, space.edge(from, to), terms, MOST_STEPS)
    while (prover.isOpen && prover.steps < MOST_STEPS) {
      counts.watch([prover], () =>
        proveSegments([prover], { maxSteps: TESTS_AT_ONCE, deadline: Infinity, onProgress: undefined }),
      )
      if (prover.isOpen) yield
    }
    if (prover.isFree) continue
    counts.edgesRefuted++
    const { hit } = prover
    if (hit === undefined) return { objects: [] }
    const { index } = world.model()
    return { objects: [hit.leafA, hit.leafB].map((leaf) => index.objects[index.objectOf[leaf]!]!.name) }
  }
  return undefined
}
