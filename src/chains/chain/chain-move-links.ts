// Two links of a chain during a move: apart, touching at some instant, or closer than can be told.
//
// Spheres under one turn have a closed form. Spheres under other moves: the centre's path is within acceleration·h²/8 of its chord, point by
// point in time, so the distance to the chord bounds the gap from both sides; intervals are halved until one side decides, or
// rounding is all that is left. Other shapes: the distance in the middle of an interval, less what anything moves within it (conservative
// advancement), by the chain's own measure of distance.

import { composeInversePose, composePose, POSE, transformPoint } from '../../base/math/pose.js'
import { SHAPE_DISTANCE_ERROR } from '../../base/math/rounding.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import type { Shape, SphereShape } from '../../shapes/shape.js'
import { distanceShapes, ShapeDistance } from '../../shapes/shape-distance.js'
import type { ChainBody, LinkShape } from './chain-links.js'
import { arcDistance, arcInstant, chordDistance, chordShare } from './chain-move-arc.js'
import { linkBall } from './chain-move-items.js'
import type { MoveTimes } from './chain-move-times.js'

/** What is found of two links. */
export const LINKS_APART = 0
export const LINKS_UNSURE = 1
export const LINKS_TOUCH = 2

/** Intervals of one pair of links that are tested before it is left open. */
const MOST_INTERVALS = 4096
/** Intervals that are tested after one of them stayed open. */
const MOST_AFTER_OPEN = 256
/** An interval of this level is 2^-48 of the way: beyond that, sums of instants lose digits. */
const MOST_LEVELS = 48

/** Atoms of links that the chain leaves out (neighbours, excluded pairs) and that are tested all the same, pair by pair. */
export interface NearAtoms {
  /** Which pair of links this is; −1 for one without such atoms. */
  pairOf(i: number, j: number): number
  /** The atoms of pair k are atoms[2 n], on link i, and atoms[2 n + 1], on link j, for first[k] ≤ n < first[k + 1]. */
  readonly first: Int32Array
  readonly atoms: Int32Array
  /** x, y, z of every atom in its link's frame, and its radius. */
  readonly local: Float64Array
  readonly radii: Float64Array
}

export class MoveLinks {
  /** Pairs of spheres, or of shapes, that were tested, once for each interval. */
  tests = 0
  /** The instant at which two links were found to touch. */
  at = 0
  private body: ChainBody | undefined
  private times: MoveTimes | undefined
  /** Of both links: its ball and its frame in its segment. */
  private readonly balls = new Float64Array(2 * BALL)
  private readonly frames = new Float64Array(2 * POSE)
  private linkA: LinkShape | undefined
  private linkB: LinkShape | undefined
  /** Two spheres in their segments. */
  private readonly spheres = new Float64Array(2 * BALL)
  private readonly one = [new Float64Array(BALL), new Float64Array(BALL)]
  private readonly begins = new Float64Array(MOST_LEVELS + 2)
  private readonly levels = new Int32Array(MOST_LEVELS + 2)
  private readonly found = new ShapeDistance()
  private readonly x = new Float64Array(2 * POSE)
  private readonly round: [Ball, Ball] = [plainSphere(), plainSphere()]
  private left = 0

  start(body: ChainBody, times: MoveTimes): void {
    this.body = body
    this.times = times
  }

  /**
   * Puts a link in its place: its ball is at numbers[p + 12], and the pose at numbers[p] is that of its leaf's box if `inLeaf` is the
   * link, that of its own frame if it is −1.
   */
  place(side: number, numbers: Float64Array, p: number, inLeaf: number, link: number): void {
    const { balls, frames } = this
    const body = this.body!
    for (let k = 0; k < BALL; k++) balls[side * BALL + k] = numbers[p + POSE + k]!
    const shape = body.links?.[link]
    if (side === 0) this.linkA = shape
    else this.linkB = shape
    if (body.links === undefined) return
    const f = side * POSE
    if (shape === undefined) {
      // A sphere: a frame about its centre.
      for (let k = 0; k < POSE; k++) frames[f + k] = k % 5 === 0 ? 1 : 0
      for (let k = 0; k < 3; k++) frames[f + 4 * k + 3] = balls[side * BALL + k]!
      const one = this.one[side]!
      one.fill(0)
      one[3] = balls[side * BALL + 3]!
      this.round[side]!.radius = one[3]!
    } else if (inLeaf < 0) for (let k = 0; k < POSE; k++) frames[f + k] = numbers[p + k]!
    else composePose(frames, f, numbers, p, body.arrays.frames, link * POSE)
  }

