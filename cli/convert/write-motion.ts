// Paths, trajectories and scenes as files: Limber's own, and those of ROS and MoveIt. What was written is read again and compared before
// it is put in its place.
import { basename } from 'node:path'
import { readPath, readPlanningScene, readScene } from '../../node/index.js'
import {
  InvalidInputError,
  obstaclesOfPlanning,
  type PathDescription,
  type PlanningObject,
  type PlanningScene,
  parseAnyPath,
  parsePlanningScene,
  parseScene,
  planningFromScene,
  rosJoints,
  rosTime,
  type SceneDescription,
  writeJointState,
  writeJointTrajectory,
  writePlanningScene,
  writeSceneText,
} from '../../src/entries/robots.js'
import { count } from '../check/check-path-report.js'
import type { Written } from './written.js'

/** What is read before it is written again: for people, and what of it is lost whatever it becomes. */
export interface ReadMotion {
  readonly what: string
  readonly notes: readonly string[]
  write(format: string): Promise<Written>
}

/** The formats that each kind becomes, and the format of an ending. */
export const MOTION_FORMATS = ['path', 'trajectory', 'configuration', 'JointTrajectory', 'JointState'] as const
export const SCENE_FORMATS = ['scene', 'MoveIt scene', 'PlanningScene'] as const

const SCENE_ENDINGS: Readonly<Record<string, string>> = {
  ...{ json: 'scene', scene: 'MoveIt scene', yaml: 'PlanningScene', yml: 'PlanningScene' },
}

export function sceneFormatOf(ending: string): string | undefined {
  return SCENE_ENDINGS[ending]
}

/** Of a path that has times, a trajectory; of one configuration, that. */
export function motionFormatOf(ending: string, { times, waypoints }: PathDescription): string | undefined {
  const isOne = waypoints.length === 1
  if (ending === 'json') return isOne ? 'configuration' : times === undefined ? 'path' : 'trajectory'
  if (ending === 'yaml' || ending === 'yml') return isOne ? 'JointState' : 'JointTrajectory'
  return undefined
}

export async function readMotionFile(file: string): Promise<ReadMotion & { readonly path: PathDescription }> {
  const path = await readPath(file)
  const what = `${count(path.waypoints.length, 'point')} of ${count(path.joints.length, 'joint')}`
  return { path, what, notes: path.notes ?? [], write: (format) => writeMotion(path, format) }
}

async function writeMotion(path: PathDescription, format: string): Promise<Written> {
  const { joints, waypoints, times, velocities, accelerations, start } = path
  const names = format.startsWith('Joint') ? rosJoints(joints) : joints
  const timed = { times, velocities, accelerations }
  const isTimed = format === 'trajectory' || format === 'JointTrajectory'
  const lost = [
    ...(start === undefined ? [] : [`where joints start that do not move: ${Object.keys(start).join(', ')}`]),
    ...(path.message === undefined ? [] : ['header, effort and tolerances, where the message has them']),
    ...(!isTimed && times !== undefined && waypoints.length > 1 ? ['times, velocities and accelerations'] : []),
    ...(format.startsWith('Joint') && names.some((name, k) => name !== joints[k])
      ? ['names of robots before those of joints']
      : []),
    ...(format === 'JointTrajectory' && times !== undefined ? roundedTimes(times) : []),
  ]
  if ((format === 'configuration' || format === 'JointState') && waypoints.length !== 1) {
    throw new InvalidInputError(
      '--format',
      format,
      `another: the file has ${waypoints.length} points, not one configuration`,
    )
  }
  if (format === 'trajectory' && times === undefined) {
    throw new InvalidInputError(
      '--format',
      format,
      'path: the file has no times (limber smooth --trajectory gives it some)',
    )
  }
  const content = textOf(format, path)
  const wanted = {
    ...{ joints: names, waypoints },
    ...(isTimed && times !== undefined
      ? { ...timed, times: format === 'JointTrajectory' ? times.map(rosTime) : times }
      : {}),
  }
  const read = await parseAnyPath(content)
  const [got, expected] = [read, wanted].map((one: PathDescription) =>
    JSON.stringify([one.joints, one.waypoints, one.times, one.velocities, one.accelerations]),
  )
  if (got !== expected) throw new Error(`a path was not written as ${format} so that it is read again as it was`)
  return { content, lost }
}

