// Makes a roadmap: PRM* (Karaman and Frazzoli 2011) whose edges are proved. Vertices are sampled uniformly and kept if nothing touches;
// each is joined to its k nearest, where the straight line passes a few samples and then a proof. The same seed gives the same
// roadmap, however long the slices are.
//
// A roadmap that is extended is made fit for the world first: edges that are not known to be free are proved against the obstacles
// that are new. Vertices that lost an edge are joined again to what is near them, and vertices that collide are replaced.
import { Random } from '../../base/math/random.js'
import { now } from '../../base/work/clock.js'
import { Running } from '../../base/work/running.js'
import { finish, type Steps } from '../../base/work/steps.js'
import { InvalidInputError } from '../../errors.js'
import { blindSpotsOf } from '../motion/preliminary.js'
import type { MotionStats } from '../motion/verdict.js'
import { EdgeSampler } from '../planning/edge-sampler.js'
import { PlanCounts } from '../planning/plan-problem.js'
import { validityTest } from '../planning/plan-validity.js'
import { refuseMovingLoops } from '../planning/planning-loops.js'
import { PlanningSpace } from '../planning/planning-space.js'
import { demandSameWorld } from '../planning/same-world.js'
import type { World, WorldModel } from '../world/world.js'
import type { BlindSpots } from '../world/world-examined.js'
import { Roadmap } from './roadmap.js'
import { NO_NUMBER } from './roadmap-graph.js'
import { type ReadRoadmapOptions, type RoadmapOptions, readRoadmapOptions } from './roadmap-options.js'
import { roadmapWorld } from './roadmap-premises.js'
import { neighboursFor } from './roadmap-query.js'
import type { RoadmapView } from './roadmap-view.js'

/** Samples in a row that are not free, after which no more are tried. */
const MOST_FAILURES = 100_000

/** Samples between two readings of the clock. */
const SAMPLES_AT_ONCE = 16

/** What a roadmap cost. All fields except `millis` are the same for the same world and seed. */
export interface RoadmapStats {
  readonly millis: number
  /** Configurations that were sampled for vertices. */
  readonly samples: number
  readonly validityTests: number
  /** Edges that were tried; the samples refuted some, proofs refuted or gave up some, and proved the others. */
  readonly edgesSampled: number
  readonly edgesProved: number
  readonly edgesRefuted: number
  readonly proofs: MotionStats
}

/** How far it is. */
export interface RoadmapProgress {
  readonly millis: number
  readonly phase: 'renewing' | 'sampling' | 'connecting'
  /** Of the phase, 0 to 1. */
  readonly done: number
  readonly vertices: number
  readonly edges: number
}

/** A roadmap with as many vertices as were wanted; or, where it was stopped, with what there is, all of it proved. */
export interface RoadmapMade extends BlindSpots {
  readonly outcome: 'made' | 'stopped'
  /** Why it was stopped; empty where it was not. */
  readonly reason: string
  readonly roadmap: Roadmap
  readonly stats: RoadmapStats
}

/** No pair of the world is examined: nothing would be proved. */
export interface RoadmapNothingToCheck extends BlindSpots {
  readonly outcome: 'nothing-to-check'
  readonly reason: string
  readonly stats: RoadmapStats
}

/** The answer of `roadmap`. */
export type RoadmapResult = RoadmapMade | RoadmapNothingToCheck

/** A roadmap that is being made: await it for the result, iterate over it for progress; `cancel()` ends it early. */
export class RoadmapBuilding extends Running<RoadmapProgress, RoadmapResult> {}

/** Makes a roadmap of proved edges, a slice of a few milliseconds at a time, for the option `roadmap` of `plan`. */
export function roadmap(world: World, options: RoadmapOptions = {}): RoadmapBuilding {
  const job = new RoadmapJob(world, readRoadmapOptions(world, options))
  return new RoadmapBuilding(job.run(), job)
}

/** Does what `roadmap` does without yielding to the event loop, and returns the result: for workers and scripts. */
export function roadmapNow(world: World, options: RoadmapOptions = {}): RoadmapResult {
  return finish(new RoadmapJob(world, readRoadmapOptions(world, options)).run())
}

class RoadmapJob {
  isCancelled = false
  private readonly counts = new PlanCounts()
  private readonly began = now()
  private readonly model: WorldModel
  private readonly roadmap: Roadmap
  private readonly view: RoadmapView
  private readonly sampler: EdgeSampler
  private readonly isFree: (q: Float64Array) => boolean
  private samples = 0
  private proved = 0
  /** Of its own: among many edges some are refuted, which does not call for denser samples. */
  private readonly sampled = { edgesSampled: 0, edgesRefuted: 0 }
  private phase: RoadmapProgress['phase'] = 'sampling'
  private done = 0

  constructor(
    private readonly world: World,
    private readonly options: ReadRoadmapOptions,
  ) {
    this.model = world.model()
    this.roadmap = options.extend ?? emptyRoadmap(world, options)
    this.view = this.roadmap.viewIn(world)
    const { space } = this.view.graph
    this.isFree = validityTest(world, Math.max(options.delta, options.clearance), this.counts)
    this.sampler = new EdgeSampler({ space, counts: this.sampled, isFree: this.isFree }, options.resolution)
  }

  progress(): RoadmapProgress {
    const { phase, done, view } = this
    return { millis: now() - this.began, phase, done, vertices: view.graph.size, edges: view.graph.edges }
  }

