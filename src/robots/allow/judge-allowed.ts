// A list of pairs that need no checking, as robots come with one, judged by what is known of every pair.
//
// An exemption is confirmed if nothing is lost by it: the two never touch; or they always do, or bear on each other, or one is inside the
// other, so that to check them would refuse every configuration. It is unsafe if they sometimes touch: a checker that follows the list
// is silent there. Links that are adjacent, and exempted as such (`Adjacent`), are confirmed as what is claimed of them: parts that
// share a joint overlap there by convention. A pair that is not in the list and never touches is wasteful: it is checked for nothing.
import type { AllowedPair } from '../model/robot.js'
import type { PairResult } from './allow-result.js'

/**
 * What a proof says about an exemption: `confirmed`, `unsafe`, or `wasteful` where a pair that never touches is
 * checked.
 */
export type Judgement = 'confirmed' | 'unsafe' | 'wasteful'

/** A pair of links with its exemption and what to think of it. */
export interface JudgedPair {
  readonly pair: PairResult
  /** What the list says, if it has the pair. */
  readonly exemption: AllowedPair | undefined
  /** Undefined: nothing to say. Checked, and rightly; or exempted and not decided. */
  readonly judgement: Judgement | undefined
}

/**
 * Judges a list of exemptions by what is known of the pairs: confirmed, unsafe or wasteful, in the order of `pairs`. What the list says
 * of links without geometry is not judged: there is nothing of them to touch.
 */
export function judgeAllowed(pairs: readonly PairResult[], exemptions: readonly AllowedPair[]): JudgedPair[] {
  const listed = new Map(exemptions.map((own) => [keyOf(own.a, own.b), own]))
  return pairs.map((pair) => {
    const exemption = listed.get(keyOf(pair.a, pair.b))
    return { pair, exemption, judgement: judge(pair, exemption) }
  })
}

function judge(pair: PairResult, exemption: AllowedPair | undefined): Judgement | undefined {
  if (exemption === undefined) return pair.class === 'never' ? 'wasteful' : undefined
  switch (pair.class) {
    case 'never':
    case 'always':
    case 'touches':
    case 'contained':
      return 'confirmed'
    case 'sometimes':
      return isConvention(pair, exemption) ? 'confirmed' : 'unsafe'
    case 'undecided':
      return undefined
  }
}

/** Is the pair exempted for being adjacent, and is it adjacent? Such exemptions are convention, and are not judged. */
export function isConvention(pair: PairResult, exemption: AllowedPair): boolean {
  return pair.adjacent && exemption.reason?.trim().toLowerCase() === 'adjacent'
}

function keyOf(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a])
}
