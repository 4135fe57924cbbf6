// The picture of a cell: its things where they are, what touches in red, the nearest two with the distance between them; frames of links,
// what the robots look like, and the frame that is dragged, with a ghost where the robots stood.
import { posesOf } from '../../../view/poses.js'
import { Floor } from '../../view/floor.js'
import { Frames } from '../../view/frames.js'
import { Gizmo, type GizmoHost } from '../../view/gizmo.js'
import { LookAlikes } from '../../view/look-alikes.js'
import { Ruler } from '../../view/ruler.js'
import type { Stage, StageColours } from '../../view/stage.js'
import { type Ball, type DrawnThing, type Look, Things } from '../../view/things.js'
import type { CellAnswer } from '../../workcell/answers.js'
import { deepestOf, millimetres } from '../../workcell/names.js'
import type { Mood } from '../../workcell/sight.js'
import type { StraightAnswer } from '../../workcell/tool.js'
import { straightBanner } from '../../workcell/tool-words.js'
import type { DrawnVisual } from '../../workcell/visuals.js'
import type { CellView } from '../../workcell/workcell.js'
import type { Shown } from './state.js'

/** Of the ghost: what the straight motion from there is. */
export function ghostColour(mood: Mood, { free, hit, isDark }: StageColours): string {
  return mood === 'free' ? free : mood === 'hit' ? hit : isDark ? '#f0b13c' : '#b97a00'
}

/** Arrows of frames, as a share of the radius of what is seen. */
const FRAME_LENGTH = 0.12

export class CellDrawing {
  readonly things: Things
  readonly gizmo: Gizmo
  private readonly ghost: Things
  private readonly looks: LookAlikes
  private readonly frames: Frames
  private readonly floor: Floor
  private readonly ruler: Ruler
  /** Where the straight motion collides. */
  private readonly mark: Ruler
  private answer: CellAnswer | undefined
  private straight: StraightAnswer | undefined
  private pointed: string | undefined
  private chosen: string | undefined
  private list: readonly DrawnThing[] = []
  /** Of the things, those that are neither obstacles nor the ground: a ghost has them. */
  private movers: readonly number[] = []
  private length = 0.1

  constructor(
    private readonly stage: Stage,
    host: GizmoHost,
  ) {
    // The first to hear of pointers.
    this.gizmo = new Gizmo(stage, host)
    this.things = new Things(stage)
    this.ghost = new Things(stage, { ghost: { colour: stage.theme.peek().ink, opacity: 0.3 } })
    this.looks = new LookAlikes(stage)
    this.frames = new Frames(stage)
    this.floor = new Floor(stage)
    this.ruler = new Ruler(stage)
    this.mark = new Ruler(stage)
  }

  /** A new cell. The view is restored. */
  open(view: CellView, answer: CellAnswer): Ball {
    this.show(view.things, answer)
    const { centre, radius, low } = this.things.around(view.around)
    this.floor.fit(centre, radius, Math.min(0, low))
    this.stage.lookAt(centre, radius, view.from ?? [1, -1.2, 0.6], view.isRoom)
    this.length = FRAME_LENGTH * radius
    return { centre, radius }
  }

  /** Things that have changed: one was added, or taken away. */
  show(things: readonly DrawnThing[], answer: CellAnswer): void {
    this.list = things
    this.things.show(things)
    this.movers = things.flatMap(({ kind, isFixed }, i) => (kind === 'obstacle' || isFixed === true ? [] : [i]))
    this.ghost.show(this.movers.map((i) => things[i]!))
    this.update(answer)
  }

  update(answer: CellAnswer): void {
    if (answer.poses.length !== 12 * this.list.length) return
    this.answer = answer
    this.things.place(answer.poses)
    this.looks.place(answer.visuals)
    this.paint()
  }

  showVisuals(visuals: readonly DrawnVisual[]): void {
    this.looks.show(visuals)
  }

  /** `looks`: links that have visual geometry. */
  showRobots(shown: Shown, looks: ReadonlySet<string>): void {
    this.things.showLinks(shown === 'visual' ? 'hidden' : shown === 'both' ? 'faint' : 'solid', looks)
    this.looks.visible = shown !== 'collision'
  }

  /** Frames by name: twelve numbers each. */
  showFrames(frames: ReadonlyMap<string, ArrayLike<number>>): void {
    this.frames.show(frames, this.length)
  }

  /** The straight motion from where the robots stood; undefined where they stood nowhere else. */
  showStraight(straight: StraightAnswer | undefined): void {
    this.straight = straight
    if (straight?.stood.length === 12 * this.list.length) {
      this.ghost.place(posesOf(straight.stood, this.movers))
    }
    this.paint()
  }

  /** The pointer is over a thing. */
  point(name: string | undefined): void {
    if (name === this.pointed) return
    this.pointed = name
    this.paint()
  }

  /** A link is chosen in the tree. */
  choose(name: string | undefined): void {
    if (name === this.chosen) return
    this.chosen = name
    this.paint()
  }

  /** After the theme has changed, too. */
  paint(): void {
    const { answer, pointed, chosen, ruler } = this
    this.gizmo.paint()
    if (answer === undefined) return
    const { touching, asked } = answer
    // What was asked for stands in the place of what is nearest, or deepest.
    const nearest = asked !== undefined && 'distance' in asked ? asked : answer.nearest
    const looks = new Map<string, Look>()
    const add = (name: string, look: Look): void => void looks.set(name, { ...looks.get(name), ...look })
    for (const { a, b } of touching) for (const name of [a, b]) add(name, { isHit: true })
    if (nearest !== undefined) for (const name of [nearest.a, nearest.b]) add(name, { isNear: true })
    for (const name of [pointed, chosen, asked?.a, asked?.b]) if (name !== undefined) add(name, { isPointed: true })
    this.things.paint(looks)
    this.looks.paint(looks)
    const theme = this.stage.theme.peek()
    const deepest = asked === undefined ? deepestOf(touching) : 'depth' in asked ? asked : undefined
    if (deepest !== undefined) ruler.show(deepest.at, deepest.at, `${millimetres(deepest.depth)} deep`, theme.hit)
    else if (nearest === undefined) ruler.hide()
    else ruler.show(nearest.pointA, nearest.pointB, millimetres(nearest.distance), theme.ink)
    this.paintStraight(theme, deepest === undefined)
  }

  /** Without words where the ruler has some of a collision: they would be on top of each other. */
  private paintStraight(theme: StageColours, hasWords: boolean): void {
    const { straight, mark, ghost } = this
    ghost.visible = straight !== undefined
    if (straight === undefined) {
      mark.hide()
      return
    }
    ghost.ghostColour = ghostColour(straightBanner(straight).mood, theme)
    const { point, at } = straight
    if (point === undefined || at === undefined) mark.hide()
    else mark.show(point, point, hasWords ? `collides on the way, at ${Math.round(100 * at)} %` : '', theme.hit)
  }

  close(): void {
    this.gizmo.close()
    this.frames.close()
    this.floor.close()
  }
}
