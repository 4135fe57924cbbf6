// Monte Carlo as a whole: acceptance, temperatures, what is measured, what is refused.
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { InvalidInputError } from '../../../src/errors.js'
import { EnergyNotANumberError, isAccepted } from '../../../src/molecules/monte-carlo/metropolis.js'
import { monteCarlo, monteCarloNow } from '../../../src/molecules/monte-carlo/monte-carlo.js'
import type { MonteCarloOptions } from '../../../src/molecules/monte-carlo/monte-carlo-options.js'
import { contactFraction, radiusOfGyration, rmsdTo } from '../../../src/molecules/monte-carlo/observable.js'
import { rmsd } from '../../../src/molecules/monte-carlo/observable-rmsd.js'
import { constantTemperature, readSchedule } from '../../../src/molecules/monte-carlo/schedule.js'
import { Beads, distance, lennardJones, zigzag } from './monte-carlo-beads.js'

test('at infinite temperature everything that does not clash is accepted', () => {
  const free = monteCarloNow(new Beads(zigzag(10), lennardJones(1)), { steps: 2000, temperature: Infinity, seed: 2 })
  for (const { proposed, accepted, clashed } of free.moves) {
    expect(proposed).toBeGreaterThan(800)
    expect(accepted).toBe(proposed)
    expect(clashed).toBe(0)
  }
  const hard = monteCarloNow(new Beads(zigzag(10), lennardJones(1, 0.9)), {
    steps: 2000,
    temperature: Infinity,
    seed: 2,
  })
  for (const { proposed, accepted, clashed } of hard.moves) {
    expect(accepted + clashed).toBe(proposed)
    expect(clashed).toBeGreaterThan(100)
  }
})

test('at temperature zero the energy never rises', () => {
  const result = monteCarloNow(new Beads(zigzag(10), lennardJones(1)), { steps: 3000, temperature: 0, every: 1 })
  const energies = result.samples.column('energy')
  for (let k = 1; k < energies.length; k++) expect(energies[k]).toBeLessThanOrEqual(energies[k - 1]!)
  expect(energies.at(-1)).toBeLessThan(energies[0]!)
  expect(result.lowest.energy).toBe(result.energy)
})

test('uphill by Δ is accepted once in e^(Δ/T)', () => {
  const random = new Random(8)
  for (const [delta, temperature] of [
    [1, 1],
    [0.2, 2],
    [3, 1.5],
  ] as const) {
    const trials = 40_000
    let accepted = 0
    for (let k = 0; k < trials; k++) if (isAccepted(-4, -4 + delta, temperature, random)) accepted++
    const p = Math.exp(-delta / temperature)
    expect(Math.abs(accepted - trials * p)).toBeLessThan(3.5 * Math.sqrt(trials * p * (1 - p)))
  }
  expect(isAccepted(1, Infinity, Infinity, random)).toBe(false)
  expect(isAccepted(1, 1, 0, random)).toBe(true)
})

test('nothing drifts: bonds keep their lengths, and the energy is that of the coordinates', () => {
  const system = new Beads(zigzag(12), lennardJones(1.1, 0.6), 0.7)
  const result = monteCarloNow(system, { steps: 20_000, temperature: 1 })
  expect(result.drift).toBe(0)
  const x = system.coordinates(new Float64Array(36))
  for (let i = 0; i < 11; i++) expect(distance(x, i, i + 1)).toBeCloseTo(1, 11)
})

test('the same seed is the same run, another seed another', () => {
  const run = (seed: number): Float64Array =>
    monteCarloNow(new Beads(zigzag(8), lennardJones(1)), { steps: 300, temperature: 1, seed }).samples.values()
  expect(run(1)).toEqual(run(1))
  expect(run(1)).not.toEqual(run(2))
})

