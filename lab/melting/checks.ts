// What `limber lab melting` must show. A short prototype had made us expect a peak of five times the heat capacity at the highest
// temperature; converged it is lower (findings.ts). What is required is what we claim.
import type { Check } from '../jobs.js'
import type { MeltingDocument, StartResult } from '../melting.js'

/** Of 1PGA. */
const PEAK_LOW = 0.96
const PEAK_HIGH = 1
const PEAK_RATIO = 4
/** Between the two starts. */
const AGREEMENT = 0.02
const ROUND_TRIPS = 20
const MOST_SECONDS = 300
/** Fewer moves of a start than this show the transition, but where it is depends on the seed. */
const ENOUGH_MOVES = 60_000_000

/** How far apart the two peaks are on the axis of temperatures. */
export function peakDifference(runs: readonly StartResult[]): number {
  const peaks = runs.map(({ peak }) => peak.temperature)
  return Math.max(...peaks) - Math.min(...peaks)
}

/** The largest difference of Q between the starts at one temperature, from the curves. */
export function formedDifference(runs: readonly StartResult[]): number {
  const [a, b] = [runs[0]!, runs[1]!]
  return Math.max(...a.curve.map((point, k) => Math.abs(point.formed - b.curve[k]!.formed)))
}

type Measured = Pick<MeltingDocument, 'runs' | 'together' | 'moves' | 'seconds' | 'real' | 'temperatures'>

export function checkMelting({ runs, together, moves, seconds, real, temperatures }: Measured): Check[] {
  const few = moves < ENOUGH_MOVES
  const [low, high] = real ? [PEAK_LOW, PEAK_HIGH] : [temperatures[0]!, temperatures.at(-1)!]
  const both = (show: (run: StartResult) => string): string =>
    runs.map((run) => `${show(run)} (${run.start})`).join(', ')
  const check = (claim: string, passed: boolean, seen: string, decides = true): Check => ({
    claim,
    passed,
    seen,
    decides: decides && !few,
    few,
  })
  return [
    check(
      `the heat capacity peaks between T = ${low.toFixed(2)} and ${high.toFixed(2)}`,
      runs.every(({ peak }) => peak.temperature >= low && peak.temperature <= high),
      both(({ peak }) => peak.temperature.toFixed(3)),
    ),
    check(
      `at ${PEAK_RATIO} times its value at T = ${temperatures.at(-1)!.toFixed(2)} or more`,
      together.ratio >= PEAK_RATIO,
      `${withError(together.ratio, together.errors.ratio)}: ${both((run) => withError(run.ratio, run.errors.ratio))}`,
    ),
    check(
      `folded and extended starts agree on the temperature of the peak within ${AGREEMENT}`,
      peakDifference(runs) <= AGREEMENT,
      peakDifference(runs).toFixed(3),
    ),
    check(
      `at least ${ROUND_TRIPS} round trips from each start`,
      runs.every(({ roundTrips }) => roundTrips >= ROUND_TRIPS),
      both(({ roundTrips }) => String(roundTrips)),
    ),
    check(`in at most ${MOST_SECONDS / 60} minutes`, seconds <= MOST_SECONDS, `${seconds.toFixed(0)} s`, false),
  ]
}

/** A number and its standard error, to the digit that the error has. */
export function withError(value: number, error: number): string {
  const digits = error > 0 ? Math.min(4, Math.max(0, Math.ceil(-Math.log10(error / 1.95)))) : 2
  return `${value.toFixed(digits)} ± ${error.toFixed(digits)}`
}
