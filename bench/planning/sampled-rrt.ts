// RRT-Connect as most planners have it: edges are sampled, nothing is proved. It is here to say what a proof costs, and how many
// paths collide without one. Straight lines of at most `range` a step; an edge counts as free if no sample of it collides.

import type { World } from '../../src/index.js'
import type { Random } from '../../src/math/random.js'

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
  readonly nodes: Float64Array[]
  readonly parents: number[] = [-1]

  constructor(root: Float64Array) {
    this.nodes = [root]
  }

  add(q: Float64Array, parent: number): number {
    this.parents.push(parent)
    return this.nodes.push(q) - 1
  }

  nearest(q: Float64Array): number {
    let best = 0
    let least = Infinity
    for (let i = 0; i < this.nodes.length; i++) {
      const node = this.nodes[i]!
      let sum = 0
      for (let k = 0; k < q.length; k++) sum += (q[k]! - node[k]!) ** 2
      if (sum < least) {
        least = sum
        best = i
      }
    }
    return best
  }

  toRoot(i: number): Float64Array[] {
    const out: Float64Array[] = []
    for (let k = i; k !== -1; k = this.parents[k]!) out.push(this.nodes[k]!)
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
    const from = tree.nodes[near]!
    const way = distanceOf(from, target)
    const arrived = way <= range
    const to = new Float64Array(target)
    if (!arrived) mix(to, from, target, range / way)
    return isEdgeFree(from, to) ? { at: tree.add(to, near), arrived } : undefined
  }

  let here = new Tree(start)
  let there = new Tree(goal)
  const fromStart = here
  const done = (path: readonly Float64Array[] | undefined): SampledResult => ({
    path,
    validityTests,
    nodes: here.nodes.length + there.nodes.length,
  })
  if (!isFree(start) || !isFree(goal)) return done(undefined)
  const sample = new Float64Array(start.length)
  while (performance.now() < deadline) {
    for (let k = 0; k < sample.length; k++) {
      sample[k] = random.range(world.lower[k]!, world.upper[k]!)
    }
    const grown = step(here, here.nearest(sample), sample)
    if (grown !== undefined) {
      const target = here.nodes[grown.at]!
      let near = there.nearest(target)
      for (;;) {
        const next = step(there, near, target)
        if (next === undefined) break
        near = next.at
        if (!next.arrived) continue
        const isForward = here === fromStart
        const a = (isForward ? here : there).toRoot(isForward ? grown.at : near).reverse()
        const b = (isForward ? there : here).toRoot(isForward ? near : grown.at)
        // Both end at the same configuration.
        return done([...a, ...b.slice(1)])
      }
    }
    ;[here, there] = [there, here]
  }
  return done(undefined)
}

export function distanceOf(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += (a[k]! - b[k]!) ** 2
  return Math.sqrt(sum)
}

function mix(out: Float64Array, a: Float64Array, b: Float64Array, t: number): void {
  for (let k = 0; k < a.length; k++) out[k] = a[k]! + t * (b[k]! - a[k]!)
}
