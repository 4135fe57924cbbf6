import { expect, test } from 'vitest'
import { straightChain } from '../../../scenes/index.js'
import { composeInversePose, orthonormalityError } from '../../../src/base/math/pose.js'
import type { ChainVolume } from '../../../src/chains/chain/chain-arrays.js'
import { ChainTree, Random } from '../../../src/entries/chains.js'
import { OracleChain } from '../../oracle/chains/chain.js'
import { VOLUMES } from './driver.js'

function shaken(links: number, seed: number, volume: ChainVolume): ChainTree {
  const random = new Random(seed)
  const chain = ChainTree.fromSpheres(
    Float64Array.from({ length: 3 * links }, () => random.range(-10, 10)),
    1,
    { volume, linksPerLeaf: 1 + random.integer(6), base: { at: [1, 2, 3], rotation: [0, 0, 1, 0] } },
  )
  for (let k = 0; k < 30 && links > 1; k++) {
    chain.rotate(random.integer(links - 1), random.range(-3, 3), random.direction(new Float64Array(3)))
  }
  return chain
}

test.each(VOLUMES)(
  '[frames] the pose of any link in any other link equals the product of the joints between: %s',
  (volume) => {
    for (const links of [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 100]) {
      const chain = shaken(links, links, volume)
      const joints = Array.from({ length: links - 1 }, (_, j) => chain.jointPose(j))
      const truth = new OracleChain([], joints).poses()
      const random = new Random(links)
      for (let k = 0; k < 40; k++) {
        const i = random.integer(links)
        const j = random.integer(links)
        const want = new Float64Array(12)
        composeInversePose(want, 0, truth[i]!, 0, truth[j]!, 0)
        const got = chain.relativePose(i, j)
        for (let at = 0; at < 12; at++) expect(got[at]).toBeCloseTo(want[at]!, 10)
      }
    }
  },
)

test.each(VOLUMES)('[frames] positions, poses and single link poses agree, and stand on the base: %s', (volume) => {
  const chain = shaken(77, 4, volume)
  const poses = chain.poses()
  const positions = chain.positions()
  expect([...chain.linkPose(0)]).toEqual([-1, 0, 0, 1, 0, -1, 0, 2, 0, 0, 1, 3].map((v) => expect.closeTo(v, 12)))
  for (let i = 0; i < 77; i++) {
    const one = chain.linkPose(i)
    for (let at = 0; at < 12; at++) expect(poses[12 * i + at]).toBeCloseTo(one[at]!, 10)
    for (let k = 0; k < 3; k++) expect(positions[3 * i + k]).toBe(poses[12 * i + 4 * k + 3])
  }
  chain.setBase({ at: [0, 0, 0] })
  expect(chain.linkPose(0)[3]).toBeCloseTo(0, 12)
})

test('[frames] nothing returned is overwritten by a later call', () => {
  const chain = shaken(20, 1, 'obb')
  const results = [chain.poses(), chain.positions(), chain.jointPose(3), chain.relativePose(2, 9), chain.linkPose(5)]
  const pairs = chain.pairsWithin(9)
  const copies = [...results, pairs.pairs, pairs.distances].map((r) => r.slice())
  const stats = chain.stats
  const same = { ...stats }
  chain.rotate(3, 1)
  chain.pairsWithin(2)
  for (const r of [chain.poses(), chain.positions(), chain.jointPose(3), chain.relativePose(2, 9), chain.linkPose(5)])
    r.fill(7)
  expect([...results, pairs.pairs, pairs.distances]).toEqual(copies)
  expect(stats).toEqual(same)
  expect(pairs.stats).toEqual(same)
})

test.each(VOLUMES)(
  '[drift] 100,000 torsions: bonds keep every bit, rotations stay rotations, the tree stays put: %s',
  (volume) => {
    const links = 200
    const random = new Random(8)
    const centres = Float64Array.from({ length: 3 * links }, () => random.range(-10, 10))
    const chain = ChainTree.fromSpheres(centres, 1, { volume })
    const bonds = Array.from({ length: links - 1 }, (_, j) => [3, 7, 11].map((k) => chain.jointPose(j)[k]!))
    for (let k = 0; k < 100_000; k++) chain.rotate(random.integer(links - 1), random.range(-Math.PI, Math.PI))
    let worst = 0
    for (let j = 0; j < links - 1; j++) {
      const pose = chain.jointPose(j)
      expect([3, 7, 11].map((k) => pose[k]!)).toEqual(bonds[j])
      worst = Math.max(worst, orthonormalityError(pose, 0))
    }
    expect(worst).toBeLessThan(1e-15)
    chain.validate()
    const joints = Array.from({ length: links - 1 }, (_, j) => chain.jointPose(j))
    const truth = new OracleChain([], joints).poses()
    const last = chain.relativePose(0, links - 1)
    for (let at = 0; at < 12; at++) expect(Math.abs(last[at]! - truth[links - 1]![at]!)).toBeLessThan(1e-11)
  },
)

test('[drift] a turn and its opposite, ten thousand times, end where they began', () => {
  const chain = ChainTree.fromSpheres(straightChain(10), 1)
  const before = chain.jointPose(4)
  for (let k = 0; k < 10_000; k++) {
    chain.rotate(4, 0.3, [0.6, 0, 0.8])
    chain.rotate(4, -0.3, [0.6, 0, 0.8])
  }
  const after = chain.jointPose(4)
  for (let at = 0; at < 12; at++) expect(Math.abs(after[at]! - before[at]!)).toBeLessThan(1e-12)
})
