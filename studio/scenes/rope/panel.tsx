// What is beside the rope: which one, what was found in this frame, and what is drawn of the structures that watch it.
import type { History } from '../../app/history.js'
import { Button, grouped, Section, Select, Slider, Stats, Toggle } from '../../ui/controls.js'
import type { Stage } from '../../view/stage.js'
import type { RopeNumbers } from './engine.js'
import type { RopeModel } from './model.js'
import { CAGES, METHODS, MOST_KNOT, ROPES, type RopeState } from './state.js'

const COUNTS = [100, 260, 500, 1000, 2000, 5000, 10_000]

const METHOD_NAMES: Readonly<Record<string, string>> = {
  cages: 'cages',
  grid: 'grid',
  'power-diagram': 'power diagram',
}

export interface RopePanelProps {
  readonly model: RopeModel
  readonly history: History<RopeState>
  readonly stage: Stage
}

export function RopePanel({ model, history, stage }: RopePanelProps) {
  const state = history.state.value
  const { rope, beads, thickness, method, speed } = state
  const counts = rope === 'knot' ? COUNTS.filter((count) => count <= MOST_KNOT) : COUNTS
  const near = counts.findIndex((count) => count >= beads)
  return (
    <>
      <Section title="Rope">
        <Select
          label="Motion"
          value={rope}
          options={ROPES}
          onChange={(value) => history.set({ rope: value, beads: value === 'knot' ? 260 : 500, frame: -1 })}
        />
        <Slider
          label="Beads"
          value={near < 0 ? counts.length - 1 : near}
          min={0}
          max={counts.length - 1}
          step={1}
          show={() => grouped(beads)}
          onInput={(value) => history.set({ beads: counts[value]! }, 'beads')}
          onChange={() => history.settle()}
        />
        <Slider
          label="Thickness"
          value={thickness}
          min={0.2}
          max={2}
          step={0.05}
          show={(value) => `${value.toFixed(2)} ×`}
          onInput={(value) => history.set({ thickness: value }, 'thickness')}
          onChange={() => history.settle()}
        />
        <Slider
          label="Speed"
          value={speed}
          min={1}
          max={120}
          step={1}
          show={(value) => `${value} / s`}
          onInput={(value) => history.set({ speed: value }, 'speed')}
          onChange={() => history.settle()}
        />
      </Section>
      <Found model={model} history={history} stage={stage} />
      <CagesShown model={model} history={history} />
      <Section title="Answered by">
        <Select label="Method" value={method} options={METHODS} onChange={(value) => history.set({ method: value })} />
        <Toggle label="Edges of the power diagram" value={state.edges} onChange={(edges) => history.set({ edges })} />
        <p class="note">
          The diagram is rebuilt for every frame here; the cages are only repaired. It is slow where much is straight:
          each bead of one arm of the knot then has a wall with each bead of the other.
        </p>
        <Times numbers={model.news.value?.numbers} />
      </Section>
    </>
  )
}

function Found({ model, history, stage }: RopePanelProps) {
  const news = model.news.value
  const numbers = news?.numbers
  const { closest, proof } = history.state.value
  return (
    <Section title="In this frame">
      <Stats
        rows={[
          ['hits', 'Pairs that touch', news === undefined ? '–' : grouped(news.hitPairs)],
          ['gap', 'Closest pair', news?.gap === undefined ? '–' : `${news.gap.toFixed(4)}`],
          ['pair', 'Its beads', news?.pair === undefined ? '–' : `${grouped(news.pair[0])} – ${grouped(news.pair[1])}`],
          ['method', 'Answered by', numbers === undefined ? '–' : METHOD_NAMES[numbers.method]!],
          ['proof', 'Nothing touches', proofWords(numbers)],
          [
            'basis',
            'Basis changes a second',
            model.isPlaying.value && numbers !== undefined ? grouped(numbers.changesPerSecond) : '–',
          ],
          ['lastChanges', 'In the last step', numbers === undefined ? '–' : changes(numbers)],
          ['fps', 'Frames a second', String(stage.framesPerSecond.value)],
        ]}
      />
      <Toggle label="Measure the closest pair" value={closest} onChange={(value) => history.set({ closest: value })} />
      <Toggle label="Prove that nothing touches" value={proof} onChange={(value) => history.set({ proof: value })} />
    </Section>
  )
}

