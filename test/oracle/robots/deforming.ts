// Things that bend in worlds of robots, judged by looking: random cases as plain data, and every verdict held against brute force
// at many instants. Frames are interpolated and links placed again here (motions-scene.ts), and every item is measured
// against every part and every other item. A judge returns what is wrong, as text; undefined if nothing is.

import type { CableCell } from '../../../scenes/index.js'
import { Necklace } from '../../../src/entries/chains.js'
import { MeshTree } from '../../../src/entries/meshes.js'
import { capsule, convex, Random, sphere, type World } from '../../../src/entries/robots.js'
import type { Keyframe } from '../../../src/robots/motion/keyframes.js'
import type { MotionVerdict } from '../../../src/robots/motion/verdict.js'
import { mesh, type PartShape } from '../../../src/shapes/shape.js'
import { distanceShapes, ShapeDistance } from '../../../src/shapes/shape-distance.js'
import { instants, polyline, type Way } from './motions.js'
import { ANYWHERE, buildWorld, type CaseText, randomCase } from './motions-cases.js'
import { MotionScene } from './motions-scene.js'

export interface ThingText {
  readonly kind: 'beads' | 'strands' | 'triangles'
  readonly radius: number
  readonly closed?: boolean | undefined
  readonly triangles?: readonly number[] | undefined
  /** Places in pieces of the motion, and positions. */
  readonly frames: readonly { readonly at: number; readonly positions: readonly number[] }[]
  readonly fastened?: readonly { readonly to: string; readonly points: readonly number[] }[] | undefined
  /** Items no farther apart than this, along a necklace, are neighbours; 1 if left out. */
  readonly neighbours?: number | undefined
  readonly self: boolean
}

export interface DeformingText {
  readonly world: CaseText
  readonly things: readonly ThingText[]
  readonly clearance?: number | undefined
}

export interface DeformingCase {
  readonly text: DeformingText
  readonly world: World
  readonly way: Way
  readonly waypoints: readonly Float64Array[]
  readonly keyframes: Readonly<Record<string, readonly Keyframe[]>>
  readonly options: { readonly ignoreLimits: true; readonly clearance?: number }
}

/** The world with its things, in which robots and obstacles may touch each other: only what bends is examined. */
export function buildDeforming(text: DeformingText): DeformingCase {
  const world = buildWorld(text.world)
  for (const { a, b, status } of world.pairs()) if (status !== 'rigid') world.allow(a, b)
  text.things.forEach((thing, k) => {
    addThing(world, `bent${k}`, thing)
  })
  const waypoints = text.world.waypoints.map((q) => Float64Array.from(q))
  const keyframes = Object.fromEntries(text.things.map(({ frames }, k) => [`bent${k}`, frames]))
  const options = { ...ANYWHERE, ...(text.clearance === undefined ? {} : { clearance: text.clearance }) }
  return { text, world, waypoints, way: polyline(world, waypoints), keyframes, options }
}

function addThing(world: World, name: string, thing: ThingText): void {
  const { kind, radius, closed = false, frames, fastened, self } = thing
  const first = frames[0]!.positions
  if (kind === 'triangles') {
    const tree = new MeshTree({ positions: first, triangles: thing.triangles! }, { open: 'surface' })
    const own = { fastened: (fastened ?? []).map(({ to, points }) => ({ to, vertices: points })) }
    world.addDeforming(name, tree, { self, ...own })
    return
  }
  const own = { fastened: (fastened ?? []).map(({ to, points }) => ({ to, beads: points })) }
  const necklace = new Necklace(first, radius, { closed, neighbours: thing.neighbours ?? 1 })
  world.addNecklace(name, necklace, { self, ...own, ...(kind === 'strands' ? { strands: radius } : {}) })
}

/** The points of every item, by number. */
export function itemsOf({ kind, closed, triangles, frames }: ThingText): number[][] {
  const points = frames[0]!.positions.length / 3
  if (kind === 'beads') return Array.from({ length: points }, (_, i) => [i])
  if (kind === 'triangles') {
    return Array.from({ length: triangles!.length / 3 }, (_, i) => [0, 1, 2].map((k) => triangles![3 * i + k]!))
  }
  const count = closed === true && points > 2 ? points : points - 1
  return Array.from({ length: count }, (_, i) => [i, (i + 1) % points])
}

/** Where the points are at a place. */
export function frameAtPlace({ frames }: ThingText, place: number): number[] {
  const before = frames.findLast(({ at }) => at <= place) ?? frames[0]!
  const after = frames.find(({ at }) => at >= place) ?? frames.at(-1)!
  const share = after.at > before.at ? (place - before.at) / (after.at - before.at) : 0
  return before.positions.map((x, i) => x * (1 - share) + share * after.positions[i]!)
}

