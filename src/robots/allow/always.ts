// Links that touch in every sample: do they touch in every configuration?
//
// The proof. A point that has room ra in A and rb in B at the centre of a cell (solid-room.ts) is the centre of a ball in either.
// The one moves with A, the other with B. Seen from any frame between the two, the movers on A's side take the one and those on
// B's side the other by no more than Σ chord_k·r_k in all, where r_k is the point's distance from axis k at the centre of the
// cell and chord_k how far mover k takes a point at distance 1 (docs/spec.md, the radius rule; a slide's is its spread). While
// that is less than ra + rb the balls overlap, and with them the links, all over the cell. So the point is looked for near the
// axes: of two links with one joint between, a point on its axis does not move at all, and one cell is enough. Otherwise
// the variable that contributes most is halved. What rounding does to it: motionSlack, as for proofs that links are apart.
//
// Where no such point is found at the centre of a cell, triangles that go through each other there serve in its place, for surfaces
// without an inside and for thin walls. Two triangles of depth d (it takes a translation of that length to separate them) are convex,
// so their Minkowski difference holds a ball of radius d about the origin; moved by no more than m in all, each of their points
// by its own amount, their supports lose no more than m in any direction. While m < d they still meet. m is Σ chord_k·r_k again, r_k
// the largest of the distances of a triangle's corners from axis k: of A's for movers on A's side, of B's for the others.
//
// What cannot be proved so: links that somewhere only bear on each other. They have no depth there that a proof could use; the
// class says `touches`, if looking for a place where they are apart, from where they are least deep, does not find any.
import { transformPoint } from '../../base/math/pose.js'
import { ROUND_UP } from '../../base/math/rounding.js'
import { sine } from '../../base/math/trigonometry.js'
import { finish, type Steps } from '../../base/work/steps.js'
import { motionSlack } from '../motion/motion-bounds.js'
import { LINE, TURN } from '../motion/movers.js'
import { PairProbe } from './pair-probe.js'
import type { PairProblem } from './pair-problem.js'
import { contactGap, type PairFinding, ROUGH } from './pair-search.js'

/**
 * Cells that a proof of `always` may take: most take one, those of links that slide through each other some. Of links that
 * nowhere were found deep in each other (TOUCH_DEPTH), fewer.
 */
const ALWAYS_CELLS = 256
const SHALLOW_CELLS = 16

/** More than ALWAYS_CELLS are taken as long as the part of the box that is done says that these will do for all of it. */
const MOST_CELLS = 4096

/** At least this many where triangles that go through each other hold them: their cells are small, and not all alike. */
const PIERCING_CELLS = 1024

/** A cell is not halved below this part of the range of a variable. */
const LEAST_WIDTH = 1e-6

/**
 * Metres: links that overlap no deeper than this in some configuration, and touch in every configuration tested, bear on each
 * other. What fits in the drawing overlaps in the mesh by what chords of circles are off by: a pin of 5 cm in 32 corners by a
 * quarter of a millimetre. For links of less than some millimetres it is a part of their size.
 */
export const TOUCH_DEPTH = 5e-4
const TOUCH_SHARE = 0.25

function touchDepth({ gap }: PairProbe): number {
  return Math.min(TOUCH_DEPTH, TOUCH_SHARE * gap.size)
}

/** How many of the samples that touch are measured for that. */
const TOUCH_SAMPLES = 24

/** Of the search for a place where they are apart: configurations, and the first step in widths of the box. */
const PART_TESTS = 64
const PART_STEP = 0.5

export interface TouchVerdict {
  readonly class: 'always' | 'touches' | 'sometimes' | 'undecided'
  /** Of the proof of `always`, or of the attempt. */
  readonly cells: number
  /** Where they are deepest, of all that was tested, and how deep. */
  readonly values: Float64Array
  readonly depth: number
  /** undecided: share of the box in which they were not proved to overlap. */
  readonly left?: number
}

