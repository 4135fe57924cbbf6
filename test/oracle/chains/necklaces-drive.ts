// Plays a case on a necklace and demands the answers of brute force: the same pairs and, to the last bit, the same gaps.
import { necklaceDocument } from '../../../src/chains/necklace/necklace-document.js'
import { verifyStep } from '../../../src/verify/index.js'
import { ballsOf, closestOf, gapIsRight, isTested, pairsOf } from './necklaces.js'
import { type CaseAction, type NecklaceCase, ruleOf } from './necklaces-cases.js'

/** What is played on: the public necklace, or a part of it in its place. */
export interface Subject {
  step(centres: ArrayLike<number>, radius?: number | ArrayLike<number>): unknown
  undo(): void
  selfCollides(): boolean
  selfCollisions(): SubjectPairs
  pairsWithin(distance: number): SubjectPairs
  closestPair(): { readonly a: number; readonly b: number; readonly signedDistance: number } | undefined
  separatingSet?():
    | { readonly free: true; readonly set: object }
    | { readonly free: false; readonly a: number | undefined; readonly b: number | undefined }
  /** Called after every step and undo. */
  validate?(): void
}

export interface SubjectPairs {
  readonly count: number
  readonly pairs: ArrayLike<number>
  readonly signedDistances: ArrayLike<number>
}

export interface Played {
  steps: number
  questions: number
  touching: number
  pairs: number
}

export interface DriveOptions {
  /**
   * 'bits' (default): the closest pair is the very pair of brute force. 'gap': its gap agrees to rounding, and of pairs that tie
   * another may be named.
   */
  readonly closest?: 'bits' | 'gap'
  /** Asked after every step as well. */
  readonly always?: (subject: Subject, balls: Float64Array) => void
}

/** Throws where the subject is wrong. */
export function playNecklace(
  c: NecklaceCase,
  make: (c: NecklaceCase) => Subject,
  played: Played = { steps: 0, questions: 0, touching: 0, pairs: 0 },
  options: DriveOptions = {},
): Played {
  const subject = make(c)
  let now = ballsOf(c.dimension, c.centres, c.radii)
  let before: Float64Array | undefined
  const settled = (): void => {
    subject.validate?.()
    options.always?.(subject, now)
  }
  settled()
  for (const action of c.actions) {
    if (action.do === 'ask') {
      ask(subject, c, now, action, played, options)
      played.questions++
    } else if (action.do === 'undo') {
      // A shrunk case may have lost the step that this was for.
      if (before === undefined) continue
      subject.undo()
      now = before
      before = undefined
      settled()
    } else {
      const radii = action.radii ?? now.filter((_, k) => k % 4 === 3)
      before = now
      now = ballsOf(c.dimension, action.centres, radii)
      if (action.radii === undefined) subject.step(action.centres)
      else subject.step(action.centres, action.radii)
      played.steps++
      settled()
    }
  }
  return played
}

function ask(
  subject: Subject,
  c: NecklaceCase,
  balls: Float64Array,
  { what, distance = 0 }: Extract<CaseAction, { do: 'ask' }>,
  played: Played,
  options: DriveOptions,
): void {
  const rule = ruleOf(c)
  if (what === 'closest') {
    const truth = closestOf(balls, rule)
    const found = subject.closestPair()
    demand((found === undefined) === (truth === undefined), `closest: ${text(found)}, not ${text(truth)}`)
    if (found === undefined || truth === undefined) return
    const { a, b, signedDistance: gap } = found
    const exactly = Object.is(gap, truth.gap) && a === truth.a && b === truth.b
    if (exactly || options.closest !== 'gap') {
      demand(exactly, `closest: ${text({ a, b, gap })}, not ${text(truth)}`)
      return
    }
    demand(a < b && isTested(balls.length / 4, rule, a, b), `closest: ${a} and ${b} are not tested`)
    // Good as the gap of its own pair, and as that of the true one.
    demand(gapIsRight(balls, a, b, gap, 16), `closest: ${gap} is not the gap of ${a} and ${b}`)
    demand(
      gapIsRight(balls, truth.a, truth.b, gap, 32),
      `closest: ${a} and ${b} at ${gap}, not ${truth.a} and ${truth.b} at ${truth.gap}`,
    )
    return
  }
  const truth = pairsOf(balls, rule, what === 'within' ? distance : 0)
  if (what === 'pairs' || what === 'within') {
    const found = what === 'within' ? subject.pairsWithin(distance) : subject.selfCollisions()
    const same =
      found.count === truth.gaps.length &&
      found.pairs.length === truth.pairs.length &&
      found.signedDistances.length === found.count &&
      truth.pairs.every((e, k) => found.pairs[k] === e) &&
      truth.gaps.every((gap, k) => Object.is(found.signedDistances[k], gap))
    if (!same) {
      const list = (pairs: ArrayLike<number>, gaps: ArrayLike<number>): string =>
        Array.from(gaps, (gap, k) => `${pairs[2 * k]}-${pairs[2 * k + 1]} ${gap}`)
          .slice(0, 20)
          .join(', ')
      throw new Error(
        `${what} ${distance}: ${found.count} pairs, ${list(found.pairs, found.signedDistances)}; not ${truth.gaps.length}, ${list(truth.pairs, truth.gaps)}`,
      )
    }
    played.pairs += found.count
    return
  }
  const touches = truth.gaps.length > 0
  if (touches) played.touching++
  if (what === 'collides') {
    demand(subject.selfCollides() === touches, `it ${touches ? 'touches' : 'does not touch'} itself`)
    return
  }
  if (subject.separatingSet === undefined) return
  const found = subject.separatingSet()
  if (!found.free && found.a === undefined) {
    demand(pairsOf(balls, rule, Infinity).gaps.length === 0, 'no pair is said to be checked, and some are')
    return
  }
  demand(found.free !== touches, `a separating set is ${found.free ? 'there' : 'missing'}`)
  if (!found.free) {
    const { a, b } = found
    const listed = truth.pairs.some((e, k) => k % 2 === 0 && e === a && truth.pairs[k + 1] === b)
    demand(listed, `no separating set: ${a} and ${b} are said to touch`)
    return
  }
  // The checker that users have, on what is read from a file.
  const centres = balls.filter((_, k) => k % 4 < c.dimension)
  const radii = balls.filter((_, k) => k % 4 === 3)
  const set: unknown = JSON.parse(JSON.stringify(found.set))
  const verdict = verifyStep(necklaceDocument(centres, radii, { dimension: c.dimension, ...rule }), set)
  demand(verdict.valid, `separating set: refused, ${text(verdict)}`)
}

function text(value: unknown): string {
  return value === undefined ? 'undefined' : JSON.stringify(value)
}

/** Vitest's expect, in loops over millions of pairs, would take most of the time. */
function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}
