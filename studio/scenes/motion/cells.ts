// The motions that the studio brings along: a cell, where it begins and where it ends.
import { carSix, workshop } from '../../../scenes/index.js'
import { box, cylinder } from '../../../src/index.js'
import { CELLS } from '../../workcell/cells.js'
import type { CellParts } from '../../workcell/workcell.js'

export const MOTION_CELLS: Readonly<Record<string, () => CellParts>> = {
  rod: () => ({
    title: 'Past a thin rod',
    robots: CELLS.arm!().robots,
    obstacles: [
      { name: 'floor', shape: box({ size: [3, 2.6, 0.04], at: [0.5, 0, -0.02] }) },
      { name: 'bench', shape: box({ size: [0.5, 1.5, 0.22] }), pose: { at: [1.05, 0, 0.11] } },
      // As high as the wire at the end of the gun, which is all that touches it.
      { name: 'rod', shape: cylinder({ radius: 0.002, length: 0.205 }), pose: { at: [1.0593, 0.1946, 0.3225] } },
    ],
    allowed: [['arm/base', 'floor']],
    fixed: ['floor'],
    marked: ['rod'],
    start: [-0.75, 0.45, 0.35, 0, 0.3, 0],
    goal: [0.75, 0.45, 0.35, 0, 0.3, 0],
    from: [1, -0.75, 0.55],
    around: { centre: [0.6, 0, 0.55], radius: 1.15 },
  }),
  bench: () => ({ ...CELLS.arm!(), title: 'Over a crate', goal: [1.35, 0.35, 0.1, -0.4, 0.5, 0] }),
  workshop: () => ({ ...CELLS.workshop!(), goal: workshop().goal }),
  six: () => ({ ...CELLS.six!(), goal: carSix().goal }),
}
