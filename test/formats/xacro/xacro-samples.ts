// A robot in xacro that uses most of what there is, in two packages whose folders have other names; and what a text expands to.
import { FilesInMemory } from '../../../src/formats/robots/robot-folder.js'
import { expandRobot } from '../../../src/formats/robots/robot-xacro.js'
import { bytesOf } from '../samples.js'

export type Files = Readonly<Record<string, string>>

export const ARM_XACRO = `<?xml version="1.0"?>
<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="$(arg name)">
  <xacro:arg name="name" default="arm"/>
  <xacro:arg name="segments" default="3"/>
  <xacro:arg name="gripper" default="true"/>
  <xacro:include filename="parts/segment.xacro"/>
  <xacro:include filename="$(find hand_description)/hand.xacro" ns="hand"/>
  <xacro:property name="config" value="\${xacro.load_yaml('$(find arm_description)/config/arm.yaml')}"/>
  <xacro:property name="count" value="$(arg segments)"/>
  <xacro:property name="reach" value="\${config.segment.length * count}"/>
  <link name="base">
    <collision><geometry><cylinder radius="\${config['base']['radius']}" length="0.1"/></geometry></collision>
  </link>
  <xacro:segments parent="base" left="\${count}"/>
  <xacro:if value="$(arg gripper)">
    <xacro:hand.hand parent="segment_1" width="\${config.hand.widths[-1]}">
      <origin xyz="0 0 \${config.segment.length}" rpy="0 0 \${radians(90)}"/>
      <extra><link name="camera"/><xacro:fixed parent="segment_1" child="camera"/></extra>
    </xacro:hand.hand>
  </xacro:if>
  <xacro:unless value="\${reach &lt; 10 and 'segment' in config}"><link name="too_long"/></xacro:unless>
</robot>
`

const SEGMENT_XACRO = `<robot xmlns:xacro="http://wiki.ros.org/xacro">
  <xacro:property name="unused" value="\${this_is_never_asked_for}"/>
  <xacro:property name="box"><geometry><box size="0.05 0.05 \${config.segment.length}"/></geometry></xacro:property>
  <xacro:macro name="fixed" params="parent child">
    <joint name="\${child}_fixed" type="fixed"><parent link="\${parent}"/><child link="\${child}"/></joint>
  </xacro:macro>
  <!-- Calls itself, down to one. -->
  <xacro:macro name="segments" params="parent left kind:='revolute' offset:=\${0.0 + 0}">
    <xacro:property name="own" value="segment_\${left}"/>
    <link name="\${own}">
      <collision><origin xyz="0 0 \${config.segment.length / 2}"/><xacro:insert_block name="box"/></collision>
    </link>
    <joint name="joint_\${left}" type="\${kind}">
      <parent link="\${parent}"/><child link="\${own}"/>
      <origin xyz="0 0 \${config.segment.length if parent != 'base' else 0.05 + offset}"/>
      <axis xyz="0 1 0"/>
      <limit lower="\${-config.limit}" upper="\${config.limit}" effort="1" velocity="\${2 ** 3 // 3}"/>
    </joint>
    <xacro:if value="\${left > 1}"><xacro:segments parent="\${own}" left="\${left - 1}"/></xacro:if>
  </xacro:macro>
</robot>
`

const HAND_XACRO = `<robot xmlns:xacro="http://wiki.ros.org/xacro">
  <xacro:macro name="hand" params="parent width *origin **extra prefix:=^|hand">
    <link name="\${prefix}"><collision><geometry><sphere radius="\${round(width / 2, 3)}"/></geometry></collision></link>
    <joint name="\${prefix}_joint" type="fixed">
      <parent link="\${parent}"/><child link="\${prefix}"/><xacro:insert_block name="origin"/>
    </joint>
    <xacro:insert_block name="extra"/>
  </xacro:macro>
</robot>
`

const ARM_YAML = `# Lengths in metres.
base: {radius: 0.08}
segment: &segment
  length: 0.25
limit: !degrees 120
hand:
  <<: *segment
  widths: [0.08, 0.125]
`

export const ARM_FILES: Files = {
  'one/package.xml': '<package><name>arm_description</name></package>',
  'one/urdf/arm.urdf.xacro': ARM_XACRO,
  'one/urdf/parts/segment.xacro': SEGMENT_XACRO,
  'one/config/arm.yaml': ARM_YAML,
  'two/package.xml': '<package><name>hand_description</name></package>',
  'two/hand.xacro': HAND_XACRO,
}

export function bytesOfAll(files: Files): Record<string, Uint8Array> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)]))
}

/** The URDF text that one of the files comes to, without its first line, and notes. */
export async function expandedFiles(
  files: Files,
  main: string,
  values: Readonly<Record<string, string>> = {},
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  const source = new FilesInMemory(Object.entries(bytesOfAll(files)))
  const path = main.split('/')
  const around = {
    ...{ source, folder: path.slice(0, -1), root: [], packages: new Map(), allowAbsolute: false },
    ...{ onePackage: false, maxBytes: 1e6 },
  }
  const { text, notes } = await expandRobot(path, files[main]!, around, new Map(Object.entries(values)))
  return { text: text.replace(/^.*\n/, '').trimEnd(), notes }
}

/** What is inside of `<robot>…</robot>`, expanded. */
export async function expandedText(
  inside: string,
  files: Files = {},
  values: Readonly<Record<string, string>> = {},
): Promise<string> {
  const main = `<robot xmlns:xacro="http://wiki.ros.org/xacro">${inside}</robot>`
  const { text } = await expandedFiles({ ...files, 'main.xacro': main }, 'main.xacro', values)
  return text.replace(/^<robot\/?>\n?/, '').replace(/\n?<\/robot>$/, '')
}
