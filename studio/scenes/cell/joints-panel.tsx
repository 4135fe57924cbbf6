// The joints of a robot: named states, and sliders with their limits and a field to type values into.
import { useSignal } from '@preact/signals'
import type { History } from '../../app/history.js'
import { Button, Section, Select, Slider } from '../../ui/controls.js'
import { ANGLE, LENGTH } from '../../ui/quantity.js'
import type { CellNamedState } from '../../workcell/arms.js'
import type { CellModel } from './model.js'
import type { RobotCellState } from './state.js'

/** Joint values that are the same to the eye: radians or metres. */
const SAME = 1e-6

export function Joints({ model, history }: { model: CellModel; history: History<RobotCellState> }) {
  const view = model.view.value
  const chosen = useSignal('0')
  if (view === undefined) {
    return (
      <Section title="Joints">
        <div class="joints-to-come" />
      </Section>
    )
  }
  if (view.robots.length === 0) return null
  const robot = Number(chosen.value) < view.robots.length ? Number(chosen.value) : 0
  const q = model.q
  const own = view.variables.flatMap((variable, i) => (variable?.robot === robot ? [[variable, i] as const] : []))
  return (
    <Section title="Joints">
      {view.robots.length > 1 && (
        <Select
          label="Robot"
          value={String(robot)}
          options={view.robots.map((name, r) => [String(r), name] as const)}
          onChange={(value) => (chosen.value = value)}
        />
      )}
      <NamedStates states={view.arms[robot]?.states ?? []} model={model} />
      {own.map(([variable, i]) => (
        <Slider
          key={variable.name}
          label={variable.name.slice(view.robots[robot]!.length + 1)}
          value={q[i]!}
          min={variable.lower}
          max={variable.upper}
          step={0.001}
          quantity={variable.unit === 'rad' ? ANGLE : LENGTH}
          isUnlimited={!variable.isLimited}
          onInput={(value) => model.setJoint(i, value)}
          onTyped={(value) => {
            model.setJoint(i, value, 6)
            history.settle()
          }}
          onChange={() => history.settle()}
        />
      ))}
      <div class="row">
        <Button onClick={() => history.set({ q: [], from: [] })}>Home</Button>
      </div>
    </Section>
  )
}

/** The one that the robot is in is shown as chosen. */
function NamedStates({ states, model }: { states: readonly CellNamedState[]; model: CellModel }) {
  if (states.length === 0) return null
  const { q } = model
  const now = states.findIndex(({ values }) => values.every(([i, value]) => Math.abs(q[i]! - value) < SAME))
  const twice = new Set(states.map(({ name }) => name)).size < states.length
  return (
    <Select
      label="Named states"
      value={String(now)}
      options={[
        ['-1', now === -1 ? 'none of them now' : 'none'],
        ...states.map(
          ({ name, group }, i) => [String(i), twice && group !== '' ? `${name} (${group})` : name] as const,
        ),
      ]}
      onChange={(value) => {
        const state = states[Number(value)]
        if (state !== undefined) model.setState(state.values)
      }}
    />
  )
}
