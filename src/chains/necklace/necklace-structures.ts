// The structures over the beads of a necklace: brought up to date when they are asked, and asked in the order of their cost.

import type { Stats } from '../../base/work/stats.js'
import type { PairVisitor } from '../../base/work/traverse-pair.js'
import { BALL } from '../../geometry/balls/ball-pair.js'
import { closestByPower, type PowerView, touchByPower } from '../power/power-closest.js'
import { diagramOfBalls, type PowerDiagram } from '../power/power-diagram.js'
import { BeadGrid } from './bead-grid.js'
import { closestByGrid } from './bead-grid-closest.js'
import { CageKeeper, type CageRepair, sameNumbers } from './cage-keeper.js'
import { beadsHeld, makeCageShape } from './cage-shape.js'
import type { CageTree } from './cage-tree.js'
import { MovingStructures } from './moving-structures.js'
import type { BetweenQuestion, NecklaceBetween } from './necklace-between.js'
import { NecklaceChoice } from './necklace-choice.js'
import type { NecklaceMethod, ReadNecklaceOptions } from './necklace-options.js'
import { CageSearch, type SearchOutcome } from './necklace-search.js'
import { ClosestBeads, FirstBeadTouch } from './necklace-visitors.js'

/** What a question cost. */
export interface NecklaceStats extends Stats {
  /** What answered it. */
  readonly method: NecklaceMethod
}

const UNCHANGED: CageRepair = {
  basisChanges: 0,
  changed: new Int32Array(0),
  updates: 0,
  volumeTests: 0,
  leafTests: 0,
  frontier: 0,
}

export class NecklaceStructures {
  stats: NecklaceStats = { method: 'cages', volumeTests: 0, leafTests: 0 }
  private keeper: CageKeeper | undefined
  /** The cages are those of `balls`. */
  private current = false
  /** They are so for another reason than to answer questions: for the choice, they cost nothing. */
  private given = false
  /** Questions asked since the last step, and between the two before. */
  private questions = 0
  private usual = 1
  /** For pairs, and for the closest pair: a grid takes several searches for that. */
  private readonly choices: [NecklaceChoice | undefined, NecklaceChoice | undefined] = [undefined, undefined]
  /** The kind of question that was asked last: 0 or 1, as above. */
  private asked: 0 | 1 = 0
  private diagram: PowerDiagram | undefined
  /** The beads that the diagram is of; undefined after a step. */
  private diagramBalls: Float64Array | undefined
  private readonly search = new CageSearch()
  private readonly grid = new BeadGrid()
  private moving: MovingStructures | undefined
  /** What changed when the cages went ahead to the frame that `between` asked about; undefined where they did not. */
  private ahead: CageRepair | undefined

  constructor(
    private balls: Float64Array,
    private readonly options: ReadNecklaceOptions,
  ) {}

  /** The beads are elsewhere. Nothing is made right until it is asked. */
  move(balls: Float64Array): void {
    this.balls = balls
    this.current = false
    this.given = false
    this.usual = Math.max(1, this.questions)
    this.questions = 0
    this.diagramBalls = undefined
  }

  /** What answers now. */
  get method(): NecklaceMethod {
    const { method } = this.options
    return method === 'auto' ? this.chosen(this.asked).method : method
  }

  /** Brings the cages up to date on request, and returns what changed. */
  repairCages(): CageRepair {
    const report = this.bringUp()
    this.given = true
    return report
  }

  /** After a step: the cages, if they are what answers. */
  keepUp(): CageRepair | undefined {
    return this.method === 'cages' ? this.bringUp() : undefined
  }

  private bringUp(): CageRepair {
    let report = this.comeBack()
    if (this.keeper === undefined) {
      this.keeper = new CageKeeper(this.balls, this.options)
    } else if (!this.current) report = this.keeper.step(this.balls)
    this.current = true
    return report
  }

  /**
   * Where the cages have gone ahead to the next frame of a step that was asked about: if the necklace has taken that step, they are
   * up to date, and what changed is known; otherwise they go back.
   */
  private comeBack(): CageRepair {
    const { keeper, ahead } = this
    if (keeper === undefined || ahead === undefined) return UNCHANGED
    this.ahead = undefined
    const taken = sameNumbers(keeper.tree.balls, this.balls)
    if (!taken) keeper.undo()
    this.current = taken || sameNumbers(keeper.tree.balls, this.balls)
    return taken ? ahead : UNCHANGED
  }

  /** What is known of a straight step. */
  between(question: BetweenQuestion): NecklaceBetween {
    this.moving ??= new MovingStructures(this.options)
    const answer = this.moving.between(question, () => {
      this.bringUp()
      this.ahead = this.keeper!.step(question.to)
      this.current = false
      return this.keeper!
    })
    this.stats = answer.stats
    return answer
  }

