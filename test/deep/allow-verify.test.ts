// The verifier of proved pairs on random robots: what it accepts of a cell against looking for how near the two links come, and
// whether it accepts what the prover proves. LIMBER_DEEP_STEPS scales it.
import { describe, expect, test } from 'vitest'
import { ALLOW_ROBOTS } from '../../bench/allow.js'
import { dataRobot } from '../../bench/data-robots.js'
import { allowedPairsDocument } from '../../src/formats/robots/allow-document.js'
import { allowedPairs } from '../../src/robots/allow/allowed-pairs.js'
import { robotDocument } from '../../src/robots/model/robot-document.js'
import { verifyAllowedPairs } from '../../src/verify/index.js'
import { judgeCell } from '../verify/allow-cases.js'
import { agree } from '../verify/allow-proofs.js'

const runs = Math.ceil(Number(process.env.LIMBER_DEEP_STEPS ?? 100_000) / 50)

test('no clearance that a cell is accepted with is larger than what is found', () => {
  const counts = { none: 0, plain: 0, enveloped: 0 }
  for (let seed = 1000; seed < 1000 + runs; seed++) {
    const { kind, wrong } = judgeCell(seed, 40)
    expect(wrong).toBeUndefined()
    counts[kind]++
  }
  console.log(`accepted cells: ${counts.plain}, with envelopes ${counts.enveloped}`)
  expect(counts.plain + counts.enveloped).toBeGreaterThan(runs / 20)
})

test('what the prover proves, the verifier accepts', () => {
  let [proved, planes] = [0, 0]
  for (let seed = 1000; seed < 1000 + runs; seed++) {
    const found = agree(seed, 1000)
    expect(found.rejected).toBeUndefined()
    planes += found.planes
    if (found.planes > 0) proved++
  }
  console.log(`${proved} proofs, ${planes} planes`)
  expect(proved).toBeGreaterThan(runs / 10)
})

const data = process.env.LIMBER_DATA

describe.skipIf(data === undefined)('real robots (LIMBER_DATA)', () => {
  test.each(ALLOW_ROBOTS)('%s: all that is proved is accepted', async (name) => {
    const robot = await dataRobot(data!, name)
    const result = await allowedPairs(robot, { certificates: true, maxCells: 20_000, samples: 300, descents: 5 })
    const never = result.pairs.filter((pair) => pair.class === 'never' || pair.class === 'contained')
    const document = JSON.parse(JSON.stringify(allowedPairsDocument(result, { proofs: true })))
    const verified = verifyAllowedPairs(robotDocument(robot), document)
    if (!verified.valid) throw new Error(JSON.stringify(verified))
    expect(verified.proved.map(({ a, b }) => `${a} ${b}`)).toEqual(never.map(({ a, b }) => `${a} ${b}`))
    expect(verified.uncertified.filter((pair) => pair.class === 'never' || pair.class === 'contained')).toEqual([])
    const planes = verified.proved.reduce((sum, pair) => sum + pair.planes, 0)
    console.log(`${name}: ${never.length} pairs proved and accepted, ${planes} planes`)
    expect(never.length).toBeGreaterThan(0)
  })
})
