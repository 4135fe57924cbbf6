// Forged certificates at length, of all three kinds, against both verifiers: as many as LIMBER_DEEP_STEPS says, 100,000 if it says nothing.
import { expect, test } from 'vitest'
import { curveCertificate, motionCertificates, pairReports, stepCertificates } from '../oracle/verify/certified.js'
import { type Counts, type Kind, MOTIONS, PAIRS, round, STEPS } from '../verify/adversarial-rounds.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

/** A share of all forgeries; of those that the fast verifier rejects one in so many is shown to the exact one too. */
function play(kind: Kind, bases: Parameters<typeof round>[1], share: number, every: number): void {
  const total: Counts = { forged: 0, accepted: 0, asked: 0, narrower: 0 }
  for (let part = 0; part < 20; part++) {
    const counts = round(kind, bases, 1_000_000 * (part + 1), Math.ceil((share * steps) / 20), every)
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts[name]
    const { forged, accepted, asked, narrower } = total
    console.log(
      `${kind.name}: ${forged} forged from ${bases.length} true ones; ${accepted} accepted by both verifiers, and not refuted by sampling; ` +
        `of ${forged - accepted} rejected ones ${asked} shown to the exact verifier, which accepts ${narrower}`,
    )
  }
  expect(total.forged).toBeGreaterThanOrEqual(share * steps)
  expect(total.accepted).toBeGreaterThan(total.forged / 100)
}

test('[step-proof] steps', () => {
  play(STEPS, stepCertificates(1500, 400), 0.6, 10)
})

test('motions', () => {
  play(MOTIONS, [...motionCertificates(80_000, 150, 120), curveCertificate()], 0.3, 100)
})

test('pairs of links', async () => {
  play(PAIRS, await pairReports(1300, 25, 60), 0.1, 50)
})
