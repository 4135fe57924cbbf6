// Steps are proved free exactly where every pair by itself is; and both verifiers accept every proof.
import { expect, test } from 'vitest'
import { proveStep, stepCertificate } from '../../../src/geometry/steps/prove-step.js'
import { type StepInput, stepDocument } from '../../../src/geometry/steps/step-document.js'
import { verifyStepExactly } from '../../../src/verify/exact/index.js'
import { verifyStep } from '../../../src/verify/index.js'
import { checkProvedSteps } from './proved-steps.js'

test('[step-proof] a step is proved if and only if no pair meets; both verifiers accept the proof', () => {
  const tally = checkProvedSteps(0, 200, 20)
  for (const hulls of ['beads', 'strands', 'triangles']) {
    expect(tally[`${hulls} free`]).toBeGreaterThan(10)
    expect(tally[`${hulls} met`]).toBeGreaterThan(2)
  }
  expect(tally.empty).toBeGreaterThan(2)
})

test('[step-proof] a strand that tilts and grazes another one is proved by directions that turn', () => {
  for (const height of [2 ** -10, 2 ** -20, 2 ** -40]) {
    const strands = (tilt: number): number[] => [-1, 0, 0, 1, 0, 0, 0, -1, height - tilt, 0, 1, height + tilt]
    const input = { hulls: 'strands', points: strands(-1), next: strands(1), radii: [0], neighbours: 1 } as const
    const proved = proveStep(input)
    if (!proved.free) expect.fail(`height ${height}: said to meet`)
    const document = stepDocument(input)
    const fast = verifyStep(document, proved.certificate)
    expect(fast).toMatchObject({ valid: true })
    expect(verifyStepExactly(document, proved.certificate)).toEqual(fast)
    // With fixed directions their number would grow like the root of 1/height: a thousand, a million.
    if (fast.valid) expect(fast.directions).toBeLessThan(300)
  }
})

test('wrong input is refused by name', () => {
  const beads = { hulls: 'beads', points: [0, 0, 0, 1, 0, 0], radii: [0.1] } as const
  const mesh = { hulls: 'triangles', points: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] } as const
  const cases: [StepInput, string][] = [
    [{ ...beads, points: [0, 0] }, 'points must be'],
    [{ ...beads, points: [0, 0, Number.NaN] }, 'points must be'],
    [{ ...beads, next: [0, 0, 0] }, 'next must be'],
    [{ ...beads, radii: [1, 2, 3] }, 'radii must be'],
    [{ ...beads, radii: [-1] }, 'radii must be'],
    [{ ...beads, neighbours: -1 }, 'neighbours must be'],
    [{ ...beads, excluded: [[1, 0]] }, 'excluded must be'],
    [{ ...beads, cuts: [0] }, 'cuts must be'],
    [{ ...mesh, triangles: [] }, 'triangles must be'],
    [{ ...mesh, triangles: [0, 1, 3] }, 'triangles must be'],
    [{ ...mesh, triangles: [0, 1, 1] }, 'triangles[0] must be'],
    [{ hulls: 'strands', points: [0, 0, 0] }, 'points must be'],
  ]
  for (const [input, message] of cases) expect(() => proveStep(input)).toThrow(message)
  expect(() => proveStep(beads, { slabs: 3 })).toThrow('slabs must be')
  expect(() => proveStep(beads, { order: [0, 0] })).toThrow('order must be')
  expect(() => stepCertificate({ ...beads, radii: [0.5] })).toThrow('beads 0 and 1 meet')
})
