// The hand on the stage: once with both kinds of boxes, or twice with one each.
import { effect } from '@preact/signals'
import { BoxLines } from '../../view/box-lines.js'
import { Floor } from '../../view/floor.js'
import { Label } from '../../view/label.js'
import type { Stage } from '../../view/stage.js'
import { type Look, Things } from '../../view/things.js'
import type { HandAnswer, HandView } from './engine.js'
import { type HandState, type OtherKind, titleOf } from './state.js'

/** Between the two, from the middle, in units of the ball around one. */
const GAP = 0.6

interface Side {
  readonly things: Things
  readonly lines: BoxLines
  readonly glass: BoxLines
  readonly label: Label
}

export class HandDrawing {
  private readonly sides: readonly Side[]
  private readonly floor: Floor
  private readonly end: () => void
  private view: HandView | undefined
  private last: { readonly answer: HandAnswer; readonly state: HandState } | undefined
  private isApart: boolean | undefined

  constructor(private readonly stage: Stage) {
    this.floor = new Floor(stage)
    this.sides = [0, 1].map(() => ({
      things: new Things(stage),
      glass: new BoxLines(stage, { edges: 0, faces: 0.09 }),
      lines: new BoxLines(stage, { edges: 0.95 }),
      label: new Label(stage),
    }))
    this.end = effect(() => {
      const colours = coloursOf(stage)
      this.sides.forEach(({ lines, glass }, k) => {
        lines.colour = colours[k]!
        glass.colour = colours[k]!
      })
      stage.theme.value
      if (this.last !== undefined) this.show(this.last.answer, this.last.state)
    })
  }

  open(view: HandView): void {
    this.view = view
    this.last = undefined
    this.isApart = undefined
    for (const { things } of this.sides) things.show(view.things)
  }

  show(answer: HandAnswer, state: HandState): void {
    const { view } = this
    if (view === undefined || answer.poses.length !== 12 * view.things.length) return
    this.last = { answer, state }
    const isApart = state.apart && state.second !== 'none'
    const looks = new Map<string, Look>()
    for (const name of answer.touching.flat()) looks.set(name, { isHit: true })
    this.sides.forEach(({ things, lines, glass }, k) => {
      things.visible = k === 0 || isApart
      if (k === 0 || isApart) {
        things.place(answer.poses)
        things.paint(looks)
      }
      lines.place(answer.boxes[k]!)
      glass.place(answer.boxes[k]!)
    })
    if (isApart !== this.isApart) this.arrange(view, isApart)
    this.isApart = isApart
    this.name([state.first, state.second], isApart)
  }

  /** Where the two stand, and from where they are seen. */
  private arrange({ around, from }: HandView, isApart: boolean): void {
    const { centre, radius } = around
    const right = this.right(from)
    const gap = isApart ? GAP * radius : 0
    this.sides.forEach(({ things, lines, glass }, k) => {
      const by = right.map((x) => (k === 0 ? -gap : gap) * x)
      for (const { root } of [things, lines, glass]) root.position.fromArray(by)
    })
    const low = centre[2]! - radius
    const floor = this.view!.things.some(({ isFixed }) => isFixed === true) ? -0.2 : low + 0.12 * radius
    this.floor.fit(centre, (isApart ? 1.8 : 1.3) * radius, floor)
    const [x, y, z] = centre as [number, number, number]
    this.stage.lookAt([x, y, z - 0.1 * radius], (isApart ? 0.9 : 0.8) * radius, from)
  }

  private name(kinds: readonly OtherKind[], isApart: boolean): void {
    const { centre, radius, top } = this.view!.around
    const right = this.right(this.view!.from)
    const colours = coloursOf(this.stage)
    this.sides.forEach(({ label }, k) => {
      if (!isApart) {
        label.hide()
        return
      }
      const by = (k === 0 ? -GAP : GAP) * radius
      const high = Math.max(top, centre[2]! + 0.5 * radius)
      const at = [centre[0]! + by * right[0]!, centre[1]! + by * right[1]!, high]
      label.show(titleOf(kinds[k]!), at, colours[k]!)
    })
  }

  /** As the camera sees it at first. */
  private right(from: readonly number[]): number[] {
    const length = Math.hypot(from[0]!, from[1]!)
    return [-from[1]! / length, from[0]! / length, 0]
  }

  close(): void {
    this.end()
    this.floor.close()
    for (const { label } of this.sides) label.close()
  }
}

/** Of the two kinds: as the panel has them. */
export function coloursOf(stage: Stage): readonly [string, string] {
  const { isDark, accent } = stage.theme.value
  return [accent, isDark ? '#f0b449' : '#b56a00']
}
