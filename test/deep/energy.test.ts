// Kept energies over long runs: 100,000 accepted moves without drift. LIMBER_DEEP_STEPS scales it.
import { expect, test } from 'vitest'
import { Random } from '../../src/base/math/random.js'
import { type EnergyOptions, energySum } from '../../src/molecules/energy/energy-sum.js'
import { hardSpheres, lennardJones, nativeContacts } from '../../src/molecules/energy/pair-energy.js'
import {
  BONDED_KINDS,
  type BrutePotential,
  bonded,
  bruteEnergy,
  bruteLennardJones,
  randomChains,
  randomMove,
  squaredDistance,
  type TestChains,
} from '../oracle/molecules/energy.js'

const steps = Number(process.env.LIMBER_DEEP_STEPS ?? 100_000)
const WAYS = ['blocks', 'nodes'] as const

const MINUTES = 20 * 60_000

interface Played {
  readonly options: Pick<EnergyOptions, 'terms' | 'lists'>
  /** The same energy by other formulas. */
  readonly brute: BrutePotential
  /** Pairs without energy. */
  readonly excluded: (i: number, j: number) => boolean
}

/** Every kind of energy, for chains as they start. */
const ENERGIES: Record<string, (chains: TestChains) => Played> = {
  'Lennard-Jones': (chains) => ({
    options: { terms: [lennardJones({ sigma: 1.3, cutoff: 6, cap: 20 })] },
    brute: bruteLennardJones(1, 1.3, 6, 20),
    excluded: bonded(chains, 3),
  }),
  'Lennard-Jones of each atom, shifted': (chains) => {
    const sigma = Float64Array.from({ length: chains.atoms }, (_, i) => 1 + (i % 4) / 8)
    const epsilon = Float64Array.from({ length: chains.atoms }, (_, i) => 0.5 + (i % 3) / 4)
    const well = (size: number, r: number) => Math.min(20, 4 * ((size / r) ** 12 - (size / r) ** 6))
    return {
      options: { terms: [lennardJones({ sigma, epsilon, cutoff: 6, cap: 20, shifted: true })] },
      brute: {
        cutoff: 6,
        energy(i, j, r) {
          const size = (sigma[i]! + sigma[j]!) / 2
          return Math.sqrt(epsilon[i]! * epsilon[j]!) * (well(size, r) - well(size, 6))
        },
      },
      excluded: bonded(chains, 3),
    }
  },
  'hard spheres': (chains) => {
    const radius = 0.49 * closest(chains, bonded(chains, 3))
    return {
      options: { terms: [hardSpheres(radius)] },
      brute: { cutoff: 2 * radius, energy: () => Infinity },
      excluded: bonded(chains, 3),
    }
  },
  'contacts, and repulsion of all others': (chains) => {
    const pairs: number[] = []
    const distances: number[] = []
    const native = new Map<number, number>()
    for (let i = 0; i < chains.atoms; i++) {
      for (let j = i + 4; j < chains.atoms; j++) {
        const distance = Math.sqrt(squaredDistance(chains.positions, i, j))
        if (distance > 6 || distance < 2 || (7 * i + j) % 6 !== 0) continue
        // In either order.
        pairs.push(...((i + j) % 2 === 0 ? [i, j] : [j, i]))
        distances.push(distance)
        native.set(i * chains.atoms + j, distance)
      }
    }
    const near = bonded(chains, 3)
    const isNative = (i: number, j: number) => native.has(i * chains.atoms + j)
    return {
      options: {
        terms: [{ cutoff: 4, energy: (i, j, squared) => (isNative(i, j) ? 0 : Math.min(20, (2 / squared) ** 6)) }],
        lists: [nativeContacts({ pairs, distances, cap: 20 })],
      },
      brute: {
        cutoff: Infinity,
        energy(i, j, r) {
          if (!isNative(i, j)) return r < 4 ? Math.min(20, 64 / r ** 12) : 0
          const s = native.get(i * chains.atoms + j)! / r
          return Math.min(20, 5 * s ** 12 - 6 * s ** 10)
        },
      },
      // Contacts have their energy however near they are along bonds.
      excluded: (i, j) => near(i, j) && !isNative(i, j),
    }
  },
  own: (chains) => ({
    options: {
      terms: [{ cutoff: 5, energy: (i, j, squared) => ((i * j) % 3) / (1 + squared) - Math.sqrt(squared) / 20 }],
    },
    brute: { cutoff: 5, energy: (i, j, r) => ((i * j) % 3) / (1 + r * r) - r / 20 },
    excluded: bonded(chains, 3),
  }),
}

