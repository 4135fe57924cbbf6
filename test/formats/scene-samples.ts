// A scene with one of everything, which tests change field by field.
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
    { name: 'left', urdf: 'robots/other.urdf', base: { quat: [0, 0, 0, 1] } },
  ],
  obstacles: [
    { name: 'table', shape: { kind: 'box', size: [1, 2, 0.1] }, pose: { xyz: [0, 0, -0.05] } },
    { name: 'ball', shape: { kind: 'sphere', radius: 0.2 }, pose: { xyz: [2, 0, 0.2], rpy: [0, 0, 0] } },
    { name: 'post', shape: { kind: 'cylinder', radius: 0.1, length: 2 } },
    { name: 'rail', shape: { kind: 'capsule', radius: 0.1, length: 2 }, pose: { quat: [1, 0, 0, 0] } },
    {
      name: 'wedge',
      shape: {
        kind: 'convex',
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
    },
    { name: 'part', shape: { kind: 'mesh', file: 'parts/part.stl', scale: 0.001 } },
    { name: 'mirrored', shape: { kind: 'mesh', file: 'parts/part.stl', scale: [1, 1, -1] }, pose: {} },
  ],
  attached: [
    {
      name: 'cup',
      link: 'arm/gripper',
      shape: { kind: 'cylinder', radius: 0.04, length: 0.1 },
      pose: { xyz: [0, 0, 0.1] },
      touch: ['arm/finger', 'table'],
    },
    { name: 'lid', link: 'left/tool', shape: { kind: 'box', size: [0.1, 0.1, 0.1] } },
  ],
  allowed: [
    ['arm/base', 'table'],
    ['left/base', 'table'],
    ['cup', 'ball'],
  ],
}