  *run(): Steps<RoadmapResult> {
    const { world, roadmap } = this
    const blindSpots = blindSpotsOf(world)
    const nothing = world.nothingToCheck()
    if (nothing !== undefined) {
      return { outcome: 'nothing-to-check', reason: nothing, stats: this.stats(), ...blindSpots }
    }
    const reason = (yield* this.work()) ?? ''
    const outcome = reason === '' ? 'made' : 'stopped'
    return { outcome, reason, roadmap, stats: this.stats(), ...blindSpots }
  }

  /** Why it was stopped, or undefined. */
  private *work(): Steps<string | undefined> {
    const { graph } = this.view
    const before = graph.size
    const waiting = new Set<number>()
    const renewed = yield* this.renew(waiting)
    if (renewed !== undefined) return renewed
    const isUsable = new Uint8Array(before)
    let usable = 0
    for (let v = 0; v < before; v++) {
      isUsable[v] = this.isFree(graph.point(v)) ? 1 : 0
      usable += isUsable[v]!
      if (v % SAMPLES_AT_ONCE === 0) yield
    }
    const sampled = yield* this.sample(usable)
    if (sampled !== undefined) return sampled
    for (let v = before; v < graph.size; v++) waiting.add(v)
    return yield* this.connect([...waiting], (v) => v >= before || isUsable[v] === 1)
  }

  /** Proves all edges that wait for a proof; `lost`: the vertices of those that are blocked. */
  private *renew(lost: Set<number>): Steps<string | undefined> {
    const { view } = this
    const { graph } = view
    this.phase = 'renewing'
    const count = graph.edges
    for (let e = 0; e < count; e++) {
      if (!view.isFree(e)) {
        if (!view.isBlocked(e) && (yield* view.prove(e, this.counts))) this.proved++
        else for (const v of graph.ends(e)) lost.add(v)
      }
      this.done = (e + 1) / count
      const reason = this.reasonToStop()
      if (reason !== undefined) return reason
      yield
    }
    return undefined
  }

  private *sample(usable: number): Steps<string | undefined> {
    const { options, view } = this
    const { graph } = view
    this.phase = 'sampling'
    const random = new Random(options.seed)
    const q = options.home.slice()
    let failures = 0
    for (let count = usable; count < options.vertices; ) {
      graph.space.sample(q, random)
      this.samples++
      if (this.isFree(q)) {
        graph.addVertex(q)
        count++
        failures = 0
      } else if (++failures === MOST_FAILURES) return `none of ${MOST_FAILURES} samples in a row was free`
      this.done = count / options.vertices
      if (this.samples % SAMPLES_AT_ONCE !== 0) continue
      const reason = this.reasonToStop()
      if (reason !== undefined) return reason
      yield
    }
    return undefined
  }

  /** Joins vertices to their nearest. */
  private *connect(vertices: readonly number[], counts: (vertex: number) => boolean): Steps<string | undefined> {
    const { view, options } = this
    const { graph } = view
    this.phase = 'connecting'
    const count = options.neighbours ?? neighboursFor(options.vertices, graph.space.degrees)
    /** Pairs that are not free: they are met from both sides. */
    const failed = new Set<number>()
    for (const [k, v] of vertices.entries()) {
      if (!counts(v)) continue
      const q = graph.point(v).slice()
      // One more: the nearest is v itself.
      for (const to of graph.nearest(q, count + 1, counts)) {
        const key = Math.min(v, to) * graph.size + Math.max(v, to)
        if (to === v || failed.has(key) || graph.edgeBetween(v, to) !== NO_NUMBER) continue
        const end = graph.point(to).slice()
        const length = graph.space.distance(q, end)
        const isFree =
          length > 0 && this.sampler.isFree(q, end, length, true) && (yield* view.connect(v, to, this.counts))
        if (isFree) this.proved++
        else failed.add(key)
        const reason = this.reasonToStop()
        if (reason !== undefined) return reason
        yield
      }
      this.done = (k + 1) / vertices.length
    }
    return undefined
  }

  private reasonToStop(): string | undefined {
    demandSameWorld(this.model, 'while a roadmap is made')
    const { signal, maxMillis } = this.options
    if (this.isCancelled || signal?.aborted === true) return 'it was cancelled'
    return now() - this.began >= maxMillis ? `the limit of ${maxMillis} ms was reached` : undefined
  }

  private stats(): RoadmapStats {
    const { validityTests, edgesRefuted, proofs } = this.counts
    const { samples, sampled, proved: edgesProved } = this
    const { edgesSampled } = sampled
    return { millis: now() - this.began, samples, validityTests, edgesSampled, edgesProved, edgesRefuted, proofs }
  }
}

function emptyRoadmap(world: World, { home, space, delta, clearance, seed }: ReadRoadmapOptions): Roadmap {
  const { moving } = new PlanningSpace(world, home, [], space)
  refuseMovingLoops(world, home, moving, 'moving')
  if (moving.length === 0) throw new InvalidInputError('options.moving', space.moving, 'something that can move')
  return new Roadmap({
    ...{ world: '', premises: roadmapWorld(world).premises, obstacles: [], sets: [] },
    ...{ space, home, moving: moving.map((i) => world.variables[i]!), delta, clearance, seed },
    points: new Float64Array(0),
    edges: new Uint32Array(0),
  })
}
