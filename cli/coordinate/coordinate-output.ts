// What `limber coordinate` writes: the timed path of all robots, the signals, the diagrams, and the proof.
import { type CoordinateResult, InvalidInputError, LimberError, type World } from '../../src/entries/robots.js'
import { type FileKind, type Places, pathText } from '../plan/plan-files.js'
import type { PathOfRobot } from './coordinate-paths.js'
import { plotDiagrams } from './diagram-plot.js'
import type { RobotSchedule } from './diagram-shapes.js'
import { robotsOfSchedule, signalText } from './signal-table.js'

/** A path file has straight lines only: curves are refused before any work is done. */
export function demandLines(out: string | undefined, acceleration: unknown, paths: readonly PathOfRobot[]): void {
  if (out === undefined) return
  if (acceleration !== undefined) {
    const expected = 'left out where there is --acceleration: a path file holds straight lines at constant speeds only'
    throw new InvalidInputError('--out', out, expected)
  }
  const curved = paths.find(({ isCurved }) => isCurved)
  if (curved === undefined) return
  const expected = `left out, since ${curved.file} has velocities: a path file holds straight lines only`
  throw new InvalidInputError('--out', out, expected)
}

/** The texts of the files that were asked for, as far as the answer has what belongs in them. */
export function coordinateTexts(
  world: World,
  answer: CoordinateResult,
  { out, signals, plot, certificate }: Places,
): Partial<Record<FileKind, string>> {
  const drawn = plot === undefined ? undefined : plotDiagrams(answer)
  const picture = drawn === undefined ? {} : { plot: drawn }
  if (answer.outcome !== 'scheduled') return picture
  return {
    ...picture,
    ...(out === undefined ? {} : { out: timedPathText(world, answer.schedule) }),
    ...(signals === undefined
      ? {}
      : { signals: signalText(signals.file, { robots: robotsOfSchedule(answer), signals: answer.signals }) }),
    ...(certificate === undefined ? {} : { certificate: `${JSON.stringify(answer.certificate())}\n` }),
  }
}

/** All robots on one clock, if nothing is late. Between two waypoints every joint moves straight. */
function timedPathText(world: World, schedule: RobotSchedule): string {
  const { pieces, times } = schedule.motion(world)
  if (pieces.some((piece) => piece.document().kind !== 'line')) {
    throw new LimberError(
      '--out must be left out: the robots move along curves, and a path file holds straight lines only',
    )
  }
  const at = (k: number, t: number): Float64Array => {
    const q = new Float64Array(world.dof)
    pieces[k]!.at(q, t)
    return q
  }
  const first = at(0, 0)
  // Where nothing moves, there is one instant.
  if (times === undefined || times[0] === times.at(-1)) return pathText(world, [first])
  return pathText(world, [first, ...pieces.map((_, k) => at(k, 1))], 'limber', Array.from(times))
}
