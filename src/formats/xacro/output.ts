// The expanded document, and its text: every tag on a line of its own, so that a line of it leads back to where it was written.
import { Budget } from './budget.js'
import type { Place } from './text.js'

/** An element of the expanded document. Blocks that are inserted twice are in it twice. */
export interface Expanded {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: Expanded[]
  readonly texts: string[]
  readonly place: Place
  /** How many elements it has, itself included; known once it is complete. */
  size?: number
}

export function expandedElement(name: string, place: Place): Expanded {
  return { name, attributes: new Map(), children: [], texts: [], place }
}

export function expandedSize(element: Expanded): number {
  element.size ??= element.children.reduce((sum, child) => sum + expandedSize(child), 1)
  return element.size
}

export interface WrittenXacro {
  /** XML. */
  readonly text: string
  /** Where line k + 1 of it comes from. */
  readonly places: readonly Place[]
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** `revise` has the last word on values of attributes. */
export function writeExpanded(root: Expanded, revise: (value: string) => string): WrittenXacro {
  const budget = new Budget()
  const lines: string[] = ['<?xml version="1.0"?>']
  const places: Place[] = [root.place]
  const put = (line: string, place: Place): void => {
    budget.output(line.length)
    lines.push(line)
    places.push(place)
  }
  const write = (element: Expanded): void => {
    let start = `<${element.name}`
    for (const [name, value] of element.attributes) start += ` ${name}="${escapeXml(revise(value))}"`
    const text = escapeXml(element.texts.join(' '))
    if (element.children.length === 0) {
      put(text === '' ? `${start}/>` : `${start}>${text}</${element.name}>`, element.place)
      return
    }
    put(`${start}>${text}`, element.place)
    for (const child of element.children) write(child)
    put(`</${element.name}>`, element.place)
  }
  write(root)
  return { text: `${lines.join('\n')}\n`, places }
}

function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (letter) => ESCAPES[letter]!)
    .replace(/[\t\n\r]/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
