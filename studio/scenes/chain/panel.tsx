// What is beside the chain: what to do with it, how fast it is, and the grid beside it.
import type { History } from '../../app/history.js'
import { Button, grouped, ProgressBar, Section, Select, Slider, Stats, Toggle } from '../../ui/controls.js'
import type { Stage } from '../../view/stage.js'
import type { ChainNumbers } from './engine.js'
import type { ChainModel } from './model.js'
import { type ChainState, RIVALS, STARTS } from './state.js'
import type { ChainWay } from './way.js'

const COUNTS = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000]

export interface ChainPanelProps {
  readonly model: ChainModel
  readonly history: History<ChainState>
  readonly stage: Stage
}

export function ChainPanel({ model, history, stage }: ChainPanelProps) {
  const numbers = model.numbers.value
  const { isRunning } = model
  return (
    <>
      <Section title="Folding">
        <div class="row">
          <Button kind="main" onClick={() => model.toggle()}>
            {isRunning ? 'Stop' : 'Fold'}
          </Button>
          <Button disabled={isRunning} onClick={() => void model.stepOne()}>
            Step one
          </Button>
          <Button onClick={() => model.startAgain()}>Start again</Button>
        </div>
        <Goal model={model} />
        <Stats
          rows={[
            ['steps', 'Steps', numbers === undefined ? '–' : grouped(numbers.steps)],
            ['taken', 'Taken', numbers === undefined ? '–' : grouped(numbers.taken)],
            ['rate', 'Steps a second', isRunning && numbers !== undefined ? grouped(numbers.stepsPerSecond) : '–'],
            ['volumeTests', 'Box tests a step', perStep(numbers, numbers?.volumeTests)],
            ['leafTests', 'Bead tests a step', perStep(numbers, numbers?.leafTests)],
            ['nodes', 'Boxes updated a step', perStep(numbers, numbers?.nodesUpdated)],
            ['last', 'Last move', lastMove(model)],
            ['fps', 'Frames a second', String(stage.framesPerSecond.value)],
          ]}
        />
      </Section>
      <Way model={model} history={history} />
      <Beside model={model} history={history} />
      <Boxes model={model} history={history} />
      <Setup history={history} />
    </>
  )
}

function Goal({ model }: { model: ChainModel }) {
  const goal = model.goal.value
  const steps = model.numbers.value?.steps ?? 0
  const isNear = goal === undefined || goal === Number.POSITIVE_INFINITY
  const label = isNear ? (goal === undefined ? 'Still' : 'Folding') : `To step ${grouped(goal)}`
  return <ProgressBar share={isNear ? (goal === undefined ? 0 : undefined) : steps / goal} label={label} />
}

function perStep(numbers: ChainNumbers | undefined, sum: number | undefined): string {
  return numbers === undefined || numbers.steps === 0 ? '–' : (sum! / numbers.steps).toFixed(1)
}

function lastMove(model: ChainModel): string {
  const last = model.last.value
  if (model.isRunning || last === undefined || model.numbers.value === undefined) return '–'
  return `bond ${grouped(last.joint)}, ${degrees(last.angle)}: ${last.taken ? 'taken' : 'touched'}`
}

function Way({ model, history }: { model: ChainModel; history: History<ChainState> }) {
  const { joint, angle, beads } = history.state.value
  const way = model.way.value
  const isAsked = joint >= 0
  return (
    <Section title="A turn, all the way">
      <Toggle
        label="Ask about a turn"
        value={isAsked}
        onChange={(on) => model.askAbout(on ? Math.floor(beads / 2) : -1)}
      />
      <Slider
        label="Bond"
        value={Math.min(Math.max(0, joint), beads - 2)}
        min={0}
        max={beads - 2}
        step={1}
        show={(value) => (isAsked ? grouped(value) : '–')}
        disabled={!isAsked}
        onInput={(value) => history.set({ joint: value }, 'joint')}
        onChange={() => history.settle()}
      />
      <Slider
        label="Angle"
        value={angle}
        min={-3.14}
        max={3.14}
        step={0.01}
        show={degrees}
        disabled={!isAsked}
        onInput={(value) => history.set({ angle: value }, 'angle')}
        onChange={() => history.settle()}
      />
      <p class={`verdict ${way === undefined ? '' : way.outcome === 'free' ? 'free' : 'hit'}`} data-stat="way">
        {wayWords(way)}
      </p>
      <Stats
        rows={[
          ['wayAt', 'It first touches at', way?.at === undefined ? '–' : degrees(way.at * way.angle)],
          ['wayPair', 'Two beads that do', way?.pair === undefined ? '–' : way.pair.map(grouped).join(' – ')],
          ['wayEnd', 'Its end alone', way === undefined ? '–' : way.endFree ? 'free' : 'touches'],
          ['wayTests', 'Tests', way === undefined ? '–' : grouped(way.tests)],
        ]}
      />
      <div class="row">
        <Button onClick={() => void model.findPassage()}>Find one that only touches on the way</Button>
      </div>
    </Section>
  )
}

