// What a link of several robots restores: the cell with its edits, the paths, how late robots are, and where they are.
import { fault, flags, isRecord, within } from '../../app/fields.js'
import { NO_EDITS } from '../../workcell/edits.js'
import { areNumbers, type CellState, readCellState } from '../../workcell/state.js'

/** By robot: waypoints in its own variables. */
export type RobotPaths = Readonly<Record<string, readonly (readonly number[])[]>>

export interface RobotsState extends Omit<CellState, 'q'> {
  /** Empty for the cell's own. */
  readonly paths: RobotPaths
  /** Seconds of a path that are the unit of waiting. */
  readonly atom: number
  /** Share of the joints' limits. */
  readonly speed: number
  /** Metres that robots are to stay apart. */
  readonly clearance: number
  /** Look for other paths where robots cannot pass each other. */
  readonly replan: boolean
  /** The diagram that is shown, as pairKey makes it; empty for the first. */
  readonly pair: string
  /** Seconds by which robots start late, by name. */
  readonly delays: Readonly<Record<string, number>>
  /** Seconds since the start. */
  readonly clock: number
  /** Seconds along each path, where the dot was put by hand; empty where the clock says where robots are. */
  readonly at: readonly number[]
}

export const FIRST: RobotsState = {
  cell: 'two',
  choice: '',
  geometry: '',
  ...NO_EDITS,
  paths: {},
  atom: 0.04,
  speed: 0.6,
  clearance: 0,
  replan: false,
  pair: '',
  delays: {},
  clock: 0,
  at: [],
}

/** Seconds that a robot can be late here. */
export const LATEST = 8

export function readRobotsState(
  fields: Readonly<Record<string, unknown>>,
  cells: readonly string[],
): Partial<RobotsState> {
  const { q: _, ...found } = readCellState(fields, cells) as { -readonly [K in keyof RobotsState]?: RobotsState[K] } & {
    q?: unknown
  }
  const { paths, atom, speed, clearance, pair, delays, clock, at } = fields
  if (paths !== undefined) {
    const isPath = (path: unknown): boolean => Array.isArray(path) && path.length > 0 && path.every(areNumbers)
    if (!isRecord(paths) || !Object.values(paths).every(isPath)) fault('paths', paths, 'lists of waypoints by robot')
    found.paths = paths as RobotPaths
  }
  if (atom !== undefined) found.atom = within('atom', atom, 0.005, 1)
  if (speed !== undefined) found.speed = within('speed', speed, 0.01, 1)
  if (clearance !== undefined) found.clearance = within('clearance', clearance, 0, 1)
  if (clock !== undefined) found.clock = within('clock', clock, 0, 1e6)
  if (delays !== undefined) {
    if (!isRecord(delays)) fault('delays', delays, 'seconds by robot')
    found.delays = Object.fromEntries(
      Object.entries(delays as object).map(([name, late]) => [name, within(`delays of ${name}`, late, 0, LATEST)]),
    )
  }
  if (at !== undefined) {
    if (!areNumbers(at)) fault('at', at, 'a list of seconds')
    found.at = at as number[]
  }
  if (typeof pair === 'string') found.pair = pair
  return Object.assign(found, flags(fields, ['replan']))
}
