// Proves that something that bends does not touch itself on one piece of a motion, or finds when it does: step by step, from frame to
// frame, by the thing's own continuous test.
import type { ItemCounts, ItemHit, ItemStretch } from './item-prover.js'
import type { DeformingTrack } from './keyframes.js'

export class SelfProver {
  hit: ItemHit | undefined
  done = 0
  private started = false
  private readonly stuck: ItemStretch[] = []

  constructor(
    readonly segment: number,
    readonly track: DeformingTrack,
    readonly counts: ItemCounts,
  ) {}

  get isOpen(): boolean {
    return this.hit === undefined && !this.started
  }

  get isFree(): boolean {
    return this.hit === undefined && this.started && this.stuck.length === 0
  }

  advance(): void {
    this.started = true
    this.stuck.push({ from: 0, to: 1 })
  }

  left(): readonly ItemStretch[] {
    return this.started ? this.stuck : [{ from: 0, to: 1 }]
  }
}
