// Kept energies over long runs: 100,000 accepted moves without drift. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { Random } from '../../src/math/random.js'
import { energySum } from '../../src/molecules/energy-sum.js'
import { hardSpheres, lennardJones, nativeContacts } from '../../src/molecules/pair-energy.js'
import {
  BONDED_KINDS,
  bonded,
  bruteEnergy,
  bruteLennardJones,
  randomChains,
  randomMove,
  squaredDistance,
} from '../oracle/energy.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const WAYS = ['blocks', 'nodes'] as const

test.each(WAYS)('[energy] %s: equal to brute force to 1e-9 after 100,000 accepted moves', (keep) => {
  const random = new Random(90)
  const chains = randomChains(random, 2, 60, 2)
  const excluded = bonded(chains, 3)
  const brute = bruteLennardJones(1, 1.3, 6, 20)
  const sum = energySum({
    positions: chains.positions,
    terms: [lennardJones({ sigma: 1.3, cutoff: 6, cap: 20 })],
    exclude: excluded,
    keep,
  })
  let positions = chains.positions
  let worst = 0
  for (let accepted = 0, tried = 0; accepted < steps; tried++) {
    const move = randomMove(random, chains, positions, 0.1, BONDED_KINDS)
    const before = sum.total
    const after = sum.propose(move.positions, move.moved)
    // Downhill, or uphill a little: so that the chains stay compact, and there is something to add up.
    if (after > before + 2 * random.unit()) {
      sum.undo()
      expect(Object.is(sum.total, before), `move ${tried}`).toBe(true)
      continue
    }
    sum.accept()
    positions = move.positions
    if (++accepted % 1000 !== 0 && accepted !== steps) continue
    const { total, scale } = bruteEnergy(positions, brute, excluded)
    expect(scale, 'enough pairs within the cutoff for the test to mean something').toBeGreaterThan(20)
    const error = Math.abs(sum.total - total) / Math.abs(total)
    worst = Math.max(worst, error)
    expect(error, `${accepted} accepted: ${sum.total}, brute force ${total}`).toBeLessThanOrEqual(1e-9)
  }
  const kept = sum.total
  expect(Math.abs(sum.recompute() - kept)).toBeLessThanOrEqual(1e-9 * Math.abs(kept))
  console.log(`${keep}: error at most ${worst.toExponential(1)} of the energy, which is ${kept.toFixed(1)} in the end`)
})

test('[energy] both ways, of many sizes, with hard spheres and contacts: the same answers', () => {
  let refused = 0
  for (let seed = 0; seed < steps / 1000; seed++) {
    const random = new Random(seed)
    const chains = randomChains(random, 1 + random.integer(4), 2 + random.integer(200), 40)
    const options = {
      positions: chains.positions,
      terms: [lennardJones({ sigma: 1, cutoff: random.range(1, 12), cap: 100 })],
      exclude: bonded(chains, 3),
      blockSize: 4 + random.integer(29),
      breaks: random.unit() < 0.5 ? chains.starts : [],
    }
    // Spheres that start as near as any two atoms allow: some proposals are refused, the start is not.
    let closest = Infinity
    for (let i = 0; i < chains.atoms; i++) {
      for (let j = 0; j < i; j++) {
        if (!options.exclude(i, j)) closest = Math.min(closest, squaredDistance(chains.positions, i, j))
      }
    }
    const far = hardSpheres(Math.min(0.2, 0.49 * Math.sqrt(closest)))
    const list = nativeContacts({ pairs: [0, chains.atoms - 1], distances: [3] })
    const ways = WAYS.map((keep) => energySum({ ...options, keep, terms: [...options.terms, far], lists: [list] }))
    const [one, two] = [ways[0]!, ways[1]!]
    let positions = chains.positions
    for (let step = 0; step < 100; step++) {
      const move = randomMove(random, chains, positions, 3)
      const [e1, e2] = [one, two].map((sum) => sum.propose(move.positions, move.moved)) as [number, number]
      const at = `seed ${seed}, step ${step}, ${move.kind}: ${e1} and ${e2}`
      if (e1 === Infinity || e2 === Infinity) expect(e1, at).toBe(e2)
      else expect(Math.abs(e1 - e2), at).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(e1)))
      const accepted = e1 < Infinity && random.unit() < 0.5
      for (const sum of ways) accepted ? sum.accept() : sum.undo()
      if (accepted) positions = move.positions
    }
    refused += one.stats.refused
    for (const sum of ways) {
      const kept = sum.total
      expect(Math.abs(sum.recompute() - kept), `seed ${seed}`).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(kept)))
    }
  }
  expect(refused).toBeGreaterThan(0)
})
