// One robot's path as the axis of a coordination diagram: pieces of motion, each cut into 2^level equal atoms, with a piece of one
// atom before the first and after the last in which the robot stands. A mark is a boundary between atoms; a robot may wait there.
//
// Intervals of a piece are dyadic, so that their ends and midpoints are doubles without rounding. What is known of one (where the
// robot is in the middle of it, and how it can move) is kept: it meets many intervals of other robots.
import { InvalidInputError } from '../../errors.js'
import { LinePiece } from '../motion/line-piece.js'
import { Anchor, type MotionSystem, motionSystem } from '../motion/motion-system.js'
import { type MotionPiece, PieceBounds } from '../motion/piece.js'
import { piecesOf, type Track } from '../motion/track.js'
import type { World } from '../world/world.js'
import { rampedAtoms, type SegmentRamp } from './ramps.js'

/** Atoms of one path: tables of a diagram have as many rows. */
const MOST_ATOMS = 1 << 16

/** A piece is cut no finer than this, in halvings. */
const DEEPEST = 16

export class RobotPath {
  readonly system: MotionSystem
  readonly pieces: readonly MotionPiece[]
  /** Halvings of each piece down to atoms. */
  readonly levels: Int32Array
  /** First atom of each piece; one more at the end. */
  readonly firstAtom: Int32Array
  readonly atoms: number
  /** Seconds that each atom takes, if the robot never waits. */
  readonly durations: Float64Array
  /** Of pieces, in seconds. */
  private readonly times: readonly number[]
  /** The piece of each atom. */
  readonly pieceOf: Int32Array
  private readonly anchors: Map<number, Anchor>[]
  private readonly scratch: PieceBounds

  constructor(
    readonly name: string,
    /** Its first variable in the world's configurations. */
    readonly first: number,
    /** The robot and what it carries, and nothing else. */
    readonly world: World,
    /** In seconds, from its first time on. One stretch that takes no time: a robot that stands. */
    readonly track: Track,
    atom: number,
    /** By stretch of the track, where accelerations are limited. */
    readonly ramps?: readonly SegmentRamp[] | undefined,
  ) {
    const { times: knots, space } = track
    const pieces = piecesOf(track)
    const durations = pieces.map((_, k) => knots[k + 1]! - knots[k]!)
    this.system = motionSystem(world.model())
    const dof = world.dof
    const start = new Float64Array(dof)
    const end = new Float64Array(dof)
    pieces[0]!.at(start, 0)
    pieces.at(-1)!.at(end, 1)
    const moving = pieces.length > 1 || durations[0]! > 0
    const stands = (q: Float64Array): MotionPiece => new LinePiece(q, q, space.quaternions)
    this.pieces = moving ? [stands(start), ...pieces, stands(end)] : [stands(start)]
    const times = moving ? [0, ...durations, 0] : [0]
    this.levels = Int32Array.from(times, (time) =>
      time === 0 ? 0 : Math.min(DEEPEST, Math.max(0, Math.round(Math.log2(time / atom)))),
    )
    this.firstAtom = new Int32Array(this.pieces.length + 1)
    this.levels.forEach((level, k) => {
      this.firstAtom[k + 1] = this.firstAtom[k]! + 2 ** level
    })
    this.atoms = this.firstAtom[this.pieces.length]!
    if (!(this.atoms <= MOST_ATOMS)) {
      throw new InvalidInputError('options.atom', atom, `such that a path has at most ${MOST_ATOMS} atoms: ${name}`)
    }
    this.pieceOf = new Int32Array(this.atoms)
    this.pieces.forEach((_, k) => {
      this.pieceOf.fill(k, this.firstAtom[k], this.firstAtom[k + 1])
    })
    this.times = times
    this.durations = this.durationsWith(new Set())
    this.anchors = this.pieces.map(() => new Map())
    this.scratch = new PieceBounds(dof)
  }

  /** Seconds without waiting. */
  get duration(): number {
    let sum = 0
    for (const time of this.durations) sum += time
    return sum
  }

  /** Seconds that each atom takes, if the robot stops at these marks. */
  durationsWith(stops: ReadonlySet<number>): Float64Array {
    const out = new Float64Array(this.atoms)
    this.times.forEach((time, k) => {
      const first = this.firstAtom[k]!
      const last = this.firstAtom[k + 1]!
      const ramp = time === 0 ? undefined : this.ramps?.[k - 1]
      if (ramp === undefined) out.fill(time / (last - first), first, last)
      else out.set(rampedAtoms(ramp, last - first, this.stopsIn(k, stops)), first)
    })
    return out
  }

  /** Of a piece: its ends, and marks between where the robot stops, counted from its first. */
  stopsIn(piece: number, stops: ReadonlySet<number>): number[] {
    const first = this.firstAtom[piece]!
    const last = this.firstAtom[piece + 1]!
    const between = [...stops].filter((mark) => mark > first && mark < last).sort((x, y) => x - y)
    return [0, ...between.map((mark) => mark - first), last - first]
  }

  /** The middle of the `index`-th of 2^level parts of a piece. */
  anchor(piece: number, level: number, index: number): Anchor {
    const known = this.anchors[piece]!
    const key = 2 ** level + index
    let anchor = known.get(key)
    if (anchor === undefined) {
      anchor = new Anchor(this.system)
      anchor.set(this.pieces[piece]!, level, index, this.scratch)
      known.set(key, anchor)
    }
    return anchor
  }

  /** The robot's own configuration at a mark, or between: `s` counts atoms from the start. */
  at(out: Float64Array, s: number): void {
    const atom = Math.min(this.atoms - 1, Math.floor(s))
    const piece = this.pieceOf[atom]!
    this.pieces[piece]!.at(out, (s - this.firstAtom[piece]!) / 2 ** this.levels[piece]!)
  }

  /** Writes the robot's own configuration into the world's. */
  placeIn(out: Float64Array, own: Float64Array): void {
    out.set(own, this.first)
  }
}
