// RRT-Connect (Kuffner and LaValle 2000) whose paths are proved. Two trees grow towards each other, from the start and from the
// goals: the smaller one takes a few steps towards a random configuration, and the other one goes towards where they ended for as
// long as it can. Nodes from which the way was blocked are passed over for what is far away (dynamic domains, Yershova et al.
// 2005, of a fixed size): there, most often, is an obstacle between.
//
// Lazy: edges are sampled when they are made. Where the trees meet, the path is proved. An edge that is refuted, or that takes
// too long, is cut: what hung on it is joined to the other tree still, by the way that was just found, and goes there. Eager:
// every edge is proved when it is made.
import { EdgeSampler } from './edge-sampler.js'
import { type FoundPath, LATER_ROUNDS, type PlannerInput, type PlannerRun } from './plan-problem.js'
import { NO_NODE, PlanningTree } from './planning-tree.js'
import { PathProofs } from './rrt-connect-proofs.js'

/**
 * Radians: the longest edge and the longest step between its samples, if the caller says nothing, for as many degrees of freedom
 * as an arm has. Short edges matter most: plans in a cage took twice as long with edges of 1, and twenty times with 4. But
 * where more moves, each of it moves less: six arms that are planned together found their way ten times sooner with edges
 * of 2 to 3.
 */
const RANGE = 0.5
const RESOLUTION = 0.1
const DEGREES = 7

/** Steps in one direction, if nothing is in the way. */
const STEPS = 3

/** Of nodes that are blocked, in lengths of the longest edge: farther than this, others are taken. */
const DOMAIN = 6

/** But not in every round: where all are blocked, one must still be tried. */
const WITHOUT_DOMAIN = 32

/** Steps of a connection between two readings of the clock. */
const STEPS_AT_ONCE = 16

/** A node's steps are halved after this many failures, and again after four times as many; no more often than this. */
const FEW_FAILURES = 64
const MOST_HALVINGS = 6

export function* rrtConnect(input: PlannerInput, isEager = false): PlannerRun {
  const search = new Search(input, isEager)
  const { counts, random, goals, start } = input
  let { space, later } = input
  const { fromStart, fromGoal } = search
  // The straight way first. Goals and the start are the first nodes of their trees, and stay there.
  for (let k = 0; k < goals.length; k++) {
    counts.iterations++
    if (yield* search.connect(fromStart, goals[k]!)) {
      const found = yield* search.prove(search.reached, k)
      if (found !== undefined) return found
    }
    yield
  }
  // And from the other side, as far as it is free.
  counts.iterations++
  if (yield* search.connect(fromGoal, start)) {
    const found = yield* search.prove(0, search.reached)
    if (found !== undefined) return found
  }
  yield
  const q = new Float64Array(space.dof)
  for (;;) {
    counts.iterations++
    if (later !== undefined && counts.iterations >= LATER_ROUNDS) {
      space = later.space
      search.addGoals(later.goals, goals.length)
      later = undefined
    }
    const isForward = fromStart.size <= fromGoal.size
    space.sample(q, random)
    const added = search.extend(isForward ? fromStart : fromGoal, q)
    if (added !== NO_NODE && (yield* search.connect(isForward ? fromGoal : fromStart, search.end))) {
      const found = yield* isForward ? search.prove(added, search.reached) : search.prove(search.reached, added)
      if (found !== undefined) return found
    }
    yield
  }
}

/** Both trees, and steps of the search. */
class Search {
  readonly fromStart: PlanningTree
  readonly fromGoal: PlanningTree
  /** Where the last step ended. */
  readonly end: Float64Array
  /** The node from which the last connection was made. */
  reached = NO_NODE
  private readonly sampler: EdgeSampler
  private readonly proofs: PathProofs
  private readonly range: number
  private readonly from: Float64Array
  private readonly target: Float64Array

  constructor(
    private readonly input: PlannerInput,
    private readonly isEager: boolean,
  ) {
    const { space, start, goals, counts, options } = input
    this.fromStart = new PlanningTree(space)
    this.fromGoal = new PlanningTree(space)
    this.fromStart.add(start, NO_NODE, 0)
    this.addGoals(goals, 0)
    this.fromGoal.nearest(start)
    counts.closest = this.fromGoal.nearestDistance
    const crowd = Math.max(1, space.degrees / DEGREES)
    this.range = options.range ?? RANGE * crowd
    this.sampler = new EdgeSampler(input, options.resolution ?? RESOLUTION * Math.sqrt(crowd))
    this.proofs = new PathProofs(input)
    this.end = new Float64Array(space.dof)
    this.from = new Float64Array(space.dof)
    this.target = new Float64Array(space.dof)
    this.count()
  }

  /** More roots of the tree from the goals, numbered from `first`. */
  addGoals(goals: readonly Float64Array[], first: number): void {
    for (const [k, goal] of goals.entries()) this.fromGoal.add(goal, NO_NODE, first + k)
    this.count()
  }

