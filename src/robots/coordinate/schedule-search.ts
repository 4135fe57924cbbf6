// Who goes first: one decision for every component of every diagram, so that the last robot arrives as early as can be.
//
// Best first. A node has some components decided; the signals that follow give the earliest times of all robots (a longest path over
// their marks). If in these times some undecided component is passed on neither side, the first one that is met is decided both
// ways. Otherwise every component is passed on some side, which is its decision: signals for all of them, so that they hold however
// late a robot is, not for those alone that the nominal timing comes near.
import FlatQueue from 'flatqueue'
import { U } from '../../base/math/rounding.js'
import type { Steps } from '../../base/work/steps.js'
import type { Component, Step } from './components.js'

/** Robot `robot` may not enter its atom `mark` before robot `after` has reached its mark `left`. */
export interface Signal {
  readonly robot: number
  readonly mark: number
  readonly after: number
  readonly left: number
}

/** The components of two robots. */
export interface PairComponents {
  readonly a: number
  readonly b: number
  readonly components: readonly Component[]
}

/** By robot and mark, seconds: when it gets there, and when it leaves. */
export interface Timing {
  readonly arrive: readonly Float64Array[]
  readonly depart: readonly Float64Array[]
}

export interface FoundSchedule {
  readonly kind: 'schedule'
  readonly signals: readonly Signal[]
  /** Of the components alone that the search had to decide: those that the nominal timing meets. For experiments: it collides. */
  readonly met: readonly Signal[]
  readonly timing: Timing
  readonly cost: number
  readonly nodes: number
}

/** No decisions let all arrive: a component that can be passed on neither side, as far as the search got. */
export interface NoSchedule {
  readonly kind: 'deadlock'
  readonly pair: PairComponents
  readonly component: Component
  /** Components that can be passed on neither side, whatever the others do; 1 at least. */
  readonly conflicts: number
  readonly nodes: number
}

/** More decisions than this are not tried. */
const MOST_NODES = 20_000

const OPEN = 0
const A_FIRST = 1
const B_FIRST = 2

/** A component among all, and what it says in either case. */
interface Choice {
  readonly pair: PairComponents
  readonly component: Component
  readonly ifA: readonly Signal[] | undefined
  readonly ifB: readonly Signal[] | undefined
}

export interface ScheduleProblem {
  /** By robot: seconds that each atom takes. */
  readonly durations: readonly Float64Array[]
  readonly pairs: readonly PairComponents[]
  /** Seconds that the other waits after a robot has left. */
  readonly lag: number
  readonly objective: 'makespan' | 'sum'
}

/** Undefined: the limit of nodes was reached. */
export function* findSchedule(problem: ScheduleProblem): Steps<FoundSchedule | NoSchedule | undefined> {
  const { pairs } = problem
  const choices = pairs.flatMap((pair) => pair.components.map((component) => choiceOf(pair, component)))
  const hopeless = choices.filter(({ ifA, ifB }) => ifA === undefined && ifB === undefined)
  if (hopeless.length > 0) return deadlock(hopeless[0]!, hopeless.length + 1, 0)
  const queue = new FlatQueue<number>()
  const nodes: { sides: Uint8Array; timing: Timing }[] = []
  const push = (sides: Uint8Array): void => {
    const timing = earliest(problem, signalsOf(choices, sides))
    if (timing === undefined) return
    queue.push(nodes.length, costOf(problem, timing))
    nodes.push({ sides, timing })
  }
  // What is forced is decided.
  push(Uint8Array.from(choices, ({ ifA, ifB }) => (ifB === undefined ? A_FIRST : ifA === undefined ? B_FIRST : OPEN)))
  let count = 0
  let stuck = choices.find(({ ifA, ifB }) => ifA === undefined || ifB === undefined)
  while (queue.length > 0) {
    const cost = queue.peekValue()!
    const { sides, timing } = nodes[queue.pop()!]!
    if (++count > MOST_NODES) return undefined
    yield
    const open = firstMet(choices, sides, timing, problem.lag)
    if (open === undefined) {
      const all = sides.map((side, c) =>
        side !== OPEN ? side : isPassed(choices[c]!.ifA!, timing, problem.lag) ? A_FIRST : B_FIRST,
      )
      const signals = fewer(problem, essential(signalsOf(choices, all)), cost)
      const met = essential(signalsOf(choices, sides))
      return { kind: 'schedule', signals, met, timing: earliest(problem, signals)!, cost, nodes: count }
    }
    stuck = choices[open]
    for (const side of [A_FIRST, B_FIRST]) {
      const next = sides.slice()
      next[open] = side
      push(next)
    }
  }
  return deadlock(stuck ?? choices[0]!, 1, count)
}

function deadlock({ pair, component }: Choice, conflicts: number, nodes: number): NoSchedule {
  return { kind: 'deadlock', pair, component, conflicts, nodes }
}

function choiceOf(pair: PairComponents, component: Component): Choice {
  const to = (steps: readonly Step[] | undefined, robot: number, after: number): readonly Signal[] | undefined =>
    steps?.map(({ mark, left }) => ({ robot, mark, after, left }))
  return { pair, component, ifA: to(component.ifA, pair.b, pair.a), ifB: to(component.ifB, pair.a, pair.b) }
}

