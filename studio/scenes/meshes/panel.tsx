// What is beside the meshes: how far apart they are, which volumes are drawn, and what every kind costs in this pose.
import { isFile } from '../../app/dropped.js'
import type { History } from '../../app/history.js'
import { Button, grouped, Section, Select, Slider, Stats, Toggle } from '../../ui/controls.js'
import type { WayRow } from './engine.js'
import type { MeshesModel } from './model.js'
import { Shown } from './shown.js'
import { ALL, COUNTS, isKdop, lengthText, type MeshesState, PAIRS, SIZES, WAYS } from './state.js'

export interface MeshesPanelProps {
  readonly model: MeshesModel
  readonly history: History<MeshesState>
}

export function MeshesPanel(props: MeshesPanelProps) {
  return (
    <>
      <Shown history={props.history} />
      <Now {...props} />
      <Volumes {...props} />
      <Costs {...props} />
      <Meshes {...props} />
    </>
  )
}

function Now({ model }: MeshesPanelProps) {
  const answer = model.answer.value
  const isHit = answer?.distance === 0
  return (
    <Section title="Now">
      <p class={`verdict ${isHit ? 'hit' : 'free'}`} data-stat="verdict">
        {answer === undefined ? 'Checking …' : isHit ? 'They touch' : 'Apart'}
      </p>
      <Stats
        rows={[
          ['distance', 'Distance', answer === undefined ? '–' : lengthText(answer.distance)],
          ['contacts', 'Pairs of triangles that touch', answer === undefined ? '–' : grouped(answer.contacts)],
        ]}
      />
      <div class="row">
        <Button kind="main" onClick={() => model.toggle()}>
          {model.isPlaying.value ? 'Stop' : 'Turn'}
        </Button>
        <Button onClick={() => model.reset()}>As at first</Button>
      </div>
      <p class="note">
        Drag the second mesh in the picture; with Shift, turn it. Lengths are in units of a mesh’s size.
      </p>
    </Section>
  )
}

function Volumes({ model, history }: MeshesPanelProps) {
  const { way, k, depth, glass } = history.state.value
  const volumes = model.answer.value?.volumes
  const most = volumes?.most ?? 12
  const shown = depth === ALL ? most + 1 : Math.min(depth, most)
  const show = (value: number): string => (value < 0 ? 'none' : value > most ? 'all' : String(value))
  return (
    <Section title="Volumes tested">
      <Select label="Volumes" value={way} options={WAYS} onChange={(value) => history.set({ way: value })} />
      <Select label="k of k-DOPs" value={k} options={SIZES} onChange={(value) => history.set({ k: value })} />
      <Slider
        label="Steps down the trees"
        value={shown}
        min={-1}
        max={most + 1}
        step={1}
        show={show}
        onInput={(value) => history.set({ depth: value > most ? ALL : value }, 'depth')}
        onChange={() => history.settle()}
      />
      <Stats
        rows={[
          ['tested', 'Pairs tested there', volumes === undefined ? '–' : grouped(volumes.tested)],
          ['opened', 'Overlap: opened', volumes === undefined ? '–' : grouped(volumes.openedCount)],
          ['leftOut', 'Volumes not drawn', volumes === undefined ? '–' : grouped(volumes.leftOut)],
        ]}
      />
      <Toggle label="See through the surfaces" value={glass} onChange={(value) => history.set({ glass: value })} />
    </Section>
  )
}

function Costs({ model, history }: MeshesPanelProps) {
  const { way: chosen, k } = history.state.value
  const rows = new Map(model.rows.value.map((row) => [row.way, row]))
  const least = Math.min(...model.rows.value.map(({ micros }) => micros))
  return (
    <Section title="All contacts, by every kind">
      <table class="mesh-costs" aria-label="What each kind of volume costs">
        <thead>
          <tr>
            <th scope="col">Volumes</th>
            <th scope="col">Volume tests</th>
            <th scope="col">Triangle tests</th>
            <th scope="col" title="Median of five slices of this query, repeated in the worker">
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {WAYS.map(([way, title]) => (
            <tr key={way} class={way === chosen ? 'chosen' : ''}>
              <th scope="row">
                <button type="button" title="Draw these" onClick={() => history.set({ way })}>
                  {isKdop(way) ? title.replace('k-DOP,', `${k}-DOP,`) : title}
                </button>
              </th>
              {cells(rows.get(way)).map(([id, text]) => (
                <td key={id} data-stat={`${way}-${id}`}>
                  {text}
                </td>
              ))}
              <td class={rows.get(way)?.micros === least ? 'least' : ''}>{timeText(rows.get(way)?.micros)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        The same question to each, one triangle a leaf: which pairs of triangles touch? All find the same. Time: the
        median of five slices of repeated queries, in the worker. k-DOPs of the second mesh are drawn as they were
        realigned to the first one’s axes.
      </p>
    </Section>
  )
}

function cells(row: WayRow | undefined): (readonly [string, string])[] {
  return [
    ['volumeTests', row === undefined ? '–' : grouped(row.volumeTests)],
    ['leafTests', row === undefined ? '–' : grouped(row.leafTests)],
  ]
}

function timeText(micros: number | undefined): string {
  if (micros === undefined) return '–'
  return micros < 995 ? `${micros.toFixed(0)} µs` : `${(micros / 1000).toPrecision(3)} ms`
}

function Meshes({ model, history }: MeshesPanelProps) {
  const { pair, triangles } = history.state.value
  const view = model.view.value
  const place = model.place
  const own: (readonly [string, string])[] = isFile(pair) ? [[pair, view?.names.join(' – ') ?? pair]] : []
  const near = COUNTS.findIndex((count) => count >= triangles)
  return (
    <Section title="Meshes">
      <Select label="Meshes" value={pair} options={[...PAIRS, ...own]} onChange={(value) => model.choose(value)} />
      <Slider
        label="Triangles of each"
        value={near < 0 ? COUNTS.length - 1 : near}
        min={0}
        max={COUNTS.length - 1}
        step={1}
        show={() => (isFile(pair) ? 'as given' : grouped(triangles))}
        onInput={(value) => history.set({ triangles: COUNTS[value]! }, 'triangles')}
        onChange={() => history.settle()}
      />
      {['x', 'y', 'z'].map((name, axis) => (
        <Slider
          key={name}
          label={`Second mesh, ${name}`}
          value={place.at[axis]!}
          min={-1.5}
          max={1.5}
          step={0.001}
          onInput={(value) => {
            const { turn } = model.place
            model.move({ at: place.at.map((x, i) => (i === axis ? value : x)), turn }, name)
          }}
          onChange={() => history.settle()}
        />
      ))}
      <Stats
        rows={[
          ['triangles', 'Triangles', view === undefined ? '–' : view.triangles.map(grouped).join(' and ')],
          ['names', 'Shown', view === undefined ? '–' : view.names.join(', ')],
        ]}
      />
    </Section>
  )
}
