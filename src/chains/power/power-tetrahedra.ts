// The regular triangulation of balls in space, dual to their power diagram (necklaces-2002, section 5.2; Edelsbrunner and
// Shah, 1996): the tetrahedra whose lifted corners have all other balls' lifted points above them, lift x² + y² + z² − r².
// Built one ball after another (power-tetrahedra-order.ts, power-tetrahedra-insert.ts), kept under removal of balls
// (power-tetrahedra-remove.ts). Predicates are exact and perturbed by index (power-predicates.ts), so that there is exactly
// one answer for every input, in whatever order it was reached: flat, cospherical and equal balls included. A ball that is in
// no tetrahedron is hidden.
//
// The balls must not all lie in one plane: affineBasis (power-tetrahedra-build.ts) says whether they do.
//
//   new PowerTetrahedra(balls)   built; balls x, y, z, r are copied
//   isHidden(i), hidden()        balls in no tetrahedron, ascending
//   tetrahedra()                 four corners each, positive (orient3 > 0), in no particular order
//   neighbours(i)                balls that share an edge with i, ascending
//   remove(i)                    takes a ball out; false: those left lie in one plane: nothing changed, rebuild
//   set(i, x, y, z, r)           new numbers for a ball that was removed or is hidden; false: beyond its scale, rebuild
//   insert(i, near?)             puts it back, with a walk from ball `near`; false: it is hidden
//   retryHidden()                after removals: inserts every hidden ball that is hidden no more, returns how many
//   follow(balls, most?)         all balls move a little; −1: too many would have to be removed, rebuild
//   validate(everything?)        throws BrokenInvariantError
//
// To move balls: remove each of them that is not hidden, set each, insert each, then retryHidden() once.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { Tetrahedra } from './power-tetrahedra-arrays.js'
import { affineBasis, buildTetrahedra } from './power-tetrahedra-build.js'
import { followBalls } from './power-tetrahedra-follow.js'
import { insertBall } from './power-tetrahedra-insert.js'
import { HoleScratch, removeFromTetrahedra } from './power-tetrahedra-remove.js'
import { neighboursOf } from './power-tetrahedra-star.js'
import { validateTetrahedra } from './power-tetrahedra-validate.js'

/** Balls whose largest number is below this are scaled up, to keep the predicates' filters above underflow. */
const SMALL = 2 ** -20
/** Any double below SMALL times this is finite. */
const MOST_SCALE = 2 ** 1000

/** To take a ball out and in costs as much as to build some ten, and the check as much as a third of all (measured). */
const FOLLOWED_SHARE = 1 / 24

export class PowerTetrahedra {
  readonly mesh: Tetrahedra
  private readonly hole = new HoleScratch()
  /** The power of two by which the copies of the balls are larger. */
  readonly scale: number

  /** Balls x, y, z, r, not all in one plane. `basis`: four of them that are not, if they are known. */
  constructor(balls: Float64Array, basis = affineBasis(balls)) {
    if (basis.length < 4) throw new InvalidInputError('balls', basis.length, 'four or more that are not in one plane')
    this.scale = scaleUp(balls)
    const { scale } = this
    this.mesh = new Tetrahedra(scale === 1 ? balls.slice() : balls.map((x) => x * scale))
    buildTetrahedra(this.mesh, basis)
  }

  /** Removes a ball. False, and nothing changed, if those left would lie in one plane: rebuild then. */
  remove(ball: number): boolean {
    this.hole.made.length = 0
    return this.isHidden(ball) || removeFromTetrahedra(this.mesh, this.hole, ball)
  }

  /** New numbers for a ball that is in no tetrahedron. False, and nothing changed, if they are beyond the scale: rebuild. */
  set(ball: number, x: number, y: number, z: number, r: number): boolean {
    const { mesh, scale } = this
    if (!this.isHidden(ball)) throw new InvalidInputError('ball', ball, 'one that was removed or is hidden')
    const most = MAX_COORDINATE / scale
    if (!(Math.abs(x) <= most && Math.abs(y) <= most && Math.abs(z) <= most && Math.abs(r) <= most)) return false
    mesh.balls[4 * ball] = x * scale
    mesh.balls[4 * ball + 1] = y * scale
    mesh.balls[4 * ball + 2] = z * scale
    mesh.balls[4 * ball + 3] = r * scale
    return true
  }

