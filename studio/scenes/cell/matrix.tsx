// Which pairs are looked at: a triangle of cells, a row and a column a thing. A click lets a pair touch, or looks at it again.
import { useSignal } from '@preact/signals'
import { memo } from 'preact/compat'
import { pairKey } from './edits.js'
import type { CellPair } from './workcell.js'

export interface PairMatrixProps {
  readonly things: readonly string[]
  /** How a thing is called in the picture. */
  readonly nameOf: (thing: string) => string
  readonly pairs: readonly CellPair[]
  readonly touching: readonly { readonly a: string; readonly b: string }[]
  readonly onToggle: (pair: CellPair) => void
}

type Kind = 'checked' | 'allowed' | 'adjacent' | 'never' | 'rigid' | 'touching'

const WORDS: Readonly<Record<Kind, string>> = {
  checked: 'checked',
  touching: 'touching',
  allowed: 'allowed to touch',
  adjacent: 'neighbours',
  never: 'can never touch',
  rigid: 'fixed to each other',
}

/** More than this cannot be clicked. */
const MOST = 150
const WIDTH = 300

export function PairMatrix({ things, nameOf, pairs, touching, onToggle }: PairMatrixProps) {
  const pointed = useSignal<string | undefined>(undefined)
  if (things.length > MOST) return <p class="note">{things.length} things: more than a matrix shows.</p>
  const number = new Map(things.map((name, i) => [name, i]))
  const isTouching = new Set(touching.map(({ a, b }) => `${a}|${b}`))
  const rows: MatrixCell[][] = things.map(() => [])
  for (const pair of pairs) {
    const [a, b] = [number.get(pair.a), number.get(pair.b)]
    // Things come and go a moment before their pairs do.
    if (a === undefined || b === undefined) continue
    rows[Math.max(a, b)]!.push({ pair, kind: kindOf(pair, isTouching), column: Math.min(a, b) })
  }
  const hasNames = things.length <= 22
  const size = (WIDTH - (hasNames ? 96 : 0)) / Math.max(1, things.length)
  const cell = Math.min(18, size)
  const counts = count(rows)
  const now = pairs.find(({ a, b }) => pairKey(a, b) === pointed.value)
  return (
    <div class="matrix">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a picture */}
      <svg
        role="group"
        aria-label="Pairs of things"
        viewBox={`0 0 ${WIDTH} ${cell * things.length}`}
        onPointerLeave={() => (pointed.value = undefined)}
      >
        {rows.map((row, i) => (
          <Row
            key={things[i]}
            name={hasNames ? nameOf(things[i]!) : ''}
            row={row}
            kinds={row.map(({ kind, column }) => kind + column).join(' ')}
            at={i}
            cell={cell}
            onPoint={({ a, b }) => (pointed.value = pairKey(a, b))}
            onToggle={onToggle}
          />
        ))}
      </svg>
      <p class="note" aria-live="polite" data-stat="pair-pointed">
        {now === undefined
          ? 'Point at a cell to see which pair it is; click to let it touch, or to check it.'
          : wordsOf(now, isTouching)}
      </p>
      <ul class="legend">
        {(Object.keys(WORDS) as Kind[]).map((kind) => (
          <li key={kind}>
            <span class={`swatch ${kind}`} />
            {WORDS[kind]} <b data-stat={`pairs-${kind}`}>{counts[kind]}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface MatrixCell {
  readonly pair: CellPair
  readonly kind: Kind
  readonly column: number
}

interface RowProps {
  readonly name: string
  readonly row: readonly MatrixCell[]
  /** Of all cells, with their columns: what is drawn depends on nothing else. */
  readonly kinds: string
  readonly at: number
  readonly cell: number
  readonly onPoint: (pair: CellPair) => void
  readonly onToggle: (pair: CellPair) => void
}

const Row = memo(
  ({ name, row, at, cell, onPoint, onToggle }: RowProps) => (
    <g>
      {row.map(({ pair, kind, column }) => {
        const label = `${pair.a} – ${pair.b}: ${WORDS[kind]}`
        return (
          // biome-ignore lint/a11y/useSemanticElements: there are no buttons in pictures
          <rect
            key={column}
            class={`cell ${kind}`}
            x={column * cell + 0.5}
            y={at * cell + 0.5}
            width={cell - 1}
            height={cell - 1}
            data-pair={pairKey(pair.a, pair.b)}
            role="button"
            tabIndex={kind === 'rigid' ? undefined : 0}
            aria-label={label}
            onPointerEnter={() => onPoint(pair)}
            onFocus={() => onPoint(pair)}
            onClick={() => onToggle(pair)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onToggle(pair)
            }}
          />
        )
      })}
      {name !== '' && (
        <text x={at * cell + 5} y={at * cell + cell / 2} class="name">
          {name.length > 16 && at * cell > WIDTH / 2 ? `…${name.slice(-14)}` : name}
        </text>
      )}
    </g>
  ),
  (before, after) =>
    before.kinds === after.kinds && before.name === after.name && before.cell === after.cell && before.at === after.at,
)

function kindOf({ a, b, status, reason }: CellPair, touching: ReadonlySet<string>): Kind {
  if (touching.has(`${a}|${b}`) || touching.has(`${b}|${a}`)) return 'touching'
  return status === 'allowed' && reason === 'Adjacent' ? 'adjacent' : status
}

function wordsOf(pair: CellPair, touching: ReadonlySet<string>): string {
  const kind = kindOf(pair, touching)
  const does = kind === 'rigid' ? '' : pair.status === 'allowed' ? ' Click to check it.' : ' Click to let them touch.'
  return `${pair.a} – ${pair.b}: ${WORDS[kind]}.${does}`
}

function count(rows: readonly (readonly MatrixCell[])[]): Record<Kind, number> {
  const out: Record<Kind, number> = { checked: 0, touching: 0, allowed: 0, adjacent: 0, never: 0, rigid: 0 }
  for (const row of rows) for (const { kind } of row) out[kind]++
  return out
}
