// A proof by groups in exact arithmetic (docs/formats/certificate.md, "Groups"): blocks of geometries that are apart throughout an interval.
//
// The row of geometries is made from the links, depth first; what hangs on a link is a stretch of it. A block is a stretch too. In the middle of an
// interval it is in a box, and in a ball about the box's middle. Seen from a frame, a mover between it and a block takes no point of the block farther
// than (distance of the ball's centre from the axis + radius)·chord: the radius rule of leaf.ts, for all geometries of the block together.
import { demand, type VerifyPlace } from '../plain.js'
import type { Mover } from './leaf.js'
import type { Placing } from './placing.js'
import { Real } from './real.js'
import { cross, length, minus, placed, type Vector } from './vectors.js'
import type { ExactWorld } from './world.js'

/** Halvings of time. */
const DEEPEST = 48

/** What stands for the world where a link is expected. */
const NO_LINK = 0xffff

/** Stretches of the row: A from [0] to before [1], B from [2] to before [3]. */
export type BlockPair = readonly [number, number, number, number]

interface Ball {
  readonly centre: Vector
  readonly radius: Real
}

interface Block extends Ball {
  readonly low: Vector
  readonly high: Vector
}

/** By link: where it comes depth first, itself and after all below it; and the stretch of the row of all that hangs on it. */
interface Branch {
  readonly place: number
  after: number
  readonly first: number
  end: number
}

export class GroupCheck {
  /** Numbers of geometries. */
  readonly row: readonly number[]
  /** How many of these, at the beginning, hang on no link. */
  private readonly unattached: number
  private readonly branches: Branch[] = []
  private readonly balls: readonly Ball[]

  constructor(
    private readonly world: ExactWorld,
    private readonly clearance: Real,
  ) {
    const { links, objects, geometries, bending } = world
    const linkOf = (g: number): number => objects[geometries[g]!.object]!.link
    const onLink = new Map<number, number[]>()
    geometries.forEach((_, g) => {
      // What bends is proved by itself.
      if (bending.some((thing) => thing.objects.has(geometries[g]!.object))) return
      const own = onLink.get(linkOf(g)) ?? []
      own.push(g)
      onLink.set(linkOf(g), own)
    })
    const below = new Map<number, number[]>()
    // The last one first, so that lists are taken from their ends.
    for (let link = links.length - 1; link >= 0; link--) {
      const { parent } = links[link]!
      const siblings = below.get(parent) ?? []
      siblings.push(link)
      below.set(parent, siblings)
    }
    const row = [...(onLink.get(-1) ?? [])]
    this.unattached = row.length
    let place = 0
    const path: { link: number; left: number[] }[] = [{ link: -1, left: [...(below.get(-1) ?? [])] }]
    while (path.length > 0) {
      const { link, left } = path.at(-1)!
      const next = left.pop()
      if (next === undefined) {
        path.pop()
        if (link >= 0) Object.assign(this.branches[link]!, { after: place, end: row.length })
        continue
      }
      this.branches[next] = { place, after: place, first: row.length, end: row.length }
      place++
      row.push(...(onLink.get(next) ?? []))
      path.push({ link: next, left: [...(below.get(next) ?? [])] })
    }
    this.row = row
    this.balls = row.map((g) => this.ballOf(g))
  }

  /** About the middle of the box around it, in its own frame. */
  private ballOf(geometry: number): Ball {
    const { geometries, bits } = this.world
    const { set } = geometries[geometry]!.root.parts(false)[0]!
    const [zero, one] = [Real.of(0, bits), Real.of(1, bits)]
    const middle = ([0, 1, 2] as const).map((k) => {
      const along = [0, 1, 2].map((i) => (i === k ? one : zero)) as unknown as Vector
      const against = [0, 1, 2].map((i) => (i === k ? one.negative() : zero)) as unknown as Vector
      return set.least(along).minus(set.least(against)).halved()
    }) as unknown as Vector
    return { centre: middle, radius: set.reach(middle) }
  }