function signalsOf(choices: readonly Choice[], sides: Uint8Array): Signal[] {
  return choices.flatMap(({ ifA, ifB }, c) => (sides[c] === A_FIRST ? ifA! : sides[c] === B_FIRST ? ifB! : []))
}

/** The earliest times that respect the signals; undefined where some wait for each other. */
export function earliest(
  { durations, lag }: Pick<ScheduleProblem, 'durations' | 'lag'>,
  signals: readonly Signal[],
  /** By robot and mark: seconds that it waits there beyond that. */
  delays: readonly ReadonlyMap<number, number>[] = [],
): Timing | undefined {
  const robots = durations.length
  const arrive = durations.map((own) => new Float64Array(own.length + 1))
  const depart = durations.map((own) => new Float64Array(own.length + 1))
  const waits = durations.map((): Map<number, Signal[]> => new Map())
  for (const signal of signals) {
    const own = waits[signal.robot]!.get(signal.mark)
    if (own === undefined) waits[signal.robot]!.set(signal.mark, [signal])
    else own.push(signal)
  }
  /** Marks that are reached. */
  const reached = new Int32Array(robots)
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (let r = 0; r < robots; r++) {
      const own = durations[r]!
      for (let m = reached[r]!; m < own.length; m++) {
        let at = arrive[r]![m]!
        let isHeld = false
        for (const { after, left } of waits[r]!.get(m) ?? []) {
          if (reached[after]! < left) isHeld = true
          else at = Math.max(at, sumUp(arrive[after]![left]!, lag))
        }
        if (isHeld) break
        at += delays[r]?.get(m) ?? 0
        depart[r]![m] = at
        arrive[r]![m + 1] = at + own[m]!
        reached[r] = m + 1
        isMoving = true
      }
    }
  }
  for (let r = 0; r < robots; r++) {
    const last = durations[r]!.length
    if (reached[r]! < last) return undefined
    depart[r]![last] = arrive[r]![last]!
  }
  return { arrive, depart }
}

/** Of numbers that are not negative, rounded up: the difference of two times is no less than the lag that was asked for. */
function sumUp(x: number, y: number): number {
  const sum = x + y
  const part = sum - x
  // What was rounded off. Where there is any, the sum is a normal number, and the product is more than it.
  return x - (sum - part) + (y - part) > 0 ? sum * (1 + 2 * U) : sum
}

function costOf({ objective }: ScheduleProblem, { arrive }: Timing): number {
  const ends = arrive.map((own) => own.at(-1)!)
  return objective === 'sum' ? ends.reduce((sum, end) => sum + end, 0) : Math.max(...ends)
}

/** Do the times respect these signals, even if everyone but the waiting one is late by `lag`? */
function isPassed(signals: readonly Signal[], timing: Timing, lag: number): boolean {
  return lagOf(signals, timing) >= lag
}

/** How late the robots may be that others wait for, before one that goes by the clock alone would pass too early. */
export function lagOf(signals: readonly Signal[], { arrive, depart }: Timing): number {
  let least = Infinity
  for (const { robot, mark, after, left } of signals) {
    least = Math.min(least, depart[robot]![mark]! - arrive[after]![left]!)
  }
  return least
}

/** The component, of those that are passed on neither side, that is met first. */
function firstMet(choices: readonly Choice[], sides: Uint8Array, timing: Timing, lag: number): number | undefined {
  const { arrive, depart } = timing
  let first = Infinity
  let met: number | undefined
  choices.forEach(({ pair, component, ifA, ifB }, c) => {
    if (sides[c] !== OPEN || isPassed(ifA!, timing, lag) || isPassed(ifB!, timing, lag)) return
    const { cells } = component
    for (let k = 0; k < cells.length; k += 2) {
      const begin = Math.max(depart[pair.a]![cells[k]!]!, depart[pair.b]![cells[k + 1]!]!)
      const end = Math.min(arrive[pair.a]![cells[k]! + 1]!, arrive[pair.b]![cells[k + 1]! + 1]!)
      if (begin <= end + lag && begin < first) {
        first = begin
        met = c
      }
    }
    // Passed on neither side, and yet through no cell of it: at a border.
    met ??= c
  })
  return met
}

/** Without signals that others imply: an earlier mark that waits for as much. */
function essential(signals: readonly Signal[]): Signal[] {
  const sorted = [...signals].sort(
    (x, y) => x.robot - y.robot || x.after - y.after || x.mark - y.mark || y.left - x.left,
  )
  const out: Signal[] = []
  for (const signal of sorted) {
    const last = out.at(-1)
    if (last?.robot === signal.robot && last.after === signal.after && last.left >= signal.left) continue
    out.push(signal)
  }
  return out
}

/**
 * Signals one after the other along a staircase, made into one that waits earlier and for more, as long as that costs nothing:
 * what holds with the one holds with both.
 */
function fewer(problem: ScheduleProblem, signals: readonly Signal[], cost: number): Signal[] {
  const out = [...signals]
  for (let k = 0; k + 1 < out.length; ) {
    const one = out[k]!
    const next = out[k + 1]!
    if (one.robot !== next.robot || one.after !== next.after) {
      k++
      continue
    }
    const joined = [...out.slice(0, k), { ...one, left: next.left }, ...out.slice(k + 2)]
    const timing = earliest(problem, joined)
    if (timing !== undefined && costOf(problem, timing) <= cost) out.splice(k, 2, joined[k]!)
    else k++
  }
  return out
}
