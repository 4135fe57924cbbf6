// What is beside a motion: what to do with it, and what was found.

import { save } from '../../app/files.js'
import type { History } from '../../app/history.js'
import { Button, grouped, ProgressBar, Section, Slider, Stats, Toggle } from '../../ui/controls.js'
import { NumberField } from '../../ui/number-field.js'
import { CellChooser } from '../../workcell/chooser.js'
import { JointSliders } from '../../workcell/joint-sliders.js'
import { millimetres, pairNames } from '../../workcell/names.js'
import { ObstaclePanel } from '../../workcell/obstacle-panel.js'
import { SightPanel } from '../../workcell/sight-panel.js'
import { ComparePanel } from './compare-panel.js'
import type { SampleAnswer } from './engine.js'
import type { MotionModel } from './model.js'
import { isTimed, untimed } from './path.js'
import type { MotionState } from './state.js'
import { bannerOf } from './verdict-words.js'

export interface MotionPanelProps {
  readonly model: MotionModel
  readonly history: History<MotionState>
  readonly cells: readonly (readonly [string, string])[]
}

export function MotionPanel({ model, history, cells }: MotionPanelProps) {
  const state = history.state.value
  const view = model.view.value
  const work = model.work.value
  return (
    <>
      <Section title="Motion">
        <CellChooser label="Motion" {...{ model, history, cells }} />
        <div class="row">
          <Button kind="main" disabled={work !== undefined} onClick={() => void model.check()}>
            Check
          </Button>
          <Button disabled={work !== undefined} onClick={() => void model.findPath('plan')}>
            Plan
          </Button>
          <Button disabled={work !== undefined} onClick={() => void model.findPath('smooth')}>
            Smooth
          </Button>
          <Button kind="danger" disabled={work === undefined} onClick={() => model.stop()}>
            Stop
          </Button>
        </div>
        <Toggle
          label="Slowly, so that it can be watched"
          value={state.slow}
          onChange={(slow) => history.replace({ slow })}
        />
        <Progress model={model} />
        <Stats rows={[['now', 'Here', hereWords(model)]]} />
      </Section>
      <Proof model={model} history={history} />
      <SightPanel sight={model.now.value?.sight} view={view} />
      <ComparePanel model={model} history={history} />
      <Samples model={model} history={history} />
      <Waypoint model={model} history={history} />
      <ObstaclePanel model={model} history={history} />
      <Section title="Settings">
        <Slider
          label="Clearance to keep"
          value={1000 * state.clearance}
          min={0}
          max={50}
          step={0.5}
          show={(value) => `${value.toFixed(1)} mm`}
          onInput={(value) => history.set({ clearance: value / 1000 }, 'clearance')}
          onChange={() => history.settle()}
        />
        <Toggle
          label="Ignore joint limits"
          value={state.ignoreLimits}
          onChange={(ignoreLimits) => history.set({ ignoreLimits })}
        />
        <Slider
          label="Seed of the planner"
          value={state.seed}
          min={1}
          max={50}
          step={1}
          onInput={(seed) => history.set({ seed }, 'seed')}
          onChange={() => history.settle()}
        />
      </Section>
    </>
  )
}

const DOING = { check: 'Checking', plan: 'Planning', smooth: 'Smoothing', time: 'Timing' } as const

function Progress({ model }: { model: MotionModel }) {
  const work = model.work.value
  const step = model.step.value
  const proved = model.progress.value?.proved
  const idle = model.view.value === undefined ? 'Loading …' : 'Ready'
  const label = work === undefined ? model.said.value || idle : (step?.words ?? `${DOING[work]} …`)
  const share = work === undefined ? 0 : work === 'check' ? (proved ?? 0) : step?.share
  return (
    <div data-stat="work" data-work={work ?? ''}>
      <ProgressBar share={share} label={label} />
    </div>
  )
}

function Proof({ model, history }: Omit<MotionPanelProps, 'cells'>) {
  const verdict = model.verdict.value
  const progress = model.progress.value
  const verified = model.verified.value
  const isFree = verdict?.outcome === 'free'
  const at = verdict?.at
  const { mood, words } = bannerOf(verdict, model.work.value === 'check', history.state.value.ignoreLimits)
  return (
    <Section title="Proof">
      <p class={`verdict ${mood}`} data-stat="verdict">
        {words}
      </p>
      <div class="row proof-row">
        {isFree && (
          <Button kind="main" onClick={() => void saveProof(model)}>
            Save certificate
          </Button>
        )}
        {at !== undefined && <Button onClick={() => model.playback.goTo(at)}>Show where</Button>}
      </div>
      {isFree && (
        <p class="note">
          Saved as motion.zip with the scene and the path: <code>limber verify</code> checks it without trusting the
          studio.
        </p>
      )}
      <Stats
        rows={[
          [
            'pair',
            isFree || verdict === undefined ? 'Critical pair' : 'Pair',
            pairNames(verdict ?? progress?.next, model.view.value),
          ],
          ['at', 'Where', verdict?.at === undefined ? '–' : `${(100 * verdict.at).toFixed(2)} %`],
          ['proved', 'Proved', percent(progress?.proved)],
          ['tests', 'Tests', progress === undefined ? '–' : grouped(progress.tests)],
          ['verified', 'Certificate', verifiedWords(verified)],
          ['planes', 'Separating planes', verified?.valid === true ? grouped(verified.leaves) : '–'],
        ]}
      />
    </Section>
  )
}

