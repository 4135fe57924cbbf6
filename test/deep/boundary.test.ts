// Both verifiers at the edge of what the fast one accepts, at length. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { motionCertificates, pairReports } from '../oracle/verify/certified.js'
import { atTheEdge, pairsAtTheEdge } from '../verify/boundary-edges.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

test('motions', () => {
  const { edges, differ } = atTheEdge(motionCertificates(76_000, Math.ceil(steps / 200)), 3)
  console.log(`${edges} edges; a little beyond ${differ} of them the exact verifier accepts still`)
  expect(differ).toBeGreaterThan(edges / 2)
})

test('pairs of links', async () => {
  console.log(`${pairsAtTheEdge(await pairReports(1400, Math.ceil(steps / 2000), 200))} edges`)
})