function shapeAt(points: readonly number[], frame: readonly number[], radius: number): PartShape {
  const at = (i: number): number[] => frame.slice(3 * i, 3 * i + 3)
  if (points.length === 3) {
    return mesh({ positions: points.flatMap(at), triangles: [0, 1, 2], open: 'surface' })
  }
  if (points.length === 2) {
    return radius > 0
      ? capsule({ radius, from: at(points[0]!), to: at(points[1]!) })
      : convex({ points: points.flatMap(at) })
  }
  return radius > 0 ? sphere({ radius, at: at(points[0]!) }) : convex({ points: at(points[0]!) })
}

const found = new ShapeDistance()
const STILL = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)

/** The nearest of everything that bends, at an instant, up to a cutoff. */
export class DeformingScene {
  private readonly items: readonly number[][][]

  constructor(
    private readonly things: readonly ThingText[],
    /** Of the world without them. */
    private readonly rigid: MotionScene,
  ) {
    this.items = things.map(itemsOf)
  }

  get size(): number {
    return this.rigid.size + 2
  }

  nearest(q: ArrayLike<number>, place: number, cutoff: number): { a: string; b: string; distance: number } | undefined {
    const { rigid, things } = this
    rigid.place(q)
    let best: { a: string; b: string; distance: number } | undefined
    const consider = (a: string, b: string, distance: number): void => {
      if (distance <= cutoff && (best === undefined || distance < best.distance)) best = { a, b, distance }
    }
    const shapes = things.map((thing, k) => {
      const frame = frameAtPlace(thing, place)
      return this.items[k]!.map((points) => shapeAt(points, frame, thing.kind === 'triangles' ? 0 : thing.radius))
    })
    things.forEach((thing, k) => {
      rigid.objects.forEach(({ name, parts }, o) => {
        parts.forEach(({ shape }, p) => {
          const x = inverse(rigid.poseOf(o, p))
          shapes[k]!.forEach((own, i) => {
            const points = this.items[k]![i]!
            if (thing.fastened?.some((end) => end.to === name && points.some((p) => end.points.includes(p)))) return
            consider(`bent${k}`, name, distanceShapes(found, shape, own, x, 0, cutoff))
          })
        })
      })
      for (let l = k + 1; l < shapes.length; l++) {
        for (const one of shapes[k]!) {
          for (const other of shapes[l]!) {
            consider(`bent${k}`, `bent${l}`, distanceShapes(found, one, other, STILL, 0, cutoff))
          }
        }
      }
    })
    return best
  }

  /** Of things against themselves, at an instant: beads and strands that are not next to each other. */
  selfTouch(place: number, cutoff = 0): string | undefined {
    const k = this.things.findIndex((thing, t) => {
      if (!thing.self || thing.kind === 'triangles') return false
      const frame = frameAtPlace(thing, place)
      const items = this.items[t]!
      const shapes = items.map((points) => shapeAt(points, frame, thing.radius))
      const count = items.length
      for (let i = 0; i < count; i++) {
        for (let j = i + 1 + (thing.neighbours ?? 1); j < count; j++) {
          if (thing.closed === true && count - (j - i) < 2) continue
          if (distanceShapes(found, shapes[i]!, shapes[j]!, STILL, 0, cutoff) <= cutoff) return true
        }
      }
      return false
    })
    return k === -1 ? undefined : `bent${k}`
  }
}

function inverse(x: Float64Array): Float64Array {
  const out = new Float64Array(12)
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) out[4 * i + k] = x[4 * k + i]!
    out[4 * i + 3] = -(x[i]! * x[3]! + x[4 + i]! * x[7]! + x[8 + i]! * x[11]!)
  }
  return out
}

/** Distances are good to this share of the scene's size. */
const CLOSE = 1e-11

/** What is wrong with a verdict. */
export function judgeDeforming(c: DeformingCase, verdict: MotionVerdict, samples: number): string | undefined {
  const scene = new DeformingScene(c.text.things, new MotionScene(buildWorld(c.text.world)))
  const { way } = c
  const clearance = c.options.clearance ?? 0
  const close = CLOSE * scene.size
  switch (verdict.outcome) {
    case 'free':
      for (let segment = 0; segment < way.segments; segment++) {
        for (const t of instants(samples)) {
          const near = scene.nearest(way.at(segment, t), segment + t, clearance)
          if (near !== undefined && (near.distance === 0 || near.distance < clearance - close)) {
            return `free, but at ${segment} + ${t} ${near.a} and ${near.b} are ${near.distance} apart`
          }
          const self = scene.selfTouch(segment + t)
          if (self !== undefined) return `free, but at ${segment} + ${t} ${self} touches itself`
        }
      }
      return undefined
    case 'collision':
    case 'closer-than-clearance': {
      const { segment, at, a, b } = verdict
      const limit = verdict.outcome === 'collision' ? close : clearance + close
      if (a === b) {
        const { kind } = c.text.things[Number(a.slice(4))]!
        const isThere = kind === 'triangles' || scene.selfTouch(segment + at, limit) !== undefined
        return isThere ? undefined : `${a} is said to touch itself at ${segment} + ${at}, but does not`
      }
      const near = scene.nearest(way.at(segment, at), segment + at, limit)
      return near === undefined
        ? `${verdict.outcome} of ${a} and ${b} at ${segment} + ${at}, but nothing is near`
        : undefined
    }
    case 'nothing-to-check': {
      // All of it is fastened to all there is.
      const near = scene.nearest(way.at(0, 0), 0, Infinity)
      return near === undefined ? undefined : `nothing to check, but ${near.a} and ${near.b} are there`
    }
    case 'undecided':
      return verdict.left.length > 0 ? undefined : 'undecided, and nothing is left'
    default:
      return `the outcome is ${verdict.outcome}`
  }
}