  /** Checks all bytes. The blocks that are separated are counted; those that are left are returned. */
  walk(
    bytes: Uint8Array,
    placingAt: (level: number, index: bigint) => Placing,
    where: VerifyPlace,
  ): { readonly separated: number; readonly left: BlockPair[] } {
    const left: BlockPair[] = []
    let [at, separated] = [0, 0]
    const next = (): number => {
      demand(at < bytes.length, 'the proof by groups ends too early', where)
      return bytes[at++]!
    }
    const halves = (from: number, to: number): [number, number][] => {
      demand(to - from >= 2, 'a block of one geometry cannot be opened', where)
      const middle = Math.floor((from + to) / 2)
      return [
        [from, middle],
        [middle, to],
      ]
    }
    const all: BlockPair = [0, this.row.length, 0, this.row.length]
    const intervals: { level: number; index: bigint; tasks: BlockPair[] }[] = [{ level: 0, index: 0n, tasks: [all] }]
    for (let own = intervals.pop(); own !== undefined; own = intervals.pop()) {
      const { level, index, tasks } = own
      const later: BlockPair[] = []
      let placed: PlacedBlocks | undefined
      const stack = [...tasks].reverse()
      for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
        const [a, b, c, d] = task
        if (d <= this.unattached) continue
        if (a === c) {
          if (b - a < 2) continue
          const [one, other] = halves(a, b) as [[number, number], [number, number]]
          stack.push([...other, ...other], [...one, ...other], [...one, ...one])
          continue
        }
        switch (next()) {
          case 1:
          case 2: {
            const frame = bytes[at - 1] === 1 ? this.linkAt(b - 1) : next() + 256 * next()
            const link = frame === NO_LINK ? -1 : frame
            demand(link < this.world.links.length, 'a block is seen from a link that is not there', where)
            placed ??= new PlacedBlocks(this, placingAt(level, index))
            demand(placed.areApart(task, link), 'two blocks do not stay apart in their interval', where)
            separated++
            break
          }
          case 3:
            stack.push(
              ...halves(a, b)
                .map(([from, to]): BlockPair => [from, to, c, d])
                .reverse(),
            )
            break
          case 4:
            stack.push(
              ...halves(c, d)
                .map(([from, to]): BlockPair => [a, b, from, to])
                .reverse(),
            )
            break
          case 5:
            later.push(task)
            break
          case 6:
            left.push(task)
            break
          case 7:
            left.push([b - 1, b, c, c + 1])
            if (d - c > 1) stack.push([b - 1, b, c + 1, d])
            if (b - a > 1) stack.push([a, b - 1, c, d])
            break
          default:
            demand(false, 'the proof by groups has a byte that means nothing', where)
        }
      }
      if (later.length === 0) continue
      demand(level < DEEPEST, 'an interval is halved too often', where)
      intervals.push({ level: level + 1, index: 2n * index + 1n, tasks: later })
      intervals.push({ level: level + 1, index: 2n * index, tasks: later })
    }
    demand(at === bytes.length, 'the proof by groups has extra bytes', where)
    return { separated, left }
  }

  private linkAt(place: number): number {
    const { objects, geometries } = this.world
    return objects[geometries[this.row[place]!]!.object]!.link
  }

  /** Balls of the row's geometries, in the world. */
  placeBalls(placing: Placing): Ball[] {
    return this.row.map((g, i) => {
      const { centre, radius } = this.balls[i]!
      return { centre: placed(placing.pose(g), centre), radius }
    })
  }

  /** Movers that take a block anywhere, as seen from a link: those of joints with the link on one side and some of the block on the other. */
  between(movers: readonly Mover[], frame: number, from: number, to: number): Mover[] {
    return movers.filter((_, k) => {
      const { place, after, first, end } = this.branches[this.world.kinematics.freedoms[k]!.link]!
      const at = frame < 0 ? -1 : this.branches[frame]!.place
      return at >= place && at < after ? from < first || to > end : from < end && to > first
    })
  }

  get least(): Real {
    return this.clearance
  }
}

class PlacedBlocks {
  private readonly balls: readonly Ball[]
  private readonly known = new Map<string, Block>()

  constructor(
    private readonly groups: GroupCheck,
    private readonly placing: Placing,
  ) {
    this.balls = groups.placeBalls(placing)
  }

  areApart([a, b, c, d]: BlockPair, frame: number): boolean {
    const [one, other] = [this.block(a, b), this.block(c, d)]
    const balls = length(minus(one.centre, other.centre)).minus(one.radius).minus(other.radius)
    const zero = Real.of(0, balls.bits)
    const out = ([0, 1, 2] as const).map((k) => {
      return one.low[k].minus(other.high[k]).max(other.low[k].minus(one.high[k])).max(zero)
    }) as unknown as Vector
    const gap = balls.max(length(out))
    // Without their motion: mostly decided here.
    if (!gap.isAbove(this.groups.least)) return false
    const lost = this.moved(one, frame, a, b, zero).plus(this.moved(other, frame, c, d, zero))
    return gap.minus(lost).isAbove(this.groups.least)
  }

  /** How far points of a block get, and with it what they may be off where a floating joint drifts: by its distance from them. */
  private moved({ centre, radius }: Block, frame: number, from: number, to: number, zero: Real): Real {
    const movers = this.groups.between(this.placing.movers, frame, from, to)
    let sum = zero
    for (const { turns, line, chord } of movers) {
      if (chord.c === 0n && chord.e === 0n) continue
      const r = turns ? length(cross(line.along, minus(centre, line.through))).plus(radius) : Real.of(1, zero.bits)
      sum = sum.plus(r.times(chord))
    }
    return movers.reduce((all, { drift, line: { through } }) => {
      if (drift === undefined) return all
      return all.plus(length(minus(centre, through)).plus(radius).plus(sum).times(drift))
    }, sum)
  }

  private block(from: number, to: number): Block {
    const key = `${from} ${to}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    const own = this.balls.slice(from, to)
    const end = (k: 0 | 1 | 2, upper: boolean): Real =>
      own
        .map(({ centre, radius }) => (upper ? centre[k].plus(radius) : centre[k].minus(radius)))
        .reduce((x, y) => (upper ? x.max(y) : x.min(y)))
    const low: Vector = [end(0, false), end(1, false), end(2, false)]
    const high: Vector = [end(0, true), end(1, true), end(2, true)]
    const middle = ([0, 1, 2] as const).map((k) => low[k].plus(high[k]).halved()) as unknown as Vector
    const radius = own.map((ball) => length(minus(ball.centre, middle)).plus(ball.radius)).reduce((x, y) => x.max(y))
    const block = { low, high, centre: middle, radius }
    this.known.set(key, block)
    return block
  }
}