  /** Inserts a ball that is in no tetrahedron; the search for its place starts at the ball `near`. False: it is hidden. */
  insert(ball: number, near = -1): boolean {
    if (!this.isHidden(ball)) throw new InvalidInputError('ball', ball, 'one that was removed or is hidden')
    const start = near >= 0 ? this.mesh.cellOf[near]! : -1
    return insertBall(this.mesh, ball, start >= 0 ? start : this.nearbyCell(ball))
  }

  /** Inserts every hidden ball that the others hide no more: some may come to light by removals. Returns how many did. */
  retryHidden(): number {
    let inserted = 0
    for (let ball = 0; ball < this.mesh.count; ball++) {
      if (this.isHidden(ball) && insertBall(this.mesh, ball, this.nearbyCell(ball))) inserted++
    }
    return inserted
  }

  /**
   * New numbers for all balls, which have moved a little. Returns how many were put in again; −1 where that would be more than
   * `most` of them, or the numbers are beyond the scale: do not use this triangulation any more, rebuild it.
   */
  follow(balls: Float64Array, most = this.mesh.count * FOLLOWED_SHARE): number {
    const { mesh, scale } = this
    const limit = MAX_COORDINATE / scale
    const next = new Float64Array(balls.length)
    for (let i = 0; i < balls.length; i++) {
      if (!(Math.abs(balls[i]!) <= limit)) return -1
      next[i] = balls[i]! * scale
    }
    const followed = followBalls(mesh, this.hole, next, most)
    return followed === -1 ? -1 : followed + this.retryHidden()
  }

  /** Balls next to each other in a necklace are near each other. */
  private nearbyCell(ball: number): number {
    const { cellOf, count, last } = this.mesh
    for (let step = 1; step <= 4; step++) {
      if (ball >= step && cellOf[ball - step]! >= 0) return cellOf[ball - step]!
      if (ball + step < count && cellOf[ball + step]! >= 0) return cellOf[ball + step]!
    }
    return last
  }

  /** The balls that share an edge with this one, ascending. */
  neighbours(ball: number): Int32Array {
    return neighboursOf(this.mesh, ball)
  }

  /** Throws BrokenInvariantError where something is wrong. `everything`: every cell against every ball, too. */
  validate(everything = false): void {
    validateTetrahedra(this.mesh, everything)
  }

  /** Is the ball in no tetrahedron? */
  isHidden(ball: number): boolean {
    return this.mesh.cellOf[ball] === -1
  }

  hidden(): Int32Array {
    const { cellOf } = this.mesh
    let size = 0
    for (const cell of cellOf) if (cell === -1) size++
    const list = new Int32Array(size)
    for (let i = 0, at = 0; i < cellOf.length; i++) if (cellOf[i] === -1) list[at++] = i
    return list
  }

  /** Four corners each, in no particular order. */
  tetrahedra(): Int32Array {
    const { corner, cells } = this.mesh
    let size = 0
    for (let c = 0; c < 4 * cells; c += 4) if (corner[c]! >= 0) size += 4
    const list = new Int32Array(size)
    let at = 0
    for (let c = 0; c < 4 * cells; c += 4) {
      if (corner[c]! < 0) continue
      for (let k = 0; k < 4; k++) list[at++] = corner[c + k]!
    }
    return list
  }
}

function scaleUp(balls: Float64Array): number {
  let largest = 0
  for (const x of balls) largest = Math.max(largest, Math.abs(x))
  let scale = 1
  if (largest > 0) while (largest * scale < SMALL && scale < MOST_SCALE) scale *= 2
  return scale
}
