// The face of the studio: scenes above, the picture, and the panel of the open scene beside it.
import { type Signal, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { scenes } from '../scenes/index.js'
import { Button } from '../ui/controls.js'
import { CopyDialog, type CopyKind } from './copy-dialog.js'
import { lazily } from './dialog.js'
import type { ExportDialogProps } from './export-dialog.js'
import { droppedFiles } from './files.js'
import { Header, saveItem } from './header.js'
import { Hints } from './hints.js'
import { Keys } from './keys.js'
import { Legend } from './legend.js'
import { MeasurePanel } from './measure-panel.js'
import { SectionPanel } from './section-panel.js'
import { StageTools } from './stage-tools.js'
import { type Current, Studio } from './studio.js'

/** What is open over the page. */
export type Opened = 'keys' | 'export' | CopyKind | undefined

const ExportDialog = lazily<ExportDialogProps>(() => import('./export-dialog.js').then((m) => m.ExportDialog))

export function Shell() {
  const studio = useMemo(() => new Studio(), [])
  const canvas = useRef<HTMLCanvasElement>(null)
  const opened = useSignal<Opened>(undefined)
  const isOver = useSignal(false)
  useEffect(() => studio.start(canvas.current!), [studio])
  useEffect(() => listen(studio, opened, isOver), [studio, opened, isOver])
  const live = useSignal<ComponentType | undefined>(undefined)
  useEffect(() => {
    if (!new URLSearchParams(location.search).has('live')) return
    void import('./live.js').then(({ follow }) => (live.value = follow(studio)))
  }, [studio, live])
  const Live = live.value
  const current = studio.current.value
  const Panel = current?.opened.Panel
  const Overlay = current?.opened.Overlay
  const isPage = current?.opened.isPage === true
  return (
    <div class="shell">
      <Header studio={studio} opened={opened} />
      {Live !== undefined && <Live />}
      <main>
        <div class="stage" inert={isPage}>
          <canvas ref={canvas} tabIndex={0} />
        </div>
        {/* What the words above and the overlay below leave of the picture. */}
        <div class="clear" />
        {current !== undefined && <p class="sentence">{current.scene.sentence}</p>}
        {current !== undefined && !isPage && <Empty current={current} />}
        {current !== undefined && !isPage && (
          <div class="under">
            <StageTools studio={studio} />
            <StageLegend studio={studio} current={current} />
          </div>
        )}
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
        {current !== undefined && <Hints scene={current.entry.id} />}
        {studio.tool.value !== undefined && <MeasurePanel tool={studio.tool.value} />}
        {studio.stage !== undefined && <SectionPanel section={studio.section} stage={studio.stage} />}
        {Panel !== undefined && <Panel />}
      </aside>
      <Dialogs studio={studio} opened={opened} />
    </div>
  )
}

/** What the colours mean: those of the scene, and those of the shell's own tools. */
function StageLegend({ studio, current }: { studio: Studio; current: Current }) {
  const { tool, section, stage } = studio
  const theme = stage?.theme.value
  const entries = [...(current.opened.legend?.() ?? [])]
  if (theme !== undefined && section.value !== undefined && stage?.hasInsides === true) {
    entries.push({ colour: theme.inside, label: 'inside, where it is cut' })
  }
  if (theme !== undefined && tool.value !== undefined && tool.value.list.value.length > 0) {
    entries.push({ colour: theme.accent, label: 'measured', kind: 'line' })
  }
  return <Legend entries={entries} />
}

function Empty({ current }: { current: Current }) {
  const words = current.opened.empty?.()
  return words === undefined ? null : (
    <p class="empty" data-stat="empty">
      {words}
    </p>
  )
}

function Dialogs({ studio, opened }: { studio: Studio; opened: Signal<Opened> }) {
  const current = studio.current.value
  const kind = opened.value
  const close = (): void => void (opened.value = undefined)
  if (kind === undefined || current === undefined) return null
  const { title, id } = current.entry
  if (kind === 'keys') return <Keys own={current.opened.keys ?? []} scene={id} onClose={close} />
  const notify = studio.notices.add
  if (kind !== 'export') {
    const { recipe, exports = [] } = current.opened
    return (
      <CopyDialog
        kind={kind}
        scene={title}
        recipe={recipe?.()}
        exports={exports}
        onSave={(item) => void saveItem(studio, item)}
        onCopied={notify}
        onClose={close}
      />
    )
  }
  if (studio.stage === undefined) return null
  return <ExportDialog stage={studio.stage} scene={id} play={current.opened.play} notify={notify} onClose={close} />
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

/** What the space bar presses, ticks or opens. */
const PRESSED = 'button, summary, input[type=checkbox]'

/** Keys and files, anywhere on the page. Returns what ends it. */
function listen(studio: Studio, opened: Signal<Opened>, isOver: Signal<boolean>): () => void {
  const end = new AbortController()
  const { signal } = end
  /** The field that is being typed into: until what is typed is taken, undoing is its own. */
  let typed: EventTarget | null = null
  const types = (isTyping: boolean) => (event: Event) => {
    typed = isTyping ? event.target : null
  }
  window.addEventListener('input', types(true), { signal, capture: true })
  for (const type of ['change', 'focusout']) window.addEventListener(type, types(false), { signal, capture: true })
  const onTaken = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === 'Escape') types(false)(event)
  }
  window.addEventListener('keydown', onTaken, { signal, capture: true })
  const onKey = (event: KeyboardEvent): void => {
    const typing =
      event.target instanceof HTMLElement &&
      event.target.closest('input:not([type=range]):not([type=checkbox]), textarea, select') !== null
    const key = event.key.toLowerCase()
    const isStep = (event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')
    // A dialogue has the keys to itself: the browser closes it by Escape.
    if (
      (typing && !(isStep && typed !== event.target)) ||
      (document.querySelector('dialog[open]') !== null && event.key !== '?')
    )
      return
    const current = studio.current.peek()
    if ((event.ctrlKey || event.metaKey) && key === 'z') {
      if (event.shiftKey) current?.history.redo()
      else current?.history.undo()
    } else if ((event.ctrlKey || event.metaKey) && key === 'y') current?.history.redo()
    else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (key === 'f') studio.resetView()
    else if (key === 'm') studio.tool.peek()?.toggle()
    else if (key === 'escape') {
      if (studio.tool.peek()?.escape() !== true) return
    } else if (key === '?') opened.value = opened.peek() === undefined ? 'keys' : undefined
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
