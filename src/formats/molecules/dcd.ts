// DCD, the trajectories of CHARMM, X-PLOR, NAMD, LAMMPS and OpenMM: Fortran records, each between two markers that say how long
// it is, in either byte order, the markers of 4 or 8 bytes. A header of 84 bytes (CORD and twenty numbers), titles, the number
// of atoms, and where some of these are fixed a list of the others; then a frame: the unit cell if the header says so, all x,
// all y, all z, and the fourth dimension if the header says so. With fixed atoms, only the first frame has all of them.
//
// Every record of every frame is found and checked before anything is allocated; numbers are read when a frame is asked for.
// How many frames the header announces is not believed: programs that were stopped leave too many there, some write zero.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { InvalidInputError } from '../../errors.js'
import { viewOf } from '../text/byte-view.js'
import { plural } from '../text/plural.js'
import { quoted } from '../text/text-cursor.js'
import { namesOfBeads, takeBeads } from './frames-atoms.js'
import {
  checkFrame,
  type Frames,
  type FramesOptions,
  FramesSource,
  noCell,
  type PeriodicCell,
  readFramesOptions,
} from './frames-data.js'

const HEADER = 84
const CELL = 48
/** Where the twenty numbers of the header have what matters here. */
const FRAMES = 0
const FIXED = 8
const HAS_CELL = 10
const HAS_FOURTH = 11
const VERSION = 19

/** The frames of a DCD file. Throws FramesFileError with the byte if it cannot be read. */
export function parseDcd(bytes: Uint8Array, options: FramesOptions = {}): Frames {
  if (!(bytes instanceof Uint8Array)) throw new InvalidInputError('bytes', bytes, 'a Uint8Array')
  const read = readFramesOptions(options)
  return readDcd(new FramesSource(bytes, read.name, read))
}

/** True if it begins as one, in either byte order. */
export function isDcd(bytes: Uint8Array): boolean {
  return layoutOf(bytes) !== undefined
}

interface Layout {
  readonly little: boolean
  /** Bytes of a marker. */
  readonly marker: 4 | 8
}

interface Header {
  readonly atoms: number
  readonly announced: number
  readonly cell: boolean
  readonly fourth: boolean
  /** Atoms that move, from 0; undefined: all of them. */
  readonly free: Int32Array | undefined
}

export function readDcd(given: FramesSource): Frames {
  // Frames are read on request, from bytes that no other code can change.
  const source: FramesSource = new FramesSource(given.bytes.slice(), given.file, given.options)
  const layout = layoutOf(source.bytes)
  if (layout === undefined) {
    source.fail(
      { offset: 0 },
      `a DCD file: a record of ${HEADER} bytes that begins with CORD`,
      quoted(source.bytes, 0, 8),
    )
  }
  const records = new Records(source, layout)
  const header = readHeader(source, records)
  const starts = findFrames(source, records, header)
  const { atoms, announced, cell, free } = header
  if (announced !== starts.length) {
    source.notes.push(`The header announces ${plural(announced, 'frame')}, the file has ${starts.length}.`)
  }
  // Before the x record: the end of the cell's record, and its six numbers.
  const cellAt = (k: number): number => starts[k]! - CELL - layout.marker
  if (cell && isReal(records, cellAt(0))) {
    source.notes.push('There is a unit cell: chains that were cut at its faces are not made whole.')
  }
  const beads = takeBeads(source, atoms)
  // Where the beads are in a frame that has only what moves.
  const moving = free === undefined ? beads : Int32Array.from(beads, (atom) => placeOf(free, atom))
  const read = (k: number): Float64Array => {
    const all = k === 0 || free === undefined
    const out = all ? new Float64Array(3 * beads.length) : read(0)
    const count = all ? atoms : free!.length
    const places = all ? beads : moving
    for (let axis = 0; axis < 3; axis++) {
      const from = starts[k]! + axis * (4 * count + 2 * layout.marker) + layout.marker
      for (let i = 0; i < beads.length; i++) {
        if (places[i]! < 0) continue
        const at = from + 4 * places[i]!
        const value = records.view.getFloat32(at, layout.little)
        if (!(Math.abs(value) <= MAX_COORDINATE)) {
          source.fail({ offset: at }, 'a finite coordinate', `${value} (atom ${beads[i]} of frame ${k}, both from 0)`)
        }
        out[3 * i + axis] = value
      }
    }
    return out
  }
  return {
    format: 'dcd',
    count: starts.length,
    beads: beads.length,
    atoms,
    names: namesOfBeads(source, beads),
    notes: source.notes,
    frame: (k) => read(checkFrame(k, starts.length)),
    cell: cell ? (k) => readCell(source, records, cellAt(checkFrame(k, starts.length)), k) : noCell(starts.length),
  }
}

