// The baselines of kept energies: cell lists, against brute force and against the kept sums.
import { expect, test } from 'vitest'
import { EnergyCells } from '../../lab/protein/energy-cells.js'
import { Random } from '../../src/math/random.js'
import { energySum } from '../../src/molecules/energy-sum.js'
import { lennardJones } from '../../src/molecules/pair-energy.js'
import { bruteEnergy, bruteLennardJones, randomChains } from '../oracle/energy.js'

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
