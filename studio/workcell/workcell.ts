// A cell in its worker: robots, obstacles and what is carried, as they were loaded, and worlds of it with what the user has changed.
import {
  type AttachedInput,
  type ObstacleInput,
  type PairStatus,
  type PoseInput,
  type RobotPlacement,
  type SceneDescription,
  type Shape,
  World,
} from '../../src/entries/robots.js'
import { drawnShapes } from '../../view/drawn-shape.js'
import { STILL } from '../../view/poses.js'
import type { DrawnThing } from '../view/things.js'
import { armsOf, type CellArm } from './arms.js'
import { changedPose, primitive, scaledShape } from './changed-shape.js'
import { type AddedObstacle, type CellEdits, pairKey, UNITS } from './edits.js'
import { type CellSight, sightOf } from './sight.js'
import { type CellVisuals, Visuals } from './visuals.js'

/** What a cell is made of. Names are those of the world. */
export interface CellParts {
  /** What it is called on the page. */
  readonly title: string
  readonly robots: readonly RobotPlacement[]
  readonly obstacles: readonly (ObstacleInput & { readonly name: string; readonly pose?: PoseInput })[]
  readonly attached?: readonly AttachedInput[]
  readonly allowed?: readonly (readonly [string, string])[]
  /** Neutral if left out. */
  readonly start?: ArrayLike<number>
  readonly goal?: ArrayLike<number>
  /** Its own motion, from `start`: the frames of a clip. */
  readonly path?: readonly ArrayLike<number>[]
  /** Seconds, one a frame of `path`. */
  readonly times?: readonly number[]
  /** Where to look from; a direction. */
  readonly from?: readonly number[]
  /** What to show: a point and how far around it. All of it if left out. */
  readonly around?: { readonly centre: readonly number[]; readonly radius: number }
  /** Its walls would hide what is in it: only `around` is fitted, from inside. */
  readonly isRoom?: boolean
  /** Obstacles that are not to be dragged away. */
  readonly fixed?: readonly string[]
  /** Obstacles that should be noticed. */
  readonly marked?: readonly string[]
  /** What was odd about its files. */
  readonly notes?: readonly string[]
  /** Scenes or robots that were among the files: this is one of them. */
  readonly choices?: readonly string[]
  /** The files that it came from. */
  readonly source?: CellSource
}

export interface CellSource {
  readonly description: SceneDescription
  /** Of the scene file, from which others are named. */
  readonly path: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

export interface CellVariable {
  readonly name: string
  readonly robot: number
  readonly lower: number
  readonly upper: number
  /** False where the joint has no limits: `lower` and `upper` are those of the slider then. */
  readonly isLimited: boolean
  readonly unit: 'rad' | 'm'
}

/** What the page needs to know of a cell: once. */
export interface CellView {
  readonly title: string
  readonly robots: readonly string[]
  /** Their links, joints and named states. */
  readonly arms: readonly CellArm[]
  /** By number in a configuration; undefined for those that are not to be set one by one (quaternions). */
  readonly variables: readonly (CellVariable | undefined)[]
  /** Of all numbers of a configuration. */
  readonly variableNames: readonly string[]
  readonly things: readonly DrawnThing[]
  readonly start: readonly number[]
  readonly goal: readonly number[] | undefined
  /** Its own motion: too long for an address. */
  readonly path: readonly (readonly number[])[] | undefined
  /** Seconds, one a frame of `path`; empty where nothing is known of time. */
  readonly times: readonly number[]
  readonly from: readonly number[] | undefined
  readonly around: { readonly centre: readonly number[]; readonly radius: number } | undefined
  readonly isRoom: boolean
  readonly notes: readonly string[]
  /** Where its scene file is among what is saved. */
  readonly sceneFile: string
  /** Scenes or robots that were among the files, where there was more than one. */
  readonly choices: readonly string[]
}

export interface CellPair {
  readonly a: string
  readonly b: string
  readonly status: PairStatus
  readonly reason: string
}

/** Sliders of joints without limits go this far. */
const TURN = Math.PI
const FAR = 2

interface Place {
  readonly name: string
  readonly robot: number
  readonly link: number
}

/** What a scene is called that has no file yet. */
export const SCENE_FILE = 'scene.json'

const NOWHERE = [0, 0, 0]

export class Workcell {
  private key = ''
  private built: World | undefined
  private seen: CellSight | undefined
  private alone: World | undefined
  private measured: { readonly key: string; readonly world: World } | undefined
  private looks: Visuals | undefined
  private placed: { readonly world: World; readonly all: readonly Place[] } | undefined

  /** `meshes`: shapes of files that obstacles were added from, by their paths. */
  constructor(
    readonly parts: CellParts,
    private readonly meshes: ReadonlyMap<string, Shape> = new Map(),
  ) {}

