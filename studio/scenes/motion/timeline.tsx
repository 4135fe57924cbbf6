// The path on a timeline: marks of its waypoints, what is proved grows green, the samples of the sampled checker are ticks below, and the
// path that it is compared with below them.
import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { History } from '../../app/history.js'
import { Button, PlayButton } from '../../ui/controls.js'
import type { Stage } from '../../view/stage.js'
import { channels } from '../../view/stage-colours.js'
import { CurvesPanel } from './curves.js'
import type { MotionModel } from './model.js'
import { durationOf } from './path.js'
import { BINS } from './progress.js'
import { LEAST_SPEED, MOST_SPEED, type MotionState, REPEATS, type Repeat } from './state.js'
import { WaypointMarks } from './waypoint-marks.js'

export interface TimelineProps {
  readonly model: MotionModel
  readonly history: History<MotionState>
  readonly stage: Stage
}

export function Timeline({ model, history, stage }: TimelineProps) {
  const { playback, compare } = model
  const t = playback.t.value
  const verdict = model.verdict.value
  const sampled = model.sampled.value
  const next = model.work.value === 'check' ? model.progress.value?.next : undefined
  const hasOther = history.state.value.other !== null
  const other = compare.verdict.value
  const scrub = (event: PointerEvent): void => {
    const area = event.currentTarget as HTMLElement
    if (event.type === 'pointerdown') area.setPointerCapture(event.pointerId)
    else if (event.buttons === 0) return
    const { left, width } = area.getBoundingClientRect()
    playback.scrub((event.clientX - left) / width)
  }
  return (
    <div class="timeline">
      <Tools model={model} history={history} />
      <div class="timeline-names">
        <span>Waypoints</span>
        <span>Proof</span>
        <span>Samples</span>
        {hasOther && <span>B</span>}
      </div>
      <div class="timeline-lanes">
        <WaypointMarks model={model} />
        <div
          class="timeline-tracks"
          onPointerDown={scrub}
          onPointerMove={scrub}
          onPointerUp={() => playback.keep()}
          onPointerCancel={() => playback.keep()}
        >
          <ProofTrack open={() => model.progress.value?.open} stage={stage} />
          <SampleTrack model={model} stage={stage} />
          {hasOther && <ProofTrack open={() => compare.verdict.value?.progress.open} stage={stage} />}
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
            <i
              class="collision sample"
              title={`${sampled.a} – ${sampled.b}`}
              style={{ left: `${100 * sampled.at}%` }}
            />
          )}
          {hasOther && other?.at !== undefined && (
            <i class="collision other" title={`${other.a} – ${other.b}`} style={{ left: `${100 * other.at}%` }} />
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
            aria-valuetext={placeWords(model)}
            onInput={(event) => playback.scrub(Number(event.currentTarget.value))}
            onChange={() => playback.keep()}
          />
        </div>
      </div>
      <CurvesPanel model={model} history={history} />
      <span class="timeline-at" data-stat="place">
        {placeWords(model)}
      </span>
    </div>
  )
}

/** How far along the path, and when. */
function placeWords(model: MotionModel): string {
  const t = model.playback.t.value
  const duration = durationOf(model.path)
  const share = `${(100 * t).toFixed(1)} %`
  return duration === undefined ? share : `${(t * duration).toFixed(2)} s, ${share}`
}

function Tools({ model, history }: Omit<TimelineProps, 'stage'>) {
  const { playback, waypoints } = model
  const { speed, repeat } = history.state.value
  const chosen = waypoints.chosen
  const count = model.path.waypoints.length
  return (
    <div class="timeline-tools">
      <Button label="Previous waypoint" onClick={() => waypoints.go(-1)}>
        <Sign path="M2 1h2v10H2zM11 1v10L4.5 6z" />
      </Button>
      <PlayButton isPlaying={playback.isPlaying.value} onClick={() => playback.toggle()} />
      <Button label="Next waypoint" onClick={() => waypoints.go(1)}>
        <Sign path="M8 1h2v10H8zM1 1v10l6.5-5z" />
      </Button>
      <Button label="Add a waypoint here" disabled={chosen !== undefined} onClick={() => void waypoints.add()}>
        <Sign path="M5 1h2v4h4v2H7v4H5V7H1V5h4z" />
      </Button>
      <Button
        label="Delete this waypoint"
        disabled={chosen === undefined || count < 3}
        onClick={() => waypoints.remove()}
      >
        <Sign path="M1 5h10v2H1z" />
      </Button>
      <label class="timeline-speed">
        <span class="visually-hidden">Speed</span>
        <input
          type="range"
          min={Math.log2(LEAST_SPEED)}
          max={Math.log2(MOST_SPEED)}
          step={0.01}
          value={Math.log2(speed)}
          aria-valuetext={`${speed} times`}
          onInput={({ currentTarget }) => history.replace({ speed: speedOf(Number(currentTarget.value)) })}
        />
        <output data-stat="speed">{speed}×</output>
      </label>
      <label class="timeline-repeat">
        <span class="visually-hidden">At the end</span>
        <select
          value={repeat}
          onChange={({ currentTarget }) => history.replace({ repeat: currentTarget.value as Repeat })}
        >
          {REPEATS.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** Of a slider by powers of two, to two digits. */
function speedOf(power: number): number {
  return Math.min(MOST_SPEED, Math.max(LEAST_SPEED, Number((2 ** power).toPrecision(2))))
}

function Sign({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d={path} fill="currentColor" />
    </svg>
  )
}

/** One pixel a part of the path: green where all pairs are proved, paler the fewer are. */
function ProofTrack({ open: read, stage }: { open: () => Uint8Array | undefined; stage: Stage }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useSignalEffect(() => {
    const open = read()
    const theme = stage.theme.value
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined) return
    const image = context.createImageData(BINS, 1)
    const [bare, free] = [channels(theme.grid), channels(theme.free)]
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
