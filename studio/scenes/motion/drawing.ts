// The picture of a motion: everything where it is at one moment, its start and goal as ghosts, the way of its tools, where it collides,
// and the robot on the path that it is compared with.
import { placedPoint, posesOf } from '../../../view/poses.js'
import { farthestOf } from '../../view/farthest.js'
import { Floor } from '../../view/floor.js'
import { Ruler } from '../../view/ruler.js'
import type { Stage } from '../../view/stage.js'
import { type Ball, type DrawnThing, type Look, Things } from '../../view/things.js'
import { Trace } from '../../view/trace.js'
import type { CellAnswer } from '../../workcell/answers.js'
import { millimetres, pairNames } from '../../workcell/names.js'
import type { CellView } from '../../workcell/workcell.js'
import type { CheckAnswer } from './check.js'
import type { PathFrames } from './engine.js'

/** Of the path that is compared with; in both themes. */
export const OTHER_COLOUR = '#a35ae0'

export class MotionDrawing {
  readonly things: Things
  private readonly ends: readonly Things[]
  private readonly other: Things
  private readonly otherTrace: Trace
  private otherFrames: PathFrames | undefined
  private otherPlace = 0
  private readonly floor: Floor
  private readonly ruler: Ruler
  private readonly trace: Trace
  private list: readonly DrawnThing[] = []
  /** Of the things, those that move. */
  private movers: readonly number[] = []
  private frames: PathFrames | undefined
  private answer: CellAnswer | undefined
  private pointed: string | undefined
  private marked: CheckAnswer | undefined
  private view: CellView | undefined
  /** How large the scene is. */
  private reach = 1

  constructor(private readonly stage: Stage) {
    this.floor = new Floor(stage)
    this.things = new Things(stage)
    const { accent, free } = stage.theme.peek()
    this.ends = [accent, free].map((colour) => new Things(stage, { ghost: { colour, opacity: 0.16 } }))
    this.other = new Things(stage, { ghost: { colour: OTHER_COLOUR, opacity: 0.4 } })
    this.trace = new Trace(stage)
    this.otherTrace = new Trace(stage)
    this.ruler = new Ruler(stage)
  }

  open(view: CellView, frames: PathFrames): Ball {
    this.reach = view.around?.radius ?? 1
    this.show(view, frames)
    this.place(0)
    const { centre, radius, low } = this.things.around(view.around)
    this.floor.fit(centre, radius, Math.min(0, low))
    this.stage.lookAt(centre, radius, view.from ?? [1, -1.2, 0.6], view.isRoom)
    return { centre, radius }
  }

  show(view: CellView, frames: PathFrames): void {
    const { things } = view
    this.view = view
    const isSame = this.list === things
    this.list = things
    this.frames = frames
    this.answer = undefined
    const movers = things.flatMap(({ kind }, i) => (kind !== 'obstacle' && this.moves(i) ? [i] : []))
    const isAsBefore = isSame && JSON.stringify(movers) === JSON.stringify(this.movers)
    this.movers = movers
    const moving = this.movers.map((i) => things[i]!)
    if (!isSame) this.things.show(things)
    if (!isAsBefore) for (const end of this.ends) end.show(moving)
    if (!isSame) this.showOther(undefined)
    this.ends.forEach((end, k) => {
      end.place(posesOf(frames.poses, this.movers, k === 0 ? 0 : 12 * frames.things * (frames.frames - 1)))
    })
    this.trace.show(this.ways(frames, this.movers), 0.002 * this.reach, this.stage.theme.peek().accent)
  }

  /** The robot on another path; undefined for none. */
  showOther(frames: PathFrames | undefined): void {
    const { robots } = this
    this.otherFrames = frames?.things === this.list.length ? frames : undefined
    this.other.visible = this.otherFrames !== undefined
    if (this.otherFrames === undefined) {
      this.other.clear()
      this.otherTrace.show([], 1, OTHER_COLOUR)
      return
    }
    this.other.show(robots.map((i) => this.list[i]!))
    this.otherTrace.show(this.ways(this.otherFrames, robots), 0.002 * this.reach, OTHER_COLOUR)
    this.placeOther(this.otherPlace)
  }

  private placeOther(t: number): void {
    this.otherPlace = t
    const frames = this.otherFrames
    if (frames === undefined) return
    const frame = Math.round(t * (frames.frames - 1))
    this.other.place(posesOf(frames.poses, this.robots, 12 * frames.things * frame))
  }

  /** All that is not an obstacle, by number. */
  private get robots(): number[] {
    return this.list.flatMap(({ kind }, i) => (kind === 'obstacle' ? [] : [i]))
  }

  /** Is a thing elsewhere at any frame than at the first? */
  private moves(i: number): boolean {
    const { poses, things, frames } = this.frames!
    for (let f = 1; f < frames; f++) {
      for (let k = 0; k < 12; k++) {
        if (Math.abs(poses[12 * (things * f + i) + k]! - poses[12 * i + k]!) > 1e-6) return true
      }
    }
    return false
  }

  /** How the farthest point of each robot's last link goes. */
  private ways({ poses, things, frames }: PathFrames, movers: readonly number[]): Float32Array[] {
    const last = new Map<number, number>()
    for (const i of movers) if (this.list[i]!.kind === 'link') last.set(this.list[i]!.robot, i)
    return [...last.values()].map((i) => {
      const tip = farthestOf(this.list[i]!.shapes)
      const out = new Float32Array(3 * frames)
      for (let f = 0; f < frames; f++) out.set(placedPoint(poses, 12 * (things * f + i), tip), 3 * f)
      return out
    })
  }

  /** At a moment, 0 to 1: as the frame nearest to it has it, until the engine has said more. */
  place(t: number, other = t): void {
    const { frames } = this
    this.placeOther(other)
    if (frames === undefined) return
    this.answer = undefined
    // A ghost in the same place would only colour it.
    this.ends[0]!.visible = t > 0.01
    this.ends[1]!.visible = t < 0.99
    this.things.place(frames.poses, 12 * frames.things * Math.round(t * (frames.frames - 1)))
    this.paint()
  }

  /** False where the answer is about other things than there are. */
  update(answer: CellAnswer): boolean {
    if (answer.poses.length !== 12 * this.list.length) return false
    this.answer = answer
    this.things.place(answer.poses)
    this.paint()
    return true
  }

  /** What a check has found. */
  mark(answer: CheckAnswer | undefined): void {
    this.marked = answer
    this.paint()
  }

  point(name: string | undefined): void {
    if (name === this.pointed) return
    this.pointed = name
    this.paint()
  }

  paint(): void {
    const { answer, marked, pointed, ruler } = this
    const theme = this.stage.theme.peek()
    const looks = new Map<string, Look>()
    const add = (name: string, look: Look): void => void looks.set(name, { ...looks.get(name), ...look })
    for (const { a, b } of answer?.touching ?? []) for (const name of [a, b]) add(name, { isHit: true })
    if (pointed !== undefined) add(pointed, { isPointed: true })
    this.things.paint(looks)
    const touch = answer?.touching[0]
    if (touch !== undefined) ruler.show(touch.at, touch.at, pairNames(touch, this.view), theme.hit)
    else if (marked !== undefined && marked.points.length > 0) {
      const [a, b] = marked.points as [readonly number[], readonly number[]]
      ruler.show(a, b, pairNames(marked, this.view), theme.hit)
    } else if (answer?.nearest !== undefined) {
      const { pointA, pointB, distance } = answer.nearest
      ruler.show(pointA, pointB, millimetres(distance), theme.ink)
    } else ruler.hide()
  }

  close(): void {
    this.floor.close()
  }
}
