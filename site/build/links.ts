// Finds links between documents that lead nowhere: files that do not exist, and anchors that no heading has.
import { posix } from 'node:path'
import { headingsOf, linksOf } from './markdown.js'

/** One line for every broken link of `pages` (text by path). `exists` decides about paths that are no page. */
export function brokenLinks(pages: ReadonlyMap<string, string>, exists: (path: string) => boolean): string[] {
  const anchors = new Map([...pages].map(([path, text]) => [path, new Set(headingsOf(text).map((h) => h.anchor))]))
  const out: string[] = []
  for (const [path, text] of pages) {
    for (const { line, target } of linksOf(text)) {
      const [file = '', anchor] = target.split('#', 2)
      const place = file === '' ? path : posix.join(posix.dirname(path), decodeURI(file))
      const known = anchors.get(place)
      if (known === undefined && !exists(place)) out.push(`${path}:${line}: ${target}: no such file`)
      else if (known !== undefined && anchor !== undefined && !known.has(anchor)) {
        out.push(`${path}:${line}: ${target}: no such heading`)
      }
    }
  }
  return out
}
