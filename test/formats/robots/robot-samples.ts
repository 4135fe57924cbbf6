// Robots as text, for the tests of their readers.
import { RobotFileError } from '../../../src/errors.js'
import { type ParseRobotOptions, parseRobot } from '../../../src/formats/robots/robot-parse.js'
import type { Robot } from '../../../src/robots/model/robot.js'
import { binaryStl, bytesOf, collada, TETRAHEDRON } from '../samples.js'

/** A URDF of what is between <robot> and </robot>, which begins on line 2. */
export function urdf(inside: string, name = 'test'): string {
  return `<robot name="${name}">\n${inside}\n</robot>`
}

export const LINKS = '<link name="a"/><link name="b"/><link name="c"/>'

export function joint(inside: string, type = 'revolute', name = 'j', parent = 'a', child = 'b'): string {
  return `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`
}

export function collision(geometry: string, more = ''): string {
  return `<collision>${more}<geometry>${geometry}</geometry></collision>`
}

/** A chain of `n` joints: link0 to linkn. */
export function chainUrdf(n: number, inside = ''): string {
  const parts: string[] = []
  for (let i = 0; i <= n; i++) parts.push(`<link name="link${i}"/>`)
  for (let i = 1; i <= n; i++) {
    const limit = '<origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/>'
    parts.push(joint(limit, 'revolute', `joint${i}`, `link${i - 1}`, `link${i}`))
  }
  return urdf(parts.join('\n') + inside)
}

/** Everything that URDF has, and something of what others add. */
export const RICH_URDF = `<?xml version="1.0" encoding="utf-8"?>
<!-- expanded by xacro -->
<robot name="rich" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <material name="blue"><color rgba="0 0 1 1"/></material>
  <link name="base">
    <inertial><origin xyz="0 0 0"/><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><mesh filename="package://rich/meshes/pretty.dae"/></geometry><material name="blue"/></visual>
    <collision name="body"><origin xyz="0.1 0.2 0.3" rpy="0.1 -0.2 0.3"/><geometry><box size="1 2 3"/></geometry></collision>
    <collision><geometry><mesh filename="package://rich/meshes/part.stl" scale="0.001 0.001 -0.001"/></geometry></collision>
  </link>
  <link name="arm"><collision><geometry><capsule radius="0.1" length="0.5"/></geometry></collision></link>
  <link name="hand"><collision><geometry><cylinder radius="0.2" length="0.4"/></geometry></collision></link>
  <link name="finger"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <link name="thumb"><collision><geometry><mesh filename="../meshes/part.stl"/></geometry></collision></link>
  <link name="cart"/><link name="kite"/><link name="mark"/><link name="other_root"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="arm"/><origin xyz="0 0 1" rpy="1.5707963 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="2.5" effort="10" velocity="2"/><safety_controller k_velocity="1"/><dynamics damping="1"/>
  </joint>
  <joint name="wrist" type="continuous"><parent link="arm"/><child link="hand"/><axis xyz="0 0 2"/></joint>
  <joint name="slide" type="prismatic"><parent link="hand"/><child link="finger"/><limit lower="0" upper="0.1"/></joint>
  <joint name="mirror" type="prismatic">
    <parent link="hand"/><child link="thumb"/><axis xyz="-1 0 0"/><limit lower="-1" upper="1"/>
    <mimic joint="slide" multiplier="-2" offset="0.25"/>
  </joint>
  <joint name="floor" type="planar"><parent link="base"/><child link="cart"/><axis xyz="0 0 1"/></joint>
  <joint name="air" type="floating"><parent link="cart"/><child link="kite"/></joint>
  <joint name="weld" type="fixed"><parent link="kite"/><child link="mark"/><axis xyz="0 0 0"/></joint>
  <transmission name="t"><joint name="shoulder"><hardwareInterface>x</hardwareInterface></joint></transmission>
  <gazebo reference="base"><selfCollide>true</selfCollide></gazebo>
</robot>
`

export const RICH_SRDF = `<?xml version="1.0"?>
<robot name="rich">
  <group name="arm"><chain base_link="base" tip_link="hand"/></group>
  <group name="fingers"><link name="finger"/><joint name="mirror"/></group>
  <group name="all"><group name="fingers"/><group name="arm"/></group>
  <group_state name="home" group="all">
    <joint name="shoulder" value="0.5"/><joint name="slide" value="0.05"/><joint name="mirror" value="0.15"/>
  </group_state>
  <group_state name="parked" group="all"><joint name="floor" value="1 2 3"/></group_state>
  <end_effector name="grip" parent_link="hand" group="fingers" parent_group="arm"/>
  <virtual_joint name="world_joint" type="floating" parent_frame="world" child_link="base"/>
  <passive_joint name="mirror"/>
  <disable_collisions link1="base" link2="arm" reason="Adjacent"/>
  <disable_collisions link1="arm" link2="hand" reason="Never"/>
  <disable_default_collisions link="mark"/>
  <enable_collisions link1="mark" link2="base"/>
</robot>
`

/** The folder that the rich robot is in. */
export const RICH_FILES: Readonly<Record<string, Uint8Array>> = {
  'rich/package.xml': bytesOf('<package><name>rich</name></package>'),
  'rich/urdf/rich.urdf': bytesOf(RICH_URDF),
  'rich/urdf/rich.srdf': bytesOf(RICH_SRDF),
  'rich/meshes/part.stl': binaryStl(TETRAHEDRON),
  'rich/meshes/pretty.dae': bytesOf(collada(TETRAHEDRON)),
}

export async function refusal(text: string, options: ParseRobotOptions = {}): Promise<RobotFileError> {
  return refused(parseRobot(text, options))
}

export async function refused(robot: Promise<Robot>): Promise<RobotFileError> {
  const error = await robot.then(
    () => 'nothing: it was read',
    (found: unknown) => found,
  )
  if (error instanceof RobotFileError) return error
  throw new Error(`expected a RobotFileError, got ${error instanceof Error ? error.stack : String(error)}`)
}
