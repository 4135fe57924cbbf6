// A protein under Monte Carlo: its energies against brute force, undone and resumed to the bit, and its samples against exact
// distributions.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { lennardJones, nativeContacts } from '../../../src/molecules/energy/pair-energy.js'
import { Metropolis } from '../../../src/molecules/monte-carlo/metropolis.js'
import { monteCarloNow } from '../../../src/molecules/monte-carlo/monte-carlo.js'
import type { McResult, MonteCarloOptions } from '../../../src/molecules/monte-carlo/monte-carlo-options.js'
import { ProteinSystem, type ProteinSystemOptions } from '../../../src/molecules/monte-carlo/monte-carlo-protein.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import { deviate } from './monte-carlo-deviate.js'
import { alanines, angle, peptide, springs } from './monte-carlo-peptide.js'

const LJ = lennardJones({ sigma: 3, epsilon: 0.3 })

const KINDS: Record<string, ProteinSystemOptions> = {
  'clashes alone': {},
  'Lennard-Jones': { terms: [LJ] },
  'a list of contacts': { lists: [nativeContacts({ pairs: [1, 40, 3, 30], distances: [14, 9] })] },
  "in the chain's frames": { terms: [LJ], keep: 'chain' },
  both: { terms: [LJ], lists: [nativeContacts({ pairs: [1, 40], distances: [14] })], keep: 'nodes' },
}

function make(options: ProteinSystemOptions): ProteinSystem {
  return new ProteinSystem(new Protein(peptide(), { atoms: 'flexible-sidechains' }), options)
}

/** Short, and another wherever a bit is. */
function bits(x: Float64Array | Uint8Array): string {
  return createHash('sha256').update(x).digest('hex')
}

function left({ samples, lowest, moves, energy, checkpoint }: McResult): string {
  return JSON.stringify([bits(samples.values()), lowest, moves, energy, bits(checkpoint)])
}

test.each(Object.entries(KINDS))('undone to the bit, and resumed to the bit: %s', (_, kind) => {
  const system = make(kind)
  expect(system.moves).toEqual(['pivot', 'crankshaft', 'side-chain'])
  const random = new Random(4)
  const x = new Float64Array(3 * system.atoms)
  for (let k = 0; k < 60; k++) {
    const before = [bits(system.coordinates(x)), bits(system.save()), system.energy]
    system.propose(k % 3, random)
    system.undo()
    expect([bits(system.coordinates(x)), bits(system.save()), system.energy]).toEqual(before)
    if (system.propose(k % 3, random) < Infinity) system.accept()
    else system.undo()
  }
  const options: MonteCarloOptions = { steps: 160, temperature: 2, every: 9, seed: 3 }
  const saved = new Map<number, Uint8Array>()
  const save = (bytes: Uint8Array, step: number): void => void saved.set(step, bytes)
  const whole = left(monteCarloNow(make(kind), { ...options, checkpoint: { every: 1, save } }))
  for (const step of [1, 8, 9, 10, 77, 159, 160]) {
    expect(left(monteCarloNow(make(kind), { ...options, resume: saved.get(step)! })), `from ${step}`).toBe(whole)
  }
})

test.each(['auto', 'nodes', 'chain'] as const)(
  'energies are those of brute force after many moves, springs and all: %s',
  (keep) => {
    const system = make({ terms: [LJ], crankshaft: { stiffness: 30 }, keep })
    const { protein } = system
    const x = system.coordinates(new Float64Array(3 * system.atoms))
    const start = x.slice()
    const walker = new Metropolis(system, new Random(7))
    for (let k = 0; k < 1500; k++) {
      walker.step(3)
      if (k % 100 !== 0) continue
      system.coordinates(x)
      let sum = springs(protein, start, x, 30)
      for (let i = 0; i < protein.atoms; i++) {
        for (let j = i + 1; j < protein.atoms; j++) {
          const squared = [0, 1, 2].reduce((s, c) => s + (x[3 * i + c]! - x[3 * j + c]!) ** 2, 0)
          if (squared < 100 && !protein.excluded(i, j)) sum += LJ.energy(i, j, squared)
        }
      }
      expect(Math.abs(system.energy - sum)).toBeLessThan(1e-9 * Math.max(1, Math.abs(sum)))
      expect(Math.abs(system.recompute() - sum)).toBeLessThan(1e-9 * Math.max(1, Math.abs(sum)))
      expect(protein.clashes()).toBe(false)
    }
    expect(walker.acceptance().every(({ accepted }) => accepted > 50)).toBe(true)
  },
)

