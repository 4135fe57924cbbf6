// Checks the proof of a move of a chain with enclosed numbers (docs/formats/certificate.md, "A move of a chain"): the walk of src/verify/chain-move.ts,
// written again, with no rounding to be reasoned about.
import type { VerifiedMove } from '../chain-move.js'
import {
  bytesOf,
  copyPlain,
  demand,
  demandKind,
  type Fields,
  hashWithout,
  list,
  number,
  numbers,
  records,
  whole,
} from '../plain.js'
import { rigid, rotation, unitAxis } from './kinematics.js'
import { Real } from './real.js'
import {
  dot,
  length,
  minus,
  negative,
  type Pose,
  placed,
  plus,
  product,
  scaled,
  turnedIn,
  type Vector,
  vector,
} from './vectors.js'

interface Mover {
  readonly joint: number
  readonly axis: Vector
  readonly angle: Real
  /** |angle|, |slide|. */
  readonly rate: Real
  readonly glide: Real
  readonly centre: Vector
  readonly slide: Vector
  /** Where the joint is when the move begins. */
  readonly pose: Pose
}

interface Ball {
  readonly centre: Vector
  readonly radius: Real
}

export function verifyMove(givenMove: unknown, givenProof: unknown, bits: bigint): VerifiedMove {
  const fields = copyPlain(givenMove, 'the move')
  demandKind(fields, 'chain-move', 'the move')
  const proof = copyPlain(givenProof, 'the proof')
  demandKind(proof, 'chain-move-proof', 'the proof')
  demand(proof.move === hashWithout(fields, ''), 'the hash of the proof is not that of the move')
  return new ExactWalk(fields, bytesOf(proof.codes, 'codes'), bits).walk()
}

const MOST_LEVELS = 40
const MOST_TURN = 1e6

class ExactWalk {
  private readonly n: number
  private readonly starts: number[]
  /** By sphere. */
  private readonly linkOf: readonly number[]
  private readonly radii: readonly Real[]
  /** Sphere by sphere, in their segments' frames. */
  private readonly centres: Vector[]
  private readonly movers: readonly Mover[]
  private readonly last: Pose[] = []
  private readonly neighbours: number
  private readonly excluded: ReadonlySet<string>
  private readonly zero: Real
  private readonly balls = new Map<string, Ball>()
  private readonly instants = new Map<number, Pose[]>()
  private used = 0
  private apart = 0

  constructor(
    fields: Fields,
    private readonly bytes: Uint8Array,
    private readonly bits: bigint,
  ) {
    const real = (value: number): Real => Real.of(value, bits)
    this.zero = real(0)
    const spheres = numbers(fields.spheres, 'spheres')
    const count = spheres.length / 4
    demand(count >= 1 && Number.isInteger(count), 'a sphere is four numbers')
    this.radii = Array.from({ length: count }, (_, k) => real(number(spheres[4 * k + 3], 'spheres', 0)))
    this.starts = [...list(fields.links, 'links').map((start) => whole(start, 'links', count)), count]
    this.n = this.starts.length - 1
    demand(this.n >= 1 && this.starts[0] === 0, 'the first link has not the first sphere')
    demand(
      this.starts.every((start, i) => i === 0 || start > this.starts[i - 1]!),
      'a link is without a sphere',
    )
    this.linkOf = this.starts.slice(0, -1).flatMap((start, i) => new Array(this.starts[i + 1]! - start).fill(i))
    const given = numbers(fields.joints, 'joints', 12 * (this.n - 1))
    const joints = Array.from({ length: this.n - 1 }, (_, j) => rigid(given.slice(12 * j, 12 * (j + 1)), bits))
    this.movers = records(fields.moves, 'moves').map((own): Mover => {
      const joint = whole(own.joint, 'joint', this.n - 1)
      const turn = number(own.angle, 'angle')
      demand(Math.abs(turn) <= MOST_TURN, 'an angle is too large')
      const slide = vector(numbers(own.slide, 'slide', 3), bits)
      return {
        ...{ joint, slide, angle: real(turn), rate: real(Math.abs(turn)), glide: length(slide), pose: joints[joint]! },
        centre: vector(numbers(own.centre, 'centre', 3), bits),
        axis: unitAxis(numbers(own.axis, 'axis', 3), bits),
      }
    })
    demand(
      this.movers.every(({ joint }, k) => k === 0 || joint > this.movers[k - 1]!.joint),
      'moves are not in the order of their joints, each once',
    )
    this.neighbours = whole(fields.neighbours, 'neighbours', 2 ** 31)
    this.excluded = new Set(
      list(fields.excluded, 'excluded').map((pair) => {
        const [i, j] = numbers(pair, 'excluded', 2)
        return `${whole(i, 'excluded', this.n)} ${whole(j, 'excluded', this.n)}`
      }),
    )
    this.centres = new Array(count)
    const ends = [-1, ...this.movers.map(({ joint }) => joint), this.n - 1]
    for (let s = 0; s + 1 < ends.length; s++) this.placeSegment(s, ends[s]! + 1, ends[s + 1]!, joints, spheres)
  }

