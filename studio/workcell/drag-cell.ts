// Dragging in the picture of a cell: obstacles are moved, and links follow the pointer by inverse kinematics.
import { type ReadonlySignal, signal } from '@preact/signals'
import type { Things } from '../view/things.js'
import type { CellFollower } from './cell-follower.js'
import { startDragging } from './dragging.js'
import { editsOf } from './edits.js'
import type { CellState } from './state.js'

/** A configuration that a link is dragged in. */
export interface Grasp {
  q(): readonly number[]
  set(q: readonly number[]): void
}

interface Picture {
  readonly things: Things
  point(name: string | undefined): void
}

/** `grasp`: what a link that is taken now would change; undefined for nothing. Returns the thing under the pointer, and what ends it. */
export function dragCell<S extends Omit<CellState, 'q'>>(
  { host, view, obstacles, engine }: CellFollower<S>,
  drawing: Picture,
  grasp: () => Grasp | undefined,
): { readonly pointed: ReadonlySignal<string | undefined>; readonly end: () => void } {
  const { history, stage } = host
  const pointed = signal<string | undefined>(undefined)
  let taken: (Grasp & { readonly link: string; readonly point: readonly number[] }) | undefined
  /** Whether this drag has changed anything. */
  let hasMoved = false
  const kindOf = (name: string): 'link' | 'obstacle' | undefined => {
    const thing = view.peek()?.things.find((one) => one.name === name)
    return thing === undefined || thing.isFixed === true ? undefined : thing.kind === 'obstacle' ? 'obstacle' : 'link'
  }
  /** A link to where the pointer is. */
  const follow = async (to: readonly number[], alone: boolean): Promise<void> => {
    const now = taken
    if (now === undefined) return
    const { link, point } = now
    const request = { edits: editsOf(history.value), q: now.q(), link, point, to, alone }
    const q = await engine.latest('drag', request).catch(() => undefined)
    if (q === undefined || taken !== now) return
    hasMoved = true
    now.set(q)
  }
  const end = startDragging(stage, {
    kindOf,
    point(name) {
      drawing.point(name)
      pointed.value = name
    },
    begin({ name, point }) {
      history.settle()
      hasMoved = false
      if (kindOf(name) === 'obstacle') {
        obstacles.begin(name)
        return
      }
      const found = grasp()
      if (found !== undefined) taken = { ...found, link: name, point: drawing.things.inside(name, point) }
    },
    move({ name, point }, to, shift) {
      if (kindOf(name) === 'obstacle') {
        hasMoved = true
        obstacles.move(name, to.clone().sub(point).toArray())
      } else void follow(to.toArray(), shift)
    },
    end() {
      taken = undefined
      history.settle()
    },
    cancel() {
      taken = undefined
      if (hasMoved) history.undo()
    },
  })
  return { pointed, end }
}