  /** Both links that were placed are spheres. */
  get isSpheres(): boolean {
    return this.linkA === undefined && this.linkB === undefined
  }

  /** The two links that were placed, of segments s and u, during the interval of a level that begins at t. */
  decide(s: number, u: number, t: number, level: number, margin: number): number {
    const { linkA, linkB, balls, spheres } = this
    this.left = MOST_INTERVALS
    if (linkA === undefined && linkB === undefined) {
      for (let k = 0; k < 2 * BALL; k++) spheres[k] = balls[k]!
      return this.spherePair(s, u, t, level, margin)
    }
    const listA = linkA === undefined ? this.one[0]! : linkA.spheres
    const listB = linkB === undefined ? this.one[1]! : linkB.spheres
    // The balls around both first.
    for (let k = 0; k < 2 * BALL; k++) spheres[k] = balls[k]!
    if (this.ballsApart(s, u, t, level, margin)) return LINKS_APART
    if (listA === undefined || listB === undefined) return this.shapePair(s, u, t, level, margin)
    return this.sphereLists(listA, listB, s, u, t, level, margin)
  }

  private sphereLists(
    listA: Float64Array,
    listB: Float64Array,
    s: number,
    u: number,
    t: number,
    level: number,
    margin: number,
  ): number {
    const { spheres, frames, balls } = this
    let worst = LINKS_APART
    for (let b = 0; b < listB.length; b += BALL) {
      linkBall(spheres, BALL, frames, POSE, listB, b)
      // Against the ball around all of A.
      if (listA.length > BALL) {
        for (let k = 0; k < BALL; k++) spheres[k] = balls[k]!
        if (this.ballsApart(s, u, t, level, margin)) continue
      }
      for (let a = 0; a < listA.length; a += BALL) {
        linkBall(spheres, 0, frames, 0, listA, a)
        const found = this.spherePair(s, u, t, level, margin)
        if (found === LINKS_TOUCH) return LINKS_TOUCH
        if (found > worst) worst = found
      }
    }
    return worst
  }

  /** The atoms of pair k of links, which were placed. */
  decideNear(near: NearAtoms, k: number, s: number, u: number, t: number, level: number, margin: number): number {
    const { atoms, first } = near
    let worst = LINKS_APART
    for (let n = first[k]!; n < first[k + 1]!; n++) {
      this.placeAtom(0, near, atoms[2 * n]!, this.linkA)
      this.placeAtom(1, near, atoms[2 * n + 1]!, this.linkB)
      this.left = MOST_INTERVALS
      const found = this.spherePair(s, u, t, level, margin)
      if (found === LINKS_TOUCH) return LINKS_TOUCH
      if (found > worst) worst = found
    }
    return worst
  }

  private placeAtom(side: number, { local, radii }: NearAtoms, atom: number, link: LinkShape | undefined): void {
    const { spheres, frames, balls } = this
    const o = side * BALL
    // A link that is one sphere is that atom.
    if (link === undefined) for (let k = 0; k < 3; k++) spheres[o + k] = balls[o + k]!
    else transformPoint(spheres, o, frames, side * POSE, local, 3 * atom)
    spheres[o + 3] = radii[atom]!
  }

  /** One test of the two balls in `spheres`. */
  private ballsApart(s: number, u: number, t: number, level: number, margin: number): boolean {
    const { spheres } = this
    const times = this.times!
    const length = 2 ** -level
    const reach = spheres[3]! + spheres[BALL + 3]! + margin
    this.tests++
    if (times.isTurn) return arcDistance(times, spheres, 0, spheres, BALL, t, t + length) > reach * reach * ROUNDED
    const distance = this.chord(s, u, t, length)
    return distance - this.bend > reach
  }

