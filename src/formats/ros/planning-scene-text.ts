// The text format of MoveIt's `.scene` files: the name of the scene on the first line; for each object `* name`, its pose (newer files
// only), the number of its shapes, each with its kind, sizes, pose and colour, and its subframes (newer files only); a point at the
// end. A pose is x y z and a quaternion x y z w. Which layout a file has, the line behind the first name says: a number alone is the
// count of the older one. Numbers may be anywhere on their lines.
import { MAX_COORDINATE, MIN_SIZE } from '../../base/math/rounding.js'
import { SceneFileError } from '../../errors.js'
import { CONTROL, type Three } from '../robots/scene-json.js'
import { quoteName } from '../robots/scene-names.js'
import type { ScenePose } from '../robots/scene-shape.js'
import type { PlanningObject, PlanningScene } from './planning-scene.js'
import { checkedPlane, type PlanningShape, poseFrom } from './planning-shapes.js'

const START = /^(?![ \t]*[{[<])[^\r\n]*\r?\n(?:[ \t]*\r?\n)*[ \t]*(?:\*[ \t]*\S|\.[ \t]*(?:\r?\n|$))/

/** Is this the text of a `.scene` file? */
export function isSceneText(text: string): boolean {
  return START.test(text.replace(/^\ufeff/, ''))
}

/** Objects, shapes and subframes in all: more were not written by hand, nor by MoveIt. */
const MOST = 100_000

export function parseSceneText(text: string, file: string): PlanningScene {
  const words = new Words(text.replace(/^\ufeff/, ''), file)
  const name = words.line().trim()
  const objects: PlanningObject[] = []
  const names = new Set<string>()
  let isNew: boolean | undefined
  for (;;) {
    const marker = words.next('"*" and an object, or "." at the end')
    if (marker === '.') break
    if (marker !== '*') words.fail('"*" and an object, or "." at the end', quoteName(marker))
    const id = words.line().trim()
    if (id === '' || CONTROL.test(id)) words.fail('the name of an object behind "*"')
    if (names.has(id)) words.fail('each object once', `another ${quoteName(id)}`)
    names.add(id)
    isNew ??= /\S[ \t]+\S/.test(words.peekLine())
    const object = readObject(words, id, isNew)
    if (object.shapes.length === 0) words.fail('one shape or more', `none of ${quoteName(id)}`)
    objects.push(object)
    if (objects.length > MOST) words.fail(`at most ${MOST} objects`)
  }
  if (!words.isEnd()) words.fail('nothing behind "."', quoteName(words.next('')))
  return { name, objects, attached: [], state: undefined, matrix: undefined, frames: {}, notes: [] }
}

function readObject(words: Words, id: string, isNew: boolean): PlanningObject {
  const pose = isNew ? readPose(words) : {}
  const shapes = Array.from({ length: words.count('how many shapes there are') }, () => {
    const shape = readShape(words)
    const own = readPose(words)
    for (const part of ['red', 'green', 'blue', 'alpha']) words.number(`the colour's ${part}`)
    return { shape, pose: own }
  })
  const frames = isNew ? words.count('how many subframes there are') : 0
  for (let k = 0; k < frames; k++) {
    words.next('the name of a subframe')
    readPose(words)
  }
  return { id, frame: '', pose, shapes }
}

function readPose(words: Words): ScenePose {
  const xyz = ['x', 'y', 'z'].map((axis) => words.number(`the position's ${axis}`)) as unknown as Three
  const quat = ['x', 'y', 'z', 'w'].map((axis) => words.number(`the quaternion's ${axis}`))
  return poseFrom(xyz, quat, (got) => words.fail('a unit quaternion x, y, z, w', got))
}

function readShape(words: Words): PlanningShape['shape'] {
  const kind = words.next('the kind of a shape')
  switch (kind) {
    case 'box':
      return { kind, size: [words.size('x'), words.size('y'), words.size('z')] }
    case 'sphere':
      return { kind, radius: words.size('radius') }
    case 'cylinder':
    case 'cone':
      return { kind, radius: words.size('radius'), length: words.size('length') }
    case 'plane': {
      const numbers = ['a', 'b', 'c', 'd'].map((name) => words.number(`the plane's ${name}`))
      return checkedPlane(numbers as [number, number, number, number], (got) => words.fail('a direction a, b, c', got))
    }
    case 'mesh': {
      const [vertices, triangles] = [
        words.count('how many vertices there are'),
        words.count('how many triangles there are'),
      ]
      if (triangles === 0) words.fail('one triangle or more')
      const three = (read: (what: string) => number, what: string): Three => [read(what), read(what), read(what)]
      const points = Array.from({ length: vertices }, () => three((what) => words.number(what), 'a coordinate'))
      const corner = (): number => words.count(`the number of one of ${vertices} vertices`, vertices - 1)
      return {
        kind: 'triangles',
        vertices: points,
        triangles: Array.from({ length: triangles }, () => three(corner, '')),
      }
    }
    default:
      return words.fail('box, sphere, cylinder, cone, plane or mesh', quoteName(kind))
  }
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

/** Letters up to this are blanks: spaces, tabs, ends of lines. */
const BLANK = 32
const LINE_FEED = 10

/** Words between blanks, with the line that each is on. */
class Words {
  private at = 0
  private lineNumber = 1

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  fail(expected: string, got?: string): never {
    throw new SceneFileError(this.file, { line: this.lineNumber }, expected, got)
  }

  /** The rest of this line. */
  line(): string {
    const end = this.text.indexOf('\n', this.at)
    const line = this.text.slice(this.at, end < 0 ? undefined : end)
    if (end < 0) this.fail('a line, and others below it', 'the end of the text')
    this.at = end + 1
    this.lineNumber++
    return line
  }

  /** The next line, which stays to be read. */
  peekLine(): string {
    const end = this.text.indexOf('\n', this.at)
    return this.text.slice(this.at, end < 0 ? undefined : end).trim()
  }

  isEnd(): boolean {
    this.skip()
    return this.at >= this.text.length
  }

  next(expected: string): string {
    this.skip()
    const start = this.at
    while (this.text.charCodeAt(this.at) > BLANK) this.at++
    return this.at > start ? this.text.slice(start, this.at) : this.fail(expected, 'the end of the text')
  }

  number(expected: string): number {
    const text = this.next(expected)
    const value = Number(text)
    if (!NUMBER.test(text) || !(Math.abs(value) <= MAX_COORDINATE)) this.fail(`${expected}, a number`, quoteName(text))
    return value
  }

  size(what: string): number {
    const value = this.number(`its ${what}`)
    if (!(value >= MIN_SIZE)) this.fail(`its ${what}, above zero`, `${value}`)
    return value
  }

  /** A whole number; there must be that many letters left, at least. */
  count(expected: string, most = Math.floor((this.text.length - this.at) / 2)): number {
    const text = this.next(expected)
    const value = Number(text)
    if (!/^\d+$/.test(text) || value > most)
      this.fail(`${expected}, a whole number of at most ${most}`, quoteName(text))
    return value
  }

  private skip(): void {
    for (; this.text.charCodeAt(this.at) <= BLANK; this.at++) {
      if (this.text.charCodeAt(this.at) === LINE_FEED) this.lineNumber++
    }
  }
}
