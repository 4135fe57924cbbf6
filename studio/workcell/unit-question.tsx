// The unit of a mesh that was dropped and is of an odd size beside the cell: asked for over the picture, which can be used meanwhile.
import { useEffect, useRef } from 'preact/hooks'
import type { History } from '../app/history.js'
import { Button } from '../ui/controls.js'
import { type CellEdits, UNITS, type Unit } from './edits.js'
import type { ObstacleMoves } from './obstacles.js'

export const UNIT_NAMES: Readonly<Record<Unit, string>> = {
  m: 'metres',
  cm: 'centimetres',
  mm: 'millimetres',
  in: 'inches',
}

export function UnitQuestion({ obstacles, history }: { obstacles: ObstacleMoves; history: History<CellEdits> }) {
  const { added } = history.state.value
  // One that was undone is not asked for.
  const name = obstacles.asked.value.find((one) => added.some((other) => other.name === one))
  const mesh = added.find((one) => one.name === name)
  const dialog = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (name !== undefined) dialog.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }, [name])
  if (name === undefined || mesh === undefined) return null
  const unit = mesh.unit ?? 'm'
  return (
    <div
      ref={dialog}
      class="unit-question"
      role="dialog"
      aria-label={`Unit of ${name}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return
        event.preventDefault()
        event.stopPropagation()
        obstacles.answered(name)
      }}
    >
      <p>
        <b>{name}</b> has an unusual size for this cell. What is its unit?
      </p>
      <div role="radiogroup" aria-label="Unit">
        {(Object.keys(UNITS) as Unit[]).map((one) => (
          <label key={one}>
            <input type="radio" name="unit" checked={one === unit} onChange={() => obstacles.setUnit(name, one)} />
            <span>{UNIT_NAMES[one]}</span>
            <output data-stat={`size-${one}`}>{sizeWords(mesh.size, UNITS[one])}</output>
          </label>
        ))}
      </div>
      <div class="row">
        <Button kind="main" onClick={() => obstacles.answered(name)}>
          Keep
        </Button>
        <Button onClick={() => obstacles.remove(name)}>Remove</Button>
      </div>
    </div>
  )
}

/** Its size along each axis, in metres or millimetres. */
function sizeWords(size: readonly number[], unit: number): string {
  const [each, name] = unit * Math.max(...size) < 0.01 ? [1000 * unit, 'mm'] : [unit, 'm']
  return `${size.map((s) => Number((each * s).toPrecision(3))).join(' × ')} ${name}`
}
