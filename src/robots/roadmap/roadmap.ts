// A roadmap: configurations of robots and straight edges between them that are proved free, to be kept and asked many times. It names
// the robots and every obstacle that its edges are proved for (roadmap-premises.ts, roadmap-claims.ts), so that it can be used in a
// world with other obstacles: only pairs that are new are proved, when an edge is wanted.
import { InvalidInputError } from '../../errors.js'
import type { PlanRoadmap } from '../planning/plan-options.js'
import type { Planner } from '../planning/plan-problem.js'
import { PlanningSpace, type PlanningSpaceOptions } from '../planning/planning-space.js'
import { World, type WorldModel } from '../world/world.js'
import { worldHash } from '../world/world-document.js'
import type { EdgeTerms } from './prove-edge.js'
import { RoadmapClaims } from './roadmap-claims.js'
import { EDGE, roadmapBytes, type StoredRoadmap } from './roadmap-file.js'
import { RoadmapGraph } from './roadmap-graph.js'
import { changedPremise, roadmapWorld } from './roadmap-premises.js'
import { throughRoadmap } from './roadmap-query.js'
import { RoadmapView } from './roadmap-view.js'

/** What is known of a roadmap's edges in a world. */
export interface RoadmapState {
  readonly vertices: number
  readonly edges: number
  /** Known to be free; known to be blocked by an obstacle; and those that wait for a proof against obstacles that are new. */
  readonly free: number
  readonly blocked: number
  readonly open: number
  /** Groups of vertices that edges connect, blocked ones apart. */
  readonly components: number
}

/** A graph of proved motions. Made by `roadmap`, read by `parseRoadmap`, used by the option `roadmap` of `plan`, which adds to it. */
export class Roadmap implements PlanRoadmap {
  /** All objects stay farther apart than `clearance` on every edge. */
  readonly delta: number
  readonly clearance: number
  /** Names of the variables that move. */
  readonly moving: readonly string[]
  /** Where the variables stand that do not move. */
  readonly home: Float64Array
  /** @internal */
  readonly space: PlanningSpaceOptions
  private readonly claims = new RoadmapClaims()
  private graph: RoadmapGraph | undefined
  private known: { readonly index: WorldModel['index']; readonly view: RoadmapView } | undefined

  /** @internal */
  constructor(private readonly stored: StoredRoadmap) {
    this.delta = stored.delta
    this.clearance = stored.clearance
    this.moving = stored.moving
    this.home = stored.home
    this.space = stored.space
    for (const one of stored.obstacles) this.claims.obstacle(one)
  }

  get vertices(): number {
    return this.graph?.size ?? (this.moving.length === 0 ? 0 : this.stored.points.length / this.moving.length)
  }

  get edges(): number {
    return this.graph?.edges ?? this.stored.edges.length / EDGE
  }

  /** Hash of the document of the world that it was last written for; empty where it never was. */
  get world(): string {
    return this.stored.world
  }

  /** Names of the robots, and of the obstacles that edges are proved for, or blocked by, as they were called last. */
  get robots(): string[] {
    return this.stored.premises.robots.map(({ name }) => name)
  }

  get obstacles(): string[] {
    return this.claims.obstacles.map(({ name }) => name)
  }

  /** Why it is of no use in a world, by name: a robot, an attached object or an allowed pair has changed. Undefined where it is. */
  refusal(world: World): string | undefined {
    return changedPremise(this.stored.premises, roadmapWorld(world).premises)
  }

  stateIn(world: World): RoadmapState {
    const view = this.viewIn(world)
    const { graph } = view
    const { count } = graph.components((edge) => !view.isBlocked(edge) || view.isFree(edge))
    return { vertices: graph.size, edges: graph.edges, ...view.count(), components: count }
  }

