// The slow roadmap query: every edge and every line is checked as a motion in the world as it is, and Dijkstra's algorithm goes over
// all vertices. It shares with the fast one the graph itself, the points of its edges and how many vertices an end is joined to.
import { expect } from 'vitest'
import { checkMotion, type PlanSolved, planNow, type Roadmap, type World } from '../../../src/entries/robots.js'
import { edgePoints, partsFor } from '../../../src/robots/roadmap/prove-edge.js'
import { neighboursFor } from '../../../src/robots/roadmap/roadmap-query.js'

/** Length of the shortest free way from start to goal, Infinity where there is none. */
export function slowLength(world: World, roadmap: Roadmap, start: Float64Array, goal: Float64Array): number {
  const { graph } = roadmap.viewIn(world)
  const { space } = graph
  const isFree = (points: readonly Float64Array[]): boolean => {
    return points.length < 2 || checkMotion(world, points).outcome === 'free'
  }
  const line = (a: Float64Array, b: Float64Array): number => {
    const length = space.distance(a, b)
    if (length === 0) return 0
    return isFree(edgePoints(space, a, b, partsFor(space, length))) ? length : Infinity
  }
  const count = neighboursFor(graph.size, space.degrees)
  const near = (q: Float64Array): number[] => {
    const all = Array.from({ length: graph.size }, (_, v) => v)
    const far = all.map((v) => space.distance(q, graph.point(v)))
    return all.sort((a, b) => far[a]! - far[b]! || a - b).slice(0, count)
  }
  // The start and the goal are the last two.
  const [from, to] = [graph.size, graph.size + 1]
  const ways = Array.from({ length: graph.size + 2 }, () => new Map<number, number>())
  const join = (a: number, b: number, length: number): void => {
    if (!(length < (ways[a]!.get(b) ?? Infinity))) return
    ways[a]!.set(b, length)
    ways[b]!.set(a, length)
  }
  for (let e = 0; e < graph.edges; e++) {
    if (isFree(graph.pointsOf(e))) join(...graph.ends(e), graph.lengths[e]!)
  }
  for (const v of near(start)) join(from, v, line(start, graph.point(v)))
  for (const v of near(goal)) join(to, v, line(graph.point(v), goal))
  join(from, to, line(start, goal))
  const costs = new Float64Array(graph.size + 2).fill(Infinity)
  const isDone = new Uint8Array(graph.size + 2)
  costs[from] = 0
  for (;;) {
    let v = -1
    for (let u = 0; u < costs.length; u++) {
      if (isDone[u] === 0 && costs[u]! < Infinity && (v === -1 || costs[u]! < costs[v]!)) v = u
    }
    if (v === -1 || v === to) return costs[to]!
    isDone[v] = 1
    for (const [u, length] of ways[v]!) costs[u] = Math.min(costs[u]!, costs[v]! + length)
  }
}

/** What the roadmap says of its edges in this world is true, and what is kept of it is in order. */
export function checkClaims(world: World, roadmap: Roadmap): void {
  const view = roadmap.viewIn(world)
  view.graph.validate()
  for (let e = 0; e < view.graph.edges; e++) {
    const isFree = checkMotion(world, view.graph.pointsOf(e)).outcome === 'free'
    if (view.isFree(e)) expect(isFree, `edge ${e} is free`).toBe(true)
    else if (view.isBlocked(e)) expect(isFree, `edge ${e} is blocked`).toBe(false)
  }
}

/** Asks both. The answer of the fast one is proved again, whatever way it came; undefined where a short search finds nothing either. */
export function askBoth(
  world: World,
  roadmap: Roadmap,
  start: Float64Array,
  goal: Float64Array,
): PlanSolved | undefined {
  const least = slowLength(world, roadmap, start, goal)
  const result = planNow(world, start, goal, { roadmap, maxMillis: 60_000, maxIterations: 300 })
  if (result.outcome !== 'solved') {
    expect(result.outcome).toBe('no-path-found')
    expect(least).toBe(Infinity)
    return undefined
  }
  const { path, length, roadmap: use } = result
  expect(path[0]).toEqual(start)
  expect(path.at(-1)).toEqual(goal)
  expect(checkMotion(world, path).outcome).toBe('free')
  expect(use!.found).toBe(least < Infinity ? 'in-roadmap' : 'by-search')
  if (least < Infinity) expect(length).toBeCloseTo(least, 9)
  return result
}
