// What a link of a motion restores: the cell with its edits, the path, and the view. What was found is found again.
import { NO_EDITS } from '../../workcell/edits.js'
import { areNumbers, type CellState, readCellState } from '../../workcell/state.js'
import { type MotionPath, untimed } from './path.js'

/** What happens when a motion that is played has come to its end. */
export const REPEATS = ['once', 'loop', 'back'] as const
export type Repeat = (typeof REPEATS)[number]

/** What the graph under the timeline shows. */
export const CURVES = ['position', 'velocity', 'acceleration'] as const
export type Curve = (typeof CURVES)[number]

/** The path is in it; without waypoints, it is the cell's own start and goal. */
export interface MotionState extends Omit<CellState, 'q'>, MotionPath {
  /** What the path is compared with. */
  readonly other: MotionPath | null
  /** Of the clock, and what it does at the end. */
  readonly speed: number
  readonly repeat: Repeat
  /** What is drawn under the timeline, and of which variable, by number; -1 for all. Empty for nothing. */
  readonly curve: '' | Curve
  readonly joint: number
  /** To time a path: radians or metres a second, and a second squared, at most. */
  readonly fastest: number
  readonly quickest: number
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

/** Of the clock. */
export const LEAST_SPEED = 0.1
export const MOST_SPEED = 4

export const FIRST: MotionState = {
  cell: 'rod',
  choice: '',
  geometry: '',
  ...NO_EDITS,
  ...untimed([]),
  other: null,
  speed: 1,
  repeat: 'loop',
  curve: '',
  joint: -1,
  fastest: 1,
  quickest: 2,
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
  const { t, resolution, clearance, ignoreLimits, slow, seed, other, speed, repeat, curve, joint } = fields
  Object.assign(found, readPath(fields))
  if (other !== undefined && other !== null) {
    found.other = { ...untimed([]), ...readPath(other as Record<string, unknown>) }
    if (found.other.waypoints.length < 2) throw new Error('other must be a path of two configurations or more.')
  }
  if (speed !== undefined) found.speed = within('speed', speed, LEAST_SPEED, MOST_SPEED)
  if (repeat !== undefined) found.repeat = oneOf('repeat', repeat, REPEATS)
  if (curve !== undefined) found.curve = oneOf('curve', curve, ['', ...CURVES] as const)
  if (joint !== undefined) found.joint = Math.round(within('joint', joint, -1, 1e4))
  if (fields.fastest !== undefined) found.fastest = within('fastest', fields.fastest, 0.01, 100)
  if (fields.quickest !== undefined) found.quickest = within('quickest', fields.quickest, 0.01, 1000)
  if (t !== undefined) found.t = within('t', t, 0, 1)
  if (resolution !== undefined) found.resolution = within('resolution', resolution, 1e-4, 1)
  if (clearance !== undefined) found.clearance = within('clearance', clearance, 0, 1)
  if (seed !== undefined) found.seed = Math.round(within('seed', seed, 0, 2 ** 31))
  if (typeof ignoreLimits === 'boolean') found.ignoreLimits = ignoreLimits
  if (typeof slow === 'boolean') found.slow = slow
  return found
}

/** Of a path's fields those that are there. */
function readPath(fields: Readonly<Record<string, unknown>>): Partial<MotionPath> {
  const { waypoints, times, velocities, accelerations } = fields
  const found: { -readonly [K in keyof MotionPath]?: MotionPath[K] } = {}
  if (waypoints !== undefined) {
    if (!Array.isArray(waypoints) || waypoints.length === 1 || !waypoints.every(areNumbers)) {
      throw new Error(`waypoints must be two configurations or more, not ${JSON.stringify(waypoints)}.`)
    }
    found.waypoints = waypoints as number[][]
  }
  const count = found.waypoints?.length ?? 0
  if (times !== undefined) {
    const list = times as number[]
    if (!areNumbers(times) || list.length !== count || list.some((time, k) => k > 0 && !(time > list[k - 1]!))) {
      throw new Error(`times must be ${count} seconds, each later than the one before, not ${JSON.stringify(times)}.`)
    }
    found.times = list
  }
  for (const [name, rows] of Object.entries({ velocities, accelerations })) {
    if (rows === undefined) continue
    if (!Array.isArray(rows) || rows.length !== count || !rows.every((row) => row === null || areNumbers(row))) {
      throw new Error(`${name} must be ${count} lists of numbers, one a waypoint, not ${JSON.stringify(rows)}.`)
    }
    found[name as 'velocities' | 'accelerations'] = rows as MotionPath['velocities']
  }
  return found
}

function oneOf<T extends string>(name: string, value: unknown, all: readonly T[]): T {
  if (all.includes(value as T)) return value as T
  throw new Error(`${name} must be one of ${all.filter((one) => one !== '').join(', ')}, not ${JSON.stringify(value)}.`)
}

function within(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new Error(`${name} must be a number from ${least} to ${most}, not ${JSON.stringify(value)}.`)
}
