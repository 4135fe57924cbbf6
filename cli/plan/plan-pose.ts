// Goals as poses of a link, as the command line has them: --to-link, --to-pose, --to-free, --to-tool.
import { type FreeAxis, InvalidInputError, type LinkGoal } from '../../src/entries/robots.js'
import { readLength } from '../read/read-length.js'

/** As the command line has them. */
export interface LinkGoalOptions {
  readonly toLink?: readonly string[]
  readonly toPose?: readonly string[]
  readonly toFree?: string
  readonly toTool?: string
}

const AXES: readonly FreeAxis[] = ['x', 'y', 'z', 'roll', 'pitch', 'yaw']

const EXPECTED = '"x y z", "x y z roll pitch yaw" or "x y z qx qy qz qw", in metres and radians'

/** A quaternion typed to four digits is one; one that is longer or shorter than this is a slip. */
const QUATERNION_SLIP = 1e-3

/** A --to-link for each --to-pose, in their order; or one for all of them. */
export function readLinkGoals({ toLink: links = [], toPose: poses = [], toFree, toTool }: LinkGoalOptions): LinkGoal[] {
  if (links.length === 0) {
    const [flag, value] =
      ([
        ['--to-pose', poses[0]],
        ['--to-free', toFree],
        ['--to-tool', toTool],
      ].find(([, given]) => given !== undefined) as [string, string] | undefined) ?? []
    if (flag !== undefined)
      throw new InvalidInputError(flag, value, 'given with --to-link, the link that is to go there')
    return []
  }
  if (poses.length === 0) throw new InvalidInputError('--to-link', links[0], 'given with --to-pose, where it is to go')
  if (links.length !== 1 && links.length !== poses.length) {
    const expected = `given once, or once for each --to-pose (${poses.length})`
    throw new InvalidInputError('--to-link', links.join(', '), expected)
  }
  const free = readFree(toFree)
  const tool = toTool === undefined ? undefined : readPose('--to-tool', toTool).pose
  return poses.map((text, k) => {
    const { pose, turned } = readPose('--to-pose', text)
    const open = turned ? free : [...new Set<FreeAxis>([...free, 'roll', 'pitch', 'yaw'])]
    return { link: links[links.length === 1 ? 0 : k]!, pose, free: open, ...(tool === undefined ? {} : { tool }) }
  })
}

function readFree(text: string | undefined): FreeAxis[] {
  if (text === undefined) return []
  return text.split(',').map((word) => {
    const axis = AXES.find((name) => name === word.trim())
    if (axis === undefined)
      throw new InvalidInputError('--to-free', text, `some of ${AXES.join(', ')}, joined by commas`)
    return axis
  })
}

/** Row-major 3×4. Three numbers are a place: nothing is said of how it is turned. */
export function readPose(flag: string, text: string): { pose: Float64Array; turned: boolean } {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const values = words.map(signed)
  if (![3, 6, 7].includes(values.length) || values.some(Number.isNaN)) {
    throw new InvalidInputError(flag, text, EXPECTED)
  }
  const [x, y, z, ...turn] = values as [number, number, number, ...number[]]
  const R =
    turn.length === 4 ? rotationOfQuaternion(turn, flag, text) : rotationOfAngles(turn.length === 3 ? turn : [0, 0, 0])
  const pose = Float64Array.of(R[0]!, R[1]!, R[2]!, x, R[3]!, R[4]!, R[5]!, y, R[6]!, R[7]!, R[8]!, z)
  return { pose, turned: turn.length > 0 }
}

/** As URDF has it: Rz(yaw) · Ry(pitch) · Rx(roll). */
function rotationOfAngles(angles: readonly number[]): number[] {
  const [sr, sp, sy] = angles.map(Math.sin) as [number, number, number]
  const [cr, cp, cy] = angles.map(Math.cos) as [number, number, number]
  return [
    ...[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
    ...[sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
    ...[-sp, cp * sr, cp * cr],
  ]
}

function rotationOfQuaternion(q: readonly number[], flag: string, text: string): number[] {
  const norm = Math.hypot(...q)
  if (!(Math.abs(norm - 1) <= QUATERNION_SLIP)) {
    throw new InvalidInputError(flag, text, 'a pose whose quaternion (its last four numbers) is of length 1')
  }
  const [x, y, z, w] = q.map((value) => value / norm) as [number, number, number, number]
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ]
}

/** NaN if it is not a number. */
export function signed(text: string | undefined): number {
  if (text === undefined) return Number.NaN
  return text.startsWith('-') ? -readLength(text.slice(1)) : readLength(text.replace(/^\+/, ''))
}
