// The hand in its worker: one world for each kind of boxes, all in the same pose.
import { World } from '../../../src/index.js'
import { drawnShapes } from '../../../view/drawn-shape.js'
import { type EngineSide, type Methods, Moved, type Task } from '../../engine/protocol.js'
import { TimeMeter } from '../../engine/rate.js'
import type { DrawnThing } from '../../view/things.js'
import { NO_EDITS } from '../../workcell/edits.js'
import { type CellParts, Workcell } from '../../workcell/workcell.js'
import { writeScene } from '../../workcell/write-scene.js'
import { type Body, MODELS } from './bodies.js'
import { FRAMES, type HandSweep } from './frames.js'
import { type HandBody, type HandKind, KINDS, type OtherKind } from './state.js'

export interface HandView {
  readonly things: readonly DrawnThing[]
  /** Levels of boxes around what moves. */
  readonly levels: number
  readonly from: readonly number[]
  /** A ball, and how high what is in it reaches. */
  readonly around: { readonly centre: readonly number[]; readonly radius: number; readonly top: number }
  readonly unit: string
  readonly seconds: number
}

export interface HandQuestion {
  readonly t: number
  readonly level: number
  readonly kinds: readonly OtherKind[]
}

/** What one kind of boxes costs in a pose, and how much room those of a level take. */
export interface HandRow {
  readonly kind: HandKind
  readonly volumeTests: number
  /** Pairs of links whose boxes overlap: they need an exact test. */
  readonly pairTests: number
  /** Refitted from the frame before. */
  readonly updated: number
  readonly volume: number
  readonly boxes: number
}

export interface HandAnswer {
  /** Twelve numbers a thing. */
  readonly poses: Float32Array
  readonly touching: readonly (readonly [string, string])[]
  readonly rows: readonly HandRow[]
  /** Fifteen numbers a box, for each kind that was asked for; none for `none`. */
  readonly boxes: readonly Float32Array[]
}

/** Times that the whole motion is gone through, to be timed. */
const ROUNDS = 5

class Moving {
  readonly worlds: ReadonlyMap<HandKind, World>
  readonly at: (t: number) => Float64Array
  private readonly moving: ReadonlySet<string>
  private readonly objects: readonly string[]

  constructor(private readonly body: Body) {
    const plain = new World(body.world)
    this.at = body.motion(plain)
    // Links that overlap by design need not be tested.
    const isLink = new Set(plain.objects.filter((name) => plain.geometryOf(name).link !== undefined))
    const allowed = plain
      .collisions(this.at(0))
      .filter(({ a, b }) => isLink.has(a) && isLink.has(b))
      .map(({ a, b }): [string, string] => [a, b])
    this.worlds = new Map(
      KINDS.map(([kind]) => [kind, new World({ ...body.world, allowed, experimental: { merge: kind } })]),
    )
    // All are shaped in the same pose, and know what touches without moving.
    for (const world of this.worlds.values()) world.collides(this.at(0))
    this.objects = plain.objects
    const places = [0, 0.29].map((t) => this.posesAt(plain, t))
    this.moving = new Set(
      this.objects.filter((_, i) => places[0]!.slice(12 * i, 12 * i + 12).some((x, k) => x !== places[1]![12 * i + k])),
    )
  }

  posesAt(world: World, t: number): Float32Array {
    const q = this.at(t)
    const out = new Float32Array(12 * this.objects.length)
    this.objects.forEach((name, i) => {
      const { link } = world.geometryOf(name)
      if (link === undefined) for (const k of [0, 5, 10]) out[12 * i + k] = 1
      else out.set(world.linkPose(q, link), 12 * i)
    })
    return out
  }

  view(): HandView {
    const world = this.worlds.get('better-child')!
    const things = this.objects.map((name): DrawnThing => {
      const { link, geometry } = world.geometryOf(name)
      const kind = link === undefined ? 'obstacle' : 'link'
      const isFixed = name === 'table'
      return { name, kind, robot: link === undefined ? -1 : 0, shapes: drawnShapes(geometry), isFixed }
    })
    const { from, unit, seconds } = this.body
    return { things, levels: this.levels(world), from, around: this.around(world), unit: unit[0], seconds }
  }

  /** Up to the level of one box around all that moves. */
  private levels(world: World): number {
    const q = this.at(0)
    for (let level = 0; level < world.levels; level++) {
      if (this.boxes(world, q, level).length === 15) return level + 1
    }
    return world.levels
  }

  /** A ball around all that moves, wherever it is in its motion. */
  private around(world: World): HandView['around'] {
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    for (let k = 0; k < 24; k++) {
      const boxes = this.boxes(world, this.at(k / 24), 0)
      for (let o = 0; o < boxes.length; o += 15) {
        const reach = Math.hypot(boxes[o + 12]!, boxes[o + 13]!, boxes[o + 14]!)
        for (let i = 0; i < 3; i++) {
          low[i] = Math.min(low[i]!, boxes[o + 4 * i + 3]! - reach)
          high[i] = Math.max(high[i]!, boxes[o + 4 * i + 3]! + reach)
        }
      }
    }
    const size = high.map((x, k) => x - low[k]!)
    return { centre: high.map((x, k) => (x + low[k]!) / 2), radius: 0.5 * Math.hypot(...size), top: high[2]! }
  }

