// A picture or a video of the stage, at a size that is chosen.
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button, ProgressBar, Select, Toggle } from '../ui/controls.js'
import type { Stage } from '../view/stage.js'
import { Dialog } from './dialog.js'
import { save } from './files.js'
import { wordsOf } from './notices.js'
import { record, webmType } from './recording.js'
import type { PlayOnce } from './scene.js'

/** The most that graphics cards and encoders take each way. */
const MOST = 8192
const LONGEST = 600

export interface ExportDialogProps {
  readonly stage: Stage
  readonly scene: string
  readonly play: PlayOnce | undefined
  readonly notify: (words: string, kind?: 'error') => void
  readonly onClose: () => void
}

export function ExportDialog({ stage, scene, play, notify, onClose }: ExportDialogProps) {
  const [width, height] = stage.size
  const kind = useSignal<'picture' | 'video'>('picture')
  const choice = useSignal('view')
  const own = useSignal({ width, height })
  const hasGround = useSignal(true)
  const seconds = useSignal(Math.max(1, Math.round(10 * (play?.seconds() ?? 5)) / 10))
  const done = useSignal<number | undefined>(undefined)
  const stopper = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])
  const isVideo = kind.value === 'video'
  const [w, h] = choice.value === 'own' ? [own.value.width, own.value.height] : sizeOf(choice.value, width, height)
  const type = webmType()
  const isBusy = done.value !== undefined
  const make = async (): Promise<void> => {
    const size = { width: even(w), height: even(h), background: isVideo || hasGround.value }
    try {
      if (isVideo) {
        const controller = new AbortController()
        stopper.current = controller
        done.value = 0
        const options = { size, seconds: seconds.value, play, signal: controller.signal }
        const film = await record(stage, { ...options, onProgress: (now) => (done.value = now) })
        save(film, `limber-${scene}.webm`)
      } else {
        const picture = { ...size, width: w, height: h }
        save(
          await stage.picture(choice.value === 'view' && hasGround.value ? undefined : picture),
          `limber-${scene}.png`,
        )
      }
      onClose()
    } catch (error) {
      notify(wordsOf(error), 'error')
    } finally {
      done.value = undefined
    }
  }
  return (
    <Dialog title="Picture or video" onClose={onClose}>
      <fieldset disabled={isBusy}>
        <Select label="Kind" value={kind.value} options={KINDS} onChange={(value) => (kind.value = value)} />
        <Select
          label="Size"
          value={choice.value}
          options={[['view', `as it is here, ${width} × ${height}`], ...SIZES, ['own', 'another']]}
          onChange={(value) => (choice.value = value)}
        />
        {choice.value === 'own' && (
          <>
            <NumberField
              label="Width"
              value={own.value.width}
              most={MOST}
              onChange={(value) => (own.value = { ...own.value, width: value })}
            />
            <NumberField
              label="Height"
              value={own.value.height}
              most={MOST}
              onChange={(value) => (own.value = { ...own.value, height: value })}
            />
          </>
        )}
        {isVideo ? (
          <NumberField
            label="Seconds"
            value={seconds.value}
            most={LONGEST}
            onChange={(value) => (seconds.value = value)}
          />
        ) : (
          <Toggle label="With its background" value={hasGround.value} onChange={(value) => (hasGround.value = value)} />
        )}
      </fieldset>
      {isVideo && <p class="note">{videoWords(type, play)}</p>}
      {isBusy && (
        <ProgressBar
          share={done.value! / seconds.value}
          label={`${done.value!.toFixed(1)} of ${seconds.value} s recorded`}
        />
      )}
      <div class="row">
        {isBusy ? (
          <Button kind="danger" onClick={() => stopper.current?.abort()}>
            Stop and save
          </Button>
        ) : (
          <Button kind="main" disabled={isVideo && type === undefined} onClick={() => void make()}>
            {isVideo ? 'Record' : 'Save'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const KINDS = [
  ['picture', 'picture (PNG)'],
  ['video', 'video (WebM)'],
] as const

const SIZES = [
  ['1920x1080', '1920 × 1080'],
  ['3840x2160', '3840 × 2160'],
] as const

function sizeOf(choice: string, width: number, height: number): readonly [number, number] {
  const [w, h] = choice.split('x').map(Number)
  return h === undefined ? [width, height] : [w!, h]
}

/** As encoders want it. */
function even(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2))
}

function videoWords(type: string | undefined, play: PlayOnce | undefined): string {
  if (type === undefined) {
    return 'This browser has no recorder for WebM. Chromium, Chrome, Edge and Firefox have one; a picture can be saved here.'
  }
  return play === undefined
    ? 'The stage is recorded as it is; what moves by itself moves in the video.'
    : 'The motion is played once from its beginning, and recorded.'
}

function NumberField(props: { label: string; value: number; most: number; onChange: (value: number) => void }) {
  const { label, value, most, onChange } = props
  return (
    <label class="select">
      <span>{label}</span>
      <input
        type="number"
        min={1}
        max={most}
        step={label === 'Seconds' ? 0.1 : 1}
        value={value}
        onInput={(event) => {
          const given = Number(event.currentTarget.value)
          if (given > 0) onChange(Math.min(most, given))
        }}
      />
    </label>
  )
}
