// The proof of a free move as a document: a walk over pairs of stretches of spheres and intervals of time (docs/formats/certificate.md, "A move of
// a chain"). It is made from the document of the move alone, after the search has found it free: by bounds that are those of the
// verifiers, with four times their room for rounding, so that what is written is accepted.
import { composePose, composeWithInversePose, identityPose, POSE, setAxisAngle } from '../../base/math/pose.js'
import { U } from '../../base/math/rounding.js'
import { documentHash } from '../../base/work/document-hash.js'
import { encodeBase64 } from '../../base/work/encode-base64.js'
import { LimberError } from '../../errors.js'
import type { ChainMoveDocument } from './chain-move-document.js'

/** The proof of a free move, for the verifiers. */
export interface ChainMoveProof {
  readonly limber: 2
  readonly kind: 'chain-move-proof'
  /** Hash of the move's document. */
  readonly move: string
  /** Two bits a test: 0 apart, 1 open the larger, 2 halve the time. */
  readonly codes: string
}

/** A free move for which no proof of the documented kind was found. */
export class NoMoveProofError extends LimberError {
  constructor(reason: string) {
    super(`there is no certificate of this move: ${reason}`)
  }
}

const MOST_LEVELS = 30
const MOST_CODES = 2 ** 24
/** Times the verifiers' own room for rounding. */
const ROOM = 4

/** `isBall`: some link is larger in the document than it is. */
export function proveMove(document: ChainMoveDocument, isBall: boolean): ChainMoveProof {
  const codes = new MoveWalk(document, isBall).walk()
  return { limber: 2, kind: 'chain-move-proof', move: documentHash(document), codes: encodeBase64(codes) }
}

class MoveWalk {
  private readonly n: number
  /** x, y, z of every sphere in its segment's frame; its radius. */
  private readonly places: Float64Array
  private readonly radii: Float64Array
  private readonly starts: readonly number[]
  /** By sphere. */
  private readonly linkOf: Int32Array
  private readonly moving: readonly number[]
  /** By segment: pose of its last link. */
  private readonly last: Float64Array
  private readonly poses: readonly Float64Array[]
  private margin = 0
  private readonly excluded = new Set<number>()
  private readonly balls = new Map<number, Float64Array>()
  private readonly turns = new Map<number, Float64Array>()
  private bytes = new Uint8Array(256)
  private count = 0
  private readonly point = new Float64Array(3)
  private readonly ends = new Float64Array(9)
  private acceleration = 0

  constructor(
    private readonly document: ChainMoveDocument,
    private readonly isBall: boolean,
  ) {
    const { links, spheres, joints, moves, excluded } = document
    this.n = links.length
    this.starts = [...links, spheres.length / 4]
    this.linkOf = new Int32Array(spheres.length / 4)
    for (let i = 0; i < this.n; i++) this.linkOf.fill(i, this.starts[i]!, this.starts[i + 1]!)
    this.moving = moves.map(({ joint }) => joint)
    this.places = new Float64Array((3 * spheres.length) / 4)
    this.radii = Float64Array.from({ length: spheres.length / 4 }, (_, k) => spheres[4 * k + 3]!)
    this.last = new Float64Array((moves.length + 1) * POSE)
    this.poses = moves.map(({ joint }) => Float64Array.from(joints.slice(joint * POSE, (joint + 1) * POSE)))
    for (const [i, j] of excluded) this.excluded.add(i * this.n + j)
    this.place(Float64Array.from(joints))
  }

  walk(): Uint8Array {
    this.within(0, this.linkOf.length)
    return this.bytes.slice(0, Math.ceil(this.count / 4))
  }

  /** Places the spheres of each segment; and bounds the rounding, as the fast verifier derives it (src/verify/chain-move.ts). */
  private place(joints: Float64Array): void {
    const { n, moving } = this
    const x = new Float64Array(2 * POSE)
    let turned = 0
    let lengths = 0
    for (let s = 0; s <= moving.length; s++) {
      const lo = s === 0 ? 0 : moving[s - 1]! + 1
      const hi = s === moving.length ? n - 1 : moving[s]!
      identityPose(x, 0)
      let length = 0
      let reach = 0
      const put = (i: number): void => {
        reach = Math.max(reach, this.placeLink(i, x))
      }
      if (s === 0) {
        put(hi)
        for (let i = hi - 1; i >= lo; i--) {
          composeWithInversePose(x, POSE, x, 0, joints, i * POSE)
          x.copyWithin(0, POSE)
          length += lengthAt(joints, i * POSE)
          put(i)
        }
        identityPose(this.last, 0)
      } else {
        put(lo)
        for (let i = lo; i < hi; i++) {
          composePose(x, POSE, x, 0, joints, i * POSE)
          x.copyWithin(0, POSE)
          length += lengthAt(joints, i * POSE)
          put(i + 1)
        }
        this.last.set(x.subarray(0, POSE), s * POSE)
      }
      turned += 40 * (hi - lo + 2)
      lengths += length + reach
    }
    for (const [k, { angle, centre, slide }] of this.document.moves.entries()) {
      turned += 128 + 2 * Math.abs(angle)
      lengths += 2 * Math.hypot(...centre) + Math.hypot(...slide) + lengthAt(this.poses[k]!, 0)
    }
    this.margin = ROOM * 4 * U * turned * lengths
  }

