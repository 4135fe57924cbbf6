// Several robots, each on its own path: signals with which nothing touches, whatever the timing. Proved, not sampled.
//
// 1. Every path is free of the obstacles and of the robot itself, the others being away (checkMotion).
// 2. For every two robots, the coordination diagram: diagram.ts.
// 3. For every region that is not proved free, who goes first: schedule-search.ts.
import { now } from '../../base/work/clock.js'
import { Running } from '../../base/work/running.js'
import { finish, type Steps } from '../../base/work/steps.js'
import { InvalidInputError } from '../../errors.js'
import { checkSteps } from '../motion/check-motion.js'
import { blindSpotsOf } from '../motion/preliminary.js'
import { piecesOf } from '../motion/track.js'
import type { MotionVerdict } from '../motion/verdict.js'
import { demandSameWorld } from '../planning/same-world.js'
import type { World, WorldModel } from '../world/world.js'
import type { BlindSpots } from '../world/world-examined.js'
import { type Component, componentsOf } from './components.js'
import { type CoordinateOptions, type ReadCoordinateOptions, readCoordinateOptions } from './coordinate-options.js'
import type { CoordinateProgress, CoordinateResult, CoordinateStats } from './coordinate-result.js'
import { type Diagram, diagramOf, FREE } from './diagram.js'
import { type DiagramView, viewOf } from './diagram-view.js'
import { type PathsInput, type ReadPath, readPaths } from './read-paths.js'
import { RobotPath } from './robot-path.js'
import { Schedule } from './schedule.js'
import { findSchedule, lagOf, type NoSchedule } from './schedule-search.js'
import { soloWorld } from './solo-world.js'

/** Coordination that is under way: await it for the result, iterate over it for progress; `cancel()` ends it early. */
export class Coordinating extends Running<CoordinateProgress, CoordinateResult> {}

/**
 * Finds signals for several robots, each on its own path, such that nothing touches however late any of them is: robots stay on
 * their paths, never go back, and wait for their signals. A slice of a few milliseconds at a time.
 */
export function coordinate(world: World, paths: PathsInput, options: CoordinateOptions = {}): Coordinating {
  const job = new CoordinateJob(world, paths, readCoordinateOptions(options))
  return new Coordinating(job.run(), job)
}

/** Does what `coordinate` does without yielding to the event loop, and returns the result. */
export function coordinateNow(world: World, paths: PathsInput, options: CoordinateOptions = {}): CoordinateResult {
  return finish(new CoordinateJob(world, paths, readCoordinateOptions(options)).run())
}

/** The coordination diagram of two robots: which stretches of their paths exclude each other? */
export function diagram(
  world: World,
  a: string,
  b: string,
  paths: PathsInput,
  options: CoordinateOptions = {},
): DiagramView {
  const read = readCoordinateOptions(options)
  const model = modelOf(world)
  const all = readPaths(world, paths, read)
  const [one, other] = [a, b].map((name) => {
    const path = all.find((own) => own.name === name)
    if (path === undefined)
      throw new InvalidInputError('robot', name, `one of ${all.map((own) => own.name).join(', ')}`)
    return robotPath(world, path, read.atom)
  })
  if (a === b) throw new InvalidInputError('b', b, 'another robot')
  return viewOf(model, finish(diagramOf(model, one!, other!, read.clearance)))
}

function robotPath(world: World, { name, first, track }: ReadPath, atom: number): RobotPath {
  return new RobotPath(name, first, soloWorld(world, name, false, 'always'), track, atom)
}

/** What bends has no path of its own yet. */
function modelOf(world: World): WorldModel {
  const model = world.model()
  const thing = model.deforming[0]
  if (thing !== undefined) {
    throw new InvalidInputError(
      'world',
      thing.name,
      'a world without things that bend: their motion depends on that of the robots',
    )
  }
  return model
}

/** Cells of a component that are looked at for a contact. */
const MOST_SAMPLES = 200

interface PairDiagram {
  readonly a: number
  readonly b: number
  readonly diagram: Diagram
  readonly components: readonly Component[]
}

class CoordinateJob {
  isCancelled = false
  private readonly began = now()
  private readonly model: WorldModel
  private readonly paths: readonly RobotPath[]
  private readonly blindSpots: BlindSpots
  private readonly pairs: PairDiagram[] = []
  private phase: CoordinateProgress['phase'] = 'alone'
  private done = 0
  private parts: number
  private nodes = 0

