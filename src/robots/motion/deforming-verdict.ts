// The verdict on a motion on which things bend, from what is known of the rigid pairs and of the others.
import { now } from '../../base/work/clock.js'
import { type Certificate, digestOf } from './certificate.js'
import type { DeformingCheck } from './check-deforming.js'
import type { Bare } from './preliminary.js'
import type { Limits } from './prove-segments.js'
import type { MotionFree, MotionStats, MotionUndecided, MotionVerdict } from './verdict.js'

/** How many intervals an undecided verdict lists, as elsewhere. */
const MOST_LISTED = 100

/** The rigid pairs are free, or undecided. */
export function withDeforming(
  rigid: Bare<MotionFree> | Bare<MotionUndecided>,
  check: DeformingCheck,
  limits: Limits,
): Bare<MotionVerdict> {
  const stats = sumOf(rigid.stats, check.counts)
  const { hit } = check
  if (hit !== undefined) {
    const { kind, segment, at } = hit
    const configuration = check.configurationOf(hit)
    const place = { segment, at, configuration, stats }
    if (kind === 'collision') {
      return {
        outcome: kind,
        ...place,
        ...check.namesOf(hit),
        get contact() {
          return check.contactOf(hit)
        },
      }
    }
    const { a, b, distance, pointA, pointB } = check.distanceOf(hit)
    return { outcome: kind, ...place, a, b, distance, pointA, pointB }
  }
  if (rigid.outcome === 'free' && check.isFree) {
    const certificate = (): Certificate => {
      const { digest: _, ...rest } = rigid.certificate()
      const all = { ...rest, deforming: check.certificates() }
      return { ...all, digest: digestOf(all) }
    }
    return { outcome: 'free', stats, certificate }
  }
  const left = [...(rigid.outcome === 'free' ? [] : rigid.left), ...check.left()]
  left.sort((p, q) => q.to - q.from - (p.to - p.from) || p.segment - q.segment || p.from - q.from)
  const reason =
    rigid.outcome === 'undecided'
      ? rigid.reason
      : !check.isOpen
        ? (check.reason ?? 'two objects come so close that rounding decides: a delta above zero ends such work sooner')
        : now() >= limits.deadline
          ? 'the time limit was reached'
          : `the limit of ${limits.maxSteps} tests was reached`
  // By pieces and pairs, as far as they are known: what is rigid counts as one pair.
  const proved = ((rigid.outcome === 'free' ? 1 : rigid.proved) + check.done) / (1 + check.pairs)
  return {
    outcome: 'undecided',
    reason,
    left: left.slice(0, MOST_LISTED),
    proved: Math.min(proved, 1 - 2 ** -40),
    stats,
  }
}

function sumOf(a: MotionStats, b: MotionStats): MotionStats {
  return {
    volumeTests: a.volumeTests + b.volumeTests,
    leafTests: a.leafTests + b.leafTests,
    distanceTests: a.distanceTests + b.distanceTests,
    configurations: a.configurations + b.configurations,
    intervals: a.intervals + b.intervals,
  }
}
