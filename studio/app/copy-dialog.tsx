// What is on the stage, as a command for a terminal or as a program: to be read, and copied.
import { useRef } from 'preact/hooks'
import { Button } from '../ui/controls.js'
import { Dialog } from './dialog.js'
import type { ExportItem, Recipe } from './scene.js'

export type CopyKind = 'command' | 'code'

const TITLES: Readonly<Record<CopyKind, string>> = { command: 'Command', code: 'Code' }

export interface CopyDialogProps {
  readonly kind: CopyKind
  readonly scene: string
  readonly recipe: Recipe | undefined
  readonly exports: readonly ExportItem[]
  readonly onSave: (item: ExportItem) => void
  readonly onCopied: (words: string) => void
  readonly onClose: () => void
}

export function CopyDialog({ kind, scene, recipe, exports, onSave, onCopied, onClose }: CopyDialogProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const text = recipe?.[kind]
  const files = exports.filter(({ file }) => recipe?.reads?.includes(file) && text?.includes(file))
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text!)
      onCopied(`The ${TITLES[kind].toLowerCase()} is on the clipboard.`)
      onClose()
    } catch {
      area.current!.select()
      onCopied('The browser did not allow copying: the text is selected, press Ctrl C.')
    }
  }
  return (
    <Dialog title={`${TITLES[kind]}: what ${scene} shows`} onClose={onClose}>
      {text === undefined ? (
        <p>{missing(kind, scene, recipe)}</p>
      ) : (
        <>
          <textarea
            ref={area}
            readOnly
            aria-label={TITLES[kind]}
            rows={Math.min(18, text.split('\n').length + 1)}
            spellcheck={false}
            value={text}
          />
          <p class="note">
            {kind === 'command' ? 'Run it in' : 'Save it as program.mjs, and run node program.mjs, in'} a folder with
            limber (npm i limber)
            {recipe!.reads === undefined ? ' and the files that you dropped' : files.length > 0 && ' and these files'}.
          </p>
          <div class="row">
            <Button kind="main" onClick={() => void copy()}>
              Copy
            </Button>
            {files.map((item) => (
              <Button key={item.file} label={`Save ${item.file}: ${item.label}`} onClick={() => onSave(item)}>
                Save {item.file}
              </Button>
            ))}
          </div>
        </>
      )}
    </Dialog>
  )
}

function missing(kind: CopyKind, scene: string, recipe: Recipe | undefined): string {
  if (recipe === undefined) return `${scene} has nothing that can be asked outside the studio.`
  return kind === 'code'
    ? 'No public function does this: copy the command.'
    : 'No command of limber does this: copy the code.'
}
