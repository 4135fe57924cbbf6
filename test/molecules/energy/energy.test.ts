// Kept energies against brute force, after every move: accepted, undone, refused.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import type { EnergySum, Stretch } from '../../../src/molecules/energy/energy.js'
import { EnergyProposalError, InfiniteEnergyError } from '../../../src/molecules/energy/energy-errors.js'
import { energySum } from '../../../src/molecules/energy/energy-sum.js'
import type { NodeSums } from '../../../src/molecules/energy/node-sums.js'
import { hardSpheres, lennardJones, nativeContacts, sumOfTerms } from '../../../src/molecules/energy/pair-energy.js'
import {
  bonded,
  bruteEnergy,
  bruteLennardJones,
  randomChains,
  randomMove,
  squaredDistance,
} from '../../oracle/molecules/energy.js'

const WAYS = ['blocks', 'nodes'] as const
const CASES = WAYS.flatMap((keep) => [1, 2, 3, 4, 5, 6].map((seed) => [keep, seed] as const))

/** Everything later energies depend on, and the total: the same to the bit. */
function expectSameBits(sum: EnergySum, saved: Float64Array, total: number, at: string): void {
  expect(Object.is(sum.total, total), `${at}: total ${sum.total}, was ${total}`).toBe(true)
  const now = sum.save()
  if (Buffer.compare(Buffer.from(now.buffer), Buffer.from(saved.buffer)) !== 0) expect(now, at).toEqual(saved)
}

test.each(CASES)('[energy] %s, seed %i: equal to brute force after every move, undone to the bit', (keep, seed) => {
  const random = new Random(seed)
  const chains = randomChains(random, 1 + (seed % 3), 10 + 20 * seed, 4 * seed)
  const excluded = bonded(chains, 3)
  const brute = bruteLennardJones(0.7, 1.1, 5, 50)
  const term = lennardJones({ epsilon: 0.7, sigma: 1.1, cutoff: 5, cap: 50 })
  const sum = energySum({
    positions: chains.positions,
    terms: [term],
    exclude: excluded,
    keep,
    ...(seed % 2 === 0 ? { breaks: chains.starts, blockSize: 4 + seed } : {}),
  })
  let positions = chains.positions
  const check = (at: string) => {
    const { total, scale } = bruteEnergy(positions, brute, excluded)
    expect(Math.abs(sum.total - total), `${at}: ${sum.total}, brute force ${total}`).toBeLessThanOrEqual(1e-12 * scale)
  }
  check('start')
  for (let step = 0; step < 40; step++) {
    const move = randomMove(random, chains, positions, random.unit() < 0.5 ? 0.1 : 3)
    const at = `randomChains(seed ${seed}), step ${step}, ${move.kind}, ${JSON.stringify(move.moved)}`
    const [saved, total] = [sum.save(), sum.total]
    const proposed = sum.propose(move.positions, move.moved)
    expect(proposed).toBe(sum.total)
    if (random.unit() < 0.3) {
      sum.undo()
      expectSameBits(sum, saved, total, at)
    } else {
      sum.accept()
      positions = move.positions
      check(at)
    }
  }
  const total = sum.total
  expect(Math.abs(sum.recompute() - total)).toBeLessThanOrEqual(1e-9 * Math.abs(total) + 1e-9)
  const fresh = energySum({
    positions,
    terms: [term],
    exclude: excluded,
    keep,
    ...(seed % 2 === 0 ? { breaks: chains.starts, blockSize: 4 + seed } : {}),
  })
  expectSameBits(sum, fresh.save(), fresh.total, 'recompute() is what a new sum is')
})

test.each(WAYS)('[energy] %s: restored from what was saved, it continues to the bit', (keep) => {
  const random = new Random(31)
  const chains = randomChains(random, 2, 70)
  const excluded = bonded(chains, 3)
  const make = (positions: Float64Array) =>
    energySum({
      positions,
      terms: [lennardJones({ sigma: 1.2, cutoff: 6, cap: 10 })],
      lists: [nativeContacts({ pairs: [0, 50, 10, 90], distances: [5, 7] })],
      exclude: excluded,
      keep,
    })
  const one = make(chains.positions)
  let positions = chains.positions
  const step = (sum: EnergySum, random: Random, positions: Float64Array): Float64Array => {
    const move = randomMove(random, chains, positions)
    const accepted = sum.propose(move.positions, move.moved) < Infinity && random.unit() < 0.7
    if (accepted) sum.accept()
    else sum.undo()
    return accepted ? move.positions : positions
  }
  for (let k = 0; k < 30; k++) positions = step(one, random, positions)
  const two = make(chains.positions)
  two.restore(one.save())
  expectSameBits(two, one.save(), one.total, 'restored')
  const [r1, r2] = [new Random(5), new Random(5)]
  let other: Float64Array = positions.slice()
  for (let k = 0; k < 60; k++) {
    positions = step(one, r1, positions)
    other = step(two, r2, other)
    expectSameBits(two, one.save(), one.total, `step ${k}`)
  }
  const saved = one.save()
  expect(() => two.restore(saved.subarray(0, saved.length - 1))).toThrow('saved')
  expect(() => two.restore(saved.map((x, k) => (k === 7 ? Number.NaN : x)))).toThrow('saved')
  expect(() => two.restore(make(chains.positions).save().subarray(2))).toThrow('saved')
  expectSameBits(two, saved, one.total, 'a refused restore changes nothing')
})

