// The baselines of kept energies: cell lists, against brute force and against the kept sums.
import { expect, test } from 'vitest'
import { EnergyCells } from '../../../lab/protein/energy-cells.js'
import { Random } from '../../../src/base/math/random.js'
import { BlockSums } from '../../../src/molecules/energy/block-sums.js'
import { energySum } from '../../../src/molecules/energy/energy-sum.js'
import { NodeSums } from '../../../src/molecules/energy/node-sums.js'
import { lennardJones } from '../../../src/molecules/energy/pair-energy.js'
import { bruteEnergy, bruteLennardJones, randomChains } from '../../oracle/molecules/energy.js'

test.each([1, 2, 3, 4])('[energy] both cell lists agree with brute force, seed %i', (seed) => {
  const random = new Random(seed)
  const { atoms, positions } = randomChains(random, 1, 40 * seed)
  const excluded = (i: number, j: number) => Math.abs(i - j) <= 3
  const term = lennardJones({ sigma: 1.2, cutoff: 4, cap: 10 })
  const brute = bruteLennardJones(1, 1.2, 4, 10)
  const cells = new EnergyCells(atoms, term, 3)
  const all = bruteEnergy(positions, brute, excluded)
  expect(Math.abs(cells.everything(positions) - all.total)).toBeLessThanOrEqual(1e-12 * all.scale)
  expect(Math.abs(energySum({ positions, terms: [term], exclude: excluded }).total - all.total)).toBeLessThanOrEqual(
    1e-12 * all.scale,
  )
  for (let k = 0; k < 20; k++) {
    const joint = random.integer(atoms + 1)
    const split = bruteEnergy(positions, brute, (i, j) => excluded(i, j) || i < joint === j < joint)
    expect(Math.abs(cells.across(positions, joint) - split.total), `joint ${joint}`).toBeLessThanOrEqual(
      1e-12 * split.scale,
    )
  }
})

test('[energy] many atoms are kept in a tree, few in a matrix, and both are right', () => {
  const random = new Random(40)
  for (const length of [200, 3000]) {
    const { atoms, positions } = randomChains(random, 1, length)
    const term = lennardJones({ sigma: 1.2, cutoff: 4, cap: 10 })
    const exclude: number[] = []
    for (let i = 0; i < atoms; i++) for (let j = i + 1; j < Math.min(atoms, i + 4); j++) exclude.push(j, i)
    const sum = energySum({ positions, terms: [term], exclude })
    expect(sum).toBeInstanceOf(length === 200 ? BlockSums : NodeSums)
    const cells = new EnergyCells(atoms, term, 3)
    const all = cells.everything(positions)
    expect(Math.abs(sum.total - all)).toBeLessThanOrEqual(1e-9 * Math.abs(all))
    const half = atoms >> 1
    const apart = positions.map((x, k) => (k < 3 * half ? x : x + 1000))
    const across = cells.across(positions, half)
    expect(Math.abs(sum.propose(apart, [{ from: half, to: atoms }]) - (all - across))).toBeLessThanOrEqual(
      1e-9 * Math.abs(all),
    )
  }
})
