// A camera that follows its target: it stays while all of it is in view and fills it, and drifts along where not. A camera that
// the user has moved stays where it is.
import type { Stage } from './stage.js'

/** How much larger what is seen may be than what is to be seen, before the camera comes nearer. */
const ROOM = 1.7
/** The same of what rests: nothing swings out of the picture again. */
const RESTING = 1.08
/** Share of the way that is left after a second. */
const LEFT = 0.04

export class Follower {
  private centre = [0, 0, 0]
  private radius = 1
  private wanted: { readonly centre: readonly number[]; readonly radius: number } | undefined
  private endDrift: (() => void) | undefined

  constructor(
    private readonly stage: Stage,
    private readonly direction: readonly number[],
    private readonly room = ROOM,
  ) {}

  /** At once. */
  jump(centre: readonly number[], radius: number): void {
    this.stop()
    this.centre = [...centre]
    this.radius = radius
    this.stage.lookAt(centre, radius, this.direction, true)
  }

  /** Only if it must, and then little by little. */
  follow(centre: readonly number[], radius: number, isResting = false): void {
    if (this.stage.view !== undefined) {
      this.stop()
      return
    }
    const away = Math.hypot(...centre.map((x, k) => x - this.centre[k]!))
    const isOut = this.stage.isFitted || away + radius > 1.12 * this.radius
    const room = isResting ? RESTING : this.room
    if (this.wanted === undefined && !isOut && room * radius > this.radius) return
    this.wanted = { centre, radius: 1.05 * radius }
    if (this.endDrift !== undefined) return
    // From where the camera is.
    const { centre: from, radius: size } = this.stage.seen
    this.centre = [...from]
    this.radius = size
    let last: number | undefined
    this.endDrift = this.stage.animate((now) => {
      this.drift(Math.min(0.5, now - (last ?? now)))
      last = now
    })
  }

  private drift(seconds: number): void {
    const { wanted, stage } = this
    if (wanted === undefined || stage.view !== undefined) {
      this.stop()
      return
    }
    const part = 1 - LEFT ** seconds
    this.centre = this.centre.map((x, k) => x + part * (wanted.centre[k]! - x))
    this.radius += part * (wanted.radius - this.radius)
    const left = Math.hypot(...this.centre.map((x, k) => x - wanted.centre[k]!))
    if (left + Math.abs(this.radius - wanted.radius) < 0.01 * wanted.radius) this.stop()
    stage.lookAt(this.centre, this.radius)
  }

  private stop(): void {
    this.wanted = undefined
    this.endDrift?.()
    this.endDrift = undefined
  }

  close(): void {
    this.stop()
  }
}
