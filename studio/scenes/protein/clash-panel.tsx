// Clashes of a protein: how many, the clashscore and how it was counted, and a table of the pairs. A row turns the camera to its pair.
import { useSignal } from '@preact/signals'
import { Button, grouped, Section, Stats } from '../../ui/controls.js'
import { type ClashReport, type ProteinView, WATER } from './molecule-view.js'
import type { ProteinPanelProps } from './panel.js'

/** Rows at a time. */
const ROWS = 12

type Column = 'first' | 'second' | 'overlap'

const COLUMNS: readonly (readonly [Column, shown: string, means: string])[] = [
  ['first', 'Atom', 'One atom'],
  ['second', 'Atom', 'The other atom'],
  ['overlap', 'Å', 'Overlap in Å'],
]

export function ClashSection({ model, history }: ProteinPanelProps) {
  const frame = model.frame.value
  const clashes = frame?.clashes
  const view = model.view.value
  const score = clashes?.clashscore
  return (
    <Section title="Clashes">
      <Stats
        rows={[
          ['clashes', 'Pairs that overlap by 0.4 Å', clashes === undefined ? '–' : grouped(clashes.count)],
          ['clashscore', 'Clashscore', score === undefined ? '–' : score.score.toFixed(1)],
          [
            'worst',
            'Worst overlap',
            clashes === undefined ? '–' : clashes.count === 0 ? 'none' : `${clashes.worst.toFixed(3)} Å`,
          ],
          ['worstPair', 'Between', clashes === undefined || clashes.count === 0 ? '–' : clashes.worstNames],
          [
            'perThousand',
            'Per thousand atoms, with water',
            clashes === undefined ? '–' : clashes.perThousand.toFixed(1),
          ],
          [
            'blocked',
            'Hard spheres',
            frame === undefined || view?.still !== undefined
              ? '–'
              : frame.isBlocked
                ? 'clash: a run cannot start here'
                : 'free',
          ],
        ]}
      />
      <p class="note clash-words" data-stat="scoreWords">
        {clashes === undefined ? '' : `Clashscore: ${clashes.words}`}
      </p>
      {clashes !== undefined && view !== undefined && clashes.count > 0 && (
        <ClashTable clashes={clashes} view={view} model={model} history={history} />
      )}
      <p class="note">
        Red bars: atoms of full size that overlap, as structures are judged. Monte Carlo keeps smaller, hard spheres
        apart.
      </p>
    </Section>
  )
}

function ClashTable({
  clashes,
  view,
  model,
  history,
}: ProteinPanelProps & { clashes: ClashReport; view: ProteinView }) {
  const sorted = useSignal<{ column: Column; isDown: boolean }>({ column: 'overlap', isDown: true })
  const page = useSignal(0)
  const { column, isDown } = sorted.value
  const nameOf = (atom: number): string => `${view.labels[view.residueOf[atom]!]} ${view.names[atom]}`
  const { pair, water } = history.state.value
  const ofWater = (k: number): boolean =>
    view.kindOf[clashes.pairs[2 * k]!] === WATER && view.kindOf[clashes.pairs[2 * k + 1]!] === WATER
  const all = orderOf(clashes, column, isDown)
  const order = water ? all : all.filter((k) => !ofWater(k))
  const pages = Math.ceil(order.length / ROWS)
  const shown = Math.max(0, Math.min(page.value, pages - 1))
  return (
    <>
      <table class="clash-table">
        <thead>
          <tr>
            {COLUMNS.map(([key, title, means]) => (
              <th key={key} scope="col" aria-sort={key !== column ? 'none' : isDown ? 'descending' : 'ascending'}>
                <button
                  type="button"
                  title={means}
                  aria-label={means}
                  onClick={() => {
                    sorted.value = { column: key, isDown: key === column ? !isDown : key === 'overlap' }
                    page.value = 0
                  }}
                >
                  {title}
                  {key === column ? (isDown ? ' ↓' : ' ↑') : ''}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.slice(shown * ROWS, (shown + 1) * ROWS).map((k) => {
            const [a, b] = [clashes.pairs[2 * k]!, clashes.pairs[2 * k + 1]!]
            const isChosen = pair[0] === a && pair[1] === b
            return (
              <tr key={k} class={isChosen ? 'chosen' : ''}>
                <td>
                  <button
                    type="button"
                    aria-label={`Centre on ${nameOf(a)} and ${nameOf(b)}`}
                    aria-pressed={isChosen}
                    onClick={() => model.lookAtPair(a, b)}
                  >
                    {nameOf(a)}
                  </button>
                </td>
                <td>{nameOf(b)}</td>
                <td>{clashes.overlaps[k]!.toFixed(3)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {order.length < clashes.count && (
        <p class="note">
          {grouped(order.length)} of {grouped(clashes.count)} pairs are listed
          {water ? ': the worst.' : ': those of water with water are listed where Water is shown.'}
        </p>
      )}
      {pages > 1 && (
        <div class="row">
          <Button label="Previous rows" disabled={shown === 0} onClick={() => (page.value = shown - 1)}>
            ‹
          </Button>
          <span class="note">
            {shown * ROWS + 1} to {Math.min(order.length, (shown + 1) * ROWS)} of {grouped(order.length)}
          </span>
          <Button label="Next rows" disabled={shown + 1 >= pages} onClick={() => (page.value = shown + 1)}>
            ›
          </Button>
        </div>
      )}
    </>
  )
}

function orderOf({ pairs, overlaps }: ClashReport, column: Column, isDown: boolean): number[] {
  const keyAt = (k: number): number =>
    column === 'overlap' ? overlaps[k]! : pairs[2 * k + (column === 'first' ? 0 : 1)]!
  const sign = isDown ? -1 : 1
  return [...overlaps.keys()].sort((j, k) => sign * (keyAt(j) - keyAt(k)) || j - k)
}
