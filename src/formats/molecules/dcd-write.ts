// Trajectories as DCD (what it is: dcd.ts), in parts, so that a run can append one frame after the other: a header whose length
// does not depend on how many frames it announces, and frames. CHARMM's layout, little-endian, markers of four bytes, no cell.
// Coordinates are rounded to single precision, which is all that the format has.
import { checkFields, checkIndex } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'

/** What the header of a DCD file says. */
export interface DcdWriteOptions {
  /** Up to 80 plain letters. */
  readonly title?: string | undefined
  /** Moves between frames; 1 if left out. */
  readonly every?: number | undefined
}

const TITLE = 80
/** The largest number of single precision. */
const MOST = 3.4028234663852886e38
/** 20 numbers and CORD; the title; the number of atoms; two markers each. */
const HEADER_BYTES = 84 + 8 + (4 + TITLE) + 8 + 4 + 8

/** A whole DCD file, as bytes. Each of `frames` has x, y, z of each atom. */
export function writeDcd(frames: readonly ArrayLike<number>[], options: DcdWriteOptions = {}): Uint8Array {
  const [first] = frames
  if (first === undefined) throw new InvalidInputError('frames', frames, 'one frame or more')
  const parts = [dcdHeader(first.length / 3, frames.length, options)]
  for (const [k, positions] of frames.entries()) {
    if (positions.length !== first.length) {
      throw new InvalidInputError(`frames[${k}].length`, positions.length, `${first.length}, as that of the first`)
    }
    parts.push(dcdFrame(positions))
  }
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/**
 * The bytes of a DCD file before its frames. To add frames to a file, append them, and write a header with the new count over the old
 * one.
 */
export function dcdHeader(atoms: number, frames: number, options: DcdWriteOptions = {}): Uint8Array {
  checkIndex('atoms', atoms, 1, 2 ** 29)
  checkIndex('frames', frames, 0, 2 ** 31)
  checkFields('options', options, ['title', 'every'])
  const { title = '', every = 1 } = options
  checkIndex('options.every', every, 1, 2 ** 31)
  if (typeof title !== 'string' || !/^[\x20-\x7e]{0,80}$/.test(title)) {
    throw new InvalidInputError('options.title', title, `at most ${TITLE} plain letters`)
  }
  const out = new Uint8Array(HEADER_BYTES)
  const view = new DataView(out.buffer)
  const int = (at: number, value: number): void => view.setInt32(at, value, true)
  const letters = (at: number, text: string): void => {
    for (let k = 0; k < text.length; k++) out[at + k] = text.charCodeAt(k)
  }
  // A record is its length, its content, its length again.
  const record = (at: number, length: number): number => {
    int(at, length)
    int(at + 4 + length, length)
    return at + 4
  }
  const head = record(0, 84)
  letters(head, 'CORD')
  const number = (k: number, value: number): void => int(head + 4 + 4 * k, value)
  number(0, frames)
  number(1, every) // the first step that was written
  number(2, every)
  number(3, Math.min(2 ** 31 - 1, frames * every))
  view.setFloat32(head + 4 + 4 * 9, 1, true) // a time step, which some readers divide by
  number(19, 24) // CHARMM's version: the layout above
  const titles = record(92, 4 + TITLE)
  int(titles, 1)
  letters(titles + 4, title.padEnd(TITLE))
  int(record(92 + 8 + 4 + TITLE, 4), atoms)
  return out
}

/** One frame of a DCD file, as bytes. `positions` has x, y, z of each atom. */
export function dcdFrame(positions: ArrayLike<number>): Uint8Array {
  const atoms = positions?.length / 3
  checkIndex('positions.length / 3', atoms, 1, 2 ** 29)
  const out = new Uint8Array(3 * (4 * atoms + 8))
  const view = new DataView(out.buffer)
  for (let axis = 0; axis < 3; axis++) {
    const at = axis * (4 * atoms + 8)
    view.setInt32(at, 4 * atoms, true)
    view.setInt32(at + 4 + 4 * atoms, 4 * atoms, true)
    for (let k = 0; k < atoms; k++) {
      const value = positions[3 * k + axis]!
      if (!(Math.abs(value) <= MOST)) {
        throw new InvalidInputError(`positions[${3 * k + axis}]`, value, `a number of at most ${MOST}`)
      }
      view.setFloat32(at + 4 + 4 * k, value, true)
    }
  }
  return out
}
