// A protein's samples against distributions that know nothing of its moves: pivots and side-chains with clashes against quadrature over
// all torsions; crankshafts with springs and an energy against a sampler that draws each angle and torsion from its own density and
// places atom after atom. χ² with fixed seeds; that the tests are not blind is part of them.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { lennardJones } from '../../../src/molecules/energy/pair-energy.js'
import { Metropolis } from '../../../src/molecules/monte-carlo/metropolis.js'
import { ProteinSystem } from '../../../src/molecules/monte-carlo/monte-carlo-protein.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import { bruteEnergy, bruteLennardJones } from '../../oracle/molecules/energy.js'
import { angle, bondsOf, clashingPairs, distance, torsionAngle, withinBonds } from '../../oracle/molecules/protein.js'
import { peptides } from '../../oracle/molecules/protein-peptides.js'
import { deviate } from './monte-carlo-deviate.js'
import { alanines } from './monte-carlo-peptide.js'

const CLOSE = 3.1
/** Above this it is another distribution. */
const FAR = 4

function shares(weights: Float64Array): Float64Array {
  const total = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => weight / total)
}

// Ser–Ala: ψ of the first, φ of the second, χ1 of the first. Three bonds are excluded, so that torsions matter.

const SIZE = { sigma: 3, epsilon: 1.2, cutoff: 10, cap: 3 }
const OPTIONS = { atoms: 'flexible-sidechains', excludeBonds: 3, radius: 1.25 } as const
const PARTS = 4

function binOf(torsions: readonly number[]): number {
  const part = (t: number): number => Math.min(PARTS - 1, Math.floor((t / (2 * Math.PI) + 0.5) * PARTS))
  return torsions.reduce((bin, t) => PARTS * bin + part(t), 0)
}

const serAla = () => new Protein(peptides({ sequence: 'SA' }), OPTIONS)

/**
 * By the middle of 4³ cells a bin, clashes and energies of all pairs; and what it would be at another temperature, and if clashes were
 * not heeded.
 */
