// The frames of the rope's motion on a slider, and below it a bar of the steps between them: green where the straight step is free.
import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { History } from '../../app/history.js'
import { grouped, PlayButton } from '../../ui/controls.js'
import type { Stage } from '../../view/stage.js'
import type { RopeModel } from './model.js'
import { isClosed, type RopeState } from './state.js'
import { FREE, MEETS, type RopePassage, type RopeSteps } from './steps.js'

export interface RopeTimelineProps {
  readonly model: RopeModel
  readonly history: History<RopeState>
  readonly stage: Stage
}

/** Red parts of the bar that can be chosen: of more, the first ones. */
const MOST_RUNS = 60

export function RopeTimeline({ model, history, stage }: RopeTimelineProps) {
  const frames = model.news.value?.frames ?? 1
  const at = model.at.value
  const isBetween = isClosed(history.state.value.rope) || history.state.value.instant > 0
  const shown = isBetween ? at.toFixed(2) : grouped(Math.floor(at))
  return (
    <div class="player">
      <PlayButton isPlaying={model.isPlaying.value} onClick={() => model.toggle()} />
      <input
        type="range"
        aria-label="Frame"
        min={0}
        max={frames - 1}
        step={isClosed(history.state.value.rope) ? 0.01 : 1}
        value={isBetween ? at : Math.floor(at)}
        aria-valuetext={`frame ${shown} of ${frames}`}
        onInput={(event) => model.scrub(Number(event.currentTarget.value))}
        onChange={() => history.settle()}
      />
      <output data-stat="frame">{shown}</output>
      <span class="rope-steps-name">Steps</span>
      <StepBar model={model} stage={stage} />
    </div>
  )
}

function StepBar({ model, stage }: Pick<RopeTimelineProps, 'model' | 'stage'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const steps = model.steps.value
  const count = steps?.outcomes.length ?? 1
  useSignalEffect(() => {
    const context = canvas.current?.getContext('2d')
    const outcomes = model.steps.value?.outcomes
    const theme = stage.theme.value
    if (context === null || context === undefined) return
    context.canvas.width = outcomes?.length ?? 1
    context.fillStyle = theme.grid
    context.fillRect(0, 0, context.canvas.width, 1)
    outcomes?.forEach((outcome, k) => {
      context.fillStyle = outcome === MEETS ? theme.hit : theme.free
      if (outcome === FREE || outcome === MEETS) context.fillRect(k, 0, 1, 1)
    })
  })
  const name = steps === undefined ? 'Steps' : `${count} steps, ${steps.passages.length} of them not free`
  return (
    <div class="rope-steps">
      <canvas ref={canvas} class="rope-steps-track" role="img" aria-label={name} width={1} height={1} />
      {runsOf(steps).map(({ first, length }) => (
        <button
          key={first.step}
          type="button"
          aria-label={`Step ${first.step}: the first meeting`}
          title={passageTitle(first, steps!)}
          style={{ left: `${(100 * first.step) / count}%`, width: `${(100 * length) / count}%` }}
          onClick={() => model.seek(first)}
        />
      ))}
    </div>
  )
}

function passageTitle({ step, pairs }: RopePassage, { checked }: RopeSteps): string {
  const { a, b, lower } = pairs[0]!
  return `Step ${step}: ${checked === 'beads' ? 'beads' : 'strands'} ${a} and ${b} meet at ${lower.toFixed(3)}`
}

/** Red steps that follow each other, by the first of them. */
function runsOf(steps: RopeSteps | undefined): { readonly first: RopePassage; readonly length: number }[] {
  const runs: { first: RopePassage; length: number }[] = []
  for (const passage of steps?.passages ?? []) {
    const last = runs.at(-1)
    if (last !== undefined && last.first.step + last.length === passage.step) last.length++
    else if (runs.length < MOST_RUNS) runs.push({ first: passage, length: 1 })
  }
  return runs
}
