// RRT-Connect (Kuffner and LaValle 2000) whose paths are proved. Two trees grow towards each other, from the start and from the
// goals: the smaller one takes a few steps towards a random configuration, and the other one goes towards where they ended for as
// long as it can. Nodes from which the way was blocked are passed over for what is far away (dynamic domains, Yershova et al.
// 2005, of a fixed size): there, most often, is an obstacle between.
//
// Where steps from a node keep failing, most likely in a pocket, some of its tries move a hand straight instead (hand-moves.ts).
//
// Lazy: edges are sampled when they are made. Where the trees meet, the path is made shorter by a few samples and proved; a
// shortcut that is not free gives way to the trees' own edges. An edge of theirs that is refuted, or that takes
// too long, is cut: what hung on it is joined to the other tree still, by the way that was just found, and goes there. Eager:
// every edge is proved when it is made.
import { EdgeSampler } from './edge-sampler.js'
import { HandMoves, HandShare } from './hand-moves.js'
import { pathLength } from './path-length.js'
import { type FoundPath, LATER_ROUNDS, type PlannerInput, type PlannerRun } from './plan-problem.js'
import { NO_NODE, PlanningTree } from './planning-tree.js'
import { PathProofs } from './rrt-connect-proofs.js'
import { edgesThrough, skipPoints } from './skip-points.js'

/**
 * Radians: the longest edge, the longest step between its samples, and how far from what they can reach nodes that are blocked
 * are still taken, if the caller says nothing, for as many degrees of freedom as an arm has. Short edges matter: plans in a cage
 * took twenty times as long with edges of 4. But where more moves, each of it moves less, and everything is farther away: edges
 * and steps grow with the root of the degrees of freedom, the domain in proportion.
 */
const RANGE = 0.7
const RESOLUTION = 0.1
const DOMAIN = 3
const DEGREES = 7

/** Steps in one direction, if nothing is in the way. */
const STEPS = 3

/** The domain does not count in every round: where all are blocked, one must still be tried. */
const WITHOUT_DOMAIN = 32

/** Steps of a connection between two readings of the clock. */
const STEPS_AT_ONCE = 16

/** A node's steps are halved after this many failures, and again after four times as many; no more often than this. */
const FEW_FAILURES = 64
const MOST_HALVINGS = 6

/** A node that this many steps have failed from may be in a pocket. */
const STUCK = 8

/** Steps of a hand in one direction. */
const HAND_STEPS = 2

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
      if (found !== undefined) return found === 'too-long' ? undefined : found
    }
    yield
  }
  // And from the other side, as far as it is free.
  counts.iterations++
  if (yield* search.connect(fromGoal, start)) {
    const found = yield* search.prove(0, search.reached)
    if (found !== undefined) return found === 'too-long' ? undefined : found
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
    const isForward = search.isStartNext()
    space.sample(q, random)
    const added = search.extend(isForward ? fromStart : fromGoal, q)
    if (added !== NO_NODE && (yield* search.connect(isForward ? fromGoal : fromStart, search.end))) {
      const found = yield* isForward ? search.prove(added, search.reached) : search.prove(search.reached, added)
      if (found !== undefined) return found === 'too-long' ? undefined : found
    }
    yield
  }
}

