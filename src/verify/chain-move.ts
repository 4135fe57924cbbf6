// Checks the proof of a move of a chain (docs/formats/certificate.md, "A move of a chain"): links that joints move against each other stay apart. It
// takes documents, shares no code with the search that made the proof, and does not search: it places the links, bounds stretches of
// spheres by balls, and walks the codes. Every two links that count are in some test by construction of the walk.
//
// Rounding, in u = 2^-53. A link is placed by products of poses, each of whose rotations is off by at most 7 u (as read) and 9 u (the product,
// poses.ts): below 40 u a link, second order included for as many links as a document can have. A moving joint is off by at most 64 u
// (a rotation about an axis 48 u, the product 9 u, the pose 7 u) and u·|angle|, the rounding of angle·t: below 128 u + 2 u·|angle|. A position is
// a sum of vectors that such rotations have turned, of `lengths` together; sums and products of coordinates add 7 u of that a pose.
// So a position is off by at most 2 u·turned·lengths, the distance of two balls and their radii by twice that: `margin`. Both verifiers
// fit balls in the same way, the exact one about its own centres, which are within a position's error of these.
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
  type Rejected,
  Rejection,
  records,
  verdict,
  whole,
} from './plain.js'
import { IDENTITY, POSE, product, readAxis, readPose, rotation, shift, U } from './poses.js'

/** A move whose proof holds: at every instant, links that count are apart. */
export interface VerifiedMove {
  readonly valid: true
  readonly outcome: 'free'
  readonly links: number
  /** Joints that move. */
  readonly joints: number
  /** Pairs of balls that were found apart during an interval of time; and all codes. */
  readonly volumeTests: number
  readonly codes: number
}

/** What the verifier says of a move of a chain. */
export type ChainMoveVerdict = VerifiedMove | Rejected

/** Does the proof show that links stay apart during the move? Never throws, whatever it is given. */
export function verifyChainMove(move: unknown, proof: unknown): ChainMoveVerdict {
  return verdict(() => {
    const document = copyPlain(move, 'the move')
    const given = copyPlain(proof, 'the proof')
    demandKind(given, 'chain-move-proof', 'the proof')
    const subject = readMove(document)
    demand(given.move === hashWithout(document, ''), 'the hash of the proof is not that of the move')
    return new Walk(subject, bytesOf(given.codes, 'codes')).walk()
  })
}

/** How one joint moves. */
interface Mover {
  readonly joint: number
  readonly axis: Float64Array
  readonly angle: number
  readonly centre: readonly number[]
  readonly slide: readonly number[]
  /** Where the move begins, seen from the centre. */
  readonly pose: Float64Array
}

interface Move {
  /** x, y, z, r. */
  readonly spheres: readonly number[]
  /** By link its first sphere, and the end. */
  readonly starts: readonly number[]
  readonly joints: readonly Float64Array[]
  readonly movers: readonly Mover[]
  readonly neighbours: number
  /** By i · n + j. */
  readonly excluded: ReadonlySet<number>
}

/** Angles are at most this, so that their rounding is counted rightly. */
const MOST_TURN = 1e6

function readMove(fields: Fields): Move {
  demandKind(fields, 'chain-move', 'the move')
  const spheres = numbers(fields.spheres, 'spheres')
  const count = spheres.length / 4
  demand(Number.isInteger(count) && count > 0, 'spheres are not four numbers each')
  for (let k = 0; k < count; k++) number(spheres[4 * k + 3], 'spheres', 0)
  const starts = list(fields.links, 'links').map((start) => whole(start, 'links', count))
  const n = starts.length
  demand(n > 0 && starts[0] === 0, 'links do not begin with the first sphere')
  starts.push(count)
  for (let i = 0; i < n; i++) demand(starts[i]! < starts[i + 1]!, `link ${i} has no sphere`)
  const given = numbers(fields.joints, 'joints', POSE * (n - 1))
  const joints = Array.from({ length: n - 1 }, (_, j) => readPose(given.slice(POSE * j, POSE * (j + 1)), `joint ${j}`))
  let before = -1
  const movers = records(fields.moves, 'moves').map((own): Mover => {
    const joint = whole(own.joint, 'joint', n - 1)
    demand(joint > before, 'moves are not in the order of their joints, each once')
    before = joint
    const angle = number(own.angle, 'angle', -MOST_TURN)
    demand(angle <= MOST_TURN, 'an angle is too large')
    const centre = numbers(own.centre, 'centre', 3)
    const pose = joints[joint]!.slice()
    for (let r = 0; r < 3; r++) pose[4 * r + 3] = pose[4 * r + 3]! - centre[r]!
    return { joint, angle, centre, pose, axis: readAxis(own.axis, 'axis'), slide: numbers(own.slide, 'slide', 3) }
  })
  const excluded = list(fields.excluded, 'excluded').map((pair) => {
    const [i, j] = numbers(pair, 'excluded', 2)
    return whole(i, 'excluded', n) * n + whole(j, 'excluded', n)
  })
  const neighbours = whole(fields.neighbours, 'neighbours', 2 ** 31)
  return { spheres, starts, joints, movers, neighbours, excluded: new Set(excluded) }
}

