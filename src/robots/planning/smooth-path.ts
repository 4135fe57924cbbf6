// A path that is being shortened: waypoints, and how far along the path each one is, so that a point at any length is found by
// halving. Every segment knows what it is: one that was given, or one that was made and proved.
import { BrokenInvariantError } from '../../errors.js'
import type { PlanningSpace } from './planning-space.js'

/** What is known of a segment. */
export interface SegmentState {
  /** Its number in the path as it was given; -1 for one that was made. */
  readonly given: number
  readonly isProved: boolean
}

/** A place on the path. */
export interface PathPlace {
  readonly segment: number
  /** Along the segment, 0 to 1; 0 unless it is inside. */
  readonly at: number
  readonly q: Float64Array
}

/** A position closer to an end of a segment than this part of the segment is that end: no crumbs are left over. */
const CRUMB = 1e-6

export class SmoothPath {
  /** Length from the start, by waypoint; and of each segment. */
  private along: Float64Array
  private readonly lengths: number[]

  private constructor(
    private readonly space: PlanningSpace,
    private readonly points: Float64Array[],
    private readonly states: SegmentState[],
  ) {
    this.along = new Float64Array(points.length)
    this.lengths = states.map((_, i) => space.distance(points[i]!, points[i + 1]!))
    this.addUp(0)
  }

  /** Waypoints that follow one another, no two of them the same; `states` has one a segment. */
  static of(space: PlanningSpace, points: readonly Float64Array[], states: readonly SegmentState[]): SmoothPath {
    if (points.length !== states.length + 1) throw new BrokenInvariantError('a path has a segment less than waypoints')
    return new SmoothPath(space, [...points], [...states])
  }

  get length(): number {
    return this.along[this.points.length - 1]!
  }

  get segments(): number {
    return this.states.length
  }

  get waypoints(): readonly Float64Array[] {
    return this.points
  }

  state(segment: number): SegmentState {
    return this.states[segment]!
  }

  setState(segment: number, state: SegmentState): void {
    this.states[segment] = state
  }

  /** The place so far from the start; the start or the end for what is beyond. */
  placeAt(length: number): PathPlace {
    const { along, points, space } = this
    const last = points.length - 1
    if (!(length > 0)) return { segment: 0, at: 0, q: points[0]! }
    if (length >= along[last]!) return { segment: last, at: 0, q: points[last]! }
    // The last waypoint that is not beyond.
    let low = 0
    let high = last
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (along[middle]! <= length) low = middle
      else high = middle
    }
    const at = (length - along[low]!) / (along[high]! - along[low]!)
    if (!(at > CRUMB)) return { segment: low, at: 0, q: points[low]! }
    if (!(at < 1 - CRUMB)) return { segment: high, at: 0, q: points[high]! }
    const q = new Float64Array(space.dof)
    space.between(q, points[low]!, points[high]!, at)
    return { segment: low, at, q }
  }

  /** How long the path is from its start to a place. */
  lengthTo({ segment, at }: PathPlace): number {
    const here = this.along[segment]!
    return at === 0 ? here : here + at * (this.along[segment + 1]! - here)
  }

  /** What is left of the segment that a place cuts, before it. */
  before({ segment, at, q }: PathPlace): readonly [Float64Array, Float64Array] | undefined {
    return at === 0 ? undefined : [this.points[segment]!, q]
  }

  /** And after it. */
  after({ segment, at, q }: PathPlace): readonly [Float64Array, Float64Array] | undefined {
    return at === 0 ? undefined : [q, this.points[segment + 1]!]
  }

  /** Puts a straight line between two places; `states` has one for every segment that is new: `before` a, the line, `after` b. */
  replace(a: PathPlace, b: PathPlace, states: readonly SegmentState[]): void {
    const from = a.segment
    const to = b.at === 0 ? b.segment : b.segment + 1
    const inserted = [...(a.at === 0 ? [] : [a.q]), ...(b.at === 0 ? [] : [b.q])]
    if (states.length !== inserted.length + 1 || !(to > from)) {
      throw new BrokenInvariantError('a shortcut has a state for each of its segments')
    }
    const { points, space } = this
    points.splice(from + 1, to - from - 1, ...inserted)
    this.states.splice(from, to - from, ...states)
    const lengths = states.map((_, k) => space.distance(points[from + k]!, points[from + k + 1]!))
    this.lengths.splice(from, to - from, ...lengths)
    if (points.length > this.along.length) {
      const longer = new Float64Array(2 * points.length)
      longer.set(this.along)
      this.along = longer
    }
    this.addUp(from)
  }

  /** Lengths from the start, for all waypoints after this one. */
  private addUp(from: number): void {
    const { along, lengths } = this
    for (let i = from; i < lengths.length; i++) along[i + 1] = along[i]! + lengths[i]!
  }
}
