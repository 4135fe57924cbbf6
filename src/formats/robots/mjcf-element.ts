// The XML of a MuJoCo model with everything that it includes put in place: elements that know their file and line, and what is read
// from their attributes. MuJoCo's XML reference (mujoco.readthedocs.io/en/stable/XMLreference.html) has the format: a path of
// <include> starts at the folder of the main file, and a file is included once at most.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { LONGEST_DECIMAL } from '../text/parse-decimal.js'
import type { XmlElement } from '../text/xml.js'
import { decimal, RobotText, shown } from './robot-xml.js'

export interface MjcfElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly MjcfElement[]
  readonly line: number
  /** The file that it is in. */
  readonly source: RobotText
}

/** The text of an included file and its name in messages; or what is wrong with the path. */
export type IncludeReader = (
  path: string,
) => Promise<{ readonly file: string; readonly text: string } | { readonly refused: string; readonly got?: string }>

/** As parseXml has it for one file. */
const MAX_DEPTH = 200
const MAX_ELEMENTS = 1_000_000

/** Is the root of this text <mujoco>, or what is meant to be included in one? */
export function isMjcf(text: string): boolean {
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : undefined
    if (end === undefined) return /^<mujoco(include)?[\s/>]/.test(text.slice(at, at + 16))
    const close = text.indexOf(end, at + 2)
    if (close < 0) return false
    at = close + end.length
  }
}

/** The root of the model, with included files in place of <include>. */
export async function readMjcfTree(text: string, file: string, readInclude: IncludeReader): Promise<MjcfElement> {
  const tree = new MjcfTree(readInclude)
  const source = new RobotText(file, 'MJCF')
  const [root] = await tree.expand([source.tree(text)], source, 0)
  if (root?.name !== 'mujoco') {
    source.fail(root?.line ?? 1, undefined, '<mujoco>, the root of a model', `<${root?.name}>, a part of one`)
  }
  return root
}

class MjcfTree {
  private readonly included = new Set<string>()
  private elements = 0

  constructor(private readonly readInclude: IncludeReader) {}

  async expand(given: readonly XmlElement[], source: RobotText, depth: number): Promise<MjcfElement[]> {
    const out: MjcfElement[] = []
    for (const element of given) {
      const { name, attributes, line } = element
      if (depth >= MAX_DEPTH) source.fail(line, undefined, `elements at most ${MAX_DEPTH} deep`, 'more')
      if (++this.elements > MAX_ELEMENTS) source.fail(line, undefined, `at most ${MAX_ELEMENTS} elements`, 'more')
      if (name !== 'include') {
        const children = await this.expand(element.children, source, depth + 1)
        out.push({ name, attributes, children, line, source })
        continue
      }
      for (const part of await this.include(element, source, depth)) out.push(part)
    }
    return out
  }

  private async include(element: XmlElement, source: RobotText, depth: number): Promise<MjcfElement[]> {
    const path = source.name(element, '<include>', 'file')
    if (element.children.length > 0) source.fail(element.line, '<include>', 'nothing inside', 'elements')
    const found = await this.readInclude(path)
    if ('refused' in found) return source.fail(element.line, `<include> ${shown(path)}`, found.refused, found.got)
    if (this.included.has(found.file)) {
      source.fail(element.line, '<include> file', 'each file once', `${shown(path)} again`)
    }
    this.included.add(found.file)
    const inner = new RobotText(found.file, 'MJCF')
    return this.expand(inner.tree(found.text).children, inner, depth + 1)
  }
}

/** Refuses attributes that are not among those of such an element. */
export function checkAttributes(element: MjcfElement, known: ReadonlySet<string>, where = `<${element.name}>`): void {
  for (const name of element.attributes.keys()) {
    if (known.has(name) || name.startsWith('xmlns') || name.startsWith('xsi:')) continue
    element.source.fail(element.line, `${where} ${name}`, `an attribute that MuJoCo has for <${element.name}>`, name)
  }
}

/** Refuses elements inside of one that has none. */
export function checkEmpty(element: MjcfElement, except?: string): void {
  const inner = element.children.find(({ name }) => name !== except)
  if (inner === undefined) return
  inner.source.fail(
    inner.line,
    `<${element.name}> <${inner.name}>`,
    `nothing inside <${element.name}>`,
    `<${inner.name}>`,
  )
}

/** An element and the defaults that hold for it, nearest first. What it does not say itself, the first of these says. */
export class MjcfView {
  constructor(
    readonly element: MjcfElement,
    readonly where: string,
    private readonly defaults: readonly MjcfElement[] = [],
  ) {}

  /** The element that says it. */
  private holder(attribute: string): MjcfElement | undefined {
    if (this.element.attributes.has(attribute)) return this.element
    return this.defaults.find(({ attributes }) => attributes.has(attribute))
  }

  /** Of an attribute, where it is said; or of the element. */
  fail(attribute: string | undefined, expected: string, got?: string): never {
    const { source, line } = (attribute === undefined ? undefined : this.holder(attribute)) ?? this.element
    return source.fail(line, attribute === undefined ? this.where : `${this.where} ${attribute}`, expected, got)
  }

  has(attribute: string): boolean {
    return this.holder(attribute) !== undefined
  }

  text(attribute: string): string | undefined {
    return this.holder(attribute)?.attributes.get(attribute)
  }

  /** A text that has to be there and to say something. */
  name(attribute: string): string {
    const value = this.text(attribute)
    if (value !== undefined && value.trim() !== '') return value
    return this.fail(attribute, 'a name', value === undefined ? 'none' : shown(value))
  }

  keyword<T extends string>(attribute: string, known: readonly T[], otherwise: T): T {
    const value = this.text(attribute)
    if (value === undefined) return otherwise
    const found = known.find((one) => one === value.trim())
    return found ?? this.fail(attribute, `one of ${known.join(', ')}`, shown(value))
  }

  /** `count` numbers; undefined where it is left out. */
  numbers(attribute: string, count: number): number[] | undefined {
    return this.has(attribute) ? this.parse(attribute, count, count) : undefined
  }

  number<T>(attribute: string, otherwise: T): number | T {
    return this.numbers(attribute, 1)?.[0] ?? otherwise
  }

  /** The bits of an integer. */
  bits(attribute: string, otherwise: number): number {
    const value = this.number(attribute, otherwise)
    if (Number.isInteger(value) && Math.abs(value) <= 2 ** 32) return value | 0
    return this.fail(attribute, 'a whole number of 32 bits', `${value}`)
  }

  /** Numbers of which the element may say the first few: those after them are the defaults', then those of `otherwise`. */
  leading(attribute: string, otherwise: readonly number[]): number[] {
    const out: number[] = []
    for (const holder of [this.element, ...this.defaults]) {
      if (!holder.attributes.has(attribute)) continue
      const own = new MjcfView(holder, this.where).parse(attribute, 1, otherwise.length)
      out.push(...own.slice(out.length))
    }
    return [...out, ...otherwise.slice(out.length)]
  }

  private parse(attribute: string, least: number, most: number): number[] {
    const text = this.text(attribute)!
    const words = text.length > most * LONGEST_DECIMAL ? [] : text.trim().split(/\s+/)
    const values = words.map(decimal)
    if (values.length < least || values.length > most || !values.every((value) => Math.abs(value) <= MAX_COORDINATE)) {
      const count = least === most ? `${most}` : `${least} to ${most}`
      const what = most === 1 ? 'a number' : `${count} numbers`
      this.fail(attribute, `${what} in decimal, not above ${MAX_COORDINATE}`, shown(text))
    }
    return values
  }
}
