// Several robots, each on its own path: signals with which nothing touches, whatever the timing. Proved, not sampled.
//
// 1. Every path is free of the obstacles and of the robot itself, the others being away (checkMotion).
// 2. For every two robots, the coordination diagram: diagram.ts.
// 3. For every region that is not proved free, who goes first: schedule-search.ts.
import { now } from '../../base/work/clock.js'
import { Running } from '../../base/work/running.js'
import { finish, type Steps } from '../../base/work/steps.js'
import { InvalidInputError } from '../../errors.js'
import { blindSpotsOf } from '../motion/preliminary.js'
import type { MotionVerdict } from '../motion/verdict.js'
import { certifiedFor, demandSameWorld } from '../planning/same-world.js'
import type { World, WorldModel } from '../world/world.js'
import type { BlindSpots } from '../world/world-examined.js'
import { Attempts, type BadPair, type Tried } from './attempt.js'
import type { Component } from './components.js'
import { type CoordinateOptions, type ReadCoordinateOptions, readCoordinateOptions } from './coordinate-options.js'
import type { CoordinateProgress, CoordinateResult, CoordinateStats } from './coordinate-result.js'
import { type CoordinationCertificate, makeCoordinationCertificate } from './coordination-certificate.js'
import { type Diagram, diagramOf } from './diagram.js'
import { type DiagramView, diagramView } from './diagram-view.js'
import { partOfWorld } from './part-of-world.js'
import { type PathsInput, type ReadPath, readPaths } from './read-paths.js'
import { isTooLong, otherPaths } from './replan.js'
import { RobotPath } from './robot-path.js'
import { RobotSchedule } from './schedule.js'
import { type FoundSchedule, lagOf, type NoSchedule, type Signal } from './schedule-search.js'

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
  return diagramView(model, finish(diagramOf(model, one!, other!, read.clearance)))
}

