// The coordination diagram of two robots: A's path across, B's upwards, in seconds. The dot is where both are; it can be dragged,
// or moved by the arrow keys, and the cell follows.
import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { NamedSignal } from '../../../src/entries/robots.js'
import type { Stage } from '../../view/stage.js'
import { type Run, staircase } from './execution.js'
import type { RobotsModel } from './model.js'
import { cellAt, type DiagramPicture, FREE, paintDiagram } from './picture.js'

/** Units of the picture: its width and height, and where the plot is in it. */
const WIDTH = 340
const HEIGHT = 332
const LEFT = 44
const TOP = 10
const PLOT = 286
/** Pixels of the regions, each way: twice as many as units, for sharp screens. */
const PIXELS = 2 * PLOT
/** Seconds that an arrow key moves a robot, and with Shift. */
const STEP = 0.02
const LONG_STEP = 0.25

export function Diagram({ model, stage }: { model: RobotsModel; stage: Stage }) {
  const { picture } = model
  const plot = useRef<SVGSVGElement>(null)
  if (picture === undefined) {
    const isOver = model.answer.value !== undefined
    return isOver ? (
      <p class="note">There is no diagram: the verdict above says why.</p>
    ) : (
      <div class="diagram-to-come" />
    )
  }
  const { marksA, marksB, a, b } = picture
  const robots = model.laid.value
  const [nameA, nameB] = [robots[a]!.name, robots[b]!.name]
  const [endA, endB] = [marksA.at(-1)! || 1, marksB.at(-1)! || 1]
  const x = (at: number): number => LEFT + (PLOT * at) / endA
  const y = (at: number): number => TOP + PLOT * (1 - at / endB)
  const [atA, atB] = [model.places.value[a] ?? 0, model.places.value[b] ?? 0]
  const { state } = cellAt(picture, atA, atB)
  const signals = model.answer.value?.signals ?? []
  const drag = (event: PointerEvent): void => {
    const area = plot.current!
    if (event.type === 'pointerdown') {
      area.setPointerCapture(event.pointerId)
      area.querySelector<SVGElement>('.dot')!.focus()
      event.preventDefault()
    } else if (event.buttons === 0) return
    const box = area.getBoundingClientRect()
    const [u, v] = [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT]
    model.put(picture, ((u - LEFT) / PLOT) * endA, (1 - (v - TOP) / PLOT) * endB)
  }
  const onKey = (event: KeyboardEvent): void => {
    const by = event.shiftKey ? LONG_STEP : STEP
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [atA - by, atB],
      ArrowRight: [atA + by, atB],
      ArrowUp: [atA, atB + by],
      ArrowDown: [atA, atB - by],
      Home: [0, 0],
      End: [endA, endB],
    }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    model.put(picture, ...to)
    model.keepPlace()
  }
  const words = `${nameA} at ${atA.toFixed(2)} s, ${nameB} at ${atB.toFixed(2)} s of their paths`
  return (
    <div class="diagram">
      <Regions picture={picture} model={model} stage={stage} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a picture */}
      <svg
        ref={plot}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="group"
        aria-label={`Coordination diagram: ${nameA} across, ${nameB} upwards`}
        onPointerDown={drag}
        onPointerMove={drag}
        onPointerUp={() => model.keepPlace()}
        onPointerCancel={() => model.keepPlace()}
      >
        <rect class="frame" x={LEFT} y={TOP} width={PLOT} height={PLOT} />
        {ticksOf(endA).map((at) => (
          <text key={`a${at}`} class="tick" x={x(at)} y={TOP + PLOT + 21} text-anchor="middle">
            {at}
          </text>
        ))}
        {ticksOf(endB).map((at) => (
          <text key={`b${at}`} class="tick" x={LEFT - 13} y={y(at) + 4} text-anchor="end">
            {at}
          </text>
        ))}
        <text class="axis" x={LEFT + PLOT} y={HEIGHT - 2} text-anchor="end">
          {nameA}, seconds →
        </text>
        <text class="axis" transform={`translate(11 ${TOP}) rotate(-90)`} text-anchor="end">
          {nameB}, seconds →
        </text>
        <SignalTicks signals={signals} names={[nameA, nameB]} x={x} y={y} />
        <Stairs model={model} picture={picture} x={x} y={y} />
        {model.answer.value?.deadlock?.key === picture.key &&
          model.answer.value.ghosts.map(
            ({ at }, k) =>
              at !== undefined && (
                <g key={k} class={`ghost ghost-${k}`}>
                  <circle cx={x(at[0])} cy={y(at[1])} r={8} />
                  <text x={x(at[0])} y={y(at[1]) + 4} text-anchor="middle">
                    {k + 1}
                  </text>
                </g>
              ),
          )}
        <path class="cross" d={`M${x(atA)} ${TOP + PLOT}V${y(atB)}H${LEFT}`} />
        <circle
          class={`dot ${state === FREE ? 'proved' : 'blocked'}`}
          cx={x(atA)}
          cy={y(atB)}
          r={8}
          role="slider"
          tabindex={0}
          aria-label={`Where ${nameA} and ${nameB} are`}
          aria-valuemin={0}
          aria-valuemax={Number(endA.toFixed(3))}
          aria-valuenow={Number(atA.toFixed(3))}
          aria-valuetext={words}
          onKeyDown={onKey}
        />
      </svg>
    </div>
  )
}

