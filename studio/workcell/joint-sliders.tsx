// The joints of one of the robots: named states, and sliders with their limits and a field to type values into.
import { useSignal } from '@preact/signals'
import { Select, Slider } from '../ui/controls.js'
import { ANGLE, LENGTH } from '../ui/quantity.js'
import type { CellNamedState } from './arms.js'
import type { CellView } from './workcell.js'

/** Joint values that are the same to the eye: radians or metres. */
const SAME = 1e-6

/** `digits`: a slider's values are short, what is typed is kept as it is. */
export function withJoint(
  view: Pick<CellView, 'variables'>,
  q: readonly number[],
  variable: number,
  value: number,
  digits = 3,
): number[] {
  const { lower, upper, isLimited } = view.variables[variable]!
  const rounded = Number(value.toFixed(digits))
  // Except the limits themselves.
  return q.with(variable, !isLimited ? rounded : value <= lower ? lower : value >= upper ? upper : rounded)
}

export interface JointSlidersProps {
  readonly view: CellView
  readonly q: readonly number[]
  /** All values; `topic`: what one step for undo consists of, until `settle`. */
  readonly set: (q: readonly number[], topic?: string) => void
  readonly settle: () => void
}

export function JointSliders({ view, q, set, settle }: JointSlidersProps) {
  const chosen = useSignal('0')
  const robot = Number(chosen.value) < view.robots.length ? Number(chosen.value) : 0
  const own = view.variables.flatMap((variable, i) => (variable?.robot === robot ? [[variable, i] as const] : []))
  const setJoint = (variable: number, value: number, digits?: number): void =>
    set(withJoint(view, q, variable, value, digits), `joint ${variable}`)
  return (
    <>
      {view.robots.length > 1 && (
        <Select
          label="Robot"
          value={String(robot)}
          options={view.robots.map((name, r) => [String(r), name] as const)}
          onChange={(value) => (chosen.value = value)}
        />
      )}
      <NamedStates states={view.arms[robot]?.states ?? []} q={q} set={set} />
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
          onInput={(value) => setJoint(i, value)}
          onTyped={(value) => {
            setJoint(i, value, 6)
            settle()
          }}
          onChange={settle}
        />
      ))}
    </>
  )
}

interface NamedStatesProps extends Pick<JointSlidersProps, 'q' | 'set'> {
  readonly states: readonly CellNamedState[]
}

/** The one that the robot is in is shown as chosen. Joints that a state does not name stay. */
function NamedStates({ states, q, set }: NamedStatesProps) {
  if (states.length === 0) return null
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
        const named = new Map(states[Number(value)]?.values)
        if (named.size > 0) set(q.map((x, i) => named.get(i) ?? x))
      }}
    />
  )
}
