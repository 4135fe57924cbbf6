// A second opinion on a passage: two strands of no thickness that pass through each other lie in one plane at that instant, and their
// tetrahedron, whose volume is a cubic in time, turns inside out. The sign of the volume is worked out in whole numbers around the
// bracket that the engine gave, by other means than the engine's decision.
import { wholeNumbers } from '../../src/base/math/whole-numbers.js'
import type { StepMeeting } from '../../src/entries/chains.js'
import { distanceSegmentSegment } from '../../src/geometry/pairs/distance-segment-segment.js'

/** As bits of time: brackets are at most 2^-40 wide, and ends of exact ones are moved apart by 2^-44. */
const BITS = 60
const APART = 2 ** -44

/** How far apart two strands may be at the instant of their passage by doubles: rounding of positions of up to 1,000, and of the instant. */
const NEAR = 1e-9

/** Strand i joins beads i and i + 1, or the last and the first. `from` and `to`: x, y, z of all beads at the ends of the step. */
export function confirmsCrossing(from: Float64Array, to: Float64Array, { a, b, lower, upper }: StepMeeting): boolean {
  const n = from.length / 3
  const beads = [a, (a + 1) % n, b, (b + 1) % n]
  const numbers = beads.flatMap((bead) => [
    ...from.subarray(3 * bead, 3 * bead + 3),
    ...to.subarray(3 * bead, 3 * bead + 3),
  ])
  const whole = wholeNumbers(numbers)
  const [before, after] = [Math.max(0, lower - APART), Math.min(1, upper + APART)].map((t) => volumeSign(whole, t))
  return before !== after && before !== 0 && after !== 0 && strandGap(numbers, (lower + upper) / 2) <= NEAR
}

/** The sign of the tetrahedron's volume at the instant t, cut to BITS bits. */
function volumeSign(whole: readonly bigint[], t: number): number {
  const one = 1n << BigInt(BITS)
  const later = BigInt(Math.round(t * 2 ** 30)) << BigInt(BITS - 30)
  const rest = t * 2 ** 30 - Math.round(t * 2 ** 30)
  const m = later + BigInt(Math.round(rest * 2 ** (BITS - 30)))
  const at = (p: number): bigint[] => [0, 1, 2].map((k) => whole[6 * p + k]! * (one - m) + whole[6 * p + 3 + k]! * m)
  const [o, ...others] = [0, 1, 2, 3].map(at)
  const [u, v, w] = others.map((p) => p.map((x, k) => x - o![k]!))
  const volume =
    u![0]! * (v![1]! * w![2]! - v![2]! * w![1]!) +
    u![1]! * (v![2]! * w![0]! - v![0]! * w![2]!) +
    u![2]! * (v![0]! * w![1]! - v![1]! * w![0]!)
  return volume > 0n ? 1 : volume < 0n ? -1 : 0
}

const scratch = new Float64Array(24)

/** Of the two strands at an instant, in doubles. `numbers`: four beads, each at the start and at the end. */
function strandGap(numbers: readonly number[], t: number): number {
  for (let p = 0; p < 4; p++) {
    for (let k = 0; k < 3; k++) {
      scratch[3 * p + k] = numbers[6 * p + k]! * (1 - t) + numbers[6 * p + 3 + k]! * t
    }
  }
  return distanceSegmentSegment(scratch.subarray(12, 18), scratch, 0, scratch, 6, scratch.subarray(18))
}
