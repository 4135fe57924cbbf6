// The state of a scene, with undo and redo. States are plain data that is never changed in place.
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'

/** Steps that are kept. */
const DEPTH = 200

interface Past<S> {
  readonly back: readonly S[]
  readonly ahead: readonly S[]
}

export class History<S> {
  private readonly current: Signal<S>
  private readonly past: Signal<Past<S>> = signal({ back: [], ahead: [] })
  /** What the last step was about: steps that follow each other on one thing (a slider being dragged) are one. */
  private topic: string | undefined
  readonly canUndo: ReadonlySignal<boolean> = computed(() => this.past.value.back.length > 0)
  readonly canRedo: ReadonlySignal<boolean> = computed(() => this.past.value.ahead.length > 0)

  constructor(first: S) {
    this.current = signal(first)
  }

  /** To be read, and subscribed to. */
  get state(): ReadonlySignal<S> {
    return this.current
  }

  get value(): S {
    return this.current.value
  }

  /** One step. Those with the same `topic`, one after the other, are undone together, until settle(). */
  set(change: Partial<S>, topic?: string): void {
    const before = this.current.peek()
    const { back } = this.past.peek()
    if (topic === undefined || topic !== this.topic) {
      this.past.value = { back: [...back.slice(1 - DEPTH), before], ahead: [] }
    } else this.past.value = { back, ahead: [] }
    this.topic = topic
    this.current.value = { ...before, ...change }
  }

  /** What comes next on the same topic is a step of its own. */
  settle(): void {
    this.topic = undefined
  }

  /** Not a step: for what people would not undo. */
  replace(change: Partial<S>): void {
    this.current.value = { ...this.current.peek(), ...change }
  }

  undo(): void {
    const { back, ahead } = this.past.peek()
    if (back.length === 0) return
    this.past.value = { back: back.slice(0, -1), ahead: [this.current.peek(), ...ahead] }
    this.topic = undefined
    this.current.value = back.at(-1)!
  }

  redo(): void {
    const { back, ahead } = this.past.peek()
    if (ahead.length === 0) return
    this.past.value = { back: [...back, this.current.peek()], ahead: ahead.slice(1) }
    this.topic = undefined
    this.current.value = ahead[0]!
  }
}
