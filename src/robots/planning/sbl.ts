// A-SBL (adaptive-checking-2004, section V.D) as a planner among others: SBL's search, over a checker that proves.
import { BrokenInvariantError } from '../../errors.js'
import type { Certificate } from '../motion/certificate.js'
import { checkMotion } from '../motion/check-motion.js'
import type { PlannerInput, PlannerRun } from './plan-problem.js'
import { LookingChecker, type PathChecker } from './sbl-check.js'
import { SBL_SETTINGS, SblSearch, type SblSettings } from './sbl-search.js'

/**
 * Of the first look, in radians. Published A-SBL has none: so it is with a resolution longer than any segment, in twice to four times
 * the time on scenes of one arm.
 */
const LOOK = 0.2

/** A-SBL: the path that comes out is proved. */
export function aSbl(input: PlannerInput, settings: SblSettings = SBL_SETTINGS): PlannerRun {
  return searchBy(input, new LookingChecker(input, input.options.resolution ?? LOOK), settings)
}

/** The search over a checker. What the certificate says is proved when it is asked for. */
export function* searchBy<Work>(input: PlannerInput, checker: PathChecker<Work>, settings: SblSettings): PlannerRun {
  const { counts } = input
  const found = new SblSearch(input, checker, settings)
  const run = found.run()
  for (;;) {
    const step = run.next()
    counts.iterations = found.iterations
    counts.nodes = found.forest.size
    counts.fromStart = found.grid.count(0)
    counts.fromGoal = found.grid.count(1)
    counts.closest = found.closest
    counts.proved = found.proved
    counts.phase = found.proved > 0 ? 'proving' : 'searching'
    if (step.done !== true) {
      yield
      continue
    }
    const { waypoints, goal } = step.value
    // Whatever the caller writes into what it is given.
    const own = waypoints.map((q) => q.slice())
    return { waypoints, goal, certificate: () => certify(input, own) }
  }
}

/**
 * Segments were checked in whichever direction they were travelled first, so the path is proved once more, from its start to its end.
 * Without a delta: what was not seen from one side may be seen from the other, and is free all the same.
 */
function certify({ world, options }: PlannerInput, waypoints: readonly Float64Array[]): Certificate {
  const { clearance, continuous, ignoreLimits, limitTolerance } = options
  const asked = { clearance, continuous, ignoreLimits, limitTolerance, maxSteps: Infinity }
  const verdict = checkMotion(world, waypoints, asked)
  if (verdict.outcome !== 'free') throw new BrokenInvariantError(`a path that was proved free is ${verdict.outcome}`)
  return verdict.certificate()
}