  /** From the last link of the first segment backwards, from the first link of others forwards. */
  private placeSegment(s: number, lo: number, hi: number, joints: readonly Pose[], spheres: readonly number[]): void {
    let x: Pose = rigid([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0], this.bits)
    const put = (i: number): void => {
      for (let k = this.starts[i]!; k < this.starts[i + 1]!; k++) {
        this.centres[k] = placed(x, vector(spheres, this.bits, 4 * k))
      }
    }
    if (s === 0) {
      this.last.push(x)
      put(hi)
      for (let i = hi - 1; i >= lo; i--) {
        x = product(x, inverse(joints[i]!))
        put(i)
      }
      return
    }
    put(lo)
    for (let i = lo; i < hi; i++) {
      x = product(x, joints[i]!)
      put(i + 1)
    }
    this.last.push(x)
  }

  walk(): VerifiedMove {
    this.inside(0, this.linkOf.length)
    demand(Math.ceil(this.used / 4) === this.bytes.length, 'the walk ends before the codes do')
    for (let k = this.used; k < 4 * this.bytes.length; k++) demand(this.code(k) === 0, 'bits are left over')
    return {
      ...{ valid: true, outcome: 'free', links: this.n, joints: this.movers.length },
      ...{ volumeTests: this.apart, codes: this.used },
    }
  }

  private code(k: number): number {
    return Math.trunc(this.bytes[Math.trunc(k / 4)]! / 4 ** (k % 4)) % 4
  }

  /** Does a joint move, between the links of spheres i and j? */
  private movedBetween(i: number, j: number): boolean {
    return this.movers.some(({ joint }) => this.linkOf[i]! <= joint && joint < this.linkOf[j]!)
  }

  /** No pair of spheres of the two counts, for all that their first and last links say. */
  private isLeftOut(a: readonly [number, number], b: readonly [number, number]): boolean {
    const [one, two, three, four] = [a[0], a[1] - 1, b[0], b[1] - 1].map((k) => this.linkOf[k]!)
    if (four! - one! <= this.neighbours) return true
    return one === two && three === four && this.excluded.has(`${one} ${four}`)
  }

  private inside(lo: number, hi: number): void {
    if (!this.movedBetween(lo, hi - 1)) return
    const cut = Math.trunc((lo + hi) / 2)
    this.inside(lo, cut)
    this.inside(cut, hi)
    this.pair([lo, cut], [cut, hi])
  }

  private pair(a: readonly [number, number], b: readonly [number, number]): void {
    const last = b[1] - 1
    if (this.isLeftOut(a, b) || !this.movedBetween(a[0], last)) return
    if (this.movedBetween(a[0], a[1] - 1)) for (const half of halves(a)) this.pair(half, b)
    else if (this.movedBetween(b[0], last)) for (const half of halves(b)) this.pair(a, half)
    else this.timed(a, b, 0, 0)
  }

  private timed(a: readonly [number, number], b: readonly [number, number], t: number, level: number): void {
    if (this.isLeftOut(a, b)) return
    const [sizeA, sizeB] = [a[1] - a[0], b[1] - b[0]]
    const isPair = sizeA === 1 && sizeB === 1
    demand(this.used < 4 * this.bytes.length, 'the codes end before the walk does')
    const code = this.code(this.used++)
    const span = 2 ** -level
    if (code === 0) {
      const where = { a: `spheres ${a[0]} to ${a[1] - 1}`, b: `spheres ${b[0]} to ${b[1] - 1}`, from: t, to: t + span }
      demand(this.isApart(a, b, t, span), 'two stretches of spheres are not shown to be apart', where)
      this.apart++
    } else if (code === 1) {
      demand(!isPair, 'two spheres cannot be opened')
      if (sizeA >= sizeB) for (const half of halves(a)) this.timed(half, b, t, level)
      else for (const half of halves(b)) this.timed(a, half, t, level)
    } else {
      demand(code === 2 && level < MOST_LEVELS, 'a code has no meaning, or an interval is too short')
      this.timed(a, b, t, level + 1)
      this.timed(a, b, t + span / 2, level + 1)
    }
  }