test('temperatures by schedule', () => {
  const list = (schedule: Parameters<typeof readSchedule>[1], steps: number): number[] => {
    const temperatures = readSchedule('schedule', schedule, steps)
    return Array.from({ length: steps }, (_, k) => temperatures.at(k + 1))
  }
  expect(list({ kind: 'linear', from: 5, to: 1 }, 5)).toEqual([5, 4, 3, 2, 1])
  const geometric = list({ kind: 'geometric', from: 8, to: 1 }, 4)
  for (const [k, value] of [8, 4, 2, 1].entries()) expect(geometric[k]).toBeCloseTo(value, 13)
  expect(list({ kind: 'linear', from: 3, to: 1, over: 3 }, 5)).toEqual([3, 2, 1, 1, 1])
  expect(list({ kind: 'steps', temperatures: [3, 0, Infinity], every: 2 }, 8)).toEqual([
    3,
    3,
    0,
    0,
    Infinity,
    Infinity,
    Infinity,
    Infinity,
  ])
  expect(constantTemperature(2).at(77)).toBe(2)
  const system = new Beads(zigzag(6), lennardJones(1))
  const schedule = { kind: 'linear', from: 2, to: 1 } as const
  const { samples } = monteCarloNow(system, { steps: 11, schedule, every: 1 })
  expect(samples.column('temperature').slice(1)).toEqual(Float64Array.from(list(schedule, 11)))
})

test('annealing finds a lower energy than it began with, and says where', () => {
  const system = new Beads(zigzag(10), lennardJones(1.1), 0.6)
  const { lowest, samples } = monteCarloNow(system, {
    steps: 20_000,
    schedule: { kind: 'geometric', from: 3, to: 0.1 },
    every: 1,
  })
  const energies = samples.column('energy')
  expect(lowest.energy).toBe(Math.min(...energies))
  expect(energies[lowest.step]).toBe(lowest.energy)
  expect(lowest.energy).toBeLessThan(energies[0]! - 3)
})

test('samples: step 0, then at a fixed stride, in columns', () => {
  const rows: number[][] = []
  const start = zigzag(6)
  const result = monteCarloNow(new Beads(start, lennardJones(1)), {
    steps: 100,
    temperature: 1,
    every: 30,
    observables: [radiusOfGyration(), rmsdTo(start), contactFraction(start, { cutoff: 3, separation: 3 })],
    onSample: (row, x) => rows.push([...row, x[0]!]),
  })
  expect(result.samples.columns).toEqual([
    'step',
    'temperature',
    'energy',
    'radiusOfGyration',
    'rmsd',
    'nativeContacts',
  ])
  expect(Array.from(result.samples.column('step'))).toEqual([0, 30, 60, 90])
  expect(result.samples.column('rmsd')[0]).toBeLessThan(1e-14)
  expect(result.samples.column('nativeContacts')[0]).toBe(1)
  expect(rows.map((row) => row.slice(0, 6))).toEqual([0, 1, 2, 3].map((k) => [...result.samples.row(k)]))
  const none = monteCarloNow(new Beads(start, lennardJones(1)), { steps: 100, temperature: 1, keepSamples: false })
  expect(none.samples.count).toBe(0)
})

test('RMSD is that of the best rotation: turned and moved copies are at 0, mirrored ones are not', () => {
  const random = new Random(3)
  for (let run = 0; run < 200; run++) {
    const n = 4 + random.integer(20)
    const a = Float64Array.from({ length: 3 * n }, () => random.range(-10, 10))
    const [b, R] = moved(a, random)
    expect(rmsd(a, b)).toBeLessThan(1e-13)
    // Noise: the best is no worse than the rotation that made the copy, nor than its like nearby.
    const noisy = b.map((value) => value + random.range(-1, 1))
    const best = rmsd(a, noisy)
    expect(best).toBeLessThanOrEqual(plain(R, noisy) + 1e-12)
    expect(rmsd(noisy, a)).toBeCloseTo(best, 12)
    for (let k = 0; k < 5; k++) expect(best).toBeLessThanOrEqual(plain(moved(a, random)[1], noisy) + 1e-12)
    expect(
      rmsd(
        a,
        a.map((value, i) => (i % 3 === 0 ? -value : value)),
      ),
    ).toBeGreaterThan(0.1)
  }
  // Points in line, in a plane, and all in one place.
  const line = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0)
  expect(rmsd(line, Float64Array.of(0, 0, 5, 0, 0, 4, 0, 0, 3))).toBeLessThan(1e-14)
  expect(rmsd(new Float64Array(9), new Float64Array(9))).toBe(0)
  expect(rmsd(line, new Float64Array(9))).toBeCloseTo(Math.sqrt(2 / 3), 14)
})

