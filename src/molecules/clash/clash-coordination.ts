// Metals and what they hold. A zinc ion and its four ligands, or iron and the proximal histidine, are far closer than van der
// Waals radii allow, and nothing is wrong with that: they count as bonded, and so do the pairs that are bonded through them.
import { BeadGrid } from '../../chains/necklace/bead-grid.js'
import { BALL, ballGap } from '../../geometry/balls/ball-pair.js'
import { type BondGraph, bondGraph } from '../structure/bonds.js'
import type { Structure } from '../structure/structure.js'

/** Ligands are at least this far from a metal (Å): Fe=O is 1.62. What is closer is a mistake in the file. */
const SHORTEST = 1.6
/** Nor farther than this (Å), N, O, S and the like: Zn–S 2.3, Mg–O 2.1, Cu–S of methionine 2.6 to 2.8. */
const LONGEST = 2.8
/** The large ions, which hold loosely: Na–O 2.3 to 3.0, Ca–O 2.3 to 2.9, K–O 2.6 to 3.2, Cs–O 3.1. */
const LONGEST_LARGE = 3.3
/** Carbon: of CO, CN⁻ and methyl 1.8 to 2.1. The carbons behind a ligand start at 2.5. */
const LONGEST_CARBON = 2.2

const LARGE: ReadonlySet<string> = new Set(['Na', 'K', 'Rb', 'Cs', 'Ca', 'Sr', 'Ba'])

/** What is not a metal, noble gases and unknown elements among them. */
const NO_METALS: ReadonlySet<string> = new Set(
  'H He B C N O F Ne Si P S Cl Ar Ge As Se Br Kr Te I Xe At Rn X'.split(' '),
)
const LIGANDS: ReadonlySet<string> = new Set('C N O F P S Cl As Se Br Te I'.split(' '))

/** The bonds, and one between each metal and each of its ligands. The same graph where there are none. */
export function withCoordination(structure: Structure, positions: Float64Array, bonds: BondGraph): BondGraph {
  const { count, elements } = structure.atoms
  if (elements.every((element) => NO_METALS.has(element))) return bonds
  const balls = new Float64Array(BALL * count)
  for (let i = 0; i < count; i++) {
    balls.set(positions.subarray(3 * i, 3 * i + 3), BALL * i)
    balls[BALL * i + 3] = LONGEST_LARGE / 2
  }
  const found: [number, number][] = []
  new BeadGrid().search(
    balls,
    { neighbours: 0, closed: false, exclude: undefined },
    {
      margin: 0,
      visit(i, j) {
        const [a, b] = [elements[i]!, elements[j]!]
        if (NO_METALS.has(a) === NO_METALS.has(b)) return false
        const [metal, ligand] = NO_METALS.has(a) ? [b, a] : [a, b]
        const distance = ballGap(balls, i, balls, j) + LONGEST_LARGE
        if (distance >= SHORTEST && distance <= longest(metal, ligand)) found.push([i, j])
        return false
      },
    },
  )
  if (found.length === 0) return bonds
  for (let k = 0; k < bonds.count; k++) found.push([bonds.pairs[2 * k]!, bonds.pairs[2 * k + 1]!])
  return bondGraph(count, found, bonds.disulphides, bonds.notes)
}

function longest(metal: string, ligand: string): number {
  if (!LIGANDS.has(ligand)) return 0
  if (ligand === 'C') return LONGEST_CARBON
  return LARGE.has(metal) ? LONGEST_LARGE : LONGEST
}
