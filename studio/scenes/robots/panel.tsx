// What is beside several robots: the verdict with what it assumes, the diagram, delays, signals, and a legend of all colours.
import type { History } from '../../app/history.js'
import { Button, grouped, ProgressBar, Section, Select, Slider, Stats } from '../../ui/controls.js'
import type { Stage } from '../../view/stage.js'
import { CellChooser } from '../../workcell/chooser.js'
import { millimetres, pairNames } from '../../workcell/names.js'
import { ObstaclePanel } from '../../workcell/obstacle-panel.js'
import { type Banner, freeBanner } from '../../workcell/sight.js'
import { SightPanel } from '../../workcell/sight-panel.js'
import type { CoordinateAnswer } from './answer.js'
import { Diagram, signalWords } from './diagram.js'
import type { RobotsModel } from './model.js'
import { OVERLAPPING, regionColours } from './picture.js'
import { SmallDiagrams } from './small-diagrams.js'
import { LATEST, type RobotsState } from './state.js'

export interface RobotsPanelProps {
  readonly model: RobotsModel
  readonly history: History<RobotsState>
  readonly stage: Stage
  readonly cells: readonly (readonly [string, string])[]
}

export function RobotsPanel({ model, history, stage, cells }: RobotsPanelProps) {
  const view = model.view.value
  const { mood, words } = verdictOf(model)
  return (
    <>
      <Section title="Several robots">
        <CellChooser label="Cell" {...{ model, history, cells }} />
        <p class={`verdict ${mood}`} data-stat="verdict">
          {words}
        </p>
        <Working model={model} />
        <Deadlocked model={model} history={history} />
      </Section>
      {model.laid.value.length !== 1 && (
        <Section title="Coordination diagram">
          <Diagram model={model} stage={stage} />
          <Here model={model} />
          <SmallDiagrams model={model} stage={stage} />
          <Legend model={model} stage={stage} />
        </Section>
      )}
      <Delays model={model} history={history} />
      <Proof model={model} />
      <SightPanel sight={model.here.value?.answer.sight} view={view} />
      <ObstaclePanel model={model} history={history} />
      <Settings history={history} />
    </>
  )
}

function verdictOf(model: RobotsModel): Banner {
  const answer = model.answer.value
  const robots = model.laid.value
  if (answer !== undefined) return bannerOf(answer)
  if (model.isWorking.value) return { mood: '', words: 'Proving …' }
  if (model.view.value === undefined || robots.length === 0) return { mood: '', words: 'Loading …' }
  if (robots.length < 2) return { mood: 'warn', words: 'One robot only: this scene is for two or more' }
  if (robots.every(({ duration }) => duration === 0)) {
    return { mood: 'warn', words: 'No robot has a path: drop path files, in which joints are called robot/joint' }
  }
  return { mood: '', words: 'Not proved: it was stopped' }
}

function bannerOf(answer: CoordinateAnswer): Banner {
  const { outcome, reason, deadlock } = answer
  switch (outcome) {
    case 'scheduled':
      return freeBanner('Free whatever the timing: proved', answer)
    case 'deadlock':
      return { mood: deadlock!.isSeen ? 'hit' : 'warn', words: `Deadlock: ${reason}` }
    case 'invalid':
      return { mood: 'hit', words: `No schedule: ${reason}` }
    case 'undecided':
      return { mood: 'warn', words: `Undecided: ${reason}` }
  }
}

/** As high while it works as when it does not: nothing below jumps. */
function Working({ model }: { model: RobotsModel }) {
  const isWorking = model.isWorking.value
  const step = model.step.value
  const answer = model.answer.value
  const idle = answer === undefined ? 'Ready' : `${grouped(answer.cells)} cells examined`
  return (
    <div class="robots-work" data-stat="work" data-work={isWorking ? 'coordinate' : ''}>
      <ProgressBar
        share={isWorking ? step?.share : answer === undefined ? 0 : 1}
        label={isWorking ? (step?.words ?? 'Beginning …') : idle}
      />
      {isWorking || answer !== undefined || !model.canCoordinate ? (
        <Button kind="danger" disabled={!isWorking} onClick={() => model.stop()}>
          Stop
        </Button>
      ) : (
        <Button kind="main" onClick={() => model.start()}>
          Prove
        </Button>
      )}
    </div>
  )
}