  /** Returns how far anything of the link's spheres is from its frame's origin. */
  private placeLink(i: number, x: Float64Array): number {
    const { spheres } = this.document
    let reach = 0
    for (let k = this.starts[i]!; k < this.starts[i + 1]!; k++) {
      const [a, b, c] = [spheres[4 * k]!, spheres[4 * k + 1]!, spheres[4 * k + 2]!]
      for (let r = 0; r < 3; r++) {
        this.places[3 * k + r] = x[4 * r]! * a + x[4 * r + 1]! * b + x[4 * r + 2]! * c + x[4 * r + 3]!
      }
      reach = Math.max(reach, Math.sqrt(a * a + b * b + c * c) + spheres[4 * k + 3]!)
    }
    return reach
  }

  /** Does a joint between two spheres move? */
  private isMoving(a: number, b: number): boolean {
    const { linkOf } = this
    return this.moving.some((joint) => joint >= linkOf[a]! && joint < linkOf[b]!)
  }

  /** All pairs of spheres of two stretches are of links that may touch. */
  private isLeftOut(a: number, b: number, c: number, d: number): boolean {
    const { linkOf } = this
    const [first, last] = [linkOf[a]!, linkOf[d - 1]!]
    if (last - first <= this.document.neighbours) return true
    return linkOf[b - 1] === first && linkOf[c] === last && this.excluded.has(first * this.n + last)
  }

  private segmentOf(link: number): number {
    let s = 0
    while (s < this.moving.length && this.moving[s]! < link) s++
    return s
  }

  /** Stretches of spheres from here on. */
  private within(lo: number, hi: number): void {
    if (!this.isMoving(lo, hi - 1)) return
    const cut = (lo + hi) >> 1
    this.within(lo, cut)
    this.within(cut, hi)
    this.between(lo, cut, cut, hi)
  }

  private between(a: number, b: number, c: number, d: number): void {
    if (this.isLeftOut(a, b, c, d) || !this.isMoving(a, d - 1)) return
    const openA = this.isMoving(a, b - 1)
    if (openA || this.isMoving(c, d - 1)) {
      const cut = openA ? (a + b) >> 1 : (c + d) >> 1
      if (openA) {
        this.between(a, cut, c, d)
        this.between(cut, b, c, d)
      } else {
        this.between(a, b, c, cut)
        this.between(a, b, cut, d)
      }
      return
    }
    this.timed(a, b, c, d, this.segmentOf(this.linkOf[a]!), this.segmentOf(this.linkOf[c]!), 0, 0)
  }

  private timed(a: number, b: number, c: number, d: number, s: number, u: number, t: number, level: number): void {
    if (this.isLeftOut(a, b, c, d)) return
    const single = b - a === 1 && d - c === 1
    const length = 2 ** -level
    const one = this.ball(a, b)
    const two = this.ball(c, d)
    const reach = one[3]! + two[3]! + this.margin
    const distance = this.chord(one, two, s, u, t, length)
    const bend = (this.acceleration * length * length) / 8
    if (distance - bend > reach) {
      this.write(0)
      return
    }
    if (single || (bend > (one[3]! + two[3]!) / 4 && level < MOST_LEVELS)) {
      if (level >= MOST_LEVELS) {
        const two = `links ${this.linkOf[a]} and ${this.linkOf[c]}`
        const why = this.isBall ? 'are not proved apart by the balls around them' : 'come too close to each other'
        throw new NoMoveProofError(`${two} ${why}`)
      }
      this.write(2)
      this.timed(a, b, c, d, s, u, t, level + 1)
      this.timed(a, b, c, d, s, u, t + length / 2, level + 1)
      return
    }
    this.write(1)
    if (b - a >= d - c) {
      const cut = (a + b) >> 1
      this.timed(a, cut, c, d, s, u, t, level)
      this.timed(cut, b, c, d, s, u, t, level)
    } else {
      const cut = (c + d) >> 1
      this.timed(a, b, c, cut, s, u, t, level)
      this.timed(a, b, cut, d, s, u, t, level)
    }
  }

