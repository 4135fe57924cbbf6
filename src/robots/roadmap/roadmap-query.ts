// A planner that looks in a roadmap before it searches. Start and goals are joined to vertices near them; the shortest way is proved
// where it is not known, and another is looked for when something turns out to be in it. Where the roadmap has no way, the caller's
// planner searches, and what it finds becomes part of the roadmap.
import type { Steps } from '../../base/work/steps.js'
import { BrokenInvariantError } from '../../errors.js'
import { DecidedSegment } from '../motion/decided-segment.js'
import { proveSegments, readMotionLimits, verdictOf } from '../motion/prove-segments.js'
import { EdgeSampler } from '../planning/edge-sampler.js'
import { type FoundPath, PlanCounts, type Planner, type PlannerInput } from '../planning/plan-problem.js'
import type { PlanRoadmapUse } from '../planning/plan-result.js'
import type { World } from '../world/world.js'
import { type EdgeTerms, edgePoints, partsFor, proveEdge } from './prove-edge.js'
import { NO_NUMBER } from './roadmap-graph.js'
import { type RoadmapLine, RoadmapSearch, type RoadmapWay } from './roadmap-search.js'
import type { RoadmapView } from './roadmap-view.js'

/** Vertices that a new vertex is joined to, when a path becomes part of the roadmap. */
const NEW_NEIGHBOURS = 8

/** Radians between samples of a line, before it is proved: a few are enough to refute most of those that are not free. */
const COARSE = 0.5

/** k of PRM* (Karaman and Frazzoli 2011, section 3): e·(1 + 1/d)·ln n, at least one. */
export function neighboursFor(vertices: number, degrees: number): number {
  return Math.max(1, Math.ceil(Math.E * (1 + 1 / Math.max(1, degrees)) * Math.log(Math.max(2, vertices))))
}

interface Queried extends EdgeTerms {
  viewIn(world: World): RoadmapView
}

type Use = { -readonly [K in keyof PlanRoadmapUse]: PlanRoadmapUse[K] }

export function throughRoadmap(roadmap: Queried, fallback: Planner): Planner {
  return function* (input) {
    const view = roadmap.viewIn(input.world)
    const query = new RoadmapQuery(view, input)
    const found = yield* query.run()
    // Lines that were refuted do not call for denser samples in the search.
    const { edgesRefuted } = query.counts
    if (found === undefined) query.counts.edgesRefuted = 0
    input.counts.add(query.counts)
    if (found !== undefined) return found
    const searched = yield* fallback(input)
    input.counts.edgesRefuted += edgesRefuted
    if (searched === undefined || searched.isSampled === true) return searched
    query.use.found = 'by-search'
    query.use.edgesKnown = 0
    yield* query.learn(searched.waypoints, input.options.clearance >= roadmap.clearance)
    return { ...searched, roadmap: query.use }
  }
}

class RoadmapQuery {
  readonly use: Use = {
    found: 'in-roadmap',
    edgesKnown: 0,
    edgesProved: 0,
    edgesBlocked: 0,
    verticesAdded: 0,
    edgesAdded: 0,
  }
  /** What the query costs in the roadmap. */
  readonly counts = new PlanCounts()
  /** Edges that were proved for this query. */
  private readonly fresh = new Set<number>()
  private readonly sampler: EdgeSampler
  private readonly sampled = { edgesSampled: 0, edgesRefuted: 0 }
  private readonly goals: readonly Float64Array[]

  constructor(
    private readonly view: RoadmapView,
    private readonly input: PlannerInput,
  ) {
    this.goals = [...input.goals, ...(input.later?.goals ?? [])]
    const { isFree, isStopped } = input
    this.sampler = new EdgeSampler({ space: view.graph.space, isFree, isStopped, counts: this.sampled }, COARSE)
  }

  *run(): Steps<FoundPath | undefined> {
    const { view, input, goals } = this
    const { start } = input
    const { space, size } = view.graph
    const count = neighboursFor(size, space.degrees)
    const fromStart = this.linesAt(start, NO_NUMBER, count)
    const toGoals = goals.flatMap((q, goal) => this.linesAt(q, goal, count))
    goals.forEach((q, goal) => {
      toGoals.push({ vertex: NO_NUMBER, goal, length: space.distance(start, q), state: 'unknown' })
    })
    input.counts.nodes = size + 1 + goals.length
    input.counts.fromStart = fromStart.length
    input.counts.fromGoal = toGoals.length
    const search = new RoadmapSearch(view, goals, fromStart, toGoals)
    for (;;) {
      this.counts.iterations++
      const way = search.find()
      if (way === undefined) return undefined
      if (yield* this.prove(way)) return this.found(way)
      yield
    }
  }

