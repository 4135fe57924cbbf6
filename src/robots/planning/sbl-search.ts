// SBL: single-query, bi-directional, lazy (adaptive-checking-2004, section V.D, after its reference [28]). Two trees of
// milestones grow from the start and from the goals. A new milestone is free, but the segment to its parent is not checked before
// it is on a path from the start to a goal. A segment that collides is removed, and the subtree behind it moves to the other
// tree.
//
// With a checker that samples this is SBL, with one that proves A-SBL; the search is the same.
import { shortTurn } from '../../base/math/quaternion.js'
import { type CyclicVariable, worldSpace } from '../motion/motion-space.js'
import { MilestoneForest, type MilestoneSegment, NO_MILESTONE } from './milestone-forest.js'
import { MilestoneGrid, type Side } from './milestone-grid.js'
import type { PlannerInput } from './plan-problem.js'
import { NONE, type PathChecker } from './sbl-check.js'

export interface SblSettings {
  /** ρ: a new milestone is within this part of each range of an old one; half, a third … of it where nothing is free. */
  readonly radius: number
  /** The grid in which density is measured: dimensions, and cells along each. */
  readonly dimensions: number
  readonly cells: number
  /** How near two milestones must be for a segment between the trees, as a part of each range; 1: any two. */
  readonly reach: number
  /** How often a random milestone of the other tree is tried where none is that near, 0 to 1. */
  readonly random: number
}

export const SBL_SETTINGS: SblSettings = { radius: 0.15, dimensions: 2, cells: 6, reach: 0.3, random: 1 }

/** What a search needs to know of the problem. */
export type SblProblem = Pick<PlannerInput, 'world' | 'space' | 'start' | 'goals' | 'random' | 'isFree'>

export interface SblPath {
  readonly waypoints: Float64Array[]
  /** Which goal. */
  readonly goal: number
}

/** Tries for a new milestone about an old one before another is picked. */
const TRIES = 64

/** New milestones, as a part of those there are and at least this many, after which the grid takes other dimensions. */
const TURN_AFTER = 0.25
const TURN_AFTER_LEAST = 32

const axis = new Float64Array(3)

export class SblSearch<Work> {
  readonly forest = new MilestoneForest<Work>()
  readonly grid: MilestoneGrid
  /** New milestones looked for; candidate paths; segments taken away, bridges among them. */
  iterations = 0
  candidates = 0
  refuted = 0
  /** Smallest distance between the trees that was seen. */
  closest = Infinity
  /** Of the candidate path, 0 to 1; 0 while there is none. */
  proved = 0
  /** Called after every cut; for tests. */
  onCut: (() => void) | undefined
  private readonly start: number
  private readonly scratch: Float64Array
  private readonly cyclic: readonly CyclicVariable[]
  private turnAt = TURN_AFTER_LEAST

  constructor(
    private readonly problem: SblProblem,
    private readonly checker: PathChecker<Work>,
    private readonly settings: SblSettings = SBL_SETTINGS,
  ) {
    const { world, space, start, goals, random } = problem
    const { forest } = this
    this.cyclic = worldSpace(world).cyclic
    this.scratch = new Float64Array(space.dof)
    this.grid = new MilestoneGrid(space, forest.configurations, settings.dimensions, settings.cells, random)
    this.start = forest.addRoot(start)
    this.grid.add(0)
    for (const goal of goals) {
      forest.addRoot(goal)
      this.grid.add(1)
    }
  }

  /** Searches until a path is found; without end where there is none. */
  *run(): Generator<void, SblPath, void> {
    for (let goal = 1; goal <= this.problem.goals.length; goal++) {
      const { configurations } = this.forest
      const distance = this.problem.space.distance(configurations[this.start]!, configurations[goal]!)
      this.closest = Math.min(this.closest, distance)
      const path = yield* this.tryBridge(this.start, goal)
      if (path !== undefined) return path
    }
    for (;;) {
      yield
      this.iterations++
      const milestone = this.expand()
      if (milestone === NO_MILESTONE) continue
      const other = this.partnerOf(milestone)
      if (other === NO_MILESTONE) continue
      const isOfStart = this.grid.sideOf(milestone) === 0
      const path = yield* this.tryBridge(isOfStart ? milestone : other, isOfStart ? other : milestone)
      if (path !== undefined) return path
    }
  }

