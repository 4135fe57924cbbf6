// Proteins: microseconds a move of Monte Carlo by atoms and potential; clash tests against a grid rebuilt each time; energies kept against
// cell lists. One core. The proteins are those of the folder that LIMBER_DATA names, else generated backbones as long as they are.
import type { Bench, Progress } from './bench.js'
import { type ClashRow, clashTable, raceClashes } from './proteins/clashes.js'
import { type EnergyRow, energyTable, raceEnergies } from './proteins/energies.js'
import { type MoveRow, moveTable, raceMoves } from './proteins/moves.js'
import { benchProteins } from './proteins/structures.js'

const FULL = { rounds: 9, budget: 60, moves: 300, energyMoves: 150, proteins: 4 }
const QUICK = { rounds: 3, budget: 30, moves: 200, energyMoves: 100, proteins: 2 }

export const proteins: Bench = {
  name: 'proteins',
  /** `--part=moves`, `clashes` or `energy`: a part of it, of which nothing is kept. */
  async run(quick, progress, { part } = {}) {
    const { rounds, budget, moves, energyMoves, proteins: count } = quick ? QUICK : FULL
    const wants = (name: string): boolean => part === undefined || part === name
    const all = await benchProteins(process.env.LIMBER_DATA, count)
    const rows = { moves: [] as MoveRow[], clashes: [] as ClashRow[], energies: [] as EnergyRow[] }
    const jobs: { readonly label: string; readonly run: (progress: Progress) => void }[] = []
    for (const protein of all) {
      const { name: label } = protein
      if (wants('moves')) {
        jobs.push({ label, run: (p) => rows.moves.push(...raceMoves(protein, { rounds, budget }, p)) })
      }
      if (wants('clashes')) {
        jobs.push({ label, run: (p) => rows.clashes.push(...raceClashes(protein, { rounds, moves }, p)) })
      }
      if (wants('energy')) {
        const limits = { rounds, moves: energyMoves }
        jobs.push({ label, run: (p) => rows.energies.push(...raceEnergies(protein, limits, p)) })
      }
    }
    for (const [k, { label, run }] of jobs.entries()) {
      run((share, what) => progress((k + share) / jobs.length, `${label}: ${what}`))
    }
    const whole = all.some((protein) => protein.whole)
    const note = whole ? '' : 'LIMBER_DATA names no folder with proteins: generated backbones, without side-chains.'
    return {
      about: { structures: whole ? 'real' : 'generated' },
      keep: part === undefined && whole,
      rows: [
        ...rows.moves.map((row) => ({ part: 'moves', ...row })),
        ...rows.clashes.map((row) => ({ part: 'clashes', ...row })),
        ...rows.energies.map((row) => ({ part: 'energy', ...row })),
      ],
      text: [
        rows.moves.length > 0 ? moveTable(rows.moves) : '',
        rows.clashes.length > 0 ? clashTable(rows.clashes) : '',
        rows.energies.length > 0 ? energyTable(rows.energies) : '',
        'Moves: Metropolis at temperature 1 from the folded structure, all kinds of move alike. By processor time; ratios are of the same rounds.',
        note,
      ]
        .filter((section) => section !== '')
        .join('\n\n'),
    }
  },
}
