import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { GO_MOVES, GoChain } from '../../../src/molecules/go/go-chain.js'
import { type GoModel, goModel } from '../../../src/molecules/go/go-model.js'
import { bruteGoEnergy } from '../../oracle/molecules/go-energy.js'

/** A compact random walk: beads at least 3.9 apart, drawn back towards the origin; bonds of 3.8, or as much as 1 shorter. */
function compactWalk(beads: number, seed: number, shorter = 0): Float64Array {
  const random = new Random(seed)
  const out = new Float64Array(3 * beads)
  const step = new Float64Array(3)
  for (let i = 1; i < beads; i++) {
    const bond = 3.8 - shorter * random.unit()
    let best = Infinity
    for (let t = 0; t < 40; t++) {
      random.direction(step)
      const [x, y, z] = [0, 1, 2].map((a) => out[3 * i - 3 + a]! + bond * step[a]!) as [number, number, number]
      let near = Infinity
      for (let j = 0; j < i - 1; j++) {
        near = Math.min(near, Math.hypot(x - out[3 * j]!, y - out[3 * j + 1]!, z - out[3 * j + 2]!))
      }
      const cost = Math.hypot(x, y, z) + (near < 4 ? 100 * (4 - near) : 0)
      if (cost < best) {
        best = cost
        out.set([x, y, z], 3 * i)
      }
    }
  }
  return out
}

function lengthsOf(positions: Float64Array): number[] {
  return Array.from({ length: positions.length / 3 - 1 }, (_, i) =>
    Math.hypot(...[0, 1, 2].map((a) => positions[3 * i + 3 + a]! - positions[3 * i + a]!)),
  )
}

/** Energies within this of the oracle's, relative to the sum of their sizes: arc cosines of nearly straight angles are the worst. */
const CLOSE = 1e-9

function expectAsBrute(chain: GoChain, model: GoModel, what: string): void {
  const brute = bruteGoEnergy(model, chain.positions)
  expect(Math.abs(chain.energy - brute), `${what}: ${chain.energy} for ${brute}`).toBeLessThan(
    CLOSE * (100 + Math.abs(brute)),
  )
}

test.each([
  [3, 1, 1],
  [4, 2, 1],
  [5, 3, 0.5],
  [9, 4, 2],
  [24, 5, 0.9],
  [40, 6, 3],
])('kept energies are those of all pairs after every move: %i beads, seed %i, T = %f', (beads, seed, temperature) => {
  const model = goModel(compactWalk(beads, seed, seed % 2), { repulsionSeparation: 2 + (seed % 3) })
  const chain = new GoChain(model)
  expectAsBrute(chain, model, 'at the start')
  const random = new Random(seed)
  let energy = chain.energy
  const moves = Math.min(2000, Math.round(24_000 / beads))
  for (let m = 0; m < moves; m++) {
    const before = chain.positions.slice()
    const taken = chain.move(random, temperature)
    if (!taken) {
      expect(chain.positions).toEqual(before)
      expect(chain.energy).toBe(energy)
    } else expectAsBrute(chain, model, `move ${m}`)
    energy = chain.energy
  }
  const kept = chain.energy
  expect(Math.abs(chain.refresh() - kept)).toBeLessThan(CLOSE * (100 + Math.abs(kept)))
  for (const [k, kind] of GO_MOVES.entries()) {
    if (beads < 4 && kind === 'twist') continue
    expect(chain.taken[k], `${kind} taken`).toBeGreaterThan(10)
    expect(chain.tried[k]).toBeGreaterThanOrEqual(chain.taken[k]!)
  }
})

test('bonds keep their lengths over 100,000 moves', () => {
  const model = goModel(compactWalk(30, 7))
  const chain = new GoChain(model)
  chain.run(new Random(7), 2, 100_000)
  const before = chain.energy
  for (const [i, length] of lengthsOf(chain.positions).entries()) expect(length).toBeCloseTo(model.bonds[i]!, 10)
  expect(chain.refresh()).toBeCloseTo(before, 8)
  for (const [i, length] of lengthsOf(chain.positions).entries()) expect(length).toBeCloseTo(model.bonds[i]!, 13)
})

test('the native structure is where every contact is formed and has energy −1', () => {
  const native = compactWalk(30, 8)
  const model = goModel(native)
  const chain = new GoChain(model)
  expect(model.contacts.count).toBeGreaterThan(30)
  expect(chain.formed()).toBe(1)
  // Other pairs are 8 Å apart or more, where nothing repels.
  expect(chain.energy).toBeCloseTo(-model.contacts.count, 9)
})

test('what cannot be a model or a start is refused by name', () => {
  const line = (n: number): number[] => Array.from({ length: 3 * n }, (_, i) => (i % 3 === 0 ? 1.27 * i : 0))
  expect(() => goModel([0, 0, 0, 1, 0, 0])).toThrow(/three beads or more/)
  expect(() => goModel(line(5))).toThrow(/without three beads on a line/)
  expect(() => goModel([...line(4).slice(0, 9), 7.62, 0, 0])).toThrow(/bond from bead 2 to 3/)
  expect(() => goModel(compactWalk(5, 1), { separation: 1 })).toThrow(/separation/)
  expect(() => goModel(compactWalk(5, 1), { angel: 3 } as object)).toThrow(/angel/)
  const model = goModel(compactWalk(6, 1))
  expect(() => new GoChain(model, [1, 2, 3])).toThrow(/18 coordinates/)
  expect(() => new GoChain(model, new Float64Array(18).fill(Number.NaN))).toThrow(/finite/)
})
