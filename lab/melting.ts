// Melting of a small protein under a native-contact (Gō) potential, by replica exchange from a folded and from an extended
// start: a cooperative transition, with its heat capacity and native contacts against temperature.
import { goModel } from '../src/molecules/go/go-model.js'
import type { Experiment, Progress } from './experiment.js'
import type { Check } from './jobs.js'
import { dataFolder, machineName } from './machine.js'
import { summarise, type TemperatureRow } from './melting/analysis.js'
import { checkMelting } from './melting/checks.js'
import { type Melting, melt } from './melting/curves.js'
import { findMelting } from './melting/findings.js'
import { DEFAULT_MOVES, type MeltingOptions, QUICK_MOVES, readMeltingOptions } from './melting/options.js'
import { plotMelting } from './melting/plot.js'
import { checkPlotFile, writePlotFile } from './melting/plot-file.js'
import { printMelting } from './melting/print.js'
import { MOVES_A_ROUND, type Simulated, type Start, simulate } from './melting/simulate.js'
import { readTrace } from './melting/trace.js'

export interface StartResult extends Melting {
  readonly start: Start
  readonly rows: readonly TemperatureRow[]
  /** Of swaps between a temperature and the next. */
  readonly swapAcceptance: readonly number[]
  readonly roundTrips: number
}

export interface MeltingDocument {
  readonly experiment: 'melting'
  readonly node: string
  readonly source: string
  /** Whether it is the protein that the claims are about. */
  readonly real: boolean
  readonly beads: number
  readonly contacts: number
  readonly seed: number
  /** From each start, all replicas together. */
  readonly moves: number
  readonly temperatures: readonly number[]
  readonly workers: number
  readonly seconds: number
  readonly microsecondsAMove: number
  readonly runs: readonly StartResult[]
  /** From the samples of both starts. */
  readonly together: Melting
  readonly checks: readonly Check[]
  readonly plot: string | undefined
}

const count = (n: number): string => n.toLocaleString('en')

export const melting: Experiment<MeltingOptions> = {
  name: 'melting',
  summary: 'heat capacity and native contacts of a small protein against temperature, by replica exchange',
  paper: 'A potential after Topological and energetic factors, J. Mol. Biol. 2000, with rigid bonds',
  options: [
    { flags: '--moves <count>', description: `moves from each of the two starts (default: ${count(DEFAULT_MOVES)})` },
    { flags: '--seed <number>', description: 'seed of the moves (default: 1)' },
    { flags: '--workers <count>', description: 'threads; the numbers do not depend on it (default: one a core)' },
    { flags: '--plot <file>', description: 'writes the curves as an SVG picture' },
    { flags: '--quick', description: `${count(QUICK_MOVES)} moves: the transition shows, but is not converged` },
  ],
  plan: readMeltingOptions,
  async run(options, progress, { signal }) {
    if (options.plot !== undefined) await checkPlotFile(options.plot)
    const { document, complete } = await runMelting(options, progress, signal)
    if (options.plot !== undefined) await writePlotFile(options.plot, plotMelting(document))
    const good = document.checks.every((c) => c.passed || !c.decides)
    return { document, text: printMelting(document), good, findings: findMelting(document), complete }
  },
}

/** Steps of the curves: 0.001 in T. */
const CURVE_STEP = 0.001

export async function runMelting(
  options: MeltingOptions,
  progress: Progress,
  signal?: AbortSignal,
): Promise<{ document: MeltingDocument; complete: boolean }> {
  const data = dataFolder()
  const trace = await readTrace(data)
  const model = goModel(trace.positions)
  const { temperatures, seed, workers, plot } = options
  const started = performance.now()
  const simulated = await simulate(model, options, (share, label) => progress(0.98 * share, label), signal)
  const seconds = (performance.now() - started) / 1000
  const steps = Math.round((temperatures.at(-1)! - temperatures[0]!) / CURVE_STEP)
  const grid = Array.from({ length: steps + 1 }, (_, k) => Number((temperatures[0]! + k * CURVE_STEP).toFixed(3)))
  const runs = simulated.runs.map((run) => resultOf(run, grid))
  const moves = simulated.rounds * MOVES_A_ROUND * temperatures.length
  const together = melt(
    simulated.runs.map(({ samples }) => samples),
    grid,
  )
  const measured = { runs, together, moves, seconds, real: trace.real, temperatures }
  if (simulated.complete) await progress(1, 'done')
  const document: MeltingDocument = {
    experiment: 'melting',
    node: machineName(),
    source: trace.source,
    beads: model.beads,
    contacts: model.contacts.count,
    seed,
    workers,
    microsecondsAMove: (seconds * 1e6 * workers) / (moves * runs.length),
    ...measured,
    checks: checkMelting(measured),
    plot,
  }
  return { document, complete: simulated.complete }
}

function resultOf({ start, samples, ladder }: Simulated, grid: readonly number[]): StartResult {
  return {
    start,
    rows: samples.map(summarise),
    ...melt([samples], grid),
    swapAcceptance: Array.from(ladder.swapped, (swapped, k) => swapped / Math.max(1, ladder.tried[k]!)),
    roundTrips: ladder.roundTrips.reduce((sum, trips) => sum + trips, 0),
  }
}
