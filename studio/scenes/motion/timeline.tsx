// The path on a timeline: what is proved grows green above, the samples of the sampled checker are ticks below.
import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../ui/controls.js'
import type { Stage } from '../../view/stage.js'
import type { MotionModel } from './model.js'
import { BINS } from './progress.js'

/** More waypoints than this, the frames of a clip, are not marked. */
const MOST_MARKS = 100

export function Timeline({ model, stage }: { model: MotionModel; stage: Stage }) {
  const t = model.t.value
  const { breaks } = model
  const verdict = model.verdict.value
  const sampled = model.sampled.value
  const next = model.work.value === 'check' ? model.progress.value?.next : undefined
  const scrub = (event: PointerEvent): void => {
    const area = event.currentTarget as HTMLElement
    if (event.type === 'pointerdown') area.setPointerCapture(event.pointerId)
    else if (event.buttons === 0) return
    const { left, width } = area.getBoundingClientRect()
    model.scrub((event.clientX - left) / width)
  }
  return (
    <div class="timeline">
      <div class="timeline-buttons">
        <Button label={model.isPlaying.value ? 'Pause' : 'Play'} onClick={() => model.play()}>
          {model.isPlaying.value ? '⏸' : '▶'}
        </Button>
      </div>
      <div class="timeline-names">
        <span>Proof</span>
        <span>Samples</span>
      </div>
      <div
        class="timeline-tracks"
        onPointerDown={scrub}
        onPointerMove={scrub}
        onPointerUp={() => model.keepPlace()}
        onPointerCancel={() => model.keepPlace()}
      >
        <ProofTrack model={model} stage={stage} />
        <SampleTrack model={model} stage={stage} />
        {(breaks.length > MOST_MARKS ? [] : breaks).map((at, i) => (
          <i key={i} class="waypoint" style={{ left: `${100 * at}%` }} />
        ))}
        {next !== undefined && (
          // Moved by its own width, without a new layout: nothing else changes.
          <i
            class="looking"
            style={{
              width: `${100 * (next.to - next.from)}%`,
              translate: `${(100 * next.from) / (next.to - next.from)}%`,
            }}
          />
        )}
        {verdict?.at !== undefined && (
          <i class="collision proof" title={`${verdict.a} – ${verdict.b}`} style={{ left: `${100 * verdict.at}%` }} />
        )}
        {sampled?.at !== undefined && (
          <i class="collision sample" title={`${sampled.a} – ${sampled.b}`} style={{ left: `${100 * sampled.at}%` }} />
        )}
        <i class="playhead" style={{ left: `${100 * t}%` }} />
        <input
          type="range"
          class="scrubber"
          aria-label="Position along the path"
          min={0}
          max={1}
          step={0.001}
          value={t}
          aria-valuetext={`${(100 * t).toFixed(1)} %`}
          onInput={(event) => model.scrub(Number(event.currentTarget.value))}
          onChange={() => model.keepPlace()}
        />
      </div>
      <span class="timeline-at">{(100 * t).toFixed(1)} %</span>
    </div>
  )
}

type Colour = readonly [number, number, number]

function coloursOf(hex: string): Colour {
  const n = Number.parseInt(hex.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}

/** One pixel a part of the path: green where all pairs are proved, paler the fewer are. */
function ProofTrack({ model, stage }: { model: MotionModel; stage: Stage }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useSignalEffect(() => {
    const open = model.progress.value?.open
    const theme = stage.theme.value
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined) return
    const image = context.createImageData(BINS, 1)
    const [bare, free] = [coloursOf(theme.grid), coloursOf(theme.free)]
    for (let i = 0; i < BINS; i++) {
      const share = open === undefined ? 0 : open[i] === 0 ? 1 : 0.5 * (1 - open[i]! / 255)
      for (let k = 0; k < 3; k++) image.data[4 * i + k] = bare[k]! + share * (free[k]! - bare[k]!)
      image.data[4 * i + 3] = 255
    }
    context.putImageData(image, 0, 0)
  })
  return <canvas ref={canvas} class="track" width={BINS} height={1} />
}

function SampleTrack({ model, stage }: { model: MotionModel; stage: Stage }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useSignalEffect(() => {
    const ticks = model.sampled.value?.ticks
    const theme = stage.theme.value
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined) return
    const { width, height } = context.canvas
    context.fillStyle = theme.grid
    context.fillRect(0, 0, width, height)
    context.fillStyle = theme.accent
    for (const at of ticks ?? []) context.fillRect(Math.round(at * (width - 2)), 4, 2, height - 8)
  })
  return <canvas ref={canvas} class="track samples" width={1600} height={36} />
}
