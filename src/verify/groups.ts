// A proof by groups (docs/formats/certificate.md, "Groups"): whole blocks of geometries are apart throughout an interval, so that their pairs need
// no proofs of their own. The row of geometries, the blocks, and the boxes and balls around them are made here, from the world's document.
//
// All pairs are covered by construction: a stretch of the row is halved into two blocks and two stretches, blocks are opened into parts that
// make them up, and a task that waits is done again in both halves of its interval. What is `left` is returned.
//
// Rounding, as in leaf.ts. The mechanism as computed is off by e = (steps·u + Σ error of turns)·S + Σ error of slides between any two points, with
// the steps of both from the world down and S no less than all lengths on the way to any point. The middle of a box is within √3·S of the origin and
// a ball about it no larger than 3·S, so that no number in the inequality is beyond 6·S, and none takes more than a few dozen operations.
import type { Anchor, Bodies } from './kinematics.js'
import { gapSlack } from './leaf.js'
import { demand, type VerifyPlace } from './plain.js'
import { cross, length, minus, placed, U } from './poses.js'
import type { Scene } from './scene.js'
import type { ReadShape } from './world.js'

/** Halvings of time after which fractions would no longer be exact. */
const DEEPEST = 48

/** The world itself, in place of a link. */
const WORLD = 65535

/** Of a geometry in its body: its own pose and its ball. */
const GEOMETRY_STEPS = 64

/** Rounds up what a few dozen operations on positive numbers gave. */
const UP = 1 + 64 * U

/** Two blocks of the row: from and to before, of each. */
type Blocks = readonly [number, number, number, number]

interface Block {
  readonly low: number[]
  readonly high: number[]
  readonly middle: number[]
  readonly radius: number
}

interface Joint {
  readonly link: number
  /** Places of all that hangs on it. */
  readonly first: number
  readonly end: number
  readonly movers: readonly number[]
}

export interface WalkedGroups {
  /** Pairs of blocks that were separated. */
  readonly blocks: number
  /** Blocks whose pairs need proofs of their own, as places in `row`. */
  readonly left: readonly Blocks[]
}

export class Groups {
  /** Geometries: those that hang on no link first, `fixed` of them; then by link, depth first. */
  readonly row: number[] = []
  private readonly fixed: number
  private readonly joints: Joint[] = []
  /** By link: its place in the depth-first order, and that after all that hangs on it. */
  private readonly enter: number[]
  private readonly leave: number[]
  private readonly balls: readonly { readonly centre: number[]; readonly radius: number }[]
  private readonly bodies: Bodies
  private readonly steps: number

  constructor(
    private readonly scene: Scene,
    private readonly clearance: number,
  ) {
    const { links, objects, geometries, bending } = scene.world
    this.bodies = scene.bodies
    // Link l is at l + 1: the world, the parent of roots, comes first.
    const children: number[][] = Array.from({ length: links.length + 1 }, () => [])
    const own: number[][] = Array.from({ length: links.length + 1 }, () => [])
    links.forEach(({ parent }, l) => void children[parent + 1]!.push(l))
    // What bends has proofs of its own.
    const bends = new Set(bending.flatMap((thing) => [...thing.objects]))
    geometries.forEach(({ object }, g) => {
      if (!bends.has(object)) own[objects[object]!.link + 1]!.push(g)
    })
    for (const g of own[0]!) this.row.push(g)
    this.fixed = this.row.length
    this.enter = links.map(() => 0)
    this.leave = links.map(() => 0)
    let count = 0
    const firsts = links.map(() => 0)
    // Not recursive: a chain may be long. ~l: the link is done with.
    const waiting = children[0]!.slice().reverse()
    for (let l = waiting.pop(); l !== undefined; l = waiting.pop()) {
      if (l < 0) {
        this.leave[~l] = count
        const { kind } = links[~l]!
        const movers = kind === 'fixed' ? [] : this.bodies.moversOf(this.bodies.linkOf(~l).body)
        if (movers.length > 0) this.joints.push({ link: ~l, first: firsts[~l]!, end: this.row.length, movers })
        continue
      }
      this.enter[l] = count++
      firsts[l] = this.row.length
      for (const g of own[l + 1]!) this.row.push(g)
      waiting.push(~l, ...children[l + 1]!.slice().reverse())
    }
    this.balls = this.row.map((g) => ballOf(geometries[g]!.shape))
    this.steps = objects.reduce((most, { link }) => {
      const { body, steps } = this.bodies.linkOf(link)
      return Math.max(most, this.bodies.stepsOf(body) + steps + GEOMETRY_STEPS)
    }, 0)
  }

