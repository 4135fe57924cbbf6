// The structures that answer for a step of a necklace: cages of both frames, or a grid over the balls that are swept. The cages of
// the beads are the necklace's own; those of the strands, and everything else, are here and kept from step to step.
import { BALL } from '../../geometry/balls/ball-pair.js'
import { MovingPair } from '../../geometry/moving/moving-pair.js'
import type { BeadRule } from '../power/bead-rule.js'
import { BeadGrid } from './bead-grid.js'
import { CageKeeper, sameNumbers } from './cage-keeper.js'
import { beadsHeld, type CageShape, makeCageShape, makeStrandShape } from './cage-shape.js'
import { ballsOfStrands, sweepBalls } from './moving-balls-of.js'
import { type MovingCages, MovingSearch } from './moving-search.js'
import { BeadMeetings, StrandMeetings, SweptPairs } from './moving-visitors.js'
import { type BetweenQuestion, NecklaceBetween, strandCount, strandRule } from './necklace-between.js'
import { NecklaceChoice } from './necklace-choice.js'
import type { ReadNecklaceOptions } from './necklace-options.js'

/** How many times as long as in one frame a test of two cages takes: three squares and a root more. (bench/bend-ropes.ts.) */
const DEARER = 1.7

/**
 * Where the swept balls are this many times as large as the moving ones, a grid is not tried: its tests grow with their volume.
 */
const GRID_GROWTH = 1.6

/** What is searched: beads, or strands, with all that depends on which. */
interface Items {
  readonly shape: CageShape
  readonly tail: 0 | 1
  /** Balls around the items in both frames. */
  readonly from: Float64Array
  readonly to: Float64Array
  readonly rule: BeadRule
  /** The cages, gone ahead to the next frame. */
  keeper(): CageKeeper
  visitor(): BeadMeetings | StrandMeetings
}

export class MovingStructures {
  private readonly search = new MovingSearch()
  private readonly grid = new BeadGrid()
  private readonly pair = new MovingPair()
  private readonly choices: [NecklaceChoice | undefined, NecklaceChoice | undefined] = [undefined, undefined]
  private swept = new Float64Array(0)
  /** Of the beads' cages. */
  private shape: CageShape | undefined
  private strands: StrandFrames | undefined

  constructor(private readonly options: ReadNecklaceOptions) {}

  /** `beadCages`: brings the cages of the beads to the next frame. */
  between(question: BetweenQuestion, beadCages: () => CageKeeper): NecklaceBetween {
    const beads = question.from.length / BALL
    const { strands: radius } = question.options
    const count = strandCount(beads, this.options.closed)
    // One bead has no strand.
    if (radius !== undefined && count === 0) {
      return new NecklaceBetween(question, [], true, { method: 'cages', volumeTests: 0, leafTests: 0, exactCalls: 0 })
    }
    if (radius === undefined) return this.decide(question, this.beadItems(question, beadCages), 0)
    return this.decide(question, this.strandItems(question, radius, count), 1)
  }

  private beadItems({ from, to }: BetweenQuestion, keeper: () => CageKeeper): Items {
    const { options: rule } = this
    this.shape ??= makeCageShape(from.length / BALL)
    const { shape } = this
    return { shape, tail: 0, from, to, rule, keeper, visitor: () => new BeadMeetings(from, to, rule) }
  }

  private strandItems({ from, to, options }: BetweenQuestion, radius: number, count: number): Items {
    if (this.strands?.radius !== radius) this.strands = new StrandFrames(count, radius, this.options)
    const frames = this.strands
    frames.set(from, to)
    const rule = strandRule(this.options, from.length / BALL)
    return {
      shape: frames.shape,
      tail: 1,
      from: frames.ballsFrom,
      to: frames.ballsTo,
      rule,
      keeper: () => frames.keeper(),
      visitor: () =>
        new StrandMeetings(this.pair, frames.from, frames.to, rule, options.cuts, 2 * radius, options.first),
    }
  }

