// The plan when the start is the goal: one waypoint, proved like any other path.
import { DecidedSegment } from '../motion/decided-segment.js'
import { proveSegments, readMotionLimits, verdictOf } from '../motion/prove-segments.js'
import { type PlannerInput, type PlannerRun, TESTS_AT_ONCE } from './plan-problem.js'

export function* standStill(input: PlannerInput, goal: number): PlannerRun {
  const { world, space, start, options, counts } = input
  const prover = new DecidedSegment(world, space.edge(start, start), options)
  const limits = readMotionLimits({})
  counts.iterations++
  counts.nodes = 1
  counts.fromStart = 1
  while (prover.isOpen) {
    counts.watch([prover], () => proveSegments([prover], { ...limits, maxSteps: TESTS_AT_ONCE }))
    yield
  }
  if (!prover.isFree) return undefined
  return {
    waypoints: [start.slice()],
    goal,
    certificate: () => {
      const verdict = verdictOf(world.model(), [prover], options, limits)
      if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
      return verdict.certificate()
    },
  }
}