async function saveProof(model: MotionModel): Promise<void> {
  try {
    save(await model.proofFile(), 'motion.zip')
  } catch (error) {
    model.host.notify((error as Error).message, 'error')
  }
}

/** The waypoint at which it stands, and what can be done with the path as a whole. */
function Waypoint({ model, history }: Omit<MotionPanelProps, 'cells'>) {
  const { path } = model
  const which = model.waypoints.chosen
  const count = path.waypoints.length
  const name = which === undefined ? 'none here' : which === 0 ? 'start' : which === count - 1 ? 'goal' : `${which + 1}`
  const state = history.state.value
  return (
    <Section title="Path">
      <Stats
        rows={[
          ['waypoints', 'Waypoints', String(count)],
          ['waypoint', 'Waypoint', name],
        ]}
      />
      {which !== undefined && isTimed(path) && (
        <div class="triple">
          <NumberField
            label="Reached at"
            unit="s"
            value={Number(path.times[which]!.toFixed(4))}
            step={0.05}
            onChange={(time) => {
              model.waypoints.retime(which, time)
              history.settle()
              const kept = model.path.times[which]!
              if (Math.abs(kept - time) > 1e-4) {
                model.host.notify(`Waypoints stay in their order: this one is reached at ${kept.toFixed(3)} s.`)
              }
            }}
            onError={(words) => model.host.notify(words, 'error')}
          />
        </div>
      )}
      <p class="note">
        At the start, the goal or a waypoint, drag a link (with Shift, by its own joint alone) or set its joints to
        change that configuration.
      </p>
      {which !== undefined && model.view.value !== undefined && (
        <details class="more">
          <summary>Joints at {name === `${which + 1}` ? `waypoint ${name}` : `the ${name}`}</summary>
          <JointSliders
            view={model.view.value}
            q={path.waypoints[which]!}
            set={(q, topic) => model.waypoints.put(which, q, topic)}
            settle={() => history.settle()}
          />
        </details>
      )}
      <div class="row">
        <Button
          disabled={model.work.value !== undefined || state.waypoints.length === 0}
          onClick={() => model.waypoints.set(untimed([]), { t: 0 })}
        >
          Straight from start to goal
        </Button>
        {isTimed(path) && <Button onClick={() => model.waypoints.set(untimed(path.waypoints))}>Without times</Button>}
      </div>
    </Section>
  )
}

/** What is nearest, or touches, at the place along the path that is shown. */
function hereWords(model: MotionModel): string {
  const { touching = [], nearest } = model.now.value ?? {}
  const view = model.view.value
  if (touching.length > 0) return `${pairNames(touching[0], view)} touch here`
  return nearest === undefined ? '–' : `${millimetres(nearest.distance)}: ${pairNames(nearest, view)}`
}

function verifiedWords(verified: MotionModel['verified']['value']): string {
  if (verified === undefined) return '–'
  if (!verified.valid) return `refused: ${verified.reason}`
  return `✓ verified independently${verified.unseen.length > 0 ? ', except for unseen links' : ''}`
}

function percent(share: number | undefined): string {
  return share === undefined || Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`
}

function Samples({ model, history }: { model: MotionModel; history: History<MotionState> }) {
  const sampled = model.sampled.value
  const isWrong = sampled?.outcome === 'sampled' && model.verdict.value?.outcome === 'collision'
  return (
    <Section title="Samples, for comparison">
      <p class={`verdict ${isWrong ? 'hit' : ''}`} data-stat="sampled">
        {sampledWords(sampled, isWrong)}
      </p>
      <Slider
        label="Longest step"
        value={history.state.value.resolution}
        min={0.001}
        max={0.2}
        step={0.001}
        show={(value) => `${((value * 180) / Math.PI).toFixed(2)}°`}
        onInput={(resolution) => {
          history.set({ resolution }, 'resolution')
          void model.sample()
        }}
        onChange={() => history.settle()}
      />
      <Stats
        rows={[
          ['samples', 'Configurations', sampled === undefined ? '–' : grouped(sampled.ticks.length)],
          ['sampled-at', 'Collision found at', sampled?.at === undefined ? '–' : `${(100 * sampled.at).toFixed(2)} %`],
        ]}
      />
    </Section>
  )
}

function sampledWords(sampled: SampleAnswer | undefined, isWrong: boolean): string {
  if (sampled === undefined) return 'Not sampled'
  if (sampled.outcome === 'collision') return 'Found a collision'
  if (sampled.outcome === 'undecided') return 'Gave up'
  return isWrong ? 'Found nothing: it stepped over' : 'Found nothing'
}