/** What becomes of a pair that was found touching. */
export function* touchingSteps(problem: PairProblem, found: PairFinding): Steps<TouchVerdict> {
  const { values, depth } = found
  if (found.anyApart || problem.unbounded !== undefined) return { class: 'sometimes', cells: 0, values, depth }
  const proof = new AlwaysProof(problem, found)
  while (!proof.step(1)) yield
  const { cells } = proof
  if (proof.proved) return { class: 'always', cells, values, depth }
  // A depth that was found is one, but may not be the most there is.
  let deepest = { values, depth }
  let shallowest = deepest
  const probe = new PairProbe(problem)
  for (const at of found.touched.slice(0, TOUCH_SAMPLES)) {
    probe.distance(at, 0)
    const here = { values: at, depth: Math.max(0, probe.depth()) }
    if (here.depth > deepest.depth) deepest = here
    if (here.depth < shallowest.depth) shallowest = here
    yield
  }
  const least = yield* leastDepth(probe, [
    shallowest.values,
    ...(proof.stoppedAt === undefined ? [] : [proof.stoppedAt]),
  ])
  if (least === undefined) return { class: 'sometimes', cells, ...deepest }
  if (least <= touchDepth(probe)) return { class: 'touches', cells, ...deepest }
  return { class: 'undecided', cells, ...deepest, left: proof.left }
}

/**
 * The least depth around places that touch, downhill by single variables, steps halved when none helps; undefined if they are
 * apart there. That depths are lower bounds does not matter: being apart is seen, and touching is not claimed to be proved.
 */
function* leastDepth(probe: PairProbe, from: readonly Float64Array[]): Steps<number | undefined> {
  const { variables } = probe.problem
  let least = Infinity
  for (const start of from) {
    let values = start
    let depth = depthAt(probe, start)
    if (depth === undefined) return undefined
    let step = PART_STEP
    let since = 0
    for (let n = 0; n < PART_TESTS && variables.length > 0; n++) {
      const v = (n >> 1) % variables.length
      const { lower, upper } = variables[v]!
      const to = values[v]! + (n % 2 === 0 ? step : -step) * (upper - lower)
      const trial = values.with(v, Math.min(Math.max(to, lower), upper))
      const d = probe.problem.loops.admits(trial) ? depthAt(probe, trial) : Infinity
      if (d === undefined) return undefined
      if (d < depth) {
        values = trial
        depth = d
        since = 0
      } else if (++since >= 2 * variables.length) {
        step /= 2
        since = 0
      }
      yield
    }
    least = Math.min(least, depth)
  }
  return least
}

/** How deep they are there; undefined if they are apart. */
export function depthAt(probe: PairProbe, values: Float64Array): number | undefined {
  const distance = probe.distance(values, Infinity, ROUGH)
  const isNested = distance > 0 && probe.isNested()
  if (distance > contactGap(probe.gap.size) && !isNested) return undefined
  // What is wholly inside is deep, though no surfaces meet.
  return distance > 0 && !isNested ? 0 : Math.max(0, probe.depth())
}

export function touchVerdict(problem: PairProblem, found: PairFinding): TouchVerdict {
  return finish(touchingSteps(problem, found))
}

/**
 * Of a pair whose surfaces were proved never to meet: is one inside the other? It is so everywhere or nowhere, hence asked for in
 * the middle of the box; or where loops close, `at`.
 */
export function isContained(problem: PairProblem, at: Float64Array): boolean {
  const probe = new PairProbe(problem)
  const middle = Float64Array.from(problem.variables, ({ lower, upper }) => lower / 2 + upper / 2)
  probe.place(problem.loops.any ? at : middle)
  return probe.isNested()
}

/** Two halves share the number between them exactly, so that cells leave no gaps. */
interface Cell {
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** The best point of the cell that it is a half of, in A's frame. */
  readonly from: readonly Float64Array[]
  /** Of the box. */
  readonly share: number
}

/** Branch and bound: `step` until it says that it is done. */
export class AlwaysProof {
  proved = false
  cells = 0
  /** The centre of a cell where no depth was found that halving it could use: they may be apart there. */
  stoppedAt: Float64Array | undefined
  private readonly probe: PairProbe
  private readonly open: Cell[] = []
  /** Axes and points on them in A's frame, and how far each mover takes a point at distance 1. */
  private readonly lines: Float64Array
  private readonly chords: Float64Array
  private isDone = false
  private readonly most: number
  private isPiercing = false
  /** Share of the box that is proved. */
  private done = 0

