// Messages and files of ROS as text, in the layout of ROS 2: trajectory_msgs/JointTrajectory and moveit_msgs/PlanningScene as YAML, and
// MoveIt's `.scene` text in its newer layout. Numbers have as many digits as it takes to read the same double again, and are written so
// that readers of YAML 1.1 take them for numbers too: with a point, and a sign in the exponent. Times are whole nanoseconds.
import { InvalidInputError } from '../../errors.js'
import type { PathDescription } from '../robots/scene-path.js'
import { placementOf, type ScenePose } from '../robots/scene-shape.js'
import type { AllowedMatrix, PlanningObject, PlanningScene } from './planning-scene.js'
import { type PlanningShape, poseOfPlacement } from './planning-shapes.js'

/** How a JointTrajectory that was written here begins. */
export const ROS_TRAJECTORY_START = '# trajectory_msgs/msg/JointTrajectory'

/** A time as it is read again from a message: to the nanosecond. */
export function rosTime(seconds: number): number {
  return Number(seconds.toFixed(9))
}

/** Names of joints as ROS has them: without their robots. One that two robots have is refused, and so is one of several variables. */
export function rosJoints(joints: readonly string[]): string[] {
  const names = joints.map((joint) => {
    const parts = joint.split('/')
    if (parts.length > 2)
      throw new InvalidInputError('joints', joint, 'joints of one variable: ROS has no others in such messages')
    return parts.at(-1)!
  })
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice === undefined) return names
  throw new InvalidInputError('joints', twice, 'joints whose names differ without those of their robots')
}

/** The text of a trajectory_msgs/JointTrajectory. Times must be later than those before by a nanosecond at least. */
export function writeJointTrajectory({ joints, waypoints, times, velocities, accelerations }: PathDescription): string {
  const names = rosJoints(joints)
  const points = waypoints.map((positions, k) => {
    const time = times?.[k] ?? 0
    if (times !== undefined && k > 0 && !(rosTime(time) > rosTime(times[k - 1]!))) {
      throw new InvalidInputError(`times[${k}]`, time, 'later than the one before by a nanosecond or more')
    }
    const row = (name: string, values: readonly number[] | undefined): string[] =>
      values === undefined ? [] : [`  ${name}: ${numbers(values)}`]
    return [
      `- positions: ${numbers(positions)}`,
      ...row('velocities', velocities?.[k]),
      ...row('accelerations', accelerations?.[k]),
      `  time_from_start: ${duration(time)}`,
    ].join('\n')
  })
  return `${ROS_TRAJECTORY_START} (ROS 2)\njoint_names: [${names.map(text).join(', ')}]\npoints:\n${points.join('\n')}\n`
}

/** The text of a sensor_msgs/JointState. */
export function writeJointState({ joints, waypoints }: PathDescription): string {
  const names = rosJoints(joints).map(text)
  return `# sensor_msgs/msg/JointState (ROS 2)\nname: [${names.join(', ')}]\nposition: ${numbers(waypoints[0]!)}\n`
}

function duration(seconds: number): string {
  const [whole, parts] = seconds.toFixed(9).split('.')
  return `{sec: ${whole}, nanosec: ${Number(parts)}}`
}

/** The text of a `.scene` file: objects of the world, without frames. */
export function writeSceneText({ name, objects }: PlanningScene): string {
  const lines = objects.flatMap(({ id, pose, shapes }) => [
    `* ${id}`,
    ...textPose(pose),
    `${shapes.length}`,
    ...shapes.flatMap(({ shape, pose: own }) => [...textShape(shape), ...textPose(own), '0 0 0 0']),
    '0',
  ])
  return `${[name === '' ? '(noname)' : name, ...lines, '.'].join('\n')}\n`
}

function textPose(pose: ScenePose): string[] {
  const { xyz, quat } = whole(pose)
  return [xyz.map(plain).join(' '), quat.map(plain).join(' ')]
}

function textShape(shape: PlanningShape['shape']): string[] {
  switch (shape.kind) {
    case 'box':
      return [shape.kind, shape.size.map(plain).join(' ')]
    case 'sphere':
      return [shape.kind, plain(shape.radius)]
    case 'cylinder':
    case 'cone':
      return [shape.kind, `${plain(shape.radius)} ${plain(shape.length)}`]
    case 'plane':
      return [shape.kind, shape.coefficients.map(plain).join(' ')]
    case 'triangles':
      return [
        'mesh',
        `${shape.vertices.length} ${shape.triangles.length}`,
        ...shape.vertices.map((point) => point.map(plain).join(' ')),
        ...shape.triangles.map((corners) => corners.join(' ')),
      ]
    default:
      throw new InvalidInputError('shape', shape.kind, 'box, sphere, cylinder, cone, plane or triangles')
  }
}

