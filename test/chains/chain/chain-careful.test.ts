import { expect, test } from 'vitest'
import { CAREFUL, CarefulPoses } from '../../../src/chains/chain/chain-careful.js'
import { ChainTree, Random } from '../../../src/entries/chains.js'
import { compose, exactPose, subtract } from '../../oracle/chains/exact-chain.js'
import { type Dyadic, exact } from '../../oracle/exact.js'
import { inside } from './inside.js'

const toNumber = ({ m, e }: Dyadic): number => {
  const shift = Math.max(0, m.toString(2).length - 60)
  return Number(m >> BigInt(shift)) * 2 ** (e + shift)
}

test('[never-misses] careful poses equal exact products of the joints to 1e-27, changes in between', () => {
  const random = new Random(21)
  const links = 90
  const chain = ChainTree.fromSpheres(
    Float64Array.from({ length: 3 * links }, () => random.range(-5, 5)),
    1,
  )
  const careful = new CarefulPoses(inside(chain))
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
  const out = new Float64Array(CAREFUL)
  let worst = 0
  for (let round = 0; round < 25; round++) {
    const joint = random.integer(links - 1)
    chain.rotate(joint, random.range(-3, 3), random.direction(new Float64Array(3)))
    careful.spoil(joint)
    const i = random.integer(links)
    const j = i + random.integer(links - i)
    careful.carry(out, identity, i, j)
    let truth = exactPose(identity)
    for (let k = i; k < j; k++) truth = compose(truth, exactPose(chain.jointPose(k)))
    for (let k = 0; k < 12; k++) {
      const rest = subtract(subtract(truth[k]!, exact(out[k]!)), exact(out[12 + k]!))
      worst = Math.max(worst, Math.abs(toNumber(rest)))
    }
  }
  expect(worst).toBeLessThan(1e-27)
  expect(careful.error).toBeGreaterThan(worst)
  expect(careful.error).toBeLessThan(1e-22)
})
