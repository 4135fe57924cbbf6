// The grid beside the chain: it walks moves that the chain has just made, from the same places, by turns with it in the same worker. Both
// are timed while they work: the turn of a bond, the test, and taking it back. Handing over places and making pictures is not timed.
import { createBaseline } from '../../../lab/baselines/index.js'
import { TimeMeter } from '../../engine/rate.js'
import { RADIUS } from './folding-sizes.js'
import type { ChainRival } from './state.js'

/** Part of the worker's time that the grid may have. */
const SHARE = 0.08
/** Moves that are kept for it at a time. */
const MOVES = 64

type Grid = ReturnType<typeof createBaseline>

export class Rival {
  private grid: Grid | undefined
  private readonly from: Float64Array
  private readonly joints = new Int32Array(MOVES)
  private readonly angles = new Float64Array(MOVES)
  private readonly taken = new Uint8Array(MOVES)
  private count = 0
  private isListening = false
  /** Milliseconds that it may have. */
  private credit = 0
  private readonly time = new TimeMeter(25)
  steps = 0
  /** Steps at which it answered otherwise than the chain: none, or one of them is wrong. */
  differences = 0

  constructor(
    readonly method: ChainRival,
    private readonly beads: number,
  ) {
    this.from = new Float64Array(method === 'none' ? 0 : 3 * beads)
  }

  get microsPerStep(): number {
    return this.time.micros
  }

  /** The chain is here now: the moves that follow are kept. */
  start(positions: Float64Array): void {
    if (this.method === 'none') return
    this.from.set(positions)
    this.count = 0
    this.isListening = true
  }

  hear(joint: number, angle: number, taken: boolean): void {
    if (!this.isListening || this.count === MOVES) return
    this.joints[this.count] = joint
    this.angles[this.count] = angle
    this.taken[this.count++] = taken ? 1 : 0
  }

  /** After the chain has worked this many milliseconds: as many of the moves as its share allows; one at least where it has any. */
  walk(milliseconds: number): void {
    this.credit = Math.min(100, this.credit + SHARE * milliseconds)
    if (this.method === 'none' || !this.isListening || this.count === 0 || this.credit <= 0) return
    const grid = (this.grid ??= createBaseline(this.method, this.beads, RADIUS))
    grid.sync(this.from)
    this.isListening = false
    const start = performance.now()
    let now = start
    let done = 0
    do {
      grid.update(this.joints[done]!, this.angles[done]!)
      const hit = grid.test()
      if (hit) grid.undo()
      if (hit === (this.taken[done] === 1)) this.differences++
      done++
      now = performance.now()
    } while (done < this.count && now - start < this.credit)
    this.steps += done
    // The first time its code is being made ready.
    if (this.steps > done) this.time.add(now - start, done)
    this.credit -= now - start
  }
}
