// RRT-Connect (Kuffner and LaValle 2000) whose paths are proved. Two trees grow towards each other, from the start and from the
// goals: the smaller one takes a step towards a random configuration, and the other one goes towards where that ended for as
// long as it can.
//
// Lazy: edges are sampled when they are made. Where the trees meet, the edges of the path are proved in the direction of travel,
// the likeliest to collide first (2004, section II.D). An edge that is refuted, or that takes too long, is cut: what hung on
// it is joined to the other tree still, by the way that was just found, and goes there. What was proved of other edges stays
// with them. Eager: every edge is proved when it is made.
import { sharedMotion } from '../motion/pair-motion.js'
import { proveSegments, readLimits, verdictOf } from '../motion/prove-segments.js'
import { SegmentProver } from '../motion/segment-prover.js'
import { EdgeSampler } from './edge-sampler.js'
import type { FoundPath, PlannerInput, PlannerRun } from './plan-problem.js'
import { NO_NODE, PlanningTree } from './planning-tree.js'

/** Radians between two samples of an edge, if the caller says nothing. */
const RESOLUTION = 0.1

/** Tests between two looks at the clock. */
const STEPS_AT_ONCE = 2000

/** Tests after which an edge that is neither proved nor refuted is given up: another one is likely cheaper. */
const MOST_STEPS = 20_000

export function* rrtConnect(input: PlannerInput, isEager = false): PlannerRun {
  const search = new Search(input, isEager)
  const { counts, space, random } = input
  const q = new Float64Array(space.dof)
  // The straight way first, from either end.
  for (let k = 0; k < input.goals.length; k++) {
    counts.iterations++
    search.read(q, search.fromGoal, k)
    if (search.connect(search.fromStart, q)) {
      const found = yield* search.prove(search.reached, k)
      if (found !== undefined) return found
    }
    yield
  }
  search.read(q, search.fromStart, 0)
  if (search.connect(search.fromGoal, q)) {
    const found = yield* search.prove(0, search.reached)
    if (found !== undefined) return found
  }
  for (;;) {
    counts.iterations++
    const { fromStart, fromGoal } = search
    const [a, b] = fromStart.size <= fromGoal.size ? [fromStart, fromGoal] : [fromGoal, fromStart]
    space.sample(q, random)
    const added = search.extend(a, q)
    if (added !== NO_NODE && search.connect(b, search.end)) {
      const found = yield* a === fromStart ? search.prove(added, search.reached) : search.prove(search.reached, added)
      if (found !== undefined) return found
    }
    yield
  }
}

/** Both trees, and steps of the search. */
class Search {
  readonly fromStart: PlanningTree
  readonly fromGoal: PlanningTree
  /** Where the last `extend` or `connect` ended: a node's configuration, and its number. */
  readonly end: Float64Array
  reached = NO_NODE
  private readonly sampler: EdgeSampler
  private readonly from: Float64Array
  private readonly to: Float64Array
  private readonly target: Float64Array
  /** Of the edge that joins the trees. */
  private bridge: SegmentProver | undefined

  constructor(
    private readonly input: PlannerInput,
    private readonly isEager: boolean,
  ) {
    const { space, start, goals, counts, options } = input
    this.fromStart = new PlanningTree(space, true)
    this.fromGoal = new PlanningTree(space, false)
    this.fromStart.add(start, NO_NODE, 0)
    for (const [k, goal] of goals.entries()) {
      this.fromGoal.add(goal, NO_NODE, k)
      counts.closest = Math.min(counts.closest, space.distance(start, goal))
    }
    this.sampler = new EdgeSampler(input, options.resolution ?? RESOLUTION)
    this.end = new Float64Array(space.dof)
    this.from = new Float64Array(space.dof)
    this.to = new Float64Array(space.dof)
    this.target = new Float64Array(space.dof)
    this.count()
  }

  read(out: Float64Array, tree: PlanningTree, node: number): void {
    tree.read(out, node)
  }

  /** One step from the nearest node towards q, or to q. The new node, or NO_NODE. */
  extend(tree: PlanningTree, q: Float64Array): number {
    const node = tree.nearest(q)
    tree.read(this.from, node)
    const { nearestDistance } = tree
    if (!(nearestDistance > 0)) return NO_NODE
    const { range } = this.input.options
    return this.step(tree, node, q, nearestDistance, Math.min(range, nearestDistance))
  }

  /**
   * Steps from the nearest node towards `to`, a node of the other tree, for as long as nothing is in the way. True if the last node,
   * `reached`, can be joined to it.
   */
  connect(tree: PlanningTree, to: Float64Array): boolean {
    const { range } = this.input.options
    const { counts, space } = this.input
    // Often it is where the last step ended, and steps write there.
    const q = this.target
    q.set(to)
    let node = tree.nearest(q)
    let left = tree.nearestDistance
    tree.read(this.from, node)
    for (;;) {
      counts.closest = Math.min(counts.closest, left)
      this.reached = node
      if (left <= range) return this.join(tree, q, left)
      node = this.step(tree, node, q, left, range)
      if (node === NO_NODE) return false
      this.from.set(this.end)
      left = space.distance(this.from, q)
    }
  }

