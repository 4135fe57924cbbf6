// What became of a straight step of a necklace: the answer of `between`. Every bead moves straight, and all at the same pace, from
// where it is to where it is next. The search is in moving-search.ts, the structures in necklace-structures.ts.
import { checkFields, checkIndex } from '../../base/math/checks.js'
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { type StepCertificate, stepCertificate } from '../../geometry/steps/prove-step.js'
import { type StepDocument, type StepInput, stepDocument } from '../../geometry/steps/step-document.js'
import { anyChecked, type BeadRule } from '../power/bead-rule.js'
import type { NecklaceStats } from './necklace-structures.js'

/** What is asked of a step. */
export interface BetweenOptions {
  /**
   * Radius, zero or more, of the strands: the capsules between consecutive beads, in place of the beads themselves. Strand i joins
   * beads i and i + 1; a closed necklace of three beads or more has one from the last bead to the first, too. Pairs of strands
   * that share a bead, or are at most `neighbours` places apart, are not checked; with `neighbours` 0 or 1 all that share no bead
   * are. `exclude` leaves out a pair of strands if it leaves out all four pairs of their beads.
   */
  readonly strands?: number
  /** Only the first meeting in time is listed. Default false: all of them. */
  readonly first?: boolean
  /** Beads after which the necklace is cut: no strand leads from such a bead to the next. For strands only. Default: none. */
  readonly cuts?: ArrayLike<number>
  /**
   * Tests of cages, beads and strands after which the search gives up; it may make a few more. Without it every pair is decided.
   */
  readonly maxTests?: number
}

/** Two beads, or two strands, that meet during a step. */
export interface StepMeeting {
  /** The smaller number first. */
  readonly a: number
  readonly b: number
  /** They first touch at this time or later, in parts of the step: 0 is this frame, 1 the next. */
  readonly lower: number
  /** At this time they have touched: at most 2⁻⁴⁰ later, or at the same time where that is exact. */
  readonly upper: number
}

/** What a question about a step cost. */
export interface BetweenStats extends NecklaceStats {
  /** Pairs that were decided in whole numbers, since doubles could not. */
  readonly exactCalls: number
}

/** The options with their defaults. */
export interface ReadBetweenOptions {
  /** Undefined: the beads are asked about. */
  readonly strands: number | undefined
  readonly first: boolean
  /** One flag a strand: it is cut. */
  readonly cuts: Uint8Array | undefined
  readonly maxTests: number
}

const FIELDS = ['strands', 'first', 'cuts', 'maxTests']

/** `beads`: how many there are. */
export function readBetweenOptions(options: BetweenOptions, beads: number): ReadBetweenOptions {
  checkFields('', options, FIELDS)
  const { strands, first = false, cuts, maxTests = Infinity } = options
  if (strands !== undefined && (typeof strands !== 'number' || !(strands >= 0) || strands > MAX_COORDINATE)) {
    throw new InvalidInputError('strands', strands, `a radius from 0 to ${MAX_COORDINATE}`)
  }
  if (typeof first !== 'boolean') throw new InvalidInputError('first', first, 'true or false')
  if (typeof maxTests !== 'number' || !(maxTests >= 0)) {
    throw new InvalidInputError('maxTests', maxTests, 'a number of zero or more')
  }
  return { strands, first, cuts: cuts === undefined ? undefined : readCuts(cuts, beads, strands), maxTests }
}

/** How a necklace steps. What `between` takes counts only with `proved`. */
export interface NecklaceStepOptions extends BetweenOptions {
  /** New radii: one for all or one each. Not with `proved`, where radii stay. */
  readonly radius?: number | ArrayLike<number>
  /** Move only if the straight step is free. Default false. */
  readonly proved?: boolean
}

/** The second argument of `step`: a radius, radii, or options. `between`: what a step that is to be proved is asked with. */
export function readStepOptions(
  how: number | ArrayLike<number> | NecklaceStepOptions | undefined,
  beads: number,
): { readonly radius: number | ArrayLike<number> | undefined; readonly between: ReadBetweenOptions | undefined } {
  if (how === undefined || typeof how === 'number' || how === null || typeof how !== 'object' || 'length' in how) {
    return { radius: how as number | ArrayLike<number> | undefined, between: undefined }
  }
  const { radius, proved = false, ...asked } = how
  if (typeof proved !== 'boolean') throw new InvalidInputError('proved', proved, 'true or false')
  if (proved && radius !== undefined) {
    throw new InvalidInputError('radius', radius, 'left out of a step that is to be proved: its beads keep their radii')
  }
  const between = readBetweenOptions(asked, beads)
  return { radius, between: proved ? between : undefined }
}

function readCuts(cuts: ArrayLike<number>, beads: number, strands: number | undefined): Uint8Array {
  if (strands === undefined) throw new InvalidInputError('cuts', cuts, 'left out where `strands` is: beads have none')
  const flags = new Uint8Array(beads)
  for (let k = 0; k < cuts.length; k++) flags[checkIndex(`cuts[${k}]`, cuts[k]!, 0, beads)] = 1
  return flags
}

/** Which pairs of strands are checked: by places as beads are, where strands that share a bead are never. */
export function strandRule(rule: BeadRule, beads: number): BeadRule {
  const { exclude, closed } = rule
  return {
    closed: closed && beads > 2,
    neighbours: Math.max(1, rule.neighbours),
    exclude:
      exclude && ((i, j) => strandEnds(beads, i).every((a) => strandEnds(beads, j).every((b) => ask(exclude, a, b)))),
  }
}