function degrees(angle: number): string {
  return `${((180 * angle) / Math.PI).toFixed(1)}°`
}

function wayWords(way: ChainWay | undefined): string {
  if (way === undefined) return '–'
  if (way.outcome === 'free') return 'Free all the way'
  return way.outcome === 'collision' ? 'It touches on the way' : 'Undecided'
}

function Beside({ model, history }: { model: ChainModel; history: History<ChainState> }) {
  const numbers = model.numbers.value
  const own = numbers?.microsPerStep ?? 0
  const grid = numbers?.rival.microsPerStep ?? 0
  const isKnown = own > 0 && grid > 0
  return (
    <Section title="Beside it: a grid">
      <Select
        label="Rival"
        value={history.state.value.rival}
        options={RIVALS}
        onChange={(rival) => history.set({ rival })}
      />
      <Stats
        rows={[
          ['ownRate', 'ChainTree, steps a second', own > 0 ? grouped(1e6 / own) : '–'],
          ['gridRate', 'Grid, steps a second', grid > 0 ? grouped(1e6 / grid) : '–'],
          ['ratio', 'ChainTree is faster by', isKnown ? `${(grid / own).toPrecision(3)} ×` : '–'],
          ['agree', 'Same answer', numbers === undefined || grid === 0 ? '–' : agreement(numbers.rival)],
        ]}
      />
      <p class="note">
        The grid repeats the moves of the chain from the same positions, in turns with it in the same worker. The times
        are of rotation, test and undo (medians of the last seconds), without drawing.
      </p>
    </Section>
  )
}

function agreement({ steps, differences }: ChainNumbers['rival']): string {
  return differences === 0 ? `✓ all ${grouped(steps)}` : `${grouped(differences)} of ${grouped(steps)} differ`
}

function Boxes({ model, history }: { model: ChainModel; history: History<ChainState> }) {
  const { level, path, beads } = history.state.value
  const top = model.levels.value - 1
  const show = (value: number): string =>
    value < 0 ? 'none' : value >= top ? 'all' : grouped(Math.min(beads, 4 * 2 ** value))
  return (
    <Section title="Boxes">
      <Slider
        label="Level: beads in a box"
        value={Math.min(level, top)}
        min={-1}
        max={top}
        step={1}
        show={show}
        onInput={(value) => history.set({ level: value }, 'level')}
        onChange={() => history.settle()}
      />
      <Toggle
        label="Those that the last move has changed"
        value={path}
        onChange={(value) => history.set({ path: value })}
      />
    </Section>
  )
}

function Setup({ history }: { history: History<ChainState> }) {
  const { beads, start, width, seed } = history.state.value
  const near = COUNTS.findIndex((count) => count >= beads)
  return (
    <Section title="Chain">
      <Slider
        label="Beads"
        value={near < 0 ? COUNTS.length - 1 : near}
        min={0}
        max={COUNTS.length - 1}
        step={1}
        show={() => grouped(beads)}
        onInput={(value) => history.set({ beads: COUNTS[value]!, steps: 0 }, 'beads')}
        onChange={() => history.settle()}
      />
      <Select
        label="Start"
        value={start}
        options={STARTS}
        onChange={(value) => history.set({ start: value, steps: 0 })}
      />
      <Slider
        label="Largest turn"
        value={width}
        min={0.01}
        max={3.14}
        step={0.01}
        show={(value) => `${((180 * value) / Math.PI).toFixed(0)}°`}
        onInput={(value) => history.set({ width: value, steps: 0 }, 'width')}
        onChange={() => history.settle()}
      />
      <Slider
        label="Seed"
        value={Math.min(seed, 50)}
        min={1}
        max={50}
        step={1}
        show={() => String(seed)}
        onInput={(value) => history.set({ seed: value, steps: 0 }, 'seed')}
        onChange={() => history.settle()}
      />
    </Section>
  )
}