  /** A new milestone, in either tree; or none. */
  private expand(): number {
    const { forest, grid, scratch, settings } = this
    const { space, random, isFree } = this.problem
    const side: Side = random.unit() < 0.5 ? 0 : 1
    const parent = grid.pick(side, random)
    const about = forest.configurations[parent]!
    for (let i = 1; i <= TRIES; i++) {
      space.sampleNear(scratch, random, about, settings.radius / i)
      if (!(space.distanceSq(scratch, 0, about, 0, 0) > 0) || this.goesRound(scratch, about) || !isFree(scratch))
        continue
      const milestone = forest.addChild(parent, scratch.slice())
      grid.add(side)
      if (forest.size >= this.turnAt) {
        grid.turn(random)
        this.turnAt = forest.size + Math.max(TURN_AFTER_LEAST, Math.floor(TURN_AFTER * forest.size))
      }
      return milestone
    }
    return NO_MILESTONE
  }

  /** Of the other tree: the nearest, if that is near enough, or now and then any. */
  private partnerOf(milestone: number): number {
    const { forest, grid, settings } = this
    const { space, random } = this.problem
    const q = forest.configurations[milestone]!
    const side = grid.sideOf(milestone) === 0 ? 1 : 0
    let nearest = NO_MILESTONE
    let leastSq = Infinity
    grid.near(q, side, (other) => {
      const distanceSq = space.distanceSq(q, 0, forest.configurations[other]!, 0, leastSq)
      if (!(distanceSq < leastSq)) return
      leastSq = distanceSq
      nearest = other
    })
    if (leastSq < this.closest * this.closest) this.closest = Math.sqrt(leastSq)
    const isNear = nearest !== NO_MILESTONE && this.isWithin(q, forest.configurations[nearest]!, settings.reach)
    if (isNear) return nearest
    return random.unit() < settings.random ? grid.pick(side, random) : NO_MILESTONE
  }

  /**
   * More than halfway round: a reader that takes the short way between waypoints would take another one. Such segments are not
   * made, so that every reader sees the same path.
   */
  private goesRound(p: Float64Array, q: Float64Array): boolean {
    return this.cyclic.some(({ variable, turns }) => Math.abs(p[variable]! - q[variable]!) >= turns * Math.PI)
  }

  /** Is every number within this part of its range from the other's? */
  private isWithin(p: Float64Array, q: Float64Array, reach: number): boolean {
    const { moving, lower, upper, quaternions } = this.problem.space
    if (quaternions.some((v) => shortTurn(axis, p, v, q, v) > reach * Math.PI)) return false
    return moving.every((v) => {
      if (quaternions.some((first) => v >= first && v < first + 4)) return true
      return Math.abs(p[v]! - q[v]!) <= reach * (upper[v]! - lower[v]!)
    })
  }

  /** A segment between the trees makes a path. It holds, or one of its segments goes. */
  private *tryBridge(a: number, b: number): Generator<void, SblPath | undefined, void> {
    const { forest, checker } = this
    if (this.goesRound(forest.configurations[a]!, forest.configurations[b]!)) return undefined
    const before = forest.wayTo(a)
    const after = forest.wayTo(b).reverse()
    const way = [...before, ...after]
    const bridge: MilestoneSegment<Work> = { from: a, to: b, work: undefined }
    const path = way.slice(1).map((to, i) => {
      const segment =
        i === before.length - 1 ? bridge : i < before.length ? forest.segmentOf(to) : forest.segmentOf(way[i]!)
      return this.workOn(segment!, way[i]!, to)
    })
    this.candidates++
    for (;;) {
      const place = checker.advance(path)
      if (place !== NONE) {
        this.refuted++
        this.proved = 0
        if (place < before.length - 1) this.cut(before[place + 1]!, a, bridge)
        else if (place >= before.length) this.cut(way[place]!, b, bridge)
        return undefined
      }
      if (path.every((work) => checker.isSafe(work))) break
      this.proved = path.reduce((sum, work) => sum + checker.done(work), 0) / path.length
      yield
    }
    const waypoints = way.map((milestone) => forest.configurations[milestone]!.slice())
    return { waypoints, goal: forest.rootOf(b) - 1 }
  }

  /**
   * What is known of a segment on the way from one milestone to another. A straight line is a set of configurations, the same
   * either way, so what is known of it stays whichever way it is travelled. Turning bodies are the exception: the way back from a
   * half turn may be the other half, and is another curve by rounding in any case. What was found out the other way is dropped.
   */
  workOn(segment: MilestoneSegment<Work>, from: number, to: number): Work {
    const { space } = this.problem
    const isReverse = segment.from !== from
    if (segment.work === undefined || (isReverse && space.quaternions.length > 0)) {
      const { configurations } = this.forest
      segment.from = from
      segment.to = to
      segment.work = this.checker.begin(space.edge(configurations[from]!, configurations[to]!))
    }
    return segment.work
  }

  private cut(below: number, end: number, bridge: MilestoneSegment<Work>): void {
    const { forest, grid, start } = this
    forest.cut(below, end, bridge, (milestone) => grid.move(milestone, forest.rootOf(milestone) === start ? 0 : 1))
    this.onCut?.()
  }
}
