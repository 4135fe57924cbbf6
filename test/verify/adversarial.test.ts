// Forged certificates of all three kinds against both verifiers: a short round. test/deep/adversarial.test.ts has the long one.
import { expect, test } from 'vitest'
import { curveCertificate, motionCertificates, pairReports, stepCertificates } from '../oracle/verify/certified.js'
import { MOTIONS, PAIRS, round, STEPS } from './adversarial-rounds.js'

test('motions: what is accepted is so for the exact verifier and for sampling; nothing throws', () => {
  const bases = [...motionCertificates(70_000, 40, 200), curveCertificate()]
  expect(bases.length).toBeGreaterThan(10)
  const { forged, accepted } = round(MOTIONS, bases, 1, 400, 10)
  expect(forged).toBe(400)
  expect(accepted).toBeGreaterThan(20)
})

test('pairs of links: the same', async () => {
  const bases = await pairReports(300, 8, 60)
  expect(bases.length).toBeGreaterThan(3)
  const { accepted } = round(PAIRS, bases, 1, 150, 10)
  expect(accepted).toBeGreaterThan(10)
})

test('[step-proof] steps: the same, and every pair by itself agrees', () => {
  const bases = stepCertificates(500, 60)
  expect(bases.length).toBeGreaterThan(20)
  const { accepted } = round(STEPS, bases, 1, 2000, 5)
  expect(accepted).toBeGreaterThan(20)
})
