// A verdict about parts of a path, translated to the path as it was given.
import type { MotionFree, MotionVerdict } from '../motion/verdict.js'

/**
 * `given`: by segment of the verdict, its number in the path. Assigned, not spread: a contact is looked for only if it is asked
 * for.
 */
export function onSegments<T extends Exclude<MotionVerdict, MotionFree>>(
  verdict: T,
  given: (segment: number) => number,
): T {
  const told = <P extends { readonly segment: number }>(place: P): P => ({ ...place, segment: given(place.segment) })
  Object.assign(verdict, { beyondLimits: verdict.beyondLimits.map(told) })
  if (verdict.outcome === 'nothing-to-check') return verdict
  if (verdict.outcome === 'undecided') return Object.assign(verdict, { left: verdict.left.map(told) })
  return Object.assign(verdict, { segment: given(verdict.segment) })
}