/** Small worlds with one or two things; what they touch, and when, is left to chance. */
export function randomDeforming(seed: number, options: { readonly self?: boolean } = {}): DeformingText {
  const world = randomCase(seed)
  const random = new Random(seed + 77_000)
  const pieces = Math.max(1, world.waypoints.length - 1)
  const names = world.robots.flatMap(({ links }, r) =>
    links.flatMap((geometry, i) => (geometry.length > 0 ? [`r${r}/link${i}`] : [])),
  )
  const things = Array.from({ length: 1 + random.integer(2) }, () =>
    randomThing(random, pieces, names, options.self ?? false),
  )
  return {
    world: { ...world, delta: undefined, clearance: undefined },
    things,
    ...(random.unit() < 0.3 ? { clearance: 0.02 } : {}),
  }
}

function randomThing(random: Random, pieces: number, names: readonly string[], self: boolean): ThingText {
  const kind = (['beads', 'strands', 'triangles'] as const)[random.integer(3)]!
  const count = 3 + random.integer(6)
  const start = [0, 1, 2].map(() => random.range(-0.8, 0.8))
  const first: number[] = []
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) first.push((i === 0 ? start[k]! : first[3 * i - 3 + k]!) + random.range(-0.15, 0.15))
  }
  const frames = [{ at: random.unit() < 0.5 ? 0 : random.range(0, 0.5), positions: first }]
  const more = random.integer(4)
  for (let f = 0; f < more; f++) {
    const last = frames.at(-1)!
    const at = Math.min(pieces, random.unit() < 0.4 ? Math.floor(last.at) + 1 : last.at + random.range(0.1, 1))
    if (!(at > last.at)) break
    const way = [0, 1, 2].map(() => random.range(-0.6, 0.6))
    frames.push({ at, positions: last.positions.map((x, i) => x + way[i % 3]! + random.range(-0.1, 0.1)) })
  }
  const triangles = Array.from({ length: count - 2 }, (_, i) => [i, i + 1, i + 2]).flat()
  const radius = kind === 'triangles' || random.unit() < 0.15 ? 0 : random.range(0.01, 0.06)
  const isFastened = names.length > 0 && random.unit() < 0.4
  return {
    kind,
    radius,
    frames,
    self,
    closed: kind === 'strands' && random.unit() < 0.2,
    ...(kind === 'triangles' ? { triangles } : {}),
    ...(isFastened ? { fastened: [{ to: names[random.integer(names.length)]!, points: [0, count - 1] }] } : {}),
  }
}

/** The least distance of what bends from all else, sampled and then searched for between samples: no less than the least there is. */
export function nearestOnWay({ text, way }: DeformingCase, samples: number): number {
  const scene = new DeformingScene(text.things, new MotionScene(buildWorld(text.world)))
  let least = Infinity
  for (let segment = 0; segment < way.segments; segment++) {
    const distance = (t: number): number =>
      scene.nearest(way.at(segment, t), segment + t, Infinity)?.distance ?? Infinity
    const coarse = instants(samples).map((t) => ({ t, d: distance(t) }))
    for (const [i, { t, d }] of coarse.entries()) {
      least = Math.min(least, d)
      if (d > (coarse[i - 1]?.d ?? Infinity) || d > (coarse[i + 1]?.d ?? Infinity) || d > 2 * least) continue
      let [from, to] = [Math.max(0, t - 1 / samples), Math.min(1, t + 1 / samples)]
      for (let k = 0; k < 40; k++) {
        const [p, q] = [from + 0.382 * (to - from), from + 0.618 * (to - from)]
        const [dp, dq] = [distance(p), distance(q)]
        least = Math.min(least, dp, dq)
        if (dp <= dq) to = q
        else from = p
      }
    }
  }
  return least
}

/** A cell with a cable, for sampling: the cable is taken out of its world. */
export function cableScene({ world, keyframes, radius, neighbours, fastened }: CableCell): DeformingScene {
  world.removeDeforming('cable')
  const frames = keyframes.map(({ at, positions }) => ({ at: at!, positions: Array.from(positions) }))
  const ends = fastened.map(({ to, beads }) => ({ to, points: Array.from(beads!) }))
  const thing = { kind: 'strands', radius, frames, fastened: ends, self: true, neighbours } as const
  return new DeformingScene([thing], new MotionScene(world))
}
