// RRT-Connect as most planners have it: edges are sampled, nothing is proved. It is here to say what a proof costs, and how many
// paths collide without one. The search is that of the engine's `rrt-connect`: the straight way first, then the smaller tree takes a
// few steps and the other one goes there; nodes that are blocked are passed over for what is far away. An edge counts as free if
// no sample of it collides.

import type { Random } from '../../src/base/math/random.js'
import type { World } from '../../src/index.js'

/** Steps in one direction; how far, in longest edges, nodes that are blocked are still taken; rounds in which all are. */
const STEPS = 3
const DOMAIN = 6
const WITHOUT_DOMAIN = 32

export interface SampledOptions {
  /** Longest edge, radians. */
  readonly range: number
  /** Two samples of an edge are no farther apart than this, radians. */
  readonly resolution: number
  readonly maxMillis: number
}

export interface SampledResult {
  /** undefined: none was found in time. */
  readonly path: readonly Float64Array[] | undefined
  readonly validityTests: number
  readonly nodes: number
}

class Tree {
  count = 0
  /** One node after the other. */
  private numbers: Float64Array
  private readonly dof: number
  private readonly parents: number[] = []
  /** From which a step has failed. */
  private readonly blocked: boolean[] = []

  constructor(root: Float64Array) {
    this.numbers = new Float64Array(64 * root.length)
    this.dof = root.length
    this.add(root, -1)
  }

  add(q: Float64Array, parent: number): number {
    const at = this.count * this.dof
    if (at === this.numbers.length) {
      const more = new Float64Array(2 * at)
      more.set(this.numbers)
      this.numbers = more
    }
    this.numbers.set(q, at)
    this.parents.push(parent)
    this.blocked.push(false)
    return this.count++
  }

  at(i: number): Float64Array {
    return this.numbers.slice(i * this.dof, (i + 1) * this.dof)
  }

  block(i: number): void {
    this.blocked[i] = true
  }

  /** -1 if all are blocked and farther than `domain`. */
  nearest(q: Float64Array, domain: number): number {
    const { numbers, blocked, dof, count } = this
    let best = -1
    let least = Infinity
    for (let i = 0; i < count; i++) {
      let sum = 0
      for (let k = 0; k < dof; k++) {
        const way = q[k]! - numbers[i * dof + k]!
        sum += way * way
      }
      if (sum < least && (sum <= domain * domain || !blocked[i])) {
        least = sum
        best = i
      }
    }
    return best
  }

  toRoot(i: number): Float64Array[] {
    const out: Float64Array[] = []
    for (let k = i; k !== -1; k = this.parents[k]!) out.push(this.at(k))
    return out
  }
}

export function sampledRrtConnect(
  world: World,
  start: Float64Array,
  goal: Float64Array,
  random: Random,
  { range, resolution, maxMillis }: SampledOptions,
): SampledResult {
  const deadline = performance.now() + maxMillis
  const probe = new Float64Array(start.length)
  let validityTests = 0
  const isFree = (q: Float64Array): boolean => {
    validityTests++
    return !world.collides(q)
  }
  /** The far end first, then halves of halves, so that a collision is found soon. */
  const isEdgeFree = (from: Float64Array, to: Float64Array): boolean => {
    if (!isFree(to)) return false
    const steps = Math.ceil(distanceOf(from, to) / resolution)
    if (steps < 2) return true
    const count = 2 ** Math.ceil(Math.log2(steps))
    for (let stride = count; stride > 1; stride /= 2) {
      for (let i = stride / 2; i < count; i += stride) {
        mix(probe, from, to, i / count)
        if (!isFree(probe)) return false
      }
    }
    return true
  }
  const step = (tree: Tree, near: number, target: Float64Array): { at: number; arrived: boolean } | undefined => {
    const from = tree.at(near)
    const way = distanceOf(from, target)
    const arrived = way <= range
    const to = new Float64Array(target)
    if (!arrived) mix(to, from, target, range / way)
    if (isEdgeFree(from, to)) return { at: tree.add(to, near), arrived }
    tree.block(near)
    return undefined
  }

  const fromStart = new Tree(start)
  const fromGoal = new Tree(goal)
  const done = (path: readonly Float64Array[] | undefined): SampledResult => ({
    path,
    validityTests,
    nodes: fromStart.count + fromGoal.count,
  })
  let domain = Infinity
  /** Steps towards a node of the other tree; the path, once it is reached. */
  const connect = (tree: Tree, other: Tree, node: number): readonly Float64Array[] | undefined => {
    const target = other.at(node)
    let near = tree.nearest(target, domain)
    while (near !== -1) {
      const next = step(tree, near, target)
      if (next === undefined) return undefined
      near = next.at
      if (!next.arrived) continue
      const [a, b] = tree === fromStart ? [near, node] : [node, near]
      // Both end at the same configuration.
      return [...fromStart.toRoot(a).reverse(), ...fromGoal.toRoot(b).slice(1)]
    }
    return undefined
  }
  if (!isFree(start) || !isFree(goal)) return done(undefined)
  let path = connect(fromStart, fromGoal, 0) ?? connect(fromGoal, fromStart, 0)
  const sample = new Float64Array(start.length)
  for (let round = 1; path === undefined && performance.now() < deadline; round++) {
    domain = round % WITHOUT_DOMAIN === 0 ? Infinity : DOMAIN * range
    for (let k = 0; k < sample.length; k++) sample[k] = random.range(world.lower[k]!, world.upper[k]!)
    const [tree, other] = fromStart.count <= fromGoal.count ? [fromStart, fromGoal] : [fromGoal, fromStart]
    let last = tree.nearest(sample, domain)
    let grown = false
    for (let k = 0; k < STEPS && last !== -1; k++) {
      const next = step(tree, last, sample)
      if (next === undefined) break
      grown = true
      last = next.at
      if (next.arrived) break
    }
    if (grown) path = connect(other, tree, last)
  }
  return done(path)
}

export function distanceOf(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += (a[k]! - b[k]!) ** 2
  return Math.sqrt(sum)
}

function mix(out: Float64Array, a: Float64Array, b: Float64Array, t: number): void {
  for (let k = 0; k < a.length; k++) out[k] = a[k]! + t * (b[k]! - a[k]!)
}
