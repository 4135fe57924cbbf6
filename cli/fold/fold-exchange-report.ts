// What `limber fold` says of replica exchange: every temperature, swaps between neighbours, round trips.

import type { Moment } from '../../src/entries/molecules.js'
import type { Protein } from '../../src/index.js'
import { oneLine, plural } from '../check/check-report.js'
import type { ExchangeRun } from './fold-exchange.js'
import type { FoldQuestion } from './fold-options.js'
import { describeRelaxed, type Relaxed, relaxedDocument } from './fold-relax.js'
import { describeRun, type FilesWritten, filesWritten, movesTable, next, short, tableOf } from './fold-report.js'
import { moveRate } from './fold-run.js'
import type { Column } from './fold-table.js'

export interface ExchangeReport extends ExchangeRun, FilesWritten {
  readonly file: string
  readonly question: FoldQuestion
  readonly protein: Protein
  readonly residues: number
  readonly columns: readonly Column[]
  /** By temperature, then column. */
  readonly moments: readonly (readonly (Moment | undefined)[])[]
  /** Of --relax, in this process or before. */
  readonly relaxed: Relaxed | undefined
  readonly resumedAt: number | undefined
  readonly notes: readonly string[]
}

/** Of a sample: step, temperature, energy, observables. */
const ENERGY = 2

/** (⟨E²⟩ − ⟨E⟩²) / T², in units of Boltzmann's constant; undefined before there are samples. */
export function heatCapacity(temperature: number, energy: Moment | undefined): number | undefined {
  return energy === undefined ? undefined : (energy.deviation / temperature) ** 2
}

export function describeExchange(report: ExchangeReport): string {
  const { file, question, protein, residues, ladder, moves, millis, interrupted, resumedAt, step } = report
  const trips = ladder.roundTrips.reduce((sum, count) => sum + count, 0)
  const lines = [
    `${file}: ${plural(residues, 'residue')}, ${plural(protein.atoms, 'atom')}, ${plural(protein.torsions.length, 'torsion')}`,
    describeRun(question),
    ...(report.relaxed === undefined ? [] : [describeRelaxed(report.relaxed)]),
    `swaps every ${plural(question.swapEvery!, 'move')}, ${plural(report.workers, 'thread')}`,
    ...(resumedAt === undefined ? [] : [`Resumed at move ${resumedAt}.`]),
    ...(interrupted ? [`Interrupted after ${step} of ${question.steps} moves of each replica.`] : []),
    `${plural(moves, 'move')} in ${(millis / 1000).toFixed(1)} s${moves === 0 ? '' : `: ${moveRate((moves / millis) * 1000)}`}`,
    '',
    ...movesTable(report.counts),
    '',
    ...temperatureTable(report),
    plural(trips, 'round trip'),
    '',
    ...filesWritten(report, 'Trajectory of the lowest temperature'),
    ...next(report),
  ]
  return `${lines.map(oneLine).join('\n').trimEnd()}\n`
}

/** Means at every temperature. */
function temperatureTable({ ladder, columns, moments }: ExchangeReport): string[] {
  const shown = columns.flatMap(({ plotted }, k) => (plotted ? [k] : []))
  const heads = shown.map((k) => columns[k]!.brief ?? columns[k]!.title)
  const rows = ladder.temperatures.map((temperature, rung) => {
    const means = shown.map((k) => number(moments[rung]![k]?.mean))
    const heat = number(heatCapacity(temperature, moments[rung]![ENERGY]))
    return [`${temperature}`, ...means.slice(0, 1), heat, ...means.slice(1), swapRate(ladder, rung)]
  })
  return tableOf([['temperature', ...heads.slice(0, 1), 'heat capacity', ...heads.slice(1), 'swaps up'], ...rows])
}

function number(value: number | undefined): string {
  return value === undefined ? '-' : short(value)
}

function swapRate({ tried, swapped }: ExchangeRun['ladder'], rung: number): string {
  if (rung >= tried.length) return ''
  return tried[rung] === 0 ? '-' : `${((100 * swapped[rung]!) / tried[rung]!).toFixed(0)} %`
}

export function exchangeDocument(report: ExchangeReport): object {
  const { file, question, protein, residues, columns, ladder, moments, interrupted, resumedAt, step } = report
  const { tried, swapped, roundTrips, replicaAt } = ladder
  return {
    file,
    outcome: interrupted ? 'interrupted' : 'done',
    residues,
    atoms: protein.atoms,
    torsions: protein.torsions.length,
    fixed: protein.fixed.length,
    ...{ topologyPreserving: question.topologyPreserving },
    ...{ potential: question.potential, seed: question.seed, swapEvery: question.swapEvery },
    ...{ step, steps: question.steps, every: question.every, frameEvery: question.frameEvery },
    ...{ relaxed: relaxedDocument(report.relaxed), resumedAt },
    moves: report.counts,
    temperatures: ladder.temperatures.map((temperature, rung) => ({
      temperature,
      replica: replicaAt[rung],
      heatCapacity: heatCapacity(temperature, moments[rung]![ENERGY]),
      observed: Object.fromEntries(
        columns.flatMap(({ name, plotted }, k) => (plotted ? [[name, moments[rung]![k]]] : [])),
      ),
      swaps: rung < tried.length ? { tried: tried[rung], swapped: swapped[rung] } : undefined,
    })),
    roundTrips: Array.from(roundTrips),
    ...{ out: report.out, observables: report.observables, plot: report.plot, topology: report.topology },
    checkpoint: report.checkpoint,
    notes: report.notes,
    workers: report.workers,
    movesPerSecond: report.moves === 0 ? null : (1000 * report.moves) / report.millis,
    millis: report.millis,
  }
}
