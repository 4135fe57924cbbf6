// What the page and the worker both know of the whole motion.
import type { HandKind } from './state.js'

/** Frames of the whole motion: what is counted over it, and how far the frame before is. */
export const FRAMES = 120

/** What one kind costs, frame by frame. */
export interface HandSweep {
  readonly kind: HandKind
  readonly volumeTests: readonly number[]
  readonly pairTests: readonly number[]
  /** For a frame: boxes updated and all contacts found. */
  readonly micros: number
}