  /** The cages, up to date. */
  tree(): CageTree {
    this.repairCages()
    return this.keeper!.tree
  }

  /** Shows a visitor all pairs that are near enough. */
  pairs<V extends PairVisitor>(make: () => V): V {
    this.asked = 0
    return this.show(make)
  }

  /** Whether a checked pair touches. */
  touches(): boolean {
    if (this.options.method === 'power-diagram') {
      const { touching, refused, leafTests } = touchByPower(this.power(), this.options)
      this.stats = { method: 'power-diagram', volumeTests: 0, leafTests }
      if (refused === undefined) return touching
    }
    this.asked = 0
    return this.show(() => new FirstBeadTouch(this.balls, this.options)).i >= 0
  }

  /** The checked pair with the least gap; numbers of −1 if no pair is checked. */
  closest(): { readonly i: number; readonly j: number; readonly gap: number } {
    if (this.options.method === 'power-diagram') {
      const { i, j, gap, refused, leafTests } = closestByPower(this.power(), this.options)
      this.stats = { method: 'power-diagram', volumeTests: 0, leafTests }
      if (refused === undefined) return { i, j, gap }
    }
    this.asked = 1
    const { i, j, margin: gap } = this.show(() => new ClosestBeads(this.balls, this.options))
    return { i, j, gap }
  }

  /**
   * Shows a visitor the pairs that are near enough. A structure that gave up leaves its visitor unused: another is made. The
   * power diagram has no lists of pairs and may refuse a question; cages or a grid answer then, as for `auto`.
   */
  private show<V extends PairVisitor>(make: () => V): V {
    const { method } = this.options
    if (method === 'cages') return this.showCages(make, Infinity).visitor
    if (method === 'grid') return this.showGrid(make, Infinity).visitor
    const choice = this.chosen(this.asked)
    const share = this.given ? 0 : 1 / this.usual
    this.questions++
    // Each has a budget, what the other costs or may cost. What gives up has no say, and the other has its turn, with a larger
    // one: what a question costs is then at most a few times what the better of the two needs.
    let way = choice.next(share)
    let budget = choice.budget(way, share)
    for (;;) {
      const { visitor, over } = way === 'grid' ? this.showGrid(make, budget) : this.showCages(make, budget)
      const { volumeTests, leafTests } = this.stats
      if (way === 'grid') choice.tookGrid(over, this.grid.visits, leafTests)
      else choice.tookTree(over, share, volumeTests, leafTests)
      if (!over) return visitor
      way = way === 'grid' ? 'cages' : 'grid'
      budget = Math.max(choice.budget(way, share), 2 * budget)
    }
  }

  /** What touches another body, or is nearest to it: always by the cages. */
  cages(): { readonly tree: CageTree; readonly search: CageSearch } {
    this.search.resetCounts()
    this.search.budget = Infinity
    return { tree: this.tree(), search: this.search }
  }

  /** The power diagram, up to date. */
  private power(): PowerView {
    if (this.diagram === undefined) this.diagram = diagramOfBalls(this.balls, this.options.dimension)
    else if (this.diagramBalls !== this.balls) this.diagram.moveBalls(this.balls)
    this.diagramBalls = this.balls
    return this.diagram.view()
  }

  private showCages<V extends PairVisitor>(make: () => V, budget: number): { visitor: V; over: boolean } {
    this.bringUp()
    const { tree } = this.keeper!
    const { search } = this
    const visitor = make()
    if (visitor instanceof ClosestBeads) visitor.seed()
    search.resetCounts()
    search.budget = budget
    const outcome = search.self(tree, this.options, visitor)
    this.stats = { method: 'cages', volumeTests: search.volumeTests, leafTests: search.leafTests }
    return { visitor, over: outcome === 'over-budget' }
  }

  private showGrid<V extends PairVisitor>(make: () => V, budget: number): { visitor: V; over: boolean } {
    const { grid, balls } = this
    const visitor = make()
    grid.resetCounts()
    grid.budget = budget
    let outcome: SearchOutcome
    if (visitor instanceof ClosestBeads) {
      visitor.seed()
      // Without any pair to begin with, a grid has no idea how far to look: cages need none.
      if (visitor.i < 0) return this.showCages(make, Infinity)
      outcome = closestByGrid(grid, balls, this.options, visitor)
    } else outcome = grid.search(balls, this.options, visitor)
    this.stats = { method: 'grid', volumeTests: 0, leafTests: grid.tests }
    return { visitor, over: outcome === 'over-budget' }
  }

  private chosen(kind: 0 | 1): NecklaceChoice {
    const known = this.choices[kind]
    if (known !== undefined) return known
    const shape = this.keeper?.tree ?? makeCageShape(this.balls.length / BALL)
    const made = new NecklaceChoice(shape.beads, shape.nodes, beadsHeld(shape))
    this.choices[kind] = made
    return made
  }
}
