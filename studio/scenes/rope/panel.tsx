// What is beside the rope: which one, what was found in this frame, and what is drawn of the structures that watch it.
import { isFile } from '../../app/dropped.js'
import type { History } from '../../app/history.js'
import { Button, grouped, Section, Select, Slider, Stats, Toggle } from '../../ui/controls.js'
import type { Stage } from '../../view/stage.js'
import { countContacts } from './contacts.js'
import type { RopeFrame, RopeNumbers } from './engine.js'
import type { RopeModel } from './model.js'
import { ATOMS, CAGES, CHECKED, METHODS, mostBeads, ROPES, type RopeState } from './state.js'
import { FREE, NOTHING, REFUSED, type RopeSteps, UNKNOWN } from './steps.js'
import { unitOf } from './unit.js'

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
  const { rope, beads, thickness, method } = state
  const counts = COUNTS.filter((count) => count <= mostBeads(rope))
  const near = counts.findIndex((count) => count >= beads)
  return (
    <>
      <Section title="Rope">
        <Select
          label="Motion"
          value={rope}
          options={[...ROPES, ...model.files.list.value]}
          onChange={(value) => model.choose(value)}
        />
        <Waiting model={model} />
        {isFile(rope) ? (
          <Source model={model} history={history} />
        ) : (
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
        )}
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
      </Section>
      <Steps model={model} history={history} />
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

/** Frames that came without names: what is missing, and what can be done without it. */
function Waiting({ model }: { model: RopeModel }) {
  const waiting = model.files.waiting.value
  if (waiting === undefined) return null
  return (
    <div class="rope-waiting" role="status">
      <p data-stat="waiting">{waiting.wants}</p>
      <p class="note">
        {grouped(waiting.frames)} frames of {grouped(waiting.atoms)} atoms are kept meanwhile.
      </p>
      <div class="row">
        <Button onClick={() => model.takeNameless()}>Take every atom as a bead</Button>
        <Button onClick={() => model.files.dismiss()}>Forget it</Button>
      </div>
    </div>
  )
}

/** Which atoms of the files are beads, and what may overlap. */
function Source({ model, history }: { model: RopeModel; history: History<RopeState> }) {
  const { rope, atoms, chain, closed, neighbours, ignoreCell } = history.state.value
  const view = model.files.viewOf(rope)
  const news = model.news.value
  if (view === undefined) return null
  const chains = view.chains.map((id) => [id, id === '' ? '(no name)' : id] as const)
  const radius = news === undefined ? '–' : `${news.radius.toPrecision(4)}${unitOf(news)}`
  return (
    <>
      {view.hasAlphas && (
        <Select label="Beads" value={atoms} options={ATOMS} onChange={(value) => history.set({ atoms: value })} />
      )}
      {view.chains.length > 1 && (
        <Select label="Chain" value={chain} options={chains} onChange={(value) => history.set({ chain: value })} />
      )}
      <Toggle
        label="Closed: the last bead is next to the first"
        value={closed}
        onChange={(value) => history.set({ closed: value })}
      />
      {view.hasCell && !ignoreCell && (
        <p class="note">In a periodic box: the rope is made whole, and every bead goes to its nearest image.</p>
      )}
      {view.hasCell && (
        <Toggle
          label="Ignore the periodic box"
          value={ignoreCell}
          onChange={(value) => history.set({ ignoreCell: value })}
        />
      )}
      <Slider
        label="Neighbours that may overlap"
        value={neighbours}
        min={1}
        max={10}
        step={1}
        onInput={(value) => history.set({ neighbours: value }, 'neighbours')}
        onChange={() => history.settle()}
      />
      <Stats
        rows={[
          ['fileFrames', 'Frames', grouped(view.frames)],
          [
            'fileBeads',
            'Beads, of atoms',
            `${news === undefined ? '–' : grouped(news.beads)} of ${grouped(view.atoms)}`,
          ],
          ['fileRadius', 'Radius: half the usual spacing', radius],
        ]}
      />
      {view.notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </>
  )
}

function Steps({ model, history }: { model: RopeModel; history: History<RopeState> }) {
  const steps = model.steps.value
  const { closed, knot } = model.news.value ?? {}
  return (
    <Section title="From frame to frame">
      <p class={`verdict ${stepsMood(steps)}`} data-stat="steps">
        {model.isEmpty.value ? 'Nothing to check' : stepsWords(steps)}
      </p>
      <Select
        label="Checked"
        value={history.state.value.checked}
        options={CHECKED}
        onChange={(value) => history.set({ checked: value })}
      />
      <Stats
        rows={[
          ['contacts', 'Contacts, frames and steps', steps === undefined ? '–' : grouped(countContacts(steps))],
          ['step', 'This step', stepWords(model)],
          ['meetings', 'Pairs that meet in it', steps === undefined ? '–' : grouped(model.passage?.count ?? 0)],
          ['keepsKnot', 'Keeps the knot', keepsWords(steps, model.step)],
          ['knot', 'Knot: |Δ(−1)|, |Δ(ω)|', knotWords(closed, knot)],
          ['stepTests', 'Tests a step', steps === undefined ? '–' : grouped(steps.tests / Math.max(1, steps.known))],
        ]}
      />
      {steps?.refused !== undefined && <p class="warn">{steps.refused}</p>}
      <p class="note">
        Beads move straight from a frame to the next. A step is green where no pair meets at any instant; a red one
        shows the pair at the instant when it first does. Frames alone show nothing of what passes between them.
      </p>
    </Section>
  )
}

/** Green is what was proved of all steps. */
function stepsMood(steps: RopeSteps | undefined): string {
  if (steps === undefined) return ''
  if (steps.passages.length > 0) return 'hit'
  return steps.outcomes.length > 0 && steps.outcomes.every((outcome) => outcome === FREE) ? 'free' : ''
}

function stepsWords(steps: RopeSteps | undefined): string {
  if (steps === undefined) return 'Checking …'
  const { known, outcomes, passages } = steps
  const all = outcomes.length
  if (all === 0) return 'One frame: there is no step'
  if (known < all) return `${grouped(known)} of ${grouped(all)} steps known`
  if (outcomes.includes(NOTHING)) return 'Nothing to check: no pair is checked'
  const open = outcomes.filter((outcome) => outcome === REFUSED).length
  const left = `${grouped(open)} of ${grouped(all)} steps cannot be decided`
  if (passages.length === 0) return open > 0 ? left : `All ${grouped(all)} straight steps are free`
  const red = `${grouped(passages.length)} of ${grouped(all)} steps ${passages.length === 1 ? 'is' : 'are'} not free`
  return open > 0 ? `${red}, ${left}` : red
}

function stepWords(model: RopeModel): string {
  const { step, passage } = model
  const steps = model.steps.value
  if (steps === undefined || (steps.outcomes[step] ?? UNKNOWN) === UNKNOWN) return '–'
  if (steps.outcomes[step] === NOTHING) return 'nothing to check'
  if (steps.outcomes[step] === REFUSED) return `${grouped(step)}: not decided`
  if (passage === undefined) return `${grouped(step)}: ✓ free`
  const { a, b, lower } = passage.pairs[0]!
  return `${grouped(step)}: ${grouped(a)} – ${grouped(b)} at ${lower.toFixed(3)}`
}

function keepsWords(steps: RopeSteps | undefined, step: number): string {
  if (steps?.keepsKnot === undefined || (steps.outcomes[step] ?? UNKNOWN) === UNKNOWN) return '–'
  return steps.keepsKnot[step] === 1 ? '✓ proved' : 'not proved'
}

function knotWords(closed: boolean | undefined, knot: RopeFrame['knot']): string {
  if (closed !== true) return '–'
  return knot === undefined ? 'meets itself' : `${knot.determinant}, ${knot.atThirdRoot}`
}

function Found({ model, history, stage }: RopePanelProps) {
  const news = model.news.value
  const numbers = news?.numbers
  const { closest, proof } = history.state.value
  return (
    <Section title="In this frame">
      <Stats
        rows={[
          ['hits', 'Pairs of beads that touch', news === undefined ? '–' : grouped(news.hitPairs)],
          ['gap', 'Closest pair', news?.gap === undefined ? '–' : `${news.gap.toFixed(4)}${unitOf(news)}`],
          ['pair', 'Its beads', pairWords(news?.pair, news?.names)],
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

function pairWords(pair: readonly [number, number] | undefined, names: RopeFrame['names']): string {
  if (pair === undefined) return '–'
  return names === undefined ? pair.map(grouped).join(' – ') : names.join(' – ')
}

function changes({ lastChanges, cages }: RopeNumbers): string {
  return `${grouped(lastChanges)} of ${grouped(cages)} cages`
}

function proofWords(numbers: RopeNumbers | undefined): string {
  const proof = numbers?.proof
  if (proof === undefined) return '–'
  if (!proof.free) {
    const { a, b } = proof
    return a === undefined || b === undefined ? 'nothing to check' : `no: beads ${grouped(a)} and ${grouped(b)} touch`
  }
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

/** How the times are made. */
const HOW = 'The median of the last fifteen frames, in the worker, drawing left out.'

function Times({ numbers }: { numbers: RopeNumbers | undefined }) {
  const ms = (value: number | undefined, isDone = true): string =>
    value === undefined || value === 0 || !isDone ? '–' : `median ${value.toFixed(1)} ms`
  return (
    <Stats
      rows={[
        ['stepMs', 'Step, cages kept', ms(numbers?.stepMs), HOW],
        ['askMs', 'Touching, closest', ms(numbers?.askMs), HOW],
        ['proofMs', 'Proof and its check', ms(numbers?.proofMs, numbers?.proof !== undefined), HOW],
        ['edgesMs', 'Power diagram', ms(numbers?.edgesMs, (numbers?.edges ?? 0) > 0), HOW],
        ['edges', 'Its edges', numbers === undefined || numbers.edges === 0 ? '–' : grouped(numbers.edges)],
      ]}
    />
  )
}
