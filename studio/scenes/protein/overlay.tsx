// What is over the picture of a protein: observables of a run as they come, or the melting curve filling in.
import type { History } from '../../app/history.js'
import { Button } from '../../ui/controls.js'
import { Plot, type PlotPoint } from '../../ui/plot.js'
import type { ProteinModel } from './model.js'
import { Sequence } from './sequence.js'
import { type ProteinState, SHOWS } from './state.js'
import { Timeline } from './timeline.js'

export interface OverlayProps {
  readonly model: ProteinModel
  readonly history: History<ProteinState>
}

export function ProteinOverlay({ model, history }: OverlayProps) {
  const { show } = history.state.value
  return (
    <div class="protein-overlay">
      <Timeline model={model} history={history} />
      {/* What melts is a chain of beads: its residues are not picked. */}
      {show === 'fold' && <Sequence model={model} history={history} />}
      <div class="row">
        {SHOWS.map(([key, title]) => (
          <Button key={key} pressed={show === key} onClick={() => history.set({ show: key }, 'show')}>
            {title}
          </Button>
        ))}
      </div>
      {show === 'fold' ? (
        model.frame.value?.series !== undefined && <RunPlots model={model} />
      ) : (
        <MeltPlots model={model} history={history} />
      )}
    </div>
  )
}

const HEIGHT = 124

const PLOTS = [
  [2, 'Energy', 'well depths'],
  [3, 'Radius of gyration', 'Å'],
  [4, 'RMSD from the file', 'Å'],
  [5, 'Native contacts, Q', ''],
] as const
const COLUMNS = 6

function RunPlots({ model }: { model: ProteinModel }) {
  const series = model.frame.value?.series
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached
    <section class="protein-plots four" tabIndex={0} aria-label="Observables of the run">
      {PLOTS.map(([column, title, unit], k) => (
        <Plot
          key={title}
          title={unit === '' ? title : `${title}, ${unit}`}
          x="steps"
          height={HEIGHT}
          series={[{ name: title, points: pointsOf(series, column), colour: k }]}
          {...(column === 5 ? { yRange: [0, 1] as const } : {})}
          empty="no run yet"
        />
      ))}
    </section>
  )
}

function pointsOf(series: Float64Array | undefined, column: number): PlotPoint[] {
  if (series === undefined) return []
  const out: PlotPoint[] = []
  for (let o = 0; o < series.length; o += COLUMNS) {
    const value = series[o + column]!
    if (Number.isFinite(value)) out.push([series[o]!, value])
  }
  return out
}

function MeltPlots({ model, history }: OverlayProps) {
  const rows = model.melt.value?.rows ?? []
  const { low, high } = history.state.value
  const range = [low, high] as const
  const empty = 'press Melt'
  return (
    <div class="protein-plots two">
      <Plot
        title="Native contacts, ⟨Q⟩"
        x="temperature, in depths of a contact"
        height={HEIGHT}
        xRange={range}
        yRange={[0, 1]}
        series={[
          {
            name: 'Q',
            kind: 'both',
            points: rows.map(({ temperature, formed, formedError }) => [temperature, formed, formedError]),
          },
        ]}
        empty={empty}
      />
      <Plot
        title="Heat capacity, (⟨E²⟩ − ⟨E⟩²)/T²"
        x="temperature, in depths of a contact"
        height={HEIGHT}
        xRange={range}
        series={[
          {
            name: 'C',
            kind: 'both',
            colour: 1,
            points: rows.map(({ temperature, heatCapacity, heatCapacityError }) => [
              temperature,
              heatCapacity,
              heatCapacityError,
            ]),
          },
        ]}
        empty={empty}
      />
    </div>
  )
}
