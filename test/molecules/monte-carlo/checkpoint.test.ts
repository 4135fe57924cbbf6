// A run that is stopped or killed and resumed is the run that was not: to the bit, at every kind of moment.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { Random } from '../../../src/base/math/random.js'
import { lennardJones as pairs } from '../../../src/molecules/energy/pair-energy.js'
import { ByteReader, ByteWriter, CheckpointError } from '../../../src/molecules/monte-carlo/checkpoint-bytes.js'
import { monteCarlo, monteCarloNow } from '../../../src/molecules/monte-carlo/monte-carlo.js'
import type { McResult, MonteCarloOptions } from '../../../src/molecules/monte-carlo/monte-carlo-options.js'
import { ProteinSystem } from '../../../src/molecules/monte-carlo/monte-carlo-protein.js'
import { Protein } from '../../../src/molecules/protein/protein.js'
import { Beads, lennardJones, zigzag } from './monte-carlo-beads.js'
import { peptide } from './monte-carlo-peptide.js'

const make = (): Beads => new Beads(zigzag(8), lennardJones(1.1, 0.7), 0.8)

const OPTIONS: MonteCarloOptions = {
  steps: 600,
  seed: 5,
  schedule: { kind: 'geometric', from: 4, to: 0.5 },
  moves: { pivot: 1, crankshaft: 3 },
  every: 7,
}

/** Everything that a run leaves; bits as their hash, so that a failure can be read. */
function left(result: McResult): string {
  const bits = (x: Float64Array | Uint8Array): string => createHash('sha256').update(x).digest('hex')
  const { samples, lowest, moves, energy, checkpoint } = result
  return JSON.stringify([bits(samples.values()), lowest, moves, energy, bits(checkpoint)])
}

const whole = left(monteCarloNow(make(), OPTIONS))

test('[monte-carlo] resumed at every step in turn, the end is the same to the bit', () => {
  const saved = new Map<number, Uint8Array>()
  const checkpoint = { every: 1, save: (bytes: Uint8Array, step: number) => void saved.set(step, bytes) }
  expect(left(monteCarloNow(make(), { ...OPTIONS, checkpoint }))).toBe(whole)
  expect(saved.size).toBe(OPTIONS.steps)
  // The step before a sample, at it, after it, the first and the last one, and one that was not accepted are all among these.
  for (let step = 1; step <= OPTIONS.steps; step += step < 20 || step > 590 ? 1 : 13) {
    expect(left(monteCarloNow(make(), { ...OPTIONS, resume: saved.get(step)! })), `from step ${step}`).toBe(whole)
  }
})

test('killed again and again, after as many steps as chance will have it', () => {
  const random = new Random(9)
  for (let run = 0; run < 15; run++) {
    let last: Uint8Array | undefined
    let done: McResult | undefined
    const every = 1 + random.integer(40)
    for (let life = 0; done === undefined; life++) {
      expect(life).toBeLessThan(1000)
      let steps = every + random.integer(150)
      const dies = new Error('killed')
      try {
        const checkpoint = {
          every,
          save(bytes: Uint8Array): void {
            last = bytes
            steps -= every
            if (steps <= 0) throw dies
          },
        }
        done = monteCarloNow(make(), { ...OPTIONS, checkpoint, resume: last })
      } catch (error) {
        if (error !== dies) throw error
      }
    }
    expect(left(done)).toBe(whole)
  }
})

test('stopped by cancel() or by a signal, and resumed', async () => {
  const steps = 20_000
  const options = { ...OPTIONS, steps, schedule: { ...OPTIONS.schedule!, over: steps } } as MonteCarloOptions
  const expected = left(monteCarloNow(make(), options))
  const run = monteCarlo(make(), options)
  for await (const progress of run) {
    if (progress.step > 0) run.cancel()
  }
  const stopped = await run
  expect(stopped.outcome).toBe('stopped')
  expect(left(await monteCarlo(make(), { ...options, resume: stopped.checkpoint }))).toBe(expected)

  const signal = { aborted: false }
  let saved: Uint8Array | undefined
  const halt = monteCarloNow(make(), {
    ...options,
    signal,
    checkpoint: { every: 1e6, save: (bytes) => void (saved = bytes) },
    onSample: (row) => void (signal.aborted = row[0]! > 3000),
  })
  expect(halt.outcome).toBe('stopped')
  expect(halt.step).toBeLessThan(3100)
  // The last checkpoint is saved at the stop, whenever the next one was due.
  expect(Array.from(saved!)).toEqual(Array.from(halt.checkpoint))
  expect(left(monteCarloNow(make(), { ...options, resume: halt.checkpoint }))).toBe(expected)
})

