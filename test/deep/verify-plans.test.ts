// Every certificate of the bench's plans, the 700 problems of MotionBenchMaker, is accepted by the verifier. LIMBER_DEEP_STEPS scales it:
// at 100,000 all of them are planned. And those of our own problems in pockets, planned, smoothed and optimised.
import { expect, test } from 'vitest'
import { proving } from '../../bench/planning/contenders.js'
import { POCKET_KINDS, pocketProblems } from '../../bench/planning/pocket-problems.js'
import { loadProblems, problemFolder } from '../../bench/planning/problems.js'
import { planNow, smoothNow, worldDocument } from '../../src/entries/robots.js'
import { verifyCertificate } from '../../src/verify/index.js'

const folder = problemFolder()
const share = Math.min(1, Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100_000)

test.skipIf(folder === undefined)('certificates of the plans of the bench are accepted (LIMBER_DATA)', async () => {
  const problems = await loadProblems(folder!)
  const every = Math.max(1, Math.round(1 / share))
  const contender = proving('rrt-connect', '')
  let accepted = 0
  let planes = 0
  for (const [i, problem] of problems.entries()) {
    if (i % every !== 0) continue
    const world = problem.world()
    const { certificate } = contender.plan(world, problem)
    if (certificate === undefined) continue
    const verified = verifyCertificate(worldDocument(world), JSON.parse(JSON.stringify(certificate())))
    if (!verified.valid) throw new Error(`problem ${i}: ${JSON.stringify(verified)}`)
    accepted++
    planes += verified.leaves
  }
  console.log(`${accepted} certificates of ${Math.ceil(problems.length / every)} problems accepted, ${planes} planes`)
  expect(accepted).toBeGreaterThan((0.9 * problems.length) / every)
})

test.skipIf(folder === undefined).each(POCKET_KINDS)(
  'certificates of plans out of pockets are accepted, smoothed and optimised too: %s (LIMBER_DATA)',
  async (kind) => {
    const problems = await pocketProblems(kind)
    let accepted = 0
    for (const { index, world: make, start, goal, moving } of problems) {
      const world = make()
      const plan = planNow(world, start, goal, { moving, maxMillis: 60_000 })
      const optimised = planNow(world, start, goal, { moving, maxMillis: 60_000, optimiseRounds: 2 })
      if (plan.outcome !== 'solved' || optimised.outcome !== 'solved') throw new Error(`problem ${index} is not solved`)
      const smoothed = smoothNow(world, plan.path)
      if (smoothed.outcome !== 'smoothed') throw new Error(`problem ${index}: ${smoothed.outcome}`)
      expect(optimised.length).toBeLessThanOrEqual(smoothed.length * (1 + 1e-9))
      for (const { certificate } of [plan, smoothed, optimised]) {
        expect(verifyCertificate(worldDocument(world), certificate())).toMatchObject({ valid: true })
        accepted++
      }
    }
    expect(accepted).toBe(3 * problems.length)
  },
)