/** The text of a moveit_msgs/PlanningScene. */
export function writePlanningScene(scene: PlanningScene): string {
  const { name, objects, attached, state, matrix, frames } = scene
  const bodies = attached.flatMap((body) => [
    `  - link_name: ${text(body.link)}`,
    '    object:',
    ...objectLines(body, '      '),
    `    touch_links: [${body.touchLinks.map(text).join(', ')}]`,
  ])
  const values = Object.entries(state ?? {})
  const joints =
    state === undefined
      ? []
      : [
          `    name: [${values.map(([joint]) => text(joint)).join(', ')}]`,
          `    position: ${numbers(values.map(([, value]) => value))}`,
        ]
  const lines = [
    '# moveit_msgs/msg/PlanningScene (ROS 2)',
    `name: ${text(name)}`,
    'is_diff: false',
    ...(joints.length === 0 && bodies.length === 0 ? [] : ['robot_state:']),
    ...(joints.length === 0 ? [] : ['  joint_state:', ...joints]),
    ...(bodies.length === 0 ? [] : ['  attached_collision_objects:', ...bodies]),
    ...(matrix === undefined ? [] : matrixLines(matrix)),
    ...frameLines(frames),
    'world:',
    objects.length === 0 ? '  collision_objects: []' : '  collision_objects:',
    ...objects.flatMap((object) => {
      const [first, ...rest] = objectLines(object, '    ')
      return [`  - ${first!.trim()}`, ...rest]
    }),
  ]
  return `${lines.join('\n')}\n`
}

function matrixLines({ names, allowed, defaults }: AllowedMatrix): string[] {
  const others = Object.entries(defaults)
  return [
    'allowed_collision_matrix:',
    `  entry_names: [${names.map(text).join(', ')}]`,
    '  entry_values:',
    ...allowed.map((row) => `  - enabled: [${row.join(', ')}]`),
    `  default_entry_names: [${others.map(([key]) => text(key)).join(', ')}]`,
    `  default_entry_values: [${others.map(([, value]) => value).join(', ')}]`,
  ]
}

function frameLines(frames: PlanningScene['frames']): string[] {
  const entries = Object.entries(frames)
  if (entries.length === 0) return []
  return [
    'fixed_frame_transforms:',
    ...entries.flatMap(([frame, pose]) => {
      const { xyz, quat } = whole(pose)
      const transform = `{translation: ${axes(xyz)}, rotation: ${axes(quat)}}`
      return [`- child_frame_id: ${text(frame)}`, `  transform: ${transform}`]
    }),
  ]
}

function objectLines({ id, frame, pose, shapes }: PlanningObject, indent: string): string[] {
  const solids = shapes.flatMap(({ shape, pose: own }) => {
    const solid = primitive(shape)
    return solid === undefined ? [] : [{ line: solid, pose: own }]
  })
  const meshes = shapes.filter(({ shape }) => shape.kind === 'triangles')
  const planes = shapes.filter(({ shape }) => shape.kind === 'plane')
  const list = (name: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [`${name}:`, ...lines])
  const poses = (of: readonly { readonly pose: ScenePose }[]): string[] =>
    of.map(({ pose: own }) => `- ${poseLine(own)}`)
  return [
    `id: ${text(id)}`,
    `header: {frame_id: ${text(frame)}}`,
    `pose: ${poseLine(pose)}`,
    ...list(
      'primitives',
      solids.map(({ line }) => `- ${line}`),
    ),
    ...list('primitive_poses', poses(solids)),
    ...list(
      'meshes',
      meshes.flatMap(({ shape }) => meshLines(shape)),
    ),
    ...list('mesh_poses', poses(meshes)),
    ...list(
      'planes',
      planes.flatMap(({ shape }) => (shape.kind === 'plane' ? [`- {coef: ${numbers(shape.coefficients)}}`] : [])),
    ),
    ...list('plane_poses', poses(planes)),
  ].map((line) => indent + line)
}

function primitive(shape: PlanningShape['shape']): string | undefined {
  const solid = (type: number, ...dimensions: number[]): string => `{type: ${type}, dimensions: ${numbers(dimensions)}}`
  switch (shape.kind) {
    case 'box':
      return solid(1, ...shape.size)
    case 'sphere':
      return solid(2, shape.radius)
    case 'cylinder':
      return solid(3, shape.length, shape.radius)
    case 'cone':
      return solid(4, shape.length, shape.radius)
    default:
      return undefined
  }
}

function meshLines(shape: PlanningShape['shape']): string[] {
  if (shape.kind !== 'triangles') return []
  return [
    '- triangles:',
    ...shape.triangles.map((corners) => `  - vertex_indices: [${corners.join(', ')}]`),
    '  vertices:',
    ...shape.vertices.map((point) => `  - ${axes(point)}`),
  ]
}

function poseLine(pose: ScenePose): string {
  const { xyz, quat } = whole(pose)
  return `{position: ${axes(xyz)}, orientation: ${axes(quat)}}`
}

/** With a quaternion, whatever it has. */
function whole(pose: ScenePose): { readonly xyz: readonly number[]; readonly quat: readonly number[] } {
  const { xyz = [0, 0, 0], rpy, quat } = pose
  if (rpy === undefined) return { xyz, quat: quat ?? [0, 0, 0, 1] }
  return { xyz, quat: poseOfPlacement(placementOf({ rpy })).quat ?? [0, 0, 0, 1] }
}

function axes(values: readonly number[]): string {
  return `{${values.map((value, k) => `${'xyzw'[k]}: ${decimal(value)}`).join(', ')}}`
}

function numbers(values: readonly number[]): string {
  return `[${values.map(decimal).join(', ')}]`
}

/** 1 is `1.0`, 1e-7 is `1.0e-7`, 1e21 is `1.0e+21`. */
function decimal(value: number): string {
  const [digits, exponent] = plain(value).split('e')
  const pointed = digits!.includes('.') ? digits! : `${digits}.0`
  return exponent === undefined ? pointed : `${pointed}e${exponent}`
}

function plain(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}

/** In quotes as JSON has them, which YAML reads alike. */
function text(value: string): string {
  return JSON.stringify(value)
}
