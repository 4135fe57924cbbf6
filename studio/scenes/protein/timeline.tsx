// The frames of a trajectory, or the models of a structure, on a slider; below it those that clash.
import type { History } from '../../app/history.js'
import { Button, grouped } from '../../ui/controls.js'
import { Checking, type Mark, type MarkBar, runsOf, Scrubber } from '../../ui/scrubber.js'
import type { ProteinModel } from './model.js'
import type { ProteinState } from './state.js'

export function Timeline({ model, history }: { model: ProteinModel; history: History<ProteinState> }) {
  const { frames } = model
  const count = model.view.value?.models ?? 1
  if (count < 2) return null
  const found = frames.counts.value
  const at = Math.floor(frames.at.value)
  return (
    <Scrubber
      frames={count}
      at={at}
      step={1}
      shown={grouped(at)}
      isPlaying={frames.isPlaying.value}
      onPlay={() => frames.toggle()}
      onScrub={(value) => frames.scrub(value)}
      onSettle={() => frames.settle()}
      speed={history.state.value.speed}
      onSpeed={(speed) => history.set({ speed })}
      bars={found === undefined ? [] : [barOf(model, found.counts)]}
    >
      <Button kind="main" onClick={() => frames.seek('first')}>
        First clash
      </Button>
      <Button onClick={() => frames.seek('next')}>Next clash</Button>
      <Checking
        known={found?.known ?? 0}
        all={count}
        isChecking={frames.isChecking.value}
        isSeeking={frames.seeking.value !== undefined}
        onStop={() => frames.stopChecking()}
        onGoOn={() => frames.goOnChecking()}
      />
    </Scrubber>
  )
}

function barOf({ frames }: ProteinModel, counts: Int32Array): MarkBar {
  const marks = Array.from(counts, (count): Mark => (count > 0 ? 'touches' : count === 0 ? 'free' : 'unknown'))
  const clashing = marks.filter((mark) => mark === 'touches').length
  return {
    name: 'Clashes',
    of: 'frames',
    marks,
    label: `${counts.length} frames, ${clashing} of them with clashes, water left out`,
    spots: runsOf(marks, 'touches').map(({ first, length }) => ({
      ...{ first, length, mark: 'touches' as const },
      label: `Frame ${first}: ${counts[first]} clashes`,
      title: `Frame ${first}: ${grouped(counts[first]!)} clashes, water left out${length > 1 ? `; and in all until frame ${first + length - 1}` : ''}`,
      onClick: () => frames.go(first),
    })),
  }
}
