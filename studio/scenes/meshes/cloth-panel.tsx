// What is beside a cloth: whether its step is free, what proved it, and the cloth; over the picture, the time of the step.
import type { History } from '../../app/history.js'
import { Button, grouped, PlayButton, Section, Slider, Stats, Toggle } from '../../ui/controls.js'
import type { ClothAnswer } from './cloth.js'
import type { ClothModel } from './cloth-model.js'
import { Shown } from './shown.js'
import { COUNTS, type MeshesState, MOST_BEND } from './state.js'

export interface ClothPanelProps {
  readonly model: ClothModel
  readonly history: History<MeshesState>
}

export function ClothPanel(props: ClothPanelProps) {
  return (
    <>
      <Shown history={props.history} />
      <Verdict {...props} />
      <Proved {...props} />
      <Cloth {...props} />
    </>
  )
}

function Verdict({ model }: ClothPanelProps) {
  const answer = model.isLooking.value ? undefined : model.answer.value
  const { outcome, at, first, pairs, collapsed } = answer ?? {}
  return (
    <Section title="From start to end">
      <p class={`verdict ${outcome === 'free' ? 'free' : outcome === 'collision' ? 'hit' : ''}`} data-stat="cloth">
        {clothWords(outcome)}
      </p>
      <Stats
        rows={[
          ['clothAt', 'First contact at', at === undefined ? '–' : at.toFixed(6)],
          ['clothPair', 'Its triangles', first === undefined ? '–' : first.map(grouped).join(' – ')],
          ['clothPairs', 'Pairs that touch', pairs === undefined ? '–' : grouped(pairs)],
          ['collapsed', 'Triangles that collapse', collapsed === undefined ? '–' : grouped(collapsed)],
        ]}
      />
      <div class="row">
        <Button disabled={at === undefined} onClick={() => model.seek()}>
          Show the first contact
        </Button>
      </div>
      <p class="note">Every vertex moves straight from one rim to the other, all in the same time.</p>
    </Section>
  )
}

function clothWords(outcome: ClothAnswer['outcome'] | undefined): string {
  switch (outcome) {
    case 'free':
      return 'The straight step is free'
    case 'collision':
      return 'It touches itself'
    case 'undecided':
      return 'Undecided: triangles collapse'
    case 'nothing-to-check':
      return 'Nothing to check'
    case undefined:
      return 'Checking …'
  }
}

function Proved({ model, history }: ClothPanelProps) {
  const answer = model.isLooking.value ? undefined : model.answer.value
  const { stats } = answer ?? {}
  const number = (value: number | undefined): string => (value === undefined ? '–' : grouped(value))
  return (
    <Section title="What was proved, and how">
      <Stats
        rows={[
          ['slabs', 'Slabs of time', number(stats?.slabs)],
          ['nodeTests', 'Node tests', number(stats?.volumeTests)],
          ['trianglePairs', 'Triangle pairs reached', number(stats?.leafTests)],
          ['stars', 'Vertices proved with all triangles', number(stats?.stars)],
          ['single', 'Pairs decided one by one', number(answer?.single)],
          ['hullTests', 'Hulls tested for them', number(stats?.hullTests)],
          ['exactCalls', 'In whole numbers', number(stats?.exactCalls)],
        ]}
      />
      <Toggle
        label="Paint triangles of pairs decided one by one"
        value={history.state.value.opened}
        onChange={(opened) => history.set({ opened })}
      />
    </Section>
  )
}

function Cloth({ history, model }: ClothPanelProps) {
  const { cloth, triangles, bend } = history.state.value
  const near = COUNTS.findIndex((count) => count >= triangles)
  const bends = cloth === 'fold' || cloth === 'roll'
  return (
    <Section title="Cloth">
      <Slider
        label="Bends by"
        value={bend}
        min={0.1}
        max={MOST_BEND}
        step={0.05}
        disabled={!bends}
        show={(value) => (bends ? `${((180 * value) / Math.PI).toFixed(0)}°` : '–')}
        onInput={(value) => history.set({ bend: Number(value.toFixed(2)) }, 'bend')}
        onChange={() => history.settle()}
      />
      <Slider
        label="Triangles"
        value={near < 0 ? COUNTS.length - 1 : near}
        min={0}
        max={COUNTS.length - 1}
        step={1}
        show={() => grouped((model.answer.value?.corners.length ?? 3 * triangles) / 3)}
        onInput={(value) => history.set({ triangles: COUNTS[value]! }, 'triangles')}
        onChange={() => history.settle()}
      />
    </Section>
  )
}

export function ClothTimeline({ model, history }: ClothPanelProps) {
  const time = model.time.value
  const { at, outcome } = (model.isLooking.value ? undefined : model.answer.value) ?? {}
  return (
    <div class="player">
      <PlayButton isPlaying={model.isPlaying.value} onClick={() => model.toggle()} />
      <div class="cloth-track">
        <i class={outcome === 'free' || outcome === 'collision' ? 'free' : ''} />
        {at !== undefined && <i class="after" style={{ left: `calc(8px + ${at} * (100% - 16px))` }} />}
        <input
          type="range"
          aria-label="Time"
          min={0}
          max={1}
          step={0.001}
          value={time}
          aria-valuetext={`${(100 * time).toFixed(1)} %`}
          onInput={(event) => model.scrub(Number(event.currentTarget.value))}
          onChange={() => history.settle()}
        />
      </div>
      <output data-stat="time">{time.toFixed(3)}</output>
    </div>
  )
}
