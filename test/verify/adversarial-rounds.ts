// Rounds of forged certificates against both verifiers. Whatever the fast one accepts, the exact one must accept, and sampling must not refute;
// neither may throw, whatever it is given.
import { expect } from 'vitest'
import { Random } from '../../src/entries/meshes.js'
import { verifyAllowedPairsExactly, verifyCertificateExactly, verifyStepExactly } from '../../src/verify/exact/index.js'
import { verifyAllowedPairs, verifyCertificate, verifyStep } from '../../src/verify/index.js'
import { copyPlain } from '../../src/verify/plain.js'
import { type Documents, type Forgery, forgeMotion, forgePairs, forgeStep } from '../oracle/verify/adversary.js'
import { type Json, refuteMotion, refutePairs } from '../oracle/verify/documents.js'
import { refuteStep } from '../oracle/verify/steps.js'

export interface Kind {
  readonly name: string
  readonly forge: (given: Documents, random: Random) => Forgery
  readonly fast: (about: unknown, proof: unknown) => { readonly valid: boolean; readonly reason?: string }
  readonly exact: (about: unknown, proof: unknown) => { readonly valid: boolean; readonly reason?: string }
  readonly refute: (about: Json, proof: Json) => string | undefined
}

export const MOTIONS: Kind = {
  name: 'motions',
  forge: forgeMotion,
  fast: verifyCertificate,
  exact: verifyCertificateExactly,
  refute: (about, proof) => refuteMotion(about, proof, 24),
}

export const PAIRS: Kind = {
  name: 'pairs of links',
  forge: forgePairs,
  fast: verifyAllowedPairs,
  exact: verifyAllowedPairsExactly,
  refute: (about, proof) => refutePairs(about, proof, 24),
}

export const STEPS: Kind = {
  name: 'steps',
  forge: forgeStep,
  fast: verifyStep,
  exact: verifyStepExactly,
  refute: refuteStep,
}

export interface Counts {
  forged: number
  /** By the fast verifier; then by the exact one too. */
  accepted: number
  /** Rejected ones that the exact verifier was asked about as well, and how many of those it accepts. */
  asked: number
  narrower: number
}

/** So many forgeries of a kind from a seed on. `every`: of those rejected, one in so many is shown to the exact verifier. */
export function round(kind: Kind, bases: readonly Documents[], seed: number, count: number, every: number): Counts {
  const counts: Counts = { forged: 0, accepted: 0, asked: 0, narrower: 0 }
  for (let k = 0; k < count; k++) {
    const random = new Random(seed + k)
    const { about, proof, how } = kind.forge(bases[random.integer(bases.length)]!, random)
    const place = `${kind.name}, seed ${seed + k}: ${how}`
    counts.forged++
    const fast = kind.fast(about, proof)
    if (fast.valid) {
      counts.accepted++
      const exact = kind.exact(about, proof)
      if (!exact.valid) expect.fail(`${place}: accepted by the fast verifier only; the exact one says: ${exact.reason}`)
      // What the verifiers saw: it may have been a proxy.
      const refuted = kind.refute(copyPlain(about, ''), copyPlain(proof, ''))
      if (refuted !== undefined) expect.fail(`${place}: accepted, but ${refuted}`)
    } else {
      expect(typeof fast.reason, place).toBe('string')
      if (k % every !== 0) continue
      counts.asked++
      if (kind.exact(about, proof).valid) counts.narrower++
    }
  }
  return counts
}
