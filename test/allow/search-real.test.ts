// Real robots (LIMBER_DATA): every touch that is found, re-checked triangle by triangle. All of them: test/deep/allow-search.test.ts.
import { describe, expect, test } from 'vitest'
import { ALLOW_ROBOTS, allowRobot, checkWitnesses } from '../oracle/allow-real.js'

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined)('touches of real robots', () => {
  test.each(['irb2400'] as const)('%s', async (name) => {
    const [, pairs, touching] = ALLOW_ROBOTS[name]
    expect(checkWitnesses(await allowRobot(folder!, name))).toMatchObject({ pairs, touching })
  })
})
