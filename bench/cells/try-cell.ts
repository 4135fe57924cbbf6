// Coordination step by step, so that parts of it can be timed, left out or falsified.
import { finish } from '../../src/base/work/steps.js'
import { diagramComponents } from '../../src/robots/coordinate/components.js'
import { type Diagram, diagramOf } from '../../src/robots/coordinate/diagram.js'
import { partOfWorld } from '../../src/robots/coordinate/part-of-world.js'
import { readPaths } from '../../src/robots/coordinate/read-paths.js'
import { RobotPath } from '../../src/robots/coordinate/robot-path.js'
import { type FoundSchedule, findSchedule, type NoSchedule } from '../../src/robots/coordinate/schedule-search.js'
import { processorMicros } from '../interleave.js'
import type { CellScene } from './scenes.js'

/** Seconds. */
export const ATOM = 0.02

export interface TriedCell {
  readonly paths: readonly RobotPath[]
  readonly diagrams: readonly Diagram[]
  readonly found: FoundSchedule | NoSchedule | undefined
  /** Milliseconds of processor time. */
  readonly diagramMs: number
  readonly scheduleMs: number
}

export function pathsOf({ world, paths }: CellScene): RobotPath[] {
  return readPaths(world, paths, {}).map(
    ({ name, first, track }) => new RobotPath(name, first, partOfWorld(world, [name], false, 'always'), track, ATOM),
  )
}

/** `clearance`: below zero, a bound that is wrong by that much. `change`: what is made of a diagram before it is used. */
export function tryCell(scene: CellScene, clearance = 0, change?: (diagram: Diagram) => Uint8Array): TriedCell {
  const paths = pathsOf(scene)
  const model = scene.world.model()
  const began = processorMicros()
  const pairs = paths.flatMap((one, a) =>
    paths
      .slice(a + 1)
      .map((other, k) => ({ a, b: a + 1 + k, diagram: finish(diagramOf(model, one, other, clearance)) })),
  )
  const middle = processorMicros()
  const parts = pairs.map(({ a, b, diagram }) => ({
    a,
    b,
    components: diagramComponents(change === undefined ? diagram : { ...diagram, states: change(diagram) }),
  }))
  const durations = paths.map((path) => path.durations)
  const found = finish(findSchedule({ durations, pairs: parts, lag: 0, objective: 'makespan' }))
  const scheduleMs = (processorMicros() - middle) / 1000
  return { paths, diagrams: pairs.map(({ diagram }) => diagram), found, diagramMs: (middle - began) / 1000, scheduleMs }
}
