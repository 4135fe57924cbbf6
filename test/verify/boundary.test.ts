// Both verifiers at the edge of what the fast one accepts. test/deep/boundary.test.ts has more of it.
import { expect, test } from 'vitest'
import { curveCertificate, motionCertificates, pairReports } from '../oracle/verify/certified.js'
import { atTheEdge, pairsAtTheEdge } from './boundary-edges.js'

test('motions', () => {
  const { edges, differ } = atTheEdge([...motionCertificates(75_000, 12, 150), curveCertificate()], 2)
  expect(edges).toBeGreaterThan(8)
  // The edge is that of rounding, not that of something else.
  expect(differ).toBeGreaterThan(edges / 2)
})

test('pairs of links', async () => {
  expect(pairsAtTheEdge(await pairReports(400, 4, 60))).toBeGreaterThan(2)
})
