// The exemptions that bench/results/allow.json calls refuted, by brute force: the robot's own file exempts the two links,
// and at the joint values given there, which are within the limits, they touch.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type DataRobot, dataRobot } from '../../../bench/data-robots.js'
import { AllowOracle } from '../../oracle/robots/allow.js'

const { rows } = JSON.parse(readFileSync(new URL('../../../bench/results/allow.json', import.meta.url), 'utf8')) as {
  rows: readonly { readonly robot: DataRobot; readonly unsafe: readonly string[] }[]
}
const data = process.env.LIMBER_DATA

/** Values are written with eight digits. */
const ROUNDED = 1e-8

describe.skipIf(data === undefined)('exemptions that are called refuted (LIMBER_DATA)', () => {
  test.each(rows.filter(({ unsafe }) => unsafe.length > 0))('$robot', async ({ robot: name, unsafe }) => {
    const robot = await dataRobot(data!, name, { srdf: true })
    for (const claim of unsafe) {
      const [, a, b, values] = /^(\S+) – (\S+): [\d.]+ mm deep at (.+)$/.exec(claim)!
      const isListed = robot.allowed.some((pair) => [pair.a, pair.b].sort().join() === [a, b].sort().join())
      expect(isListed, claim).toBe(true)
      const given = values!.split(', ').map((text) => text.split(' '))
      const q = robot.configuration(Object.fromEntries(given.map(([joint, value]) => [joint!, Number(value)])))
      const outside = Array.from(q).filter((x, i) => x < robot.lower[i]! - ROUNDED || x > robot.upper[i]! + ROUNDED)
      expect(outside, claim).toEqual([])
      const truth = new AllowOracle(robot, a!, b!).at(q)
      expect(truth.touching || truth.nested, claim).toBe(true)
    }
    console.log(`${name}: ${unsafe.length} refuted exemptions touch by brute force`)
  })
})
