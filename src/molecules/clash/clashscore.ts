// The clashscore of MolProbity (Chen et al., Acta Crystallographica D 66 (2010), 12–21): overlaps of 0.4 Å or more a thousand atoms.
// As there, pairs of water with water do not count, and neither do the atoms of water. MolProbity adds missing hydrogens before it
// counts; here hydrogens count where the file has them, so a score says how many it has.
import type { Structure } from '../structure/structure.js'
import { WATER } from '../structure/virtual-sites.js'
import type { Clash } from './clash.js'

/** The usual measure of how many atoms of a structure are too near each other. */
export interface Clashscore {
  /** `clashes` a thousand of `atoms`; 0 where there are none. */
  readonly score: number
  /** Pairs that overlap by 0.4 Å or more, of which one atom or both are not of water. */
  readonly clashes: number
  /** Those tested that are not of water. */
  readonly atoms: number
  /** How many of these are hydrogens. */
  readonly hydrogens: number
}

/** Å. */
const LEAST_OVERLAP = 0.4
/** As CLASH_SLACK: what is written as 0.4 counts. */
const SLACK = 1e-9

/** `tested`: the atoms; `pairs`: those that overlap by `overlap` or more. */
export function clashscoreOf(
  { atoms, residues }: Structure,
  tested: Int32Array,
  pairs: readonly Clash[],
  overlap: number,
): Clashscore | undefined {
  if (overlap > LEAST_OVERLAP) return undefined
  const isWater = (i: number): boolean => WATER.has(residues[atoms.residue[i]!]!.name)
  const counted = tested.filter((i) => !isWater(i))
  const clashes = pairs.filter((pair) => pair.overlap >= LEAST_OVERLAP - SLACK && !(isWater(pair.a) && isWater(pair.b)))
  return {
    score: counted.length === 0 ? 0 : (1000 * clashes.length) / counted.length,
    clashes: clashes.length,
    atoms: counted.length,
    hydrogens: counted.filter((i) => atoms.elements[i] === 'H').length,
  }
}
