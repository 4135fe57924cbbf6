// XML as a small tree, by fast-xml-parser, with what that leaves open closed: no document type with declarations (so no
// entities but the five of XML, and no bombs), one root, bounds on depth, on the number of elements and on lengths. Text
// of elements that hold thousands of numbers (`bulk`) is cut out in one piece: built up letter by letter, as elsewhere,
// it would take thirty times its size.
import { XMLParser, XMLValidator } from 'fast-xml-parser'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** Of the element itself, not of its children; entities replaced, but in `bulk` elements. */
  readonly text: string
  /** Where its tag starts. */
  readonly line: number
}

export interface XmlReading {
  /** Elements whose text is long, and has neither entities nor comments in it. */
  readonly bulk: readonly string[]
  /** Throws. Lines count from 1. */
  readonly fail: (line: number, expected: string, got?: string) => never
}

const MAX_DEPTH = 200
/** An element takes about a kilobyte while it is read, and an attribute some hundred bytes: half a gigabyte at most. */
const MAX_ELEMENTS = 300_000
const MAX_MARKUP = 8_000_000
const MAX_TAG = 16_384
const MAX_TEXT = 1_000_000
const NAME = /[^\s/>]*/y
const START = XMLParser.getMetaDataSymbol() as symbol

export function parseXml(text: string, reading: XmlReading): XmlElement {
  checkSizes(text, reading)
  const valid = XMLValidator.validate(text)
  if (valid !== true) reading.fail(valid.err.line, 'XML', valid.err.msg)
  let nodes: unknown
  try {
    nodes = new XMLParser({
      preserveOrder: true,
      captureMetaData: true,
      ignoreAttributes: false,
      attributeNamePrefix: '@',
      parseTagValue: false,
      ignoreDeclaration: true,
      ignorePiTags: true,
      maxNestedTags: MAX_DEPTH,
      jPath: false,
      stopNodes: reading.bulk.map((name) => `..${name}`),
    }).parse(text)
  } catch (error) {
    reading.fail(1, 'XML', (error as Error).message)
  }
  const lines = new Lines(text)
  const roots = (nodes as RawNode[]).filter((node) => !('#text' in node)).map((node) => toElement(node, lines))
  if (roots.length !== 1) reading.fail(roots[1]?.line ?? 1, 'one root element', `${roots.length}`)
  return roots[0]!
}

/** The lines of places that are asked for in the order in which they stand. */
class Lines {
  private line = 1
  /** Where this line ends. Remembered, since without line ends to find it is to walk to the end of the file. */
  private end: number

  constructor(private readonly text: string) {
    this.end = this.endFrom(0)
  }

  of(index: number): number {
    while (this.end < index) {
      this.end = this.endFrom(this.end + 1)
      this.line++
    }
    return this.line
  }

  private endFrom(at: number): number {
    const end = this.text.indexOf('\n', at)
    return end < 0 ? this.text.length : end
  }
}

/** A node as fast-xml-parser has it: { tag: children, ':@': attributes }. */
type RawNode = Readonly<Record<string | symbol, unknown>>

function toElement(node: RawNode, lines: Lines): XmlElement {
  const line = lines.of((node[START] as { startIndex: number } | undefined)?.startIndex ?? 0)
  const name = Object.keys(node).find((key) => key !== ':@')!
  const inside = node[name] as RawNode[]
  const attributes = Object.entries((node[':@'] ?? {}) as Record<string, string>)
  const children: XmlElement[] = []
  let text = ''
  for (const child of inside) {
    if ('#text' in child) text += String(child['#text'])
    else children.push(toElement(child, lines))
  }
  return {
    name,
    attributes: new Map(attributes.map(([key, value]) => [key.slice(1), value])),
    children,
    text,
    line,
  }
}

function lineAt(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** Walks over the tags, and fails where something would take the parser too far. */
function checkSizes(text: string, { bulk, fail }: XmlReading): void {
  const behind = (mark: string, from: number, what: string): number => {
    const end = text.indexOf(mark, from)
    return end < 0 ? fail(lineAt(text, from), `"${mark}" after ${what}`, 'the end of the file') : end + mark.length
  }
  const long = new Set(bulk)
  let elements = 0
  let markup = 0
  let inBulk = false
  let at = 0
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    if (open - at > MAX_TEXT && !inBulk)
      fail(lineAt(text, at), `at most ${MAX_TEXT} letters of text here`, `${open - at}`)
    inBulk = false
    if (text.startsWith('<!--', open)) at = behind('-->', open + 4, '"<!--"')
    else if (text.startsWith('<![CDATA[', open)) {
      at = behind(']]>', open, '"<![CDATA["')
      if (at - open > MAX_TEXT) fail(lineAt(text, open), `at most ${MAX_TEXT} letters of CDATA`, `${at - open}`)
    } else if (text.startsWith('<!', open)) {
      at = behind('>', open, '"<!"')
      if (text.slice(open, at).includes('[')) {
        fail(lineAt(text, open), 'a document type without declarations: entities are not supported', '"["')
      }
    } else if (text.startsWith('<?', open)) at = behind('?>', open, '"<?"')
    else if (text.startsWith('</', open)) at = behind('>', open, '"</"')
    else {
      if (++elements > MAX_ELEMENTS) fail(lineAt(text, open), `at most ${MAX_ELEMENTS} elements`, 'more')
      at = behindTag(text, open, fail)
      markup += at - open
      if (markup > MAX_MARKUP) fail(lineAt(text, open), `at most ${MAX_MARKUP} letters of tags`, 'more')
      NAME.lastIndex = open + 1
      inBulk = text[at - 2] !== '/' && long.has(NAME.exec(text)![0])
      continue
    }
    if (at - open > MAX_TAG && !text.startsWith('<!', open))
      fail(lineAt(text, open), `a tag of at most ${MAX_TAG} letters`)
  }
  // Letter by letter: there may be a million of them, and `trim` would copy.
  for (let k = at; k < text.length; k++) {
    if (!/\s/.test(text[k]!))
      fail(lineAt(text, k), 'XML: tags, and nothing after the last one', JSON.stringify(text[k]))
  }
}

/** Behind the > of the tag that opens at `open`; > in quotes does not count. */
function behindTag(text: string, open: number, fail: XmlReading['fail']): number {
  let quote = 0
  const end = Math.min(text.length, open + MAX_TAG)
  for (let at = open + 1; at < end; at++) {
    const c = text.charCodeAt(at)
    if (quote !== 0) {
      if (c === quote) quote = 0
    } else if (c === 34 || c === 39) quote = c
    else if (c === 62) return at + 1
  }
  return fail(
    lineAt(text, open),
    `">" within ${MAX_TAG} letters of "<"`,
    end === text.length ? 'the end of the file' : undefined,
  )
}
