// A million necklaces by the power diagram and by brute force. LIMBER_DEEP_STEPS scales it: ten times as many necklaces.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { checkPowerCase, POWER_FAMILIES, powerCase, Tally } from '../oracle/chains/power-closest.js'

const necklaces = 10 * Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const each = Math.ceil(necklaces / POWER_FAMILIES.length)

test.each(POWER_FAMILIES)('the closest pair by the power diagram equals brute force: %s', (family) => {
  const random = new Random(5200 + POWER_FAMILIES.indexOf(family))
  const tally = new Tally()
  for (let k = 0; k < each; k++) {
    const { touch, closest, found } = checkPowerCase(powerCase(family, random))
    tally.add(`touch ${touch}`)
    tally.add(`closest ${closest}`)
    if (closest === 'proved') tally.add(`by ${found}`)
  }
  console.log(`${family}: ${each} necklaces: ${tally}`)
  expect(tally.of('touch proved')).toBeGreaterThan(0)
})
