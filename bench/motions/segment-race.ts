// Segments of one case, several ways of checking them, in turns: a warm-up that is not counted, then rounds in which all go one
// after the other, in another order every round. A slow one gets the first few segments, by a budget of time; its ratio is to
// Limber's time at those same segments in those same rounds. Only ratios of one run mean anything.
import { type Progress, roundFigure } from '../bench.js'
import { median } from '../interleave.js'
import { timeQueries } from '../meshes/contender.js'

export type Segment = readonly [from: Float64Array, to: Float64Array]

export interface SegmentAnswer {
  /** `free` is proved, `sampled` is not. */
  readonly outcome: 'free' | 'sampled' | 'collision' | 'undecided'
  readonly volumeTests: number
  readonly leafTests: number
  readonly configurations: number
}

export interface SegmentContender {
  readonly name: string
  readonly how: string
  check(segment: Segment): SegmentAnswer
}

export interface SegmentLimits {
  readonly rounds: number
  /** Milliseconds a contender and round, about. */
  readonly budget: number
  /** Milliseconds of warm-up a contender, about. */
  readonly warmUp: number
  /** What even the slowest does. */
  readonly least: number
}

export interface SegmentRow {
  readonly contender: string
  readonly how: string
  readonly segments: number
  readonly rounds: number
  /** Of the median over the rounds, microseconds a segment: the mean over the segments, their median and 95th percentile. */
  readonly micros: number
  readonly medianMicros: number
  readonly micros95: number
  readonly perSecond: number
  /** Its time over that of the first contender at the same segments. */
  readonly ratio: number
  /** Means a segment. */
  readonly volumeTests: number
  readonly leafTests: number
  readonly configurations: number
  /** Segments where it says what is wrong, and where it gave up. */
  readonly wrong: number
  readonly undecided: number
}

interface Entrant {
  readonly contender: SegmentContender
  readonly count: number
  readonly times: Float64Array[]
  answers: SegmentAnswer[]
}

/** `truth`: what all of the segments are. */
export function raceSegments(
  segments: readonly Segment[],
  truth: 'free' | 'collision',
  contenders: readonly SegmentContender[],
  limits: SegmentLimits,
  progress: Progress,
): SegmentRow[] {
  if (segments.length === 0) return []
  const entrants = contenders.map((contender, k): Entrant => {
    progress((0.2 * k) / contenders.length, `${contender.name}, warm-up`)
    const micros = warmUp(contender, segments, limits.warmUp)
    const affordable = Math.max(limits.least, Math.floor((limits.budget * 1000) / micros))
    const count = k === 0 ? segments.length : Math.min(segments.length, affordable)
    return { contender, count, times: [], answers: [] }
  })
  for (let r = 0; r < limits.rounds; r++) {
    for (let k = 0; k < entrants.length; k++) {
      const entrant = entrants[(k + r) % entrants.length]!
      progress(0.2 + (0.8 * (r + k / entrants.length)) / limits.rounds, entrant.contender.name)
      const answers: SegmentAnswer[] = []
      const { micros } = timeQueries(entrant.count, (s) => answers.push(entrant.contender.check(segments[s]!)))
      entrant.times.push(micros)
      entrant.answers = answers
    }
  }
  return entrants.map((entrant) => summary(entrant, entrants[0]!, truth))
}

/** Runs until the time is spent, over and over; microseconds a segment of the last pass. */
function warmUp({ check }: SegmentContender, segments: readonly Segment[], millis: number): number {
  let spent = 0
  let [sum, count] = [0, 0]
  for (let s = 0; spent < millis * 1000 || count === 0; s = (s + 1) % segments.length) {
    // The first pass is the compiler's.
    if (s === 0 && spent < 0.5 * millis * 1000) [sum, count] = [0, 0]
    const micros = timeQueries(1, () => check(segments[s]!).volumeTests).micros[0]!
    spent += micros
    sum += micros
    count++
  }
  return sum / count
}

function summary({ contender, count, times, answers }: Entrant, first: Entrant, truth: string): SegmentRow {
  const micros = perSegment(times, count)
  const sorted = [...micros].sort((a, b) => a - b)
  const total = sum(micros)
  const right = (outcome: SegmentAnswer['outcome']): boolean =>
    truth === 'free' ? outcome !== 'collision' : outcome === 'collision'
  const undecided = answers.filter(({ outcome }) => outcome === 'undecided').length
  const average = (of: (answer: SegmentAnswer) => number): number => roundFigure(sum(answers.map(of)) / count)
  return {
    contender: contender.name,
    how: contender.how,
    segments: count,
    rounds: times.length,
    micros: roundFigure(total / count),
    medianMicros: roundFigure(median(micros)),
    micros95: roundFigure(sorted[Math.min(count - 1, Math.floor(0.95 * count))]!),
    perSecond: roundFigure((1e6 * count) / total),
    ratio: roundFigure(total / sum(perSegment(first.times, count))),
    volumeTests: average(({ volumeTests }) => volumeTests),
    leafTests: average(({ leafTests }) => leafTests),
    configurations: average(({ configurations }) => configurations),
    wrong: answers.filter(({ outcome }) => outcome !== 'undecided' && !right(outcome)).length,
    undecided,
  }
}

function perSegment(times: readonly Float64Array[], count: number): number[] {
  return Array.from({ length: count }, (_, s) => median(times.map((round) => round[s]!)))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