/** Deepest interval, 2^-40 of the time. */
const MOST_LEVELS = 40

class Walk {
  private readonly n: number
  /** By sphere. */
  private readonly linkOf: Int32Array
  private readonly places: Float64Array
  /** By segment: pose of its last link in its frame. */
  private readonly last: Float64Array[] = []
  private margin = 0
  private used = 0
  private apart = 0
  private readonly balls = new Map<number, Float64Array>()
  private readonly instants = new Map<number, Float64Array[]>()

  constructor(
    private readonly move: Move,
    private readonly bytes: Uint8Array,
  ) {
    this.n = move.starts.length - 1
    this.linkOf = new Int32Array(move.spheres.length / 4)
    for (let i = 0; i < this.n; i++) this.linkOf.fill(i, move.starts[i]!, move.starts[i + 1]!)
    this.places = new Float64Array((3 * move.spheres.length) / 4)
    this.placeAll()
  }

  walk(): VerifiedMove {
    this.within(0, this.linkOf.length)
    demand(this.bytes.length === Math.ceil(this.used / 4), 'the codes do not end where the walk ends')
    for (let k = this.used; k < 4 * this.bytes.length; k++)
      demand(this.codeAt(k) === 0, 'bits that are left over are not zero')
    const { movers } = this.move
    return {
      ...{ valid: true, outcome: 'free', links: this.n, joints: movers.length },
      ...{ volumeTests: this.apart, codes: this.used },
    }
  }

  /** Segment 0 is seen from its last link, every other one from its first. */
  private placeAll(): void {
    const { joints, movers } = this.move
    let turned = 0
    let lengths = 0
    for (let s = 0; s <= movers.length; s++) {
      const lo = s === 0 ? 0 : movers[s - 1]!.joint + 1
      const hi = s === movers.length ? this.n - 1 : movers[s]!.joint
      let x: Float64Array = IDENTITY.slice()
      let reach = 0
      const forwards = s > 0
      for (let k = 0; k <= hi - lo; k++) {
        if (k > 0) {
          const joint = joints[forwards ? lo + k - 1 : hi - k]!
          x = product(new Float64Array(POSE), x, forwards ? joint : inverse(joint))
          lengths += shift(joint)
        }
        reach = Math.max(reach, this.placeLink(forwards ? lo + k : hi - k, x))
      }
      this.last.push(forwards ? x : IDENTITY)
      turned += 40 * (hi - lo + 2)
      lengths += reach
    }
    for (const { angle, centre, slide, joint } of movers) {
      turned += 128 + 2 * Math.abs(angle)
      lengths += 2 * norm(centre) + norm(slide) + shift(joints[joint]!)
    }
    this.margin = 4 * U * turned * lengths + 1e-140
  }

  private placeLink(i: number, x: Float64Array): number {
    const { spheres, starts } = this.move
    let reach = 0
    for (let k = starts[i]!; k < starts[i + 1]!; k++) {
      const p = spheres.slice(4 * k, 4 * k + 3)
      for (let r = 0; r < 3; r++) {
        this.places[3 * k + r] = x[4 * r]! * p[0]! + x[4 * r + 1]! * p[1]! + x[4 * r + 2]! * p[2]! + x[4 * r + 3]!
      }
      reach = Math.max(reach, norm(p) + spheres[4 * k + 3]!)
    }
    return reach
  }

