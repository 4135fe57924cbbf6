// Motion capture in Biovision's BVH: a hierarchy of joints with offsets and channels, and a line of channel values a frame. This file
// reads the text; bvh-figure.ts makes a robot of the hierarchy, bvh-frames.ts a path of the frames.
import { strFromU8, strToU8 } from 'fflate'
import { RobotFileError } from '../../errors.js'
import { TextCursor } from '../text/text-cursor.js'
import type { Three } from './scene-json.js'
import { CONTROL } from './scene-json.js'

/** What a channel turns or slides, and along which axis (0, 1, 2). */
export interface BvhChannel {
  readonly name: string
  readonly kind: 'position' | 'rotation'
  readonly axis: number
}

export interface BvhJoint {
  readonly name: string
  /** Place in the list of joints; -1 for the root. */
  readonly parent: number
  readonly line: number
  readonly offset: Three
  readonly channels: readonly BvhChannel[]
  /** Place of its first channel in a frame. */
  readonly column: number
  /** Offsets of its end sites. */
  readonly ends: readonly Three[]
}

export interface BvhFile {
  /** Parents before children. */
  readonly joints: readonly BvhJoint[]
  /** Numbers in a frame. */
  readonly width: number
  /** As the file has them: lengths, and angles in degrees. */
  readonly frames: readonly Float64Array[]
  /** Seconds. */
  readonly frameTime: number
}

/** Does a text begin as BVH files do? */
export function isBvh(text: string): boolean {
  return /^\ufeff?\s*HIERARCHY\s/i.test(text)
}

/** Figures have 20 to 200 joints. */
const MOST_JOINTS = 300
const MOST_FRAMES = 1_000_000
/** Degrees: some 2,800 turns. Beyond, doubles lose what is below a millionth of a millionth of a turn. */
const MOST_DEGREES = 1e6

const CHANNEL = /^([xyz])(position|rotation)$/i

type Opened = { -readonly [key in keyof BvhJoint]: BvhJoint[key] } & { channels: BvhChannel[]; ends: Three[] }

/** Throws RobotFileError, with the line. */
export function readBvh(text: string, file: string): BvhFile {
  return new BvhReader(new TextCursor(strToU8(text), file, { error: RobotFileError }), file).read()
}

class BvhReader {
  private readonly joints: Opened[] = []
  private readonly names = new Map<string, number>()
  private width = 0

  constructor(
    private readonly cursor: TextCursor,
    private readonly file: string,
  ) {}

  read(): BvhFile {
    this.keyword('hierarchy')
    this.keyword('root')
    this.readTree()
    const { frames, frameTime } = this.readMotion()
    return { joints: this.joints, width: this.width, frames, frameTime }
  }

  private fail(line: number, field: string, expected: string, got?: string): never {
    throw new RobotFileError(this.file, { line, field }, expected, got)
  }

  /** The next word, on this line or a later one. */
  private next(expected: string): string {
    this.cursor.skipSpace()
    if (!this.cursor.token()) this.cursor.fail(expected)
    return this.cursor.word()
  }

  private keyword(word: string, shown = word.toUpperCase()): void {
    if (this.next(shown) !== word) this.cursor.fail(shown)
  }

  /** From the name of the root to the brace that closes it. */
  private readTree(): void {
    const { cursor } = this
    /** Joints whose braces are open. */
    const open = [this.openJoint(-1)]
    while (open.length > 0) {
      const at = open.at(-1)!
      switch (this.next('JOINT, End Site or }')) {
        case 'joint':
          open.push(this.openJoint(at))
          break
        case 'end':
          this.joints[at]!.ends.push(this.readEnd())
          break
        case '}':
          open.pop()
          break
        default:
          cursor.fail('JOINT, End Site or }')
      }
    }
  }

