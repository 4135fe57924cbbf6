// The shortest way through a roadmap: A* (Hart, Nilsson and Raphael 1968) from a start that is not in it to goals that are not, by
// lines to vertices that are near. Lines and edges that nothing is known of are passed as if they were free: what comes out is proved
// afterwards, and searched again where that fails (lazy, as Bohlin and Kavraki 2000). The straight distance to the nearest goal is a
// lower bound of what is left, up to rounding, which may cost the last digits of a length and nothing else.
import FlatQueue from 'flatqueue'
import { NO_NUMBER } from './roadmap-graph.js'
import type { RoadmapView } from './roadmap-view.js'

/** A line between a vertex and the start or a goal, or from the start to a goal. */
export interface RoadmapLine {
  /** NO_NUMBER for the start itself. */
  readonly vertex: number
  /** NO_NUMBER for lines from the start to vertices. */
  readonly goal: number
  readonly length: number
  state: 'unknown' | 'free' | 'refuted'
}

/** A way through: the line from the start, edges, and the line to a goal; the first is left out where the last one begins at the start. */
export interface RoadmapWay {
  readonly first: RoadmapLine | undefined
  /** Half-edges, in the order of travel. */
  readonly halves: readonly number[]
  readonly last: RoadmapLine
}

export class RoadmapSearch {
  private readonly costs: Float64Array
  private readonly rest: Float64Array
  /** By vertex: the half-edge that it was reached by; or, less than NO_NUMBER, the line from the start. */
  private readonly reached: Int32Array
  private readonly queue = new FlatQueue<number>()
  /** By vertex: the first line to a goal, and by line the next one of the same vertex. */
  private readonly heads: Int32Array
  private readonly nextLine: Int32Array
  private readonly direct: number[] = []

  constructor(
    private readonly view: RoadmapView,
    goals: readonly Float64Array[],
    private readonly fromStart: readonly RoadmapLine[],
    private readonly toGoals: readonly RoadmapLine[],
  ) {
    const { graph } = view
    this.costs = new Float64Array(graph.size)
    this.rest = new Float64Array(graph.size).fill(NO_NUMBER)
    this.reached = new Int32Array(graph.size)
    this.heads = new Int32Array(graph.size).fill(NO_NUMBER)
    this.nextLine = new Int32Array(toGoals.length)
    toGoals.forEach(({ vertex }, k) => {
      if (vertex === NO_NUMBER) {
        this.direct.push(k)
        return
      }
      this.nextLine[k] = this.heads[vertex]!
      this.heads[vertex] = k
    })
    this.goals = goals
  }

  private readonly goals: readonly Float64Array[]

  /** The shortest way that nothing is known against, or undefined. */
  find(): RoadmapWay | undefined {
    const { view, costs, reached, queue, fromStart, toGoals, nextLine, heads } = this
    const { graph } = view
    costs.fill(Infinity)
    queue.clear()
    let best = Infinity
    let last = NO_NUMBER
    for (const k of this.direct) {
      const line = toGoals[k]!
      if (line.state === 'refuted' || !(line.length < best)) continue
      best = line.length
      last = k
    }
    fromStart.forEach(({ vertex, length, state }, k) => {
      if (state === 'refuted' || !(length < costs[vertex]!)) return
      costs[vertex] = length
      reached[vertex] = NO_NUMBER - 1 - k
      queue.push(vertex, length + this.restOf(vertex))
    })
    while (queue.length > 0 && queue.peekValue()! < best) {
      const value = queue.peekValue()!
      const v = queue.pop()!
      const cost = costs[v]!
      // It was reached by a shorter way since.
      if (value > cost + this.restOf(v)) continue
      for (let k = heads[v]!; k !== NO_NUMBER; k = nextLine[k]!) {
        const { state, length } = toGoals[k]!
        if (state === 'refuted' || !(cost + length < best)) continue
        best = cost + length
        last = k
      }
      const { next, targets, lengths } = graph
      for (let h = graph.heads[v]!; h !== NO_NUMBER; h = next[h]!) {
        const to = targets[h]!
        const through = cost + lengths[h >> 1]!
        if (!(through < costs[to]!) || view.isBlocked(h >> 1)) continue
        costs[to] = through
        reached[to] = h
        queue.push(to, through + this.restOf(to))
      }
    }
    return last === NO_NUMBER ? undefined : this.wayTo(toGoals[last]!)
  }

  private wayTo(last: RoadmapLine): RoadmapWay {
    const { graph } = this.view
    if (last.vertex === NO_NUMBER) return { first: undefined, halves: [], last }
    const halves: number[] = []
    let v = last.vertex
    for (let h = this.reached[v]!; h >= 0; h = this.reached[v]!) {
      halves.push(h)
      v = graph.targets[h ^ 1]!
    }
    return { first: this.fromStart[NO_NUMBER - 1 - this.reached[v]!]!, halves: halves.reverse(), last }
  }

  /** No more than the way from a vertex to the nearest goal. */
  private restOf(vertex: number): number {
    const { rest, goals } = this
    if (rest[vertex]! >= 0) return rest[vertex]!
    const { space, points, dof } = this.view.graph
    let least = Infinity
    for (const goal of goals) least = Math.min(least, space.distanceSq(goal, 0, points, vertex * dof, least))
    rest[vertex] = Math.sqrt(least)
    return rest[vertex]!
  }
}
