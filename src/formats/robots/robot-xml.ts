// What URDF and SRDF have in common: XML with a <robot> at its root, whose attributes are names and numbers. Everything
// that is wrong is said by line, by element with its name, and by what was expected. No document type is read, so there
// are no entities to expand and no files to fetch; what is still xacro is refused with the command that expands it.

import { MAX_COORDINATE, MIN_SIZE } from '../../base/math/rounding.js'
import { RobotFileError } from '../../errors.js'
import { DECIMAL, LONGEST_DECIMAL } from '../text/parse-decimal.js'
import { parseXml, type XmlElement } from '../text/xml.js'

/** How much of an attribute is shown in a message. */
const SHOWN = 80
const XACRO_SPACE = /ros\.org\/(?:wiki\/)?xacro/
/** Strings may not be longer in V8. */
export const LONGEST_TEXT = 2 ** 29 - 32

/** One file being read: its errors and its notes. */
export class RobotText {
  readonly notes: string[] = []

  constructor(
    /** As it is called in errors. */
    readonly file: string,
    /** What it should be: `URDF`, `SRDF`. */
    readonly kind: string,
  ) {}

  /** The name of the file without its folders: for notes. */
  get base(): string {
    return this.file.split(/[\\/]/).at(-1)!
  }

  fail(line: number | undefined, field: string | undefined, expected: string, got?: string): never {
    throw new RobotFileError(this.file, { line, field }, expected, got)
  }

  /** The <robot> of the text. */
  root(text: string): XmlElement {
    const root = this.tree(text)
    this.refuseXacro(root)
    if (root.name !== 'robot') this.fail(root.line, undefined, `<robot>, the root of ${this.kind}`, `<${root.name}>`)
    return root
  }

  /** The root of the text, whatever it is. */
  tree(text: string): XmlElement {
    return parseXml(this.prolog(text), (line, expected, got) => this.fail(line, undefined, expected, got))
  }

  /**
   * The text with its XML declaration blanked out: it is decoded already, and files that say version 0.0 or that have an
   * empty line before it are about. Lines stay where they are. A document type is refused here, before any parser sees it.
   */
  private prolog(text: string): string {
    const declaration = /^\uFEFF?\s*<\?xml\s[^>]*?\?>/.exec(text)?.[0] ?? ''
    const version = /\sversion\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1]
    if (version !== undefined && !/^1\.\d+$/.test(version)) {
      this.notes.push(`${this.base} says that it is XML ${shown(version)}; read as 1.0.`)
    }
    let at = declaration.length
    for (;;) {
      while (/\s/.test(text.charAt(at))) at++
      const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : undefined
      if (end === undefined) break
      const close = text.indexOf(end, at + 2)
      if (close < 0) break
      at = close + end.length
    }
    if (/^<!doctype/i.test(text.slice(at, at + 9))) {
      const line = text.slice(0, at).split('\n').length
      this.fail(line, undefined, `${this.kind} without a document type: entities are not expanded`, '<!DOCTYPE')
    }
    return declaration.replaceAll(/[^\r\n]/g, ' ') + text.slice(declaration.length)
  }

  private refuseXacro(root: XmlElement): void {
    const prefixes = ['xacro:']
    for (const [name, value] of root.attributes) {
      if (name.startsWith('xmlns:') && XACRO_SPACE.test(value)) prefixes.push(`${name.slice(6)}:`)
    }
    const small = this.kind.toLowerCase()
    const expected = `${this.kind}, but this is xacro: run \`xacro robot.${small}.xacro > robot.${small}\` and read what comes out`
    const open = [root]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { name, line, attributes, children } = next
      if (prefixes.some((prefix) => name.startsWith(prefix))) this.fail(line, undefined, expected, `<${name}>`)
      for (const [key, value] of attributes) {
        if (/\$[{(]/.test(value)) this.fail(line, `<${name}> ${key}`, expected, shown(value))
      }
      for (let k = children.length - 1; k >= 0; k--) open.push(children[k]!)
    }
  }

  /** An attribute that has to be there and to say something. */
  name(element: XmlElement, where: string, attribute = 'name'): string {
    const value = element.attributes.get(attribute)
    if (value === undefined || value.trim() === '') {
      this.fail(element.line, `${where} ${attribute}`, 'a name', value === undefined ? 'none' : shown(value))
    }
    return value
  }

  /** The number of an attribute; `otherwise` where it is left out. */
  number<T>(element: XmlElement, where: string, attribute: string, otherwise: T): number | T {
    const text = element.attributes.get(attribute)
    if (text === undefined) return otherwise
    const value = decimal(text.trim())
    if (!Number.isFinite(value)) {
      this.fail(element.line, `${where} ${attribute}`, 'a number in decimal', shown(text))
    }
    return value
  }

  /** A length that has to be there: more than zero. */
  size(element: XmlElement, where: string, attribute: string): number {
    const value = this.number(element, where, attribute, undefined)
    if (value === undefined) this.fail(element.line, `${where} ${attribute}`, 'a length above 0', 'none')
    return this.checkSize(element, `${where} ${attribute}`, value)
  }

  checkSize(element: XmlElement, field: string, value: number): number {
    if (!(value >= MIN_SIZE) || value > MAX_COORDINATE) {
      this.fail(element.line, field, `a length from ${MIN_SIZE} to ${MAX_COORDINATE}`, `${value}`)
    }
    return value
  }

  /** `count` numbers of an attribute; undefined where it is left out. */
  numbers(element: XmlElement, where: string, attribute: string, count: number): number[] | undefined {
    const text = element.attributes.get(attribute)
    if (text === undefined) return undefined
    const words = text.length > count * LONGEST_DECIMAL ? [] : text.trim().split(/\s+/)
    const values = words.map(decimal)
    if (values.length !== count || !values.every((value) => Math.abs(value) <= MAX_COORDINATE)) {
      const expected = `${count} numbers in decimal, none above ${MAX_COORDINATE}`
      this.fail(element.line, `${where} ${attribute}`, expected, shown(text))
    }
    return values
  }

  /** The child of this name, of which there may be one. */
  child(element: XmlElement, where: string, name: string): XmlElement | undefined {
    let found: XmlElement | undefined
    for (const child of element.children) {
      if (child.name !== name) continue
      if (found !== undefined) this.fail(child.line, `${where} <${name}>`, 'one of them', 'a second one')
      found = child
    }
    return found
  }
}

/** The number that a text spells in decimal, as C's strtod reads it in every locale; NaN for `nan`, `inf`, 0x10, `1,0`. */
export function decimal(text: string): number {
  return text.length <= LONGEST_DECIMAL && DECIMAL.test(text) ? Number(text) : Number.NaN
}

/** As it should appear in a message. */
export function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
}
