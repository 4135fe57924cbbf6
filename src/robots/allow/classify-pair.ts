// One pair of links, from beginning to end: a search for a configuration where they touch; if there is none, a proof that there
// is none; if there is one, a proof that it is always so.
import { finish, type Steps } from '../../base/work/steps.js'
import { InvalidInputError } from '../../errors.js'
import type { Robot } from '../model/robot.js'
import { adjacentLinks } from '../world/world-pairs.js'
import { clearanceSteps } from './allow-clearance.js'
import { type ClassifyOptions, type ClassifySettings, readClassifyOptions } from './allow-options.js'
import type { PairResult } from './allow-result.js'
import { depthAt, isContained, touchingSteps } from './always.js'
import { CellProof } from './cell-proof.js'
import { PairProbe } from './pair-probe.js'
import { PairProblem } from './pair-problem.js'
import { type PairFinding, searchSteps } from './pair-search.js'
import { proveCells } from './prove-cells.js'

/**
 * Decides whether two links can ever touch, over all joint values within the limits. Of the two names, the first is of the link that comes
 * first in the robot's order.
 */
export function classifyPair(robot: Robot, a: string, b: string, options: ClassifyOptions = {}): PairResult {
  return finish(classifySteps(robot, a, b, readClassifyOptions(options)))
}

/** The same in slices of some milliseconds. */
export function* classifySteps(robot: Robot, a: string, b: string, settings: ClassifySettings): Steps<PairResult> {
  const problem = new PairProblem(robot, a, b)
  const base = { a, b, adjacent: isAdjacent(robot, problem.a.index, problem.b.index), joints: problem.joints }
  // A joint without limits for which a whole turn is not enough: there is no box to test.
  if (problem.unbounded !== undefined) return { ...base, class: 'undecided', cells: 0, left: 1 }
  const { samples, descents, seed, maxCells } = settings
  const loop = robot.joints.find((joint) => joint.loop !== undefined)
  if (settings.certificates && loop !== undefined) {
    const expected = 'left out: no verifier checks joints that closed loops set, and this robot has some'
    throw new InvalidInputError('options.certificates', loop.name, expected)
  }
  const search = yield* searchSteps(problem, { samples, descents, seed })
  const shown = (values: Float64Array): number[] => Array.from(problem.configuration(values))
  const touching = function* (found: PairFinding): Steps<PairResult> {
    const { values, ...verdict } = yield* touchingSteps(problem, found)
    // Other loops of the robot that this pair does not see may be open there.
    if (verdict.class !== 'always' && problem.loops.complete(values) === undefined) {
      return { ...base, class: 'undecided', cells: verdict.cells, left: 1 }
    }
    const often = verdict.class === 'sometimes' ? { often: search.often } : {}
    return { ...base, ...verdict, witness: shown(values), ...often }
  }
  if (search.touching) return yield* touching(search)
  const proof = new CellProof(problem, { record: settings.certificates })
  yield* proveCells(proof, maxCells)
  const { cells } = proof
  if (proof.state === 'proved') {
    const kind = isContained(problem, search.values) ? 'contained' : 'never'
    const plain = { ...base, class: kind, cells, ...bytesOf(proof.proof()) } as const
    // Meshes without triangles are nowhere near anything.
    if (!(search.distance < Infinity)) return plain
    const nearest = { distance: search.distance, at: shown(search.values) }
    if (!settings.clearance || kind === 'contained') return { ...plain, nearest }
    const found = yield* clearanceSteps(problem, search, { cells, record: settings.certificates })
    const clearance = { least: found.least, found: found.found, at: shown(found.values) }
    // A proof of a clearance is one of `never` too.
    return { ...plain, nearest, clearance, ...bytesOf(found.proof) }
  }
  // No configuration was found in which the loops close: nothing shows how the two are.
  if (problem.loops.any && !(search.distance < Infinity))
    return { ...base, class: 'undecided', cells, left: proof.left }
  const probe = new PairProbe(problem)
  // Apart by less than the proof can tell is not touching.
  const touchesAt =
    proof.touchesAt !== undefined && probe.distance(proof.touchesAt, 0) === 0 ? proof.touchesAt : undefined
  if (!search.anyApart) {
    // One was inside the other in every configuration tested, or they were flush, as in the drawing, and apart by rounding.
    const shows = touchesAt ?? search.nested
    const values = shows ?? search.values
    const depth = (shows && depthAt(probe, shows)) ?? 0
    const result = yield* touching({ ...search, distance: 0, values, touching: true, depth })
    // They were found to come apart, and nothing shows a touch.
    if (result.class === 'sometimes' && shows === undefined)
      return { ...base, class: 'undecided', cells, left: proof.left }
    return result.cells > 0 ? result : { ...result, cells }
  }
  if (touchesAt !== undefined && problem.loops.complete(touchesAt) !== undefined) {
    const depth = depthAt(probe, touchesAt) ?? 0
    return { ...base, class: 'sometimes', cells, witness: shown(touchesAt), depth, often: search.often }
  }
  return { ...base, class: 'undecided', cells, left: proof.left }
}

function bytesOf(proof: Uint8Array | undefined): { readonly proof?: Uint8Array } {
  return proof === undefined ? {} : { proof }
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
