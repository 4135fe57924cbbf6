// What the kernels know of a world for segments: its balls (ball-tables.ts), and how far each can get while a part of a segment passes.
//
// The radius rule of robots/motion/edge-sweep.ts: a point of a ball gets no farther, seen from the body that both geometries of a pair
// hang on, than Σ r·chord over the joints between, from where it is in the middle of the part. r is the distance of the ball's centre
// from the joint's axis then and the ball's radius, or 1 for a joint that slides; chord is min(h, 2) ≥ 2 sin(h/2), h being half of what
// the joint turns or slides in that part. So a pair stays apart where balls that are larger by that are apart in the middle.
//
// What is added for singles, in the notation of ball-tables.ts, for a ball with centre c on body b and a joint at or above it:
// [gpu-arm] The distance of the centre from the axis is off by less than 2 τ_b + √3·δ_b·(2·reach + 2|c|) + 40 u·(2·reach + |c|): the
//   centre by π, a point on the axis by τ_b + u·reach and the axis by √3·δ_b + u, both at most those of b itself, and the two are not
//   farther apart than D = 2·reach + |c|. A difference costs u·D, a product of vectors 2·√2·u·D, since two products and a sum in each
//   coordinate are off by 2 u of terms whose squares sum up to at most 2·D²; its length 1.5 u and a root 4.5 u of at most D.
// [gpu-sweep] What is then summed has terms that are not negative, each of which passes at most n + 5 roundings for n joints. With the
//   17 u of a radius of [gpu-square] that is less than 1.05·(n + 24) u of the whole.
// [gpu-half] h is rounded up, and by what the middle may be off in doubles: t·(to − from) and the sum with an end are off by less than
//   3·2⁻⁵³ of |from| + |to|. So joints are within h of the middle, as it was computed, at every instant of the part.
// [gpu-decided] What is proved here checkMotion proves too, and does not leave undecided: it needs gaps above its own slack, 8 times
//   ((64 + 32 K)·u·(big + L) + 8 u·Q·max(1, big))·(1 + S)² at most (motionSlack of motion-bounds.ts), u being 2⁻⁵³, K the bodies, Q the sum
//   of what joints are at most, S of what they turn and L of what they slide by. Gaps are above the least margin; a segment for which twice
//   that slack is more (joints after thousands of turns) is left to checkMotion.
import { type BodyLayout, SLIDING } from '../robots/model/body-layout.js'
import { commonBody } from '../robots/motion/edge-pairs.js'
import { type BallTables, PADDED } from './ball-tables.js'
import type { FixedChain } from './fixed-chain.js'
import {
  ARM_NUMBERS as ARM,
  BALL_NUMBERS as BALL,
  MOVER_NUMBERS as MOVER,
  PAIR_NUMBERS as PAIR,
  PIECE_NUMBERS as PIECE,
} from './kernels/layout.js'
import { EPSILON_SINGLE } from './limits.js'

const U32 = EPSILON_SINGLE

/** Where errors are on purpose, for tests that must see them. */
export interface SweepFault {
  /** The number of a body whose joint is taken to stand. */
  readonly standing?: number
}

/** Ball tables, and what is appended to their integers: where it begins, for the kernels. */
export interface SweepTables {
  readonly of: BallTables
  readonly ints: Int32Array
  /**
   * By body: its parent and its kind. By pair: the body that both hang on. By mover: its body, its first ball, and
   * [gpu-arm] and [gpu-sweep] as bits of singles.
   */
  readonly parentsAt: number
  readonly commonsAt: number
  readonly armsAt: number
}

export function sweepTables(of: BallTables, layout: BodyLayout, chain: FixedChain): SweepTables {
  const { parents, kinds, bodies } = layout
  const parentsAt = of.ints.length
  const commonsAt = parentsAt + 2 * bodies
  const armsAt = commonsAt + of.pairs
  const ints = new Int32Array(armsAt + ARM * of.movers)
  ints.set(of.ints)
  for (let b = 0; b < bodies; b++) ints.set([Math.max(0, parents[b]!), kinds[b]!], parentsAt + 2 * b)
  const bodyOf = (mover: number): number => (mover < 0 ? 0 : of.ints[of.moversAt + MOVER * mover]!)
  for (let p = 0; p < of.pairs; p++) {
    const at = of.pairsAt + PAIR * p
    ints[commonsAt + p] = commonBody(parents, bodyOf(of.ints[at]!), bodyOf(of.ints[at + 1]!))
  }
  const singles = new Float32Array(ints.buffer)
  for (let m = 0; m < of.movers; m++) {
    const body = bodyOf(m)
    const far = farthest(of, m)
    const reach = chain.reach[body]!
    const turned = Math.sqrt(3) * chain.turnError[body]! * (2 * reach + 2 * far)
    const arm = PADDED * (2 * chain.placeError[body]! + turned + 40 * U32 * (2 * reach + far))
    const at = armsAt + ARM * m
    ints.set([body, of.ints[of.moversAt + MOVER * m + 1]!], at)
    singles.set([arm * (1 + U32), 1 + PADDED * (depth(parents, body) + 24) * U32], at + 2)
  }
  return { of, ints, parentsAt, commonsAt, armsAt }
}

/** Is checkMotion sure to decide what is proved of a segment, the one that begins at segments[o]: [gpu-decided]? */
export function isDecided({ least, big }: BallTables, layout: BodyLayout, segments: Float64Array, o: number): boolean {
  const { bodies, factors, offsets, variables, kinds, dof } = layout
  let [sizes, turns, slides] = [0, 0, 0]
  for (let b = 1; b < bodies; b++) {
    const factor = Math.abs(factors[b]!)
    const from = segments[o + variables[b]!]!
    const to = segments[o + dof + variables[b]!]!
    sizes += factor * Math.max(Math.abs(from), Math.abs(to)) + Math.abs(offsets[b]!)
    const way = factor * Math.abs(to - from)
    if (kinds[b] === SLIDING) slides += way
    else turns += way
  }
  const still = (64 + 32 * bodies) * (big + slides) + 8 * sizes * Math.max(1, big)
  return 2 * 8 * 2 ** -53 * still * (1 + turns) ** 2 < least
}

/** The most that a joint moves from the middle of a part, as a single that is not less: [gpu-half]. */
export function halfWidth(way: number, ends: number): number {
  return way === 0 ? 0 : Math.min(way + 2 ** -50 * ends, 2 ** 100) * (1 + 4 * U32) + 2 ** -64
}

/** How far centres of a mover's outer balls, and of those of its pieces, are from its body's origin, at most. */
function farthest({ ints, floats, moversAt }: BallTables, mover: number): number {
  const at = moversAt + MOVER * mover
  let most = 0
  for (let i = BALL * ints[at + 1]!; i < BALL * ints[at + 4]!; i += BALL) {
    most = Math.max(most, Math.hypot(floats[i]!, floats[i + 1]!, floats[i + 2]!))
  }
  const first = ints[at + 6]!
  for (let i = first; i < first + PIECE * ints[at + 7]!; i += PIECE) {
    const ball = BALL * ints[i + 4]!
    most = Math.max(most, Math.hypot(floats[ball]!, floats[ball + 1]!, floats[ball + 2]!))
  }
  return most * (1 + U32)
}

function depth(parents: Int32Array, body: number): number {
  let count = 0
  for (let b = body; b > 0; b = parents[b]!) count++
  return count
}
