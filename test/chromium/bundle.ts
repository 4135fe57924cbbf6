// The engine and what is to be done with it in a page, in one module that needs nothing else.
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

/** Test files share this module: what one has bundled, the others take. */
const bundled = new Map<string, Promise<string>>()

/** `name`: a file of this folder. */
export function bundlePage(name = 'page.ts'): Promise<string> {
  const made = bundled.get(name) ?? bundle(name)
  bundled.set(name, made)
  return made
}

async function bundle(name: string): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url))
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    root: here,
    build: {
      write: false,
      target: 'esnext',
      minify: false,
      lib: { entry: join(here, name), formats: ['es'] },
      // What is imported when it is needed (a YAML parser) comes along.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput[]
  const [chunk, ...others] = built.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('more than one file came out')
  return chunk.code
}
