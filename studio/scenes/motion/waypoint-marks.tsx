// The waypoints of a path over its timeline: a mark is pressed to go there, dragged or moved by arrow keys to another place, and
// deleted by its key. With times it is reached earlier or later; without, it changes places with its neighbours.
import { useSignal } from '@preact/signals'
import type { MotionModel } from './model.js'
import { isTimed } from './path.js'

/** More waypoints than this, the frames of a clip, are not marked. */
const MOST_MARKS = 100
/** Pixels that a hand moves while it presses. */
const PRESS = 4

interface Held {
  readonly which: number
  readonly from: number
  /** Where the pointer was last. */
  readonly last: number
  readonly isMoving: boolean
}

export function WaypointMarks({ model }: { model: MotionModel }) {
  const { breaks, waypoints, playback } = model
  const held = useSignal<Held | undefined>(undefined)
  const chosen = waypoints.chosen
  const count = breaks.length
  if (count > MOST_MARKS || model.path.waypoints.length < 2) return <div class="waypoint-marks" />
  const name = (i: number): string => (i === 0 ? 'Start' : i === count - 1 ? 'Goal' : `Waypoint ${i + 1} of ${count}`)
  const move = (event: PointerEvent): void => {
    const now = held.peek()
    if (now === undefined) return
    if (!now.isMoving && Math.abs(event.clientX - now.from) < PRESS) return
    const { left, width } = (event.currentTarget as HTMLElement).parentElement!.getBoundingClientRect()
    const way = event.clientX - now.last
    const which = waypoints.drag(now.which, (event.clientX - left) / width, way)
    held.value = { ...now, isMoving: true, which, last: event.clientX }
  }
  const end = (): void => {
    const now = held.peek()
    held.value = undefined
    if (now === undefined) return
    if (now.isMoving) model.host.history.settle()
    else playback.goTo(breaks[now.which]!)
  }
  const press = (event: KeyboardEvent, i: number): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
    if (by !== undefined) focusOn(event.currentTarget as HTMLElement, waypoints.nudge(i, by))
    else if (event.key === 'Delete' || event.key === 'Backspace') waypoints.remove(i)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="waypoint-marks">
      {breaks.map((at, i) => (
        <button
          key={i}
          type="button"
          class={`waypoint${i === chosen ? ' chosen' : ''}${i === 0 || i === count - 1 ? ' end' : ''}`}
          style={{ left: `${100 * at}%` }}
          aria-label={name(i)}
          aria-pressed={i === chosen}
          title={`${name(i)}: press to go there; drag, or arrow keys, to ${isTimed(model.path) ? 'reach it at another time' : 'put it between others'}`}
          onClick={(event) => {
            // By the keyboard; a pointer has done so already.
            if (event.detail === 0) playback.goTo(at)
          }}
          onKeyDown={(event) => press(event, i)}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            playback.pause()
            held.value = { which: i, from: event.clientX, last: event.clientX, isMoving: false }
          }}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
        />
      ))}
    </div>
  )
}

/** The mark that has the place now: the focus stays with its waypoint. */
function focusOn(mark: HTMLElement, which: number): void {
  requestAnimationFrame(() => (mark.parentElement?.children[which] as HTMLElement | undefined)?.focus())
}
