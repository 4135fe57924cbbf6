import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BLOCKS, jackknifeError, type Samples, summarise } from '../../lab/melting/analysis.js'
import { checkMelting, withError } from '../../lab/melting/checks.js'
import { melt } from '../../lab/melting/curves.js'
import { dip, findMelting } from '../../lab/melting/findings.js'
import { generatedTrace } from '../../lab/melting/generated-trace.js'
import { readMeltingOptions } from '../../lab/melting/options.js'
import { MELTING_PLOT_START, plotMelting } from '../../lab/melting/plot.js'
import { extendedChain, readTrace } from '../../lab/melting/trace.js'
import { type MeltingDocument, melting, runMelting } from '../../lab/melting.js'
import { type LabDocument, runExperiment } from '../../lab/run.js'
import { Random } from '../../src/base/math/random.js'
import { InvalidInputError } from '../../src/index.js'
import { goModel } from '../../src/molecules/go/go-model.js'
import { limberWith } from '../cli/run.js'

const silent = (): undefined => undefined
const folder = process.env.LIMBER_DATA
const TINY = { ...readMeltingOptions({ quick: true }), moves: 160_000, workers: 1 }

let document: MeltingDocument
let scratch: string

beforeAll(async () => {
  delete process.env.LIMBER_DATA
  scratch = await mkdtemp(join(tmpdir(), 'limber-melting-'))
  document = (await runMelting(TINY, silent)).document
}, 60_000)

afterAll(async () => {
  if (folder !== undefined) process.env.LIMBER_DATA = folder
  await rm(scratch, { recursive: true })
})

test('two starts, every temperature, and it says what was melted', () => {
  expect(document.source).toMatch(/made-up fold of 56 residues/)
  expect(document.real).toBe(false)
  expect(document.moves).toBe(160_000)
  expect(document.runs.map(({ start }) => start)).toEqual(['folded', 'extended'])
  for (const { rows, curve, swapAcceptance } of document.runs) {
    expect(rows.map((row) => row.temperature)).toEqual([0.94, 0.96, 0.98, 1, 1.02, 1.04, 1.06, 1.08])
    // 20 rounds, 5 of them dropped, 20 samples each.
    for (const row of rows) expect(row.samples).toBe(300)
    expect(curve).toHaveLength(141)
    expect(swapAcceptance).toHaveLength(7)
    for (const share of swapAcceptance) expect(share).toBeGreaterThan(0.3)
  }
  const [folded, extended] = document.runs
  // After so few moves, each is still where it came from.
  expect(folded!.rows[0]!.formed).toBeGreaterThan(0.6)
  expect(extended!.rows[0]!.formed).toBeLessThan(0.6)
  // Too little to judge by, and said so.
  expect(document.checks.every(({ few, decides }) => few && !decides)).toBe(true)
})

test('the seed decides, and nothing else', async () => {
  const short = { ...TINY, moves: 16_000 }
  const numbers = async (seed: number): Promise<string> =>
    JSON.stringify((await runMelting({ ...short, seed }, silent)).document.runs)
  const once = await numbers(TINY.seed)
  expect(await numbers(TINY.seed)).toBe(once)
  expect(await numbers(TINY.seed + 1)).not.toBe(once)
})

test('a stopped run shows the moves that it made, and none where there are too few', async () => {
  const stopAfter = async (share: number) => {
    const stop = new AbortController()
    const watch = (done: number): undefined => {
      if (done >= share) stop.abort()
    }
    return runExperiment(melting, { moves: '240000', workers: '1' }, watch, { signal: stop.signal })
  }
  const { document: half, complete, text } = await stopAfter(0.49)
  expect(complete).toBe(false)
  expect(text).toContain('STOPPED')
  expect((half as LabDocument & MeltingDocument).moves).toBe(120_000)
  await expect(stopAfter(0.1)).rejects.toThrow('aborted')
})

test('threads give the same numbers as one', async () => {
  const numbers = async (workers: string): Promise<object> => {
    const args = ['lab', 'melting', '--moves', '16000', '--workers', workers, '--json']
    const { code, stdout, stderr } = await limberWith({ env: { LIMBER_DATA: '' } }, ...args)
    expect([code, stderr]).toEqual([0, ''])
    return (JSON.parse(stdout) as MeltingDocument).runs
  }
  const [one, three] = await Promise.all([numbers('1'), numbers('3')])
  expect(three).toEqual(one)
})