/**
 * Six numbers: a, γ, b, β, α, c. Programs differ in what an angle is: degrees (CHARMM before version 25, X-PLOR, OpenMM), or its
 * cosine (NAMD, LAMMPS). Newer CHARMM writes the lower triangle of a symmetric matrix instead, which for a box with right angles is
 * three lengths and three zeros: cosines of right angles as well. With other angles it cannot be told from the rest where it looks
 * like them, and is refused where it does not.
 */
function readCell(source: FramesSource, records: Records, at: number, k: number): PeriodicCell | undefined {
  if (!isReal(records, at)) return undefined
  const field = `frame ${k}, unit cell`
  const lengths = [0, 16, 40].map((offset) => records.real(at + offset))
  const given = [32, 24, 8].map((offset) => records.real(at + offset))
  const bad = lengths.find((length) => !(length > 0 && length <= MAX_COORDINATE))
  if (bad !== undefined) source.fail({ offset: at, field }, 'three lengths of more than 0', `${bad}`)
  const cosines = given.every((value) => Math.abs(value) <= 1)
  if (!cosines && !given.every((value) => value > 1 && value < 180)) {
    const expected =
      'three angles between 1 and 180 degrees, or three cosines (other matrices of CHARMM are not supported)'
    source.fail({ offset: at, field }, expected, given.join(', '))
  }
  const angle = (value: number): number => (value === 0 ? 90 : (Math.acos(value) * 180) / Math.PI)
  const angles = cosines ? given.map(angle) : given
  return { lengths: lengths as [number, number, number], angles: angles as [number, number, number] }
}

/** Lengths of 0 or 1 mean that there is no cell. `at`: its six numbers, the lengths among them first, third and last. */
function isReal(records: Records, at: number): boolean {
  return [0, 16, 40].some((k) => records.real(at + k) > 1)
}

/** The header's marker says byte order and size of all of them. */
function layoutOf(bytes: Uint8Array): Layout | undefined {
  if (bytes.length < 16) return undefined
  const view = viewOf(bytes)
  for (const little of [true, false]) {
    if (view.getUint32(0, little) === HEADER && isLetters(bytes, 4)) return { little, marker: 4 }
    const [low, high] = little ? [0, 4] : [4, 0]
    if (view.getUint32(low, little) === HEADER && view.getUint32(high, little) === 0 && isLetters(bytes, 8)) {
      return { little, marker: 8 }
    }
  }
  return undefined
}

/** CORD or VELD. */
function isLetters(bytes: Uint8Array, at: number): boolean {
  return /^(?:CORD|VELD)$/.test(String.fromCharCode(...bytes.subarray(at, at + 4)))
}

/** The records of the file, one after the other; `at` is where the next begins. */
class Records {
  at = 0
  readonly view: DataView

  constructor(
    private readonly source: FramesSource,
    private readonly layout: Layout,
  ) {
    this.view = viewOf(source.bytes)
  }

  /** Where the content of the next record is, and that it ends as it began. `length`: how long it must be. */
  next(field: string, length?: number): { readonly start: number; readonly length: number } {
    const { source, at } = this
    const { marker } = this.layout
    const found = this.marker(at, field)
    if (length !== undefined && found !== length) {
      source.fail({ offset: at, field }, `a record of ${length} bytes`, `one of ${found}`)
    }
    const end = at + marker + found
    if (end + marker > source.bytes.length) {
      const left = source.bytes.length - at - marker
      source.fail(
        { offset: at, field },
        `a record that ends in the file (${plural(left, 'byte')} are left)`,
        `one of ${found}`,
      )
    }
    const behind = this.marker(end, field)
    if (behind !== found) source.fail({ offset: end, field }, `${found}, as before the record`, `${behind}`)
    this.at = end + marker
    return { start: at + marker, length: found }
  }

  /** Bytes of a record with this many inside. */
  sizeOf(length: number): number {
    return length + 2 * this.layout.marker
  }

