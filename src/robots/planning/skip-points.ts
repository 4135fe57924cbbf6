// A path that a search has found, made shorter before it is proved: points are passed over where the straight line past them looks
// free. Samples are few: what they miss, the proof finds, and then the path's own points come back.
import type { EdgeSampler } from './edge-sampler.js'
import type { PlanningSpace } from './planning-space.js'

/** A line must be shorter than the way it replaces by this part: what is almost straight is not worth its samples. */
const LEAST_GAIN = 0.1

/** Between samples, in steps of the search's own edges. A third of the samples costs a sixth of what the path could be shorter by. */
const COARSER = 3

/** Points by their place in the path, the first and the last among them. */
export function skipPoints(space: PlanningSpace, sampler: EdgeSampler, points: readonly Float64Array[]): number[] {
  const along = new Float64Array(points.length)
  for (let k = 1; k < points.length; k++) along[k] = along[k - 1]! + space.distance(points[k - 1]!, points[k]!)
  const isShortcut = (a: number, b: number): boolean => {
    const straight = space.distance(points[a]!, points[b]!)
    if (!(straight < (1 - LEAST_GAIN) * (along[b]! - along[a]!))) return false
    return sampler.isFree(points[a]!, points[b]!, straight, true, COARSER)
  }
  const kept = [0]
  const halve = (a: number, b: number): void => {
    if (b - a > 1 && !isShortcut(a, b)) {
      const middle = (a + b) >> 1
      halve(a, middle)
      halve(middle, b)
    } else kept.push(b)
  }
  halve(0, points.length - 1)
  // What halving has left, one at a time.
  for (let again = true; again; ) {
    again = false
    for (let k = 1; k < kept.length - 1; ) {
      if (isShortcut(kept[k - 1]!, kept[k + 1]!)) {
        kept.splice(k, 1)
        again = true
      } else k++
    }
  }
  return kept
}

/**
 * The points that were kept, and more between them where they are farther apart than `longest`: short edges need fewer distances
 * to be proved than a long one. By edge, the place in `kept` that it begins at or after.
 */
export function edgesThrough(
  space: PlanningSpace,
  points: readonly Float64Array[],
  kept: readonly number[],
  longest: number,
): { points: Float64Array[]; from: number[] } {
  const out = [points[0]!]
  const from: number[] = []
  for (let k = 1; k < kept.length; k++) {
    const a = points[kept[k - 1]!]!
    const b = points[kept[k]!]!
    const parts = kept[k] === kept[k - 1]! + 1 ? 1 : Math.ceil(space.distance(a, b) / longest)
    for (let i = 1; i <= parts; i++) {
      const q = i === parts ? b : new Float64Array(space.dof)
      if (i < parts) space.between(q, a, b, i / parts)
      out.push(q)
      from.push(k - 1)
    }
  }
  return { points: out, from }
}