  constructor(
    private readonly problem: PairProblem,
    found: PairFinding,
  ) {
    this.probe = new PairProbe(problem)
    this.lines = new Float64Array(LINE * problem.count)
    this.chords = new Float64Array(problem.count)
    // One touch that has no depth to speak of, and there is nothing to prove.
    if (!(found.depth > 0)) this.isDone = true
    // Joints that closed loops set are not bounded here.
    if (problem.loops.any) this.isDone = true
    this.most = found.depth > touchDepth(this.probe) ? ALWAYS_CELLS : SHALLOW_CELLS
    const { variables } = problem
    this.open.push({
      lower: Float64Array.from(variables, ({ lower }) => lower),
      upper: Float64Array.from(variables, ({ upper }) => upper),
      from: [],
      share: 1,
    })
  }

  /** Tests this many cells. True once all is proved, or nothing can be. */
  step(cells: number): boolean {
    for (let n = 0; n < cells && !this.isDone; n++) {
      const cell = this.open.pop()
      if (cell === undefined) {
        this.proved = true
        this.isDone = true
      } else if ((this.cells >= this.most && !this.isHopeful()) || !this.settle(cell)) this.isDone = true
    }
    return this.isDone
  }

  /** Share of the box that is not proved. */
  get left(): number {
    return 1 - this.done
  }

  private isHopeful(): boolean {
    if (this.most < ALWAYS_CELLS || this.cells >= MOST_CELLS) return false
    return this.cells <= MOST_CELLS * this.done || (this.isPiercing && this.cells < PIERCING_CELLS)
  }

  /** Proves a cell, or opens its halves. False if it can be neither. */
  private settle(cell: Cell): boolean {
    const { problem, probe, chords } = this
    const { lower, upper, from } = cell
    this.cells++
    const centre = lower.map((low, v) => low / 2 + upper[v]! / 2)
    const half = centre.map((c, v) => Math.max(c - lower[v]!, upper[v]! - c) * ROUND_UP)
    probe.place(centre)
    this.placeLines()
    let turned = 0
    let slid = 0
    for (let k = 0; k < problem.count; k++) {
      const spread = Math.abs(problem.factors[k]!) * half[problem.variableOf[k]!]! * ROUND_UP
      if (problem.kinds[k] === TURN) turned += spread
      else slid += spread
      chords[k] = problem.kinds[k] === TURN ? 2 * sine(Math.min(spread, Math.PI) / 2) * ROUND_UP : spread
    }
    const slack = motionSlack(problem.count, problem.big, problem.offTurns, problem.offSlides, turned, slid)
    if (problem.count === 0) {
      // Nothing moves: any depth will do, also that of two triangles that go through each other.
      probe.distance(centre, 0)
      return probe.depth() > slack
    }
    const seeds = [...from, ...this.nearAxes(from)]
    const { depths } = probe
    const room = depths.deepestPoint(probe.xAB, seeds, (p) => this.motionOf(p)) - slack
    if (room > 0) {
      this.done += cell.share
      return true
    }
    const point = depths.point.slice()
    if (room + this.motionOf(point) > 0) return this.split(cell, centre, point)
    // No point has any depth at the centre itself: halving will not help.
    const depth = depths.deepestPoint(probe.xAB, [point])
    if (depth > slack) return this.split(cell, centre, depths.point.slice())
    const held = depths.piercing(probe.xAB, slack, (corners) => this.motionOfHeld(corners))
    this.isPiercing ||= held > -Infinity
    if (held > slack) {
      this.done += cell.share
      return true
    }
    if (held > -Infinity) return this.split(cell, centre, point, (k) => this.radiusOfHeld(k))
    this.stoppedAt = centre
    return false
  }