  /** Makes a path part of the roadmap: its points become vertices, joined to others that are near. */
  *learn(points: readonly Float64Array[], areProved: boolean): Steps<void> {
    const { view, input, use } = this
    const { graph } = view
    const own: number[] = []
    const edges = graph.edges
    for (const q of points) {
      const [nearest] = graph.nearest(q, 1)
      const isThere = nearest !== undefined && graph.space.distance(q, graph.point(nearest)) === 0
      if (!isThere) use.verticesAdded++
      own.push(isThere ? nearest : graph.addVertex(q))
    }
    for (let k = 1; k < own.length; k++) {
      const [a, b] = [own[k - 1]!, own[k]!]
      if (a === b || graph.edgeBetween(a, b) !== NO_NUMBER) continue
      if (areProved) view.take(a, b, 1)
      else yield* view.connect(a, b, input.counts)
    }
    for (const v of own) {
      const q = graph.point(v).slice()
      for (const to of graph.nearest(q, NEW_NEIGHBOURS, (u) => !own.includes(u))) {
        if (graph.edgeBetween(v, to) !== NO_NUMBER || !this.looksFree(q, graph.point(to).slice())) continue
        yield* view.connect(v, to, input.counts)
        yield
      }
    }
    use.edgesAdded += graph.edges - edges
  }

  private linesAt(q: Float64Array, goal: number, count: number): RoadmapLine[] {
    const { graph } = this.view
    return graph.nearest(q, count).map((vertex) => {
      const length = graph.space.distance(q, graph.point(vertex))
      // A vertex that is where it stands: q itself was tested.
      return { vertex, goal, length, state: length === 0 ? 'free' : 'unknown' }
    })
  }

  private looksFree(a: Float64Array, b: Float64Array): boolean {
    return this.sampler.isFree(a, b, this.view.graph.space.distance(a, b), true)
  }

  /** Proves what is not known of a way. False if something is in it: that is noted. */
  private *prove({ first, halves, last }: RoadmapWay): Steps<boolean> {
    const { view, use } = this
    if (!(yield* this.proveLine(last))) return false
    if (first !== undefined && !(yield* this.proveLine(first))) return false
    for (const half of halves) {
      const edge = half >> 1
      if (view.isFree(edge)) continue
      if (!(yield* view.prove(edge, this.counts))) {
        use.edgesBlocked++
        return false
      }
      use.edgesProved++
      this.fresh.add(edge)
    }
    return true
  }

  private *proveLine(line: RoadmapLine): Steps<boolean> {
    if (line.state !== 'unknown') return line.state === 'free'
    const { input, view } = this
    const { space } = view.graph
    const [a, b] = this.endsOf(line)
    const isFree =
      this.looksFree(a, b) &&
      (yield* proveEdge(input.world, space, input.options, this.counts, this.pointsOf(line))) === undefined
    line.state = isFree ? 'free' : 'refuted'
    return isFree
  }

  private endsOf({ vertex, goal }: RoadmapLine): [Float64Array, Float64Array] {
    const { graph } = this.view
    const { start } = this.input
    const of = vertex === NO_NUMBER ? start : graph.point(vertex).slice()
    return goal === NO_NUMBER ? [start, of] : [of, this.goals[goal]!]
  }

  /** In the direction of travel. */
  private pointsOf(line: RoadmapLine): Float64Array[] {
    const { space } = this.view.graph
    return edgePoints(space, ...this.endsOf(line), partsFor(space, line.length))
  }

  private found({ first, halves, last }: RoadmapWay): FoundPath {
    const { view, input, use } = this
    const { graph } = view
    use.edgesKnown = halves.filter((h) => !this.fresh.has(h >> 1)).length
    const edges = halves.map((h) => (h % 2 === 0 ? graph.pointsOf(h >> 1) : graph.pointsOf(h >> 1).reverse()))
    const all = [...(first === undefined ? [] : [this.pointsOf(first)]), ...edges, this.pointsOf(last)].flat()
    const waypoints = all.filter((q, k) => k === 0 || q.some((x, i) => x !== all[k - 1]![i]))
    return { waypoints, goal: last.goal, certificate: () => certificateOf(input, waypoints), roadmap: use }
  }
}

/** Of a path through a roadmap: all of it is proved again, in the direction of travel. */
function certificateOf(
  { world, space, options }: PlannerInput,
  points: readonly Float64Array[],
): ReturnType<FoundPath['certificate']> {
  const provers = points.slice(1).map((q, k) => new DecidedSegment(world, space.edge(points[k]!, q), options))
  const limits = readMotionLimits({})
  proveSegments(provers, limits)
  const verdict = verdictOf(world.model(), provers, options, limits)
  if (verdict.outcome === 'free') return verdict.certificate()
  throw new BrokenInvariantError(`a path that the roadmap has as proved is ${verdict.outcome}: verify the roadmap`)
}
