// The face of the studio: scenes above, the picture, and the panel of the open scene beside it.
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { scenes } from '../scenes/index.js'
import { Button } from '../ui/controls.js'
import { chosenFiles, droppedFiles, save } from './files.js'
import { Keys } from './keys.js'
import { wordsOf } from './notices.js'
import { Studio } from './studio.js'
import { dark, toggleTheme } from './theme.js'

export function Shell() {
  const studio = useMemo(() => new Studio(), [])
  const canvas = useRef<HTMLCanvasElement>(null)
  const showsKeys = useSignal(false)
  const isOver = useSignal(false)
  useEffect(() => studio.start(canvas.current!), [studio])
  useEffect(() => listen(studio, showsKeys, isOver), [studio, showsKeys, isOver])
  const current = studio.current.value
  const Panel = current?.opened.Panel
  const Overlay = current?.opened.Overlay
  return (
    <div class="shell">
      <Header studio={studio} onKeys={() => (showsKeys.value = !showsKeys.value)} />
      <main>
        <div class="stage" aria-label="The scene in three dimensions" role="img">
          <canvas ref={canvas} tabIndex={-1} />
        </div>
        {/* What the words above and the overlay below leave of the picture. */}
        <div class="clear" />
        {current !== undefined && <p class="sentence">{current.scene.sentence}</p>}
        {Overlay !== undefined && (
          <div class="overlay">
            <Overlay />
          </div>
        )}
        <NoticeList studio={studio} />
        {isOver.value && (
          <div class="drop">
            Drop {current?.opened.takes ?? 'a robot, a mesh, a scene or a protein: its scene is opened'}
          </div>
        )}
      </main>
      <aside key={current?.entry.id} aria-label="Settings and numbers">
        {Panel !== undefined && <Panel />}
      </aside>
      {showsKeys.value && <Keys own={current?.opened.keys ?? []} onClose={() => (showsKeys.value = false)} />}
    </div>
  )
}

function Header({ studio, onKeys }: { studio: Studio; onKeys: () => void }) {
  const current = studio.current.value
  const input = useRef<HTMLInputElement>(null)
  return (
    <header>
      <h1>
        <img src="./icon.svg" alt="" width="22" height="22" /> Limber
      </h1>
      <nav aria-label="Scenes">
        {scenes.map(({ id, title }) => (
          <a key={id} href={`#/${id}`} aria-current={studio.chosen.value === id ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div class="tools">
        <Button
          label="Undo (Ctrl Z)"
          disabled={current?.history.canUndo.value !== true}
          onClick={() => current?.history.undo()}
        >
          ↶
        </Button>
        <Button
          label="Redo (Ctrl Shift Z)"
          disabled={current?.history.canRedo.value !== true}
          onClick={() => current?.history.redo()}
        >
          ↷
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to open"
          onChange={(event) => {
            void studio.take(chosenFiles(event.currentTarget.files!))
            event.currentTarget.value = ''
          }}
        />
        <Button disabled={current === undefined} label="Open files" onClick={() => input.current!.click()}>
          Open
        </Button>
        <ExportMenu studio={studio} />
        <Button label="Copy a link to this view" onClick={() => void studio.copyLink()}>
          Link
        </Button>
        <Button label={dark.value ? 'Light colours' : 'Dark colours'} onClick={toggleTheme}>
          {dark.value ? '☀' : '☾'}
        </Button>
        <Button label="Keyboard shortcuts (?)" onClick={onKeys}>
          ?
        </Button>
      </div>
    </header>
  )
}

function ExportMenu({ studio }: { studio: Studio }) {
  const menu = useRef<HTMLDetailsElement>(null)
  const items = studio.current.value?.opened.exports ?? []
  useEffect(() => closeFromOutside(menu.current!), [])
  const choose = async (make: () => Promise<void>): Promise<void> => {
    menu.current!.open = false
    try {
      await make()
    } catch (error) {
      studio.notices.add(wordsOf(error), 'error')
    }
  }
  return (
    <details class="menu" ref={menu}>
      <summary class="button plain">Save</summary>
      <div>
        <Button onClick={() => void choose(() => studio.savePicture())}>Picture (PNG)</Button>
        {items.map(({ label, file, make }) => (
          <Button
            key={label}
            onClick={() =>
              void choose(async () => {
                const content = await make()
                if (content === undefined) studio.notices.add(`There is nothing to save yet: ${label}.`)
                else save(content, file)
              })
            }
          >
            {label}
          </Button>
        ))}
      </div>
    </details>
  )
}

/** A menu goes away by Escape, and when something else is pressed. Returns what ends that. */
function closeFromOutside(menu: HTMLDetailsElement): () => void {
  const end = new AbortController()
  const { signal } = end
  const onPress = ({ target }: PointerEvent): void => {
    if (!menu.contains(target as Node)) menu.open = false
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')!.focus()
  }
  window.addEventListener('pointerdown', onPress, { signal, capture: true })
  window.addEventListener('keydown', onKey, { signal })
  return () => end.abort()
}

function NoticeList({ studio }: { studio: Studio }) {
  return (
    <div class="notices" aria-live="polite">
      {studio.notices.list.value.map(({ id, text, kind }) => (
        <div key={id} class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
          <span>{text}</span>
          <Button label="Close" onClick={() => studio.notices.close(id)}>
            ×
          </Button>
        </div>
      ))}
    </div>
  )
}

interface Flag {
  value: boolean
}

/** What the space bar presses, ticks or opens. */
const PRESSED = 'button, summary, input[type=checkbox]'

/** Keys and files, anywhere on the page. Returns what ends it. */
function listen(studio: Studio, showsKeys: Flag, isOver: Flag): () => void {
  const end = new AbortController()
  const { signal } = end
  const onKey = (event: KeyboardEvent): void => {
    const typing =
      event.target instanceof HTMLElement &&
      event.target.closest('input:not([type=range]):not([type=checkbox]), textarea, select') !== null
    // A dialogue has the keys to itself: the browser closes it by Escape.
    if (typing || (document.querySelector('dialog[open]') !== null && event.key !== '?')) return
    const current = studio.current.peek()
    const key = event.key.toLowerCase()
    if ((event.ctrlKey || event.metaKey) && key === 'z') {
      if (event.shiftKey) current?.history.redo()
      else current?.history.undo()
    } else if ((event.ctrlKey || event.metaKey) && key === 'y') current?.history.redo()
    else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (key === 'f') studio.resetView()
    else if (key === '?') showsKeys.value = !showsKeys.value
    else if (key >= '1' && key <= '9') {
      const entry = scenes[Number(key) - 1]
      if (entry === undefined) return
      studio.go(entry.id)
    } else {
      // The space bar presses what has the focus.
      if (key === ' ' && event.target instanceof HTMLElement && event.target.closest(PRESSED) !== null) return
      const binding = current?.opened.keys?.find((one) => one.key === key)
      if (binding === undefined) return
      binding.run()
    }
    event.preventDefault()
  }
  window.addEventListener('keydown', onKey, { signal })
  window.addEventListener(
    'dragover',
    (event) => {
      event.preventDefault()
      isOver.value = true
    },
    { signal },
  )
  window.addEventListener(
    'dragleave',
    (event) => {
      if (event.relatedTarget === null) isOver.value = false
    },
    { signal },
  )
  window.addEventListener(
    'drop',
    (event) => {
      event.preventDefault()
      isOver.value = false
      if (event.dataTransfer !== null) void studio.takeDropped(droppedFiles(event.dataTransfer))
    },
    { signal },
  )
  return () => end.abort()
}