function Deadlocked({ model, history }: { model: RobotsModel; history: History<RobotsState> }) {
  const answer = model.answer.value
  if (answer?.outcome === 'deadlock') {
    const { replan } = history.state.value
    return (
      <>
        <p class="note" data-stat="ghosts">
          The hatched region cannot be passed on either side. The two transparent copies in the picture, 1 (blue) and 2
          (red), are {answer.deadlock!.a} and {answer.deadlock!.b} where it begins and where it ends.
        </p>
        <div class="row">
          <Button kind="main" disabled={replan} onClick={() => history.set({ replan: true, at: [], clock: 0 })}>
            Other paths
          </Button>
        </div>
        {replan && <p class="note warn">No other paths were found on which they can pass.</p>}
      </>
    )
  }
  if (answer?.outcome === 'invalid' && answer.ghosts.length > 0) {
    return <p class="note">The transparent copy in the picture shows where.</p>
  }
  if (answer === undefined || answer.replanned.length === 0) return null
  return (
    <>
      <p class="note" data-stat="replanned">
        {answer.replanned.join(', ')} {answer.replanned.length === 1 ? 'has' : 'have'} another path.
      </p>
      <div class="row">
        <Button onClick={() => history.set({ replan: false, at: [], clock: 0 })}>The paths as given</Button>
      </div>
    </>
  )
}

/** What is said of where the robots are. */
function Here({ model }: { model: RobotsModel }) {
  const answer = model.answer.value
  const here = model.here.value
  const view = model.view.value
  if (answer === undefined || here === undefined) return <p class="note here">Drag the dot: the robots follow.</p>
  const count = (model.laid.value.length * (model.laid.value.length - 1)) / 2
  const { touching } = here.answer
  const { nearest } = here
  const blocked = here.blocked[0]
  const { mood, words } = ((): Banner => {
    if (touching.length > 0) return { mood: 'hit', words: `${pairNames(touching[0], view)} touch here` }
    if (blocked !== undefined) {
      const how = blocked.state === OVERLAPPING ? 'hulls overlap here' : 'not proved apart here'
      return { mood: 'hit', words: `${pairNames(blocked, view)}: ${how}` }
    }
    if (answer.diagrams.length < count) return { mood: '', words: 'Not known here' }
    return freeBanner('Proved free here', answer)
  })()
  return (
    <p class={`here ${mood}`} aria-live="polite" data-stat="here">
      {words}
      {nearest !== undefined && touching.length === 0 && (
        <span class="note">, robots {millimetres(nearest.distance)} apart</span>
      )}
    </p>
  )
}

function Legend({ model, stage }: { model: RobotsModel; stage: Stage }) {
  const colours = regionColours(stage.theme.value)
  const isDeadlock = model.answer.value?.outcome === 'deadlock'
  const row = (swatch: string, words: string, background?: string) => (
    <li key={words}>
      <span class={`swatch ${swatch}`} style={background === undefined ? {} : { background }} />
      <span>{words}</span>
    </li>
  )
  return (
    <ul class="legend robots-legend">
      {row('', 'proved free', colours[0])}
      {row('', 'not proved free', colours[1])}
      {row('', 'hulls overlap throughout', colours[2])}
      {row('round proved', 'the dot, proved free')}
      {row('round blocked', 'the dot, and two links: not free')}
      {!isDeadlock && row('line nominal', 'on time')}
      {!isDeadlock && row('line delayed', 'with delays')}
      {!isDeadlock && row('line waits', 'waits there, for a signal')}
      {!isDeadlock && row('line passes', 'gives the signal')}
      {!isDeadlock && row('late', 'late')}
      {isDeadlock && row('hatched', 'the region of the deadlock')}
      {isDeadlock && row('round ghost-0', 'copy 1: where it begins')}
      {isDeadlock && row('round ghost-1', 'copy 2: where it ends')}
      {model.answer.value?.outcome === 'invalid' && row('round ghost-0', 'copy: where it is not free')}
      {row('line robot-0', 'path of a tool')}
    </ul>
  )
}

