// A turn of one torsion and the question whether anything clashes: the protein's trees against a grid of all atoms rebuilt each time.
import { formatNumber, formatTable } from '../../lab/table.js'
import { type Protein, type ProteinAtoms, Random } from '../../src/entries/molecules.js'
import { type Progress, roundFigure } from '../bench.js'
import { interleave, processorMicros } from '../interleave.js'
import { AtomGrid } from './atom-grid.js'
import { ATOMS } from './moves.js'
import { type BenchProtein, freeProtein } from './structures.js'

export interface ClashRow {
  readonly protein: string
  readonly residues: number
  readonly atoms: ProteinAtoms
  readonly count: number
  readonly turns: keyof typeof WIDTHS
  readonly way: 'trees' | 'grid rebuilt'
  /** A turn, its question, and the way back from a clash. */
  readonly micros: number
  /** Against the trees, in the same rounds. */
  readonly ratio: number
  readonly clashed: number
}

/** Folded chains stay folded within ±2°; anywhere, they soon unfold. */
const WIDTHS = { '±2°': Math.PI / 90, anywhere: Math.PI } as const

export function raceClashes(
  protein: BenchProtein,
  limits: { readonly rounds: number; readonly moves: number },
  progress: Progress,
): ClashRow[] {
  const all = ATOMS.filter((atoms) => protein.whole || atoms === 'backbone')
  return all.flatMap((atoms, a) =>
    (Object.keys(WIDTHS) as ClashRow['turns'][]).flatMap((turns, t) =>
      race(protein, atoms, turns, limits, (share, what) =>
        progress((a + (t + share) / 2) / all.length, `${atoms}: ${what}`),
      ),
    ),
  )
}

function race(
  from: BenchProtein,
  atoms: ProteinAtoms,
  turns: ClashRow['turns'],
  { rounds, moves }: { readonly rounds: number; readonly moves: number },
  progress: Progress,
): ClashRow[] {
  const protein = freeProtein(from, atoms)
  const grid = new AtomGrid(protein)
  const start = protein.coordinates()
  const saved = protein.save()
  const turn = draw(protein, moves, WIDTHS[turns])
  const answers = { trees: new Uint8Array(moves), 'grid rebuilt': new Uint8Array(moves) }
  const contenders = [
    {
      name: 'trees' as const,
      prepare: () => protein.restore(saved),
      round: () => {
        for (let k = 0; k < moves; k++) {
          protein.turn(turn.torsions[k]!, turn.angles[k]!)
          const clash = protein.clashes()
          if (clash) protein.undo()
          answers.trees[k] = clash ? 1 : 0
        }
        return moves
      },
    },
    {
      name: 'grid rebuilt' as const,
      prepare: () => grid.sync(start),
      round: () => {
        for (let k = 0; k < moves; k++) {
          answers['grid rebuilt'][k] = grid.step(turn.torsions[k]!, turn.angles[k]!) ? 1 : 0
        }
        return moves
      },
    },
  ]
  const timings = interleave(contenders, rounds, progress, processorMicros)
  const differ = answers.trees.findIndex((answer, k) => answer !== answers['grid rebuilt'][k])
  if (differ >= 0) throw new Error(`${from.name}, ${atoms}: trees and grid do not agree at step ${differ}`)
  const clashed = answers.trees.reduce((sum, answer) => sum + answer, 0) / moves
  return timings.map(({ micros, ratio }, k) => ({
    protein: from.name,
    residues: from.residues,
    atoms,
    count: protein.atoms,
    turns,
    way: contenders[k]!.name,
    micros: roundFigure(micros),
    ratio: roundFigure(ratio),
    clashed: roundFigure(clashed),
  }))
}

function draw(protein: Protein, moves: number, width: number): { torsions: Int32Array; angles: Float64Array } {
  const random = new Random(5)
  const torsions = new Int32Array(moves)
  const angles = new Float64Array(moves)
  for (let k = 0; k < moves; k++) {
    torsions[k] = random.integer(protein.torsions.length)
    angles[k] = random.range(-width, width)
  }
  return { torsions, angles }
}

export function clashTable(rows: readonly ClashRow[]): string {
  return formatTable(
    ['protein', 'atoms', 'turns', 'clash test', 'number', 'µs a step', 'ratio', 'clashed'],
    rows.map((r) => [
      r.protein,
      r.atoms,
      r.turns,
      r.way,
      r.count.toLocaleString('en'),
      formatNumber(r.micros),
      `${formatNumber(r.ratio)}×`,
      `${(100 * r.clashed).toFixed(1)} %`,
    ]),
    4,
  )
}