  /** Proves the path through both trees, or cuts what cannot be. */
  *prove(i: number, j: number): Generator<void, FoundPath | undefined, void> {
    const { input, fromStart, fromGoal } = this
    const { counts } = input
    const path = this.assemble(i, j)
    const provers = path.edges.map(({ tree, node }) => this.proverOf(tree, node))
    counts.phase = 'proving'
    let refuted = NO_NODE
    while (refuted === NO_NODE && !provers.every(({ isFree }) => isFree)) {
      this.work(provers, STEPS_AT_ONCE)
      refuted = provers.findIndex((prover) => prover.hit !== undefined || isGivenUp(prover))
      counts.proved = provers.reduce((sum, { proved }) => sum + proved, 0) / provers.length
      yield
    }
    counts.phase = 'searching'
    counts.proved = 0
    if (refuted === NO_NODE) {
      return this.found(path.waypoints, fromGoal.roots[j]!, provers)
    }
    counts.edgesRefuted++
    const { tree, node } = path.edges[refuted]!
    if (tree === fromStart) fromStart.moveTo(fromGoal, node, i, j, this.bridge)
    else if (tree === fromGoal) fromGoal.moveTo(fromStart, node, j, i, this.bridge)
    this.count()
    return undefined
  }

  private found(waypoints: Float64Array[], goal: number, provers: readonly SegmentProver[]): FoundPath {
    const { world, options } = this.input
    const { delta, clearance, continuous } = options
    const certificate = () => {
      const verdict = verdictOf(world.model(), provers, continuous, delta, clearance, readLimits({}))
      if (verdict.outcome !== 'free') throw new Error(verdict.outcome)
      return verdict.certificate()
    }
    return { waypoints, goal, proved: true, certificate }
  }

  /** A step of this length towards q, which is `distance` away, from a node that is in `from`. */
  private step(tree: PlanningTree, node: number, q: Float64Array, distance: number, length: number): number {
    const { space } = this.input
    if (length >= distance) this.end.set(q)
    else space.between(this.end, this.from, q, length / distance)
    if (!this.sampler.isFree(this.from, this.end, length)) return NO_NODE
    const prover = this.isEager ? this.provedEdge(tree, this.from, this.end) : undefined
    if (this.isEager && prover === undefined) return NO_NODE
    const added = tree.add(this.end, node, tree.roots[node]!)
    tree.provers[added] = prover
    this.count()
    return added
  }

  /** The edge between the trees, from `from` to q. */
  private join(tree: PlanningTree, q: Float64Array, length: number): boolean {
    if (!this.sampler.isFree(this.from, q, length, true)) return false
    this.bridge = undefined
    if (!this.isEager || length === 0) return true
    this.bridge = this.provedEdge(tree, this.from, q)
    return this.bridge !== undefined
  }

  private provedEdge(tree: PlanningTree, parent: Float64Array, child: Float64Array): SegmentProver | undefined {
    const { counts } = this.input
    const prover = tree.isForward ? this.newProver(parent, child) : this.newProver(child, parent)
    this.work([prover], MOST_STEPS)
    if (prover.isFree) return prover
    counts.edgesRefuted++
    return undefined
  }

  private work(provers: readonly SegmentProver[], maxSteps: number): void {
    this.input.counts.watch(provers, () => {
      proveSegments(provers, { maxSteps, deadline: Infinity, onProgress: undefined })
    })
  }

  private newProver(a: Float64Array, b: Float64Array): SegmentProver {
    const { world, space, options } = this.input
    return new SegmentProver(world, space.edge(a, b), options, sharedMotion)
  }

  /** Waypoints from the start through i and j to a goal, and the edges between them; the bridge is of no tree. */
  private assemble(i: number, j: number): { waypoints: Float64Array[]; edges: PathEdge[] } {
    const { fromStart, fromGoal } = this
    const waypoints: Float64Array[] = []
    const edges: PathEdge[] = []
    const point = (tree: PlanningTree, node: number): Float64Array => {
      const q = new Float64Array(this.input.space.dof)
      tree.read(q, node)
      return q
    }
    for (let k = i; k !== NO_NODE; k = fromStart.parents[k]!) {
      waypoints.unshift(point(fromStart, k))
      if (fromStart.parents[k] !== NO_NODE) edges.unshift({ tree: fromStart, node: k })
    }
    const first = point(fromGoal, j)
    if (first.some((x, k) => x !== waypoints.at(-1)![k])) {
      waypoints.push(first)
      this.bridge ??= this.newProver(waypoints.at(-2)!, first)
      edges.push({ tree: undefined, node: NO_NODE })
    }
    for (let k = j; fromGoal.parents[k] !== NO_NODE; k = fromGoal.parents[k]!) {
      edges.push({ tree: fromGoal, node: k })
      waypoints.push(point(fromGoal, fromGoal.parents[k]!))
    }
    return { waypoints, edges }
  }

  private proverOf(tree: PlanningTree | undefined, node: number): SegmentProver {
    if (tree === undefined) return this.bridge!
    const known = tree.provers[node]
    if (known !== undefined) return known
    tree.read(this.from, tree.parents[node]!)
    tree.read(this.to, node)
    const prover = tree.isForward ? this.newProver(this.from, this.to) : this.newProver(this.to, this.from)
    tree.provers[node] = prover
    return prover
  }

  private count(): void {
    const { counts } = this.input
    counts.fromStart = this.fromStart.size
    counts.fromGoal = this.fromGoal.size
    counts.nodes = counts.fromStart + counts.fromGoal
  }
}

interface PathEdge {
  /** Undefined for the edge between the trees. */
  readonly tree: PlanningTree | undefined
  readonly node: number
}

function isGivenUp(prover: SegmentProver): boolean {
  return !prover.isFree && (!prover.isOpen || prover.steps >= MOST_STEPS)
}
