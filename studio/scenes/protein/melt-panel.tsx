// The melting of a protein: from which temperature to which, and what came out so far.
import { Button, grouped, ProgressBar, Section, Slider, Stats } from '../../ui/controls.js'
import type { ProteinPanelProps } from './panel.js'
import { peakOf } from './peak.js'

export function MeltSection({ model, history }: ProteinPanelProps) {
  const { low, high, rungs, rung } = history.state.value
  const melt = model.melt.value
  const isMelting = model.work.value === 'melt'
  const at = (k: number): string => (low + ((high - low) * k) / (rungs - 1)).toFixed(2)
  return (
    <Section title="Melting">
      <div class="row">
        <Button
          kind={isMelting ? 'danger' : 'main'}
          disabled={model.view.value?.beads === 0}
          onClick={() => (isMelting ? model.stop() : void model.startMelting())}
        >
          {isMelting ? 'Stop melting' : 'Melt'}
        </Button>
      </div>
      <ProgressBar
        share={isMelting ? undefined : 0}
        label={isMelting ? 'Replicas of the Gō model exchange' : 'Still'}
      />
      <Slider
        label="From temperature"
        value={low}
        min={0.1}
        max={1.5}
        step={0.01}
        show={(value) => value.toFixed(2)}
        onInput={(value) => history.set({ low: value, high: Math.max(high, value + 0.05), rounds: 0 }, 'low')}
        onChange={() => history.settle()}
      />
      <Slider
        label="To temperature"
        value={high}
        min={0.15}
        max={2}
        step={0.01}
        show={(value) => value.toFixed(2)}
        onInput={(value) => history.set({ high: value, low: Math.min(low, value - 0.05), rounds: 0 }, 'high')}
        onChange={() => history.settle()}
      />
      <Slider
        label="Temperatures"
        value={rungs}
        min={2}
        max={24}
        step={1}
        onInput={(value) => history.set({ rungs: value, rung: Math.min(rung, value - 1), rounds: 0 }, 'rungs')}
        onChange={() => history.settle()}
      />
      <Slider
        label="Shown: the chain at"
        value={Math.min(rung, rungs - 1)}
        min={0}
        max={rungs - 1}
        step={1}
        show={at}
        onInput={(value) => history.set({ rung: value }, 'rung')}
        onChange={() => history.settle()}
      />
      <Stats
        rows={[
          ['rounds', 'Rounds', melt === undefined ? '–' : grouped(melt.round)],
          ['meltMoves', 'Moves of all replicas', melt === undefined ? '–' : grouped(melt.moves)],
          ['meltRate', 'Moves a second', isMelting && melt !== undefined ? grouped(melt.movesPerSecond) : '–'],
          ['swaps', 'Swaps accepted', melt === undefined ? '–' : `${(100 * melt.swaps).toFixed(1)} %`],
          ['trips', 'Round trips', melt === undefined ? '–' : grouped(melt.roundTrips)],
          ['peak', 'Heat capacity peaks', peakOf(melt)],
        ]}
      />
    </Section>
  )
}