test('a picture of the curves, written where nothing else is lost', async () => {
  const svg = plotMelting(document)
  expect(svg.startsWith(MELTING_PLOT_START)).toBe(true)
  expect(svg.match(/<polyline /g)).toHaveLength(4)
  expect(svg.match(/<circle /g)).toHaveLength(32)
  expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  const file = join(scratch, 'curves.svg')
  const raw = { moves: '16000', workers: '1', plot: file }
  const outcome = await runExperiment(melting, raw, silent)
  expect(outcome.good).toBe(true)
  expect(outcome.text).toContain(`Plot: ${file}`)
  expect((await readFile(file, 'utf8')).startsWith(MELTING_PLOT_START)).toBe(true)
  await runExperiment(melting, raw, silent)
  await writeFile(join(scratch, 'thesis.txt'), 'all of it')
  await expect(runExperiment(melting, { ...raw, plot: join(scratch, 'thesis.txt') }, silent)).rejects.toThrow(/--plot/)
  await expect(runExperiment(melting, { ...raw, plot: join(scratch, 'no', 'where.svg') }, silent)).rejects.toThrow(
    /folder/,
  )
  await expect(runExperiment(melting, { ...raw, plot: scratch }, silent)).rejects.toThrow(/a file/)
})

test('options are refused by name', () => {
  expect(() => readMeltingOptions({ moves: 'many' })).toThrow(InvalidInputError)
  expect(() => readMeltingOptions({ workers: '0' })).toThrow(/--workers/)
  expect(() => readMeltingOptions({ seed: '-1' })).toThrow(/--seed/)
  expect(() => readMeltingOptions({ plot: '' })).toThrow(/--plot/)
})

describe('analysis', () => {
  // Harmonic states in d dimensions: energies are gamma distributed, ⟨E⟩ = T·d/2 and C = d/2 at every temperature.
  const half = 20
  const samplesAt = (temperature: number, seed: number): Samples => {
    const random = new Random(seed)
    const energy = Float64Array.from({ length: 20_000 }, () => {
      let e = 0
      for (let k = 0; k < half; k++) e -= Math.log(1 - random.unit())
      return temperature * e
    })
    return { temperature, energy, formed: energy.map((e) => e / 100) }
  }
  const all = [1, 1.1, 1.2].map((t, k) => samplesAt(t, k + 1))

  test('at each temperature', () => {
    const row = summarise(all[1]!)
    expect(row.energy / (1.1 * half)).toBeCloseTo(1, 2)
    expect(row.heatCapacity / half).toBeCloseTo(1, 1)
    expect(row.formed).toBeCloseTo(row.energy / 100, 12)
    // Independent samples: σ/√n.
    expect(row.formedError).toBeLessThan((3 * 0.01 * 1.1 * Math.sqrt(half)) / Math.sqrt(20_000))
    expect(row.histogram.reduce((a, b) => a + b)).toBeCloseTo(1, 9)
  })

  test('between them, from all together', () => {
    for (const point of melt([all], [1, 1.05, 1.1, 1.15, 1.2]).curve) {
      expect(point.heatCapacity / half).toBeCloseTo(1, 1)
      expect((point.formed * 100) / (half * point.temperature)).toBeCloseTo(1, 2)
    }
  })

  test('errors are those of independent samples where samples are independent', () => {
    // The variance of n energies of shape k and scale T: k·T², with a variance of (μ₄ − σ⁴)/n, μ₄ = (3k² + 6k)·T⁴.
    const expected = Math.sqrt((2 * half ** 2 + 6 * half) / 20_000)
    const rows = all.map(summarise)
    const seen = Math.sqrt(rows.reduce((sum, { heatCapacityError: e }) => sum + e * e, 0) / rows.length)
    expect(seen / expected).toBeGreaterThan(0.6)
    expect(seen / expected).toBeLessThan(1.5)
    for (const { heatCapacity } of rows) expect(Math.abs(heatCapacity - half)).toBeLessThan(4 * expected)
    const { ratio, last, errors } = melt([all], [1, 1.1, 1.2])
    expect(Math.abs(last.heatCapacity - half)).toBeLessThan(4 * errors.lastHeatCapacity)
    // Three temperatures together know more than one.
    expect(errors.lastHeatCapacity).toBeLessThan(1.2 * expected)
    expect(ratio).toBeLessThanOrEqual(1 + 4 * errors.ratio)
    // Twice the samples, the same again: the same numbers, and errors by √2 smaller, but for how many blocks are left.
    const twice = melt([all, all], [1, 1.1, 1.2])
    expect(twice.last.heatCapacity).toBeCloseTo(last.heatCapacity, 6)
    expect(errors.lastHeatCapacity / twice.errors.lastHeatCapacity).toBeCloseTo(
      Math.sqrt((2 * BLOCKS - 1) / (BLOCKS - 1)),
      1,
    )
    expect(jackknifeError([1, 1, 1])).toBe(0)
    expect([withError(5.034, 0.11), withError(903.2, 31), withError(0.9785, 0.0021)]).toEqual([
      '5.03 ± 0.11',
      '903 ± 31',
      '0.979 ± 0.002',
    ])
  })

  test('the peak of two states is where their weights are alike', () => {
    // E = 0 with weight 1 and E = 60 with weight e^60: half and half at T = 1, where C = 30² at its highest (nearly).
    const two = [0.98, 1, 1.02].map((temperature, k): Samples => {
      const up = 1 / (1 + Math.exp(-60 + 60 / temperature))
      const random = new Random(k + 7)
      const energy = Float64Array.from({ length: 40_000 }, () => (random.unit() < up ? 60 : 0))
      return { temperature, energy, formed: energy.map((e) => 1 - e / 60) }
    })
    const grid = Array.from({ length: 41 }, (_, k) => 0.98 + 0.001 * k)
    const { peak } = melt([two], grid)
    expect(peak.temperature).toBeCloseTo(1, 2)
    expect(peak.heatCapacity / 900).toBeCloseTo(1, 1)
    expect(peak.formed).toBeCloseTo(0.5, 1)
  })
})

