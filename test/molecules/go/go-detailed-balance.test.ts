// The moves of a Gō chain sample exp(−E/T) with respect to uniform bond directions: two bonds and their angle, and three bonds
// with their two angles and dihedral, against sums over a fine grid. χ² of what was counted, with fixed seeds.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { GoChain } from '../../../src/molecules/go/go-chain.js'
import { type GoModel, goModel } from '../../../src/molecules/go/go-model.js'
import { angle, bruteGoEnergy, dihedral } from '../../oracle/molecules/go-energy.js'

type Vector = readonly [number, number, number]

/** A chain of bonds of 3.8 with the given inner angles and dihedral. */
function place(first: number, second?: number, turn = 0): Float64Array {
  const b = 3.8
  const out = [b * Math.cos(first), b * Math.sin(first), 0, 0, 0, 0, b, 0, 0]
  if (second !== undefined) {
    const s = b * Math.sin(second)
    out.push(b - b * Math.cos(second), s * Math.cos(turn), s * Math.sin(turn))
  }
  return Float64Array.from(out)
}

function bead(positions: Float64Array, i: number): Vector {
  return [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!]
}

/** Samples that are taken as independent: so many moves apart. */
const APART = 60

/** χ², and what it may be: four standard deviations above its mean. Seeds are fixed, so this is no dice. */
function chiSquare(counts: Float64Array, shares: Float64Array): { chi: number; most: number } {
  const total = counts.reduce((sum, n) => sum + n, 0)
  const whole = shares.reduce((sum, w) => sum + w, 0)
  let chi = 0
  let cells = 0
  let [restCount, restShare] = [0, 0]
  for (const [k, n] of counts.entries()) {
    const expected = (total * shares[k]!) / whole
    if (expected < 10) {
      restCount += n
      restShare += expected
      continue
    }
    chi += (n - expected) ** 2 / expected
    cells++
  }
  if (restShare >= 10) {
    chi += (restCount - restShare) ** 2 / restShare
    cells++
  }
  const freedom = cells - 1
  expect(freedom).toBeGreaterThan(5)
  return { chi, most: freedom + 4 * Math.sqrt(2 * freedom) }
}

function expectCounts(counts: Float64Array, shares: Float64Array): void {
  const { chi, most } = chiSquare(counts, shares)
  expect(chi).toBeLessThan(most)
}

test('two bonds: the angle', () => {
  const model = goModel(place(1.7), { angle: 2 })
  const temperature = 1.3
  const bins = 24
  const fine = 200
  const sharesAt = (t: number): Float64Array => {
    const shares = new Float64Array(bins)
    for (let n = 0; n < bins * fine; n++) {
      const theta = ((n + 0.5) / (bins * fine)) * Math.PI
      shares[Math.floor(n / fine)]! += Math.sin(theta) * Math.exp(-bruteGoEnergy(model, place(theta)) / t)
    }
    return shares
  }
  const counts = new Float64Array(bins)
  const chain = new GoChain(model)
  const random = new Random(11)
  for (let n = 0; n < 12_000; n++) {
    chain.run(random, temperature, APART)
    const theta = angle(bead(chain.positions, 0), bead(chain.positions, 1), bead(chain.positions, 2))
    counts[Math.min(bins - 1, Math.floor((theta / Math.PI) * bins))]!++
  }
  expectCounts(counts, sharesAt(temperature))
  // The test has teeth: a temperature a tenth off is told apart.
  const off = chiSquare(counts, sharesAt(1.1 * temperature))
  expect(off.chi).toBeGreaterThan(off.most)
})

/** Cells of two angles and a dihedral, so many of each. */
const CELLS = 6
const FINE = 6

function enumerate(model: GoModel, temperature: number): Float64Array {
  const shares = new Float64Array(CELLS ** 3)
  const steps = CELLS * FINE
  for (let i = 0; i < steps; i++) {
    const a = ((i + 0.5) / steps) * Math.PI
    for (let j = 0; j < steps; j++) {
      const b = ((j + 0.5) / steps) * Math.PI
      for (let k = 0; k < steps; k++) {
        const t = ((k + 0.5) / steps) * 2 * Math.PI - Math.PI
        const cell = (Math.floor(i / FINE) * CELLS + Math.floor(j / FINE)) * CELLS + Math.floor(k / FINE)
        shares[cell]! += Math.sin(a) * Math.sin(b) * Math.exp(-bruteGoEnergy(model, placeBy(a, b, t)) / temperature)
      }
    }
  }
  return shares
}

/** By the dihedral as the oracle counts it: measured once, so that signs need no thought. */
function placeBy(a: number, b: number, turn: number): Float64Array {
  return place(a, b, SIGN * turn + OFFSET)
}

const probe = (turn: number): number => {
  const p = place(1.5, 1.5, turn)
  return dihedral(bead(p, 0), bead(p, 1), bead(p, 2), bead(p, 3))
}
const SIGN = Math.sign(probe(0.2) - probe(0.1))
const OFFSET = -SIGN * probe(0)

test.each([
  ['an attracting pair', 8, 21],
  ['a repelling pair', 0, 22],
])('three bonds, with %s of beads 0 and 3', (_, contactDistance, seed) => {
  const model = goModel(place(1.7, 1.9, 0.8), {
    separation: 3,
    repulsionSeparation: 3,
    contactDistance,
    angle: 2,
    repulsionCutoff: 9,
    repulsion: 5,
  })
  expect(model.contacts.count).toBe(contactDistance > 0 ? 1 : 0)
  const temperature = 1.1
  const shares = enumerate(model, temperature)
  const counts = new Float64Array(CELLS ** 3)
  const chain = new GoChain(model)
  const random = new Random(seed)
  for (let n = 0; n < 15_000; n++) {
    chain.run(random, temperature, APART)
    const p = [0, 1, 2, 3].map((i) => bead(chain.positions, i)) as [Vector, Vector, Vector, Vector]
    const cell = (value: number, from: number, to: number): number =>
      Math.min(CELLS - 1, Math.floor(((value - from) / (to - from)) * CELLS))
    const a = cell(angle(p[0], p[1], p[2]), 0, Math.PI)
    const b = cell(angle(p[1], p[2], p[3]), 0, Math.PI)
    const t = cell(dihedral(...p), -Math.PI, Math.PI)
    counts[(a * CELLS + b) * CELLS + t]!++
  }
  expectCounts(counts, shares)
})
