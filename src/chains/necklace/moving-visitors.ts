// What a search over a step does with the pairs that may meet: decides each exactly, and keeps those that do with the time of their
// first contact.
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { ResultTooLargeError } from '../../errors.js'
import { exactBallDecisions, firstBallContact, movingBallsMeet } from '../../geometry/moving/moving-balls.js'
import type { MovingPair } from '../../geometry/moving/moving-pair.js'
import { type BeadRule, isChecked } from '../power/bead-rule.js'
import { ballsStayApart, type MeetingVisitor } from './moving-search.js'
import type { StepMeeting } from './necklace-between.js'

/** Most pairs in a list. */
const MOST_MEETINGS = 2 ** 22

const times = new Float64Array(2)

/** The pairs that meet, as they are found. */
abstract class Meetings implements MeetingVisitor {
  private readonly found: StepMeeting[] = []

  abstract visit(i: number, j: number): boolean
  abstract readonly exactCalls: number

  protected add(a: number, b: number): void {
    if (this.found.length === MOST_MEETINGS)
      throw new ResultTooLargeError('pairs that meet during the step', MOST_MEETINGS)
    this.found.push({ a, b, lower: times[0]!, upper: times[1]! })
  }

  /** By time, and where that is the same, by number. */
  sorted(): StepMeeting[] {
    return this.found.sort((p, q) => p.lower - q.lower || p.upper - q.upper || p.a - q.a || p.b - q.b)
  }
}

/** Beads: x, y, z, r each in both frames. */
export class BeadMeetings extends Meetings {
  private readonly before = exactBallDecisions

  constructor(
    private readonly from: Float64Array,
    private readonly to: Float64Array,
    private readonly rule: BeadRule,
  ) {
    super()
  }

  get exactCalls(): number {
    return exactBallDecisions - this.before
  }

  visit(i: number, j: number): boolean {
    const { from, to } = this
    if (!movingBallsMeet(from, to, i, from, to, j) || !isChecked(this.rule, from.length / 4, i, j)) return false
    firstBallContact(times, from, to, i, from, to, j)
    this.add(i, j)
    return false
  }
}

/** Strands: strand i leads from point i to point i + 1 of both frames, x, y, z, r each. */
export class StrandMeetings extends Meetings {
  private readonly before: number
  /** Where only the first meeting is asked for: what is apart until here cannot be it. */
  private earliest = Infinity

  constructor(
    private readonly pair: MovingPair,
    private readonly from: Float64Array,
    private readonly to: Float64Array,
    private readonly rule: BeadRule,
    private readonly cuts: Uint8Array | undefined,
    private readonly reach: number,
    private readonly isFirst: boolean,
  ) {
    super()
    this.before = pair.exactCalls
  }

  get exactCalls(): number {
    return this.pair.exactCalls - this.before
  }

  visit(i: number, j: number): boolean {
    const { pair, from, to, cuts, reach } = this
    if (cuts !== undefined && (cuts[i] === 1 || cuts[j] === 1)) return false
    pair.setA(from, to, 4 * i, 4 * i + 4, -1)
    pair.setB(from, to, 4 * j, 4 * j + 4, -1)
    if (this.earliest <= 1 && pair.separatedUntil(reach, this.earliest)) return false
    if (!pair.meets(reach) || !isChecked(this.rule, from.length / 4 - 1, i, j)) return false
    pair.firstContact(times, reach)
    this.add(i, j)
    if (this.isFirst) this.earliest = Math.min(this.earliest, times[1]!)
    return false
  }
}

/** Shows another visitor the pairs of a grid of swept balls, if the moving balls themselves do not stay apart. */
export class SweptPairs implements PairVisitor {
  readonly margin = 0

  constructor(
    private readonly from: Float64Array,
    private readonly to: Float64Array,
    private readonly visitor: MeetingVisitor,
  ) {}

  visit(i: number, j: number): boolean {
    return !ballsStayApart(this.from, this.to, 4 * i, 4 * j) && this.visitor.visit(i, j)
  }
}