function strandEnds(beads: number, i: number): readonly number[] {
  return [i, i + 1 < beads ? i + 1 : 0]
}

function ask(exclude: NonNullable<BeadRule['exclude']>, a: number, b: number): boolean {
  return a < b ? exclude(a, b) : exclude(b, a)
}

/** How many strands a necklace has: one for every two beads next to each other. */
export function strandCount(beads: number, closed: boolean): number {
  return closed && beads > 2 ? beads : beads - 1
}

/** Everything that a step was asked with: what a certificate of it needs. */
export interface BetweenQuestion {
  /** x, y, z, r of every bead, in this frame and the next. Copies. */
  readonly from: Float64Array
  readonly to: Float64Array
  readonly dimension: 2 | 3
  readonly rule: BeadRule
  readonly options: ReadBetweenOptions
}

/** What is known of a straight step of a necklace. */
export class NecklaceBetween {
  /**
   * `free`: no checked pair touches at any instant, proved. `collision`: the pairs listed do. `undecided`: `maxTests` were not
   * enough, and none was found to meet until then; it does not occur without `maxTests`. `nothing-to-check`: no pair is checked (all are
   * neighbours, excluded or cut, or there is one bead), so there is nothing that could be free.
   */
  readonly outcome: 'free' | 'collision' | 'undecided' | 'nothing-to-check'
  /** When the first of the pairs listed meets: the `lower` bound of its time. Undefined where there are none. */
  readonly at: number | undefined
  /** All checked pairs that meet, by the time they first do; only the first one with `first`. */
  readonly pairs: readonly StepMeeting[]
  /** Every checked pair was decided. False only where `maxTests` ended the search: there may be more pairs then, and earlier ones. */
  readonly complete: boolean
  /**
   * The step is proved to keep the knot that the necklace is tied in: [keeps-knot] of docs/spec.md. True only for `strands` of a closed
   * necklace of four beads or more in space, with `neighbours` 0 or 1, no `exclude` and no `cuts`, whose step is free.
   */
  readonly keepsKnot: boolean
  readonly stats: BetweenStats

  constructor(
    private readonly question: BetweenQuestion,
    meetings: readonly StepMeeting[],
    complete: boolean,
    stats: BetweenStats,
  ) {
    const { first } = question.options
    if (meetings.length > 0) this.outcome = 'collision'
    else if (!asksAnything(question)) this.outcome = 'nothing-to-check'
    else this.outcome = complete ? 'free' : 'undecided'
    this.complete = complete
    this.pairs = first ? meetings.slice(0, 1) : meetings
    this.at = meetings[0]?.lower
    this.stats = stats
    this.keepsKnot = this.outcome === 'free' && asksForKnot(question)
  }

  /** The step as a document, which `verifyStep` checks a certificate against: points in space, whatever the dimension. */
  document(): StepDocument {
    return stepDocument(this.stepInput())
  }

  /** The proof that the step is free, for `verifyStep` and `verifyStepExactly`. It is made when asked for, and only of a free step. */
  certificate(): StepCertificate {
    if (this.outcome !== 'free') throw new InvalidInputError('outcome', this.outcome, 'free: nothing else is certified')
    return stepCertificate(this.stepInput())
  }

  /** @internal What a certificate is made of. */
  stepInput(): StepInput {
    const { from, to, rule, options } = this.question
    const n = from.length / BALL
    const { strands, cuts } = options
    const isStrands = strands !== undefined
    const { closed, neighbours, exclude } = isStrands ? strandRule(rule, n) : rule
    const count = isStrands ? strandCount(n, rule.closed) : n
    const excluded: [number, number][] = []
    if (exclude !== undefined) {
      for (let i = 0; i < count; i++) {
        for (let j = i + neighbours + 1; j < count; j++) if (exclude(i, j)) excluded.push([i, j])
      }
    }
    const radii = isStrands ? [strands] : Array.from({ length: n }, (_, i) => from[BALL * i + 3]!)
    return {
      hulls: isStrands ? 'strands' : 'beads',
      points: from.filter((_, k) => k % BALL < 3),
      next: to.filter((_, k) => k % BALL < 3),
      radii: radii.every((r) => r === radii[0]) ? radii.slice(0, 1) : radii,
      neighbours,
      closed,
      ...(cuts === undefined ? {} : { cuts: Array.from({ length: count }, (_, i) => i).filter((i) => cuts[i] === 1) }),
      excluded,
    }
  }
}

/** Whether any pair of beads, or of strands, is checked. */
function asksAnything({ from, rule, options }: BetweenQuestion): boolean {
  const beads = from.length / BALL
  if (options.strands === undefined) return anyChecked(rule, beads)
  return anyChecked(strandRule(rule, beads), strandCount(beads, rule.closed), options.cuts)
}

/** Where a free step keeps the knot: all strands that share no bead were checked, and there are enough that the others follow. */
function asksForKnot({ from, dimension, rule, options }: BetweenQuestion): boolean {
  const beads = from.length / BALL
  const all = rule.closed && rule.neighbours <= 1 && rule.exclude === undefined && options.cuts === undefined
  return options.strands !== undefined && dimension === 3 && beads >= 4 && all
}