test('what must be shown is judged where there is enough', () => {
  const [folded, extended] = document.runs
  const run = (start: 'folded' | 'extended', temperature: number, roundTrips: number) => ({
    ...(start === 'folded' ? folded! : extended!),
    peak: { temperature, heatCapacity: 1000, formed: 0.5 },
    last: { temperature: 1.08, heatCapacity: 170, formed: 0.3 },
    roundTrips,
  })
  const base = { moves: 6e7, seconds: 100, real: true, temperatures: document.temperatures }
  const verdicts = (...runs: ReturnType<typeof run>[]): boolean[] => {
    const together = { ...document.together, ratio: runs[1]!.roundTrips < 20 ? 3.99 : 4.79 }
    return checkMelting({ ...base, runs, together }).map((c) => c.passed)
  }
  expect(verdicts(run('folded', 0.98, 90), run('extended', 0.975, 80))).toEqual([true, true, true, true, true])
  expect(verdicts(run('folded', 0.98, 90), run('extended', 0.955, 19))).toEqual([false, false, false, false, true])
})

describe('findings', () => {
  test('a histogram with two humps has a dip, one with one has none', () => {
    expect(dip([0, 1, 3, 1, 0])).toBe(1)
    expect(dip([0, 4, 1, 2, 0])).toBe(0.5)
  })

  test('five was expected, and is found or differs; nothing is required of it', () => {
    const of = (ratio: number) =>
      findMelting({
        ...document,
        real: true,
        together: { ...document.together, ratio, errors: { ...document.together.errors, ratio: 0.13 } },
      })
    const five = (list: readonly { readonly of: string; readonly what: string }[]): string[] =>
      list.filter((one) => one.of === 'Our prototype').map(({ what }) => what)
    expect(five(of(4.79).differs)).toEqual([
      'the heat capacity peaks at 5 times its value at T = 1.08 or more: 4.79 ± 0.13',
    ])
    expect(five(of(5).reproduced)).toHaveLength(1)
    expect(five(findMelting({ ...document, real: false }).differs)).toEqual([])
  })
})

describe('traces', () => {
  test('the made-up one is a compact chain', () => {
    const { beads, bonds, angles, contacts } = goModel(generatedTrace())
    expect(beads).toBe(56)
    for (const bond of bonds) expect(bond).toBeCloseTo(3.8, 1)
    for (const angle of angles) expect(Math.abs(angle - (110 * Math.PI) / 180)).toBeLessThan(0.5)
    expect(contacts.count).toBeGreaterThan(90)
    expect(contacts.count).toBeLessThan(140)
  })

  test('the extended one has the bonds it was given and touches nowhere', () => {
    const bonds = Float64Array.of(3.8, 3.7, 2.9, 3.8, 3.8)
    const { bonds: found, contacts } = goModel(extendedChain(bonds), { separation: 3 })
    for (const [i, bond] of bonds.entries()) expect(found[i]).toBeCloseTo(bond, 12)
    expect(contacts.count).toBe(0)
  })

  test('a folder without the protein is refused by name', async () => {
    await expect(readTrace(scratch)).rejects.toThrow(/proteins\/1pga\.pdb/)
  })

  test.runIf(folder !== undefined)('1PGA has 56 residues and 116 contacts', async () => {
    const { positions, real } = await readTrace(folder)
    expect(real).toBe(true)
    const model = goModel(positions)
    expect([model.beads, model.contacts.count]).toEqual([56, 116])
  })
})
