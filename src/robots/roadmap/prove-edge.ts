// Proves one edge of a roadmap: a chain of straight parts through points that follow from its ends, each short, since short parts need
// far fewer distances than a long one (a third of them for edges of two radians of a Panda). The exact curve between two configurations is the same in both directions, except that quaternions turn
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

/** Radians: the longest part of an edge, for as many degrees of freedom as an arm has; as RRT-Connect has it. */
const LONGEST = 0.7
const DEGREES = 7

/** How many parts an edge is cut into when it is made. */
export function partsFor({ degrees }: PlanningSpace, length: number): number {
  return Math.max(1, Math.ceil(length / (LONGEST * Math.sqrt(Math.max(1, degrees / DEGREES)))))
}

/** The points of an edge, its ends among them. They depend on where it begins: from the other end they may differ in the last digit. */
export function edgePoints(space: PlanningSpace, a: Float64Array, b: Float64Array, parts: number): Float64Array[] {
  return Array.from({ length: parts + 1 }, (_, i) => {
    const q = new Float64Array(space.dof)
    space.between(q, a, b, i / parts)
    return q
  })
}

/** Undefined if it is free; otherwise the two objects that were found too near, none where it was given up. */
export type EdgeRefuted = { readonly objects: readonly string[] } | undefined

export function* proveEdge(
  world: World,
  space: PlanningSpace,
  terms: EdgeTerms,
  counts: PlanCounts,
  points: readonly Float64Array[],
): Steps<EdgeRefuted> {
  const isBothWays = space.quaternions.some((i) => space.moving.includes(i))
  const pieces = points.slice(1).map((q, k) => space.edge(points[k]!, q))
  if (isBothWays) pieces.push(...points.slice(1).map((q, k) => space.edge(q, points[k]!)))
  for (const piece of pieces) {
    const prover = new DecidedSegment(world, piece, terms, MOST_STEPS)
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
