// Tests use the engine as it is compiled in dist/. Vite, which runs the tests themselves, turns every imported name into a lookup:
// hot code then takes several times as long, and hundreds of files must be transformed first. What a test imports by a relative
// path is found in dist/ instead, and loaded by Node. In watch mode the sources are used, so that a change is seen.
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** What is compiled, and does not depend on where it is. */
const COMPILED = ['src', 'lab', 'scenes', 'cli', 'node', 'web', 'three', join('test', 'oracle')]

/** For `server.deps.external`: what Vite leaves to Node. */
export const COMPILED_FILES = /\/dist\//

export function compiled(): Plugin {
  const isWatching = !process.argv.includes('run')
  return {
    name: 'compiled',
    enforce: 'pre',
    resolveId(source, importer) {
      if (isWatching || importer === undefined || !/^\.{1,2}\/.*\.js$/.test(source)) return undefined
      // Sources that a test has asked for by their whole path import sources.
      const path = relative(root, resolve(dirname(importer), source))
      if (!isBelow(path) || isBelow(relative(root, importer))) return undefined
      const file = join(root, 'dist', path)
      return existsSync(file) ? file : undefined
    },
  }
}

function isBelow(path: string): boolean {
  return COMPILED.some((folder) => path.startsWith(folder + sep))
}
