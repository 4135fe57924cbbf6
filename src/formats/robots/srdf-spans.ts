// Where elements are in the text of an SRDF file, so that some can be replaced and all else left to the last letter. The text has
// been read as XML before: this only has to distinguish tags from comments and quoted text.

/** Letters from `start` to before `end`. */
export interface TextSpan {
  readonly start: number
  readonly end: number
}

export interface SrdfSpans {
  /** Elements of that name right below the root, and comments of ours there, in the order of the text. */
  readonly spans: readonly TextSpan[]
  /** Where the root's closing tag begins; of <robot …/>, where it ends. */
  readonly end: number
  readonly selfClosing: boolean
}

/** `mark`: how the comments begin that are ours. */
export function elementsToReplace(text: string, name: string, mark: string): SrdfSpans {
  const spans: TextSpan[] = []
  let depth = 0
  /** Where an element that is to be replaced has begun. */
  let begun = -1
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const other = otherThanTag(text, at)
    if (other !== undefined) {
      const isOurs =
        depth === 1 &&
        text.startsWith('<!--', at) &&
        text
          .slice(at + 4, other)
          .trimStart()
          .startsWith(mark)
      if (isOurs) spans.push({ start: at, end: other })
      at = other
      continue
    }
    const end = tagEnd(text, at)
    const isClosing = text[at + 1] === '/'
    const isEmpty = text[end - 2] === '/'
    if (isClosing) {
      depth--
      if (depth === 0) return { spans: joined(text, spans), end: at, selfClosing: false }
      if (depth === 1 && begun >= 0) {
        spans.push({ start: begun, end })
        begun = -1
      }
    } else {
      if (depth === 0 && isEmpty) return { spans: [], end, selfClosing: true }
      if (depth === 1 && nameAt(text, at + 1) === name) {
        if (isEmpty) spans.push({ start: at, end })
        else begun = at
      }
      if (!isEmpty) depth++
    }
    at = end
  }
  return { spans: joined(text, spans), end: text.length, selfClosing: false }
}

/** Spans with nothing but blanks between them, on one line, are one. */
function joined(text: string, spans: readonly TextSpan[]): TextSpan[] {
  const out: TextSpan[] = []
  for (const span of spans) {
    const last = out.at(-1)
    if (last !== undefined && /^[ \t]*$/.test(text.slice(last.end, span.start))) {
      out[out.length - 1] = { start: last.start, end: span.end }
    } else out.push(span)
  }
  return out
}

/** The end of a comment, of what is not parsed, or of an instruction; undefined where a tag begins. */
function otherThanTag(text: string, at: number): number | undefined {
  for (const [open, close] of OTHERS) {
    if (!text.startsWith(open, at)) continue
    const end = text.indexOf(close, at + open.length)
    return end < 0 ? text.length : end + close.length
  }
  return undefined
}

const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Behind the `>` of a tag; one in quotes does not count. */
function tagEnd(text: string, at: number): number {
  let quote = ''
  for (let i = at; i < text.length; i++) {
    const letter = text[i]!
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return i + 1
  }
  return text.length
}

function nameAt(text: string, at: number): string {
  return /^[^\s/>]*/.exec(text.slice(at, at + 200))![0]
}
