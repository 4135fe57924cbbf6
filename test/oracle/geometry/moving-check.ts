// Everything that is promised about two hulls that move straight, against exact arithmetic; shared by the quick and the deep tests.
import { MovingPair } from '../../../src/geometry/moving/moving-pair.js'
import { checkProof, crossesBetween, fastest, type MovingCase, wholeCase, withinAt } from './moving.js'
import { type MovingMode, movingCase } from './moving-cases.js'

/** What a run of checks has met. */
export class MovingSeen {
  pairs = 0
  meeting = 0
  /** Contacts that exact arithmetic found, at an instant or as a crossing; the others are confirmed to the width of the bracket. */
  confirmed = 0
  /** Decided by doubles. */
  byDoubles = 0
  /** Intervals of all proofs, and the longest direction in bits. */
  leaves = 0
  longest = 0
  /** Intervals of the proof that has most. */
  most = 0
  turning = 0
  readonly failures: string[] = []
}

const pair = new MovingPair()
const bracket = new Float64Array(2)

/** Width that a bracket may have. */
const WIDTH = 2 ** -40

/** Checks the case of a mode and a seed, and adds what is wrong with it to seen.failures, ready to be pasted. */
export function checkMoving(seen: MovingSeen, mode: MovingMode, seed: number): void {
  const c = movingCase(mode, seed)
  const complain = (what: string) => {
    if (seen.failures.length < 10) seen.failures.push(`movingCase('${mode}', ${seed}): ${what} ${JSON.stringify(c)}`)
  }
  seen.pairs++
  set(c.a0, c.a1, c.b0, c.b1)
  const exactCalls = pair.exactCalls
  const meets = pair.meets(c.reach)
  if (pair.exactCalls === exactCalls) seen.byDoubles++
  if (c.known !== undefined && meets !== c.known) complain(`meets should be ${c.known}`)
  if (meets && pair.separatedThroughout(c.reach)) complain('separated, but meets')
  const whole = wholeCase(c)
  // Some instants in all of the step.
  for (let k = seed % 3; k <= 8; k += 3) if (!meets && withinAt(whole, k / 8)) complain(`within reach at ${k}/8`)
  const proof = pair.prove(c.reach)
  if (meets !== (proof === undefined)) complain('meets and prove disagree')
  if (proof !== undefined) {
    const wrong = checkProof(whole, proof)
    if (wrong !== undefined) complain(wrong)
    seen.leaves += proof.leaves.length
    seen.most = Math.max(seen.most, proof.leaves.length)
    for (const { direction, turnsTo } of proof.leaves) {
      if (turnsTo !== undefined) seen.turning++
      for (const x of direction) seen.longest = Math.max(seen.longest, BigInt(x).toString(2).replace('-', '').length)
    }
  }
  if (meets) {
    seen.meeting++
    if (checkBracket(c, complain)) seen.confirmed++
  }
  // The same question in other words.
  set(c.b0, c.b1, c.a0, c.a1)
  if (pair.meets(c.reach) !== meets) complain('another answer for the pair swapped')
  set(c.a1, c.a0, c.b1, c.b0)
  if (pair.meets(c.reach) !== meets) complain('another answer backwards in time')
}

/** Whether exact arithmetic finds the contact. */
function checkBracket(c: MovingCase, complain: (what: string) => void): boolean {
  const whole = wholeCase(c)
  pair.firstContact(bracket, c.reach)
  const [lower, upper] = [bracket[0]!, bracket[1]!]
  if (!(lower >= 0 && lower <= upper && upper <= 1 && upper - lower <= WIDTH)) complain(`bracket ${lower} to ${upper}`)
  for (const share of [0, 0.3, 0.6, 0.9, 1 - 2 ** -30]) {
    if (lower > 0 && withinAt(whole, lower * share)) complain(`within reach at ${lower * share}, before ${lower}`)
  }
  if (withinAt(whole, upper) || (c.reach === 0 && crossesBetween(whole, lower, upper))) return true
  if (lower === upper) complain(`not within reach at ${upper}, which is said to be exact`)
  // In the width of the bracket, nothing comes closer than this.
  const moved = (fastest(whole) >> 39n) + 1n
  if (!withinAt(whole, upper, moved)) complain(`not within reach at ${upper}, nor near it`)
  return false
}

function set(a0: readonly number[], a1: readonly number[], b0: readonly number[], b1: readonly number[]): void {
  const offsets = (length: number) => [0, length > 3 ? 3 : -1, length > 6 ? 6 : -1] as const
  pair.setA(Float64Array.from(a0), Float64Array.from(a1), ...offsets(a0.length))
  pair.setB(Float64Array.from(b0), Float64Array.from(b1), ...offsets(b0.length))
}
