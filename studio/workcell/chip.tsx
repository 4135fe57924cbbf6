// What the pointer is over, in words: its name, and that it can be taken.
import type { ReadonlySignal } from '@preact/signals'

export function PointedChip({ name }: { name: ReadonlySignal<string | undefined> }) {
  return (
    <p class="chip" data-stat="pointed" hidden={name.value === undefined}>
      {name.value ?? ''}
    </p>
  )
}