  private marker(at: number, field: string): number {
    const { marker, little } = this.layout
    if (at + marker > this.source.bytes.length) {
      this.source.fail({ offset: this.source.bytes.length, field }, 'a record', 'the end of the file')
    }
    const low = this.view.getUint32(marker === 4 || little ? at : at + 4, little)
    const high = marker === 4 ? 0 : this.view.getUint32(little ? at + 4 : at, little)
    return high * 2 ** 32 + low
  }

  real(at: number): number {
    return this.view.getFloat64(at, this.layout.little)
  }

  integer(at: number): number {
    return this.view.getInt32(at, this.layout.little)
  }
}

function readHeader(source: FramesSource, records: Records): Header {
  const { start } = records.next('header', HEADER)
  if (source.bytes[start] === 86) {
    source.fail({ offset: start }, 'coordinates (CORD)', 'velocities (VELD), not coordinates')
  }
  const number = (k: number): number => records.integer(start + 4 + 4 * k)
  // X-PLOR's time step is a double, which reaches into what means something else to CHARMM.
  const charmm = number(VERSION) !== 0
  records.next('titles')
  const place = { offset: records.at, field: 'number of atoms' }
  const atoms = records.integer(records.next('number of atoms', 4).start)
  // A lower bound of what every frame needs: checked before anything is allocated for that many.
  if (!(atoms > 0 && 12 * atoms <= source.bytes.length)) {
    source.fail(place, `a number of atoms that ${plural(source.bytes.length, 'byte')} can hold`, `${atoms}`)
  }
  const fixed = number(FIXED)
  if (!(fixed >= 0 && fixed <= atoms)) {
    source.fail({ offset: start + 4 + 4 * FIXED, field: 'fixed atoms' }, `a number from 0 to ${atoms}`, `${fixed}`)
  }
  return {
    atoms,
    announced: number(FRAMES),
    cell: charmm && number(HAS_CELL) !== 0,
    fourth: charmm && number(HAS_FOURTH) !== 0,
    free: fixed === 0 ? undefined : readFree(source, records, atoms, atoms - fixed),
  }
}

/** The atoms that move, ascending, counted from 1 in the file. */
function readFree(source: FramesSource, records: Records, atoms: number, count: number): Int32Array {
  const { start } = records.next('atoms that move', 4 * count)
  const free = new Int32Array(count)
  for (let k = 0; k < count; k++) {
    const atom = records.integer(start + 4 * k)
    const low = k === 0 ? 1 : free[k - 1]! + 2
    if (!(atom >= low && atom <= atoms)) {
      source.fail(
        { offset: start + 4 * k, field: 'atoms that move' },
        `ascending numbers from ${low} to ${atoms}`,
        `${atom}`,
      )
    }
    free[k] = atom - 1
  }
  return free
}

/** Where the x record of each frame begins, marker included. */
function findFrames(source: FramesSource, records: Records, { atoms, cell, fourth, free }: Header): number[] {
  const starts: number[] = []
  const { length: end } = source.bytes
  while (records.at < end) {
    const k = starts.length
    const length = 4 * (k === 0 || free === undefined ? atoms : free.length)
    const axes = fourth ? 'xyzw' : 'xyz'
    const frame = `frame ${k}`
    const whole = (cell ? records.sizeOf(CELL) : 0) + axes.length * records.sizeOf(length)
    if (records.at + whole > end && k > 0) {
      const left = plural(end - records.at, 'byte')
      if (source.options.partial !== 'drop') {
        const what = `a whole frame of ${whole} bytes (option partial: 'drop' leaves out the last)`
        source.fail({ offset: records.at, field: frame }, what, `the last ${left} of the file`)
      }
      source.notes.push(`The last frame, of which there are ${left} of ${whole}, is left out.`)
      break
    }
    if (cell) records.next(`${frame}, unit cell`, CELL)
    starts.push(records.at)
    for (const axis of axes) records.next(`${frame}, ${axis}`, length)
  }
  if (starts.length === 0) source.fail({ offset: records.at }, 'a frame', 'the end of the file')
  return starts
}

/** The index of `atom` in the ascending list; −1 if it is not there. */
function placeOf(free: Int32Array, atom: number): number {
  let [low, high] = [0, free.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (free[middle]! < atom) low = middle + 1
    else high = middle
  }
  return free[low] === atom ? low : -1
}
