// What is beside the hand: its motion, which boxes are drawn, and what every kind costs in this pose.
import type { History } from '../../app/history.js'
import { Button, grouped, Section, Select, Slider, Stats, Toggle } from '../../ui/controls.js'
import type { HandRow } from './engine.js'
import type { HandModel } from './model.js'
import { BODIES, FIRST, type HandState, KINDS, OTHERS, SHORT, volumeText } from './state.js'

export interface HandPanelProps {
  readonly model: HandModel
  readonly history: History<HandState>
}

export function HandPanel({ model, history }: HandPanelProps) {
  return (
    <>
      <Motion model={model} history={history} />
      <Boxes model={model} history={history} />
      <Costs model={model} history={history} />
    </>
  )
}

function Motion({ model, history }: HandPanelProps) {
  const { body } = history.state.value
  const touching = model.answer.value?.touching
  return (
    <Section title="Motion">
      <Select
        label="Body"
        value={body}
        options={BODIES}
        onChange={(value) => history.set({ body: value, level: FIRST.level })}
      />
      <Slider
        label="Pose"
        value={model.t.value}
        min={0}
        max={1}
        step={0.001}
        show={(value) => `${(100 * value).toFixed(1)} %`}
        onInput={(value) => model.scrub(value)}
        onChange={() => history.settle()}
      />
      <div class="row">
        <Button kind="main" onClick={() => model.toggle()}>
          {model.isPlaying.value ? 'Stop' : 'Play'}
        </Button>
      </div>
      <Stats
        rows={[
          ['touching', 'Pairs that touch', touching === undefined ? '–' : String(touching.length)],
          ['pair', 'Such as', touching?.[0] === undefined ? '–' : touching[0].map(shortName).join(' – ')],
        ]}
      />
    </Section>
  )
}

function shortName(name: string): string {
  return name.split('/').at(-1)!
}

function Boxes({ model, history }: HandPanelProps) {
  const { first, second, apart, level } = history.state.value
  const rows = model.answer.value?.rows
  const top = (model.view.value?.levels ?? 1) - 1
  const own = rows?.find(({ kind }) => kind === first)
  const show = (value: number): string => (value === 0 ? 'links' : value >= top ? 'the root' : String(value))
  return (
    <Section title="Boxes">
      <div class="hand-kind one">
        <Select label="One kind" value={first} options={KINDS} onChange={(kind) => history.set({ first: kind })} />
      </div>
      <div class="hand-kind two">
        <Select label="The other" value={second} options={OTHERS} onChange={(kind) => history.set({ second: kind })} />
      </div>
      <Toggle label="Beside each other" value={apart} onChange={(value) => history.set({ apart: value })} />
      <Slider
        label="Level"
        value={Math.min(level, top)}
        min={0}
        max={Math.max(1, top)}
        step={1}
        show={show}
        onInput={(value) => history.set({ level: value }, 'level')}
        onChange={() => history.settle()}
      />
      <Stats rows={[['boxes', 'Boxes of this level', own === undefined ? '–' : String(own.boxes)]]} />
    </Section>
  )
}

function Costs({ model, history }: HandPanelProps) {
  const { first, second } = history.state.value
  const rows = model.answer.value?.rows
  const unit = model.view.value?.unit ?? ''
  const times = new Map(model.sweep.value.map(({ kind, micros }) => [kind, micros]))
  return (
    <Section title="In this pose">
      <table class="hand-costs" aria-label="What each kind of box costs">
        <thead>
          <tr>
            <th scope="col">Boxes</th>
            <th scope="col">Box tests</th>
            <th scope="col">Pairs</th>
            <th scope="col">Fitted</th>
            <th scope="col">Volume</th>
            <th scope="col">µs</th>
          </tr>
        </thead>
        <tbody>
          {KINDS.map(([kind]) => {
            const row = rows?.find((one) => one.kind === kind)
            const place = kind === first ? 'one' : kind === second ? 'two' : ''
            return (
              <tr key={kind} class={place}>
                <th scope="row">
                  <button type="button" title="Draw these" onClick={() => history.set({ first: kind })}>
                    {SHORT[kind]}
                  </button>
                </th>
                {cells(row).map(([id, text]) => (
                  <td key={id} data-stat={`${kind}-${id}`}>
                    {text}
                  </td>
                ))}
                <td>{times.has(kind) ? times.get(kind)!.toFixed(0) : '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p class="note">
        Pairs: links whose boxes overlap, which are then tested exactly. Fitted: boxes updated since the last frame.
        Volume: all boxes of the level{unit === '' ? '' : `, in ${unit}`}. µs: a frame, boxes updated and all contacts
        found, over the whole motion; the median of five rounds in the worker.
      </p>
    </Section>
  )
}

function cells(row: HandRow | undefined): (readonly [string, string])[] {
  return [
    ['volumeTests', row === undefined ? '–' : grouped(row.volumeTests)],
    ['pairTests', row === undefined ? '–' : grouped(row.pairTests)],
    ['updated', row === undefined ? '–' : grouped(row.updated)],
    ['volume', row === undefined ? '–' : volumeText(row.volume)],
  ]
}
