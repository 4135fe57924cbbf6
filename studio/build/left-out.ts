// The engine without what no scene of the studio asks for: the planner A-SBL.
// The experiments with it do not run in the page (studio/scenes/lab/experiments.ts). Code that uses it in the page throws an error.
import { join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

/** Modules by their path in the repository, and what they export. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'src/robots/planning/sbl.ts': ['aSbl'],
}

/** Begins the names of what stands for them. */
const MARK = '\0left-out '

/** `top`: the repository's folder. */
export function leftOut(top: string): Plugin {
  const stubs = new Map(
    Object.entries(LEFT_OUT).map(([path, names]) => [
      normalizePath(join(top, path)),
      names.map((name) => `export function ${name}() { throw new Error('${name} is not in the studio.') }`).join('\n'),
    ]),
  )
  return {
    name: 'left-out',
    enforce: 'pre',
    async resolveId(source, importer) {
      const found = await this.resolve(source, importer, { skipSelf: true })
      const path = found === null ? '' : normalizePath(found.id)
      // Under another name, so that it is not taken for the module itself.
      return stubs.has(path) ? MARK + path : undefined
    },
    load: (id) => (id.startsWith(MARK) ? stubs.get(id.slice(MARK.length)) : undefined),
  }
}
