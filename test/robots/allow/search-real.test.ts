// Real robots (LIMBER_DATA): every touch that is found, re-checked triangle by triangle. All of them: test/deep/allow-search.test.ts.
import { describe, expect, test } from 'vitest'
import { dataRobot } from '../../../bench/data-robots.js'
import { ALLOW_COUNTS, checkWitnesses } from '../../oracle/robots/allow-real.js'

const folder = process.env.LIMBER_DATA

describe.skipIf(folder === undefined)('touches of real robots', () => {
  test.each(['irb2400'] as const)('%s', async (name) => {
    const [pairs, touching] = ALLOW_COUNTS[name]
    expect(checkWitnesses(await dataRobot(folder!, name))).toMatchObject({ pairs, touching })
  })
})
