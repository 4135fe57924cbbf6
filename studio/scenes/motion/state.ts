// What a link of a motion restores: the cell with its edits, the path, and the view. What was found is found again.
import { fault, flags, oneOf, wholeNumber, within } from '../../app/fields.js'
import { NO_EDITS } from '../../workcell/edits.js'
import { areNumbers, type CellState, readCellState } from '../../workcell/state.js'
import { type MotionPath, untimed } from './path.js'

/** What happens when a motion that is played has come to its end. */
export const REPEATS = [
  ['once', 'once'],
  ['loop', 'loop'],
  ['back', 'back and forth'],
] as const
export type Repeat = (typeof REPEATS)[number][0]

/** What the graph under the timeline shows. */
export const CURVES = [
  ['position', 'position'],
  ['velocity', 'velocity'],
  ['acceleration', 'acceleration'],
] as const
export type Curve = (typeof CURVES)[number][0]

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
  const { t, resolution, clearance, seed, other, speed, repeat, curve, joint, fastest, quickest } = fields
  Object.assign(found, readPath(fields))
  if (other !== undefined && other !== null) {
    found.other = { ...untimed([]), ...readPath(other as Record<string, unknown>) }
    if (found.other.waypoints.length < 2) fault('other', other, 'a path of two configurations or more')
  }
  if (speed !== undefined) found.speed = within('speed', speed, LEAST_SPEED, MOST_SPEED)
  if (repeat !== undefined) found.repeat = oneOf('repeat', repeat, REPEATS)
  if (curve !== undefined) found.curve = curve === '' ? '' : oneOf('curve', curve, CURVES)
  if (joint !== undefined) found.joint = wholeNumber('joint', joint, -1, 1e4)
  if (fastest !== undefined) found.fastest = within('fastest', fastest, 0.01, 100)
  if (quickest !== undefined) found.quickest = within('quickest', quickest, 0.01, 1000)
  if (t !== undefined) found.t = within('t', t, 0, 1)
  if (resolution !== undefined) found.resolution = within('resolution', resolution, 1e-4, 1)
  if (clearance !== undefined) found.clearance = within('clearance', clearance, 0, 1)
  if (seed !== undefined) found.seed = wholeNumber('seed', seed, 0, 2 ** 31)
  return Object.assign(found, flags(fields, ['ignoreLimits', 'slow']))
}

/** Of a path's fields those that are there. */
function readPath(fields: Readonly<Record<string, unknown>>): Partial<MotionPath> {
  const { waypoints, times, velocities, accelerations } = fields
  const found: { -readonly [K in keyof MotionPath]?: MotionPath[K] } = {}
  if (waypoints !== undefined) {
    if (!Array.isArray(waypoints) || waypoints.length === 1 || !waypoints.every(areNumbers)) {
      fault('waypoints', waypoints, 'two configurations or more')
    }
    found.waypoints = waypoints as number[][]
  }
  const count = found.waypoints?.length ?? 0
  if (times !== undefined) {
    const list = times as number[]
    if (!areNumbers(times) || list.length !== count || list.some((time, k) => k > 0 && !(time > list[k - 1]!))) {
      fault('times', times, `${count} seconds, each later than the one before`)
    }
    found.times = list
  }
  for (const [name, rows] of Object.entries({ velocities, accelerations })) {
    if (rows === undefined) continue
    if (!Array.isArray(rows) || rows.length !== count || !rows.every((row) => row === null || areNumbers(row))) {
      fault(name, rows, `${count} lists of numbers, one a waypoint`)
    }
    found[name as 'velocities' | 'accelerations'] = rows as MotionPath['velocities']
  }
  return found
}
