// Which pairs of a necklace's beads are checked: the same rule for every structure over them.
import type { PairRule } from '../chain/chain-visitors.js'

/** Which pairs of beads may overlap and are not checked. */
export interface BeadRule {
  /** Beads at most this many places apart along the necklace; around the end too where it is closed. */
  readonly neighbours: number
  readonly closed: boolean
  /** Further pairs, i < j. */
  readonly exclude: PairRule | undefined
}

/** Whether the pair i < j is checked, of n beads. */
export function isChecked(rule: BeadRule, n: number, i: number, j: number): boolean {
  const apart = j - i
  if (apart <= rule.neighbours || (rule.closed && n - apart <= rule.neighbours)) return false
  return rule.exclude === undefined || !rule.exclude(i, j)
}
