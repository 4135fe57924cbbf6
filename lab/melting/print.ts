// The melting experiment for people.
import type { MeltingDocument, StartResult } from '../melting.js'
import { formatNumber, formatTable } from '../table.js'
import { formedDifference, peakDifference, withError } from './checks.js'
import type { Melting } from './curves.js'

export function printMelting(document: MeltingDocument): string {
  const { source, beads, contacts, moves, workers, seconds, plot } = document
  const head = [
    `Melting of ${source}: a Gō model of ${beads} beads and ${contacts} native contacts`,
    `${moves.toLocaleString('en')} moves from each of two starts, ${document.temperatures.length} replicas each; ${workers} worker${workers === 1 ? '' : 's'}, ${seconds.toFixed(0)} s, ${formatNumber(document.microsecondsAMove)} µs of a worker a move`,
  ].join('\n')
  return [
    head,
    ...document.runs.map(table),
    agreement(document),
    checks(document),
    ...(plot === undefined ? [] : [`Plot: ${plot}`]),
  ].join('\n\n')
}

function table(run: StartResult): string {
  const { start, rows, swapAcceptance, roundTrips } = run
  const body = rows.map((row, k) => [
    row.temperature.toFixed(2),
    row.energy.toFixed(1),
    row.heatCapacity.toFixed(0),
    row.heatCapacityError.toFixed(0),
    row.formed.toFixed(3),
    row.formedError.toFixed(3),
    swapAcceptance[k]?.toFixed(2) ?? '',
    sketch(row.histogram),
  ])
  return [
    `From the ${start} chain`,
    formatTable(['T', '⟨E⟩', 'C', '±', '⟨Q⟩', '±', 'swaps up', 'Q from 0 to 1'], body, 0),
    peakOf(run),
    `${roundTrips} round trips; swaps taken ${mean(swapAcceptance).toFixed(2)}`,
  ].join('\n')
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** A histogram in one line. */
function sketch(shares: readonly number[]): string {
  const top = Math.max(...shares)
  const steps = ' ▁▂▃▄▅▆▇█'
  return shares.map((share) => steps[Math.ceil((share / top) * 8)]).join('')
}

function peakOf({ peak, last, ratio, errors }: Melting): string {
  const height = withError(peak.heatCapacity, errors.peakHeatCapacity)
  const at = withError(peak.temperature, errors.peakTemperature)
  const beside = `${withError(ratio, errors.ratio)} times the ${withError(last.heatCapacity, errors.lastHeatCapacity)} at T = ${last.temperature.toFixed(2)}`
  return `peak: C = ${height} at T = ${at}, where Q = ${peak.formed.toFixed(2)}; ${beside}`
}

function agreement({ runs, together }: MeltingDocument): string {
  return `Both starts together\n${peakOf(together)}\nBetween the starts: ${peakDifference(runs).toFixed(3)} in the temperature of the peak, at most ${formedDifference(runs).toFixed(3)} in Q at any temperature`
}

function checks({ checks: list }: MeltingDocument): string {
  const word = (passed: boolean, decides: boolean): string => (passed ? 'yes' : decides ? 'NO' : 'no')
  const few = list.some((check) => check.few)
    ? '\nToo few moves to judge by: the transition shows, but not where it is.'
    : ''
  return (
    formatTable(
      ['what it must show', '', 'seen'],
      list.map(({ claim, passed, decides, seen }) => [claim, word(passed, decides), seen]),
      3,
    ) + few
  )
}
