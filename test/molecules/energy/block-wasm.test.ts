// The WebAssembly twin of energies between blocks against the TypeScript it is a twin of: the same moves, every energy, everything that is
// kept and every count compared bit by bit. (That its bytes are what wasm/ gives: test/chains/chain/chain-wasm.test.ts.)
import { afterEach, expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { setEnergyWasmEnabled } from '../../../src/molecules/energy/block-wasm.js'
import type { EnergySum, PairTerm } from '../../../src/molecules/energy/energy.js'
import { InfiniteEnergyError } from '../../../src/molecules/energy/energy-errors.js'
import { type EnergyOptions, energySum } from '../../../src/molecules/energy/energy-sum.js'
import { hardSpheres, lennardJones } from '../../../src/molecules/energy/pair-energy.js'
import { bonded, randomChains, randomMove } from '../../oracle/molecules/energy.js'

afterEach(() => setEnergyWasmEnabled(true))

function hasTwin(sum: EnergySum): boolean {
  return (sum as unknown as { model: { arrays: { wasm: unknown } } }).model.arrays.wasm !== undefined
}

function both(options: EnergyOptions): [wasm: EnergySum, plain: EnergySum] {
  setEnergyWasmEnabled(true)
  const wasm = energySum(options)
  setEnergyWasmEnabled(false)
  const plain = energySum(options)
  setEnergyWasmEnabled(true)
  expect([hasTwin(wasm), hasTwin(plain)]).toEqual([true, false])
  return [wasm, plain]
}

/** Everything that is kept, bit by bit: -0 is not 0 here. */
function expectSameSums(wasm: EnergySum, plain: EnergySum, at: string): void {
  const [one, two] = [wasm.save(), plain.save()]
  expect(Buffer.compare(Buffer.from(one.buffer), Buffer.from(two.buffer)), at).toBe(0)
}

const perAtom = (random: Random, atoms: number, low: number, high: number) =>
  Float64Array.from({ length: atoms }, () => random.range(low, high))

const TERMS: Record<string, (random: Random, atoms: number) => PairTerm[]> = {
  'equal wells': () => [lennardJones({ sigma: 1.1, epsilon: 0.3, cutoff: 5, cap: 50 })],
  'equal wells without a cap': () => [lennardJones({ sigma: 1.1, cutoff: 5, cap: Infinity, shifted: true })],
  wells: (random, n) => [
    lennardJones({ sigma: perAtom(random, n, 0.8, 1.3), epsilon: perAtom(random, n, 0, 2), cutoff: 6, cap: 20 }),
  ],
  'wells of one depth': (random, n) => [lennardJones({ sigma: perAtom(random, n, 0.8, 1.3), epsilon: 0.7, cutoff: 4 })],
  'shifted wells': (random, n) => [
    lennardJones({ sigma: 1, epsilon: perAtom(random, n, 0, 2), cutoff: 5, cap: 9, shifted: true }),
  ],
  'equal spheres': () => [hardSpheres(0.12)],
  spheres: (random, n) => [hardSpheres(perAtom(random, n, 0, 0.2))],
  own: () => [{ cutoff: 4.5, energy: (i, j, squared) => (((i * 7 + j) % 5) - 2) / (1 + squared) }],
  several: (random, n) => [
    lennardJones({ sigma: 1, cutoff: 6, cap: 10 }),
    { cutoff: 3, energy: (i, j, squared) => Math.sqrt(squared) * (i - j) },
    hardSpheres(perAtom(random, n, 0, 0.02)),
    { cutoff: 2, energy: () => 1 },
  ],
}

test.each(Object.keys(TERMS))('[energy] %s: the twin has the same bits and counts', (name) => {
  let refused = 0
  let compared = 0
  for (let seed = 0; seed < 14; seed++) {
    const random = new Random(100 + seed)
    const chains = randomChains(random, 1 + random.integer(3), 5 + random.integer(60), 5)
    const keep = seed % 2 === 0 ? 'blocks' : 'nodes'
    const blockSize = [4, 5, 8, 12, 13, 31, 32][seed % 7]!
    const terms = TERMS[name]!(random, chains.atoms)
    const options = { positions: chains.positions, terms, exclude: bonded(chains, 3), keep, blockSize } as const
    const made = tryBoth(options)
    if (made === undefined) continue
    const [wasm, plain] = made
    expectSameSums(wasm, plain, 'start')
    let positions = chains.positions
    for (let step = 0; step < 25; step++) {
      const move = randomMove(random, chains, positions, step % 2 === 0 ? 0.1 : 3)
      const at = `${name}, seed ${seed}, step ${step}, ${move.kind} ${JSON.stringify(move.moved)}`
      const [one, two] = [wasm, plain].map((sum) => sum.propose(move.positions, move.moved)) as [number, number]
      if (!Object.is(one, two)) throw new Error(`${at}: ${one} with WebAssembly and ${two} without`)
      const accepted = one < Infinity && random.unit() < 0.6
      if (one === Infinity) refused++
      for (const sum of [wasm, plain]) accepted ? sum.accept() : sum.undo()
      if (accepted) positions = move.positions
      expectSameSums(wasm, plain, at)
      expect(wasm.stats, at).toEqual(plain.stats)
      compared++
    }
  }
  expect(compared).toBeGreaterThan(50)
  if (name.includes('spheres')) expect(refused).toBeGreaterThan(0)
})

/** Undefined where spheres overlap to start with, for both. */
function tryBoth(options: EnergyOptions): [EnergySum, EnergySum] | undefined {
  try {
    return both(options)
  } catch (error) {
    if (!(error instanceof InfiniteEnergyError)) throw error
    setEnergyWasmEnabled(false)
    expect(() => energySum(options)).toThrow(error.message)
    return undefined
  }
}

test('[energy] far and close, at the border of the cutoff, on top of each other: the twin has the same bits', () => {
  for (const scale of [1e-60, 1e-8, 1, 1e8, 1e59]) {
    for (let atoms = 1; atoms < 40; atoms += 3) {
      const positions = Float64Array.from({ length: 3 * atoms }, (_, k) => scale * ((k * 7) % 5))
      const cap = 1e3
      for (const terms of [
        [lennardJones({ sigma: 1, cutoff: 5, cap })],
        [lennardJones({ sigma: new Float64Array(atoms).fill(2), cutoff: 5, cap, shifted: true })],
        [{ cutoff: 4, energy: (i: number, j: number, squared: number) => i + j + squared }],
      ]) {
        const [wasm, plain] = both({ positions, terms, blockSize: 4 + (atoms % 9) })
        expect(Object.is(wasm.total, plain.total), `${scale}, ${atoms}: ${wasm.total}, ${plain.total}`).toBe(true)
        expectSameSums(wasm, plain, `${scale}, ${atoms}`)
      }
    }
  }
})
