// The frames of a rope and the steps between them, one by one: do beads touch in it, and is the straight way to the next free?
import { type BetweenOptions, Necklace, type StepMeeting } from '../../../src/entries/chains.js'
import { FramesFileError } from '../../../src/entries/molecules.js'
import type { RopeChecked, RopeSetup } from './state.js'
import { type Rope, type RopeFiles, ropeOf } from './watched.js'

/**
 * Of a frame or a step in the bar: not decided yet; free; two meet; of a step also: no pair is checked; the box leaves it open, or the
 * file is damaged there.
 */
export const UNKNOWN = 0
export const FREE = 1
export const MEETS = 2
export const NOTHING = 3
export const REFUSED = 4

/** How many frames and steps cannot be decided. */
export function openOf({ touches, outcomes }: RopeSteps): number {
  return [...touches, ...outcomes].filter((code) => code === REFUSED || code === NOTHING).length
}

/** A step that is not free. */
export interface RopePassage {
  readonly step: number
  /** How many pairs meet, and the first of them in time, at most MOST_SHOWN. */
  readonly count: number
  readonly pairs: readonly StepMeeting[]
}

/** What is known of all frames and steps so far. */
export interface RopeSteps {
  readonly checked: RopeChecked
  /** A byte a step. */
  readonly outcomes: Uint8Array
  /** A byte a frame: do beads touch? */
  readonly touches: Uint8Array
  /** How many steps are decided, and how many frames. */
  readonly known: number
  readonly knownFrames: number
  /** In the order of the steps. */
  readonly passages: readonly RopePassage[]
  /** Why the first that is refused is: in a periodic box, a bead may have gone either way; or a frame is damaged. */
  readonly refused: string | undefined
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

function necklaceAt(rope: Rope, frame: number, { method }: RopeSetup, neighbours: number): Necklace {
  const { closed, radius } = rope
  return new Necklace(rope.frame(frame), radius, { neighbours, closed, method })
}

/** A step and the proof that it is free, as a file that `limber verify` takes; undefined if it is not free. */
export function stepFile(setup: RopeSetup, checked: RopeChecked, step: number, files?: RopeFiles): string | undefined {
  const rope = ropeOf(setup, files)
  const { from, to } = rope.step(step)
  const necklace = necklaceAt(rope, step, setup, neighboursOf(rope, checked))
  necklace.step(from)
  const between = necklace.between(to, strandsOf(rope, checked))
  if (between.outcome !== 'free') return undefined
  const proved = { from: step, to: step + 1, step: between.document(), proof: between.certificate() }
  const source = { command: 'necklace', files: [], options: { ...setup, checked } }
  return `${JSON.stringify({ limber: 2, kind: 'steps', source, steps: [proved] })}\n`
}

/** Decides frames and the steps that begin with them, from one frame outwards. */
export class RopeStepper {
  private readonly rope: Rope
  private readonly necklace: Necklace
  /** Asked whether beads touch: the same, where the same neighbours may overlap. */
  private readonly beads: Necklace
  private readonly outcomes: Uint8Array
  private readonly touches: Uint8Array
  private readonly keepsKnot: Uint8Array | undefined
  private readonly passages: RopePassage[] = []
  private refused: { readonly step: number; readonly why: string } | undefined
  private known = 0
  private knownFrames = 0
  private tests = 0
  private exactCalls = 0
  /** The next frame upwards, and the next downwards, of those that are not decided. */
  private up = 0
  private down = -1
  private isUp = true

  constructor(
    setup: RopeSetup,
    private readonly checked: RopeChecked,
    files?: RopeFiles,
  ) {
    this.rope = ropeOf(setup, files)
    const { rope } = this
    this.necklace = necklaceAt(rope, 0, setup, neighboursOf(rope, checked))
    const isSame = neighboursOf(rope, checked) === rope.neighbours
    this.beads = isSame ? this.necklace : necklaceAt(rope, 0, setup, rope.neighbours)
    this.outcomes = new Uint8Array(rope.frames - 1)
    this.touches = new Uint8Array(rope.frames)
    const asksForKnot = rope.closed && checked !== 'beads' && neighboursOf(rope, checked) <= 1
    this.keepsKnot = asksForKnot ? new Uint8Array(rope.frames - 1) : undefined
  }

  /** Continues from here, outwards. */
  focus(frame: number): void {
    this.up = Math.max(0, Math.min(this.rope.frames - 1, frame))
    this.down = this.up - 1
    this.isUp = true
  }

  get isDone(): boolean {
    return this.knownFrames === this.touches.length
  }

  /** Decides one more frame, and the step that begins with it. */
  next(): void {
    const frame = this.choose()
    const places = this.orRefused(frame, () => this.rope.frame(frame))
    this.knownFrames++
    if (places === undefined) this.touches[frame] = REFUSED
    else this.test(frame, places)
    if (frame < this.outcomes.length) this.decide(frame)
  }

  private test(frame: number, places: Float64Array): void {
    if (this.beads !== this.necklace) this.beads.step(places)
    this.necklace.step(places)
    this.touches[frame] = this.beads.selfCollides() ? MEETS : FREE
  }

  /** Undefined where the file does not say it: the first reason is kept. */
  private orRefused<T>(step: number, read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof FramesFileError)) throw error
      if (this.refused === undefined || step < this.refused.step) this.refused = { step, why: error.message }
      return undefined
    }
  }

  private choose(): number {
    const { touches } = this
    while (this.up < touches.length && touches[this.up] !== UNKNOWN) this.up++
    while (this.down >= 0 && touches[this.down] !== UNKNOWN) this.down--
    const isUp = this.up < touches.length && (this.isUp || this.down < 0)
    this.isUp = !isUp
    return isUp ? this.up : this.down
  }

  private decide(step: number): void {
    const { necklace, checked, rope } = this
    this.known++
    const ends = this.orRefused(step, () => rope.step(step))
    if (ends === undefined) {
      this.outcomes[step] = REFUSED
      return
    }
    necklace.step(ends.from)
    const { outcome, pairs, keepsKnot, stats } = necklace.between(ends.to, strandsOf(rope, checked))
    this.outcomes[step] = outcome === 'free' ? FREE : outcome === 'collision' ? MEETS : NOTHING
    if (keepsKnot && this.keepsKnot !== undefined) this.keepsKnot[step] = 1
    if (outcome === 'collision') {
      const at = this.passages.findIndex((one) => one.step > step)
      const passage = { step, count: pairs.length, pairs: pairs.slice(0, MOST_SHOWN) }
      this.passages.splice(at < 0 ? this.passages.length : at, 0, passage)
    }
    this.tests += stats.volumeTests + stats.leafTests
    this.exactCalls += stats.exactCalls
  }

  /** A copy: what comes later does not change it. */
  get result(): RopeSteps {
    const { checked, known, knownFrames, tests, exactCalls } = this
    return {
      ...{ checked, known, knownFrames, tests, exactCalls },
      outcomes: this.outcomes.slice(),
      touches: this.touches.slice(),
      passages: [...this.passages],
      refused: this.refused?.why,
      keepsKnot: this.keepsKnot?.slice(),
    }
  }
}