function quadrature(): Record<'exact' | 'hotter' | 'through', Float64Array> {
  const protein = serAla()
  const near = withinBonds(bondsOf(protein), 3)
  const brute = bruteLennardJones(SIZE.epsilon, SIZE.sigma, SIZE.cutoff, SIZE.cap)
  const [exact, hotter, through] = [0, 1, 2].map(() => new Float64Array(PARTS ** 3)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const fine = 4 * PARTS
  const middle = (k: number): number => ((k + 0.5) / fine - 0.5) * 2 * Math.PI
  const x = protein.coordinates()
  for (let k = 0; k < fine ** 3; k++) {
    const angles = [k % fine, Math.floor(k / fine) % fine, Math.floor(k / fine ** 2)].map(middle)
    protein.change(angles.map((to, torsion) => ({ torsion, angle: to })))
    protein.coordinates(x)
    const energy = bruteEnergy(x, brute, (i, j) => near[i]!.has(j)).total
    const bin = binOf(angles)
    through[bin]! += Math.exp(-energy)
    if (clashingPairs(x, protein.radii, near).length > 0) continue
    exact[bin]! += Math.exp(-energy)
    hotter[bin]! += Math.exp(-energy / 1.5)
  }
  return { exact: shares(exact), hotter: shares(hotter), through: shares(through) }
}

test('[monte-carlo] detailed balance of pivots and side-chains, clashes included: three torsions against quadrature', () => {
  const protein = serAla()
  expect(protein.torsions.map(({ kind }) => kind).sort()).toEqual(['chi1', 'phi', 'psi'])
  const turns = { width: 1, uniform: 0.3 }
  const system = new ProteinSystem(protein, { terms: [lennardJones(SIZE)], pivot: turns, sideChain: turns })
  const walker = new Metropolis(system, new Random(5), { pivot: 2, 'side-chain': 1 })
  const counts = new Float64Array(PARTS ** 3)
  const x = protein.coordinates()
  for (let s = 0; s < 2500; s++) {
    for (let k = 0; k < 20; k++) walker.step(1)
    system.coordinates(x)
    // Measured from where the atoms are.
    counts[binOf(protein.torsions.map(({ atoms: [a, b, c, d] }) => torsionAngle(x, a, b, c, d)))]!++
  }
  const { exact, hotter, through } = quadrature()
  expect(Math.abs(deviate(counts, exact))).toBeLessThan(CLOSE)
  // Neither another temperature, nor clashes that are not heeded, nor all states alike would pass.
  expect(walker.acceptance().every(({ clashed, proposed }) => proposed === 0 || clashed > proposed / 50)).toBe(true)
  for (const other of [hotter, through, exact.map(() => 1 / exact.length)]) {
    expect(deviate(counts, other)).toBeGreaterThan(FAR)
  }
})

/**
 * By the middle of `fine`³ cells: what does not clash, and what of it steps from cell to cell lead to from where the protein is. Hard spheres:
 * all states weigh the same.
 */
function reachable(protein: Protein, fine: number): { free: Float64Array; reached: Float64Array; share: number } {
  const near = withinBonds(bondsOf(protein), 3)
  const middle = (k: number): number => ((k + 0.5) / fine - 0.5) * 2 * Math.PI
  const anglesOf = (c: number): number[] =>
    [Math.floor(c / fine ** 2), Math.floor(c / fine) % fine, c % fine].map(middle)
  const start = protein.torsions.reduce((at, _, k) => {
    return fine * at + Math.min(fine - 1, Math.floor((protein.torsion(k) / (2 * Math.PI) + 0.5) * fine))
  }, 0)
  const isFree = new Uint8Array(fine ** 3)
  const [free, reached] = [new Float64Array(PARTS ** 3), new Float64Array(PARTS ** 3)]
  const x = protein.coordinates()
  for (let c = 0; c < fine ** 3; c++) {
    const angles = anglesOf(c)
    protein.change(angles.map((angle, torsion) => ({ torsion, angle })))
    if (clashingPairs(protein.coordinates(x), protein.radii, near).length > 0) continue
    isFree[c] = 1
    free[binOf(angles)]!++
  }
  const seen = new Set([start])
  for (const c of seen) {
    reached[binOf(anglesOf(c))]!++
    for (const unit of [1, fine, fine ** 2]) {
      const digit = Math.floor(c / unit) % fine
      for (const step of [1, fine - 1]) {
        const next = c + (((digit + step) % fine) - digit) * unit
        if (isFree[next] === 1) seen.add(next)
      }
    }
  }
  return { free: shares(free), reached: shares(reached), share: seen.size / isFree.reduce((sum, one) => sum + one, 0) }
}

test('[topology] detailed balance of moves whose ways are proved: the states that they reach, all alike', () => {
  const protein = serAla()
  const turns = { width: 1, uniform: 0.3 }
  const system = new ProteinSystem(protein, { pivot: turns, sideChain: turns, topologyPreserving: true })
  const walker = new Metropolis(system, new Random(6), { pivot: 2, 'side-chain': 1 })
  const counts = new Float64Array(PARTS ** 3)
  const x = protein.coordinates()
  for (let s = 0; s < 2500; s++) {
    for (let k = 0; k < 20; k++) walker.step(1)
    system.coordinates(x)
    counts[binOf(protein.torsions.map(({ atoms: [a, b, c, d] }) => torsionAngle(x, a, b, c, d)))]!++
  }
  const { free, reached, share } = reachable(serAla(), 6 * PARTS)
  expect(Math.abs(deviate(counts, reached))).toBeLessThan(CLOSE)
  // Some of what does not clash cannot be reached without passing through something, and is never visited.
  expect(share).toBeGreaterThan(0.5)
  expect(share).toBeLessThan(0.95)
  expect(deviate(counts, free)).toBeGreaterThan(FAR)
})

// A backbone of three residues whose bond angles at CA are held by springs, and an energy between atoms.

const STIFFNESS = 2
const RESIDUES = 3
const WELL = { sigma: 4, epsilon: 0.8, cutoff: 12, cap: 2 }
const LENGTHS = 6
const TAUS = 4

/** Ends' distance, and the middle residue's angle. */
function stateOf(x: Float64Array): number {
  const ends = distance(x, 0, 3 * RESIDUES - 1)
  const tau = angle(x, 3, 4, 5)
  const part = (value: number, low: number, high: number, count: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor(((value - low) / (high - low)) * count)))
  return part(ends, 3, 11, LENGTHS) * TAUS + part(tau, 1.2, 2.6, TAUS)
}

