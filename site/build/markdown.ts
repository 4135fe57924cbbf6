// Reads Markdown pages as far as the site and its tests need it: fenced code blocks, headings with their anchors, and links.

export interface Fence {
  /** Of the page, relative to the repository. */
  readonly file: string
  /** Of its first line of code, counted from 1. */
  readonly line: number
  /** `ts`, `console`, `json` …; empty where the fence names none. */
  readonly language: string
  /** What follows the language: `continue`, `data` … */
  readonly words: readonly string[]
  readonly text: string
}

const FENCE = /^( *)(`{3,})([^\n`]*)\n([\s\S]*?)^ *\2 *$/gm

/** The code blocks of a page, in order. */
export function fencesOf(file: string, page: string): Fence[] {
  return [...page.matchAll(FENCE)].map((found) => {
    const [, indent, , info, body] = found as unknown as [string, string, string, string, string]
    const [language = '', ...words] = info.trim().split(/\s+/)
    const text = body.replace(new RegExp(`^ {0,${indent.length}}`, 'gm'), '')
    return { file, line: lineAt(page, found.index) + 1, language, words, text }
  })
}

/** The page with the code blocks blanked out: lines and offsets stay. */
export function withoutFences(page: string): string {
  return page.replace(FENCE, (block) => block.replace(/[^\n]/g, ' '))
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The anchor of a heading, as code hosts make it; the site is configured to do the same. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** A heading as it is read: no marks for code, emphasis or links. */
function plain(heading: string): string {
  return heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]|(?<=\s|^)_|_(?=\s|$)/g, '')
}

export interface Heading {
  readonly level: number
  readonly text: string
  readonly anchor: string
}

/** The headings of a page; anchors that occur again are numbered. */
export function headingsOf(page: string): Heading[] {
  const seen = new Map<string, number>()
  return [...withoutFences(page).matchAll(/^(#{1,6}) +(.+?) *#* *$/gm)].map(([, marks, title]) => {
    const text = plain(title!)
    const base = slug(text)
    const count = seen.get(base) ?? 0
    seen.set(base, count + 1)
    return { level: marks!.length, text, anchor: count === 0 ? base : `${base}-${count}` }
  })
}

/** The title of a page: its first heading. */
export function titleOf(page: string): string | undefined {
  return headingsOf(page)[0]?.text
}

export interface Link {
  readonly line: number
  /** As it is written. */
  readonly target: string
}

const ELSEWHERE = /^[a-z][a-z0-9+.-]*:/i
const LINK = /\]\(<?([^)>\s]+)>?(?: "[^"]*")?\)|\b(?:src|href|srcset)="([^"]+)"|^\[[^\]]+\]: +(\S+)$/gm

/** The links and pictures of a page that are not addresses elsewhere. Code is left out. */
export function linksOf(page: string): Link[] {
  const text = withoutFences(page).replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
  return [...text.matchAll(LINK)]
    .map((found) => ({ line: lineAt(text, found.index), target: (found[1] ?? found[2] ?? found[3])! }))
    .filter(({ target }) => !ELSEWHERE.test(target))
}

/**
 * Rewrites the links of a page. `change` gets a target and returns another, or undefined to leave only the text of the link. Links
 * by reference, `[text][name]`, are written out.
 */
export function changeLinks(page: string, change: (target: string) => string | undefined): string {
  const named = new Map<string, string>()
  const direct = outsideFences(page, (text) =>
    text.replace(/^\[([^\]]+)\]: +(\S+)$\n?/gm, (_, name: string, target: string) => {
      named.set(name, target)
      return ''
    }),
  )
  const link = (mark: string, text: string, target: string): string => {
    const changed = ELSEWHERE.test(target) ? target : change(target)
    return changed === undefined ? text : `${mark}[${text}](${changed})`
  }
  return outsideFences(direct, (text) =>
    text
      .replace(/\[([^\]]*)\]\[([^\]]+)\]/g, (whole, words: string, name: string) => {
        const target = named.get(name)
        return target === undefined ? whole : `[${words}](${target})`
      })
      .replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (_, mark: string, words: string, target: string) =>
        link(mark, words, target),
      ),
  )
}

function outsideFences(page: string, change: (text: string) => string): string {
  const pieces = page.split(/(^ *`{3,}[\s\S]*?^ *`{3,} *$)/m)
  return pieces.map((piece, k) => (k % 2 === 1 ? piece : change(piece))).join('')
}