  /** The world with edits; the same one as long as they are the same. */
  world(edits: CellEdits): World {
    const key = JSON.stringify(edits)
    if (this.built === undefined || this.key !== key) {
      this.built = this.build(edits)
      this.seen = undefined
      this.key = key
    }
    return this.built
  }

  /** What answers about that world do not cover. */
  sight(edits: CellEdits): CellSight {
    const world = this.world(edits)
    this.seen ??= sightOf(world)
    return this.seen
  }

  /** Of all that are left, in their order. */
  obstacleNames({ added, removed }: CellEdits): string[] {
    const gone = new Set(removed)
    return [...this.parts.obstacles, ...added].map(({ name }) => name).filter((name) => !gone.has(name))
  }

  /** The robots alone. Contacts do not stop a drag, they are shown: without obstacles there is less to check. */
  bare(): World {
    this.alone ??= new World({ robots: this.parts.robots })
    return this.alone
  }

  /** The robots alone, of which two links are checked, whatever the cell says of them, and no others. */
  measuring(key: string): World {
    if (this.measured?.key !== key) {
      const world = new World({ robots: this.parts.robots })
      for (const { a, b, status } of world.pairs()) {
        if (pairKey(a, b) !== key && pairKey(b, a) !== key) world.allow(a, b)
        else if (status !== 'rigid') world.disallow(a, b)
      }
      this.measured = { key, world }
    }
    return this.measured.world
  }

  private build({ moved, turned, scaled, added, removed, pairs }: CellEdits): World {
    const { robots, attached = [], allowed = [] } = this.parts
    const gone = new Set(removed)
    const all = [...this.parts.obstacles, ...added.map((one) => this.obstacleOf(one))].filter(
      ({ name }) => !gone.has(name),
    )
    const obstacles = all.map((one) => {
      const { name, shape } = one
      const pose = changedPose(one.pose, moved[name], turned[name])
      const factor = scaled[name]
      return { ...one, shape: factor === undefined ? shape : scaledShape(shape, factor), ...(pose && { pose }) }
    })
    const world = new World({ robots, obstacles })
    for (const one of attached) world.attach(one)
    for (const [a, b] of allowed) if (!gone.has(a) && !gone.has(b)) world.allow(a, b, 'Scene')
    for (const [pair, status] of Object.entries(pairs)) {
      const [a, b] = pair.split('|') as [string, string]
      if (gone.has(a) || gone.has(b)) continue
      if (status === 'allowed') world.allow(a, b, 'You')
      else world.disallow(a, b)
    }
    return world
  }

  private obstacleOf({ name, kind, size, at, file = '', unit = 'm' }: AddedObstacle): CellParts['obstacles'][number] {
    if (kind === 'copy') {
      const original = this.parts.obstacles.find((one) => one.name === file)
      if (original === undefined) throw new Error(`${name} is a copy of ${file}, which this cell does not have.`)
      return { ...original, name, pose: changedPose(original.pose, at, undefined)! }
    }
    if (kind !== 'mesh') return { name, shape: primitive(kind, size), pose: { at } }
    const shape = this.meshes.get(file)
    if (shape === undefined) throw new Error(`${file} is not here any more: drop it again.`)
    return { name, shape: scaledShape(shape, UNITS[unit]), pose: { at } }
  }

  view(edits: CellEdits): CellView {
    const world = this.world(edits)
    const { title, robots, notes = [], choices = [], start, goal, path, times = [] } = this.parts
    const { from, around, isRoom = false } = this.parts
    return {
      title,
      robots: robots.map(({ robot, name = robot.name }) => name),
      arms: armsOf(robots),
      variables: this.variables(),
      variableNames: world.variables,
      things: this.things(edits),
      start: this.short(start ?? world.neutral()),
      goal: goal === undefined ? undefined : this.short(goal),
      path: path?.map((q) => Array.from(q)),
      times,
      from,
      around,
      isRoom,
      notes,
      sceneFile: this.parts.source?.path ?? SCENE_FILE,
      choices: choices.length > 1 ? choices : [],
    }
  }

  /**
   * Short enough for an address. Quaternions stay as they are: rounded, they would be none. What is within its limits stays within
   * them.
   */
  short(q: ArrayLike<number>, digits = 4): number[] {
    const variables = this.variables()
    const { lower, upper } = this.bare()
    return Array.from(q, (value, i) => {
      if (variables[i] === undefined || value < lower[i]! || value > upper[i]!) return value
      return Math.min(upper[i]!, Math.max(lower[i]!, rounded(value, digits)))
    })
  }

  /** What the robots look like, read when it is first asked for. */
  async visuals(): Promise<CellVisuals> {
    this.looks ??= await Visuals.read(this.parts)
    return this.looks.drawn()
  }