function Delays({ model, history }: { model: RobotsModel; history: History<RobotsState> }) {
  if (model.answer.value?.outcome !== 'scheduled') return null
  const { delays } = history.state.value
  return (
    <Section title="Delays">
      <p class="note">Let a robot start late: the others wait for its signals, and nothing touches.</p>
      {model.laid.value.map(({ name }) => (
        <Slider
          key={name}
          label={`Delay of ${name}`}
          value={delays[name] ?? 0}
          min={0}
          max={LATEST}
          step={0.1}
          show={(value) => `${value.toFixed(1)} s`}
          onInput={(value) => model.setDelay(name, value)}
          onChange={() => void model.playDelayed()}
        />
      ))}
    </Section>
  )
}

function Proof({ model }: { model: RobotsModel }) {
  const answer = model.answer.value
  if (answer?.outcome !== 'scheduled') return null
  const { signals, makespan, lowerBound, oneAfterOther } = answer
  const seconds = (value: number | undefined): string => (value === undefined ? '–' : `${value.toFixed(2)} s`)
  return (
    <Section title="Proof">
      <p class="note">
        Nothing touches, however late, slow or fast robots are, as long as each of them stays on its path, never goes
        back, and passes no mark before its signals are there.
      </p>
      <Stats
        rows={[
          ['makespan', 'All have arrived, on time', seconds(makespan)],
          ['delayed-end', 'With the delays', seconds(model.delayed.value?.end)],
          ['lower-bound', 'The longest path alone', seconds(lowerBound)],
          ['one-after-other', 'One after the other', seconds(oneAfterOther)],
          ['signals', 'Signals', String(signals.length)],
        ]}
      />
      <Checked model={model} />
      {signals.length > 0 && (
        <details class="note">
          <summary>All signals</summary>
          <ul class="note" data-stat="signal-list">
            {signals.map((signal) => (
              <li key={`${signal.robot} ${signal.mark} ${signal.after}`}>{signalWords(signal)}</li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

/** The execution as one motion, proved by itself. */
function Checked({ model }: { model: RobotsModel }) {
  const checked = model.checked.value
  const isOfThis = checked?.delays === JSON.stringify(model.host.history.value.delays)
  return (
    <div class="row">
      <Button onClick={() => void model.check()}>Check this execution</Button>
      <span data-stat="checked" class={!isOfThis ? '' : checked.outcome === 'free' ? 'free' : 'hit'}>
        {!isOfThis ? '' : checked.outcome === 'free' ? 'free at every instant' : checked.outcome}
      </span>
    </div>
  )
}

const ATOMS: readonly (readonly [string, string])[] = [
  ['0.01', '10 ms'],
  ['0.02', '20 ms'],
  ['0.04', '40 ms'],
  ['0.08', '80 ms'],
]

function Settings({ history }: { history: History<RobotsState> }) {
  const { atom, speed, clearance } = history.state.value
  const known = ATOMS.some(([key]) => key === String(atom))
  return (
    <Section title="Settings">
      <Select
        label="Atoms of paths"
        value={String(atom)}
        options={known ? ATOMS : [...ATOMS, [String(atom), `${1000 * atom} ms`]]}
        onChange={(value) => history.set({ atom: Number(value), at: [], clock: 0 })}
      />
      <Slider
        label="Speed, of the joints' limits"
        value={100 * speed}
        min={5}
        max={100}
        step={5}
        show={(value) => `${value.toFixed(0)} %`}
        onInput={(value) => history.set({ speed: value / 100, at: [], clock: 0 }, 'speed')}
        onChange={() => history.settle()}
      />
      <Slider
        label="Clearance to keep"
        value={1000 * clearance}
        min={0}
        max={50}
        step={1}
        show={(value) => `${value.toFixed(0)} mm`}
        onInput={(value) => history.set({ clearance: value / 1000, at: [], clock: 0 }, 'clearance')}
        onChange={() => history.settle()}
      />
      <p class="note">
        A joint whose file gives no speed limit gets 1 rad/s, or 1 m/s. Drop a scene with its robots and one path file
        for each robot, or save these files to see how they are written.
      </p>
    </Section>
  )
}
