// How two builds compare, from the ratios of their times in every round of every pass. Ratios above 1: this build is slower.
//
// Rounds of one pass share what the compiler made of both builds, which differs from pass to pass by more than rounds do: two
// copies of one build can differ by a third throughout a pass. So the spread that counts is that of the passes.
import { median } from '../interleave.js'

export interface Ratios {
  /** Of the passes' medians. */
  readonly median: number
  /** Of all rounds. */
  readonly quartiles: readonly [lower: number, upper: number]
  /** The least and the largest of the passes' medians: of seven, the true median is between them with a confidence of 98 %. */
  readonly spread: readonly [lower: number, upper: number]
}

/** By more than this beyond the spread, a row is called slower or faster. */
export const MARGIN = 0.03

/** `passes`: of each pass, the ratio of each round. */
export function ratiosOf(passes: readonly (readonly number[])[]): Ratios {
  const medians = passes.map(median)
  const sorted = passes.flat().sort((a, b) => a - b)
  return {
    median: median(medians),
    quartiles: [quantile(sorted, 0.25), quantile(sorted, 0.75)],
    spread: [Math.min(...medians), Math.max(...medians)],
  }
}

/** `slower`: in every pass, by more than the margin. */
export function verdictOf({ spread: [lower, upper] }: Ratios): 'slower' | 'faster' | 'alike' {
  if (lower > 1 + MARGIN) return 'slower'
  return upper < 1 / (1 + MARGIN) ? 'faster' : 'alike'
}

/** Between neighbours by linear interpolation. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!)
}