test('pivots and side-chain moves change no bond angle at CA', () => {
  const system = make({})
  const start = system.coordinates(new Float64Array(3 * system.atoms))
  const result = monteCarloNow(system, { steps: 1000, temperature: 1, moves: { pivot: 1, 'side-chain': 1 } })
  expect(result.moves[1]!.proposed).toBe(0)
  expect(result.energy).toBe(0)
  const end = system.coordinates(new Float64Array(3 * system.atoms))
  expect(springs(system.protein, start, end, 1)).toBeLessThan(1e-18)
})

test('detailed balance of pivots: two torsions of a peptide, against quadrature', () => {
  const strong = lennardJones({ sigma: 3, epsilon: 1.5, cap: 4 })
  const protein = new Protein(alanines(2))
  expect(protein.torsions.length).toBe(2)
  const system = new ProteinSystem(protein, { terms: [strong], clashes: false, pivot: { width: 1, uniform: 0.5 } })
  const bins = 6
  const binOf = (a: number, b: number): number => {
    const part = (t: number): number => Math.min(bins - 1, Math.floor((t / (2 * Math.PI) + 0.5) * bins))
    return part(a) * bins + part(b)
  }
  const counts = new Float64Array(bins * bins)
  const walker = new Metropolis(system, new Random(2), { pivot: 1 })
  for (let s = 0; s < 3000; s++) {
    for (let k = 0; k < 12; k++) walker.step(1)
    counts[binOf(protein.torsion(0), protein.torsion(1))]!++
  }
  // By brute force over both torsions, the energy from the coordinates of another protein.
  const other = new Protein(alanines(2))
  const weights = new Float64Array(bins * bins)
  const fine = 10 * bins
  const x = other.coordinates()
  for (let a = 0; a < fine; a++) {
    other.setTorsion(0, ((a + 0.5) / fine - 0.5) * 2 * Math.PI)
    for (let b = 0; b < fine; b++) {
      other.setTorsion(1, ((b + 0.5) / fine - 0.5) * 2 * Math.PI)
      other.coordinates(x)
      let sum = 0
      for (let i = 0; i < other.atoms; i++) {
        for (let j = i + 1; j < other.atoms; j++) {
          const squared = [0, 1, 2].reduce((s, c) => s + (x[3 * i + c]! - x[3 * j + c]!) ** 2, 0)
          if (squared < 100 && !other.excluded(i, j)) sum += strong.energy(i, j, squared)
        }
      }
      weights[binOf(other.torsion(0), other.torsion(1))]! += Math.exp(-sum)
    }
  }
  const total = weights.reduce((p, q) => p + q, 0)
  expect(
    Math.abs(
      deviate(
        counts,
        weights.map((weight) => weight / total),
      ),
    ),
  ).toBeLessThan(3.1)
  // The energy matters: torsions are far from uniform.
  expect(
    deviate(
      counts,
      weights.map(() => 1 / weights.length),
    ),
  ).toBeGreaterThan(6)
})