  /** Some steps from the nearest node towards q, or to q. The last new node, whose place is in `end`, or NO_NODE. */
  extend(tree: PlanningTree, q: Float64Array): number {
    const { space } = this.input
    let node = tree.nearest(q, this.domain())
    let left = tree.nearestDistance
    if (node === NO_NODE || !(left > 0)) return NO_NODE
    const first = node
    const range = this.range / (1 << halvings(tree.failures[node]!))
    for (let k = 0; k < STEPS && left > 0; k++) {
      tree.read(this.from, node)
      const added = this.step(tree, node, q, left, range)
      if (added === NO_NODE) break
      node = added
      left = left > range ? space.distance(this.end, q) : 0
    }
    if (node === first) {
      tree.failures[node]!++
      return NO_NODE
    }
    tree.read(this.end, node)
    return node
  }

  /**
   * Steps from the nearest node towards `to`, a node of the other tree, for as long as nothing is in the way. True if the last
   * node, `reached`, can be joined to it.
   */
  *connect(tree: PlanningTree, to: Float64Array): Generator<void, boolean, void> {
    const { counts, space } = this.input
    // Often it is where the last step ended, and steps write there.
    const q = this.target
    q.set(to)
    let node = tree.nearest(q, this.domain())
    let left = tree.nearestDistance
    for (let k = 1; node !== NO_NODE; k++) {
      tree.read(this.from, node)
      counts.closest = Math.min(counts.closest, left)
      this.reached = node
      if (left <= this.range) {
        const isJoined = this.isPassable(tree, q, left, true)
        if (!isJoined) tree.blocked[node] = 1
        return isJoined
      }
      node = this.step(tree, node, q, left, this.range)
      left = space.distance(this.end, q)
      if (k % STEPS_AT_ONCE === 0) yield
    }
    return false
  }

  /** Proves the path through node i of the tree from the start and node j of the other, or cuts what cannot be had. */
  *prove(i: number, j: number): Generator<void, FoundPath | undefined, void> {
    const { fromStart, fromGoal } = this
    const before = this.wayToRoot(fromStart, i).reverse()
    const after = this.wayToRoot(fromGoal, j)
    const meet = before.at(-1)!.q.every((x, k) => x === after[0]!.q[k])
    const points = [...before, ...(meet ? after.slice(1) : after)].map(({ q }) => q)
    const proved = yield* this.proofs.provePath(points)
    if (typeof proved !== 'number') {
      const { waypoints, certificate } = proved
      return { waypoints, goal: fromGoal.roots[j]!, certificate }
    }
    // Edge k is above point k + 1 in the tree from the start, and above point k in the other; one between the trees is in
    // neither.
    if (proved < before.length - 1) fromStart.moveTo(fromGoal, before[proved + 1]!.node, i, j)
    else if (proved >= points.length - after.length) {
      fromGoal.moveTo(fromStart, after[proved - (points.length - after.length)]!.node, j, i)
    }
    this.count()
    return undefined
  }

  /** A step of at most `range` towards q, which is so far from `node`, whose configuration is in `from`. */
  private step(tree: PlanningTree, node: number, q: Float64Array, distance: number, range: number): number {
    const { space } = this.input
    const length = Math.min(range, distance)
    if (length >= distance) this.end.set(q)
    else space.between(this.end, this.from, q, length / distance)
    if (!this.isPassable(tree, this.end, length, false)) {
      tree.blocked[node] = 1
      return NO_NODE
    }
    const added = tree.add(this.end, node, tree.roots[node]!)
    this.count()
    return added
  }

  /** The edge between `from` and q: sampled, and proved if that is wanted at once. */
  private isPassable(tree: PlanningTree, q: Float64Array, length: number, isKnown: boolean): boolean {
    if (!this.sampler.isFree(this.from, q, length, isKnown)) return false
    if (!this.isEager || length === 0) return true
    return tree === this.fromStart ? this.proofs.proveEdge(this.from, q) : this.proofs.proveEdge(q, this.from)
  }

  private domain(): number {
    return this.input.counts.iterations % WITHOUT_DOMAIN === 0 ? Infinity : DOMAIN * this.range
  }

  private wayToRoot(tree: PlanningTree, from: number): { node: number; q: Float64Array }[] {
    const out: { node: number; q: Float64Array }[] = []
    for (let node = from; node !== NO_NODE; node = tree.parents[node]!) {
      const q = new Float64Array(this.input.space.dof)
      tree.read(q, node)
      out.push({ node, q })
    }
    return out
  }

  private count(): void {
    const { counts } = this.input
    counts.fromStart = this.fromStart.size
    counts.fromGoal = this.fromGoal.size
    counts.nodes = counts.fromStart + counts.fromGoal
  }
}

function halvings(failures: number): number {
  if (failures < FEW_FAILURES) return 0
  return Math.min(MOST_HALVINGS, 1 + ((31 - Math.clz32(failures / FEW_FAILURES)) >> 1))
}
