// A menu that a button opens: arrows go through it, Escape closes it, and so does a press elsewhere.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export interface MenuProps {
  readonly title: ComponentChildren
  /** Where the title is a sign: what it is about. */
  readonly label?: string
  /** Opens upwards. */
  readonly up?: boolean
  readonly children: ComponentChildren
}

export function Menu({ title, label, up = false, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => listen(menu.current!), [])
  return (
    <details class={`menu ${up ? 'up' : ''}`} ref={menu}>
      <summary class="button plain" aria-label={label} title={label}>
        {title}
      </summary>
      {/* What is chosen closes it. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons in it have the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are pressed */}
      <div
        onClick={() => {
          // A dialogue that opens gives the focus back to what has it now.
          menu.current!.querySelector('summary')!.focus()
          menu.current!.open = false
        }}
      >
        {children}
      </div>
    </details>
  )
}

/** Keys that go through the entries, and where they lead from one of them. */
const LEADS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function listen(menu: HTMLDetailsElement): () => void {
  const end = new AbortController()
  const { signal } = end
  const onPress = ({ target }: PointerEvent): void => {
    if (!menu.contains(target as Node)) menu.open = false
  }
  const onKey = (event: KeyboardEvent): void => {
    const lead = LEADS[event.key]
    if (lead === undefined || !menu.contains(document.activeElement)) return
    if (!menu.open && event.key !== 'ArrowDown') return
    menu.open = true
    const entries = [...menu.querySelectorAll<HTMLElement>(':scope > div button:enabled')]
    entries[lead(entries.indexOf(document.activeElement as HTMLElement), entries.length)]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  const onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')!.focus()
    event.stopPropagation()
  }
  window.addEventListener('pointerdown', onPress, { signal, capture: true })
  menu.addEventListener('keydown', onKey, { signal })
  window.addEventListener('keydown', onEscape, { signal, capture: true })
  return () => end.abort()
}
