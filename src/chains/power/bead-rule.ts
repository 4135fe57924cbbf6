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

/** Whether any pair is checked, of n items; `cuts`: one flag an item, those with 1 are in no pair. Ordinary rules decide it at the first pair. */
export function anyChecked(rule: BeadRule, n: number, cuts?: Uint8Array): boolean {
  const { neighbours, closed, exclude } = rule
  for (let i = 0; i < n; i++) {
    if (cuts?.[i] === 1) continue
    const end = closed ? Math.min(n, i + n - neighbours) : n
    for (let j = i + neighbours + 1; j < end; j++) {
      if (cuts?.[j] !== 1 && (exclude === undefined || !exclude(i, j))) return true
    }
  }
  return false
}

/** Whether the pair i < j is checked, of n beads. */
export function isChecked(rule: BeadRule, n: number, i: number, j: number): boolean {
  const apart = j - i
  if (apart <= rule.neighbours || (rule.closed && n - apart <= rule.neighbours)) return false
  return rule.exclude === undefined || !rule.exclude(i, j)
}