  walk(bytes: Uint8Array, anchorOf: (level: number, index: number) => Anchor, segment: number): WalkedGroups {
    const left: Blocks[] = []
    let at = 0
    let blocks = 0
    const interval = (level: number, index: number, tasks: readonly Blocks[]): void => {
      const where = { segment, from: index * 2 ** -level, to: (index + 1) * 2 ** -level }
      const byte = (): number => {
        demand(at < bytes.length, 'the proof by groups ends too early', where)
        return bytes[at++]!
      }
      let placing: Placing | undefined
      const later: Blocks[] = []
      const waiting = tasks.toReversed()
      for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
        const [a, aEnd, b, bEnd] = task
        // Two things that hang on no link do not count.
        if (bEnd <= this.fixed) continue
        if (a === b) {
          const m = (a + aEnd) >> 1
          if (aEnd - a > 1) waiting.push([m, aEnd, m, aEnd], [a, m, m, aEnd], [a, m, a, m])
          continue
        }
        const op = byte()
        if (op === 1 || op === 2) {
          placing ??= new Placing(this, anchorOf(level, index))
          const given = op === 1 ? this.linkAt(aEnd - 1) : byte() + 256 * byte()
          const frame = given === WORLD ? -1 : given
          demand(frame < this.enter.length, `there is no link ${frame}`, where)
          const { world } = this.scene
          const place: VerifyPlace = { ...where, a: this.nameAt(world, a), b: this.nameAt(world, b) }
          demand(placing.areApart(task, frame), 'two blocks are not apart throughout their interval', place)
          blocks++
        } else if (op === 3 || op === 4) {
          demand(op === 3 ? aEnd - a > 1 : bEnd - b > 1, 'the proof opens a block of one geometry', where)
          const m = op === 3 ? (a + aEnd) >> 1 : (b + bEnd) >> 1
          if (op === 3) waiting.push([m, aEnd, b, bEnd], [a, m, b, bEnd])
          else waiting.push([a, aEnd, m, bEnd], [a, aEnd, b, m])
        } else if (op === 5) later.push(task)
        else if (op === 6) left.push(task)
        else if (op === 7) {
          // The last of A and the first of B by themselves; the rest of B with that last one; the rest of A with B.
          left.push([aEnd - 1, aEnd, b, b + 1])
          if (bEnd - b > 1) waiting.push([aEnd - 1, aEnd, b + 1, bEnd])
          if (aEnd - a > 1) waiting.push([a, aEnd - 1, b, bEnd])
        } else demand(false, `the proof by groups has the byte ${op}, which means nothing`, where)
      }
      if (later.length === 0) return
      demand(level < DEEPEST, 'an interval is halved too often', where)
      interval(level + 1, 2 * index, later)
      interval(level + 1, 2 * index + 1, later)
    }
    interval(0, 0, [[0, this.row.length, 0, this.row.length]])
    demand(at === bytes.length, `the proof by groups has ${bytes.length - at} extra bytes`, { segment })
    return { blocks, left }
  }

  private linkAt(place: number): number {
    const { geometries, objects } = this.scene.world
    return objects[geometries[this.row[place]!]!.object]!.link
  }

  private nameAt({ objects, geometries }: Scene['world'], place: number): string {
    return objects[geometries[this.row[place]!]!.object]!.name
  }

  /** Balls of the row's geometries in the world; and what all lengths on the way to one are at most. */
  place(anchor: Anchor): { readonly centres: number[][]; readonly radii: number[]; readonly size: number } {
    const { scene, bodies } = this
    let size = this.clearance
    const centres = this.row.map((g, i) => {
      const { object, pose } = scene.world.geometries[g]!
      const { body, length: along } = bodies.linkOf(scene.world.objects[object]!.link)
      const { centre, radius } = this.balls[i]!
      size = Math.max(
        size,
        anchor.lengths[body]! + along + length([pose[3]!, pose[7]!, pose[11]!]) + length(centre) + radius,
      )
      return placed(scene.placeOf(g, anchor), centre)
    })
    return { centres, radii: this.balls.map(({ radius }) => radius), size }
  }

  /** Joints that move in the interval of an anchor. */
  moving({ chord }: Anchor): Joint[] {
    return this.joints.filter(({ movers }) => movers.some((k) => chord[k]! > 0))
  }

  /** Is a joint between a link, or the world, and some geometry of a block? */
  isBetween({ link, first, end }: Joint, frame: number, from: number, to: number): boolean {
    const below = frame >= 0 && this.enter[frame]! >= this.enter[link]! && this.enter[frame]! < this.leave[link]!
    return below ? from < first || to > end : from < end && to > first
  }

  /** What the gap must be above where these movers turn by such chords in all. */
  limit(anchor: Anchor, size: number, movers: number, chords: number): number {
    let off = 2 * this.steps * U
    let slid = 0
    let far = size
    this.bodies.movers.forEach(({ isTurn }, k) => {
      if (isTurn) off += anchor.error[k]!
      else {
        slid += anchor.error[k]!
        far += anchor.s[k]! + anchor.bend[k]!
      }
    })
    return this.clearance + gapSlack(off * far + slid, movers, 6 * far, chords)
  }

  isTurn(mover: number): boolean {
    return this.bodies.movers[mover]!.isTurn
  }
}

