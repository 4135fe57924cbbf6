// Is a configuration free and within the joint limits? If not, why not.
import { beyond, type LimitRules } from '../motion/motion-limits.js'
import type { World } from '../world/world.js'
import type { PlanProblem } from './plan-result.js'
import type { PlanningSpace } from './planning-space.js'

/** Nothing touches, nor comes within `margin`. */
export function validityTest(
  world: World,
  margin: number,
  counts: { validityTests: number },
): (q: Float64Array) => boolean {
  if (margin === 0) {
    return (q) => {
      counts.validityTests++
      return !world.collides(q)
    }
  }
  return (q) => {
    counts.validityTests++
    // Most of what is not free touches, and that is seen soonest.
    return !world.collides(q) && world.pairsWithin(q, margin).length === 0
  }
}

/** Everything that is wrong with a start or a goal; nothing if it is none of these. */
export function problemsAt(
  world: World,
  space: PlanningSpace,
  margin: number,
  rules: LimitRules,
  q: Float64Array,
): PlanProblem[] {
  const { lower, upper, quaternions } = space
  const problems: PlanProblem[] = []
  for (let i = 0; i < q.length && !rules.ignoreLimits; i++) {
    if (quaternions.includes(i)) i += 3
    else if (!(beyond(q[i]!, lower[i]!, upper[i]!) <= rules.limitTolerance)) {
      const [joint, value] = [world.variables[i]!, q[i]!]
      problems.push({ kind: 'outside-limits', joint, value, lower: lower[i]!, upper: upper[i]! })
    }
  }
  if (world.collides(q)) {
    for (const contact of world.collisions(q)) {
      problems.push({ kind: 'collision', a: contact.a, b: contact.b, contact })
    }
  }
  if (margin > 0) {
    const touching = new Set(problems.map((p) => (p.kind === 'collision' ? JSON.stringify([p.a, p.b]) : '')))
    for (const { a, b, distance } of world.pairsWithin(q, margin)) {
      if (!touching.has(JSON.stringify([a, b])) && !touching.has(JSON.stringify([b, a]))) {
        problems.push({ kind: 'too-close', a, b, distance })
      }
    }
  }
  return problems
}
