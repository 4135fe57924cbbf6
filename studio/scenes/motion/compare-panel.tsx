// Two paths side by side: their verdicts, lengths, times, and how near each comes to anything.
import type { ComponentChildren } from 'preact'
import type { History } from '../../app/history.js'
import { Button, Section, Toggle } from '../../ui/controls.js'
import { millimetres, pairNames } from '../../workcell/names.js'
import type { CheckAnswer } from './check.js'
import type { LeastDistance } from './engine.js'
import type { MotionModel } from './model.js'
import { durationOf, type MotionPath, pathLength } from './path.js'
import type { MotionState } from './state.js'
import { bannerOf } from './verdict-words.js'

export function ComparePanel({ model, history }: { model: MotionModel; history: History<MotionState> }) {
  const { other } = history.state.value
  const { compare, waypoints } = model
  const swap = (): void => {
    const own = model.path
    if (other !== null) waypoints.set(other, { other: own, t: 0 })
  }
  return (
    <Section title="Compare">
      {other === null ? (
        <>
          <p class="note">Keep this path as B, then change, plan or smooth it: both are drawn, checked and measured.</p>
          <div class="row">
            <Button disabled={model.path.waypoints.length < 2} onClick={() => history.set({ other: model.path })}>
              Compare with this path
            </Button>
          </div>
        </>
      ) : (
        <>
          <Both model={model} other={other} history={history} />
          <div class="row">
            <Button onClick={swap}>Swap A and B</Button>
            <Button onClick={() => history.set({ other: null })}>Remove B</Button>
          </div>
        </>
      )}
      <Toggle
        label="A path that is dropped becomes B"
        value={compare.takesDrops.value}
        onChange={(on) => (compare.takesDrops.value = on)}
      />
    </Section>
  )
}

interface BothProps {
  readonly model: MotionModel
  readonly other: MotionPath
  readonly history: History<MotionState>
}

function Both({ model, other, history }: BothProps) {
  const { compare } = model
  const isWorking = model.work.value === 'check'
  const { ignoreLimits } = history.state.value
  const { a, b } = compare.least.value
  const verdict = (id: string, answer: CheckAnswer | undefined): ComponentChildren => {
    const { mood, words } = bannerOf(answer, isWorking, ignoreLimits)
    return (
      <td class={mood} data-stat={id}>
        {words.replace('Free at every instant', 'Free')}
        {answer !== undefined &&
          answer.outcome !== 'free' &&
          answer.a !== '' &&
          `: ${pairNames(answer, model.view.value)}`}
      </td>
    )
  }
  const least = (id: string, one: LeastDistance | undefined): ComponentChildren => (
    <td
      data-stat={id}
      title={one && `${pairNames(one, model.view.value)}, at ${(100 * one.at).toFixed(1)} % of the path`}
    >
      {one === undefined ? '–' : millimetres(one.distance)}
    </td>
  )
  const row = (name: string, id: string, words: (path: MotionPath) => string) => (
    <tr>
      <th scope="row">{name}</th>
      <td data-stat={`${id}-a`}>{words(model.path)}</td>
      <td data-stat={`${id}-b`}>{words(other)}</td>
    </tr>
  )
  return (
    <table class="compare">
      <thead>
        <tr>
          <td />
          <th scope="col">A, shown</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Verdict</th>
          {verdict('verdict-a', model.verdict.value)}
          {verdict('verdict-b', compare.verdict.value)}
        </tr>
        {row('Waypoints', 'count', ({ waypoints }) => String(waypoints.length))}
        {row('Length', 'length', (path) => `${pathLength(path).toFixed(3)} rad`)}
        {row('Duration', 'duration', (path) => seconds(durationOf(path)))}
        <tr
          title={`The least of ${a?.places ?? 241} places, equally far apart along the timeline: between them it may be less.`}
        >
          <th scope="row">Least distance, sampled</th>
          {least('least-a', a)}
          {least('least-b', b)}
        </tr>
      </tbody>
    </table>
  )
}

function seconds(duration: number | undefined): string {
  return duration === undefined ? 'no times' : `${duration.toFixed(2)} s`
}
