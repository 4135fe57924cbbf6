// Sampling beside the proof: the same steps decided at 10 to 1,000 instants, both ends included, each by the discrete query; what that misses of
// what really passes (decided exactly, and passing by construction for sheets), and what it costs in tests and in processor time.
//
// The sampled things are thinner than the proved ones by THINNER, so that rounding of positions between the ends makes no false contact.
import type { NecklaceBetween } from '../../src/entries/chains.js'
import { startWatch } from '../machine.js'
import { median, roundFigure } from '../statistics.js'

export const THINNER = 1e-9

/** One answer: what touches, as numbers of passages (below), and what it cost. */
export interface Sampled {
  /** Whether anything touches. */
  readonly touches: boolean
  /** Passages in contact. */
  readonly met: readonly number[]
  readonly tests: number
}

/** One step: `prove` answers for all of it, `sample` for the instant t from 0 to 1. */
export interface SampledStep {
  /** Numbers of the passages that there are in truth; what passes is found by exact decision, or known by construction. */
  readonly passages: readonly number[]
  /** How many of them were confirmed by other means than the proof. */
  readonly confirmed: number
  prove(): Sampled & { readonly outcome: NecklaceBetween['outcome'] }
  sample(t: number): Sampled
}

export interface SampledSet {
  readonly kind: 'rope' | 'chain' | 'cloth'
  readonly scene: string
  readonly steps: () => Iterable<SampledStep>
}

export interface SamplingRow {
  readonly kind: SampledSet['kind']
  readonly scene: string
  readonly instants: number
  readonly steps: number
  /** By the proof. */
  readonly free: number
  readonly colliding: number
  readonly undecided: number
  readonly passages: number
  readonly confirmed: number
  /** Passages that the proof does not list: must be 0. */
  readonly unproved: number
  /** Steps that collide and are free at every instant; passages in contact at none. */
  readonly missedSteps: number
  readonly missedPassages: number
  /** Steps proved free in which an instant has a contact: must be 0. */
  readonly falseFree: number
  /** Of sampling, in units of the proof's. */
  readonly testRatio: number
  readonly timeRatio: number
}

/** Milliseconds for which a proof is repeated: sampling repeats itself, and the compiler has seen it when it is timed. */
const REPEATED = 10

function proofMillis(step: SampledStep): number {
  const times: number[] = []
  const all = startWatch()
  do {
    const watch = startWatch()
    step.prove()
    times.push(watch())
  } while (all() < REPEATED)
  return median(times)
}

export function measureSampling({ kind, scene, steps }: SampledSet, counts: readonly number[]): SamplingRow[] {
  const none = { missedSteps: 0, missedPassages: 0, falseFree: 0, tests: 0, millis: 0 }
  const tallies = counts.map((instants) => ({ instants, ...none }))
  const truth = { free: 0, colliding: 0, undecided: 0, passages: 0, confirmed: 0, unproved: 0, tests: 0, millis: 0 }
  let count = 0
  for (const step of steps()) {
    count++
    const { outcome, met, tests } = step.prove()
    truth.tests += tests
    truth.millis += proofMillis(step)
    if (outcome === 'nothing-to-check') throw new Error('a step of which no pair is checked')
    truth[outcome === 'collision' ? 'colliding' : outcome]++
    truth.passages += step.passages.length
    truth.confirmed += step.confirmed
    const proved = new Set(met)
    truth.unproved += step.passages.filter((one) => !proved.has(one)).length
    for (const tally of tallies) {
      const seen = new Set<number>()
      let touches = false
      const watchSampling = startWatch()
      for (let k = 0; k < tally.instants; k++) {
        const found = step.sample(k / (tally.instants - 1))
        touches ||= found.touches
        for (const one of found.met) seen.add(one)
        tally.tests += found.tests
      }
      tally.millis += watchSampling()
      if (outcome === 'collision' && !touches) tally.missedSteps++
      if (outcome === 'free' && touches) tally.falseFree++
      tally.missedPassages += step.passages.filter((one) => !seen.has(one)).length
    }
  }
  const { tests, millis, ...counted } = truth
  return tallies.map(({ tests: testsSampled, millis: millisSampled, ...tally }) => ({
    ...{ kind, scene, steps: count, ...counted, ...tally },
    testRatio: roundFigure(testsSampled / tests),
    timeRatio: roundFigure(millisSampled / millis),
  }))
}
