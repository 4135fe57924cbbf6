// Long work in slices of some milliseconds: a generator that stops for breath now and then, and returns the result. What comes out
// does not depend on how it is sliced.
import { now } from './clock.js'

declare function setTimeout(callback: () => void, millis: number): unknown

export type Steps<T> = Generator<void, T, void>

/** Milliseconds of work between two turns of the event loop. */
export const SLICE_MILLIS = 10

/** All that is left of it, here and now. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** One slice of it. */
export function workSlice<T>(steps: Steps<T>): IteratorResult<void, T> {
  const until = now() + SLICE_MILLIS
  for (;;) {
    const step = steps.next()
    if (step.done === true || !(now() < until)) return step
  }
}

/** A turn of the event loop. */
export function breathe(): Promise<void> {
  return new Promise((go) => setTimeout(go, 0))
}