  /** Twelve numbers a visual; none before they were asked for. */
  visualPoses(q: ArrayLike<number>): Float32Array {
    return this.looks?.poses(q) ?? new Float32Array(0)
  }

  /** Twelve numbers a link, of all robots one after the other. */
  framesOf(q: ArrayLike<number>): Float32Array {
    return Float32Array.from(this.linkPoses(q).flatMap((poses) => [...poses]))
  }

  /** Obstacles that were moved are where they were at first: `poses` moves them. */
  things(edits: CellEdits): DrawnThing[] {
    const world = this.world(edits)
    const { robots, fixed = [], marked = [] } = this.parts
    const names = robots.map(({ robot, name = robot.name }) => name)
    const later = new Set(edits.added.map(({ name }) => name))
    return world.objects.map((name) => {
      const { link, geometry } = world.geometryOf(name)
      return {
        name,
        kind: link === undefined ? 'obstacle' : link === name ? 'link' : 'attached',
        robot: link === undefined ? -1 : names.findIndex((robot) => link.startsWith(`${robot}/`)),
        shapes: drawnShapes(
          geometry,
          (edits.moved[name] ?? NOWHERE).map((d) => -d),
        ),
        isFixed: fixed.includes(name) || geometry.some(isGround),
        isMarked: marked.includes(name),
        isAdded: later.has(name),
      }
    })
  }

  /**
   * Twelve numbers a thing: links and what they carry where their link is, obstacles as far from their first place as they were
   * moved.
   */
  poses(edits: CellEdits, q: ArrayLike<number>): Float32Array {
    const places = this.placesOf(this.world(edits))
    const links = this.linkPoses(q)
    const out = new Float32Array(12 * places.length)
    places.forEach(({ name, robot, link }, i) => {
      if (robot !== -1) out.set(links[robot]!.subarray(12 * link, 12 * link + 12), 12 * i)
      else {
        out.set(STILL, 12 * i)
        const by = edits.moved[name]
        for (let k = 0; k < 3; k++) out[12 * i + 4 * k + 3] = by?.[k] ?? 0
      }
    })
    return out
  }

  private linkPoses(q: ArrayLike<number>): Float64Array[] {
    const all = Array.from(q)
    let first = 0
    return this.parts.robots.map(({ robot, base }) => {
      const own = all.slice(first, first + robot.dof)
      first += robot.dof
      return robot.linkPoses(own, base)
    })
  }

  /** Robot and link of each object of a world, by numbers; -1 for an obstacle. */
  private placesOf(world: World): readonly Place[] {
    if (this.placed?.world !== world) {
      const { robots } = this.parts
      const all = world.objects.map((name) => {
        const { link } = world.geometryOf(name)
        const robot = robots.findIndex((one) => link?.startsWith(`${one.name ?? one.robot.name}/`) === true)
        if (link === undefined || robot === -1) return { name, robot: -1, link: -1 }
        const { robot: own, name: called = own.name } = robots[robot]!
        return { name, robot, link: own.link(link.slice(called.length + 1)).index }
      })
      this.placed = { world, all }
    }
    return this.placed.all
  }

  private variables(): (CellVariable | undefined)[] {
    let first = 0
    return this.parts.robots.flatMap(({ robot, name = robot.name }, r) => {
      const before = first
      first += robot.dof
      const out: (CellVariable | undefined)[] = new Array(robot.dof).fill(undefined)
      for (const { kind, variable, variables, lower, upper } of robot.joints) {
        if (variables === 0) continue
        const slides = kind === 'prismatic' ? 1 : kind === 'floating' ? 3 : kind === 'planar' ? 2 : 0
        const count = kind === 'floating' ? 3 : variables
        for (let k = 0; k < count; k++) {
          const unit = k < slides ? 'm' : 'rad'
          // A joint without limits: as far as its own motion takes it, at least.
          const ways = (this.parts.path ?? []).map((q) => Math.abs(q[before + variable + k]!))
          const most = ways.reduce((a, b) => Math.max(a, b), unit === 'm' ? FAR : TURN)
          const [least, last] = variables === 1 ? [lower, upper] : [-Infinity, Infinity]
          out[variable + k] = {
            name: `${name}/${robot.variables[variable + k]!}`,
            robot: r,
            lower: Number.isFinite(least) ? least : -most,
            upper: Number.isFinite(last) ? last : most,
            isLimited: Number.isFinite(least) && Number.isFinite(last),
            unit,
          }
        }
      }
      return out
    })
  }
}

/** Metres: a plane of a MuJoCo model is the top of a box that reaches this far. */
const GROUND = 1000

function isGround({ shape }: { readonly shape: Shape }): boolean {
  return shape.kind === 'box' && shape.half.every((h) => h >= GROUND)
}

/** To be short in an address: a tenth of a milliradian, or of a millimetre, unless more is asked for. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toFixed(digits)) + 0
}