  /** As for one frame (necklace-structures.ts), each structure has a budget, and what gives up leaves its turn to the other. */
  private decide(question: BetweenQuestion, items: Items, kind: 0 | 1): NecklaceBetween {
    const { method } = this.options
    const { maxTests } = question.options
    if (method === 'cages') return this.byCages(question, items, maxTests).answer
    if (method === 'grid') return this.byGrid(question, items, maxTests, Infinity)!.answer
    const choice = this.chosen(items.shape, kind)
    let way = choice.next(1)
    let budget = choice.budget(way, 1)
    let spent = 0
    for (;;) {
      const most = Math.min(budget, maxTests - spent)
      const tried =
        way === 'grid' ? this.byGrid(question, items, most, GRID_GROWTH) : this.byCages(question, items, most)
      // Swept too far for a grid: a matter of this step, of which the choice learns nothing.
      if (tried === undefined) return this.byCages(question, items, maxTests - spent).answer
      const { answer, over } = tried
      const { volumeTests, leafTests } = answer.stats
      spent += volumeTests + leafTests
      if (way === 'grid') choice.tookGrid(over, this.grid.visits, leafTests)
      else choice.tookTree(over, 1, volumeTests, leafTests)
      if (!over || spent >= maxTests) return answer
      way = way === 'grid' ? 'cages' : 'grid'
      budget = Math.max(choice.budget(way, 1), 2 * budget)
    }
  }

  private byCages(question: BetweenQuestion, items: Items, budget: number): { answer: NecklaceBetween; over: boolean } {
    const { search } = this
    const { shape, tail, rule } = items
    const keeper = items.keeper()
    const cages: MovingCages = {
      shape,
      tail,
      from: keeper.previous.cage,
      to: keeper.tree.cage,
      itemsFrom: items.from,
      itemsTo: items.to,
    }
    const visitor = items.visitor()
    search.resetCounts()
    search.budget = budget
    const around = rule.closed ? items.from.length / BALL - rule.neighbours : Infinity
    const over = search.self(cages, rule.neighbours, around, visitor) === 'over-budget'
    const { volumeTests, leafTests } = search
    const stats = { method: 'cages', volumeTests, leafTests, exactCalls: visitor.exactCalls } as const
    return { answer: new NecklaceBetween(question, visitor.sorted(), !over, stats), over }
  }

  /** Undefined where the balls are swept so far that a grid is not worth it. */
  private byGrid(
    question: BetweenQuestion,
    { from, to, rule, visitor: make }: Items,
    budget: number,
    growth: number,
  ): { answer: NecklaceBetween; over: boolean } | undefined {
    const { grid } = this
    if (this.swept.length !== from.length) this.swept = new Float64Array(from.length)
    const grown = sweepBalls(this.swept, from, to)
    if (grown > growth && grown < Infinity) return undefined
    const visitor = make()
    grid.resetCounts()
    grid.budget = budget
    const over = grid.search(this.swept, rule, new SweptPairs(from, to, visitor)) === 'over-budget'
    const stats = { method: 'grid', volumeTests: 0, leafTests: grid.tests, exactCalls: visitor.exactCalls } as const
    return { answer: new NecklaceBetween(question, visitor.sorted(), !over, stats), over }
  }

  private chosen(shape: CageShape, kind: 0 | 1): NecklaceChoice {
    this.choices[kind] ??= new NecklaceChoice(shape.beads, shape.nodes, beadsHeld(shape), DEARER)
    return this.choices[kind]
  }
}

/** The strands of two frames: their points, balls around them, and their cages. */
class StrandFrames {
  readonly shape: CageShape
  /** One point more than strands; a closed necklace has its first bead twice. All with the strands' radius. */
  readonly from: Float64Array
  readonly to: Float64Array
  readonly ballsFrom: Float64Array
  readonly ballsTo: Float64Array
  private cages: CageKeeper | undefined

  constructor(
    count: number,
    readonly radius: number,
    private readonly options: ReadNecklaceOptions,
  ) {
    this.shape = makeStrandShape(count)
    this.from = new Float64Array(BALL * (count + 1))
    this.to = new Float64Array(BALL * (count + 1))
    this.ballsFrom = new Float64Array(BALL * count)
    this.ballsTo = new Float64Array(BALL * count)
  }

  set(from: Float64Array, to: Float64Array): void {
    this.read(this.from, this.ballsFrom, from)
    this.read(this.to, this.ballsTo, to)
  }

  private read(points: Float64Array, balls: Float64Array, beads: Float64Array): void {
    points.set(beads)
    if (points.length > beads.length) points.set(beads.subarray(0, BALL), beads.length)
    for (let k = 3; k < points.length; k += BALL) points[k] = this.radius
    ballsOfStrands(balls, points)
  }

  /** The cages, from this frame gone ahead to the next. They may stand in one of them already, or have been in it before. */
  keeper(): CageKeeper {
    const { cages, options } = this
    if (cages === undefined) this.cages = new CageKeeper(this.from, { cages: options.cages }, this.shape)
    else if (!sameNumbers(cages.tree.balls, this.from)) {
      if (sameNumbers(cages.previous.balls, this.from)) cages.undo()
      else cages.step(this.from)
    }
    this.cages!.step(this.to)
    return this.cages!
  }
}