  constructor(
    private readonly world: World,
    given: PathsInput,
    private readonly options: ReadCoordinateOptions,
  ) {
    this.model = modelOf(world)
    this.paths = readPaths(world, given, options).map((path) => robotPath(world, path, options.atom))
    this.parts = this.paths.length
    if (this.paths.length < 2) throw new InvalidInputError('world', this.paths.length, 'a world of two robots or more')
    // Robots alone are checked without what the world takes on trust.
    this.blindSpots = { ...blindSpotsOf(world), premises: 0 }
  }

  progress(): CoordinateProgress {
    const { phase, done, parts } = this
    return { phase, done, parts, millis: now() - this.began }
  }

  *run(): Steps<CoordinateResult> {
    const { paths, world } = this
    const nothing = world.nothingToCheck()
    if (nothing !== undefined) return this.undecided(`nothing to check: ${nothing}`)
    for (const path of paths) {
      const verdict = yield* this.guarded(checkAlone(world, path, this.options.clearance))
      if (verdict === undefined) return this.stopped()
      if (verdict.outcome === 'undecided') return this.undecided(`${path.name} alone: ${verdict.reason}`)
      if (verdict.outcome !== 'free' && verdict.outcome !== 'nothing-to-check') return this.invalidAlone(path, verdict)
      this.done++
    }
    this.begin('diagrams', (paths.length * (paths.length - 1)) / 2)
    for (let a = 0; a < paths.length; a++) {
      for (let b = a + 1; b < paths.length; b++) {
        const steps = diagramOf(this.model, paths[a]!, paths[b]!, this.options.clearance)
        const found = yield* this.guarded(steps)
        if (found === undefined) return this.stopped()
        this.pairs.push({ a, b, diagram: found, components: componentsOf(found) })
        const invalid = this.blockedEnds(this.pairs.at(-1)!)
        if (invalid !== undefined) return invalid
        this.done++
      }
    }
    this.begin('schedule', 1)
    const { lag, objective } = this.options
    const durations = paths.map((path) => path.durations)
    const found = yield* this.guarded(findSchedule({ durations, pairs: this.pairs, lag, objective }))
    if (found === undefined) return this.stopped()
    this.nodes = found.nodes
    if (found.kind === 'deadlock') return this.deadlock(found)
    this.done++
    const lengths = paths.map(({ duration }) => duration)
    const schedule = new Schedule(paths, found.signals, found.timing, lag)
    return {
      outcome: 'scheduled',
      makespan: Math.max(...found.timing.arrive.map((own) => own.at(-1)!)),
      lowerBound: Math.max(...lengths),
      oneAfterOther: lengths.reduce((sum, length) => sum + length, 0),
      signals: schedule.signals,
      schedule,
      lag: lagOf(found.signals, found.timing),
      ...this.context(),
    }
  }

  /** Work that ends when time is up or the caller has had enough; undefined then. */
  private *guarded<T>(steps: Steps<T>): Steps<T | undefined> {
    for (;;) {
      demandSameWorld(this.model, 'while robots are coordinated')
      if (this.isCancelled || this.options.signal?.aborted === true) return undefined
      if (now() - this.began >= this.options.maxMillis) return undefined
      const step = steps.next()
      if (step.done === true) return step.value
      yield
    }
  }

  /** A robot that stands in the other's way, or starts or ends that exclude each other: no order helps. */
  private blockedEnds({ a, b, diagram: own, components }: PairDiagram): CoordinateResult | undefined {
    const [one, other] = [this.paths[a]!, this.paths[b]!]
    const isStanding = one.atoms === 1 || other.atoms === 1
    const at = (i: number, j: number): number => own.states[i * other.atoms + j]!
    const last: [number, number] = [one.atoms - 1, other.atoms - 1]
    let cell: readonly [number, number]
    let what: string
    if (isStanding && components.length > 0) {
      const moving = one.atoms === 1 ? other : one
      const standing = one.atoms === 1 ? one : other
      cell = this.worstOf(own, components[0]!)
      what = `the path of ${moving.name} and ${standing.name}, which stands`
    } else if (at(0, 0) !== FREE) {
      cell = [0, 0]
      what = `the starts of ${one.name} and ${other.name}`
    } else if (at(...last) !== FREE) {
      cell = last
      what = `the ends of ${one.name} and ${other.name}`
    } else return undefined
    const q = this.middleOf(own, ...cell)
    const names = viewOf(this.model, own, components).pairAt(...cell)
    const pair = names === undefined ? '' : `: ${names.join(' and ')}`
    if (!this.touches(q)) return this.undecided(`${what} are not proved apart${pair}; try smaller atoms`)
    const reason = `${what} collide${pair}`
    return { outcome: 'invalid', robot: one.name, verdict: undefined, configuration: q, reason, ...this.context() }
  }

