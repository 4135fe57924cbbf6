// Frames of a run as a multi-model PDB file, or as DCD.
import { dcdFrame, dcdHeader, pdbEnd, pdbHeader, pdbModel, type Structure } from '../../src/entries/molecules.js'
import type { Trajectory } from './fold-record.js'

export type TrajectoryFormat = 'pdb' | 'dcd'

const PDB_START = 'REMARK   6 TRAJECTORY OF LIMBER FOLD\n'
const DCD_TITLE = 'limber fold'

/** `atoms`: numbers in the structure of those that are written, ascending. */
export function pdbTrajectory(structure: Structure, atoms: ArrayLike<number>): Trajectory {
  const head = Buffer.from(PDB_START + pdbHeader(structure, { atoms }))
  return {
    head: () => head,
    between: '',
    tail: pdbEnd(),
    frame: (number, _step, positions) => Buffer.from(pdbModel(structure, positions, number + 1, { atoms })),
  }
}

/** One frame with its names, for programs that show a DCD file. */
export function pdbTopology(structure: Structure, atoms: ArrayLike<number>, positions: Float64Array): string {
  return `${PDB_START}${pdbHeader(structure, { atoms })}${pdbModel(structure, positions, 1, { atoms })}${pdbEnd()}`
}

/** `every`: moves between two frames. */
export function dcdTrajectory(atoms: number, every: number): Trajectory {
  return {
    head: (parts) => dcdHeader(atoms, parts, { title: DCD_TITLE, every }),
    between: '',
    tail: '',
    frame: (_number, _step, positions) => dcdFrame(positions),
  }
}

/** Ours begin like this, or were cut off before that; nothing else is overwritten by one. */
export function isTrajectory(format: TrajectoryFormat, start: string): boolean {
  if (format === 'pdb') return start.startsWith(PDB_START) || PDB_START.startsWith(start)
  return start.startsWith('CORD', 4) && start.includes(DCD_TITLE)
}
