// What passes through what, found and confirmed: the strands of a melt of soft polymers, every passage confirmed by its tetrahedron; closed
// ropes, where the knot says whether something must have passed.
import { closedWalk, mirroredTrefoil, polymerMelt, swellingTrefoil, untiedTrefoil } from '../../scenes/index.js'
import { type KnotInvariant, knotInvariant, Necklace, Random } from '../../src/entries/chains.js'
import { InvalidInputError } from '../../src/index.js'
import { confirmsCrossing } from './confirm-crossing.js'
import { testsOf } from './rope-steps.js'

export interface MeltPlan {
  readonly chains: number
  readonly length: number
  readonly frames: number
}

export interface MeltRow extends MeltPlan {
  readonly steps: number
  /** Steps in which no strand passes. */
  readonly free: number
  /** Pairs of strands that pass, those of them of one chain, and those confirmed. */
  readonly passages: number
  readonly within: number
  readonly confirmed: number
  /** Of all steps: tests, those of a query on their last frames, and pairs decided in whole numbers. */
  readonly tests: number
  readonly testsFrame: number
  readonly exactCalls: number
}

export function measureMelt(plan: MeltPlan): MeltRow {
  const melt = polymerMelt(plan)
  const { cuts } = melt
  const tally = { free: 0, passages: 0, within: 0, confirmed: 0, tests: 0, testsFrame: 0, exactCalls: 0 }
  const rope = new Necklace(melt.frame(0), 0, { method: 'cages' })
  for (let k = 1; k < melt.frames; k++) {
    const [from, to] = [melt.frame(k - 1), melt.frame(k)]
    const { outcome, pairs, stats } = rope.between(to, { strands: 0, cuts })
    if (outcome === 'free') tally.free++
    tally.passages += pairs.length
    tally.within += pairs.filter(({ a, b }) => Math.floor(a / plan.length) === Math.floor(b / plan.length)).length
    tally.confirmed += pairs.filter((pair) => confirmsCrossing(from, to, pair)).length
    tally.tests += testsOf(stats)
    tally.exactCalls += stats.exactCalls
    rope.step(to)
    tally.testsFrame += testsOf(rope.between(to, { strands: 0, cuts }).stats)
  }
  return { ...plan, steps: melt.frames - 1, ...tally }
}

export interface KnotRow {
  readonly scene: string
  readonly outcome: string
  readonly keepsKnot: boolean
  readonly passages: number
  readonly confirmed: number
  /** The knot's determinant and its second value, before and after. */
  readonly before: string
  readonly after: string
}

/** In one step from the first frame to the last. */
export function measureKnots(): KnotRow[] {
  return [swellingTrefoil(), mirroredTrefoil(), untiedTrefoil()].map((scene) => {
    const [from, to] = [scene.frame(0), scene.frame(scene.frames - 1)]
    const { outcome, keepsKnot, pairs } = new Necklace(from, 0, { closed: true }).between(to, { strands: 0 })
    return {
      ...{ scene: scene.name, outcome, keepsKnot, passages: pairs.length },
      confirmed: pairs.filter((pair) => confirmsCrossing(from, to, pair)).length,
      before: textOf(knotInvariant(from)),
      after: textOf(knotInvariant(to)),
    }
  })
}

export interface WalkRow {
  readonly walks: number
  readonly beads: number
  readonly steps: number
  /** Steps proved to keep the knot, and those of them after which its invariant is another: must be 0. */
  readonly kept: number
  readonly contradicted: number
  /** Steps with passages, and those of them after which the invariant is another. */
  readonly passing: number
  readonly changed: number
  readonly passages: number
  readonly confirmed: number
}

/** Closed random walks, knotted or not, of which some beads are moved at random. */
export function measureWalks(walks: number, beads: number, steps: number): WalkRow {
  const tally = { kept: 0, contradicted: 0, passing: 0, changed: 0, passages: 0, confirmed: 0 }
  for (let w = 0; w < walks; w++) {
    const random = new Random(w + 1)
    const rope = new Necklace(closedWalk(beads, w + 1), 0, { closed: true })
    let before = invariantOf(rope.centres())
    for (let s = 0; s < steps; s++) {
      const from = rope.centres()
      const next = kicked(from, random)
      const { keepsKnot, pairs } = rope.between(next, { strands: 0 })
      rope.step(next)
      const after = invariantOf(next)
      const differs = before !== undefined && after !== undefined && before !== after
      if (keepsKnot) tally.kept++
      else tally.passing++
      if (differs) tally[keepsKnot ? 'contradicted' : 'changed']++
      tally.passages += pairs.length
      tally.confirmed += pairs.filter((pair) => confirmsCrossing(from, next, pair)).length
      before = after
    }
  }
  return { walks, beads, steps: walks * steps, ...tally }
}

/** Two beads that follow each other, moved alike by up to half a strand in each coordinate. */
function kicked(from: Float64Array, random: Random): Float64Array {
  const next = from.slice()
  const n = from.length / 3
  const first = random.integer(n)
  const by = [0, 1, 2].map(() => random.range(-0.5, 0.5))
  for (let i = 0; i < 2; i++) {
    for (let k = 0; k < 3; k++) {
      const at = 3 * ((first + i) % n) + k
      next[at] = Math.fround(next[at]! + by[k]!)
    }
  }
  return next
}

/** Undefined for a curve that meets itself in doubles. */
function invariantOf(curve: Float64Array): string | undefined {
  try {
    return textOf(knotInvariant(curve))
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined
    throw error
  }
}

function textOf({ determinant, atThirdRoot }: KnotInvariant): string {
  return `${determinant}, ${atThirdRoot}`
}
