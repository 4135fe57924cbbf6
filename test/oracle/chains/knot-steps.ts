// Closed curves that are deformed at random by steps which are proved to keep the knot: their invariant must never change. Steps that
// are refused are tried too, to see that the invariant would notice.
import { closedWalk } from '../../../scenes/index.js'
import { type KnotInvariant, knotInvariant, Necklace, type Random } from '../../../src/entries/chains.js'

export interface KnotSteps {
  readonly proved: number
  readonly refused: number
  /** Refused steps after which the invariant is another. */
  readonly changedByRefused: number
  /** The determinant is above 1. */
  readonly knotted: boolean
}

/** A closed walk, or a polygon with random corners, which is knotted more often; of 8 to 40 beads. */
export function randomClosedCurve(random: Random): Float64Array {
  const n = 8 + random.integer(33)
  if (random.integer(2) === 0) return closedWalk(n, random.bits() >>> 0)
  return Float64Array.from({ length: 3 * Math.min(n, 20) }, () => random.range(-1, 1))
}

export function deformByProvedSteps(curve: Float64Array, random: Random, steps: number): KnotSteps {
  const rope = new Necklace(curve, 0, { closed: true })
  const before = textOf(knotInvariant(curve))
  let [proved, refused, changedByRefused] = [0, 0, 0]
  for (let k = 0; k < steps; k++) {
    const next = moved(rope.centres(), random)
    const from = rope.centres()
    const { moved: taken, verdict } = rope.step(next, { proved: true, strands: random.integer(2) === 0 ? 0 : 1e-4 })
    if (!taken) {
      refused++
      const would = invariantOf(next)
      if (would !== undefined && would !== before) changedByRefused++
      continue
    }
    proved++
    if (!verdict!.keepsKnot) throw new Error('a free step that is not said to keep the knot')
    const after = invariantOf(next)
    // A curve that all but meets itself has no value in doubles.
    if (after !== undefined && after !== before) {
      throw new Error(`${before} became ${after}: ${JSON.stringify({ from: [...from], next: [...next] })}`)
    }
  }
  return { proved, refused, changedByRefused, knotted: before !== '1 1' && !before.startsWith('1 ') }
}

/** All beads a little, a run of them more, or one of them far. */
function moved(at: Float64Array, random: Random): Float64Array {
  const n = at.length / 3
  const next = at.slice()
  const kind = random.integer(3)
  const reach = 10 ** random.range(-2, kind === 0 ? -0.7 : 0.3)
  const first = random.integer(n)
  const count = kind === 0 ? n : kind === 1 ? 1 + random.integer(n >> 1) : 1
  const by = [0, 1, 2].map(() => random.range(-reach, reach))
  for (let i = 0; i < count; i++) {
    const bead = 3 * ((first + i) % n)
    for (let k = 0; k < 3; k++) next[bead + k]! += kind === 0 ? random.range(-reach, reach) : by[k]!
  }
  return next
}

function invariantOf(points: Float64Array): string | undefined {
  try {
    return textOf(knotInvariant(points))
  } catch {
    return undefined
  }
}

function textOf({ determinant, atThirdRoot }: KnotInvariant): string {
  return `${determinant} ${atThirdRoot}`
}
