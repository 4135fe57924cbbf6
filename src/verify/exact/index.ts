// The exact verifier: certificates checked with no rounding to be reasoned about. Numbers are enclosed in whole numbers of 2^-bits, every operation
// rounds outwards, and what is accepted holds for all that the enclosures hold. It is slow; src/verify is the fast one, and never accepts what
// this one refuses. The two share how untrusted documents are copied into plain ones (src/verify/plain.ts), and the types of their answers.
import type { ChainMoveVerdict } from '../chain-move.js'
import type { CoordinationVerification } from '../coordination.js'
import type { Verification, VerifyOptions } from '../motion.js'
import type { AllowVerification } from '../pairs.js'
import { progressOf, type Rejected, Rejection, verdict } from '../plain.js'
import type { StepVerdict } from '../step.js'
import { doubtsSoFar, NotPrecise } from './real.js'
import { verifyMove } from './verify-chain-move.js'
import { verifySchedule } from './verify-coordination.js'
import { verifyMotion } from './verify-motion.js'
import { verifyPairs } from './verify-pairs.js'
import { verifyStepDocuments } from './verify-step.js'

/** Fraction bits: what is not decided with the first is tried again with the next. */
const PRECISIONS = [256n, 1280n] as const

/** Does the certificate prove what it says, for this world? In exact arithmetic; never throws, whatever it is given. */
export function verifyCertificateExactly(
  world: unknown,
  certificate: unknown,
  options: VerifyOptions = {},
): Verification {
  return precisely((bits) => verifyMotion(world, certificate, bits, progressOf(options)))
}

/** Does the certificate of several robots prove what it says, for this world? In exact arithmetic; never throws, whatever it is given. */
export function verifyCoordinationExactly(
  world: unknown,
  certificate: unknown,
  options: VerifyOptions = {},
): CoordinationVerification {
  return precisely((bits) => verifySchedule(world, certificate, bits, progressOf(options)))
}

/** Do the proofs of a report hold for this robot? In exact arithmetic; never throws, whatever it is given. */
export function verifyAllowedPairsExactly(
  robot: unknown,
  report: unknown,
  options: VerifyOptions = {},
): AllowVerification {
  return precisely((bits) => verifyPairs(robot, report, bits, progressOf(options)))
}

/** Does the proof show that everything that counts stays apart during the step? In whole numbers; never throws. */
export function verifyStepExactly(step: unknown, proof: unknown): StepVerdict {
  return verdict(() => verifyStepDocuments(step, proof))
}

/** Does the proof show that links stay apart during the move of a chain? In exact arithmetic; never throws, whatever it is given. */
export function verifyChainMoveExactly(move: unknown, proof: unknown): ChainMoveVerdict {
  return precisely((bits) => verifyMove(move, proof, bits))
}

/** With more bits where those before were too few to tell. */
function precisely<T extends { readonly valid: true }>(verify: (bits: bigint) => T): T | Rejected {
  let answer: T | Rejected | undefined
  for (const bits of PRECISIONS) {
    const doubts = doubtsSoFar()
    let tooFew = false
    answer = verdict(() => {
      try {
        return verify(bits)
      } catch (error) {
        if (!(error instanceof NotPrecise)) throw error
        tooFew = true
        throw new Rejection('the precision is not enough to continue')
      }
    })
    if (answer.valid || (!tooFew && doubtsSoFar() === doubts)) return answer
  }
  const { reason, ...rest } = answer as Rejected
  return { ...rest, reason: `${reason} (some comparison is open with ${PRECISIONS.at(-1)} bits)` }
}
