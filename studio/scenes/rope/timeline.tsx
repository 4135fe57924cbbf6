// The frames of the rope's motion on a slider. Below it, the frames in which beads touch and the steps between them: green where the
// straight step is proved free, red where something passes through. Above it, the way to the first contact and to the next.
import type { History } from '../../app/history.js'
import { Button, grouped } from '../../ui/controls.js'
import { Checking, type Mark, type MarkBar, runsOf, Scrubber } from '../../ui/scrubber.js'
import type { RopeModel } from './model.js'
import { isClosed, type RopeState } from './state.js'
import { FREE, MEETS, NOTHING, REFUSED, type RopePassage, type RopeSteps } from './steps.js'

export interface RopeTimelineProps {
  readonly model: RopeModel
  readonly history: History<RopeState>
}

export function RopeTimeline({ model, history }: RopeTimelineProps) {
  const frames = model.news.value?.frames ?? 1
  const at = model.at.value
  const { rope, instant, speed } = history.state.value
  const isBetween = isClosed(rope) || instant > 0
  const shown = isBetween ? at.toFixed(2) : grouped(Math.floor(at))
  const steps = model.steps.value
  return (
    <Scrubber
      frames={frames}
      at={isBetween ? at : Math.floor(at)}
      step={isBetween ? 0.01 : 1}
      shown={shown}
      isPlaying={model.isPlaying.value}
      onPlay={() => model.toggle()}
      onScrub={(value) => model.scrub(value)}
      onSettle={() => history.settle()}
      speed={speed}
      onSpeed={(value) => history.set({ speed: value })}
      bars={steps === undefined ? WAITING : barsOf(model, steps)}
    >
      <Button kind="main" onClick={() => model.firstContact()}>
        First contact
      </Button>
      <Button onClick={() => model.nextContact()}>Next contact</Button>
      <Checking
        known={steps?.knownFrames ?? 0}
        all={steps?.touches.length ?? 0}
        isChecking={model.isChecking.value}
        isSeeking={model.seeking.value !== undefined}
        onStop={() => model.stopChecking()}
        onGoOn={() => model.goOnChecking()}
      />
    </Scrubber>
  )
}

/** Their place is kept. */
const WAITING: readonly MarkBar[] = [
  { name: 'Frames', of: 'frames', marks: [], label: 'Frames', spots: [] },
  { name: 'Steps', of: 'steps', marks: [], label: 'Steps', spots: [] },
]

const STEP_MARKS: Readonly<Record<number, Mark>> = {
  [FREE]: 'free',
  [MEETS]: 'passes',
  [NOTHING]: 'open',
  [REFUSED]: 'open',
}

function barsOf(model: RopeModel, steps: RopeSteps): MarkBar[] {
  const { touches, outcomes, passages } = steps
  const framesMarks = Array.from(
    touches,
    (code): Mark => (code === MEETS ? 'touches' : (STEP_MARKS[code] ?? 'unknown')),
  )
  const stepMarks = Array.from(outcomes, (code): Mark => STEP_MARKS[code] ?? 'unknown')
  const touching = framesMarks.filter((mark) => mark === 'touches').length
  return [
    {
      name: 'Frames',
      of: 'frames',
      marks: framesMarks,
      label: `${touches.length} frames, in ${touching} of them beads touch`,
      spots: runsOf(framesMarks, 'touches').map(({ first, length }) => ({
        ...{ first, length, mark: 'touches' as const },
        label: `Frame ${first}: beads touch`,
        title: `Beads touch in ${length === 1 ? `frame ${first}` : `frames ${first} to ${first + length - 1}`}`,
        onClick: () => model.goTo({ kind: 'frame', frame: first }),
      })),
    },
    {
      name: 'Steps',
      of: 'steps',
      marks: stepMarks,
      label: `${outcomes.length} steps, ${passages.length} of them not free`,
      spots: runsOf(stepMarks, 'passes').map(({ first, length }) => {
        const passage = passages.find(({ step }) => step === first)!
        return {
          ...{ first, length, mark: 'passes' as const },
          label: `Step ${first}: the first meeting`,
          title: passageTitle(passage, steps),
          onClick: () => model.goTo({ kind: 'step', passage }),
        }
      }),
    },
  ]
}

function passageTitle({ step, pairs }: RopePassage, { checked }: RopeSteps): string {
  const { a, b, lower } = pairs[0]!
  return `Step ${step}: ${checked === 'beads' ? 'beads' : 'strands'} ${a} and ${b} meet at ${lower.toFixed(3)}`
}
