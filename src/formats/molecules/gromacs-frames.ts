// What the formats of GROMACS have in common: nanometres, boxes of three vectors, and frames that are found first and read on
// request. Inside they are ångström, ten times the number in the file.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import type { FilePlace } from '../../errors.js'
import { viewOf } from '../text/byte-view.js'
import { plural } from '../text/plural.js'
import { cellOfBox, isUprightBox } from './box-cell.js'
import type { FramesSource, PeriodicCell } from './frames-data.js'

/** What a trajectory of GROMACS says of a frame, beside its coordinates. */
export interface GromacsFrame {
  /** Of the simulation. */
  readonly step: number
  /** ps. */
  readonly time: number
  /** The vectors a, b and c of the periodic box, three numbers each, in Å; nine zeros where there is none. */
  readonly box: readonly number[]
}

/** Programs write a box of 0 or of 1 Å where there is none; in single precision that is a little more. */
const NO_BOX = 1.000001

/** Whether there is a box. */
export function isBox(box: ArrayLike<number>): boolean {
  return Array.from(box).some((x) => Math.abs(x) > NO_BOX)
}

/** The cell of a frame; undefined where the box is one that means there is none. */
export function cellOfFrame(source: FramesSource, box: ArrayLike<number>, place: FilePlace): PeriodicCell | undefined {
  const numbers = Array.from(box)
  if (!numbers.every((x) => Math.abs(x) <= MAX_COORDINATE))
    source.fail(place, 'a box of finite numbers', numbers.join(' '))
  if (!isBox(numbers)) return undefined
  if (!isUprightBox(numbers)) {
    source.fail(place, 'a box with a along x, b in the plane of x and y, c upward', numbers.join(' '))
  }
  return cellOfBox(numbers)
}

/** That there is a cell, for the notes. */
export const CELL_NOTE = 'There is a unit cell: chains that were cut at its faces are not made whole.'

/** XDR: big-endian words of four bytes (RFC 4506). */
export class XdrReader {
  readonly view: DataView

  constructor(readonly source: FramesSource) {
    this.view = viewOf(source.bytes)
  }

  integer(at: number): number {
    return this.view.getInt32(at)
  }

  /** A number of single or double precision. */
  real(at: number, size: 4 | 8): number {
    return size === 4 ? this.view.getFloat32(at) : this.view.getFloat64(at)
  }

  /** `count` numbers from nanometres to ångström. */
  lengths(out: Float64Array | number[], at: number, size: 4 | 8, count: number): void {
    for (let k = 0; k < count; k++) out[k] = 10 * this.real(at + size * k, size)
  }

  /** Fails where a coordinate is not finite, or too large. */
  checkCoordinates(all: Float64Array, at: number, size: 4 | 8, k: number): void {
    const wrong = all.findIndex((x) => !(Math.abs(x) <= MAX_COORDINATE))
    if (wrong < 0) return
    const which = `${all[wrong]} (atom ${Math.floor(wrong / 3)} of frame ${k}, both from 0)`
    this.source.fail({ offset: at + size * wrong }, 'a finite coordinate', which)
  }
}

/**
 * Walks over the frames of a file: `next(at, k)` is where frame k ends that begins at `at`, or how many bytes it needs at least, as
 * a negative number, where the file ends within it. An incomplete last frame is refused, or left out if that is asked for.
 */
export function walkFrames(source: FramesSource, next: (at: number, k: number) => number): void {
  const { length } = source.bytes
  let at = 0
  for (let k = 0; at < length || k === 0; k++) {
    const end = next(at, k)
    if (end > 0) {
      at = end
      continue
    }
    const left = plural(length - at, 'byte')
    const what = `a whole frame of ${plural(-end, 'byte')} or more`
    if (k === 0) source.fail({ offset: at, field: 'frame 0' }, what, `${left}, then the end of the file`)
    if (source.options.partial !== 'drop') {
      const hint = `${what} (option partial: 'drop' leaves out the last)`
      source.fail({ offset: at, field: `frame ${k}` }, hint, `the last ${left} of the file`)
    }
    source.notes.push(`The last frame, of which there are ${left}, is left out.`)
    return
  }
}
