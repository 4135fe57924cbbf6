// Two paths side by side: what is known of the other one, and of both how near they come to anything.
import { type Signal, signal } from '@preact/signals'
import type { Engine } from '../../engine/client.js'
import type { CellEdits } from '../../workcell/edits.js'
import type { CheckAnswer } from './check.js'
import type { LeastDistance, MotionMethods, PathFrames } from './engine.js'
import type { MotionPath } from './path.js'
import type { MotionState } from './state.js'

export class Comparison {
  readonly verdict: Signal<CheckAnswer | undefined> = signal(undefined)
  readonly least: Signal<Partial<Record<'a' | 'b', LeastDistance | undefined>>> = signal({})
  /** A path that is dropped becomes the other one. */
  readonly takesDrops = signal(false)
  frames: PathFrames | undefined
  private laid = ''

  constructor(private readonly engine: Engine<MotionMethods>) {}

  forget(): void {
    this.verdict.value = undefined
    this.least.value = {}
  }

  /** Poses along the other path; undefined where there is none. True if they have changed. */
  async lay(edits: CellEdits, key: string, other: MotionPath | null): Promise<boolean> {
    const laid = JSON.stringify([edits, key, other])
    if (laid === this.laid) return false
    this.frames = other === null ? undefined : await this.engine.call('frames', { edits, which: 'b', ...other })
    this.laid = laid
    return true
  }

  /** After the path itself was checked. */
  async check(edits: CellEdits, state: MotionState, signal: AbortSignal): Promise<void> {
    const { other, clearance, ignoreLimits } = state
    if (other === null) return
    const request = { edits, ...other, clearance, ignoreLimits, slow: false }
    const verdict = await this.engine.call('checkOther', request, { signal })
    if (signal.aborted) return
    this.verdict.value = verdict
    for (const which of ['a', 'b'] as const) {
      const least = await this.engine.call('least', { edits, which }, { signal })
      if (signal.aborted) return
      this.least.value = { ...this.least.peek(), [which]: least }
    }
  }
}
