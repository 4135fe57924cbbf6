// Certificates of random motions, robots and necklaces, and of real robots where LIMBER_DATA names the data folder: all of them accepted by both
// verifiers, the exact one too. It prints how many, and how long each of the two takes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DATA_ROBOTS, type DataRobot, dataRobot } from '../../bench/data-robots.js'
import {
  allowedPairs,
  allowedPairsDocument,
  box,
  Random,
  type Robot,
  robotDocument,
  World,
  worldDocument,
} from '../../src/entries/robots.js'
import { checkMotion } from '../../src/robots/motion/check-motion.js'
import type { Documents } from '../oracle/verify/adversary.js'
import { curveCertificate, motionCertificates, pairReports, stepCertificates } from '../oracle/verify/certified.js'
import { type Kind, MOTIONS, PAIRS, STEPS } from '../verify/adversarial-rounds.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)

function accept(kind: Kind, what: string, all: readonly Documents[]): void {
  let [fast, exact] = [0, 0]
  for (const [i, { about, proof }] of all.entries()) {
    const start = performance.now()
    const first = kind.fast(about, proof)
    const middle = performance.now()
    const second = kind.exact(about, proof)
    fast += middle - start
    exact += performance.now() - middle
    expect({ what, i, fast: first.reason, exact: second.reason }).toEqual({ what, i })
    expect(first.valid && second.valid).toBe(true)
  }
  const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`
  console.log(`${what}: ${all.length} accepted by both; ${seconds(fast)} fast, ${seconds(exact)} exact`)
}

test('certificates of random motions, on lines and curves', () => {
  const all = [...motionCertificates(90_000, Math.ceil(steps / 500)), curveCertificate()]
  expect(all.length).toBeGreaterThan(steps / 1000)
  accept(MOTIONS, 'random motions', all)
})

test('reports about random robots', async () => {
  accept(PAIRS, 'random robots', await pairReports(2300, Math.ceil(steps / 5000)))
})

test('[step-proof] steps', () => {
  accept(STEPS, 'steps', stepCertificates(2500, Math.ceil(steps / 1000)))
})

const data = process.env.LIMBER_DATA

test.skipIf(data === undefined || !existsSync(join(data, 'robots')))('real robots: motions among boxes', async () => {
  for (const key of Object.keys(DATA_ROBOTS) as DataRobot[]) {
    if (!existsSync(join(data!, 'robots', DATA_ROBOTS[key].urdf))) continue
    const robot = await dataRobot(data!, key, { srdf: true })
    accept(MOTIONS, `motions of ${key}`, motionsOf(robot, Math.ceil(steps / 20_000)))
  }
})

test.skipIf(data === undefined || !existsSync(join(data, 'robots')))('real robots: pairs of links', async () => {
  for (const key of ['panda', 'irb2400', 'iiwa'] as const) {
    const robot = await dataRobot(data!, key, { srdf: false })
    const found = await allowedPairs(robot, { certificates: true, samples: 300 })
    const proof = JSON.parse(JSON.stringify(allowedPairsDocument(found, { proofs: true })))
    accept(PAIRS, `pairs of ${key}`, [{ about: robotDocument(robot), proof }])
  }
})

/** Free ones of random short motions among a few boxes. */
function motionsOf(robot: Robot, count: number): Documents[] {
  const random = new Random(7)
  const obstacles = Array.from({ length: 6 }, (_, i) => ({
    name: `box${i}`,
    shape: box({ size: [0.2, 0.2, 0.2] }),
    pose: { at: [random.range(-1, 1), random.range(-1, 1), random.range(0, 1)] },
  }))
  const world = new World({ robots: [robot], obstacles })
  const about = worldDocument(world)
  const out: Documents[] = []
  const somewhere = (): Float64Array =>
    Float64Array.from(robot.lower, (low, v) =>
      Number.isFinite(low) ? random.range(low, robot.upper[v]!) : random.range(-2, 2),
    )
  for (let k = 0; k < 100 * count && out.length < count; k++) {
    const [from, to] = [somewhere(), somewhere()]
    const verdict = checkMotion(world, [from, from.map((q, v) => q + 0.3 * (to[v]! - q))], { maxSteps: 1e5 })
    if (verdict.outcome === 'free') out.push({ about, proof: JSON.parse(JSON.stringify(verdict.certificate())) })
  }
  return out
}