test.each(WAYS)('[energy] %s: hard spheres: an overlap is refused and nothing is changed', (keep) => {
  const random = new Random(77)
  const chains = randomChains(random, 1, 60)
  // A straight rod of touching spheres, which is free to start with; no distance in it is the cutoff, where the energy has a step.
  const rod = Float64Array.from({ length: 3 * chains.atoms }, (_, k) => (k % 3 === 0 ? k / 3 : 0))
  const radii = Float64Array.from({ length: chains.atoms }, (_, i) => (i % 2 === 0 ? 0.3 : 0.7))
  const sum = energySum({
    positions: rod,
    terms: [hardSpheres(radii), lennardJones({ sigma: 0.9, cutoff: 3.3 })],
    keep,
  })
  let positions: Float64Array = rod
  let refused = 0
  for (let step = 0; step < 300; step++) {
    const move = randomMove(random, chains, positions, 3)
    let overlap = false
    for (let i = 0; i < chains.atoms; i++) {
      for (let j = 0; j < i; j++) {
        const d = Math.sqrt(squaredDistance(move.positions, i, j))
        // Touching spheres that moved as one body are not computed again: the oracle looks at clear overlaps only.
        if (d < radii[i]! + radii[j]! - 1e-9) overlap = true
      }
    }
    const [saved, total] = [sum.save(), sum.total]
    const proposed = sum.propose(move.positions, move.moved)
    expect(sum.total).not.toBe(Infinity)
    if (overlap) expect(proposed, `step ${step}, ${move.kind}`).toBe(Infinity)
    if (proposed === Infinity) {
      refused++
      expectSameBits(sum, saved, total, `step ${step}`)
      expect(() => sum.accept()).toThrow(EnergyProposalError)
      if (step % 2 === 0) sum.undo()
    } else {
      sum.accept()
      positions = move.positions
      const { total, scale } = bruteEnergy(
        positions,
        { cutoff: 3.3, energy: (_i, _j, r) => 4 * ((0.9 / r) ** 12 - (0.9 / r) ** 6) },
        () => false,
      )
      expect(Math.abs(sum.total - total)).toBeLessThanOrEqual(1e-11 * scale)
    }
  }
  expect(refused).toBeGreaterThan(20)
  expect(sum.stats.refused).toBe(refused)
  const start = rod.slice()
  start[3 * 20] = 20.9
  expect(() => energySum({ positions: start, terms: [hardSpheres(0.5)], keep })).toThrow(InfiniteEnergyError)
})

test.each(WAYS)('[energy] %s: what is not a number is refused before anything is changed', (keep) => {
  const random = new Random(3)
  const chains = randomChains(random, 1, 40)
  let wrong = 0
  const term = {
    cutoff: 4,
    energy: (i: number, j: number, squared: number) => (wrong !== 0 && i === 3 && j === 30 ? wrong : 1 / (1 + squared)),
  }
  const packed = chains.positions.map((x) => x / 10)
  const sum = energySum({ positions: packed, terms: [term], keep })
  const [saved, total] = [sum.save(), sum.total]
  const all = [{ from: 0, to: 20 }]
  for (const bad of [Number.NaN, Infinity, -Infinity, 1e61]) {
    const positions = packed.slice()
    positions[17] = bad
    expect(() => sum.propose(positions, all)).toThrow('positions[17]')
    expectSameBits(sum, saved, total, `${bad}`)
  }
  for (wrong of [Number.NaN, -Infinity]) {
    expect(() => sum.propose(packed, all)).toThrow('energy of atoms 3 and 30')
    expectSameBits(sum, saved, total, `${wrong}`)
    expect(() => sum.recompute()).toThrow('energy of atoms 3 and 30')
    expectSameBits(sum, saved, total, `${wrong}`)
  }
  wrong = Infinity
  expect(() => sum.recompute()).toThrow(InfiniteEnergyError)
  expectSameBits(sum, saved, total, 'infinite')
  wrong = 1e308
  const two = { ...term, energy: () => 1e308 }
  expect(() => energySum({ positions: packed, terms: [two], keep })).toThrow(/energy/)
  wrong = 0
  for (const bad of [
    [
      { from: 0, to: 21 },
      { from: 20, to: 22 },
    ],
    [{ from: -1, to: 2 }],
    [{ from: 0, to: 1e9 }],
  ]) {
    expect(() => sum.propose(packed, bad)).toThrow('moved')
  }
  expect(() => sum.propose(packed.subarray(3), all)).toThrow('positions')
  expectSameBits(sum, saved, total, 'refused input')
  expect(() => sum.undo()).toThrow(EnergyProposalError)
  expect(() => sum.accept()).toThrow(EnergyProposalError)
  sum.propose(packed, all)
  for (const verb of ['recompute', 'save'] as const) expect(() => sum[verb]()).toThrow(EnergyProposalError)
  expect(() => sum.propose(packed, all)).toThrow(EnergyProposalError)
  expect(() => sum.restore(saved)).toThrow(EnergyProposalError)
  sum.undo()
  expectSameBits(sum, saved, total, 'in the end')
})

