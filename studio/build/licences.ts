// The licences of the packages that are in the build, as licences.txt beside the page: they are handed out together with the files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** One for all builds: `collect` goes into the worker's and the page's, `write` into the page's. */
export function licences(): { readonly collect: () => Plugin; readonly write: () => Plugin } {
  /** Folders, by name of the package. */
  const found = new Map<string, string>()
  return {
    collect: () => ({
      name: 'collect-licences',
      apply: 'build',
      transform(_code, id) {
        const [, folder, name] = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(id) ?? []
        if (name !== undefined) found.set(name, folder!)
      },
    }),
    write: () => ({
      name: 'write-licences',
      apply: 'build',
      generateBundle() {
        const names = [...found.keys()].sort()
        const source = names.map((name) => noticeOf(name, found.get(name)!)).join('\n')
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
      },
    }),
  }
}

function noticeOf(name: string, folder: string): string {
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version} (${license})\n\n${text}\n`
}
