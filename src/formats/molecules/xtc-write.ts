// Trajectories as XTC (what it is: xtc.ts), frame by frame: a file is nothing but its frames. What was read from an XTC file and is
// written with the same headers has the same bytes as before.
import { checkFields } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { MOST_UNCOMPRESSED, XTC_LARGE_MAGIC, XTC_MAGIC } from './xtc.js'
import { encodeXtc } from './xtc-encode.js'

/** What the header of a frame of an XTC file says. */
export interface XtcWriteOptions {
  /** Of the simulation; the frame's number if left out. */
  readonly step?: number | undefined
  /** ps; the frame's number if left out. */
  readonly time?: number | undefined
  /** The vectors a, b and c of the periodic box, three numbers each, in Å; nine zeros if left out: no box. */
  readonly box?: ArrayLike<number> | undefined
  /** Coordinates are rounded to 1 / precision nm; 1000 if left out, which is GROMACS's own: 0.01 Å. */
  readonly precision?: number | undefined
  /** The form that GROMACS has for more than 298,261,617 atoms (magic number 2023), for any number. Default false. */
  readonly large?: boolean | undefined
}

const FIELDS = ['step', 'time', 'box', 'precision', 'large']
const MOST_ATOMS = 298_261_617
/** As GROMACS has it: the largest whole number is 2³¹ − 1, and sums of two must not leave it. */
const MOST = 2 ** 31 - 3

/** A whole XTC file, as bytes. Each of `frames` has x, y, z of each atom in Å; `options(k)` is what is said of frame k. */
export function writeXtc(
  frames: readonly ArrayLike<number>[],
  options: XtcWriteOptions | ((k: number) => XtcWriteOptions) = {},
): Uint8Array {
  const [first] = frames
  if (first === undefined) throw new InvalidInputError('frames', frames, 'one frame or more')
  const parts = frames.map((positions, k) => {
    if (positions.length !== first.length) {
      throw new InvalidInputError(`frames[${k}].length`, positions.length, `${first.length}, as that of the first`)
    }
    return xtcFrame(positions, { step: k, time: k, ...(typeof options === 'function' ? options(k) : options) })
  })
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** One frame of an XTC file, as bytes. `positions` has x, y, z of each atom in Å. Frames are appended to each other. */
export function xtcFrame(positions: ArrayLike<number>, options: XtcWriteOptions = {}): Uint8Array {
  const atoms = positions?.length / 3
  if (!(Number.isInteger(atoms) && atoms > 0 && atoms < 2 ** 31)) {
    throw new InvalidInputError('positions.length', positions?.length, 'three numbers an atom, of one atom or more')
  }
  checkFields('options', options, FIELDS)
  const { step = 0, time = 0, box = new Float64Array(9), precision = 1000, large = atoms > MOST_ATOMS } = options
  const check = (field: string, good: boolean, value: unknown, expected: string): void => {
    if (!good) throw new InvalidInputError(`options.${field}`, value, expected)
  }
  check('step', Number.isInteger(step) && step >= -(2 ** 31) && step < 2 ** 31, step, 'a whole number of 32 bits')
  check('time', Number.isFinite(time), time, 'a number')
  check('box', box?.length === 9 && Array.from(box).every(Number.isFinite), box, 'nine numbers')
  check('precision', precision > 0 && Number.isFinite(Math.fround(precision)), precision, 'a number above zero')
  check('large', typeof large === 'boolean' && (large || atoms <= MOST_ATOMS), large, 'true for as many atoms')
  const rounding = Math.fround(precision)
  const compressed = atoms > MOST_UNCOMPRESSED ? encodeXtc(wholeNumbers(positions, rounding)) : undefined
  const start = compressed === undefined ? 56 : 88 + (large ? 8 : 4)
  const length = compressed === undefined ? 4 * positions.length : 4 * Math.ceil(compressed.bytes.length / 4)
  const out = new Uint8Array(start + length)
  const view = new DataView(out.buffer)
  view.setInt32(0, large ? XTC_LARGE_MAGIC : XTC_MAGIC)
  view.setInt32(4, atoms)
  view.setInt32(8, step)
  view.setFloat32(12, time)
  for (let k = 0; k < 9; k++) view.setFloat32(16 + 4 * k, box[k]! / 10)
  view.setInt32(52, atoms)
  if (compressed === undefined) {
    for (let k = 0; k < positions.length; k++) view.setFloat32(56 + 4 * k, checked(positions, k) / 10)
    return out
  }
  view.setFloat32(56, rounding)
  for (let axis = 0; axis < 3; axis++) {
    view.setInt32(60 + 4 * axis, compressed.least[axis]!)
    view.setInt32(72 + 4 * axis, compressed.most[axis]!)
  }
  view.setInt32(84, compressed.small)
  if (large) view.setUint32(88, Math.floor(compressed.bytes.length / 2 ** 32))
  view.setUint32(start - 4, compressed.bytes.length % 2 ** 32)
  out.set(compressed.bytes, start)
  return out
}

/** Where single precision still has halves. */
const HAS_HALVES = 2 ** 22

/**
 * Coordinates as whole numbers, halves away from zero. A coordinate that single precision holds is rounded as GROMACS does it, in
 * single precision, which may take a number next to a half the other way.
 */
function wholeNumbers(positions: ArrayLike<number>, precision: number): Float64Array {
  const { fround } = Math
  const out = new Float64Array(positions.length)
  for (let k = 0; k < out.length; k++) {
    const nanometres = checked(positions, k) / 10
    const half = nanometres < 0 ? -0.5 : 0.5
    const exact = nanometres * precision
    const isSingle = fround(nanometres) === nanometres && Math.abs(exact) < HAS_HALVES
    const value = Math.trunc(isSingle ? fround(fround(exact) + half) : exact + half)
    if (!(Math.abs(value) <= MOST)) {
      const expected = `a coordinate that is less than ${MOST} times 1 / precision nm`
      throw new InvalidInputError(`positions[${k}]`, positions[k], expected)
    }
    // No negative zero: it is the same number.
    out[k] = value + 0
  }
  return out
}

function checked(positions: ArrayLike<number>, k: number): number {
  const value = positions[k]!
  if (Number.isFinite(value)) return value
  throw new InvalidInputError(`positions[${k}]`, value, 'a finite number')
}
