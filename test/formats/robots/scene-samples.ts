// A scene with one of everything, which tests change field by field, and the files that it names.

import { Robot } from '../../../src/robots/model/robot.js'
import { box, sphere } from '../../../src/shapes/shape.js'
import { binaryStl, TETRAHEDRON } from '../samples.js'

export const CELL = {
  limber: 1,
  robots: [
    {
      name: 'arm',
      urdf: 'arm.urdf',
      srdf: 'arm.srdf',
      packages: { cell: 'parts' },
      base: { xyz: [0, 0, 0.5], rpy: [0, 0, 1.5] },
    },
    {
      name: 'left',
      urdf: 'robots/other.urdf',
      base: { xyz: [5, 0, 0], quat: [0, 0, 0, 1] },
      geometry: 'both',
      open: 'close',
    },
  ],
  obstacles: [
    { name: 'table', shape: { kind: 'box', size: [1, 2, 0.1] }, pose: { xyz: [0, 0, -0.05] } },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.2 }, pose: { xyz: [2, 0, 0.2], rpy: [0, 0, 0] } },
    { name: 'post', shape: { kind: 'cylinder', radius: 0.1, length: 2 }, pose: { xyz: [0, 3, 1] } },
    { name: 'rail', shape: { kind: 'capsule', radius: 0.1, length: 2 }, pose: { xyz: [0, 4, 0], quat: [1, 0, 0, 0] } },
    {
      name: 'wedge',
      shape: {
        kind: 'convex',
        points: [
          [0, 5, 0],
          [1, 5, 0],
          [0, 6, 0],
          [0, 5, 1],
        ],
      },
    },
    { name: 'part', shape: { kind: 'mesh', file: 'parts/part.stl', scale: 0.001 }, pose: { xyz: [0, 0, 3] } },
    {
      name: 'mirrored',
      shape: { kind: 'mesh', file: 'parts/part.stl', scale: [1, 1, -1], open: 'solid', closeWithin: 0.01 },
      pose: { xyz: [0, 0, -9] },
    },
  ],
  attached: [
    {
      name: 'cup',
      link: 'arm/gripper',
      shape: { kind: 'cylinder', radius: 0.04, length: 0.1 },
      pose: { xyz: [0, 0, 0.1] },
      touch: ['arm/finger', 'table'],
    },
    { name: 'lid', link: 'left/tool', shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, pose: { xyz: [0, 0, 0.5] } },
  ],
  allowed: [
    ['arm/base', 'table'],
    ['left/base', 'table'],
    ['cup', 'ball'],
  ],
}

/** What CELL's robots are: a base, a gripper on a lift, a finger on the gripper, and a tool on a turning joint. */
export function sampleRobot(name: string): Robot {
  const link = (of: string) => ({ name: of, geometry: [{ shape: box({ size: [0.1, 0.1, 0.1] }) }] })
  return new Robot({
    name,
    links: [
      link('base'),
      link('gripper'),
      { name: 'finger', geometry: [{ shape: sphere({ radius: 0.02 }) }] },
      link('tool'),
    ],
    joints: [
      {
        ...{ name: 'lift', kind: 'prismatic', parent: 'base', child: 'gripper', axis: [0, 0, 1] },
        ...{ origin: { at: [0, 0, 0.3] }, limits: { lower: 0, upper: 2 } },
      },
      { name: 'hold', kind: 'fixed', parent: 'gripper', child: 'finger', origin: { at: [0, 0, 0.07] } },
      { name: 'turn', kind: 'continuous', parent: 'base', child: 'tool', axis: [0, 0, 1], origin: { at: [0.5, 0, 0] } },
    ],
    notes: ['Made by hand.'],
  })
}

/** The same as URDF. */
export const SAMPLE_URDF = `<robot name="sample">
${['base', 'gripper', 'tool'].map((name) => `  <link name="${name}"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>`).join('\n')}
  <link name="finger"><collision><geometry><sphere radius="0.02"/></geometry></collision></link>
  <joint name="lift" type="prismatic">
    <parent link="base"/><child link="gripper"/><origin xyz="0 0 0.3"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="2" effort="1" velocity="1"/>
  </joint>
  <joint name="hold" type="fixed"><parent link="gripper"/><child link="finger"/><origin xyz="0 0 0.07"/></joint>
  <joint name="turn" type="continuous"><parent link="base"/><child link="tool"/><origin xyz="0.5 0 0"/><axis xyz="0 0 1"/></joint>
</robot>
`
export const SAMPLE_SRDF = `<robot name="sample">
  <disable_collisions link1="finger" link2="tool" reason="Never"/>
</robot>
`

/** Every file that CELL names, by its path. */
export const CELL_FILES: Readonly<Record<string, string | Uint8Array>> = {
  'arm.urdf': SAMPLE_URDF,
  'arm.srdf': SAMPLE_SRDF,
  'robots/other.urdf': SAMPLE_URDF,
  'parts/part.stl': binaryStl(TETRAHEDRON),
}
