// What is beside the cell: the verdict, sliders of the joints, obstacles, and which pairs may touch.
import type { History } from '../../app/history.js'
import { Button, Section, Stats } from '../../ui/controls.js'
import type { CellTouch } from '../../workcell/answers.js'
import { CellChooser } from '../../workcell/chooser.js'
import { pairKey } from '../../workcell/edits.js'
import { deepestOf, millimetres, pairNames, shortName } from '../../workcell/names.js'
import { ObstaclePanel } from '../../workcell/obstacle-panel.js'
import { bannerOf } from '../../workcell/sight.js'
import { SightPanel } from '../../workcell/sight-panel.js'
import type { CellPair } from '../../workcell/workcell.js'
import { AllowPanel } from './allow-panel.js'
import { Joints } from './joints-panel.js'
import { Links } from './link-tree.js'
import { PairMatrix } from './matrix.js'
import { type CellModel, TIMED } from './model.js'
import { SlicePanel } from './slice-panel.js'
import type { RobotCellState } from './state.js'
import { Tool } from './tool-panel.js'

export interface CellPanelProps {
  readonly model: CellModel
  readonly history: History<RobotCellState>
  readonly cells: readonly (readonly [string, string])[]
}

export function CellPanel({ model, history, cells }: CellPanelProps) {
  const state = history.state.value
  const view = model.view.value
  const touching = model.answer.value?.touching ?? []
  return (
    <>
      <Section title="Cell">
        <CellChooser label="Cell" {...{ model, history, cells }} />
      </Section>
      <Verdict model={model} />
      <SightPanel sight={model.answer.value?.sight} view={view} />
      <Tool model={model} history={history} />
      <Joints model={model} history={history} />
      <Links model={model} history={history} />
      <ObstaclePanel model={model} history={history} />
      <Section title="Pairs">
        <PairMatrix
          things={view?.things.map(({ name }) => name) ?? []}
          nameOf={(thing) => shortName(thing, view)}
          pairs={model.pairs.value}
          touching={touching}
          onToggle={(pair) => togglePair(history, pair)}
        />
        <div class="row">
          <Button
            disabled={touching.length === 0}
            onClick={() => history.set({ pairs: withTouching(state, model.pairs.value, touching) })}
          >
            {touching.length === 1 ? 'Allow the pair that touches' : `Allow all ${touching.length || ''} that touch`}
          </Button>
          <Button disabled={Object.keys(state.pairs).length === 0} onClick={() => history.set({ pairs: {} })}>
            As at first
          </Button>
        </div>
      </Section>
      <AllowPanel model={model.allow} view={view} />
      <SlicePanel model={model} />
    </>
  )
}

/** What is closest is what one asks first: by names, below the verdict. */
function Verdict({ model }: { model: CellModel }) {
  const answer = model.answer.value
  const view = model.view.value
  const touching = answer?.touching ?? []
  const nearest = answer?.nearest
  const deepest = deepestOf(touching)
  const { mood, words } = bannerOf(answer, view)
  return (
    <Section title="Now">
      <p class={`verdict ${mood}`} data-stat="verdict">
        {words}
      </p>
      <p class="closest" data-stat="closest">
        {deepest === undefined ? 'Closest pair' : 'Deepest pair'}:{' '}
        <b data-stat="pair">{pairNames(deepest ?? nearest, view)}</b>
        {deepest !== undefined && `, ${millimetres(deepest.depth)} deep in each other`}
        {deepest === undefined && nearest !== undefined && (
          <>
            , <b data-stat="distance">{millimetres(nearest.distance)}</b> apart
          </>
        )}
      </p>
      <Stats
        rows={[
          ['touching', 'Pairs that touch', answer === undefined ? '–' : String(touching.length)],
          ...(deepest !== undefined && nearest !== undefined
            ? [['distance', 'Distance', millimetres(nearest.distance)] as const]
            : []),
          [
            'outside',
            'Beyond limits',
            answer === undefined ? '–' : answer.outside.length === 0 ? 'none' : answer.outside.join(', '),
          ],
          [
            'millis',
            model.micros.value === 0 ? 'Engine, median' : `Engine, median of ${Math.min(model.answers.value, TIMED)}`,
            model.micros.value === 0 ? '–' : `${(model.micros.value / 1000).toFixed(2)} ms`,
            `What touches, and the closest pair: the median of the last ${TIMED} answers in the worker, drawing left out.`,
          ],
        ]}
      />
    </Section>
  )
}

/** Robots whose files allow nothing often touch themselves as they are built. */
function withTouching(
  { pairs }: RobotCellState,
  all: readonly CellPair[],
  touching: readonly CellTouch[],
): RobotCellState['pairs'] {
  const now = new Set(touching.flatMap(({ a, b }) => [pairKey(a, b), pairKey(b, a)]))
  const keys = all.map(({ a, b }) => pairKey(a, b)).filter((key) => now.has(key))
  return { ...pairs, ...Object.fromEntries(keys.map((key) => [key, 'allowed'] as const)) }
}

/** What may touch is checked, and what is checked may touch; twice is as it was. */
function togglePair(history: History<RobotCellState>, { a, b, status }: CellPair): void {
  if (status === 'rigid') return
  const { pairs } = history.value
  const key = pairKey(a, b)
  const { [key]: before, ...rest } = pairs
  const next = status === 'allowed' ? 'checked' : 'allowed'
  history.set({ pairs: before === undefined ? { ...pairs, [key]: next } : rest })
}
