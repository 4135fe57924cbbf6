// Which pairs can ever touch, over all joint values within the limits: a matrix coloured by class; a click shows where a pair
// touches or comes closest, and the cells that its proof is made of.
import { useSignal } from '@preact/signals'
import type { PairClass } from '../../../src/entries/robots.js'
import { Button, grouped, ProgressBar, Section, Select, Stats } from '../../ui/controls.js'
import { millimetres, shortName } from '../../workcell/names.js'
import type { CellView } from '../../workcell/workcell.js'
import type { JudgedPair } from './allow-engine.js'
import type { AllowModel } from './allow-model.js'
import { CellsFigure } from './cells-figure.js'
import { Triangle, type TriangleCell } from './triangle.js'

const WORDS: Readonly<Record<PairClass, string>> = {
  never: 'never touch: proved',
  sometimes: 'touch sometimes: shown',
  always: 'always overlap: proved',
  touches: 'touch in every sample, some barely',
  contained: 'one inside the other: proved',
  undecided: 'undecided: not proved either way',
}
/** What was tested in cells, and came to a proof. */
const PROVED: readonly PairClass[] = ['never', 'always', 'contained']

export function AllowPanel({ model, view }: { model: AllowModel; view: CellView | undefined }) {
  const robots = view?.robots ?? []
  if (robots.length === 0) return null
  const progress = model.progress.value
  const robot = robots[model.robot.value] ?? robots[0]!
  return (
    <Section title="Can they ever touch?">
      <p class="note">
        Checks every two links over all joint values within the limits. Proofs cover all of them, not samples. Pairs
        that never touch need no checking.
      </p>
      {robots.length > 1 && (
        <Select
          label="Robot"
          value={String(model.robot.value)}
          options={robots.map((name, r) => [String(r), name] as const)}
          onChange={(value) => model.choose(Number(value))}
        />
      )}
      <div class="row">
        <Button kind="main" disabled={progress !== undefined} onClick={() => void model.start()}>
          Prove pairs
        </Button>
        <Button kind="danger" disabled={progress === undefined} onClick={() => model.stop()}>
          Stop
        </Button>
      </div>
      {progress !== undefined && (
        <ProgressBar
          share={progress.total === 0 ? undefined : progress.done / progress.total}
          label={`${progress.done} of ${progress.total} pairs`}
        />
      )}
      {model.pairs.value.size > 0 && <ClassMatrix model={model} robot={robot} view={view} />}
    </Section>
  )
}

function ClassMatrix({ model, robot, view }: { model: AllowModel; robot: string; view: CellView | undefined }) {
  const pointed = useSignal<string | undefined>(undefined)
  const pairs = model.pairs.value
  const links = view!.things.map(({ name }) => name).filter((name) => name.startsWith(`${robot}/`))
  const number = new Map(links.map((name, i) => [name, i]))
  const rows: TriangleCell[][] = links.map(() => [])
  const counts: Record<PairClass, number> = {
    never: 0,
    sometimes: 0,
    always: 0,
    touches: 0,
    contained: 0,
    undecided: 0,
  }
  for (const pair of pairs.values()) {
    counts[pair.class]++
    const [a, b] = [number.get(pair.a), number.get(pair.b)]
    if (a === undefined || b === undefined) continue
    const label = `${pair.a} – ${pair.b}: ${WORDS[pair.class]}`
    rows[Math.max(a, b)]!.push({ key: pair.key, kind: `class-${pair.class}`, label, column: Math.min(a, b) })
  }
  const now = pairs.get(pointed.value ?? model.chosen.value ?? '')
  return (
    <div class="matrix">
      <Triangle
        label="Classes of pairs"
        names={links.map((name) => shortName(name, view))}
        rows={rows}
        chosen={model.chosen.value}
        onPoint={(key) => (pointed.value = key)}
        onClick={(key) => void model.show(key)}
      />
      <p class="note" aria-live="polite" data-stat="class-pointed">
        {now === undefined ? 'Click a pair to see where it touches, or comes closest.' : wordsOf(now)}
      </p>
      <ul class="legend wide">
        {(Object.keys(WORDS) as PairClass[]).map((kind) => (
          <li key={kind}>
            <span class={`swatch class-${kind}`} />
            {WORDS[kind]} <b data-stat={`class-${kind}`}>{counts[kind]}</b>
          </li>
        ))}
      </ul>
      <Chosen pair={pairs.get(model.chosen.value ?? '')} model={model} />
    </div>
  )
}

function Chosen({ pair, model }: { pair: JudgedPair | undefined; model: AllowModel }) {
  if (pair === undefined) return null
  const picture = model.picture.value
  return (
    <>
      <Stats
        rows={[
          ['proof-joints', 'Joints between', pair.joints.length === 0 ? 'none' : pair.joints.join(', ')],
          ['proof-cells', PROVED.includes(pair.class) ? 'Cells of the proof' : 'Cells tried', grouped(pair.cells)],
          ...(pair.distance === undefined
            ? []
            : [['proof-distance', 'Closest that was found', millimetres(pair.distance)] as const]),
          ...(pair.depth === undefined
            ? []
            : [['proof-depth', 'Depth here, at least', millimetres(pair.depth)] as const]),
          ...(pair.often === undefined
            ? []
            : [['proof-often', 'Touch at random poses', `${(100 * pair.often).toFixed(1)} %`] as const]),
          ...(pair.left === undefined
            ? []
            : [['proof-left', 'Of the box not proved', `${(100 * pair.left).toPrecision(2)} %`] as const]),
        ]}
      />
      {picture !== undefined && <CellsFigure picture={picture} />}
    </>
  )
}

function wordsOf({ a, b, class: kind, depth, distance }: JudgedPair): string {
  const how =
    depth !== undefined
      ? `; ${kind === 'undecided' ? 'touch in every sample, ' : ''}at least ${millimetres(depth)} deep at a pose`
      : distance !== undefined
        ? `; closest found ${millimetres(distance)}`
        : ''
  return `${a} – ${b}: ${WORDS[kind]}${how}.`
}