  private invalidAlone({ name }: RobotPath, verdict: MotionVerdict): CoordinateResult {
    const configuration = 'configuration' in verdict ? verdict.configuration : undefined
    const reason = `the path of ${name}, alone: ${verdict.outcome}`
    return { outcome: 'invalid', robot: name, verdict, configuration, reason, ...this.context() }
  }

  private deadlock({ pair: { a, b }, component: { cells } }: NoSchedule): CoordinateResult {
    const [one, other] = [this.paths[a]!, this.paths[b]!]
    const own = this.pairs.find((each) => each.a === a && each.b === b)!
    const range = (side: 0 | 1): [number, number] => {
      let least = Infinity
      let most = -Infinity
      for (let k = side; k < cells.length; k += 2) {
        least = Math.min(least, cells[k]!)
        most = Math.max(most, cells[k]!)
      }
      return [least, most]
    }
    const early = this.worstOf(own.diagram, { cells }, 1)
    const late = this.worstOf(own.diagram, { cells }, -1)
    const configurations: [Float64Array, Float64Array] = [
      this.middleOf(own.diagram, ...early),
      this.middleOf(own.diagram, ...late),
    ]
    const isSeen = configurations.some((q) => this.touches(q))
    const why = isSeen ? '' : '; nothing touches there: smaller atoms may help'
    return {
      outcome: 'deadlock',
      a: one.name,
      b: other.name,
      isSeen,
      atomsA: range(0),
      atomsB: range(1),
      configurations,
      reason: `no schedule among the proved cells: ${one.name} and ${other.name} cannot pass each other${why}`,
      ...this.context(),
    }
  }

  /** A cell of a component in which something touches, if one is seen: from its first cells on, or from its last (`step` -1). */
  private worstOf(own: Diagram, { cells }: Pick<Component, 'cells'>, step = 1): readonly [number, number] {
    const order = Array.from({ length: cells.length / 2 }, (_, k) => [cells[2 * k]!, cells[2 * k + 1]!] as const)
    order.sort((x, y) => step * (x[0] + x[1] - y[0] - y[1]))
    return order.slice(0, MOST_SAMPLES).find(([i, j]) => this.touches(this.middleOf(own, i, j))) ?? order[0]!
  }

  /** All robots, two of them in the middle of these atoms, the others at their starts. */
  private middleOf({ a, b }: Diagram, atomA: number, atomB: number): Float64Array {
    const q = this.world.neutral()
    for (const path of this.paths) {
      const own = new Float64Array(path.world.dof)
      path.at(own, path === a ? atomA + 0.5 : path === b ? atomB + 0.5 : 0)
      path.placeIn(q, own)
    }
    return q
  }

  private touches(q: Float64Array): boolean {
    return this.world.collides(q)
  }

  private stopped(): CoordinateResult {
    if (this.isCancelled || this.options.signal?.aborted === true) return this.undecided('it was cancelled')
    if (now() - this.began >= this.options.maxMillis) {
      return this.undecided(`the limit of ${this.options.maxMillis} ms was reached`)
    }
    return this.undecided('too many orders to try')
  }

  private undecided(reason: string): CoordinateResult {
    return { outcome: 'undecided', reason, ...this.context() }
  }

  private context(): BlindSpots & { stats: CoordinateStats; diagrams: readonly DiagramView[] } {
    const views = this.pairs.map(({ diagram: own, components }) => viewOf(this.model, own, components))
    const cells = views.reduce((sum, { stats }) => sum + stats.cells, 0)
    const tests = views.reduce((sum, { stats }) => sum + stats.ballTests + stats.volumeTests + stats.leafTests, 0)
    return {
      ...this.blindSpots,
      diagrams: views,
      stats: { millis: now() - this.began, cells, tests, nodes: this.nodes },
    }
  }

  private begin(phase: CoordinateProgress['phase'], parts: number): void {
    this.phase = phase
    this.parts = parts
    this.done = 0
  }
}

function checkAlone(world: World, path: RobotPath, clearance: number): Steps<MotionVerdict> {
  const alone = soloWorld(world, path.name, true)
  const pieces = path.pieces.length === 1 ? path.pieces : piecesOf(path.track)
  return checkSteps(alone, { pieces, continuous: 'as-given' }, { clearance })
}
