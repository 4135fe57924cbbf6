// The list of keyboard shortcuts.
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../ui/controls.js'
import type { KeyBinding } from './scene.js'

const SHARED: readonly (readonly [string, string])[] = [
  ['Ctrl Z', 'undo'],
  ['Ctrl Shift Z', 'redo'],
  ['1 … 9', 'go to a scene'],
  ['F', 'see the whole scene'],
  ['?', 'this list'],
]

export function Keys({ own, onClose }: { own: readonly KeyBinding[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current!.showModal(), [])
  const rows = [...own.map(({ key, does }) => [key === ' ' ? 'Space' : key.toUpperCase(), does] as const), ...SHARED]
  return (
    <dialog ref={dialog} class="keys" onClose={onClose} aria-label="Keyboard shortcuts">
      <h2>Keys</h2>
      <dl>
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={() => dialog.current!.close()}>Close</Button>
    </dialog>
  )
}