  private split(
    { lower, upper, share }: Cell,
    centre: Float64Array,
    point: Float64Array,
    radius = (k: number): number => this.radius(k, point),
  ): boolean {
    const { problem, chords } = this
    const shares = new Float64Array(centre.length)
    for (let k = 0; k < problem.count; k++) shares[problem.variableOf[k]!]! += chords[k]! * radius(k)
    const v = shares.indexOf(Math.max(...shares))
    const whole = problem.variables[v]!
    if (!(upper[v]! - lower[v]! > LEAST_WIDTH * (whole.upper - whole.lower))) return false
    this.open.push({ lower, upper: upper.with(v, centre[v]!), from: [point], share: share / 2 })
    this.open.push({ lower: lower.with(v, centre[v]!), upper, from: [point], share: share / 2 })
    return true
  }

  /** Lines of movers in A's frame. */
  private placeLines(): void {
    const { problem, lines } = this
    const { poseA } = problem
    for (let k = 0; k < problem.count; k++) {
      const l = LINE * k
      for (let c = 0; c < 3; c++) {
        let axis = 0
        let point = 0
        for (let r = 0; r < 3; r++) {
          axis += poseA[4 * r + c]! * problem.lines[l + r]!
          point += poseA[4 * r + c]! * (problem.lines[l + 3 + r]! - poseA[4 * r + 3]!)
        }
        lines[l + c] = axis
        lines[l + 3 + c] = point
      }
    }
  }

  /** How far a point is from the axis of a mover; 1 for a slide. */
  private radius(k: number, p: Float64Array): number {
    if (this.problem.kinds[k] !== TURN) return 1
    const { lines } = this
    const l = LINE * k
    const x = p[0]! - lines[l + 3]!
    const y = p[1]! - lines[l + 4]!
    const z = p[2]! - lines[l + 5]!
    const cx = lines[l + 1]! * z - lines[l + 2]! * y
    const cy = lines[l + 2]! * x - lines[l]! * z
    const cz = lines[l]! * y - lines[l + 1]! * x
    return Math.sqrt(cx * cx + cy * cy + cz * cz)
  }

  /** How far balls about a point, one in A and one in B, can get from each other in the cell. */
  private motionOf(p: Float64Array): number {
    let sum = 0
    for (let k = 0; k < this.problem.count; k++) sum += this.chords[k]! * this.radius(k, p)
    return sum * ROUND_UP
  }

  /** The same for two triangles, the ones in `corners`: three points of A's in its frame, then three of B's. */
  private motionOfHeld(corners: Float64Array): number {
    let sum = 0
    for (let k = 0; k < this.problem.count; k++) sum += this.chords[k]! * this.radiusOfHeld(k, corners)
    return sum * ROUND_UP
  }

  private radiusOfHeld(k: number, corners: Float64Array = this.probe.depths.held): number {
    const first = k < this.problem.ofA ? 0 : 9
    let most = 0
    for (let c = first; c < first + 9; c += 3) most = Math.max(most, this.radius(k, corners.subarray(c, c + 3)))
    return most
  }

  /** Points on the axes that turn: near the point that was best, and near balls inside the links. */
  private nearAxes(from: readonly Float64Array[]): Float64Array[] {
    const { problem, lines, probe } = this
    const near = [...from]
    const { a, b } = probe.depths
    const ball = new Float64Array(3)
    for (let k = 0; k < a.balls.length && near.length < MOST_NEAR; k += 4) near.push(a.balls.slice(k, k + 3))
    for (let k = 0; k < b.balls.length && near.length < 2 * MOST_NEAR; k += 4) {
      transformPoint(ball, 0, probe.xAB, 0, b.balls, k)
      near.push(ball.slice())
    }
    return near.flatMap((p) =>
      Array.from({ length: problem.count }, (_, k) => k)
        .filter((k) => problem.kinds[k] === TURN)
        .map((k) => {
          const l = LINE * k
          let s = 0
          for (let c = 0; c < 3; c++) s += lines[l + c]! * (p[c]! - lines[l + 3 + c]!)
          return Float64Array.from([0, 1, 2], (c) => lines[l + 3 + c]! + s * lines[l + c]!)
        }),
    )
  }
}

/** Balls of a link that points on axes are taken from. */
const MOST_NEAR = 4