  /** The spheres in `spheres`. */
  private spherePair(s: number, u: number, t: number, level: number, margin: number): number {
    const { spheres, begins, levels } = this
    const times = this.times!
    const radii = spheres[3]! + spheres[BALL + 3]!
    if (times.isTurn) {
      this.tests++
      const until = t + 2 ** -level
      const gap = Math.sqrt(arcDistance(times, spheres, 0, spheres, BALL, t, until)) - radii
      if (gap > margin) return LINKS_APART
      if (gap > -margin) return LINKS_UNSURE
      this.at = arcInstant(times, t, until)
      return LINKS_TOUCH
    }
    let worst = LINKS_APART
    begins[0] = t
    levels[0] = level
    for (let top = 1; top > 0; ) {
      top--
      const begin = begins[top]!
      const own = levels[top]!
      const length = 2 ** -own
      this.tests++
      const gap = this.chord(s, u, begin, length) - radii
      if (gap - this.bend > margin) continue
      if (gap + this.bend <= -margin) {
        this.at = begin + chordShare() * length
        return LINKS_TOUCH
      }
      // What halving could still win is less than rounding hides.
      const isOpen = this.bend <= margin / 4 || own >= MOST_LEVELS
      if (--this.left <= 0) return LINKS_UNSURE
      if (isOpen) {
        worst = this.leaveOpen()
        continue
      }
      begins[top + 1] = begin
      levels[top] = levels[top + 1] = own + 1
      begins[top] = begin + length / 2
      top += 2
    }
    return worst
  }

  /** An interval stays open. A contact at another instant would decide, so some more of them are tested. */
  private leaveOpen(): number {
    if (this.left > MOST_AFTER_OPEN) this.left = MOST_AFTER_OPEN
    return LINKS_UNSURE
  }

  /** How far the centre's path may be from its chord. */
  private bend = 0

  /** The distance of the first sphere's centre from the chord of the second's, during an interval. */
  private chord(s: number, u: number, t: number, length: number): number {
    const { spheres } = this
    const times = this.times!
    const x = spheres[BALL]!
    const y = spheres[BALL + 1]!
    const z = spheres[BALL + 2]!
    times.bound(s, u, x, y, z, 0, t + length / 2, length / 2)
    this.bend = (times.acceleration * length * length) / 8
    times.relate(0, s, u, t)
    times.relate(2, s, u, t + length)
    return chordDistance(times.relative, spheres, 0, spheres, BALL)
  }

  /** Any shapes: distances in the middles of intervals. */
  private shapePair(s: number, u: number, t: number, level: number, margin: number): number {
    const { begins, levels, balls, frames, found, x } = this
    const times = this.times!
    const shapeA = this.linkA?.shape ?? (this.round[0] as Shape)
    const shapeB = this.linkB?.shape ?? (this.round[1] as Shape)
    const size = reachOf(this.linkA, balls, 0) + reachOf(this.linkB, balls, BALL)
    let worst = LINKS_APART
    begins[0] = t
    levels[0] = level
    for (let top = 1; top > 0; ) {
      top--
      const begin = begins[top]!
      const own = levels[top]!
      const length = 2 ** -own
      const middle = begin + length / 2
      times.bound(s, u, balls[BALL]!, balls[BALL + 1]!, balls[BALL + 2]!, balls[BALL + 3]!, middle, length / 2)
      const moved = (times.speed * length) / 2
      times.relate(1, s, u, middle)
      composePose(x, POSE, times.relative, POSE, frames, POSE)
      composeInversePose(x, 0, frames, 0, x, POSE)
      const error = SHAPE_DISTANCE_ERROR * (size + Math.abs(x[3]!) + Math.abs(x[7]!) + Math.abs(x[11]!))
      const needed = moved + margin + error
      this.tests++
      distanceShapes(found, shapeA, shapeB, x, 0, needed)
      if (found.distance > needed) continue
      if (found.distance === 0) {
        this.at = middle
        return LINKS_TOUCH
      }
      const isOpen = moved <= (margin + error) / 4 || own >= MOST_LEVELS
      if (--this.left <= 0) return LINKS_UNSURE
      if (isOpen) {
        worst = this.leaveOpen()
        continue
      }
      begins[top + 1] = begin
      levels[top] = levels[top + 1] = own + 1
      begins[top] = begin + length / 2
      top += 2
    }
    return worst
  }
}

/** 1 and room for the rounding of a square. */
const ROUNDED = 1 + 2 ** -46

type Ball = { -readonly [K in keyof SphereShape]: SphereShape[K] }

function plainSphere(): Ball {
  return { kind: 'sphere', radius: 1, centre: new Float64Array(3) }
}

/** Farthest that a shape reaches from the origin of its frame, or more. */
function reachOf(link: LinkShape | undefined, balls: Float64Array, b: number): number {
  if (link === undefined) return balls[b + 3]!
  const { ball } = link
  return Math.abs(ball[0]!) + Math.abs(ball[1]!) + Math.abs(ball[2]!) + ball[3]!
}