test('detailed balance of crankshafts: angles at CA have the density sin τ · e^(−k Δ²/T)', () => {
  // No other energy: under Haar's measure the angles at the CA of a backbone are independent of each other and of all torsions.
  const stiffness = 3
  const protein = new Protein(alanines(3), { atoms: 'backbone' })
  const crankshaft = { width: 1.5, shortest: 1, stiffness }
  const system = new ProteinSystem(protein, { clashes: false, crankshaft })
  const x = protein.coordinates()
  const tau = (r: number): number => angle(x, 3 * r, 3 * r + 1, 3 * r + 2)
  const start = [0, 1, 2].map(tau)
  const bins = 12
  const counts = [0, 1, 2].map(() => new Float64Array(bins))
  const walker = new Metropolis(system, new Random(6), { pivot: 1, crankshaft: 2 })
  for (let s = 0; s < 1500; s++) {
    // A crankshaft turns a bond by no more than the cone it is on: at 25 steps a sample, neighbours still knew of each other.
    for (let k = 0; k < 100; k++) walker.step(1)
    system.coordinates(x)
    for (const r of [0, 1, 2]) counts[r]![Math.floor((tau(r) / Math.PI) * bins)]!++
  }
  const density = (r: number, factor: (t: number) => number): Float64Array => {
    const weights = new Float64Array(bins)
    for (let k = 0; k < 100 * bins; k++) {
      const t = ((k + 0.5) / (100 * bins)) * Math.PI
      weights[Math.floor(k / 100)]! += factor(t) * Math.exp(-stiffness * (t - start[r]!) ** 2)
    }
    const total = weights.reduce((p, q) => p + q, 0)
    return weights.map((weight) => weight / total)
  }
  for (const r of [0, 1, 2]) {
    expect(Math.abs(deviate(counts[r]!, density(r, Math.sin))), `residue ${r}`).toBeLessThan(3.1)
    // Without the sine, which is the measure, it is another distribution, and the test says so.
    expect(
      deviate(
        counts[r]!,
        density(r, () => 1),
      ),
    ).toBeGreaterThan(3.5)
  }
})

test('options that cannot be are refused by name', () => {
  const bad = (options: Record<string, unknown>, field: RegExp): void => {
    expect(() => make(options as ProteinSystemOptions)).toThrow(field)
  }
  bad({ pivot: { width: 0 } }, /pivot\.width/)
  bad({ sideChain: { uniform: 2 } }, /sideChain\.uniform/)
  bad({ crankshaft: { shortest: 0 } }, /crankshaft\.shortest/)
  bad({ crankshaft: { shortest: 5, longest: 3 } }, /crankshaft\.longest/)
  bad({ crankshaft: { stiffness: -1 } }, /stiffness/)
  bad({ clashes: 1 }, /clashes/)
  bad({ temperature: 1 }, /temperature/)
  const system = make({})
  expect(() => system.restore(new Uint8Array(7))).toThrow(/state\.length/)
  expect(() => make({ terms: [LJ] }).restore(system.save())).toThrow(/state\.length/)
  // A start that clashes is said to.
  const large = new Protein(peptide(), { radius: 3 })
  expect(() => monteCarloNow(new ProteinSystem(large), { steps: 1, temperature: 1 })).toThrow(/must not clash/)
})

test('[monte-carlo] L amino acids stay L: no residue turns into its mirror image', () => {
  const protein = new Protein(peptide(), { radiusScale: 0.4, radii: 'bondi' })
  const at = (residue: number, name: string): number =>
    protein.names.findIndex((other, i) => other === name && protein.residueOf[i] === residue)
  const residues = protein.structure.residues.map((_, r) => ['CA', 'N', 'C', 'CB'].map((name) => at(r, name)))
  const whole = residues.filter((atoms) => atoms.every((i) => i >= 0))
  const sides = (x: Float64Array): number[] =>
    whole.map(([ca, n, c, cb]) => {
      const d = (i: number) => [0, 1, 2].map((k) => x[3 * i + k]! - x[3 * ca! + k]!)
      const [a, b, e] = [d(n!), d(c!), d(cb!)] as [number[], number[], number[]]
      return Math.sign(
        (a[1]! * b[2]! - a[2]! * b[1]!) * e[0]! +
          (a[2]! * b[0]! - a[0]! * b[2]!) * e[1]! +
          (a[0]! * b[1]! - a[1]! * b[0]!) * e[2]!,
      )
    })
  const start = sides(protein.coordinates())
  expect(start.length).toBeGreaterThan(3)
  // Without springs nothing but the side holds them.
  const system = new ProteinSystem(protein, { crankshaft: { stiffness: 0, width: 2 } })
  let samples = 0
  monteCarloNow(system, {
    steps: 3000,
    temperature: Infinity,
    every: 10,
    keepSamples: false,
    observables: [],
    onSample: (_, x) => {
      samples++
      expect(sides(x)).toEqual(start)
    },
  })
  expect(samples).toBeGreaterThan(300)
})
