// A rope in a periodic box, as its file has it: beads may have been put back into the box one by one, so that the
// rope is cut at the faces, and all of it may jump from one frame to the next.
//
// A rope is made whole along itself: every bead is put at the image that is nearest to the bead before it. Of the next frame, made
// whole in the same way, that image is taken which is nearest to this frame in the mean. Where no bead then moves by
// half a box or more, every bead has moved to its nearest image; where one does, nothing says which way it went, and the step is
// refused. The box may change from frame to frame. Here the angles of the box are right; triclinic-rope.ts has the others.
import { FramesFileError } from '../../errors.js'
import type { Frames, PeriodicCell } from './frames-data.js'
import { type Lattice, latticeOf } from './lattice.js'
import { triclinicStep, wholeTriclinic } from './triclinic-rope.js'

/**
 * Degrees by which an angle of the cell may be off 90: as a cosine in single precision, a right angle is written as −4.4e-8, which is
 * 2.5e-6 degrees off.
 */
const RIGHT_ANGLE_ROUNDING = 1e-5
/** Of an extent, which is a rounded difference, and its sum with a reach, rounded again: 2 u, with room to spare. */
const EXTENT_ROUNDING = 2 ** -50

const AXES = 'xyz'

/** One step of a rope: where its beads are, and where they go. */
export interface RopeStep {
  readonly from: Float64Array
  readonly to: Float64Array
  /** `apart`: no periodic image of the rope can reach it during the step. Undefined where there is no box. */
  readonly images: 'apart' | 'not-checked' | undefined
}

/** What the frames are read with. */
export interface RopeFrames {
  readonly file: string
  readonly frames: Frames
  readonly closed: boolean
  /** How many pieces the rope is in: between two of them there is no strand. */
  readonly pieces: number
  /** Cells are left out, as if there were none. */
  readonly ignoreCell: boolean
  /** The centres of a frame, two or three numbers each. */
  centres(frame: number): Float64Array
  readonly dimension: 2 | 3
  /** Two things that are less than this apart touch. */
  readonly reach: number
}

/** The step from one frame to another. */
export function ropeStep(rope: RopeFrames, now: number, next: number): RopeStep {
  const [a, b] = [boxOf(rope, now), boxOf(rope, next)]
  if (a === undefined && b === undefined) {
    return { from: rope.centres(now), to: rope.centres(next), images: undefined }
  }
  if (a === undefined || b === undefined) {
    const [without, other] = a === undefined ? [now, next] : [next, now]
    throw failedRope(
      rope,
      `frame ${without}, unit cell`,
      `a cell, as in frame ${other} (option ignoreCell leaves them out)`,
      'none',
    )
  }
  if (isLattice(a) || isLattice(b)) {
    return triclinicStep(rope, now, next, asLattice(rope, now, a), asLattice(rope, next, b))
  }
  const from = makeWhole(rope, now, a)
  const to = makeWhole(rope, next, b)
  const { dimension } = rope
  const count = from.length / dimension
  for (let axis = 0; axis < dimension; axis++) {
    let sum = 0
    for (let i = axis; i < to.length; i += dimension) sum += to[i]! - from[i]!
    const images = Math.round(sum / count / b[axis]!)
    const half = Math.min(a[axis]!, b[axis]!) / 2
    for (let i = axis; i < to.length; i += dimension) {
      if (images !== 0) to[i]! -= images * b[axis]!
      const moved = Math.abs(to[i]! - from[i]!)
      if (moved < half) continue
      throw failedRope(
        rope,
        `frame ${now} to ${next}, bead ${Math.floor(i / dimension)}`,
        `a step along ${AXES[axis]} of less than half the box, ${half}: a longer one may have gone either way`,
        `${moved}`,
      )
    }
  }
  const apart = ropeFits(rope, from, a) && ropeFits(rope, to, b)
  return { from, to, images: apart ? 'apart' : 'not-checked' }
}