  /** Those around what moves. */
  private boxes(world: World, q: Float64Array, level: number): Float64Array {
    const { boxes, holds } = world.boxes(q, Math.min(level, world.levels - 1))
    const moving = holds.flatMap((list, k) => (list.some(({ object }) => this.moving.has(object)) ? [k] : []))
    const out = new Float64Array(15 * moving.length)
    moving.forEach((k, i) => {
      out.set(boxes.subarray(15 * k, 15 * k + 15), 15 * i)
    })
    return out
  }

  ask({ t, level, kinds }: HandQuestion): HandAnswer {
    const q = this.at(t)
    const before = this.at((t + 1 - 1 / FRAMES) % 1)
    const drawn = kinds.map(() => new Float32Array(0))
    const scale = this.body.unit[1]
    let touching: HandAnswer['touching'] = []
    const rows = KINDS.map(([kind]): HandRow => {
      const world = this.worlds.get(kind)!
      world.boxes(before, 0)
      touching = world.collisions(q).map(({ a, b }) => [a, b] as const)
      const { volumeTests, pairTests, nodesUpdated } = world.stats
      const boxes = this.boxes(world, q, level)
      kinds.forEach((one, i) => {
        if (one === kind) drawn[i] = Float32Array.from(boxes)
      })
      let volume = 0
      for (let o = 0; o < boxes.length; o += 15) volume += 8 * boxes[o + 12]! * boxes[o + 13]! * boxes[o + 14]!
      return { kind, volumeTests, pairTests, updated: nodesUpdated, volume: scale * volume, boxes: boxes.length / 15 }
    })
    return { poses: this.posesAt(this.worlds.get('cab')!, t), touching, rows, boxes: drawn }
  }

  files(t: number): { readonly zip: Uint8Array; readonly pose: string } {
    const { robots = [], obstacles = [] } = this.body.world
    const world = this.worlds.get('cab')!
    const allowed = world.pairs().flatMap(({ a, b, reason }) => (reason === 'Caller' ? [[a, b] as const] : []))
    const parts = {
      title: '',
      robots: robots.map((one) => ('robot' in one ? one : { robot: one })),
      obstacles: obstacles as CellParts['obstacles'],
      allowed,
    }
    const { zip } = writeScene(new Workcell(parts), NO_EDITS)
    return { zip, pose: `${JSON.stringify({ joints: world.variables, waypoints: [[...this.at(t)]] })}\n` }
  }

  async sweep(task: Task<readonly HandSweep[]>): Promise<HandSweep[]> {
    const frames = Array.from({ length: FRAMES }, (_, k) => this.at(k / FRAMES))
    let found: HandSweep[] = []
    const meters = KINDS.map(() => new TimeMeter(ROUNDS))
    // By turns, and the median counts: what is slow for a moment is slow for all.
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, [kind, world]] of [...this.worlds].entries()) {
        await task.breathe()
        const { micros, ...counts } = walk(world, frames)
        meters[i]!.add(micros / 1000, 1)
        found = [...found.slice(0, i), { kind, ...counts, micros: meters[i]!.micros }, ...found.slice(i + 1)]
        if (round === 0) task.progress(found)
      }
    }
    return found
  }
}

/** Frames one after the other: boxes follow, and all contacts are found. */
function walk(world: World, frames: readonly Float64Array[]): Omit<HandSweep, 'kind'> {
  world.collides(frames.at(-1)!)
  const volumeTests: number[] = []
  const pairTests: number[] = []
  const from = performance.now()
  for (const q of frames) {
    world.collisions(q)
    const { stats } = world
    volumeTests.push(stats.volumeTests)
    pairTests.push(stats.pairTests)
  }
  return { volumeTests, pairTests, micros: (1000 * (performance.now() - from)) / frames.length }
}

export const engine = {
  create() {
    let moving: Moving | undefined
    return {
      open({ body }: { body: HandBody }): HandView {
        moving = new Moving(MODELS[body]())
        return moving.view()
      },
      ask(question: HandQuestion): Moved<HandAnswer> {
        const answer = moving!.ask(question)
        return new Moved(answer, [answer.poses.buffer, ...answer.boxes.map(({ buffer }) => buffer)] as ArrayBuffer[])
      },
      /** Everything in it as a scene with its files, and the pose at `t`. */
      scene({ t }: { t: number }): { readonly zip: Uint8Array; readonly pose: string } {
        return moving!.files(t)
      },
      /** The whole motion, every kind. */
      sweep(_: undefined, task: Task<readonly HandSweep[]>): Promise<HandSweep[]> {
        return moving!.sweep(task)
      },
    }
  },
} satisfies EngineSide<Methods>

export type HandMethods = ReturnType<typeof engine.create>
