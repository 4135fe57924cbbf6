// The frame that is dragged, behind its panel: asks the engine for the configuration, and keeps what it says of the straight motion from
// where the robots stood.
import { signal } from '@preact/signals'
import { TimeMeter } from '../../engine/rate.js'
import { DRAG_BUDGET, REST_BUDGET, type ReachAnswer, type StraightAnswer } from '../../workcell/tool.js'
import type { CellModel } from './model.js'

/** Answers whose times make a median. */
const ANSWERS = 15

/** Configurations from which a pose that was typed is tried. */
const TYPED_SEEDS = 30

export class ToolModel {
  /** Of the last drag: how near the frame came to where it was dragged. */
  readonly reached = signal<ReachAnswer | undefined>(undefined)
  readonly straight = signal<StraightAnswer | undefined>(undefined)
  /** Milliseconds that a proof takes: the median of the last ones; 0 while they are too few. */
  readonly proofMillis = signal(0)
  private readonly meter = new TimeMeter(ANSWERS)
  private begun: { readonly q: readonly number[] } | undefined
  private hasMoved = false
  private hasComplained = false
  private last: Promise<void> = Promise.resolve()

  constructor(private readonly model: CellModel) {}

  get isDragging(): boolean {
    return this.begun !== undefined
  }

  /** Milliseconds for a proof: while one drags, no frame is to wait for it. */
  get budget(): number {
    return this.isDragging ? DRAG_BUDGET : REST_BUDGET
  }

  /** From here: what follows, until end(), is one step. */
  begin(): void {
    this.model.host.history.settle()
    this.begun = { q: this.model.q }
    this.hasMoved = false
    this.hasComplained = false
    this.reached.value = undefined
  }

  move(pose: readonly number[], seeds = 1): void {
    this.last = this.follow(pose, seeds)
  }

  private async follow(pose: readonly number[], seeds: number): Promise<void> {
    const { begun, model } = this
    const link = model.tool
    if (begun === undefined || link === undefined) return
    const { still } = model.host.history.value
    const moving = model.holdable.find((one) => one.link === still)?.moving
    const answer = await model.engine
      .latest('reach', { q: model.q, from: begun.q, link, moving, seeds, pose })
      .catch((error: Error) => {
        // Once a drag: a robot with closed loops, say, has no inverse kinematics.
        if (!this.hasComplained) model.host.notify(error.message, 'error')
        this.hasComplained = true
        return undefined
      })
    if (answer === undefined || this.begun !== begun) return
    this.hasMoved = true
    this.reached.value = answer
    model.host.history.set({ q: answer.q, from: begun.q }, 'tool')
  }

  /** Once the last place that was asked for is there. */
  async end(): Promise<void> {
    const { begun } = this
    await this.last
    if (this.begun !== begun) return
    this.begun = undefined
    this.model.host.history.settle()
    // What a frame had no time for is proved now.
    this.model.again()
  }

  /** Everything is as it was. */
  cancel(): void {
    const { hasMoved } = this
    this.begun = undefined
    this.reached.value = undefined
    if (hasMoved) this.model.host.history.undo()
  }

  /** All at once: numbers that were typed. */
  async goTo(pose: readonly number[]): Promise<void> {
    this.begin()
    this.move(pose, TYPED_SEEDS)
    await this.end()
  }

  keep(answer: StraightAnswer | undefined): void {
    this.straight.value = answer
    if (answer === undefined) {
      if (!this.isDragging) this.reached.value = undefined
      return
    }
    this.meter.add(answer.millis, 1)
    this.proofMillis.value = this.meter.isTelling ? this.meter.micros / 1000 : 0
  }

  /** The configuration in which the straight motion collides. */
  showWhere(): void {
    const { q } = this.straight.peek() ?? {}
    if (q !== undefined) this.model.host.history.set({ q })
  }
}