test('a run can be made longer, and is the longer run', () => {
  const options = { steps: 500, temperature: 1, every: 50, seed: 3 }
  const short = monteCarloNow(make(), options)
  const long = monteCarloNow(make(), { ...options, steps: 900 })
  expect(left(monteCarloNow(make(), { ...options, steps: 900, resume: short.checkpoint }))).toBe(left(long))
})

test('the system that a run has moved continues from where it is, and is the longer run', () => {
  const options = { steps: 500, temperature: 1, every: 50, seed: 3 }
  const long = left(monteCarloNow(make(), { ...options, steps: 900 }))
  const system = make()
  const short = monteCarloNow(system, options)
  const half = monteCarloNow(system, { ...options, steps: 700, resume: short.checkpoint })
  // RMSD to the start is among the samples: that of the first run.
  expect(left(monteCarloNow(system, { ...options, steps: 900, resume: half.checkpoint }))).toBe(long)
  // Elsewhere than at the start or at the checkpoint: of another run, and left where it is.
  const moved = system.save()
  expect(() => monteCarloNow(system, { ...options, steps: 900, resume: half.checkpoint })).toThrow(CheckpointError)
  expect(Array.from(system.save())).toEqual(Array.from(moved))
})

test('a protein that a run has moved continues, crankshafts and kept sums too', () => {
  const options = { temperature: 2, every: 10, seed: 2 }
  const system = (): ProteinSystem =>
    new ProteinSystem(new Protein(peptide(), { atoms: 'flexible-sidechains' }), {
      terms: [pairs({ sigma: 3, epsilon: 0.3 })],
    })
  const long = left(monteCarloNow(system(), { ...options, steps: 120 }))
  const own = system()
  const { checkpoint } = monteCarloNow(own, { ...options, steps: 70 })
  expect(left(monteCarloNow(own, { ...options, steps: 120, resume: checkpoint }))).toBe(long)
})

test('who watches changes nothing', async () => {
  let calls = 0
  const watched = {
    ...OPTIONS,
    onProgress: () => void calls++,
    onSample: () => void calls++,
    signal: { aborted: false },
    checkpoint: { every: 11, save: () => void calls++ },
  }
  expect(left(await monteCarlo(make(), watched))).toBe(whole)
  expect(calls).toBeGreaterThan(OPTIONS.steps / 7)
})

test('a checkpoint that is damaged, cut, or of another run is refused by name', () => {
  const { checkpoint } = monteCarloNow(make(), OPTIONS)
  const refused = (bytes: Uint8Array, options = OPTIONS, system = make()): void => {
    expect(() => monteCarloNow(system, { ...options, resume: bytes })).toThrow(CheckpointError)
  }
  for (let at = 0; at < checkpoint.length; at += 17) {
    const bytes = checkpoint.slice()
    bytes[at]! ^= 1 << (at % 8)
    refused(bytes)
    refused(checkpoint.slice(0, at))
  }
  refused(new Uint8Array(0))
  refused('text' as unknown as Uint8Array)
  refused(checkpoint, { ...OPTIONS, seed: 6 })
  refused(checkpoint, { ...OPTIONS, moves: { pivot: 1, crankshaft: 2 } })
  refused(checkpoint, { ...OPTIONS, schedule: { kind: 'geometric', from: 4, to: 0.4 } })
  refused(checkpoint, { ...OPTIONS, every: 8 })
  refused(checkpoint, OPTIONS, new Beads(zigzag(9), lennardJones(1.1, 0.7), 0.8))
  // Past the end of the shorter run.
  refused(checkpoint, { ...OPTIONS, steps: 100, schedule: { kind: 'geometric', from: 4, to: 0.5, over: 600 } })
})

test('bytes come back as they went in', () => {
  const numbers = [0, -0, Infinity, -Infinity, Number.MIN_VALUE, 1 / 3]
  const bytes = new ByteWriter()
    .word(-5)
    .number(-0)
    .numbers(numbers)
    .block(Uint8Array.of(1, 2, 3))
    .finish()
  const reader = new ByteReader(bytes)
  expect(reader.word()).toBe(-5)
  expect(reader.number()).toBe(-0)
  expect(Array.from(reader.numbers())).toEqual(numbers)
  expect(() => reader.finish()).toThrow(CheckpointError)
  expect(Array.from(reader.block())).toEqual([1, 2, 3])
  reader.finish()
  expect(() => reader.word()).toThrow(CheckpointError)
})
