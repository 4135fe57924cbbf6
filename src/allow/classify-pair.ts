// One pair of links, from beginning to end: a search for a configuration where they touch; if there is none, a proof that there is none;
// if there is one, a proof that it is always so.
import type { Robot } from '../bodies/robot.js'
import { adjacentLinks } from '../queries/world-pairs.js'
import { type ClassifyOptions, type ClassifySettings, readClassifyOptions } from './allow-options.js'
import type { PairResult } from './allow-result.js'
import { PairProblem } from './pair-problem.js'

/** Two links by name, the first before the second in the robot's order. */
export function classifyPair(robot: Robot, a: string, b: string, options: ClassifyOptions = {}): PairResult {
  const steps = classifySteps(robot, a, b, readClassifyOptions(options))
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same in slices of some milliseconds. */
export function* classifySteps(
  robot: Robot,
  a: string,
  b: string,
  settings: ClassifySettings,
): Generator<void, PairResult, void> {
  const problem = new PairProblem(robot, a, b)
  const base = { a, b, adjacent: isAdjacent(robot, problem.a.index, problem.b.index), joints: problem.joints }
  void settings
  yield
  return { ...base, class: 'undecided', cells: 0, left: 1 }
}

const adjacents = new WeakMap<Robot, ReadonlySet<number>>()

function isAdjacent(robot: Robot, a: number, b: number): boolean {
  let pairs = adjacents.get(robot)
  if (pairs === undefined) {
    pairs = new Set(adjacentLinks(robot).map(([i, j]) => Math.min(i, j) * robot.links.length + Math.max(i, j)))
    adjacents.set(robot, pairs)
  }
  return pairs.has(Math.min(a, b) * robot.links.length + Math.max(a, b))
}