  private openJoint(parent: number): number {
    const { joints, names } = this
    const { name, line } = this.readName()
    if (joints.length === MOST_JOINTS) this.fail(line, `joint ${JSON.stringify(name)}`, `at most ${MOST_JOINTS} joints`)
    const other = names.get(name)
    if (other !== undefined) {
      this.fail(line, `joint ${JSON.stringify(name)}`, `each name once: line ${other} has it already`)
    }
    names.set(name, line)
    const offset = this.readOffset()
    this.keyword('channels')
    const count = this.cursor.integer('the number of channels, 0 to 6', 0, 6)
    const channels: BvhChannel[] = []
    for (let k = 0; k < count; k++) channels.push(this.readChannel(channels))
    if (!this.cursor.atLineEnd()) {
      this.cursor.token()
      this.cursor.fail(`${count} channels, as the line says`)
    }
    joints.push({ name, parent, line, offset, channels, column: this.width, ends: [] })
    this.width += count
    return joints.length - 1
  }

  /** The rest of the line, up to an opening brace, which may be on a later one. */
  private readName(): { name: string; line: number } {
    const { cursor } = this
    const { line } = cursor
    const words: string[] = []
    let brace = false
    while (!brace && cursor.token()) {
      const word = strFromU8(cursor.bytes.subarray(cursor.start, cursor.at))
      brace = word === '{'
      if (!brace) words.push(word)
    }
    const name = words.join(' ')
    const good = name !== '' && name.length <= 200 && !/[/{}]/.test(name) && !CONTROL.test(name)
    if (!good) this.fail(line, 'joint', 'a name without slashes and braces', JSON.stringify(name.slice(0, 40)))
    if (!brace) this.keyword('{')
    return { name, line }
  }

  private readOffset(): Three {
    this.keyword('offset')
    const number = (): number => this.cursor.coordinate('OFFSET and three numbers')
    return [number(), number(), number()]
  }

  private readChannel(before: readonly BvhChannel[]): BvhChannel {
    const { cursor } = this
    const expected = 'Xposition, Yposition, Zposition, Xrotation, Yrotation or Zrotation'
    const [, letter, kind] = (cursor.token() ? CHANNEL.exec(cursor.text()) : null) ?? cursor.fail(expected)
    const axis = 'xyz'.indexOf(letter!.toLowerCase())
    const name = `${'XYZ'[axis]}${kind!.toLowerCase()}`
    if (before.some((channel) => channel.name === name)) cursor.fail('each channel once in a joint')
    return { name, kind: kind!.toLowerCase() as BvhChannel['kind'], axis }
  }

  private readEnd(): Three {
    this.keyword('site', 'End Site')
    this.keyword('{')
    const offset = this.readOffset()
    this.keyword('}')
    return offset
  }

  private readMotion(): { frames: Float64Array[]; frameTime: number } {
    const { cursor, width } = this
    this.keyword('motion', 'MOTION, since one ROOT is read')
    this.keyword('frames:', 'Frames:')
    const count = cursor.integer(`the number of frames, 1 to ${MOST_FRAMES}`, 1, MOST_FRAMES)
    this.keyword('frame', 'Frame Time:')
    this.keyword('time:', 'Frame Time:')
    const frameTime = cursor.number('the seconds between frames')
    if (!(frameTime > 0 && frameTime <= 1e6)) cursor.fail('the seconds between frames, above zero')
    if (width === 0) throw new RobotFileError(this.file, { line: cursor.line }, 'a joint with channels', 'none')
    const isAngle = this.joints.flatMap(({ channels }) => channels.map(({ kind }) => kind === 'rotation'))
    const frames: Float64Array[] = []
    for (let k = 0; k < count; k++) {
      cursor.nextLine()
      cursor.skipSpace()
      if (cursor.atEnd()) {
        throw new RobotFileError(this.file, { line: cursor.line }, `${count} frames, one a line`, `${k}`)
      }
      const expected = `frame ${k}: ${width} numbers, one a channel`
      const frame = new Float64Array(width)
      for (let c = 0; c < width; c++) {
        frame[c] = isAngle[c] ? cursor.number(expected) : cursor.coordinate(expected)
        if (isAngle[c] && !(Math.abs(frame[c]!) <= MOST_DEGREES)) cursor.fail(`an angle of at most ${MOST_DEGREES}°`)
      }
      if (!cursor.atLineEnd()) {
        cursor.token()
        cursor.fail(expected)
      }
      frames.push(frame)
    }
    cursor.skipSpace()
    if (!cursor.atEnd()) {
      cursor.token()
      cursor.fail(`the end of the file after ${count} frames`)
    }
    return { frames, frameTime }
  }
}
