// Proofs by groups, at length: 6,000 motions of random snakes and trees of links and 4,000 of worlds of every kind, each decided by groups and by
// all pairs, sampled, and verified; one in twenty exactly. And 50,000 proofs that are made up for motions that collide: all are refused.
//
// LIMBER_DEEP_STEPS scales it, LIMBER_DEEP_SEED is another run. Ten minutes on one core.
import { expect, test } from 'vitest'
import { encodeBase64 } from '../../src/base/work/encode-base64.js'
import { Random } from '../../src/entries/robots.js'
import { checkMotionWith } from '../../src/robots/motion/check-motion.js'
import { LinePiece } from '../../src/robots/motion/line-piece.js'
import { motionSystem } from '../../src/robots/motion/motion-system.js'
import { worldDocument } from '../../src/robots/world/world-document.js'
import { verifyCertificateExactly } from '../../src/verify/exact/index.js'
import { verifyCertificate } from '../../src/verify/index.js'
import { buildCase, type CaseText, grazingCase, randomCase } from '../oracle/robots/motions-cases.js'
import { snakeCase } from '../oracle/robots/snakes.js'
import { forgedGroups } from '../oracle/verify/group-forger.js'
import { groupComplaint, newGroupTally } from '../robots/motion/groups-rounds.js'
import { tampered } from '../verify/certificates.js'

const scale = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 100_000
const seed = Number(process.env.LIMBER_DEEP_SEED ?? 1)

test.each([
  ['snakeCase(number, 4 + (number % 60))', 4000, (k: number) => snakeCase(k, 4 + (k % 60))],
  ['snakeCase(number, 4 + (number % 60), true)', 2000, (k: number) => snakeCase(k, 4 + (k % 60), true)],
  ['randomCase(number, { options: true })', 3000, (k: number) => randomCase(k, { options: true })],
  ['grazingCase(number)', 1000, (k: number) => grazingCase(k)],
] as const)('[never-misses] by groups as by pairs: %s', (name, most, make: (k: number) => CaseText) => {
  const tally = newGroupTally()
  const wrong: string[] = []
  const count = Math.ceil(scale * most)
  for (let k = 0; k < count; k++) {
    const number = 1_000_000 * seed + k
    const found = groupComplaint(make(number), tally, { samples: 40, exactly: k % 20 === 0 })
    if (found !== undefined) wrong.push(`number ${number}: ${found}`)
  }
  console.log(name, tally)
  expect(wrong).toEqual([])
  expect(tally.free + tally.violated + tally.undecided).toBe(count)
  expect(tally.undecided).toBeLessThanOrEqual(count / 20)
})

test('proofs that are made up for motions that collide', () => {
  const most = Math.ceil(50_000 * scale)
  let refused = 0
  for (let number = 1_000_000 * seed; refused < most; number++) {
    const { world, waypoints } = buildCase({ ...snakeCase(number, 4 + (number % 8)), clearance: 0, delta: 0 })
    const verdict = checkMotionWith(world, waypoints, { ignoreLimits: true, maxSteps: 1e4 }, { groups: false })
    if (verdict.outcome !== 'collision' || world.variables.some((own) => own.endsWith('/rot_x'))) continue
    const about = worldDocument(world)
    const { order } = motionSystem(world.model())
    const still = checkMotionWith(world, [waypoints[0]!, waypoints[0]!], { ignoreLimits: true }, { groups: true })
    if (still.outcome !== 'free') continue
    const pieces = [new LinePiece(waypoints[0]!, waypoints[1]!, []).document()]
    const base = tampered(still.certificate(), (draft) => Object.assign(draft, { pieces }))
    const random = new Random(number)
    for (let k = 0; k < 200; k++) {
      const bytes = forgedGroups(random, order.count, order.fixed, about.links.length)
      const given = tampered(base, (draft) => {
        draft.groups = [encodeBase64(Uint8Array.from(bytes))]
      })
      const case_ = `number ${number}: ${bytes}`
      expect(verifyCertificate(about, given).valid, case_).toBe(false)
      if (k % 50 === 0) expect(verifyCertificateExactly(about, given).valid, case_).toBe(false)
      refused++
    }
  }
  expect(refused).toBeGreaterThanOrEqual(most)
})
