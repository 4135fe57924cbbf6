// Which pairs are checked: a triangle of cells, a row and a column for each object. A click lets a pair touch, or checks it again.
import { useSignal } from '@preact/signals'
import { pairKey } from '../../workcell/edits.js'
import type { CellPair } from '../../workcell/workcell.js'
import { Triangle, type TriangleCell } from './triangle.js'

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

export function PairMatrix({ things, nameOf, pairs, touching, onToggle }: PairMatrixProps) {
  const pointed = useSignal<string | undefined>(undefined)
  const number = new Map(things.map((name, i) => [name, i]))
  const isTouching = new Set(touching.map(({ a, b }) => `${a}|${b}`))
  const rows: TriangleCell[][] = things.map(() => [])
  const counts: Record<Kind, number> = { checked: 0, touching: 0, allowed: 0, adjacent: 0, never: 0, rigid: 0 }
  const byKey = new Map<string, CellPair>()
  for (const pair of pairs) {
    const [a, b] = [number.get(pair.a), number.get(pair.b)]
    // Things come and go a moment before their pairs do.
    if (a === undefined || b === undefined) continue
    const key = pairKey(pair.a, pair.b)
    const kind = kindOf(pair, isTouching)
    byKey.set(key, pair)
    counts[kind]++
    const label = `${pair.a} – ${pair.b}: ${WORDS[kind]}`
    rows[Math.max(a, b)]!.push({ key, kind, label, column: Math.min(a, b), isStill: kind === 'rigid' })
  }
  const now = byKey.get(pointed.value ?? '')
  return (
    <div class="matrix">
      <Triangle
        label="Pairs of things"
        names={things.map(nameOf)}
        rows={rows}
        onPoint={(key) => (pointed.value = key)}
        onClick={(key) => onToggle(byKey.get(key)!)}
      />
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

function kindOf({ a, b, status, reason }: CellPair, touching: ReadonlySet<string>): Kind {
  if (touching.has(`${a}|${b}`) || touching.has(`${b}|${a}`)) return 'touching'
  return status === 'allowed' && reason === 'Adjacent' ? 'adjacent' : status
}

function wordsOf(pair: CellPair, touching: ReadonlySet<string>): string {
  const kind = kindOf(pair, touching)
  const does = kind === 'rigid' ? '' : pair.status === 'allowed' ? ' Click to check it.' : ' Click to let them touch.'
  return `${pair.a} – ${pair.b}: ${WORDS[kind]}.${does}`
}
