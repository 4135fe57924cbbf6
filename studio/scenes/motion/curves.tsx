// Position, velocity and acceleration of the joints over time, under the timeline; the limits of a joint where its file has them. A path
// without times says so, and can be put on a clock.
import type { History } from '../../app/history.js'
import { Button, Select, Slider } from '../../ui/controls.js'
import { Plot, type PlotSeries } from '../../ui/plot.js'
import { shortName } from '../../workcell/names.js'
import type { CellView } from '../../workcell/workcell.js'
import type { MotionModel } from './model.js'
import { durationOf, isTimed } from './path.js'
import type { PathCurves } from './path-motion.js'
import { CURVES, type Curve, type MotionState } from './state.js'

interface CurvesProps {
  readonly model: MotionModel
  readonly history: History<MotionState>
}

export function CurvesPanel({ model, history }: CurvesProps) {
  const { curve } = history.state.value
  return (
    <details
      class="curves"
      open={curve !== ''}
      onToggle={({ currentTarget }) => {
        const isOpen = history.state.peek().curve !== ''
        if (currentTarget.open !== isOpen) history.replace({ curve: currentTarget.open ? 'velocity' : '' })
      }}
    >
      <summary>Trajectory{isTimed(model.path) ? `: ${durationOf(model.path)!.toFixed(2)} s` : ': no times'}</summary>
      {curve !== '' &&
        (isTimed(model.path) ? <Curves {...{ model, history, curve }} /> : <Untimed {...{ model, history }} />)}
    </details>
  )
}

function Untimed({ model, history }: CurvesProps) {
  const { fastest, quickest } = history.state.value
  return (
    <div class="untimed">
      <p class="note">
        This path has no times, so there is no velocity to draw. Time it from rest to rest, within the joints' own
        limits and these.
      </p>
      <Slider
        label="Velocity"
        value={fastest}
        min={0.1}
        max={5}
        step={0.1}
        show={(value) => `${value.toFixed(1)} /s`}
        onInput={(value) => history.replace({ fastest: value })}
      />
      <Slider
        label="Acceleration"
        value={quickest}
        min={0.1}
        max={20}
        step={0.1}
        show={(value) => `${value.toFixed(1)} /s²`}
        onInput={(value) => history.replace({ quickest: value })}
      />
      <Button disabled={model.work.value !== undefined} onClick={() => void model.findPath('time')}>
        Time it
      </Button>
    </div>
  )
}

const UNITS: Readonly<Record<Curve, string>> = { position: '', velocity: '/s', acceleration: '/s²' }

function Curves({ model, history, curve }: CurvesProps & { curve: Curve }) {
  const { joint } = history.state.value
  const view = model.view.value
  const curves = model.curves.value
  const moving = movingOf(curves, view)
  const chosen = moving.includes(joint) ? joint : -1
  const duration = durationOf(model.path)!
  return (
    <>
      <div class="curves-tools">
        <Select label="Of" value={curve} options={CURVES} onChange={(to) => history.replace({ curve: to })} />
        <Select
          label="Joint"
          value={String(chosen)}
          options={[
            ['-1', 'all that move'],
            ...moving.map((i) => [String(i), shortName(view!.variableNames[i]!, view)] as const),
          ]}
          onChange={(to) => history.replace({ joint: Number(to) })}
        />
      </div>
      <Plot
        title={`${curve[0]!.toUpperCase()}${curve.slice(1)}${chosen === -1 ? ' (limits: choose a joint)' : ''}`}
        x="seconds"
        y={`rad or m${UNITS[curve]}`}
        height={120}
        series={seriesOf(curves, view, curve, chosen, moving)}
        xRange={[0, duration]}
        mark={model.playback.t.value * duration}
        empty="Nothing moves."
      />
    </>
  )
}

/** Variables that are not where they were at first; those of quaternions are not drawn. */
function movingOf(curves: PathCurves | undefined, view: CellView | undefined): number[] {
  if (curves === undefined || view === undefined) return []
  return curves.positions.flatMap((row, i) =>
    view.variables[i] !== undefined && row.some((x) => Math.abs(x - row[0]!) > 1e-9) ? [i] : [],
  )
}

function seriesOf(
  curves: PathCurves | undefined,
  view: CellView | undefined,
  curve: Curve,
  chosen: number,
  moving: readonly number[],
): PlotSeries[] {
  if (curves === undefined) return []
  const rows = { position: curves.positions, velocity: curves.velocities, acceleration: curves.accelerations }[curve]
  const end = curves.times.at(-1)!
  const lines = moving
    .filter((i) => chosen === -1 || i === chosen)
    .map((i) => ({
      name: shortName(view!.variableNames[i]!, view),
      colour: moving.indexOf(i) % 8,
      points: Array.from(rows[i]!, (y, k) => [curves.times[k]!, y] as const),
    }))
  if (chosen === -1) return lines
  const { lower, upper, velocity, acceleration } = curves.limits[chosen]!
  const rate = curve === 'velocity' ? velocity : acceleration
  const limits = curve === 'position' ? [lower, upper] : [rate === undefined ? undefined : -rate, rate]
  return [
    ...lines,
    ...limits.flatMap((y, k) =>
      y === undefined
        ? []
        : [{ name: k === 0 ? 'least' : 'most', colour: 7, dashed: true, points: [[0, y] as const, [end, y] as const] }],
    ),
  ]
}