test('[energy] a move computes again only what it separates', () => {
  const random = new Random(8)
  const chains = randomChains(random, 1, 400, 5)
  const sum = energySum({ positions: chains.positions, terms: [lennardJones({ sigma: 1, cutoff: 4, cap: 10 })] })
  const before = sum.stats
  const shifted = chains.positions.map((x) => x + 1)
  sum.propose(shifted, [{ from: 0, to: chains.atoms }])
  sum.accept()
  expect(sum.stats).toEqual({ ...before, proposals: 1 })
  const cut = chains.backbones[0]![200]!
  sum.propose(shifted, [
    { from: cut, to: cut + 40, body: 1 },
    { from: cut + 40, to: chains.atoms, body: 1 },
  ])
  sum.undo()
  const pivot = sum.stats.distances - before.distances
  expect(pivot).toBeGreaterThan(0)
  expect(pivot).toBeLessThan(before.distances / 2)
  const one = sum.stats
  sum.propose(shifted, [{ from: cut, to: cut + 2 }])
  sum.undo()
  expect(sum.stats.distances - one.distances).toBeLessThan(before.distances / 20)
})

test('[energy] what a tree no longer needs is used again', () => {
  const random = new Random(21)
  const chains = randomChains(random, 2, 120, 5)
  const options = { terms: [lennardJones({ sigma: 1, cutoff: 4, cap: 10 })], keep: 'nodes' } as const
  const sum = energySum({ positions: chains.positions, ...options }) as NodeSums
  let positions = chains.positions
  for (let step = 0; step < 500; step++) {
    const move = randomMove(random, chains, positions, step % 4 === 0 ? 0.2 : 3)
    const kept = sum.kept
    sum.propose(move.positions, move.moved)
    if (step % 2 === 0) {
      sum.undo()
      expect(sum.kept).toBe(kept)
    } else {
      sum.accept()
      positions = move.positions
    }
  }
  const fresh = energySum({ positions, ...options }) as NodeSums
  expect(sum.kept).toBe(fresh.kept)
})

test('[energy] native contacts: wells of depth 1 at the native distance, equal to brute force while they move', () => {
  const random = new Random(12)
  const chains = randomChains(random, 2, 50)
  const pairs: number[] = []
  const distances: number[] = []
  const distance = (positions: Float64Array, i: number, j: number) => Math.sqrt(squaredDistance(positions, i, j))
  for (let i = 0; i < chains.atoms; i++) {
    for (let j = i + 4; j < chains.atoms; j++) {
      const d = distance(chains.positions, i, j)
      if (d < 5) {
        pairs.push(i, j)
        distances.push(d)
      }
    }
  }
  const sum = energySum({ positions: chains.positions, lists: [nativeContacts({ pairs, distances, cap: 20 })] })
  expect(sum.total).toBeCloseTo(-distances.length, 9)
  let positions = chains.positions
  for (let step = 0; step < 200; step++) {
    const move = randomMove(random, chains, positions)
    const [saved, before] = [sum.save(), sum.total]
    sum.propose(move.positions, move.moved)
    if (step % 3 === 0) {
      sum.undo()
      expectSameBits(sum, saved, before, `step ${step}`)
      continue
    }
    sum.accept()
    positions = move.positions
    let total = 0
    for (const [k, s] of distances.entries()) {
      const x = s / distance(positions, pairs[2 * k]!, pairs[2 * k + 1]!)
      total += Math.min(20, 5 * x ** 12 - 6 * x ** 10)
    }
    expect(sum.total).toBeCloseTo(total, 8)
  }
})