/** A copy, turned about a random axis and moved; and it again, centred. */
function moved(a: Float64Array, random: Random): [Float64Array, Float64Array] {
  const beads = new Beads(Float64Array.of(0, 0, 0, ...random.direction(new Float64Array(3)), ...a), () => 0)
  for (let k = 0; k < 6; k++) {
    // Pivots about the first bond turn all of `a` and nothing else.
    ;(beads as unknown as { turn(...args: number[]): void }).turn(0, 1, 2, beads.atoms, random.range(-3, 3))
    const x = (beads as unknown as { x: Float64Array }).x
    random.direction(x, 3)
  }
  const b = beads.coordinates(new Float64Array(3 * beads.atoms)).slice(6)
  const t = [random.range(-50, 50), random.range(-50, 50), random.range(-50, 50)]
  return [b.map((value, i) => value + t[i % 3]!), b]
}

/** Root mean square distance with nothing turned, both centred. */
function plain(a: Float64Array, b: Float64Array): number {
  const n = a.length / 3
  const centred = (x: Float64Array): Float64Array => {
    const c = [0, 1, 2].map((k) => x.reduce((sum, value, i) => sum + (i % 3 === k ? value / n : 0), 0))
    return x.map((value, i) => value - c[i % 3]!)
  }
  const [p, q] = [centred(a), centred(b)]
  return Math.sqrt(p.reduce((sum, value, i) => sum + (value - q[i]!) ** 2, 0) / n)
}

test('radius of gyration and native contacts by hand', () => {
  const square = Float64Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0)
  expect(radiusOfGyration().value(square)).toBeCloseTo(Math.SQRT2, 15)
  expect(radiusOfGyration([0, 1]).value(square)).toBe(1)
  const q = contactFraction(square, { cutoff: 2.5, separation: 1, within: 1.5 })
  expect(q.value(square)).toBe(1)
  // Four sides are contacts; stretched to 3, the two along x are just there, to 3.01 no more.
  expect(q.value(square.map((value, i) => (i % 3 === 0 ? 1.5 * value : value)))).toBe(1)
  expect(q.value(square.map((value, i) => (i % 3 === 0 ? 1.505 * value : value)))).toBe(0.5)
  expect(() => contactFraction(square)).toThrow(InvalidInputError)
  expect(() => rmsdTo(square, [4])).toThrow(/atoms\[0\]/)
  expect(() => rmsdTo(square).value(new Float64Array(3))).toThrow(/coordinates.length/)
})

test('what cannot be is refused, and nothing has moved', () => {
  const start = zigzag(6)
  const bad = (options: Partial<MonteCarloOptions> & Record<string, unknown>, field: RegExp): void => {
    const system = new Beads(start, lennardJones(1))
    const all = { steps: 10, temperature: 1, ...options } as MonteCarloOptions
    expect(() => monteCarlo(system, all)).toThrow(field)
    expect(() => monteCarloNow(system, all)).toThrow(InvalidInputError)
    expect(system.coordinates(new Float64Array(18))).toEqual(start)
  }
  bad({ steps: 1.5 }, /steps/)
  bad({ steps: -1 }, /steps/)
  bad({ temperature: -1 }, /temperature/)
  bad({ temperature: Number.NaN }, /temperature/)
  bad({ temperature: undefined }, /temperature/)
  bad({ schedule: { kind: 'linear', from: 1, to: 2 } }, /one of the two/)
  bad({ temperature: undefined, schedule: { kind: 'geometric', from: 1, to: 0 } }, /schedule\.to/)
  bad({ temperature: undefined, schedule: { kind: 'steps', temperatures: [], every: 1 } }, /temperatures/)
  bad({ moves: { twist: 1 } }, /moves\.twist/)
  bad({ moves: { pivot: 0 } }, /moves/)
  bad({ moves: { pivot: -1 } }, /moves\.pivot/)
  bad({ every: 0 }, /every/)
  bad({ seed: -1 }, /seed/)
  bad({ observables: [radiusOfGyration(), radiusOfGyration()] }, /observables\[1\]\.name/)
  bad({ checkpoint: { every: 0, save() {} } }, /checkpoint\.every/)
  bad({ speed: 3 }, /speed/)
  const clash = new Beads(start, lennardJones(1, 5))
  expect(() => monteCarloNow(clash, { steps: 1, temperature: 1 })).toThrow(/must not clash|finite/)
})

test('an energy that is not a number ends the run by name', async () => {
  let calls = 0
  const system = new Beads(zigzag(5), () => (calls++ > 20 ? Number.NaN : 0))
  await expect(monteCarlo(system, { steps: 1000, temperature: 1 })).rejects.toThrow(EnergyNotANumberError)
})
