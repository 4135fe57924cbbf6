// What a page shows, from a folder of files that is served to Chromium.
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { findChromium, type Served, servedToChromium } from '../chromium/browser.js'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
}

/** The texts of its paragraphs, as soon as this many are not empty. */
export async function shownInChromium(folder: string, lines: number): Promise<string[]> {
  const find = (path: string): Served | undefined => {
    try {
      const file = join(folder, path === '/' ? 'index.html' : path)
      return { type: TYPES[extname(file)] ?? 'text/plain', body: readFileSync(file) }
    } catch {
      return undefined
    }
  }
  return servedToChromium(findChromium()!, find, async (page) => {
    await page
      .locator('p')
      .nth(lines - 1)
      .waitFor()
    return page.locator('p').allTextContents()
  })
}