function changes({ lastChanges, cages }: RopeNumbers): string {
  return `${grouped(lastChanges)} of ${grouped(cages)} cages`
}

function proofWords(numbers: RopeNumbers | undefined): string {
  const proof = numbers?.proof
  if (proof === undefined) return '–'
  if (!proof.free) return `beads ${grouped(proof.a)} and ${grouped(proof.b)} do`
  return proof.valid ? `✓ proved: ${grouped(proof.tests)} tests` : `refused: ${proof.reason}`
}

function CagesShown({ model, history }: { model: RopeModel; history: History<RopeState> }) {
  const { level, cages } = history.state.value
  const depth = model.news.value?.depth ?? 1
  const numbers = model.news.value?.numbers
  const show = (value: number): string => (value < 0 ? 'none' : `${value} of ${depth}`)
  const sum = (radii: number | undefined): string => (radii === undefined || radii === 0 ? '–' : radii.toFixed(2))
  return (
    <Section title="Cages">
      <Select label="Cages" value={cages} options={CAGES} onChange={(value) => history.set({ cages: value })} />
      <Slider
        label="Level"
        value={Math.min(level, depth)}
        min={-1}
        max={depth}
        step={1}
        show={show}
        onInput={(value) => history.set({ level: value }, 'level')}
        onChange={() => history.settle()}
      />
      <Stats
        rows={[
          ['wrappedRadii', 'Radii, wrapped', sum(numbers?.wrappedRadii)],
          ['layeredRadii', 'Radii, layered', sum(numbers?.layeredRadii)],
        ]}
      />
      <p class="note">
        A wrapped cage is the smallest ball around its beads, a layered one around the two cages below. Those whose
        basis has just changed are lit.
      </p>
    </Section>
  )
}

function Times({ numbers }: { numbers: RopeNumbers | undefined }) {
  const ms = (value: number | undefined, isDone = true): string =>
    value === undefined || !isDone ? '–' : `${value.toFixed(1)} ms`
  return (
    <Stats
      rows={[
        ['stepMs', 'Step, cages kept', ms(numbers?.stepMs)],
        ['askMs', 'Touching, closest', ms(numbers?.askMs)],
        ['proofMs', 'Proof and its check', ms(numbers?.proofMs, numbers?.proof !== undefined)],
        ['edgesMs', 'Power diagram', ms(numbers?.edgesMs, (numbers?.edges ?? 0) > 0)],
        ['edges', 'Its edges', numbers === undefined || numbers.edges === 0 ? '–' : grouped(numbers.edges)],
      ]}
    />
  )
}

export function RopeTimeline({ model, history }: { model: RopeModel; history: History<RopeState> }) {
  const frames = model.news.value?.frames ?? 1
  const at = Math.floor(model.at.value)
  return (
    <div class="rope-timeline">
      <Button label={model.isPlaying.value ? 'Pause' : 'Play'} onClick={() => model.toggle()}>
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d={model.isPlaying.value ? 'M2 1h3v10H2zM7 1h3v10H7z' : 'M2 1l9 5l-9 5z'} fill="currentColor" />
        </svg>
      </Button>
      <input
        type="range"
        aria-label="Frame"
        min={0}
        max={frames - 1}
        step={1}
        value={at}
        aria-valuetext={`frame ${at} of ${frames}`}
        onInput={(event) => model.scrub(Number(event.currentTarget.value))}
        onChange={() => history.settle()}
      />
      <output data-stat="frame">{grouped(at)}</output>
    </div>
  )
}
