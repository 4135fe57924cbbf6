// The picture of a cell: its things where they are, what touches in red, the nearest two with the distance between them.
import { Floor } from '../../view/floor.js'
import { Ruler } from '../../view/ruler.js'
import type { Stage } from '../../view/stage.js'
import { type Ball, type DrawnThing, type Look, Things } from '../../view/things.js'
import type { CellAnswer } from '../../workcell/answers.js'
import { deepestOf, millimetres } from '../../workcell/names.js'
import type { CellView } from '../../workcell/workcell.js'

export class CellDrawing {
  readonly things: Things
  private readonly floor: Floor
  private readonly ruler: Ruler
  private answer: CellAnswer | undefined
  private pointed: string | undefined
  private list: readonly DrawnThing[] = []

  constructor(private readonly stage: Stage) {
    this.things = new Things(stage)
    this.floor = new Floor(stage)
    this.ruler = new Ruler(stage)
  }

  /** A new cell. The view is restored. */
  open(view: CellView, answer: CellAnswer): Ball {
    this.show(view.things, answer)
    const { centre, radius, low } = this.things.around(view.around)
    this.floor.fit(centre, radius, Math.min(0, low))
    this.stage.lookAt(centre, radius, view.from ?? [1, -1.2, 0.6])
    return { centre, radius }
  }

  /** Things that have changed: one was added, or taken away. */
  show(things: readonly DrawnThing[], answer: CellAnswer): void {
    this.list = things
    this.things.show(things)
    this.update(answer)
  }

  update(answer: CellAnswer): void {
    if (answer.poses.length !== 12 * this.list.length) return
    this.answer = answer
    this.things.place(answer.poses)
    this.paint()
  }

  /** The pointer is over a thing. */
  point(name: string | undefined): void {
    if (name === this.pointed) return
    this.pointed = name
    this.paint()
  }

  /** After the theme has changed, too. */
  paint(): void {
    const { answer, pointed, ruler } = this
    if (answer === undefined) return
    const { touching, asked } = answer
    // What was asked for stands in the place of what is nearest, or deepest.
    const nearest = asked !== undefined && 'distance' in asked ? asked : answer.nearest
    const looks = new Map<string, Look>()
    const add = (name: string, look: Look): void => void looks.set(name, { ...looks.get(name), ...look })
    for (const { a, b } of touching) for (const name of [a, b]) add(name, { isHit: true })
    if (nearest !== undefined) for (const name of [nearest.a, nearest.b]) add(name, { isNear: true })
    for (const name of [pointed, asked?.a, asked?.b]) if (name !== undefined) add(name, { isPointed: true })
    this.things.paint(looks)
    const theme = this.stage.theme.peek()
    const deepest = asked === undefined ? deepestOf(touching) : 'depth' in asked ? asked : undefined
    if (deepest !== undefined) ruler.show(deepest.at, deepest.at, `${millimetres(deepest.depth)} deep`, theme.hit)
    else if (nearest === undefined) ruler.hide()
    else ruler.show(nearest.pointA, nearest.pointB, millimetres(nearest.distance), theme.ink)
  }

  close(): void {
    this.floor.close()
  }
}
