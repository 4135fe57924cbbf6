// The licences of the packages that are in the build, as licences.txt beside the page.
import type { Plugin } from 'vite'
import { licencesOf } from '../../scripts/licences.mjs'

/** One for all builds: `collect` goes into the worker's and the page's, `write` into the page's. */
export function licences(): { readonly collect: () => Plugin; readonly write: () => Plugin } {
  const found = new Set<string>()
  return {
    collect: () => ({
      name: 'collect-licences',
      apply: 'build',
      transform(_code, id) {
        found.add(id)
      },
    }),
    write: () => ({
      name: 'write-licences',
      apply: 'build',
      generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'licences.txt', source: licencesOf(found) })
      },
    }),
  }
}
