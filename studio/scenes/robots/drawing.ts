// The picture of several robots: each at its own place along its path, the ways of their tools, ghosts of a deadlock, who waits.
import { placedPoint, posesOf, STILL } from '../../../view/poses.js'
import { farthestOf } from '../../view/farthest.js'
import { Floor } from '../../view/floor.js'
import { Label } from '../../view/label.js'
import { Ruler } from '../../view/ruler.js'
import type { Stage } from '../../view/stage.js'
import { type Ball, type DrawnThing, type Look, robotColour, Things } from '../../view/things.js'
import { Trace } from '../../view/trace.js'
import { millimetres, pairNames } from '../../workcell/names.js'
import type { CellView } from '../../workcell/workcell.js'
import type { Ghost } from './answer.js'
import type { HereAnswer, LaidRobot } from './engine.js'

const GHOSTS = 2

export class RobotsDrawing {
  readonly things: Things
  private readonly ghosts: readonly Things[]
  private readonly floor: Floor
  private readonly ruler: Ruler
  /** By robot. */
  private traces: Trace[] = []
  private labels: Label[] = []
  private list: readonly DrawnThing[] = []
  private robots: readonly LaidRobot[] = []
  private view: CellView | undefined
  private poses = new Float32Array(0)
  private here: HereAnswer | undefined
  private pointed: string | undefined

  constructor(private readonly stage: Stage) {
    this.floor = new Floor(stage)
    this.things = new Things(stage)
    const { accent, hit } = stage.theme.peek()
    this.ghosts = [accent, hit].map((colour) => new Things(stage, { ghost: { colour, opacity: 0.28 } }))
    this.ruler = new Ruler(stage)
  }

  /** A new cell. The view is restored. */
  open(view: CellView, robots: readonly LaidRobot[], moved: Moves): Ball {
    this.show(view, robots, moved)
    const { centre, radius, low } = this.things.around(view.around)
    this.floor.fit(centre, radius, Math.min(0, low))
    this.stage.lookAt(centre, radius, view.from ?? [1, -1.2, 0.6], view.isRoom)
    return { centre, radius }
  }

  show(view: CellView, robots: readonly LaidRobot[], moved: Moves): void {
    const isSame = this.list === view.things
    this.view = view
    this.list = view.things
    this.robots = robots
    this.here = undefined
    if (!isSame) {
      this.things.show(view.things)
      const links = view.things.filter(({ kind }) => kind !== 'obstacle')
      for (const ghost of this.ghosts) ghost.show(links)
      for (const label of this.labels) label.hide()
      this.labels = robots.map((_, r) => this.labels[r] ?? new Label(this.stage, true))
    }
    this.showGhosts([])
    this.poses = new Float32Array(12 * view.things.length)
    view.things.forEach(({ name }, i) => {
      this.poses.set(STILL, 12 * i)
      moved[name]?.forEach((by, k) => {
        this.poses[12 * i + 4 * k + 3] = by
      })
    })
    this.place(robots.map(() => 0))
    for (const trace of this.traces) trace.show([], 1, '')
    this.traces = robots.map((_, r) => this.traces[r] ?? new Trace(this.stage))
    robots.forEach((robot, r) => {
      this.traces[r]!.show(this.waysOf(robot), 0.003 * (view.around?.radius ?? 1), `#${robotColour(r).getHexString()}`)
    })
  }

  /** How the farthest point of its last link goes. */
  private waysOf({ things, poses, frames, duration }: LaidRobot): Float32Array[] {
    const last = things.findLastIndex((i) => this.list[i]!.kind === 'link')
    if (last === -1 || duration === 0) return []
    const tip = farthestOf(this.list[things[last]!]!.shapes)
    const out = new Float32Array(3 * frames)
    for (let f = 0; f < frames; f++) out.set(placedPoint(poses, 12 * (things.length * f + last), tip), 3 * f)
    return [out]
  }

  /** At places along the paths, in seconds: as the nearest frames have it, until the engine has said more. */
  place(at: readonly number[]): void {
    this.robots.forEach(({ things, poses, frames, duration }, r) => {
      const share = duration === 0 ? 0 : Math.min(1, Math.max(0, (at[r] ?? 0) / duration))
      const f = Math.round(share * (frames - 1))
      things.forEach((thing, k) => {
        const o = 12 * (things.length * f + k)
        this.poses.set(poses.subarray(o, o + 12), 12 * thing)
      })
    })
    this.things.place(this.poses)
  }

  /** False where it is about other things than there are. */
  update(here: HereAnswer): boolean {
    if (here.answer.poses.length !== 12 * this.list.length) return false
    this.here = here
    this.things.place(here.answer.poses)
    this.paint()
    return true
  }

  /** Nothing is known of where they are. */
  forget(): void {
    this.here = undefined
    this.paint()
  }

  showGhosts(ghosts: readonly Ghost[]): void {
    for (let k = 0; k < GHOSTS; k++) {
      const things = this.ghosts[k]!
      const ghost = ghosts[k]
      things.visible = ghost !== undefined
      if (ghost === undefined) continue
      const links = this.list.flatMap(({ kind }, i) => (kind === 'obstacle' ? [] : [i]))
      things.place(posesOf(ghost.poses, links))
    }
  }

  /** By robot: words above it; undefined for none. */
  say(words: readonly (string | undefined)[]): void {
    const { ink } = this.stage.theme.peek()
    this.labels.forEach((label, r) => {
      const text = words[r]
      const links = this.robots[r]?.things ?? []
      if (text === undefined || links.length === 0) label.hide()
      else label.show(text, this.topOf(links), ink)
    })
  }

  /** Over a robot's base, as high as its highest link. */
  private topOf(links: readonly number[]): number[] {
    const at = (i: number, k: number): number => this.poses[12 * i + 4 * k + 3]!
    return [at(links[0]!, 0), at(links[0]!, 1), Math.max(...links.map((i) => at(i, 2)))]
  }

  point(name: string | undefined): void {
    if (name === this.pointed) return
    this.pointed = name
    this.paint()
  }

  paint(): void {
    const { here, pointed, ruler } = this
    const theme = this.stage.theme.peek()
    const looks = new Map<string, Look>()
    const add = (name: string, look: Look): void => void looks.set(name, { ...looks.get(name), ...look })
    const { touching = [] } = here?.answer ?? {}
    const nearest = here?.nearest
    for (const { a, b } of [...touching, ...(here?.blocked ?? [])])
      for (const name of [a, b]) add(name, { isHit: true })
    if (pointed !== undefined) add(pointed, { isPointed: true })
    this.things.paint(looks)
    for (const ghost of this.ghosts) ghost.paint()
    const touch = touching[0]
    if (touch !== undefined) ruler.show(touch.at, touch.at, pairNames(touch, this.view), theme.hit)
    else if (nearest !== undefined) {
      ruler.show(nearest.pointA, nearest.pointB, millimetres(nearest.distance), theme.ink)
    } else ruler.hide()
  }

  close(): void {
    this.floor.close()
    for (const label of this.labels) label.close()
  }
}

type Moves = Readonly<Record<string, readonly number[]>>