  /** The configuration of a vertex. */
  configuration(world: World, vertex: number): Float64Array {
    const { graph } = this.viewIn(world)
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= graph.size) {
      throw new InvalidInputError('vertex', vertex, `a whole number from 0 to ${graph.size - 1}`)
    }
    return graph.point(vertex).slice()
  }

  /** As a file, for `parseRoadmap`, with what is known for this world; docs/formats/roadmap.md has the format. */
  toBytes(world: World): Uint8Array {
    const { graph, obstacles } = this.viewIn(world)
    const { space, stored } = this
    const sets = graph.sets.slice(0, graph.edges)
    const blocked = graph.blocked.slice(0, graph.edges)
    const claims = this.claims.compact(sets, blocked, obstacles)
    const { moving } = graph.space
    const points = new Float64Array(graph.size * moving.length)
    for (let v = 0; v < graph.size; v++) {
      for (let k = 0; k < moving.length; k++) points[v * moving.length + k] = graph.points[v * graph.dof + moving[k]!]!
    }
    const edges = new Uint32Array(EDGE * graph.edges)
    for (let e = 0; e < graph.edges; e++) {
      edges.set([...graph.ends(e), graph.parts[e]!, sets[e]!, blocked[e]! + 1], EDGE * e)
    }
    return roadmapBytes({
      ...stored,
      space,
      world: worldHash(world.model()),
      obstacles: claims.obstacles,
      sets: claims.sets,
      points,
      edges,
    })
  }

  /** @internal The roadmap in a world; throws where it is of no use there. */
  viewIn(world: World): RoadmapView {
    if (!(world instanceof World)) throw new InvalidInputError('world', world, 'a World')
    const { index } = world.model()
    if (this.known?.index === index) return this.known.view
    const changed = this.refusal(world)
    if (changed !== undefined) {
      throw new InvalidInputError('roadmap', this.stored.world, `one of this world: ${changed}; make it again`)
    }
    this.graph ??= graphOf(world, this.stored, this.claims)
    const view = new RoadmapView(world, this.graph, this.claims, roadmapWorld(world).obstacles, this)
    this.known = { index, view }
    return view
  }

  /** @internal Is it of use for a plan from here? */
  demand(world: World, start: Float64Array, { delta, clearance }: EdgeTerms): void {
    const { space } = this.viewIn(world).graph
    if (clearance > this.clearance) {
      throw new InvalidInputError('options.clearance', clearance, `at most ${this.clearance}, as the roadmap has it`)
    }
    const least = Math.max(this.delta, this.clearance)
    if (delta > least) throw new InvalidInputError('options.delta', delta, `at most ${least}, as the roadmap has it`)
    start.forEach((value, i) => {
      if (space.moving.includes(i) || value === this.home[i]) return
      const expected = `${this.home[i]}: it does not move in the roadmap`
      throw new InvalidInputError(`start (${world.variables[i]})`, value, expected)
    })
  }

  /** @internal */
  planner(fallback: Planner): Planner {
    return throughRoadmap(this, fallback)
  }
}

function graphOf(world: World, stored: StoredRoadmap, claims: RoadmapClaims): RoadmapGraph {
  const { home, points, edges } = stored
  if (home.length !== world.dof) throw new InvalidInputError('roadmap', home, `one of ${world.dof} variables`)
  const space = new PlanningSpace(world, home, [], stored.space)
  const names = space.moving.map((i) => world.variables[i]!)
  if (names.join() !== stored.moving.join()) {
    throw new InvalidInputError('roadmap', stored.moving, `one that moves ${names.join(', ')}`)
  }
  const graph = new RoadmapGraph(space)
  const q = home.slice()
  for (let v = 0; v * names.length < points.length; v++) {
    space.moving.forEach((i, k) => {
      q[i] = points[v * names.length + k]!
    })
    graph.addVertex(q)
  }
  const sets = stored.sets.map((members) => claims.set(members))
  for (let e = 0; e < edges.length; e += EDGE) {
    graph.addEdge(edges[e]!, edges[e + 1]!, edges[e + 2]!, sets[edges[e + 3]!]!, edges[e + 4]! - 1)
  }
  return graph
}
