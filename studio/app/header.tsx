// Above everything: the scenes, undo and redo, and what opens, saves and copies.
import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { scenes } from '../scenes/index.js'
import { Button } from '../ui/controls.js'
import { chosenFiles, save } from './files.js'
import { Menu } from './menu.js'
import { wordsOf } from './notices.js'
import type { ExportItem } from './scene.js'
import type { Opened } from './shell.js'
import type { Studio } from './studio.js'
import { dark, toggleTheme } from './theme.js'

export function Header({ studio, opened }: { studio: Studio; opened: Signal<Opened> }) {
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
        <Menu title="Save">
          {current?.opened.isPage !== true && (
            <Button onClick={() => (opened.value = 'export')}>Picture or video …</Button>
          )}
          {(current?.opened.exports ?? []).map((item) => (
            <Button key={item.label} onClick={() => void saveItem(studio, item)}>
              {item.label}
            </Button>
          ))}
        </Menu>
        <Menu title="Copy">
          <Button onClick={() => void studio.copyLink()}>Link to this view</Button>
          <Button onClick={() => (opened.value = 'command')}>Command …</Button>
          <Button onClick={() => (opened.value = 'code')}>Code …</Button>
        </Menu>
        <Button label={dark.value ? 'Light colours' : 'Dark colours'} onClick={toggleTheme}>
          {dark.value ? '☀' : '☾'}
        </Button>
        <Button label="Keyboard shortcuts (?)" onClick={() => (opened.value = 'keys')}>
          ?
        </Button>
      </div>
    </header>
  )
}

export async function saveItem({ notices }: Studio, { label, file, make }: ExportItem): Promise<void> {
  try {
    const content = await make()
    if (content === undefined) notices.add(`There is nothing to save yet: ${label}.`)
    else save(content, file)
  } catch (error) {
    notices.add(wordsOf(error), 'error')
  }
}