function robotPath(world: World, { name, first, track, ramps }: ReadPath, atom: number): RobotPath {
  return new RobotPath(name, first, partOfWorld(world, [name], false, 'always'), track, atom, ramps)
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

/** Cells of a component that are tested for a contact. */
const MOST_SAMPLES = 200

/** Deadlocks that are resolved one after the other, before it is given up. */
const MOST_ROUNDS = 12

class CoordinateJob {
  isCancelled = false
  private readonly began = now()
  private readonly model: WorldModel
  private readonly given: readonly RobotPath[]
  /** As they are now. */
  private paths: readonly RobotPath[]
  private readonly blindSpots: BlindSpots
  private readonly attempts: Attempts
  private now: Omit<CoordinateProgress, 'millis'> = { phase: 'alone', done: 0, parts: 1 }
  private nodes = 0
  private isReplanning = false
  private readonly duos = new Map<string, World>()

  constructor(
    private readonly world: World,
    given: PathsInput,
    private readonly options: ReadCoordinateOptions,
  ) {
    this.model = modelOf(world)
    this.given = readPaths(world, given, options).map((path) => robotPath(world, path, options.atom))
    this.paths = this.given
    if (this.paths.length < 2) throw new InvalidInputError('world', this.paths.length, 'a world of two robots or more')
    // Robots alone are checked without what the world takes on trust.
    this.blindSpots = { ...blindSpotsOf(world), premises: 0 }
    this.attempts = new Attempts(world, this.model, options, (phase, done, parts) => {
      if (!this.isReplanning) this.now = { phase, done, parts }
    })
  }

  progress(): CoordinateProgress {
    return { ...this.now, millis: now() - this.began }
  }

  *run(): Steps<CoordinateResult> {
    const nothing = this.world.nothingToCheck()
    if (nothing !== undefined) return this.undecided(`nothing to check: ${nothing}`)
    let tried = yield* this.guarded(this.attempts.run(this.paths))
    if (tried?.kind === 'deadlock' && this.options.replan) tried = yield* this.replan(tried)
    if (tried === undefined) return this.stopped()
    if ('nodes' in tried) this.nodes = tried.nodes
    switch (tried.kind) {
      case 'alone':
        return this.invalidAlone(this.paths[tried.robot]!, tried.verdict)
      case 'ends':
        return this.invalidEnds(tried)
      case 'deadlock':
        return this.deadlock(tried)
      default:
        return this.scheduled(tried)
    }
  }

  /**
   * Other paths for the robots of a deadlock, again and again: the best schedule of a round is taken, and where there is none, the
   * paths that leave the fewest conflicts.
   */
  private *replan(deadlock: NoSchedule): Steps<Tried> {
    this.isReplanning = true
    const seen = new Set<string>()
    let conflict = deadlock
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.now = { phase: 'replanning', done: round, parts: MOST_ROUNDS }
      const { a, b } = conflict.pair
      const before = this.paths
      let best: { paths: readonly RobotPath[]; tried: FoundSchedule } | undefined
      let next: { paths: readonly RobotPath[]; tried: NoSchedule } | undefined
      for (const [robot, other] of [
        [a, b],
        [b, a],
      ] as const) {
        const terms = { ...this.options, seed: this.options.seed + round }
        const steps = otherPaths(this.world, this.model, before[robot]!, before[other]!, terms)
        for (const path of (yield* this.guarded(steps)) ?? []) {
          const paths = before.map((own, r) => (r === robot ? path : own))
          const tried = yield* this.triedAgain(paths)
          if (tried?.kind === 'schedule' && !(best !== undefined && best.tried.cost <= tried.cost))
            best = { paths, tried }
          if (tried?.kind !== 'deadlock') continue
          const key = `${tried.pair.a} ${tried.pair.b} ${tried.conflicts}`
          const isWorse = next !== undefined && next.tried.conflicts <= tried.conflicts
          if (!isWorse && !(seen.has(key) && next !== undefined)) next = { paths, tried }
        }
      }
      if (best !== undefined) {
        this.paths = best.paths
        return best.tried
      }
      if (this.reasonToStop() !== undefined) break
      // With another seed, if nothing was found at all.
      if (next === undefined) continue
      seen.add(`${next.tried.pair.a} ${next.tried.pair.b} ${next.tried.conflicts}`)
      this.paths = next.paths
      conflict = next.tried
    }
    // What was asked is what is reported.
    this.paths = this.given
    return this.reasonToStop() === undefined ? deadlock : undefined
  }

  /** With paths other than those that were asked for: undefined too where one of them is too long. */
  private *triedAgain(paths: readonly RobotPath[]): Steps<Tried> {
    try {
      return yield* this.guarded(this.attempts.run(paths))
    } catch (error) {
      if (isTooLong(error)) return undefined
      throw error
    }
  }

  private scheduled({ signals }: FoundSchedule): CoordinateResult {
    const { paths, given } = this
    const lengths = paths.map(({ duration }) => duration)
    const schedule = new RobotSchedule(paths, signals, this.options.lag)
    const { timing } = schedule
    const replanned = paths.flatMap((path, r) => (path === given[r] ? [] : [[path.name, waypointsOf(path)] as const]))
    return {
      outcome: 'scheduled',
      makespan: Math.max(...timing.arrive.map((own) => own.at(-1)!)),
      lowerBound: Math.max(...lengths),
      oneAfterOther: lengths.reduce((sum, length) => sum + length, 0),
      signals: schedule.signals,
      schedule,
      replanned: Object.fromEntries(replanned),
      lag: lagOf(signals, timing),
      certificate: certifiedFor(this.model, () => this.certificate(paths, signals, schedule)),
      ...this.context(),
    }
  }

  private certificate(
    paths: readonly RobotPath[],
    signals: readonly Signal[],
    { timing }: RobotSchedule,
  ): CoordinationCertificate {
    const { clearance, lag } = this.options
    return makeCoordinationCertificate({
      world: this.world,
      clearance,
      paths,
      alone: paths.map((path) => {
        const verdict = this.attempts.verdictOf(path)!
        return verdict.outcome === 'free' ? verdict.certificate() : null
      }),
      diagrams: this.attempts.pairsOf(paths).map(({ diagram: own }) => own),
      signals,
      lag:
        lag === 0
          ? undefined
          : { seconds: lag, times: timing.arrive.map((arrive, r) => ({ arrive, depart: timing.depart[r]! })) },
    })
  }

  /** Work that ends when time is up or the caller has had enough; undefined then. */
  private *guarded<T>(steps: Steps<T>): Steps<T | undefined> {
    for (;;) {
      demandSameWorld(this.model, 'while robots are coordinated')
      if (this.reasonToStop() !== undefined) return undefined
      const step = steps.next()
      if (step.done === true) return step.value
      yield
    }
  }

  private reasonToStop(): string | undefined {
    const { signal, maxMillis } = this.options
    if (this.isCancelled || signal?.aborted === true) return 'it was cancelled'
    return now() - this.began >= maxMillis ? `the limit of ${maxMillis} ms was reached` : undefined
  }

  /** A robot that stands in the other's way, or starts or ends that exclude each other: no order helps. */
  private invalidEnds({ pair, what, cell }: BadPair): CoordinateResult {
    const [one, other] = [this.paths[pair.a]!, this.paths[pair.b]!]
    const [moving, standing] = one.atoms === 1 ? [other, one] : [one, other]
    const both =
      what === 'stands'
        ? `the path of ${moving.name} and ${standing.name}, which stands,`
        : `the ${what} of ${one.name} and ${other.name}`
    const place = what === 'stands' ? this.worstOf(pair.diagram, pair.components[0]!) : cell
    const configuration = this.middleOf(pair.diagram, ...place)
    const names = diagramView(this.model, pair.diagram, pair.components).pairAt(...place)
    const parts = names === undefined ? '' : `: ${names.join(' and ')}`
    if (!this.touches(pair.diagram, configuration)) {
      return this.undecided(`${both} are not proved apart${parts}; try smaller atoms`)
    }
    const reason = `${both} collide${parts}`
    return { outcome: 'invalid', robot: moving.name, verdict: undefined, configuration, reason, ...this.context() }
  }

  private invalidAlone({ name }: RobotPath, verdict: MotionVerdict): CoordinateResult {
    if (verdict.outcome === 'undecided') return this.undecided(`the path of ${name}, alone: ${verdict.reason}`)
    const configuration = 'configuration' in verdict ? verdict.configuration : undefined
    const reason = `the path of ${name}, alone: ${verdict.outcome}`
    return { outcome: 'invalid', robot: name, verdict, configuration, reason, ...this.context() }
  }

  private deadlock({ pair: { a, b }, component: { cells } }: NoSchedule): CoordinateResult {
    const [one, other] = [this.paths[a]!, this.paths[b]!]
    const own = this.attempts.pairsOf(this.paths).find((each) => each.a === a && each.b === b)!
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
    const isSeen = configurations.some((q) => this.touches(own.diagram, q))
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
    return order.slice(0, MOST_SAMPLES).find(([i, j]) => this.touches(own, this.middleOf(own, i, j))) ?? order[0]!
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

  /** Do these two robots touch each other? */
  private touches({ a, b }: Diagram, q: Float64Array): boolean {
    const key = `${a.first} ${b.first}`
    let duo = this.duos.get(key)
    if (duo === undefined) {
      duo = partOfWorld(this.world, [a.name, b.name], false)
      this.duos.set(key, duo)
    }
    return duo.collides([a, b].flatMap(({ first, world }) => Array.from(q.subarray(first, first + world.dof))))
  }

  private stopped(): CoordinateResult {
    return this.undecided(this.reasonToStop() ?? 'too many orders to try')
  }

  private undecided(reason: string): CoordinateResult {
    return { outcome: 'undecided', reason, ...this.context() }
  }

  private context(): BlindSpots & { stats: CoordinateStats; diagrams: readonly DiagramView[] } {
    const pairs = this.attempts.pairsOf(this.paths)
    const views = pairs.map(({ diagram: own, components }) => diagramView(this.model, own, components))
    const cells = views.reduce((sum, { stats }) => sum + stats.cells, 0)
    const tests = views.reduce((sum, { stats }) => sum + stats.ballTests + stats.volumeTests + stats.leafTests, 0)
    return {
      ...this.blindSpots,
      diagrams: views,
      stats: { millis: now() - this.began, cells, tests, nodes: this.nodes },
    }
  }
}

/** Ends of its segments. */
function waypointsOf({ track }: RobotPath): Float64Array[] {
  return [track.stretches[0]!.from.slice(), ...track.stretches.map(({ to }) => to.slice())]
}
