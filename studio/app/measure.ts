// Measures over any scene: between two points that are put on what is seen, or between two bodies, exactly, by the engine. They follow
// what moves; line, label and list change in the same frame.
import { effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals'
import { StoppedError } from '../engine/protocol.js'
import { type Anchor, anchorAt } from '../view/anchors.js'
import { clicks } from '../view/clicks.js'
import { Ruler } from '../view/ruler.js'
import type { Stage } from '../view/stage.js'
import { wordsOf } from './notices.js'
import type { Measured, OpenScene } from './scene.js'

export interface Measure {
  readonly id: number
  /** Between what, in words. */
  readonly title: string
  /** The distance, as the label has it; '…' until it is known. */
  readonly text: ReadonlySignal<string>
}

interface Shown extends Measure {
  readonly text: Signal<string>
  /** Before a frame is drawn. False: what it was about is gone. */
  follow(): boolean
  close(): void
}

export class MeasureTool {
  readonly isOn = signal(false)
  readonly mode: Signal<'points' | 'bodies'> = signal('points')
  readonly snaps = signal(false)
  readonly list = signal<readonly Measure[]>([])
  /** The first of two, in words. */
  readonly pending = signal<string | undefined>(undefined)
  private first: Anchor | undefined
  private firstBody: string | undefined
  private shown: readonly Shown[] = []
  private next = 1
  private readonly ends: (() => void)[] = []

  constructor(
    private readonly stage: Stage,
    private readonly scene: () => OpenScene | undefined,
    private readonly notify: (words: string, kind?: 'error') => void,
  ) {
    this.ends.push(
      clicks(
        stage,
        (event) => this.click(event),
        () => this.isOn.peek(),
      ),
      stage.beforeFrames(() => this.follow()),
      effect(() => {
        stage.isTaken = this.isOn.value
        stage.canvas.classList.toggle('measuring', this.isOn.value)
      }),
    )
  }

  /** Bodies that the engine can measure. */
  get bodies(): readonly (readonly [string, string])[] {
    const { bodies, measure } = this.scene() ?? {}
    return measure === undefined ? [] : (bodies?.() ?? [])
  }

  toggle(): void {
    this.isOn.value = !this.isOn.peek()
    this.forgetFirst()
  }

  /** Escape: the first of two points, or everything. False where there was nothing to take away. */
  escape(): boolean {
    if (this.pending.peek() !== undefined) {
      this.forgetFirst()
      return true
    }
    const had = this.isOn.peek() || this.shown.length > 0
    this.clear()
    return had
  }

  clear(): void {
    this.isOn.value = false
    this.forgetFirst()
    for (const { id } of this.shown) this.remove(id)
  }

  remove(id: number): void {
    this.shown.find((one) => one.id === id)?.close()
    this.keep(this.shown.filter((one) => one.id !== id))
    this.stage.draw()
  }

  close(): void {
    this.clear()
    for (const end of this.ends) end()
  }

  private keep(shown: readonly Shown[]): void {
    this.shown = shown
    this.list.value = shown
  }

  private forgetFirst(): void {
    this.first = undefined
    this.firstBody = undefined
    this.pending.value = undefined
  }

  private click(event: PointerEvent): void {
    const isPoints = this.mode.peek() === 'points' || this.bodies.length === 0
    const anchor = anchorAt(this.stage, event, isPoints && (event.shiftKey || this.snaps.peek()))
    if (anchor === undefined) this.notify('There is nothing to measure there.')
    else if (isPoints) this.takePoint(anchor)
    else this.takeBody(anchor.thing)
  }

  private takePoint(anchor: Anchor): void {
    const { first } = this
    if (first === undefined) {
      this.first = anchor
      this.pending.value = this.wordsFor(anchor)
      return
    }
    this.forgetFirst()
    this.addPoints(first, anchor)
  }

  private takeBody(name: string | undefined): void {
    const label = this.bodies.find(([one]) => one === name)?.[1]
    const { firstBody } = this
    if (name === undefined || label === undefined)
      this.notify('That cannot be measured as a body: press a link or an obstacle.')
    else if (firstBody === undefined) {
      this.firstBody = name
      this.pending.value = label
    } else if (firstBody !== name) {
      this.forgetFirst()
      this.addBodies(firstBody, name)
    }
  }

  private addPoints(a: Anchor, b: Anchor): void {
    const { stage } = this
    const ruler = new Ruler(stage, stage.aids)
    const text = signal('…')
    let before = ''
    this.keep([
      ...this.shown,
      {
        id: this.next++,
        title: `${this.wordsFor(a)} – ${this.wordsFor(b)}`,
        text,
        follow: () => {
          const [p, q] = [a.place(), b.place()]
          if (p === undefined || q === undefined) return false
          const now = [...p.toArray(), ...q.toArray(), stage.theme.peek().accent].join()
          if (now !== before) {
            before = now
            text.value = this.write(p.distanceTo(q))
            ruler.show(p.toArray(), q.toArray(), text.peek(), stage.theme.peek().accent)
          }
          return true
        },
        close: () => ruler.close(),
      },
    ])
    stage.draw()
  }

  /** By name. What is measured is asked again whenever the scene moves. */
  addBodies(a: string, b: string): void {
    const { stage } = this
    const scene = this.scene()
    const labels = new Map(this.bodies)
    if (scene?.measure === undefined || a === b) return
    const ruler = new Ruler(stage, stage.aids)
    const text = signal('…')
    let answer: Measured | undefined
    let before = ''
    const show = (): void => {
      if (answer === undefined) return
      const { pointA, pointB } = answer
      const { accent, hit } = stage.theme.peek()
      const isHit = answer.distance <= 0
      text.value = this.words(answer)
      const now = [...pointA, ...pointB, text.peek(), accent].join()
      if (now !== before) ruler.show(pointA, pointB, text.peek(), isHit ? hit : accent)
      before = now
    }
    let question: (() => Promise<Measured | undefined>) | undefined
    let isAsking = false
    let isClosed = false
    // One question at a time, and of those that come meanwhile only the newest counts.
    const ask = async (): Promise<void> => {
      if (isAsking) return
      isAsking = true
      while (question !== undefined) {
        const now = question
        question = undefined
        try {
          const found = await now()
          // Removed meanwhile.
          if (isClosed) break
          answer = found
          if (answer === undefined) throw new Error(`${a} or ${b} has no geometry to be measured.`)
          show()
        } catch (error) {
          if (error instanceof StoppedError || isClosed) break
          answer = undefined
          before = ''
          text.value = 'not known'
          ruler.hide()
          this.notify(wordsOf(error), 'error')
        }
      }
      isAsking = false
    }
    const endFollowing = effect(() => {
      question = scene.measure!(a, b)
      void untracked(ask)
    })
    this.keep([
      ...this.shown,
      {
        id: this.next++,
        title: `${labels.get(a) ?? a} – ${labels.get(b) ?? b}`,
        text,
        follow: () => {
          show()
          return this.bodies.some(([name]) => name === a) && this.bodies.some(([name]) => name === b)
        },
        close() {
          isClosed = true
          answer = undefined
          endFollowing()
          ruler.close()
        },
      },
    ])
  }

  private wordsFor({ words, thing }: Anchor): string {
    const label = this.bodies.find(([name]) => name === thing)?.[1] ?? thing
    return label === undefined ? words : `${words} of ${label}`
  }

  private words({ distance, depth }: Measured): string {
    if (distance > 0) return this.write(distance)
    return depth === undefined ? 'overlap' : `${this.write(depth)} deep`
  }

  private write(length: number): string {
    return this.scene()?.length?.(length) ?? String(Number(length.toPrecision(4)))
  }

  private follow(): void {
    for (const one of this.shown) {
      if (one.follow()) continue
      this.notify(`What was measured is gone: ${one.title}.`)
      this.remove(one.id)
    }
  }
}