  private codeAt(k: number): number {
    return (this.bytes[k >> 2]! >> (2 * (k & 3))) & 3
  }

  /** Does a joint between the links of spheres a and b move? */
  private moves(a: number, b: number): boolean {
    const [from, to] = [this.linkOf[a]!, this.linkOf[b]!]
    return this.move.movers.some(({ joint }) => joint >= from && joint < to)
  }

  private segmentOf(sphere: number): number {
    const link = this.linkOf[sphere]!
    return this.move.movers.filter(({ joint }) => joint < link).length
  }

  /** All pairs of spheres of two stretches are of neighbours, or of one pair of links that may touch. */
  private isLeftOut(a: number, b: number, c: number, d: number): boolean {
    const [first, last] = [this.linkOf[a]!, this.linkOf[d - 1]!]
    if (last - first <= this.move.neighbours) return true
    return this.linkOf[b - 1] === first && this.linkOf[c] === last && this.move.excluded.has(first * this.n + last)
  }

  /** Pairs within spheres lo … hi − 1. */
  private within(lo: number, hi: number): void {
    if (!this.moves(lo, hi - 1)) return
    const cut = (lo + hi) >> 1
    this.within(lo, cut)
    this.within(cut, hi)
    this.between(lo, cut, cut, hi)
  }

  /** Spheres a … b − 1 against c … d − 1: opened until a stretch has no moving joint inside. */
  private between(a: number, b: number, c: number, d: number): void {
    if (this.isLeftOut(a, b, c, d) || !this.moves(a, d - 1)) return
    if (this.moves(a, b - 1)) {
      const cut = (a + b) >> 1
      this.between(a, cut, c, d)
      this.between(cut, b, c, d)
    } else if (this.moves(c, d - 1)) {
      const cut = (c + d) >> 1
      this.between(a, b, c, cut)
      this.between(a, b, cut, d)
    } else this.during(a, b, c, d, 0, 0)
  }

  /** Two rigid stretches during the interval of a level that begins at t. */
  private during(a: number, b: number, c: number, d: number, t: number, level: number): void {
    if (this.isLeftOut(a, b, c, d)) return
    const single = b - a === 1 && d - c === 1
    demand(this.used < 4 * this.bytes.length, 'there are too few codes')
    const code = this.codeAt(this.used++)
    const half = 2 ** -level / 2
    if (code === 0) {
      if (this.isApart(a, b, c, d, t, 2 * half)) {
        this.apart++
        return
      }
      const where = { a: `spheres ${a} to ${b - 1}`, b: `spheres ${c} to ${d - 1}`, from: t, to: t + 2 * half }
      throw new Rejection('two stretches of spheres are not shown to be apart', where)
    }
    if (code === 2) {
      demand(level < MOST_LEVELS, 'an interval is too short')
      this.during(a, b, c, d, t, level + 1)
      this.during(a, b, c, d, t + half, level + 1)
      return
    }
    demand(code === 1 && !single, 'a code has no meaning here')
    if (b - a >= d - c) {
      const cut = (a + b) >> 1
      this.during(a, cut, c, d, t, level)
      this.during(cut, b, c, d, t, level)
    } else {
      const cut = (c + d) >> 1
      this.during(a, b, c, cut, t, level)
      this.during(a, b, cut, d, t, level)
    }
  }

  /** The path of B's centre is within acceleration·h²/8 of its chord, seen from A. */
  private isApart(a: number, b: number, c: number, d: number, t: number, length: number): boolean {
    const [s, u] = [this.segmentOf(a), this.segmentOf(c)]
    const [one, two] = [this.ball(a, b), this.ball(c, d)]
    const from = this.carried(two, s, u, t)
    const to = this.carried(two, s, u, t + length)
    const bend = (this.bound(two, s, u, t + length / 2, length / 2) * length * length) / 8
    let along = 0
    let square = 0
    for (let r = 0; r < 3; r++) {
      const step = to[r]! - from[r]!
      along += (one[r]! - from[r]!) * step
      square += step * step
    }
    const share = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0
    let distance = 0
    for (let r = 0; r < 3; r++) distance += (from[r]! + share * (to[r]! - from[r]!) - one[r]!) ** 2
    return Math.sqrt(distance) > (one[3]! + two[3]! + bend + this.margin) * (1 + 64 * U)
  }