function textOf(format: string, path: PathDescription): string {
  const { joints, waypoints, times, velocities, accelerations } = path
  switch (format) {
    case 'JointTrajectory':
      return writeJointTrajectory(path)
    case 'JointState':
      return writeJointState(path)
    case 'configuration':
      return `${JSON.stringify(Object.fromEntries(joints.map((joint, k) => [joint, waypoints[0]![k]])))}\n`
    case 'trajectory': {
      const points = waypoints.map((positions, k) =>
        JSON.stringify({ time: times![k], positions, velocities: velocities?.[k], accelerations: accelerations?.[k] }),
      )
      return `{"joints":${JSON.stringify(joints)},\n"points":[\n${points.join(',\n')}\n]}\n`
    }
    default:
      return `{"joints":${JSON.stringify(joints)},\n"waypoints":[\n${waypoints.map((q) => JSON.stringify(q)).join(',\n')}\n]}\n`
  }
}

function roundedTimes(times: readonly number[]): string[] {
  const most = Math.max(...times.map((time) => Math.abs(rosTime(time) - time)))
  return most === 0 ? [] : [`digits: times are whole nanoseconds, ${most.toPrecision(2)} s away at most`]
}

export async function readSceneForWriting(file: string, kind: 'scene' | 'planning-scene'): Promise<ReadMotion> {
  if (kind === 'planning-scene') {
    const planning = await readPlanningScene(file)
    return {
      what: count(planning.objects.length, 'object'),
      notes: planning.notes,
      write: (format) => writeScene(planning, format, [], file),
    }
  }
  const { world, description, notes } = await readScene(file, { missing: 'skip' })
  const what = count(description.obstacles.length, 'obstacle')
  const { planning, lost } = planningFromScene(description, world, basename(file).replace(/\.\w+$/, ''))
  return { what, notes, write: (format) => writeScene(planning, format, lost, file, description) }
}

async function writeScene(
  planning: PlanningScene,
  format: string,
  before: readonly string[],
  file: string,
  description?: SceneDescription,
): Promise<Written> {
  const lost = [...before]
  const { attached, matrix, state, frames } = planning
  if (format === 'scene') {
    if (description !== undefined) throw new InvalidInputError('--format', format, 'another: A is a scene already')
    const { obstacles, notes } = obstaclesOfPlanning(planning, file)
    const scene = { limber: 1, robots: [], obstacles, attached: [], allowed: [] }
    const content = `${JSON.stringify(scene, null, 2)}\n`
    if (JSON.stringify(parseScene(content).obstacles) !== JSON.stringify(obstacles)) {
      throw new Error('a scene was not written so that it is read again as it was')
    }
    return { content, lost: [...lost, ...notes, ...leftOut(planning)] }
  }
  if (format === 'MoveIt scene') {
    // Poses of frames are not in such files: they are put into those of the objects.
    const { obstacles } =
      Object.keys(frames).length === 0 ? { obstacles: undefined } : obstaclesOfPlanning(planning, file)
    const objects =
      obstacles === undefined
        ? planning.objects.map((one) => ({ ...one, frame: '' }))
        : obstacles.map(({ name, shape, pose = {} }) => ({ id: name, frame: '', pose, shapes: [{ shape, pose: {} }] }))
    const content = writeSceneText({ ...planning, objects })
    await compareScenes(
      { ...planning, objects, attached: [], state: undefined, matrix: undefined, frames: {} },
      content,
      format,
    )
    if (attached.length > 0) lost.push(`what links carry: ${attached.map(({ id }) => id).join(', ')}`)
    if (matrix !== undefined) lost.push('which pairs may touch')
    if (state !== undefined) lost.push('values of joints')
    return { content, lost }
  }
  const content = writePlanningScene(planning)
  await compareScenes(planning, content, format)
  return { content, lost }
}

/** What a scene without a robot cannot have. */
function leftOut({ attached, matrix, state }: PlanningScene): string[] {
  return [
    ...(attached.length === 0 ? [] : [`what links carry: ${attached.map(({ id }) => id).join(', ')}`]),
    ...(matrix === undefined ? [] : ['which pairs may touch']),
    ...(state === undefined ? [] : ['values of joints']),
    'the robot: add it to "robots"',
  ]
}

async function compareScenes(planning: PlanningScene, content: string, format: string): Promise<void> {
  const read = await parsePlanningScene(content)
  const [got, expected] = [read, planning].map(({ objects, attached, state, matrix, frames }) =>
    JSON.stringify([objects.map(ordered), attached.map(ordered), state ?? null, matrix ?? null, frames]),
  )
  if (got !== expected) throw new Error(`a scene was not written as ${format} so that it is read again as it was`)
}

/** Messages have the shapes of an object by their kinds. */
function ordered<T extends PlanningObject>(one: T): T {
  const rank = ({ shape }: PlanningObject['shapes'][number]): number =>
    shape.kind === 'triangles' ? 1 : shape.kind === 'plane' ? 2 : 0
  return { ...one, shapes: [...one.shapes].sort((a, b) => rank(a) - rank(b)) }
}
