// Forged certificates at length, of all three kinds, against both verifiers: as many as LIMBER_DEEP_STEPS says, 100,000 if it says nothing.
import { expect, test } from 'vitest'
import { curveCertificate, motionCertificates, pairReports, separatingSets } from '../oracle/certified.js'
import { type Counts, type Kind, MOTIONS, PAIRS, round, SETS } from '../verify/adversarial-rounds.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

/** Of all forgeries, and of those rejected by the fast verifier one in so many for the exact one too. */
function play(kind: Kind, bases: Parameters<typeof round>[1], share: number, every: number): Counts {
  const count = Math.ceil(share * steps)
  const counts = round(kind, bases, 1_000_000, count, every)
  const { forged, accepted, asked, narrower } = counts
  console.log(
    `${kind.name}: ${forged} forged from ${bases.length} true ones; ${accepted} accepted by both verifiers and not refuted by sampling; ` +
      `of ${forged - accepted} rejected ones ${asked} shown to the exact verifier, which accepts ${narrower}`,
  )
  expect(forged).toBe(count)
  expect(accepted).toBeGreaterThan(count / 100)
  return counts
}

test('motions', () => {
  play(MOTIONS, [...motionCertificates(80_000, 150, 400), curveCertificate()], 0.5, 50)
})

test('pairs of links', async () => {
  play(PAIRS, await pairReports(1300, 25, 100), 0.2, 50)
})

test('separating sets', () => {
  play(SETS, separatingSets(1500, 200), 0.3, 10)
})
