// Frames of a run as a multi-model PDB file, as DCD, or as XTC.
import {
  dcdFrame,
  dcdHeader,
  pdbEnd,
  pdbHeader,
  pdbModel,
  type Structure,
  xtcFrame,
} from '../../src/entries/molecules.js'
import type { Trajectory } from './fold-record.js'

export type TrajectoryFormat = 'pdb' | 'dcd' | 'xtc'

const PDB_START = 'REMARK   6 TRAJECTORY OF LIMBER FOLD\n'
const DCD_TITLE = 'limber fold'
/**
 * How an XTC file of ours begins, without its number of atoms and its first step: a letter a byte. XTC has no title; the time of the
 * first frame is minus zero, which equals zero and which no other program writes. There is no box.
 */
const [XTC_MAGIC, XTC_TIME] = ['\0\0\x07\xcb', `\x80${'\0'.repeat(39)}`]

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

/** `precision`: parts of a nanometre that coordinates are rounded to. The step of a frame is the move, its time the frame's number. */
export function xtcTrajectory(precision: number | undefined): Trajectory {
  const nothing = new Uint8Array(0)
  return {
    head: () => nothing,
    between: '',
    tail: '',
    frame: (number, step, positions) => xtcFrame(positions, { step, time: number === 0 ? -0 : number, precision }),
    varies: true,
  }
}

/** Ours begin like this, or were cut off before that; nothing else is overwritten by one. `start`: a letter a byte. */
export function isTrajectory(format: TrajectoryFormat, start: string): boolean {
  if (format === 'pdb') return start.startsWith(PDB_START) || PDB_START.startsWith(start)
  if (format === 'xtc') return start.startsWith(XTC_MAGIC) && start.startsWith(XTC_TIME, 12)
  return start.startsWith('CORD', 4) && start.includes(DCD_TITLE)
}
