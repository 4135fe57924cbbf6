// What a link of a motion restores: the cell with its edits, the path, and the view. What was found is found again.
import { NO_EDITS } from '../../workcell/edits.js'
import { areNumbers, type CellState, readCellState } from '../../workcell/state.js'

export interface MotionState extends Omit<CellState, 'q'> {
  /** Empty for the cell's own start and goal. */
  readonly waypoints: readonly (readonly number[])[]
  /** Along the path, 0 to 1. */
  readonly t: number
  /** Of the sampled checker: the longest step, radians. */
  readonly resolution: number
  /** Metres that things are to stay apart. */
  readonly clearance: number
  /** Joints may be beyond their limits. */
  readonly ignoreLimits: boolean
  /** A few tests a frame. */
  readonly slow: boolean
  readonly seed: number
}

export const FIRST: MotionState = {
  cell: 'rod',
  choice: '',
  geometry: '',
  ...NO_EDITS,
  waypoints: [],
  t: 0,
  resolution: 0.02,
  clearance: 0,
  ignoreLimits: false,
  slow: true,
  seed: 1,
}

export function readMotionState(
  fields: Readonly<Record<string, unknown>>,
  cells: readonly string[],
): Partial<MotionState> {
  const { q: _, ...found } = readCellState(fields, cells) as { -readonly [K in keyof MotionState]?: MotionState[K] } & {
    q?: unknown
  }
  const { waypoints, t, resolution, clearance, ignoreLimits, slow, seed } = fields
  if (waypoints !== undefined) {
    if (!Array.isArray(waypoints) || waypoints.length === 1 || !waypoints.every(areNumbers)) {
      throw new Error(`waypoints must be two configurations or more, not ${JSON.stringify(waypoints)}.`)
    }
    found.waypoints = waypoints as number[][]
  }
  if (t !== undefined) found.t = within('t', t, 0, 1)
  if (resolution !== undefined) found.resolution = within('resolution', resolution, 1e-4, 1)
  if (clearance !== undefined) found.clearance = within('clearance', clearance, 0, 1)
  if (seed !== undefined) found.seed = Math.round(within('seed', seed, 0, 2 ** 31))
  if (typeof ignoreLimits === 'boolean') found.ignoreLimits = ignoreLimits
  if (typeof slow === 'boolean') found.slow = slow
  return found
}

function within(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new Error(`${name} must be a number from ${least} to ${most}, not ${JSON.stringify(value)}.`)
}
