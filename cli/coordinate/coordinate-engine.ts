// What `limber coordinate` asks of the engine. Tests put another in its place.
import {
  type CoordinateOptions,
  type CoordinateProgress,
  type CoordinateResult,
  coordinate,
  type PathsInput,
  type World,
} from '../../src/entries/robots.js'
import type { Running } from '../plan/plan-engine.js'
import type { Told } from '../plan/plan-run.js'

/** The engine's own, or one that a test has made up. */
export type CoordinateEngine = (
  world: World,
  paths: PathsInput,
  options: CoordinateOptions,
) => Running<CoordinateProgress, CoordinateResult>

export const COORDINATE: CoordinateEngine = coordinate

/** Where each phase begins and ends on the bar: diagrams take the most. */
const PHASES: Readonly<Record<string, readonly [from: number, to: number, what: string]>> = {
  alone: [0, 0.15, 'paths of robots alone'],
  diagrams: [0.15, 0.95, 'coordination diagrams'],
  schedule: [0.95, 1, 'orders'],
  replanning: [0, 1, 'other paths'],
}

export function coordinateProgress({ phase, done, parts }: CoordinateProgress): Told {
  const [from, to, what] = PHASES[phase] ?? [0, 1, phase]
  return { share: from + ((to - from) * done) / Math.max(1, parts), label: `${what}, ${done} of ${parts}` }
}
