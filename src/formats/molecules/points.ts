// Points: a line a bead, x, y and z, and nothing else; frames are separated by blank lines; # starts a comment, and a line that
// has only a comment is skipped. Collections of knots and programs that write curves have it. A file whose first line is a count
// is XYZ (xyz.ts).
import { FramesFileError } from '../../errors.js'
import { parseDecimal } from '../text/parse-decimal.js'
import { TextCursor } from '../text/text-cursor.js'
import { beadName, selectBeads } from './frames-atoms.js'
import {
  bytesOfText,
  checkFrame,
  type Frames,
  type FramesOptions,
  FramesSource,
  noCell,
  pickBeads,
  readFramesOptions,
} from './frames-data.js'

const HASH = 35

/** The frames of a file of plain `x y z` lines. Throws FramesFileError with the line if it cannot be read. */
export function parsePoints(text: string | Uint8Array, options: FramesOptions = {}): Frames {
  const read = readFramesOptions(options)
  return readPoints(new FramesSource(bytesOfText(text), read.name, read))
}

/** True if the first line that is neither blank nor a comment is three numbers. */
export function isPoints(bytes: Uint8Array): boolean {
  const cursor = new TextCursor(bytes, '', { comments: true })
  cursor.skipSpace()
  for (let axis = 0; axis < 3; axis++) {
    if (!cursor.token() || Number.isNaN(parseDecimal(bytes, cursor.start, cursor.at))) return false
  }
  return cursor.atLineEnd()
}

export function readPoints(source: FramesSource): Frames {
  const { bytes, options } = source
  const cursor: TextCursor = new TextCursor(bytes, source.file, { comments: true, error: FramesFileError })
  const frames: Float64Array[] = []
  const point = new Float64Array(3)
  let all = new Float64Array(0)
  let beads: Int32Array | undefined
  let count = 0
  let found = 0
  let line = 1

  /** What was read since the last blank line is a frame. */
  const end = (): void => {
    if (found === 0) return
    if (beads === undefined) {
      const names = options.topology?.names.length ?? found
      if (names !== found) source.fail({ line }, `as many beads as the topology has, ${names}`, `${found}`)
      count = found
      beads = selectBeads(source, options.topology ?? { names: new Array<string>(count).fill('') })
    } else if (found !== count) {
      const field = `frame ${frames.length}`
      source.fail({ line, field }, `${count} lines, as in the first frame (blank lines separate frames)`, `${found}`)
    }
    source.checkRoom(frames.length + 1, beads.length, { line })
    frames.push(pickBeads(all, beads))
    found = 0
  }

  for (; !cursor.atEnd(); cursor.nextLine()) {
    const started = skipIndent(cursor)
    if (cursor.atLineEnd()) {
      // A line with a comment alone separates nothing.
      if (bytes[started] !== HASH) end()
      continue
    }
    if (found === 0) line = cursor.line
    // No room beyond what the bytes can hold: arrays grow with what was read.
    if (3 * found === all.length) {
      const more = new Float64Array(Math.max(96, 2 * all.length))
      more.set(all)
      all = more
    }
    for (let axis = 0; axis < 3; axis++) point[axis] = cursor.coordinate(`${'xyz'[axis]} of a bead`)
    if (!cursor.atLineEnd()) {
      cursor.token()
      cursor.fail('the end of the line after x, y and z')
    }
    all.set(point, 3 * found)
    found++
  }
  end()
  if (beads === undefined) source.fail({ line: cursor.line }, 'a line with x, y and z', 'the end of the file')
  const { topology } = options
  return {
    format: 'points',
    count: frames.length,
    beads: beads.length,
    atoms: count,
    names: topology === undefined ? undefined : Array.from(beads, (k) => beadName(topology, k)),
    notes: source.notes,
    frame: (k) => frames[checkFrame(k, frames.length)]!.slice(),
    cell: noCell(frames.length),
  }
}

/** Over the blanks before the first word of a line; where that is. */
function skipIndent(cursor: TextCursor): number {
  const { bytes } = cursor
  while (bytes[cursor.at] === 32 || bytes[cursor.at] === 9) cursor.at++
  return cursor.at
}