/** Atom d at a distance from c, with the angle b–c–d and the torsion a–b–c–d. */
function place(x: Float64Array, d: number, length: number, bend: number, torsion: number): void {
  const [a, b, c] = [d - 3, d - 2, d - 1].map((i) => [x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!]) as [
    number[],
    number[],
    number[],
  ]
  const sub = (p: number[], q: number[]): number[] => p.map((value, k) => value - q[k]!)
  const cross = (p: number[], q: number[]): number[] => [
    p[1]! * q[2]! - p[2]! * q[1]!,
    p[2]! * q[0]! - p[0]! * q[2]!,
    p[0]! * q[1]! - p[1]! * q[0]!,
  ]
  const unit = (p: number[]): number[] => p.map((value) => value / Math.hypot(...p))
  const u = unit(sub(c, b))
  const n = unit(cross(sub(b, a), u))
  const m = cross(n, u)
  const [along, out] = [-length * Math.cos(bend), length * Math.sin(bend)]
  for (let k = 0; k < 3; k++) {
    x[3 * d + k] = c[k]! + along * u[k]! + out * (Math.cos(torsion) * m[k]! + Math.sin(torsion) * n[k]!)
  }
}

/**
 * Weights of the states by independent draws: torsions uniform, angles at CA of density sin τ · e^(−k Δ²) by rejection, every
 * conformation weighed by its energy. And what it would be without the energy, and without the sine, which is the measure.
 */
function independent(start: Float64Array, draws: number): Record<'exact' | 'idle' | 'flat', Float64Array> {
  const random = new Random(99)
  const n = 3 * RESIDUES
  const x = start.slice()
  const brute = bruteLennardJones(WELL.epsilon, WELL.sigma, WELL.cutoff, WELL.cap)
  const near = (i: number, j: number): boolean => Math.abs(i - j) <= 4
  const [exact, idle, flat] = [0, 1, 2].map(() => new Float64Array(LENGTHS * TAUS)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const rest = Array.from({ length: n }, (_, i) => (i % 3 === 1 ? angle(start, i - 1, i, i + 1) : 0))
  let sines = 1
  const bent = (at: number): number => {
    for (;;) {
      const tau = random.range(0, Math.PI)
      if (random.unit() >= Math.sin(tau) * Math.exp(-STIFFNESS * (tau - rest[at]!) ** 2)) continue
      sines *= Math.sin(tau)
      return tau
    }
  }
  for (let k = 0; k < draws; k++) {
    // The first three atoms, and from there on one after the other. Atoms are N, CA, C, N, …
    sines = 1
    const tau = bent(1)
    const [first, second] = [distance(start, 0, 1), distance(start, 1, 2)]
    x.set([first, 0, 0, 0, 0, 0, second * Math.cos(tau), second * Math.sin(tau), 0])
    for (let d = 3; d < n; d++) {
      const c = d - 1
      const bend = c % 3 === 1 ? bent(c) : angle(start, c - 1, c, d)
      // About the bond C–N, the torsion is ω, which stays.
      const torsion = d % 3 === 1 ? torsionAngle(start, d - 3, d - 2, c, d) : random.range(-Math.PI, Math.PI)
      place(x, d, distance(start, c, d), bend, torsion)
    }
    const weight = Math.exp(-bruteEnergy(x, brute, near).total)
    const state = stateOf(x)
    exact[state]! += weight
    idle[state]!++
    flat[state]! += weight / sines
  }
  return { exact: shares(exact), idle: shares(idle), flat: shares(flat) }
}

test('[monte-carlo] detailed balance of crankshafts: springs and an energy, against an independent sampler', () => {
  const protein = new Protein(alanines(RESIDUES), { atoms: 'backbone' })
  const start = protein.coordinates()
  const system = new ProteinSystem(protein, {
    terms: [lennardJones(WELL)],
    clashes: false,
    pivot: { width: 1, uniform: 0.3 },
    crankshaft: { width: 1.5, shortest: 1, stiffness: STIFFNESS },
  })
  const walker = new Metropolis(system, new Random(4), { pivot: 1, crankshaft: 2 })
  const counts = new Float64Array(LENGTHS * TAUS)
  const x = protein.coordinates()
  for (let s = 0; s < 1500; s++) {
    for (let k = 0; k < 60; k++) walker.step(1)
    counts[stateOf(system.coordinates(x))]!++
  }
  expect(walker.acceptance().every(({ accepted }) => accepted > 5000)).toBe(true)
  const { exact, idle, flat } = independent(start, 40_000)
  expect(Math.abs(deviate(counts, exact))).toBeLessThan(CLOSE)
  for (const other of [idle, flat]) expect(deviate(counts, other)).toBeGreaterThan(FAR)
})
