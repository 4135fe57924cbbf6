// Both verifiers added a lag to a time and rounded the sum: with times about 10¹⁷ a certificate that claims 7 s where there are none was
// accepted. And `coordinate` itself made times that were apart by less than a small lag that was asked for.
import { expect, test } from 'vitest'
import { capsule, coordinateNow, Robot, World, worldDocument } from '../../src/entries/robots.js'
import { verifyCoordinationExactly } from '../../src/verify/exact/index.js'
import { verifyCoordination } from '../../src/verify/index.js'
import { changed } from '../verify/coordination-rounds.js'

function twoBars(): World {
  const shape = capsule({ from: [0, 0, 0], to: [0.5, 0, 0], radius: 0.05 })
  const arm = new Robot({
    name: 'arm',
    links: [{ name: 'foot' }, { name: 'bar', geometry: [{ shape }] }],
    joints: [
      {
        name: 'turn',
        kind: 'continuous',
        parent: 'foot',
        child: 'bar',
        axis: [0, 0, 1],
        limits: { velocity: 1 },
      },
    ],
  })
  return new World({
    robots: [
      { robot: arm, name: 'a' },
      { robot: arm, name: 'b', base: { at: [0.9, 0, 0] } },
    ],
  })
}

test('[every-timing] a lag that is small against the times is kept, and none is claimed that rounding hides', () => {
  const world = twoBars()
  const document = worldDocument(world)
  const result = coordinateNow(world, { a: [[1], [-1]], b: [[2.1], [4.1]] }, { lag: 1e-6, atom: 0.1 })
  if (result.outcome !== 'scheduled') throw new Error(result.reason)
  expect(result.signals.length).toBeGreaterThan(0)
  expect(result.lag).toBeGreaterThanOrEqual(1e-6)
  const certificate = result.certificate()
  expect(verifyCoordination(document, certificate).valid).toBe(true)
  expect(verifyCoordinationExactly(document, certificate).valid).toBe(true)
  // The same times in units of 16,000 s, without the lag: doubles near 10¹⁷ are 16 apart.
  const far = (times: readonly number[]) => times.map((time) => 1e17 + 16_000 * Math.round(1000 * time))
  for (const [seconds, isValid] of [
    [0, true],
    [7, false],
  ] as const) {
    const forged = changed(certificate, (draft) => {
      draft.lag = {
        seconds,
        times: draft.lag!.times.map(({ arrive, depart }) => ({ arrive: far(arrive), depart: far(depart) })),
      }
    })
    expect(verifyCoordination(document, forged).valid).toBe(isValid)
    expect(verifyCoordinationExactly(document, forged).valid).toBe(isValid)
  }
})
