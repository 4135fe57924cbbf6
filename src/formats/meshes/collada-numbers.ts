// Numbers in the text of Collada elements.
import { strToU8 } from 'fflate'
import { TextCursor } from '../text/text-cursor.js'
import type { XmlElement } from '../text/xml.js'
import type { ColladaDocument } from './collada.js'

/** A cursor over an element's text; lines are counted from the element's own. */
function cursorOver(document: ColladaDocument, element: XmlElement): TextCursor {
  return new TextCursor(strToU8(element.text), document.source.file, { line: element.line }, 0)
}

/** Exactly this many finite numbers. */
export function readNumbers(document: ColladaDocument, element: XmlElement, count: number): Float64Array {
  const out = new Float64Array(count)
  const read = readList(document, element, count, out, (cursor) => cursor.coordinate('a number'))
  if (read !== count) document.fail(element, `${count} numbers in <${element.name}>`, `${read}`)
  return out
}

/** All whole numbers of an element, zero or more each. */
export function readIntegers(document: ColladaDocument, element: XmlElement): Uint32Array {
  // A digit and a blank each, at least.
  const most = Math.ceil(element.text.length / 2)
  const out = new Uint32Array(most)
  const read = readList(document, element, most, out, (cursor) =>
    cursor.integer('a whole number of zero or more', 0, 2 ** 32 - 1),
  )
  return out.slice(0, read)
}

/** Writes at most `most` of them to `out`; the number of those that were there, `most` + 1 if there were more. */
function readList(
  document: ColladaDocument,
  element: XmlElement,
  most: number,
  out: Float64Array | Uint32Array,
  read: (cursor: TextCursor) => number,
): number {
  const inner = element.children[0]
  if (inner !== undefined) document.fail(inner, `numbers in <${element.name}>`, `<${inner.name}>`)
  const cursor = cursorOver(document, element)
  let count = 0
  for (cursor.skipSpace(); !cursor.atEnd(); cursor.skipSpace()) {
    if (count === most) return most + 1
    out[count++] = read(cursor)
  }
  return count
}