/** Seconds that are written at an axis: at most six of them. */
function ticksOf(end: number): number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((one) => end / one <= 6) ?? 1000
  return Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, k) => Number((k * step).toFixed(1)))
}

function Regions({ picture, model, stage }: { picture: DiagramPicture; model: RobotsModel; stage: Stage }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useSignalEffect(() => {
    // Read here, so that it is painted again when another is chosen.
    const now = model.picture
    const deadlock = model.answer.value?.deadlock
    const theme = stage.theme.value
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined || now === undefined) return
    paintDiagram(context, now, theme, deadlock?.key === now.key ? deadlock.region : undefined)
  })
  return <canvas ref={canvas} width={PIXELS} height={PIXELS} role="img" aria-label={regionWords(picture)} />
}

function regionWords({ states }: DiagramPicture): string {
  const share = (state: number): string =>
    `${((100 * states.filter((one) => one === state).length) / states.length).toFixed(1)} %`
  return `Of the diagram, ${share(0)} is proved free and ${share(1)} not proved; hulls overlap in ${share(2)}`
}

interface AxesProps {
  readonly x: (at: number) => number
  readonly y: (at: number) => number
}

/** Where a robot waits, and where the other has to be before it continues. */
function SignalTicks({
  signals,
  names: [nameA, nameB],
  x,
  y,
}: AxesProps & { signals: readonly NamedSignal[]; names: readonly [string, string] }) {
  const own = signals.filter(
    ({ robot, after }) => (robot === nameA && after === nameB) || (robot === nameB && after === nameA),
  )
  const tick = (robot: string, at: number): string =>
    robot === nameA ? `M${x(at)} ${TOP + PLOT}v8` : `M${LEFT} ${y(at)}h-8`
  return (
    <>
      {own.map((signal) => (
        <g key={`${signal.robot} ${signal.mark}`} class="signal">
          <title>{signalWords(signal)}</title>
          <path class="passes" d={tick(signal.after, signal.leftAt)} />
          <path class="waits" d={tick(signal.robot, signal.at)} />
        </g>
      ))}
    </>
  )
}

export function signalWords({ robot, at, after, leftAt }: NamedSignal): string {
  return `${robot} waits at ${at.toFixed(2)} s until ${after} has passed ${leftAt.toFixed(2)} s`
}

/** The way of the dot: on time, and with the delays that are set. */
function Stairs({ model, picture: { a, b }, x, y }: AxesProps & { model: RobotsModel; picture: DiagramPicture }) {
  const path = (runs: readonly Run[] | undefined): string =>
    runs === undefined
      ? ''
      : staircase(runs[a]!, runs[b]!)
          .map(([s, t], k) => `${k === 0 ? 'M' : 'L'}${x(s).toFixed(1)} ${y(t).toFixed(1)}`)
          .join('')
  const nominal = path(model.nominal.value?.runs)
  const delayed = path(model.delayed.value?.runs)
  return (
    <>
      {nominal !== '' && <path class="stairs nominal" d={nominal} />}
      {delayed !== '' && delayed !== nominal && <path class="stairs delayed" d={delayed} />}
    </>
  )
}