  private write(code: number): void {
    if (this.count >= MOST_CODES) throw new NoMoveProofError(`it has more than ${MOST_CODES} tests`)
    if (this.count >> 2 === this.bytes.length) {
      const bytes = new Uint8Array(2 * this.bytes.length)
      bytes.set(this.bytes)
      this.bytes = bytes
    }
    this.bytes[this.count >> 2]! |= code << (2 * (this.count & 3))
    this.count++
  }

  /** Ball of spheres a … b − 1: about the middle of the box around their centres. */
  private ball(a: number, b: number): Float64Array {
    const key = a * (this.linkOf.length + 1) + b
    const known = this.balls.get(key)
    if (known !== undefined) return known
    const { places, radii } = this
    const out = new Float64Array(4)
    for (let r = 0; r < 3; r++) {
      let low = Infinity
      let high = -Infinity
      for (let k = a; k < b; k++) {
        low = Math.min(low, places[3 * k + r]!)
        high = Math.max(high, places[3 * k + r]!)
      }
      out[r] = (low + high) / 2
    }
    let most = 0
    let radius = 0
    for (let k = a; k < b; k++) {
      const x = places[3 * k]! - out[0]!
      const y = places[3 * k + 1]! - out[1]!
      const z = places[3 * k + 2]! - out[2]!
      most = Math.max(most, x * x + y * y + z * z)
      radius = Math.max(radius, radii[k]!)
    }
    out[3] = Math.sqrt(most) + radius
    this.balls.set(key, out)
    return out
  }

  /** The poses of the moving joints at an instant. */
  private jointsAt(t: number): Float64Array {
    const known = this.turns.get(t)
    if (known !== undefined) return known
    const { moves } = this.document
    const out = new Float64Array(moves.length * POSE)
    for (const [k, { axis, angle, centre, slide }] of moves.entries()) {
      setAxisAngle(turn, 0, axis[0]!, axis[1]!, axis[2]!, angle * t)
      const own = this.poses[k]!.slice()
      for (let r = 0; r < 3; r++) {
        turn[4 * r + 3] = centre[r]! + t * slide[r]!
        own[4 * r + 3] = own[4 * r + 3]! - centre[r]!
      }
      composePose(out, k * POSE, turn, 0, own, 0)
    }
    if (this.turns.size > 4096) this.turns.clear()
    this.turns.set(t, out)
    return out
  }

  /** Carries a ball's centre from segment u to segment s at an instant; with `around`, bounds its acceleration that long before and after. */
  private carry(ball: Float64Array, s: number, u: number, t: number, around: number): void {
    const { point, last } = this
    const { moves } = this.document
    const x = this.jointsAt(t)
    for (let r = 0; r < 3; r++) point[r] = ball[r]!
    let speed = 0
    this.acceleration = 0
    for (let i = u; i > s; i--) {
      transform(point, x, (i - 1) * POSE)
      if (around > 0) {
        const { centre, slide, angle } = moves[i - 1]!
        const d = [0, 1, 2].map((r) => point[r]! - (centre[r]! + t * slide[r]!))
        const turned = Math.abs(angle)
        const radius = Math.hypot(...d) + this.margin + speed * around
        this.acceleration += turned * (turned * radius + 2 * speed)
        speed += Math.hypot(...slide) + turned * radius
      }
      transform(point, last, (i - 1) * POSE)
    }
  }

  /** The distance of the first ball's centre from the chord of the second's. */
  private chord(one: Float64Array, two: Float64Array, s: number, u: number, t: number, length: number): number {
    const { ends, point } = this
    this.carry(two, s, u, t, 0)
    for (let r = 0; r < 3; r++) ends[r] = point[r]! - one[r]!
    this.carry(two, s, u, t + length, 0)
    for (let r = 0; r < 3; r++) ends[3 + r] = point[r]! - one[r]! - ends[r]!
    this.carry(two, s, u, t + length / 2, length / 2)
    let along = 0
    let square = 0
    for (let r = 0; r < 3; r++) {
      along -= ends[r]! * ends[3 + r]!
      square += ends[3 + r]! * ends[3 + r]!
    }
    const share = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0
    let distance = 0
    for (let r = 0; r < 3; r++) distance += (ends[r]! + share * ends[3 + r]!) ** 2
    return Math.sqrt(distance)
  }
}

const turn = new Float64Array(POSE)

function lengthAt(x: ArrayLike<number>, o: number): number {
  return Math.hypot(x[o + 3]!, x[o + 7]!, x[o + 11]!)
}

function transform(point: Float64Array, x: Float64Array, o: number): void {
  const [a, b, c] = [point[0]!, point[1]!, point[2]!]
  for (let r = 0; r < 3; r++)
    point[r] = x[o + 4 * r]! * a + x[o + 4 * r + 1]! * b + x[o + 4 * r + 2]! * c + x[o + 4 * r + 3]!
}
