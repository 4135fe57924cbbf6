// What every kind costs over the whole motion: lines over the picture, with a cursor where the pose is.
import { useRef } from 'preact/hooks'
import { Button } from '../../ui/controls.js'
import { FRAMES, type HandSweep } from './frames.js'
import type { HandModel } from './model.js'
import { titleOf } from './state.js'

const HEIGHT = 64

export function HandPlot({ model }: { model: HandModel }) {
  const area = useRef<HTMLDivElement>(null)
  const { first, second } = model.state
  const sweep = model.sweep.value
  const most = Math.max(1, ...sweep.flatMap(({ volumeTests }) => volumeTests))
  const scrub = (event: PointerEvent): void => {
    if (event.type === 'pointerdown') area.current!.setPointerCapture(event.pointerId)
    else if (event.buttons === 0) return
    const { left, width } = area.current!.getBoundingClientRect()
    model.scrub((event.clientX - left) / width)
  }
  const others = sweep.filter(({ kind }) => kind !== first && kind !== second)
  const find = (wanted: string): HandSweep | undefined => sweep.find(({ kind }) => kind === wanted)
  return (
    <div class="hand-plot">
      <Button label={model.isPlaying.value ? 'Pause' : 'Move'} onClick={() => model.toggle()}>
        <svg class="sign" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
          <path d={model.isPlaying.value ? 'M2 1h3v10H2zM7 1h3v10H7z' : 'M2 1l9 5-9 5z'} />
        </svg>
      </Button>
      <div class="hand-plot-area" ref={area} onPointerDown={scrub} onPointerMove={scrub}>
        <span class="hand-plot-name">Box tests along the motion, up to {sweep.length === 0 ? '–' : most}</span>
        <svg viewBox={`0 0 ${FRAMES} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {others.map((one) => (
            <path key={one.kind} class="other" d={lineOf(one.volumeTests, most)} />
          ))}
          {second !== 'none' && <path class="two" d={lineOf(find(second)?.volumeTests, most)} />}
          <path class="one" d={lineOf(find(first)?.volumeTests, most)} />
        </svg>
        <i style={{ left: `${100 * model.t.value}%` }} />
      </div>
      <div class="hand-plot-keys">
        <span class="one">{titleOf(first)}</span>
        <span class="two">{second === 'none' ? '' : titleOf(second)}</span>
        <span class="other">others</span>
      </div>
    </div>
  )
}

function lineOf(values: readonly number[] | undefined, most: number): string {
  if (values === undefined) return ''
  const round = [...values, values[0]!]
  return round.map((y, x) => `${x === 0 ? 'M' : 'L'}${x} ${(HEIGHT * (1 - (0.94 * y) / most)).toFixed(1)}`).join('')
}
