// The frames of a motion on a slider: play, speed, and below it bars that say what is known of the frames and of the steps between them.
// Arrow keys, Page Up and Page Down, Home and End move the slider, as in every range field.
import './scrubber.css'
import { useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { dark } from '../app/theme.js'
import { Button, grouped, PlayButton, ProgressBar } from './controls.js'

/** What a mark says. Its colour is the theme's. */
export type Mark = 'unknown' | 'free' | 'touches' | 'passes' | 'open'

const COLOURS: Readonly<Record<Mark, string>> = {
  unknown: '--line',
  free: '--free-mark',
  touches: '--touch-mark',
  passes: '--pass-mark',
  open: '--soft',
}

/** One bar: a mark for every frame, or for every step between two. */
export interface MarkBar {
  readonly name: string
  readonly of: 'frames' | 'steps'
  readonly marks: readonly Mark[]
  /** All of it in words. */
  readonly label: string
  /** Parts of the bar that can be pressed. */
  readonly spots: readonly MarkSpot[]
}

export interface MarkSpot {
  /** Frames or steps from `first` on. */
  readonly first: number
  readonly length: number
  readonly mark: Mark
  readonly label: string
  readonly title: string
  onClick(): void
}

export interface ScrubberProps {
  readonly frames: number
  readonly at: number
  /** Of the slider: 1, or less where places between frames can be shown. */
  readonly step: number
  readonly shown: string
  readonly isPlaying: boolean
  readonly onPlay: () => void
  readonly onScrub: (at: number) => void
  readonly onSettle: () => void
  /** Frames a second. */
  readonly speed: number
  readonly onSpeed: (speed: number) => void
  readonly bars: readonly MarkBar[]
  /** Buttons, and how far a check is. */
  readonly children?: ComponentChildren
}

const SPEEDS = [1, 2, 5, 10, 20, 30, 60, 120]

export function Scrubber(props: ScrubberProps) {
  const { frames, at, step, shown, isPlaying, onPlay, onScrub, onSettle, speed, onSpeed, bars, children } = props
  const speeds = SPEEDS.includes(speed) ? SPEEDS : [...SPEEDS, speed].sort((a, b) => a - b)
  return (
    <div class="scrubber">
      {children !== undefined && <div class="row scrubber-actions">{children}</div>}
      <div class="scrubber-line">
        <PlayButton isPlaying={isPlaying} onClick={onPlay} />
        <input
          type="range"
          aria-label="Frame"
          min={0}
          max={Math.max(0, frames - 1)}
          step={step}
          value={at}
          aria-valuetext={`frame ${shown} of ${frames}`}
          onInput={(event) => onScrub(Number(event.currentTarget.value))}
          onChange={onSettle}
        />
        <span class="scrubber-place">
          <output data-stat="frame">{shown}</output>
          <span> of {frames - 1}</span>
        </span>
        <select
          aria-label="Speed, frames a second"
          title="Speed, frames a second"
          value={String(speed)}
          onChange={(event) => onSpeed(Number(event.currentTarget.value))}
        >
          {speeds.map((value) => (
            <option key={value} value={String(value)}>
              {value} / s
            </option>
          ))}
        </select>
        {bars.map((bar) => (
          <Bar key={bar.name} bar={bar} frames={frames} />
        ))}
      </div>
    </div>
  )
}

function Bar({ bar, frames }: { bar: MarkBar; frames: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { name, of, marks, label, spots } = bar
  const latest = useRef(marks)
  const changed = latest.current !== marks
  latest.current = marks
  const paint = (): void => {
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined) return
    const style = getComputedStyle(context.canvas)
    // Two columns between two frames: a frame has half of the way to either side.
    context.canvas.width = Math.max(1, 2 * (frames - 1))
    latest.current.forEach((mark, k) => {
      context.fillStyle = style.getPropertyValue(COLOURS[mark])
      if (of === 'steps') context.fillRect(2 * k, 0, 2, 1)
      else context.fillRect(Math.max(0, 2 * k - 1), 0, k === 0 ? 1 : 2, 1)
    })
  }
  useSignalEffect(() => {
    dark.value
    // The theme's colours are there after the page has taken them over.
    requestAnimationFrame(paint)
  })
  if (changed && canvas.current !== null) paint()
  const steps = Math.max(1, frames - 1)
  const start = (k: number): number => (100 * Math.max(0, of === 'steps' ? k : k - 0.5)) / steps
  const end = (k: number): number => (k >= marks.length ? 100 : (100 * (of === 'steps' ? k : k - 0.5)) / steps)
  return (
    <>
      <span class="scrubber-name">{name}</span>
      <div class="scrubber-bar">
        <canvas ref={canvas} role="img" aria-label={label} width={1} height={1} />
        {spots.map((spot) => (
          <button
            key={spot.first}
            type="button"
            class={spot.mark}
            aria-label={spot.label}
            title={spot.title}
            style={{
              left: `${start(spot.first)}%`,
              width: `${end(spot.first + spot.length) - start(spot.first)}%`,
            }}
            onClick={() => spot.onClick()}
          />
        ))}
      </div>
    </>
  )
}

/** Marks that follow each other, by the first of them: of more than can be distinguished, the first ones. */
export function runsOf(marks: readonly Mark[], mark: Mark, most = 60): { first: number; length: number }[] {
  const runs: { first: number; length: number }[] = []
  marks.forEach((one, k) => {
    if (one !== mark) return
    const last = runs.at(-1)
    if (last !== undefined && last.first + last.length === k) last.length++
    else if (runs.length < most) runs.push({ first: k, length: 1 })
  })
  return runs
}

export interface CheckingProps {
  /** Frames. */
  readonly known: number
  readonly all: number
  readonly isChecking: boolean
  /** For a contact that was asked for. */
  readonly isSeeking: boolean
  readonly onStop: () => void
  readonly onGoOn: () => void
}

/** How far the check of all frames is, with a stop. */
export function Checking({ known, all, isChecking, isSeeking, onStop, onGoOn }: CheckingProps) {
  if (isChecking) {
    const label = `${isSeeking ? 'Searching' : 'Checking'}: ${grouped(known)} of ${grouped(all)} frames`
    return (
      <>
        <ProgressBar share={all === 0 ? undefined : known / all} label={label} />
        <Button onClick={onStop}>Stop checking</Button>
      </>
    )
  }
  if (known >= all) return null
  return (
    <>
      <span class="note">
        {grouped(known)} of {grouped(all)} frames checked
      </span>
      <Button onClick={onGoOn}>Continue</Button>
    </>
  )
}