test.each(WAYS)('[energy] %s: many stretches, in any order, of few bodies or one each', (keep) => {
  for (let seed = 0; seed < 30; seed++) {
    const random = new Random(500 + seed)
    const chains = randomChains(random, 2, 60, 4)
    const excluded = bonded(chains, 3)
    const pairs = Array.from({ length: 200 }, (_, k) => [k % 50, 50 + ((k * 7) % (chains.atoms - 50))]).flat()
    const distances = Array.from({ length: 200 }, () => random.range(2, 6))
    const list = nativeContacts({ pairs, distances, cap: 20 })
    const term = lennardJones({ sigma: 1.1, cutoff: 5, cap: 50 })
    const sum = energySum({ positions: chains.positions, terms: [term], lists: [list], exclude: excluded, keep })
    let positions = chains.positions
    for (let step = 0; step < 8; step++) {
      const bodies = [0, 1, 3, 40][random.integer(4)]!
      const shifts = Array.from({ length: Math.max(1, bodies) }, () => random.range(-1, 1))
      const next = positions.slice()
      const moved: Stretch[] = []
      for (let from = random.integer(3); from < chains.atoms; from += random.integer(9)) {
        const to = Math.min(chains.atoms, from + random.integer(6))
        const body = bodies === 0 ? undefined : random.integer(bodies)
        const shift = body === undefined ? random.range(-1, 1) : shifts[body]!
        for (let k = 3 * from; k < 3 * to; k++) next[k]! += shift
        moved.push(body === undefined ? { from, to } : { from, to, body: 1000 * body })
        from = to
      }
      for (let k = moved.length - 1; k > 0 && step % 2 === 1; k--) {
        const other = random.integer(k + 1)
        ;[moved[k], moved[other]] = [moved[other]!, moved[k]!]
      }
      const at = `seed ${seed}, step ${step}, ${JSON.stringify(moved)}`
      const [saved, before] = [sum.save(), sum.total]
      sum.propose(next, moved)
      if (step % 3 === 1) {
        sum.undo()
        expectSameBits(sum, saved, before, at)
        continue
      }
      sum.accept()
      positions = next
      const { total, scale } = bruteEnergy(positions, bruteLennardJones(1, 1.1, 5, 50), excluded)
      let contacts = 0
      for (const [k, s] of distances.entries()) {
        const x = s / Math.sqrt(squaredDistance(positions, pairs[2 * k]!, pairs[2 * k + 1]!))
        contacts += Math.min(20, 5 * x ** 12 - 6 * x ** 10)
      }
      expect(Math.abs(sum.total - total - contacts), at).toBeLessThanOrEqual(1e-12 * (scale + 4000))
    }
  }
})

test('[energy] pair terms by formula, at the ends too', () => {
  const lj = lennardJones({ epsilon: [1, 4], sigma: [2, 4], cutoff: 9, cap: 100 })
  expect(lj.energy(0, 1, 9)).toBeCloseTo(0, 12)
  expect(lj.energy(0, 1, 9 * 2 ** (1 / 3))).toBeCloseTo(-2, 12)
  expect(lj.energy(0, 1, 0)).toBe(200)
  expect(lennardJones({ sigma: 1, cap: Infinity }).energy(0, 1, 0)).toBe(Infinity)
  expect(lennardJones({ sigma: 3, cutoff: 8, shifted: true }).energy(0, 1, 64)).toBe(0)
  expect(hardSpheres(1).energy(0, 1, 4)).toBe(0)
  expect(hardSpheres([1, 2]).energy(0, 1, 8.99)).toBe(Infinity)
  const contacts = { pairs: [0, 1], distances: [3], depth: 2 }
  expect(nativeContacts(contacts).energy(0, 9)).toBeCloseTo(-2, 12)
  expect(nativeContacts({ ...contacts, cap: Infinity }).energy(0, 0)).toBe(Infinity)
  const both = sumOfTerms([hardSpheres(1), lennardJones({ sigma: 2, cutoff: 5 })])
  expect(both.cutoff).toBe(5)
  expect(both.energy(0, 1, 3.9)).toBe(Infinity)
  expect(both.energy(0, 1, 16)).toBeCloseTo(4 * (2 ** -12 - 2 ** -6), 15)
})

