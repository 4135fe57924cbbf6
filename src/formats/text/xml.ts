// XML as a small tree, by saxes: strict, in one pass, with a line for every element. It reads no declarations of a
// document type, so there are no entities but the five of XML, and no bombs. Depth and the number of elements have bounds.
import { SaxesParser } from 'saxes'

export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** Of the element itself, not of its children; without white space at its ends. */
  readonly text: string
  /** Where its tag ends. */
  readonly line: number
}

/** Throws. Lines count from 1. */
export type XmlFail = (line: number, expected: string, got?: string) => never

const MAX_DEPTH = 200
/** An element takes some hundred bytes: less than half a gigabyte in all. */
const MAX_ELEMENTS = 1_000_000
/** What is handed to the parser at a time. */
const STEP = 65_536
const NONE: ReadonlyMap<string, string> = new Map()
const NOTHING: readonly XmlElement[] = []

interface Open {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly line: number
  children: XmlElement[] | undefined
  texts: string[] | undefined
}

export function parseXml(text: string, fail: XmlFail): XmlElement {
  const open: Open[] = []
  let root: XmlElement | undefined
  let elements = 0
  let tagLine = 1
  const parser = new SaxesParser({ position: true })
  parser.on('error', (error) => fail(parser.line, 'XML', error.message.replace(/^\d+:\d+: /, '')))
  parser.on('opentagstart', () => {
    tagLine = parser.line
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === MAX_DEPTH) fail(tagLine, `elements at most ${MAX_DEPTH} deep`, 'more')
    if (++elements > MAX_ELEMENTS) fail(tagLine, `at most ${MAX_ELEMENTS} elements`, 'more')
    const entries = Object.entries(attributes as Record<string, string>)
    open.push({
      name,
      attributes: entries.length === 0 ? NONE : new Map(entries),
      line: tagLine,
      children: undefined,
      texts: undefined,
    })
  })
  const addText = (piece: string): void => {
    const last = open.at(-1)
    if (last !== undefined) (last.texts ??= []).push(piece)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const { name, attributes, line, children, texts } = open.pop()!
    const element = {
      name,
      attributes,
      line,
      children: children ?? NOTHING,
      text: texts === undefined ? '' : texts.join('').trim(),
    }
    const parent = open.at(-1)
    if (parent === undefined) root = element
    else (parent.children ??= []).push(element)
  })
  for (let at = 0; at < text.length; at += STEP) parser.write(text.slice(at, at + STEP))
  parser.close()
  return root ?? fail(1, 'a root element', 'none')
}
