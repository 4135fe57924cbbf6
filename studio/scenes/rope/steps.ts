// The steps of a rope, one by one: is the straight way from each frame to the next free?
import { type BetweenOptions, Necklace, type StepMeeting } from '../../../src/entries/chains.js'
import type { RopeChecked, RopeSetup } from './state.js'
import { type Rope, ropeOf } from './watched.js'

/** Of a step in the bar. Unknown to the end is one of which no pair is checked. */
export const UNKNOWN = 0
export const FREE = 1
export const MEETS = 2

/** A step that is not free. */
export interface RopePassage {
  readonly step: number
  /** How many pairs meet, and the first of them in time, at most MOST_SHOWN. */
  readonly count: number
  readonly pairs: readonly StepMeeting[]
}

/** What is known of all steps so far. */
export interface RopeSteps {
  readonly checked: RopeChecked
  /** A byte a step. */
  readonly outcomes: Uint8Array
  readonly known: number
  readonly passages: readonly RopePassage[]
  /** Steps that are proved to keep the knot; undefined where that is not asked: of open ropes, or where near strands may overlap. */
  readonly keepsKnot: Uint8Array | undefined
  /** Sums over the steps that are known. */
  readonly tests: number
  readonly exactCalls: number
}

/** Pairs of a step that are drawn. */
const MOST_SHOWN = 100

/** Lines that share no bead never overlap where they do not cross. */
function neighboursOf({ neighbours }: Rope, checked: RopeChecked): number {
  return checked === 'lines' ? 1 : neighbours
}

function strandsOf({ radius }: Rope, checked: RopeChecked): BetweenOptions {
  return checked === 'beads' ? {} : { strands: checked === 'lines' ? 0 : radius }
}

function necklaceAt(rope: Rope, frame: number, { method }: RopeSetup, checked: RopeChecked): Necklace {
  const { closed, radius } = rope
  return new Necklace(rope.frame(frame), radius, { neighbours: neighboursOf(rope, checked), closed, method })
}

/** A step and the proof that it is free, as a file that `limber verify` takes; undefined if it is not free. */
export function stepFile(setup: RopeSetup, checked: RopeChecked, step: number): string | undefined {
  const rope = ropeOf(setup)
  const between = necklaceAt(rope, step, setup, checked).between(rope.frame(step + 1), strandsOf(rope, checked))
  if (between.outcome !== 'free') return undefined
  const proved = { from: step, to: step + 1, step: between.document(), proof: between.certificate() }
  const source = { command: 'necklace', files: [], options: { ...setup, checked } }
  return `${JSON.stringify({ limber: 2, kind: 'steps', source, steps: [proved] })}\n`
}

export class RopeStepper {
  private readonly rope: Rope
  private readonly necklace: Necklace
  private readonly outcomes: Uint8Array
  private readonly keepsKnot: Uint8Array | undefined
  private readonly passages: RopePassage[] = []
  private known = 0
  private tests = 0
  private exactCalls = 0

  constructor(
    setup: RopeSetup,
    private readonly checked: RopeChecked,
  ) {
    this.rope = ropeOf(setup)
    const { closed, frames } = this.rope
    this.necklace = necklaceAt(this.rope, 0, setup, checked)
    this.outcomes = new Uint8Array(frames - 1)
    const asksForKnot = closed && checked !== 'beads' && neighboursOf(this.rope, checked) <= 1
    this.keepsKnot = asksForKnot ? new Uint8Array(frames - 1) : undefined
  }

  get isDone(): boolean {
    return this.known === this.outcomes.length
  }

  /** Decides one more, and goes there. */
  next(): void {
    const { necklace, checked, known } = this
    const next = this.rope.frame(known + 1)
    const { outcome, pairs, keepsKnot, stats } = necklace.between(next, strandsOf(this.rope, checked))
    this.outcomes[known] = outcome === 'free' ? FREE : outcome === 'collision' ? MEETS : UNKNOWN
    if (keepsKnot && this.keepsKnot !== undefined) this.keepsKnot[known] = 1
    if (outcome === 'collision') {
      this.passages.push({ step: known, count: pairs.length, pairs: pairs.slice(0, MOST_SHOWN) })
    }
    this.tests += stats.volumeTests + stats.leafTests
    this.exactCalls += stats.exactCalls
    this.known++
    necklace.step(next)
  }

  /** A copy: what comes later does not change it. */
  get result(): RopeSteps {
    const { checked, known, tests, exactCalls } = this
    return {
      checked,
      outcomes: this.outcomes.slice(),
      known,
      passages: [...this.passages],
      keepsKnot: this.keepsKnot?.slice(),
      tests,
      exactCalls,
    }
  }
}