/** The beads of a frame by itself. */
export function wholeRope(rope: RopeFrames, frame: number): Float64Array {
  const box = boxOf(rope, frame)
  if (box === undefined) return rope.centres(frame)
  return isLattice(box) ? wholeTriclinic(rope, frame, box) : makeWhole(rope, frame, box)
}

/** The lengths of a box with right angles, or the lattice of another. */
type Box = PeriodicCell['lengths'] | Lattice

function isLattice(box: Box): box is Lattice {
  return !Array.isArray(box)
}

function asLattice(rope: RopeFrames, frame: number, box: Box): Lattice {
  return isLattice(box) ? box : checkedLattice(rope, frame, { lengths: box, angles: [90, 90, 90] })
}

function checkedLattice(rope: RopeFrames, frame: number, cell: PeriodicCell): Lattice {
  const lattice = latticeOf(cell)
  if (lattice !== undefined) return lattice
  const expected = 'a box that is not flatter than 1 in 20 (option ignoreCell leaves the cell out)'
  throw failedRope(
    rope,
    `frame ${frame}, unit cell`,
    expected,
    `${cell.lengths.join(', ')}, angles ${cell.angles.join(', ')}`,
  )
}

function boxOf(rope: RopeFrames, frame: number): Box | undefined {
  const cell = rope.ignoreCell ? undefined : rope.frames.cell(frame)
  if (cell === undefined) return undefined
  if (rope.pieces > 1) {
    const expected = 'no unit cell where the rope is in pieces (option cuts): option ignoreCell leaves it out'
    throw failedRope(rope, `frame ${frame}`, expected, `one, and ${rope.pieces} pieces`)
  }
  if (cell.angles.some((angle) => Math.abs(angle - 90) > RIGHT_ANGLE_ROUNDING)) {
    if (rope.dimension === 3) return checkedLattice(rope, frame, cell)
    const expected = 'right angles in the plane (option ignoreCell leaves the cell out)'
    throw failedRope(rope, `frame ${frame}, unit cell`, expected, cell.angles.join(', '))
  }
  return cell.lengths
}

function makeWhole(rope: RopeFrames, frame: number, box: PeriodicCell['lengths']): Float64Array {
  const centres = rope.centres(frame)
  const { dimension, closed } = rope
  for (let axis = 0; axis < dimension; axis++) {
    const length = box[axis]!
    const first = centres[axis]!
    let before = first
    let images = 0
    for (let i = axis + dimension; i < centres.length; i += dimension) {
      const here = centres[i]!
      images += Math.round((here - before) / length)
      before = here
      if (images !== 0) centres[i] = here - images * length
    }
    if (closed && images + Math.round((first - before) / length) !== 0) {
      const expected = 'a closed rope that can be made whole'
      throw failedRope(rope, `frame ${frame}`, expected, `one that winds round the box along ${AXES[axis]}`)
    }
  }
  return centres
}

/**
 * Shorter than the box along every axis, with the reach. An image is shifted by a whole box or more along some axis, and stays clear
 * along it. Between two frames the extent is at most the interpolation of those at the ends, since beads move straight; the box is
 * taken to change at a constant rate. So what holds in both frames holds between them.
 */
export function ropeFits(
  { dimension, reach }: RopeFrames,
  centres: Float64Array,
  box: PeriodicCell['lengths'],
): boolean {
  for (let axis = 0; axis < dimension; axis++) {
    let [least, most] = [Infinity, -Infinity]
    for (let i = axis; i < centres.length; i += dimension) {
      least = Math.min(least, centres[i]!)
      most = Math.max(most, centres[i]!)
    }
    if (!((most - least + reach) * (1 + EXTENT_ROUNDING) < box[axis]!)) return false
  }
  return true
}

export function failedRope({ file }: RopeFrames, field: string, expected: string, got: string): FramesFileError {
  return new FramesFileError(file, { field }, expected, got)
}