const direction = new Float64Array(3)

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
  private readonly farthest: number
  private readonly shares = [new HandShare(), new HandShare()] as const
  private hands: HandMoves | undefined
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
    this.range = options.range ?? RANGE * Math.sqrt(crowd)
    this.farthest = DOMAIN * crowd
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

  /** The smaller tree grows next, by nodes that stuck ones have not made: in a pocket they may be many, and lead nowhere. */
  isStartNext(): boolean {
    const [start, goal] = this.shares
    return this.fromStart.size - start.nodes <= this.fromGoal.size - goal.nodes
  }

  /** Some steps from the nearest node towards q, or to q, or of a hand. The last new node, whose place is in `end`, or NO_NODE. */
  extend(tree: PlanningTree, q: Float64Array): number {
    const { space, random } = this.input
    let node = tree.nearest(q, this.domain())
    let left = tree.nearestDistance
    if (node === NO_NODE || !(left > 0)) return NO_NODE
    const first = node
    const range = this.range / (1 << halvings(tree.failures[node]!))
    const share = tree === this.fromStart ? this.shares[0] : this.shares[1]
    const isStuck = tree.failures[node]! >= STUCK
    if (isStuck && random.unit() < share.now()) return this.moveHand(tree, node, range, share)
    for (let k = 0; k < STEPS && left > 0; k++) {
      tree.read(this.from, node)
      const added = this.step(tree, node, q, left, range)
      if (added === NO_NODE) break
      node = added
      left = left > range ? space.distance(this.end, q) : 0
    }
    if (isStuck) share.tell(false, node !== first)
    return this.ended(tree, first, node)
  }

  /** Some steps of a hand in a random direction from a node. The last new node, whose place is in `end`, or NO_NODE. */
  private moveHand(tree: PlanningTree, first: number, range: number, share: HandShare): number {
    const { random, space, world } = this.input
    this.hands ??= new HandMoves(world, space)
    const { count } = this.hands
    if (count === 0) return NO_NODE
    const hand = count === 1 ? 0 : random.integer(count)
    random.direction(direction)
    let node = first
    for (let k = 0; k < HAND_STEPS; k++) {
      tree.read(this.from, node)
      if (!this.hands.step(this.end, this.from, hand, direction, range)) break
      const length = space.distance(this.from, this.end)
      if (!this.isPassable(tree, this.end, length, false)) break
      node = tree.add(this.end, node, tree.roots[node]!)
      share.nodes++
    }
    this.count()
    share.tell(true, node !== first)
    return this.ended(tree, first, node)
  }

  /** After steps from `first` to `last`. */
  private ended(tree: PlanningTree, first: number, last: number): number {
    if (last === first) {
      tree.failures[first]!++
      return NO_NODE
    }
    tree.read(this.end, last)
    return last
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
        if (!isJoined) tree.block(node)
        return isJoined
      }
      node = this.step(tree, node, q, left, this.range)
      left = space.distance(this.end, q)
      if (k % STEPS_AT_ONCE === 0) yield
    }
    return false
  }

  /** Proves the path through node i of the tree from the start and node j of the other, or cuts what cannot be had. */
  *prove(i: number, j: number): Generator<void, FoundPath | 'too-long' | undefined, void> {
    const { fromStart, fromGoal } = this
    const before = this.wayToRoot(fromStart, i).reverse()
    const after = this.wayToRoot(fromGoal, j)
    const meet = before.at(-1)!.q.every((x, k) => x === after[0]!.q[k])
    const points = [...before, ...(meet ? after.slice(1) : after)].map(({ q }) => q)
    const { space, mostLength = Infinity } = this.input
    const kept = skipPoints(space, this.sampler, points)
    const isTooLong =
      pathLength(
        space,
        kept.map((k) => points[k]!),
      ) > mostLength
    if (isTooLong) return 'too-long'
    let refuted = -1
    while (refuted === -1) {
      const path = edgesThrough(space, points, kept, this.range)
      const proved = yield* this.proofs.provePath(path.points)
      if (typeof proved !== 'number') {
        const { waypoints, certificate } = proved
        return { waypoints, goal: fromGoal.roots[j]!, certificate }
      }
      const k = path.from[proved]!
      const [a, b] = [kept[k]!, kept[k + 1]!]
      if (b === a + 1) refuted = a
      else kept.splice(k + 1, 0, ...Array.from({ length: b - a - 1 }, (_, i) => a + 1 + i))
    }
    // Edge k is above point k + 1 in the tree from the start, and above point k in the other; one between the trees is in
    // neither.
    if (refuted < before.length - 1) fromStart.moveTo(fromGoal, before[refuted + 1]!.node, i, j)
    else if (refuted >= points.length - after.length) {
      fromGoal.moveTo(fromStart, after[refuted - (points.length - after.length)]!.node, j, i)
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
      tree.block(node)
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
    return this.input.counts.iterations % WITHOUT_DOMAIN === 0 ? Infinity : this.farthest
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
