// Dragging in the picture: a link follows the pointer by inverse kinematics, an obstacle over the floor.
import { Vector3 } from 'three'
import type { Stage } from '../view/stage.js'
import { Things } from '../view/things.js'

export interface DragTarget {
  readonly name: string
  /** The point that was taken, in the world. */
  readonly point: Vector3
}

export interface DragHost {
  /** May it be dragged? An obstacle moves over the floor, a link in the plane of the picture. */
  kindOf(name: string): 'link' | 'obstacle' | undefined
  begin(target: DragTarget): void
  /** Where the point that was taken should be now. `shift`: the key is held. */
  move(target: DragTarget, to: Vector3, shift: boolean): void
  end(): void
  /** Escape was pressed: everything is as it was. */
  cancel?(): void
  /** The pointer is over a thing that can be dragged, or over none. */
  point(name: string | undefined): void
}

interface Dragged extends DragTarget {
  readonly normal: Vector3
  readonly pointer: number
  readonly from: PointerEvent
  last: PointerEvent
  hasMoved: boolean
}

/** Pixels that a hand moves while it clicks. */
const CLICK = 3

/** Returns what ends it. */
export function startDragging(stage: Stage, host: DragHost): () => void {
  const ending = new AbortController()
  const { signal } = ending
  // Before the camera's controls, which listen to the canvas itself.
  const area = stage.canvas.parentElement!
  let dragged: Dragged | undefined
  let isWaiting = false

  const under = (event: PointerEvent): DragTarget | undefined => {
    for (const { object, point } of stage.pick(event)) {
      const name = Things.nameOf(object)
      if (name !== undefined) return host.kindOf(name) === undefined ? undefined : { name, point: point.clone() }
    }
    return undefined
  }
  const onDown = (event: PointerEvent): void => {
    if (dragged !== undefined && event.pointerType === 'touch') {
      // Two fingers are for the view.
      const { last } = dragged
      putBack()
      stage.giveToCamera(last)
    }
    if (event.button !== 0 || dragged !== undefined || !event.isPrimary || stage.isTaken) return
    const target = under(event)
    if (target === undefined) return
    const normal =
      host.kindOf(target.name) === 'obstacle' && !event.shiftKey
        ? new Vector3(0, 0, 1)
        : stage.camera.getWorldDirection(new Vector3())
    dragged = { ...target, normal, pointer: event.pointerId, from: event, last: event, hasMoved: false }
    stage.controls.enabled = false
    area.setPointerCapture(event.pointerId)
    stage.canvas.style.cursor = 'grabbing'
    host.begin(target)
  }
  const onMove = (event: PointerEvent): void => {
    if (dragged !== undefined) {
      if (event.pointerId !== dragged.pointer) return
      dragged.last = event
      const far = Math.hypot(event.clientX - dragged.from.clientX, event.clientY - dragged.from.clientY)
      dragged.hasMoved ||= far > CLICK
      if (!dragged.hasMoved) return
      const to = stage.onPlane(event, dragged.point, dragged.normal)
      if (to !== undefined) host.move(dragged, to, event.shiftKey)
      return
    }
    if (isWaiting || event.buttons !== 0) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      if (dragged !== undefined || signal.aborted) return
      const target = under(event)
      stage.canvas.style.cursor = target === undefined ? '' : 'grab'
      host.point(target?.name)
    })
  }
  const release = (): void => {
    dragged = undefined
    stage.controls.enabled = true
    stage.canvas.style.cursor = ''
  }
  const putBack = (): void => {
    release()
    if (host.cancel === undefined) host.end()
    else host.cancel()
  }
  const onUp = (event: PointerEvent): void => {
    if (dragged === undefined || event.pointerId !== dragged.pointer) return
    release()
    host.end()
  }
  const onKey = (event: KeyboardEvent): void => {
    if (dragged === undefined || event.key !== 'Escape' || host.cancel === undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
    putBack()
  }
  addEventListener('keydown', onKey, { signal, capture: true })
  area.addEventListener('pointerdown', onDown, { signal, capture: true })
  area.addEventListener('pointermove', onMove, { signal })
  area.addEventListener('pointerup', onUp, { signal })
  area.addEventListener('pointercancel', onUp, { signal })
  area.addEventListener('pointerleave', () => dragged === undefined && host.point(undefined), { signal })
  return () => {
    ending.abort()
    release()
  }
}
