// The execution on a clock, and a bar a robot: where it moves, where it waits and for whom, where it is late.
import { PlayButton } from '../../ui/controls.js'
import { type Doing, doingAt, type Run } from './execution.js'
import type { RobotsModel } from './model.js'

export function RobotsTimeline({ model }: { model: RobotsModel }) {
  const execution = model.delayed.value
  if (execution === undefined) return null
  const { runs, end } = execution
  const clock = model.clock.value
  const isByHand = model.hand.value !== undefined
  return (
    <div class="robots-player">
      <PlayButton isPlaying={model.isPlaying.value} onClick={() => model.play()} />
      <input
        type="range"
        aria-label="Clock"
        min={0}
        // A whole number of steps, or its end could not be reached.
        max={Math.ceil(100 * end) / 100}
        step={0.01}
        value={clock}
        aria-valuetext={`${clock.toFixed(2)} s of ${end.toFixed(2)} s`}
        onInput={(event) => model.scrub(Math.min(end, Number(event.currentTarget.value)))}
        onChange={() => model.keepPlace()}
      />
      <output data-stat="clock">{clock.toFixed(2)} s</output>
      {runs.map((run, r) => (
        <Bar key={run.name} run={run} number={r} end={end} clock={clock} isByHand={isByHand} />
      ))}
    </div>
  )
}

interface BarProps {
  readonly run: Run
  readonly number: number
  readonly end: number
  readonly clock: number
  readonly isByHand: boolean
}

function Bar({ run, number, end, clock, isByHand }: BarProps) {
  const { name, times, waits } = run
  const share = (time: number): string => `${(100 * time) / end}%`
  const doing = doingAt(run, clock)
  return (
    <>
      <span class="run-name">
        <i class={`swatch robot-${number % 6}`} />
        {name}
      </span>
      <div class="run" role="img" aria-label={runWords(run)}>
        <i class={`moves robot-${number % 6}`} style={{ left: '0', width: share(times.at(-1)!) }} />
        {waits.map(({ from, to, after }) => (
          <i
            key={from}
            class={after.length > 0 ? 'waits' : 'late'}
            title={after.length > 0 ? `waits for ${after.join(', ')}` : 'late'}
            style={{ left: share(from), width: share(to - from) }}
          />
        ))}
        {!isByHand && <i class="playhead" style={{ left: share(Math.min(clock, end)) }} />}
      </div>
      <span class={`doing ${isByHand ? '' : doing.kind}`} data-stat={`doing-${name}`}>
        {isByHand ? 'placed by hand' : doingWords(doing)}
      </span>
    </>
  )
}

function doingWords(doing: Doing): string {
  return doing.kind === 'waits' ? `waits for ${doing.after.join(', ')}` : doing.kind
}

function runWords({ name, times, waits }: Run): string {
  const parts = waits.map(({ from, to, after }) => {
    const why = after.length > 0 ? `waits for ${after.join(', ')}` : 'is late'
    return `${why} from ${from.toFixed(2)} to ${to.toFixed(2)} s`
  })
  return [`${name} arrives after ${times.at(-1)!.toFixed(2)} s`, ...parts].join('; ')
}