  /** The ball of spheres a … b − 1: about the middle of the box around their centres. */
  private ball(a: number, b: number): Float64Array {
    const key = a * (this.linkOf.length + 1) + b
    let out = this.balls.get(key)
    if (out !== undefined) return out
    const { spheres } = this.move
    out = new Float64Array(4)
    for (let r = 0; r < 3; r++) {
      let [low, high] = [Infinity, -Infinity]
      for (let k = a; k < b; k++) {
        const x = this.places[3 * k + r]!
        if (x < low) low = x
        if (x > high) high = x
      }
      out[r] = (low + high) / 2
    }
    let [most, radius] = [0, 0]
    for (let k = a; k < b; k++) {
      const [x, y, z] = [0, 1, 2].map((r) => this.places[3 * k + r]! - out![r]!) as [number, number, number]
      most = Math.max(most, x * x + y * y + z * z)
      radius = Math.max(radius, spheres[4 * k + 3]!)
    }
    out[3] = Math.sqrt(most) + radius
    this.balls.set(key, out)
    return out
  }

  /** Poses of the moving joints at an instant. */
  private at(t: number): Float64Array[] {
    let found = this.instants.get(t)
    if (found !== undefined) return found
    found = this.move.movers.map(({ axis, angle, centre, slide, pose }) => {
      const turned = IDENTITY.slice()
      rotation(turned, axis, angle * t)
      for (let r = 0; r < 3; r++) turned[4 * r + 3] = centre[r]! + t * slide[r]!
      return product(new Float64Array(POSE), turned, pose)
    })
    if (this.instants.size > 1024) this.instants.clear()
    this.instants.set(t, found)
    return found
  }

  /** Where the centre of a ball of segment u is in segment s's frame. */
  private carried(ball: Float64Array, s: number, u: number, t: number): number[] {
    const joints = this.at(t)
    let p = [ball[0]!, ball[1]!, ball[2]!]
    for (let i = u; i > s; i--) p = place(this.last[i - 1]!, place(joints[i - 1]!, p))
    return p
  }

  /**
   * Bounds its acceleration, seen from segment s, no longer than `around` from instant t. Beyond joint i it moves with speed v and
   * acceleration w at most; with r its distance from the joint's centre, the joint makes that v + |slide| + |angle|·r and
   * w + |angle|²·r + 2·|angle|·v. The centre is at rest beyond the joint, so r grows by no more than v in a unit of time.
   */
  private bound(ball: Float64Array, s: number, u: number, t: number, around: number): number {
    const joints = this.at(t)
    let p = [ball[0]!, ball[1]!, ball[2]!]
    let speed = 0
    let acceleration = 0
    for (let i = u; i > s; i--) {
      const { centre, slide, angle } = this.move.movers[i - 1]!
      p = place(joints[i - 1]!, p)
      const r = norm(p.map((x, k) => x - (centre[k]! + t * slide[k]!))) + this.margin + speed * around
      const rate = Math.abs(angle)
      acceleration = (acceleration + rate * (rate * r + 2 * speed)) * (1 + 32 * U)
      speed = (speed + norm(slide) + rate * r) * (1 + 32 * U)
      p = place(this.last[i - 1]!, p)
    }
    return acceleration
  }
}

function place(x: Float64Array, p: readonly number[]): number[] {
  return [0, 4, 8].map((r) => x[r]! * p[0]! + x[r + 1]! * p[1]! + x[r + 2]! * p[2]! + x[r + 3]!)
}

/** The inverse of a pose, its rotation transposed. */
function inverse(x: Float64Array): Float64Array {
  const out = new Float64Array(POSE)
  for (let r = 0; r < 3; r++) {
    for (let k = 0; k < 3; k++) out[4 * r + k] = x[4 * k + r]!
    out[4 * r + 3] = -(x[r]! * x[3]! + x[4 + r]! * x[7]! + x[8 + r]! * x[11]!)
  }
  return out
}

function norm(p: readonly number[]): number {
  return Math.sqrt(p[0]! * p[0]! + p[1]! * p[1]! + p[2]! * p[2]!)
}
