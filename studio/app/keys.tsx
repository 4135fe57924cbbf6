// The list of keyboard shortcuts, and the way back to the hints.
import { Button } from '../ui/controls.js'
import { Dialog } from './dialog.js'
import { callHintsBack } from './hints.js'
import type { KeyBinding } from './scene.js'

const SHARED: readonly (readonly [string, string])[] = [
  ['Ctrl Z', 'undo'],
  ['Ctrl Shift Z', 'redo'],
  ['1 … 9', 'go to a scene'],
  ['F', 'fit: see the whole scene'],
  ['M', 'measure; Escape ends it'],
  ['?', 'this list'],
]

/** While the picture has the focus. */
const PICTURE: readonly (readonly [string, string])[] = [
  ['Arrows', 'turn the view'],
  ['Shift arrows', 'move the view'],
  ['+ −', 'zoom in and out'],
]

interface KeysProps {
  readonly own: readonly KeyBinding[]
  readonly scene: string
  readonly onClose: () => void
}

export function Keys({ own, scene, onClose }: KeysProps) {
  const rows = own.map(({ key, does }) => [key === ' ' ? 'Space' : key.toUpperCase(), does] as const)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <KeyList rows={[...rows, ...SHARED]} />
      <h3>In the picture, reached by Tab</h3>
      <KeyList rows={PICTURE} />
      <div class="row">
        <Button
          onClick={() => {
            callHintsBack(scene)
            onClose()
          }}
        >
          Show the hints again
        </Button>
      </div>
    </Dialog>
  )
}

function KeyList({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
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
  )
}
