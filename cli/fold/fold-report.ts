// What `limber fold` says: text for people, one JSON document for programs.
import type { McResult, Moment, MoveCounts, Protein } from '../../src/entries/molecules.js'
import { oneLine, plural } from '../check/check-report.js'
import type { Written } from '../plan/plan-files.js'
import type { FoldQuestion } from './fold-options.js'
import type { FileWritten } from './fold-record.js'
import { describeRelaxed, type Relaxed, relaxedDocument } from './fold-relax.js'
import { moveRate } from './fold-run.js'
import type { Column } from './fold-table.js'

/** What a run wrote. */
export interface FilesWritten {
  readonly out: FileWritten | undefined
  readonly observables: FileWritten | undefined
  readonly plot: Written | undefined
  readonly topology: string | undefined
  readonly checkpoint: string | undefined
}

export interface FoldReport extends FilesWritten {
  readonly file: string
  readonly question: FoldQuestion
  readonly protein: Protein
  readonly residues: number
  readonly columns: readonly Column[]
  readonly result: McResult
  /** The last sample. */
  readonly row: ArrayLike<number> | undefined
  /** One a column, of all samples, those before a resumption included. */
  readonly moments: readonly (Moment | undefined)[]
  readonly interrupted: boolean
  /** Of --relax, in this process or before. */
  readonly relaxed: Relaxed | undefined
  readonly resumedAt: number | undefined
  /** Moves of this process. */
  readonly moves: number
  readonly millis: number
  readonly notes: readonly string[]
}

const POTENTIAL_WORDS = { hard: 'hard spheres', lj: 'Lennard-Jones', go: 'native contacts (Gō)' } as const

/** Energies, temperatures and seed. */
export function describeRun(question: FoldQuestion): string {
  const { potential, anneal, temperature, temperatures, seed, topologyPreserving } = question
  const range = (from: number, to: number): string => `T = ${from} to ${to}`
  const heat =
    temperatures !== undefined
      ? `${range(temperatures[0]!, temperatures.at(-1)!)}, ${temperatures.length} replicas`
      : anneal === undefined
        ? `T = ${temperature}`
        : `${range(anneal.from, anneal.to)}, ${anneal.kind}`
  const ways = topologyPreserving === true ? ', whole moves proved free' : ''
  return `${POTENTIAL_WORDS[potential]}${ways}, ${heat}, seed ${seed}`
}

export function describeFold(report: FoldReport): string {
  const { file, question, protein, residues, result, interrupted, resumedAt, moves, millis } = report
  const lines = [
    `${file}: ${plural(residues, 'residue')}, ${plural(protein.atoms, 'atom')}, ${plural(protein.torsions.length, 'torsion')}`,
    describeRun(question),
    ...(report.relaxed === undefined ? [] : [describeRelaxed(report.relaxed)]),
    ...(resumedAt === undefined ? [] : [`Resumed at move ${resumedAt}.`]),
    ...(interrupted ? [`Interrupted after ${result.step} of ${question.steps} moves.`] : []),
    `${plural(moves, 'move')} in ${(millis / 1000).toFixed(1)} s${moves === 0 ? '' : `: ${moveRate((moves / millis) * 1000)}`}`,
    '',
    ...movesTable(result.moves),
    '',
    ...observablesTable(report),
    `lowest energy ${short(result.lowest.energy)}, after move ${result.lowest.step}`,
    '',
    ...filesWritten(report, 'Trajectory'),
    ...next(report),
  ]
  return `${lines.map(oneLine).join('\n').trimEnd()}\n`
}

export function movesTable(moves: readonly MoveCounts[]): string[] {
  const rows = moves
    .filter(({ proposed }) => proposed > 0)
    .map(({ move, proposed, clashed, accepted }) => [
      ...[move, `${proposed}`, `${clashed}`, `${accepted}`, `${((100 * accepted) / proposed).toFixed(1)} %`],
    ])
  return tableOf([['move', 'tried', 'clashed', 'accepted', ''], ...rows])
}

/** What was measured: at the end, and over all samples. */
function observablesTable({ columns, row, moments }: FoldReport): string[] {
  const rows = columns.flatMap(({ title, plotted }, k) => {
    const [moment, last] = [moments[k], row?.[k]]
    if (moment === undefined || !plotted) return []
    const { mean, deviation, least, most } = moment
    return [[title, last === undefined ? '-' : short(last), ...[mean, deviation, least, most].map(short)]]
  })
  return tableOf([['observable', 'last', 'mean', 'deviation', 'least', 'most'], ...rows])
}

/** Names to the left, numbers to the right. */
export function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, k) => Math.max(...rows.map((cells) => cells[k]!.length)))
  return rows.map((cells) =>
    cells
      .map((cell, k) => (k === 0 ? cell.padEnd(widths[k]!) : cell.padStart(widths[k]!)))
      .join('  ')
      .trimEnd(),
  )
}

/** `title`: of the trajectory. */
export function filesWritten({ out, observables, plot, topology, checkpoint }: FilesWritten, title: string): string[] {
  return [
    ...(out === undefined ? [] : [`${title}: ${out.file}, ${plural(out.parts, 'frame')}`]),
    ...(observables === undefined ? [] : [`Observables: ${observables.file}, ${plural(observables.parts, 'row')}`]),
    ...(plot === undefined ? [] : [`Plot: ${plot.file}`]),
    ...(topology === undefined ? [] : [`Topology: ${topology}`]),
    ...(checkpoint === undefined ? [] : [`Checkpoint: ${checkpoint}`]),
  ]
}

export function next({
  interrupted,
  checkpoint,
  file,
}: Pick<FoldReport, 'interrupted' | 'checkpoint' | 'file'>): string[] {
  if (!interrupted) return []
  if (checkpoint === undefined) return ['Without --checkpoint it cannot be resumed.']
  return ['To continue:', `  ${resumeCommand(file, checkpoint)}`]
}

export function resumeCommand(file: string, checkpoint: string): string {
  return `limber fold ${quoted(file)} --checkpoint ${quoted(checkpoint)} --resume`
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

export function short(value: number): string {
  return String(Number(value.toPrecision(5)))
}

export function foldDocument(report: FoldReport): object {
  const { file, question, protein, residues, columns, result, row, interrupted, resumedAt, moves, millis } = report
  const { step, steps, temperature, energy, lowest, drift } = result
  return {
    file,
    outcome: interrupted ? 'interrupted' : 'done',
    residues,
    atoms: protein.atoms,
    torsions: protein.torsions.length,
    fixed: protein.fixed.length,
    ...{ topologyPreserving: question.topologyPreserving },
    ...{ potential: question.potential, seed: question.seed, temperature, anneal: question.anneal },
    ...{ step, steps, every: question.every, frameEvery: question.frameEvery },
    relaxed: relaxedDocument(report.relaxed),
    resumedAt,
    moves: result.moves,
    ...{ energy, lowest, drift },
    observed: Object.fromEntries(columns.flatMap(({ name }, k) => (k === 0 ? [] : [[name, report.moments[k]]]))),
    last: row === undefined ? undefined : Object.fromEntries(columns.map(({ name }, k) => [name, row[k]])),
    ...{
      out: report.out,
      observables: report.observables,
      plot: report.plot,
      topology: report.topology,
      checkpoint: report.checkpoint,
    },
    notes: report.notes,
    movesPerSecond: moves === 0 ? null : (1000 * moves) / millis,
    millis,
  }
}