  private isApart(a: readonly [number, number], b: readonly [number, number], t: number, span: number): boolean {
    const segment = (k: number): number => this.movers.filter(({ joint }) => joint < this.linkOf[k]!).length
    const [s, u] = [segment(a[0]), segment(b[0])]
    const [one, two] = [this.ball(a), this.ball(b)]
    const from = minus(this.carry(two.centre, s, u, t), one.centre)
    const step = minus(minus(this.carry(two.centre, s, u, t + span), one.centre), from)
    const bend = this.bend(two.centre, s, u, t + span / 2, span)
    const reach = one.radius.plus(two.radius).plus(bend)
    const square = dot(step, step)
    if (square.sign() <= 0) return length(from).isAbove(reach.plus(length(step)))
    const along = dot(from, step).negative()
    if (along.sign() < 0) return length(from).isAbove(reach)
    if (along.minus(square).sign() > 0) return length(plus(from, step)).isAbove(reach)
    // The whole line is no farther than the chord, whichever end it may be beyond.
    return length(plus(from, scaled(step, along.over(square)))).isAbove(reach)
  }

  private ball(a: readonly [number, number]): Ball {
    const key = a.join()
    let ball = this.balls.get(key)
    if (ball !== undefined) return ball
    const own = this.centres.slice(a[0], a[1])
    const centre = ([0, 1, 2] as const).map((r) => {
      const low = own.reduce((least, p) => least.min(p[r]), own[0]![r])
      const high = own.reduce((most, p) => most.max(p[r]), own[0]![r])
      return low.plus(high).halved()
    }) as unknown as Vector
    const far = own.reduce((most, p) => most.max(dot(minus(p, centre), minus(p, centre))), this.zero)
    const radius = this.radii.slice(a[0], a[1]).reduce((most, r) => most.max(r), this.zero)
    ball = { centre, radius: far.root().plus(radius) }
    this.balls.set(key, ball)
    return ball
  }

  private at(t: number): Pose[] {
    let poses = this.instants.get(t)
    if (poses !== undefined) return poses
    const time = Real.of(t, this.bits)
    poses = this.movers.map(({ axis, angle, centre, slide, pose }) => {
      const turn = rotation(axis, angle.times(time))
      const seen = minus([pose[3]!, pose[7]!, pose[11]!], centre)
      const own = product(turn, moved(pose, seen))
      const at = plus([own[3]!, own[7]!, own[11]!], plus(centre, scaled(slide, time)))
      return moved(own, at)
    })
    if (this.instants.size > 256) this.instants.clear()
    this.instants.set(t, poses)
    return poses
  }

  private carry(p: Vector, s: number, u: number, t: number): Vector {
    const joints = this.at(t)
    let at = p
    for (let i = u; i > s; i--) at = placed(this.last[i - 1]!, placed(joints[i - 1]!, at))
    return at
  }

  /** Acceleration · span² / 8, which bounds how far the path is from its chord; t is the middle of the interval. */
  private bend(p: Vector, s: number, u: number, t: number, span: number): Real {
    const joints = this.at(t)
    const time = Real.of(t, this.bits)
    const around = Real.of(span / 2, this.bits)
    let at = p
    let speed = this.zero
    let acceleration = this.zero
    for (let i = u; i > s; i--) {
      const { centre, slide, rate, glide } = this.movers[i - 1]!
      at = placed(joints[i - 1]!, at)
      const r = length(minus(at, plus(centre, scaled(slide, time)))).plus(speed.times(around))
      acceleration = acceleration.plus(rate.times(rate.times(r).plus(speed.timesWhole(2n))))
      speed = speed.plus(glide).plus(rate.times(r))
      at = placed(this.last[i - 1]!, at)
    }
    return acceleration.times(around).times(around).halved()
  }
}

function halves([lo, hi]: readonly [number, number]): readonly [readonly [number, number], readonly [number, number]] {
  const cut = Math.trunc((lo + hi) / 2)
  return [
    [lo, cut],
    [cut, hi],
  ]
}

/** The same rotation at another place. */
function moved(x: Pose, [a, b, c]: Vector): Pose {
  return [...x.slice(0, 3), a, ...x.slice(4, 7), b, ...x.slice(8, 11), c]
}

function inverse(x: Pose): Pose {
  const back = negative(turnedIn(x, [x[3]!, x[7]!, x[11]!]))
  return [x[0]!, x[4]!, x[8]!, back[0], x[1]!, x[5]!, x[9]!, back[1], x[2]!, x[6]!, x[10]!, back[2]]
}
