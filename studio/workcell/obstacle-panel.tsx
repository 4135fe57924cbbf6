// Obstacles of a cell, beside the picture: from a menu, with sizes, places and turns that are typed; and what becomes of meshes that are
// dropped.
import type { OpenChoice } from '../../src/entries/meshes.js'
import type { History } from '../app/history.js'
import { Button, Section, Select, Slider, TextField } from '../ui/controls.js'
import { NumberField } from '../ui/number-field.js'
import { LENGTH } from '../ui/quantity.js'
import type { CellFollower } from './cell-follower.js'
import { type CellEdits, PRIMITIVES, type Primitive, UNITS, type Unit } from './edits.js'
import { type ObstacleMoves, PRIMITIVE_KINDS } from './obstacles.js'
import type { CellState } from './state.js'
import { UNIT_NAMES } from './unit-question.js'

export interface ObstaclePanelProps<S extends Omit<CellState, 'q'>> {
  readonly model: CellFollower<S>
  readonly history: History<S>
}

export function ObstaclePanel<S extends Omit<CellState, 'q'>>({ model, history }: ObstaclePanelProps<S>) {
  const { obstacles } = model
  const all = model.view.value?.things.filter(({ kind, isFixed }) => kind === 'obstacle' && isFixed !== true) ?? []
  const chosen = all.some(({ name }) => name === obstacles.chosen.value) ? obstacles.chosen.value! : ''
  return (
    <Section title="Obstacles">
      <p class="note">Drag obstacles in the picture; with Shift, up and down.</p>
      <div class="select">
        <label for="add-obstacle">Add</label>
        <select
          id="add-obstacle"
          value=""
          onChange={({ currentTarget }) => {
            obstacles.add(currentTarget.value as Primitive)
            currentTarget.value = ''
          }}
        >
          <option value="">a shape …</option>
          {PRIMITIVE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </select>
      </div>
      <Select
        label="Obstacle"
        value={chosen}
        options={[['', 'none chosen'], ...all.map(({ name }) => [name, name] as const)]}
        onChange={(name) => (obstacles.chosen.value = name === '' ? undefined : name)}
      />
      {chosen !== '' && (
        <Chosen
          {...{ obstacles, name: chosen, edits: history.state.value }}
          say={(words) => model.host.notify(words, 'error', 'obstacle')}
          settle={() => history.settle()}
        />
      )}
      <details class="more">
        <summary>Meshes with holes</summary>
        <Select
          label="Dropped meshes with holes"
          value={model.open.value}
          options={OPEN_CHOICES}
          onChange={(open) => (model.open.value = open)}
        />
        <Slider
          label="Small: up to this part of the mesh's size"
          value={100 * model.closeWithin.value}
          min={0}
          max={10}
          step={0.1}
          show={(value) => `${value.toFixed(1)} %`}
          disabled={model.open.value !== 'close'}
          onInput={(value) => (model.closeWithin.value = value / 100)}
        />
      </details>
    </Section>
  )
}

interface ChosenProps {
  readonly obstacles: ObstacleMoves
  readonly name: string
  readonly edits: CellEdits
  readonly say: (words: string) => void
  readonly settle: () => void
}

function Chosen({ obstacles, name, edits, say, settle }: ChosenProps) {
  const added = edits.added.find((one) => one.name === name)
  const by = edits.moved[name] ?? [0, 0, 0]
  // Where the cell's own are is not known here.
  const first = added === undefined || added.kind === 'copy' ? undefined : added.at
  const turned = edits.turned[name] ?? [0, 0, 0]
  const sizes: readonly string[] =
    added === undefined ? [] : added.kind in PRIMITIVES ? PRIMITIVES[added.kind as Primitive] : []
  const attempt = (act: () => void): void => {
    try {
      act()
      settle()
    } catch (error) {
      say((error as Error).message)
    }
  }
  return (
    <>
      {added !== undefined && (
        <TextField
          key={name}
          label="Name"
          value={name}
          placeholder={name}
          onChange={(to) => attempt(() => obstacles.rename(name, to))}
        />
      )}
      {sizes.length > 0 && (
        <fieldset class="triple">
          <legend>Size</legend>
          {sizes.map((size, k) => (
            <NumberField
              key={size}
              label={size}
              unit="m"
              value={added!.size[k]!}
              step={0.01}
              onChange={(value) => obstacles.resize(name, k, value)}
              onError={say}
            />
          ))}
        </fieldset>
      )}
      {added?.kind === 'mesh' && (
        <Select
          label="Unit of the file"
          value={added.unit ?? 'm'}
          options={(Object.keys(UNITS) as Unit[]).map((unit) => [unit, UNIT_NAMES[unit]] as const)}
          onChange={(unit) => attempt(() => obstacles.setUnit(name, unit))}
        />
      )}
      <fieldset class="triple">
        <legend>Turned</legend>
        {TURNS.map((axis, k) => (
          <NumberField
            key={axis}
            label={axis}
            unit="°"
            value={turned[k]!}
            step={5}
            onChange={(value) => obstacles.turn(name, k, value)}
            onError={say}
          />
        ))}
      </fieldset>
      <div class="triple">
        <NumberField
          label="Scale"
          unit="×"
          value={edits.scaled[name] ?? 1}
          step={0.1}
          onChange={(value) => obstacles.scale(name, value)}
          onError={say}
        />
      </div>
      {AXES.map((axis, k) => {
        const from = first?.[k] ?? 0
        return (
          <Slider
            key={axis}
            label={first === undefined ? `Moved along ${axis}` : `Position ${axis}`}
            value={from + by[k]!}
            min={from + Math.min(-REACH, by[k]!)}
            max={from + Math.max(REACH, by[k]!)}
            step={0.001}
            quantity={LENGTH}
            isUnlimited
            onInput={(value) => obstacles.shift(name, k, value - from)}
            onChange={settle}
          />
        )
      })}
      <div class="row">
        <Button onClick={() => obstacles.duplicate(name)}>Duplicate</Button>
        <Button onClick={() => obstacles.remove(name)}>Remove</Button>
      </div>
    </>
  )
}

const OPEN_CHOICES: readonly (readonly [OpenChoice, string])[] = [
  ['close', 'close small holes'],
  ['solid', 'make them solid'],
  ['surface', 'leave them surfaces'],
  ['refuse', 'refuse them'],
]

const AXES = ['x', 'y', 'z'] as const
const TURNS = ['roll', 'pitch', 'yaw'] as const
/** Metres that sliders move an obstacle; dragging and typing go farther. */
const REACH = 1.5