function closest(chains: TestChains, excluded: (i: number, j: number) => boolean): number {
  let least = Infinity
  for (let i = 0; i < chains.atoms; i++) {
    for (let j = 0; j < i; j++) {
      if (!excluded(i, j)) least = Math.min(least, squaredDistance(chains.positions, i, j))
    }
  }
  return Math.sqrt(least)
}

const RUNS = Object.keys(ENERGIES).flatMap((name) => WAYS.map((keep) => [keep, name] as const))

test.each(RUNS)(
  '[energy] %s, %s: equal to brute force to 1e-9 after 100,000 accepted moves',
  {
    timeout: MINUTES,
  },
  (keep, name) => {
    const random = new Random(90)
    const chains = randomChains(random, 2, 60, 2)
    const { options, brute, excluded } = ENERGIES[name]!(chains)
    const hard = name === 'hard spheres'
    const sum = energySum({ positions: chains.positions, ...options, exclude: excluded, keep })
    let positions = chains.positions
    let worst = 0
    let tried = 0
    let refused = 0
    let compared = 0
    for (let accepted = 0; accepted < steps; tried++) {
      const move = randomMove(random, chains, positions, 0.1, BONDED_KINDS)
      const before = sum.total
      const after = sum.propose(move.positions, move.moved)
      // Downhill, or uphill a little: so that the chains stay compact, and there is something to add up.
      if (after > before + 2 * random.unit()) {
        sum.undo()
        expect(Object.is(sum.total, before), `move ${tried}`).toBe(true)
        if (after < Infinity || ++refused % 1000 !== 1) continue
        // Spheres that touch, but for rounding, may be either.
        const wide = { ...brute, cutoff: brute.cutoff + 1e-9 }
        expect(bruteEnergy(move.positions, wide, excluded).total, `move ${tried} was refused`).toBe(Infinity)
        compared++
        continue
      }
      sum.accept()
      positions = move.positions
      if (++accepted % 1000 !== 0 && accepted !== steps) continue
      const { total, scale } = bruteEnergy(
        positions,
        hard ? { ...brute, cutoff: brute.cutoff - 1e-9 } : brute,
        excluded,
      )
      if (!hard) expect(scale, 'enough pairs within the cutoff for the test to mean something').toBeGreaterThan(20)
      const error = hard ? Math.abs(sum.total - total) : Math.abs(sum.total - total) / Math.abs(total)
      worst = Math.max(worst, error)
      expect(error, `${accepted} accepted: ${sum.total}, brute force ${total}`).toBeLessThanOrEqual(1e-9)
    }
    const kept = sum.total
    // Two spheres that touch may overlap by rounding when all is computed anew.
    if (!hard) expect(Math.abs(sum.recompute() - kept)).toBeLessThanOrEqual(1e-9 * Math.abs(kept))
    else expect(compared).toBeGreaterThan(0)
    console.log(
      `${keep}, ${name}: ${steps} accepted of ${tried}, ${refused} refused; error at most ${worst.toExponential(1)} of the energy, ` +
        `which is ${kept.toFixed(1)} in the end`,
    )
  },
)

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
    const far = hardSpheres(Math.min(0.2, 0.49 * closest(chains, options.exclude)))
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
