// What the colours on the stage mean. Folded, it is a word; that it was folded is remembered.
import { signal } from '@preact/signals'
import type { LegendEntry } from './scene.js'
import { recall, remember } from './storage.js'

const KEY = 'limber-legend'
const isFolded = signal(recall(KEY) === 'folded')

export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  if (entries.length === 0) return null
  return (
    <section class="stage-legend" aria-label="Colours">
      <button
        type="button"
        class="button plain"
        aria-expanded={!isFolded.value}
        title={isFolded.value ? 'Show what the colours mean' : 'Hide what the colours mean'}
        onClick={() => {
          isFolded.value = !isFolded.value
          remember(KEY, isFolded.value ? 'folded' : 'open')
        }}
      >
        {isFolded.value ? 'Colours ▸' : 'Colours ▾'}
      </button>
      {!isFolded.value && (
        <ul>
          {entries.map((entry) => (
            <li key={`${entry.label} ${entry.colour}`}>
              <Swatch entry={entry} />
              {entry.label}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Swatch({ entry: { colour, kind = 'surface' } }: { entry: LegendEntry }) {
  return (
    <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden="true">
      {kind === 'line' || kind === 'dashed' ? (
        <path d="M0 6h16" stroke={colour} stroke-width="2.5" stroke-dasharray={kind === 'dashed' ? '4 3' : undefined} />
      ) : kind === 'dot' ? (
        <circle cx="8" cy="6" r="4.5" fill={colour} />
      ) : (
        <rect
          x="1"
          y="1"
          width="14"
          height="10"
          rx="2"
          fill={colour}
          fill-opacity={kind === 'seen-through' ? 0.35 : 1}
          stroke={colour}
        />
      )}
    </svg>
  )
}