test('[energy] options that cannot be used are refused by name', () => {
  const positions = new Float64Array(30).map((_, k) => k)
  const terms = [hardSpheres(0.1)]
  const bad: [string, object][] = [
    ['positions', { positions: new Float64Array(4), terms }],
    ['positions[5]', { positions: positions.map((x, k) => (k === 5 ? Number.NaN : x)), terms }],
    ['terms', { positions }],
    ['keep', { positions, terms, keep: 'all' }],
    ['blockSize', { positions, terms, blockSize: 33 }],
    ['breaks[0]', { positions, terms, breaks: [11] }],
    ['exclude[1]', { positions, terms, exclude: [0, 10] }],
    ['exclude', { positions, terms, exclude: [0] }],
    ['exclude', { positions, terms, exclude: null }],
    ['breaks', { positions, terms, breaks: 3 }],
    ['lists[0].pairs', { positions, lists: [{ energy: () => 0 }] }],
    ['energy of atoms', { positions, terms: [{ cutoff: 100, energy: () => '7' }] }],
    ['energy of atoms', { positions, terms: [{ cutoff: 100, energy: () => undefined }] }],
    ['energy of pair 0', { positions, lists: [{ pairs: [0, 1], energy: () => '7' }] }],
    ['cutoff', { positions, terms: [{ cutoff: Infinity, energy: () => 0 }] }],
    ['cutof', { positions, terms, cutof: 3 }],
    ['pairs[1]', { positions, lists: [{ pairs: [0, 10], energy: () => 0 }] }],
    ['pairs[0]', { positions, lists: [{ pairs: [4, 4], energy: () => 0 }] }],
  ]
  for (const [field, options] of bad) {
    expect(() => energySum(options as Parameters<typeof energySum>[0]), field).toThrow(field)
  }
  expect(() => lennardJones({ sigma: -1 })).toThrow('sigma')
  expect(() => lennardJones({ sigma: 1, cap: 0 })).toThrow('cap')
  expect(() => hardSpheres([1, Number.NaN])).toThrow('radii[1]')
  expect(() => hardSpheres(undefined as never)).toThrow('radii must be')
  expect(() => lennardJones({ sigma: null as never })).toThrow('sigma must be')
  expect(() => nativeContacts({ pairs: [0, 1], distances: [] })).toThrow('distances')
})

test('[energy] lists of numbers that are too short, and terms that are not a list, are refused', () => {
  const positions = Float64Array.from({ length: 30 }, (_, k) => 5 * k)
  const refused = (options: Partial<Parameters<typeof energySum>[0]>) => () => energySum({ positions, ...options })
  expect(refused({ terms: [hardSpheres([1.5, 1.5])] })).toThrow('terms must be numbers for each of the 10 atoms, got 2')
  expect(refused({ terms: [hardSpheres(1), lennardJones({ sigma: [1, 2] })] })).toThrow('got 2')
  expect(refused({ terms: hardSpheres(1) as never })).toThrow('terms must be a list')
  expect(refused({ lists: [{ pairs: [0, 1] } as never] })).toThrow('lists[0].energy')
  expect(energySum({ positions, terms: [hardSpheres(new Array(10).fill(1))] }).total).toBe(0)
})

test.each(WAYS)('[energy] %s: a term that uses the sum that asks it is refused, and nothing is changed', (keep) => {
  const random = new Random(5)
  const { positions } = randomChains(random, 1, 40, 4)
  const next = positions.map((x, k) => (k < 15 ? x + 0.3 : x))
  const moved = [{ from: 0, to: 5 }]
  const uses: readonly ((sum: EnergySum) => void)[] = [
    (sum) => sum.propose(positions, moved),
    (sum) => sum.recompute(),
    (sum) => sum.restore(new Float64Array(3)),
    (sum) => sum.save(),
    (sum) => sum.undo(),
    (sum) => sum.accept(),
  ]
  for (const [k, use] of uses.entries()) {
    let armed = false
    const plain = { cutoff: 6, energy: (i: number, j: number, squared: number) => squared - i + j }
    const sum: EnergySum = energySum({
      positions,
      terms: [
        {
          cutoff: 6,
          energy(i, j, squared) {
            if (armed) use(sum)
            return plain.energy(i, j, squared)
          },
        },
      ],
      keep,
    })
    const [saved, total] = [sum.save(), sum.total]
    armed = true
    expect(() => sum.propose(next, moved), `${k}`).toThrow(EnergyProposalError)
    expect(() => sum.recompute(), `${k}`).toThrow(EnergyProposalError)
    armed = false
    expectSameBits(sum, saved, total, `${k}`)
    expect(sum.propose(next, moved)).toBe(energySum({ positions, terms: [plain], keep }).propose(next, moved))
    sum.undo()
    expectSameBits(sum, saved, total, `${k} undone`)
  }
})
