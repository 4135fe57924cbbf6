// A triangle of cells, a row and a column a thing, that can be pointed at and clicked.
import { memo } from '../../ui/memo.js'

export interface TriangleCell {
  /** How tests and keys find it. */
  readonly key: string
  /** Its class: what colour it has. */
  readonly kind: string
  /** Said by assistive programs. */
  readonly label: string
  readonly column: number
  /** Nothing happens when it is clicked. */
  readonly isStill?: boolean
}

export interface TriangleProps {
  readonly label: string
  /** What is written at the end of each row. */
  readonly names: readonly string[]
  /** By row. */
  readonly rows: readonly (readonly TriangleCell[])[]
  readonly chosen?: string | undefined
  readonly onPoint: (key: string | undefined) => void
  readonly onClick: (key: string) => void
}

/** More than this cannot be clicked. */
const MOST = 150
/** More names than this cannot be read. */
const MOST_NAMES = 22
const WIDTH = 300
const NAMES = 96

export function Triangle({ label, names, rows, chosen, onPoint, onClick }: TriangleProps) {
  if (names.length > MOST) return <p class="note">{names.length} things: more than a matrix shows.</p>
  const hasNames = names.length <= MOST_NAMES
  const cell = Math.min(18, (WIDTH - (hasNames ? NAMES : 0)) / Math.max(1, names.length))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a picture
    <svg
      role="group"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${cell * names.length}`}
      onPointerLeave={() => onPoint(undefined)}
    >
      {rows.map((row, i) => (
        <Row
          key={names[i]}
          name={hasNames ? names[i]! : ''}
          row={row}
          kinds={row.map(({ kind, column, key }) => kind + column + (key === chosen ? '!' : '')).join(' ')}
          chosen={chosen}
          at={i}
          cell={cell}
          onPoint={onPoint}
          onClick={onClick}
        />
      ))}
    </svg>
  )
}

interface RowProps {
  readonly name: string
  readonly row: readonly TriangleCell[]
  /** Of all cells, with their columns: what is drawn depends on nothing else. */
  readonly kinds: string
  readonly chosen: string | undefined
  readonly at: number
  readonly cell: number
  readonly onPoint: (key: string) => void
  readonly onClick: (key: string) => void
}

const Row = memo(
  ({ name, row, chosen, at, cell, onPoint, onClick }: RowProps) => (
    <g>
      {row.map(({ key, kind, label, column, isStill = false }) => (
        // biome-ignore lint/a11y/useSemanticElements: there are no buttons in pictures
        <rect
          key={column}
          class={`cell ${kind}${key === chosen ? ' chosen' : ''}`}
          x={column * cell + 0.5}
          y={at * cell + 0.5}
          width={cell - 1}
          height={cell - 1}
          data-pair={key}
          role="button"
          tabindex={isStill ? undefined : 0}
          aria-label={label}
          onPointerEnter={() => onPoint(key)}
          onFocus={() => onPoint(key)}
          onClick={() => onClick(key)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onClick(key)
          }}
        />
      ))}
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
