// What is beside the cell: the verdict, sliders of the joints, obstacles, and which pairs may touch.
import { useSignal } from '@preact/signals'
import type { OpenChoice } from '../../../src/entries/meshes.js'
import type { History } from '../../app/history.js'
import { Button, Section, Select, Slider, Stats } from '../../ui/controls.js'
import { CellChooser } from '../../workcell/chooser.js'
import { pairKey } from '../../workcell/edits.js'
import { deepestOf, millimetres, pairNames, shortName } from '../../workcell/names.js'
import { bannerOf } from '../../workcell/sight.js'
import { SightPanel } from '../../workcell/sight-panel.js'
import type { CellState } from '../../workcell/state.js'
import type { CellPair, CellVariable } from '../../workcell/workcell.js'
import { AllowPanel } from './allow-panel.js'
import { PairMatrix } from './matrix.js'
import type { CellModel } from './model.js'

export interface CellPanelProps {
  readonly model: CellModel
  readonly history: History<CellState>
  readonly cells: readonly (readonly [string, string])[]
}

export function CellPanel({ model, history, cells }: CellPanelProps) {
  const state = history.state.value
  const view = model.view.value
  return (
    <>
      <Section title="Cell">
        <CellChooser
          {...{ label: 'Cell', state, cells, view, values: model.values.value }}
          choose={(...to) => model.choose(...to)}
          setValues={(values) => void model.setValues(values)}
        />
      </Section>
      <Verdict model={model} />
      <SightPanel sight={model.answer.value?.sight} view={view} />
      <Joints model={model} history={history} />
      <Obstacles model={model} history={history} />
      <Section title="Pairs">
        <PairMatrix
          things={view?.things.map(({ name }) => name) ?? []}
          nameOf={(thing) => shortName(thing, view)}
          pairs={model.pairs.value}
          touching={model.answer.value?.touching ?? []}
          onToggle={(pair) => togglePair(history, pair)}
        />
      </Section>
      <AllowPanel model={model.allow} view={view} />
    </>
  )
}

function Verdict({ model }: { model: CellModel }) {
  const answer = model.answer.value
  const touching = answer?.touching ?? []
  const nearest = answer?.nearest
  const isHit = touching.length > 0
  const { mood, words } = bannerOf(answer, model.view.value)
  return (
    <Section title="Now">
      <p class={`verdict ${mood}`} data-stat="verdict">
        {words}
      </p>
      <Stats
        rows={[
          ['touching', 'Pairs that touch', answer === undefined ? '–' : String(touching.length)],
          [
            'distance',
            isHit ? 'Distance' : 'Closest pair',
            nearest === undefined ? '–' : millimetres(nearest.distance),
          ],
          ['pair', 'Between', pairNames(isHit ? deepestOf(touching) : nearest, model.view.value)],
          [
            'outside',
            'Beyond limits',
            answer === undefined ? '–' : answer.outside.length === 0 ? 'none' : answer.outside.join(', '),
          ],
          ['millis', 'Engine', answer === undefined ? '–' : `${answer.millis.toFixed(2)} ms`],
        ]}
      />
    </Section>
  )
}

function Joints({ model, history }: { model: CellModel; history: History<CellState> }) {
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
  const home = (): void => history.set({ q: [] })
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
      {own.map(([variable, i]) => (
        <Slider
          key={variable.name}
          label={variable.name.slice(view.robots[robot]!.length + 1)}
          value={q[i]!}
          min={variable.lower}
          max={variable.upper}
          step={0.001}
          show={(value) => shown(value, variable)}
          onInput={(value) => model.setJoint(i, value)}
          onChange={() => history.settle()}
        />
      ))}
      <div class="row">
        <Button onClick={home}>Home</Button>
      </div>
    </Section>
  )
}

function shown(value: number, { unit }: CellVariable): string {
  return unit === 'rad' ? `${((value * 180) / Math.PI).toFixed(1)}°` : `${(1000 * value).toFixed(1)} mm`
}

function Obstacles({ model, history }: { model: CellModel; history: History<CellState> }) {
  const { obstacles } = model
  const all = model.view.value?.things.filter(({ kind, isFixed }) => kind === 'obstacle' && isFixed !== true) ?? []
  const chosen = all.some(({ name }) => name === obstacles.chosen.value) ? obstacles.chosen.value! : ''
  // Read here, so that the panel follows.
  const by = history.state.value.moved[chosen] ?? [0, 0, 0]
  return (
    <Section title="Obstacles">
      <p class="note">
        Drag links and obstacles in the picture; with Shift, an obstacle up and down, and a link by its own joint alone.
      </p>
      <Select
        label="Obstacle"
        value={chosen}
        options={[['', 'none chosen'], ...all.map(({ name }) => [name, name] as const)]}
        onChange={(name) => (obstacles.chosen.value = name === '' ? undefined : name)}
      />
      {AXES.map((axis, k) => (
        <Slider
          key={axis}
          label={`Moved along ${axis}`}
          value={by[k]!}
          min={-REACH}
          max={REACH}
          step={0.001}
          disabled={chosen === ''}
          show={(value) => `${(1000 * value).toFixed(0)} mm`}
          onInput={(value) => obstacles.shift(chosen, k, value)}
          onChange={() => history.settle()}
        />
      ))}
      <div class="row">
        <Button onClick={() => obstacles.add('box')}>Add a box</Button>
        <Button onClick={() => obstacles.add('ball')}>Add a ball</Button>
        <Button disabled={chosen === ''} onClick={() => obstacles.remove(chosen)}>
          Remove
        </Button>
      </div>
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
    </Section>
  )
}

const OPEN_CHOICES: readonly (readonly [OpenChoice, string])[] = [
  ['close', 'close small holes'],
  ['solid', 'make them solid'],
  ['surface', 'leave them surfaces'],
  ['refuse', 'refuse them'],
]

const AXES = ['x', 'y', 'z'] as const
/** Metres that sliders move an obstacle; dragging goes farther. */
const REACH = 1.5

/** What may touch is checked, and what is checked may touch; twice is as it was. */
function togglePair(history: History<CellState>, { a, b, status }: CellPair): void {
  if (status === 'rigid') return
  const { pairs } = history.value
  const key = pairKey(a, b)
  const { [key]: before, ...rest } = pairs
  const next = status === 'allowed' ? 'checked' : 'allowed'
  history.set({ pairs: before === undefined ? { ...pairs, [key]: next } : rest })
}
