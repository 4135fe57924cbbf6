// MuJoCo models as text, for the tests of their reader.
import type { RobotFileError } from '../../../src/errors.js'
import { type RobotFromFilesOptions, robotFromFiles } from '../../../src/formats/robots/robot-folder.js'
import type { Robot } from '../../../src/robots/model/robot.js'
import { binaryStl, bytesOf, TETRAHEDRON } from '../samples.js'
import { refused } from './robot-samples.js'

export const RADIANS = '<compiler angle="radian"/>'

/** A model of what is between <mujoco> and </mujoco>, which begins on line 2. */
export function mjcf(inside: string): string {
  return `<mujoco model="test">\n${inside}\n</mujoco>`
}

export function world(inside: string, before = ''): string {
  return mjcf(`${before}<worldbody>${inside}</worldbody>`)
}

export function readMjcf(
  text: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: RobotFromFilesOptions = {},
): Promise<Robot> {
  const bytes = Object.entries({ 'test.xml': text, ...files }).map(
    ([name, content]) => [`models/${name}`, typeof content === 'string' ? bytesOf(content) : content] as const,
  )
  return robotFromFiles(new Map(bytes), 'models/test.xml', options)
}

export function refusedMjcf(text: string, files: Readonly<Record<string, string>> = {}): Promise<RobotFileError> {
  return refused(readMjcf(text, files))
}

/** Something of everything that is read, and of what is passed over. */
export const RICH_MJCF = `<?xml version="1.0" encoding="utf-8"?>
<!-- a model -->
<mujoco model="rich">
  <compiler angle="radian" meshdir="meshes" autolimits="true" eulerseq="xyz"/>
  <option timestep="0.002"><flag filterparent="enable"/></option>
  <include file="parts/defaults.xml"/>
  <asset>
    <material name="gray" rgba="0.5 0.5 0.5 1"/>
    <texture type="skybox" builtin="gradient" width="8" height="8"/>
    <mesh name="part" class="arm" file="part.stl" refpos="0.1 0 0" refquat="1 0 0 1"/>
    <mesh name="part.stl" file="part.stl" scale="1 2 -3"/>
  </asset>
  <worldbody>
    <light pos="0 0 1"/>
    <geom name="floor" type="plane" size="0 0 0.05" pos="0 0 -1"/>
    <body name="base" childclass="arm" pos="0 0 0.5" euler="0.1 0.2 0.3">
      <inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/>
      <geom name="body" type="box" size="0.1 0.2 0.3" axisangle="0 1 0 0.5"/>
      <geom class="visual" mesh="part"/>
      <body name="upper" pos="0 0 0.3" quat="0 1 0 1">
        <joint name="shoulder" axis="0 1 0" range="-1 2" pos="0.01 0 0"/>
        <joint name="lift" type="slide" axis="0 0 1" range="0 0.5" ref="0.1"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.05"/>
        <geom type="mesh" mesh="part" contype="2" conaffinity="3"/>
        <body name="lower" pos="0 0 0.4" xyaxes="0 1 0 -1 0 0">
          <joint name="elbow" range="-2 2" damping="1"/>
          <geom name="shin" type="cylinder" size="0.04 0.1" zaxis="1 1 0"/>
          <frame pos="0 0 0.1" euler="0 0 0.5">
            <geom type="ellipsoid" size="0.03 0.04 0.05"/>
            <body name="left" pos="0 0.1 0"><joint name="grip" type="slide" axis="0 1 0" range="0 0.1"/><geom size="0.02"/></body>
          </frame>
          <body name="right" pos="0 -0.1 0.1"><joint name="other" type="slide" axis="0 1 0"/><geom name="tip" size="0.02"/></body>
          <site name="mark" pos="0 0 0.2"/><camera name="eye"/>
        </body>
      </body>
    </body>
    <body name="thing" pos="1 0 0"><freejoint name="fly"/><geom type="mesh" mesh="part.stl"/></body>
    <body name="hand" mocap="true" pos="2 0 0"><geom size="0.1" contype="0" conaffinity="0"/></body>
  </worldbody>
  <contact><exclude body1="base" body2="lower"/><pair geom1="tip" geom2="shin"/></contact>
  <equality>
    <joint joint1="other" joint2="grip" polycoef="0 -1 0 0 0"/>
    <weld name="glue" body1="hand" body2="thing" active="false"/>
  </equality>
  <tendon><spatial limited="true" range="0 1"><site site="mark"/></spatial></tendon>
  <actuator><position joint="shoulder" kp="1"/></actuator>
  <sensor><jointpos joint="shoulder"/></sensor>
  <keyframe><key name="home" qpos="0.5 0.2 -1 0.05 -0.05 1 2 3 1 0 0 0"/></keyframe>
</mujoco>
`

export const RICH_DEFAULTS = `<mujoco>
  <default>
    <geom friction="1 0.005 0.0001"/>
    <default class="arm">
      <mesh scale="0.1 0.1 0.1"/>
      <joint armature="0.1"/>
      <equality solref="0.01 1"/>
      <default class="visual"><geom type="mesh" contype="0" conaffinity="0" group="2"/></default>
    </default>
  </default>
</mujoco>
`

export const RICH_MODEL: Readonly<Record<string, Uint8Array>> = {
  'rich/rich.xml': bytesOf(RICH_MJCF),
  'rich/parts/defaults.xml': bytesOf(RICH_DEFAULTS),
  'rich/meshes/part.stl': binaryStl(TETRAHEDRON),
}