/** Everything in the middle of an interval. */
class Placing {
  private readonly centres: readonly number[][]
  private readonly radii: readonly number[]
  private readonly size: number
  private readonly moving: readonly Joint[]
  private readonly known = new Map<number, Block>()

  constructor(
    private readonly groups: Groups,
    private readonly anchor: Anchor,
  ) {
    const { centres, radii, size } = groups.place(anchor)
    this.centres = centres
    this.radii = radii
    this.size = size
    this.moving = groups.moving(anchor)
  }

  /** The inequality, seen from a link. */
  areApart([a, aEnd, b, bEnd]: Blocks, frame: number): boolean {
    const { groups, anchor } = this
    const [one, other] = [this.block(a, aEnd), this.block(b, bEnd)]
    const between = [0, 1, 2].map((k) => Math.max(0, one.low[k]! - other.high[k]!, other.low[k]! - one.high[k]!))
    const gap = Math.max(length(minus(one.middle, other.middle)) - one.radius - other.radius, length(between))
    let [far, movers, chords] = [0, 0, 0]
    for (const joint of this.moving) {
      const ofA = groups.isBetween(joint, frame, a, aEnd)
      const ofB = groups.isBetween(joint, frame, b, bEnd)
      if (!ofA && !ofB) continue
      for (const k of joint.movers) {
        movers++
        if (groups.isTurn(k)) chords += anchor.chord[k]!
        far += (ofA ? this.farthest(one, k) : 0) + (ofB ? this.farthest(other, k) : 0)
      }
    }
    return gap - far * UP > groups.limit(anchor, this.size, movers, chords)
  }

  /** How far a mover can take a block. */
  private farthest({ middle, radius }: Block, k: number): number {
    const { lines, chord } = this.anchor
    if (!this.groups.isTurn(k)) return chord[k]!
    const line = lines.subarray(6 * k, 6 * k + 6)
    return (length(cross(line, minus(middle, line.subarray(3)))) + radius) * chord[k]!
  }

  private block(from: number, to: number): Block {
    const key = from * 2 ** 26 + to
    const known = this.known.get(key)
    if (known !== undefined) return known
    const { centres, radii } = this
    const low = [Infinity, Infinity, Infinity]
    const high = [-Infinity, -Infinity, -Infinity]
    for (let i = from; i < to; i++) {
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k]!, centres[i]![k]! - radii[i]!)
        high[k] = Math.max(high[k]!, centres[i]![k]! + radii[i]!)
      }
    }
    const middle = low.map((x, k) => x / 2 + high[k]! / 2)
    let radius = 0
    for (let i = from; i < to; i++) radius = Math.max(radius, length(minus(centres[i]!, middle)) + radii[i]!)
    const block = { low, high, middle, radius }
    this.known.set(key, block)
    return block
  }
}

/** About the middle of the box around its points, in its own frame. */
function ballOf(shape: ReadShape): { centre: number[]; radius: number } {
  if (shape.kind === 'cylinder') {
    const { pose, radius, half } = shape
    return { centre: [pose[3]!, pose[7]!, pose[11]!], radius: Math.sqrt(radius * radius + half * half) }
  }
  const points: Float64Array[] = []
  if (shape.kind === 'mesh')
    for (const v of new Set(shape.triangles)) points.push(shape.positions.subarray(3 * v, 3 * v + 3))
  else for (let i = 0; i < shape.points.length; i += 3) points.push(shape.points.subarray(i, i + 3))
  const centre = [0, 1, 2].map((k) => {
    let [low, high] = [Infinity, -Infinity]
    for (const p of points) {
      low = Math.min(low, p[k]!)
      high = Math.max(high, p[k]!)
    }
    return low / 2 + high / 2
  })
  let radius = 0
  for (const p of points) radius = Math.max(radius, length(minus(p, centre)))
  return { centre, radius: radius + (shape.kind === 'round' ? shape.radius : 0) }
}
