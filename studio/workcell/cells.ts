// The cells that the studio brings along, by formula.

import { carSix, gear, humanoid, sixAxisArm, workshop } from '../../scenes/index.js'
import { box, cylinder, group, mesh, sphere } from '../../src/index.js'
import type { CellParts } from './workcell.js'

export const CELLS: Readonly<Record<string, () => CellParts>> = {
  arm: () => ({
    title: 'An arm at a bench',
    robots: [{ robot: sixAxisArm('irb', { name: 'arm', forearm: 0.755, sides: 28, gunSides: 16 }), name: 'arm' }],
    obstacles: [
      { name: 'floor', shape: box({ size: [3.4, 3, 0.04], at: [0.45, 0, -0.02] }) },
      { name: 'bench', shape: bench(), pose: { at: [1.15, -0.1, 0] } },
      { name: 'wheel', shape: wheel(), pose: { at: [1.1, -0.25, 0.74] } },
      { name: 'crate', shape: box({ size: [0.3, 0.24, 0.22] }), pose: { at: [1.2, 0.3, 0.71] } },
      { name: 'post', shape: cylinder({ radius: 0.045, length: 1.7 }), pose: { at: [0.55, 0.85, 0.85] } },
      { name: 'beam', shape: box({ size: [0.08, 1.9, 0.08] }), pose: { at: [0.55, -0.05, 1.74] } },
      { name: 'tank', shape: cylinder({ radius: 0.22, length: 0.9 }), pose: { at: [0.25, -1.1, 0.45] } },
      { name: 'lamp', shape: sphere({ radius: 0.12 }), pose: { at: [0.55, -0.75, 1.58] } },
    ],
    allowed: [['arm/base', 'floor']],
    fixed: ['floor'],
    start: [-0.352, 0.144, 0.221, 0.282, 0.673, 0],
    from: [1, -1.25, 0.62],
    around: { centre: [0.55, 0, 0.75], radius: 1.42 },
  }),
  six: () => {
    const { robots, obstacles, allowed, start } = carSix()
    return {
      title: 'Six arms at a car body',
      robots,
      obstacles: obstacles as CellParts['obstacles'],
      allowed,
      start,
      from: [0.9, -1.1, 0.75],
      around: { centre: [0, 0, 0.6], radius: 4.5 },
    }
  },
  workshop: () => {
    const { robots, obstacles, allowed, start } = workshop()
    return {
      title: 'A workshop of 75,000 triangles',
      robots,
      obstacles: obstacles as CellParts['obstacles'],
      allowed,
      start,
      fixed: ['hall'],
      from: [2, 1, 1.1],
      around: { centre: [0.2, 0, 0.7], radius: 1.4 },
      isRoom: true,
    }
  },
  figure: () => ({
    title: 'A figure of 31 joints',
    robots: [{ robot: humanoid(), name: 'figure', base: { at: [0, 0, 0.975] } }],
    obstacles: [
      { name: 'table', shape: box({ size: [0.6, 1.2, 0.05] }), pose: { at: [0.62, 0, 0.8] } },
      { name: 'ball', shape: sphere({ radius: 0.11 }), pose: { at: [0.6, 0.25, 0.95] } },
      { name: 'box', shape: box({ size: [0.2, 0.2, 0.2] }), pose: { at: [0.62, -0.25, 0.93] } },
    ],
    // Hands over the table.
    start: [0, 0, 0.15, 0, 0.3, 0, -0.7, 0, -1.1, 0, 0, 0, 0, -0.5, 0, -1.5, ...new Array(15).fill(0)],
    from: [1, -1.1, 0.5],
  }),
}

function bench() {
  const legs = [-0.36, 0.36].flatMap((x) =>
    [-0.66, 0.66].map((y) => box({ size: [0.06, 0.06, 0.55], at: [x, y, 0.285] })),
  )
  return group([box({ size: [0.8, 1.4, 0.05], at: [0, 0, 0.575] }), ...legs])
}

function wheel() {
  const { positions, triangles } = gear(1600, 18)
  return mesh({ positions: positions.map((p) => 0.16 * p), triangles })
}
