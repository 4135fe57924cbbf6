// The order of layers, read from the imports: a folder that promises a layer and an import that breaks it cannot both
// stay. Type-only imports count like any other.
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Each may import those before it, and itself. */
const LAYERS = [
  'math',
  'geometry',
  'volumes',
  'hierarchies',
  'bodies',
  'chains',
  'queries',
  'motion',
  'allow',
  'verify',
  'planning',
  'molecules',
  'formats',
  'parallel',
]
const BELOW_ALL = 'src/errors.ts'
const ENTRY = 'src/index.ts'

/** What a folder outside src may import: from the engine, and of the other folders. */
interface Outside {
  readonly engine: 'entry' | 'anything'
  readonly folders: readonly string[]
  /** Packages and node: modules. */
  readonly packages: boolean
}

const OUTSIDE: Readonly<Record<string, Outside>> = {
  scenes: { engine: 'entry', folders: [], packages: false },
  lab: { engine: 'anything', folders: ['scenes'], packages: true },
  node: { engine: 'entry', folders: [], packages: true },
  web: { engine: 'entry', folders: [], packages: false },
  three: { engine: 'entry', folders: [], packages: true },
  cli: { engine: 'entry', folders: ['lab', 'node', 'scenes', 'studio'], packages: true },
  studio: { engine: 'entry', folders: ['examples', 'lab', 'scenes', 'three', 'web'], packages: true },
}

/** Every module that a source text imports or re-exports from, in order. */
function importsOf(text: string): string[] {
  // Between `import` or `export` and `from` there are names, braces, commas and stars only: a plain declaration has
  // other signs in it, so it cannot match, whatever its strings and comments say.
  const patterns = [
    /^[ \t]*(?:import|export)\s[\w\s{},*$]*?\bfrom\s*(['"])([^'"\n]+)\1/gm,
    /^[ \t]*import\s*(['"])([^'"\n]+)\1/gm,
    /\bimport\s*\(\s*(['"`])([^'"`\n]+)\1/g,
    /\brequire\s*\(\s*(['"`])([^'"`\n]+)\1/g,
  ]
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((m) => ({ at: m.index, name: m[2]! })))
  return found.sort((a, b) => a.at - b.at).map(({ name }) => name)
}

/** What is wrong with `file` importing `name`; undefined if nothing is. Paths are relative to the checkout, with '/'. */
function complaint(file: string, name: string, dependencies: readonly string[]): string | undefined {
  const from = file.split('/')[0]!
  if (!name.startsWith('.')) {
    if (from !== 'src') {
      return OUTSIDE[from]?.packages === false ? `${from}/ runs anywhere: it may not import '${name}'` : undefined
    }
    if (name.startsWith('node:') || builtinModules.includes(name)) {
      return `src/ runs in browsers too: it may not import '${name}'`
    }
    const parts = name.split('/')
    const owner = parts.slice(0, name.startsWith('@') ? 2 : 1).join('/')
    return dependencies.includes(owner) ? undefined : `'${owner}' is not among the dependencies of package.json`
  }
  const target = posix.join(posix.dirname(file), name).replace(/\.js$/, '.ts')
  if (target.startsWith('..')) return `'${name}' is outside the checkout`
  return from === 'src' ? againstLayers(file, target) : againstFolders(from, target)
}

function againstLayers(file: string, target: string): string | undefined {
  if (!target.startsWith('src/')) return `src/ may not import ${target}`
  const own = rank(file)
  const other = rank(target)
  if (own === undefined) return `${file} is in no layer`
  if (other === undefined) return `${target} is in no layer`
  return other > own ? `${layerName(file)} may not import ${layerName(target)}, which is above it` : undefined
}

function againstFolders(from: string, target: string): string | undefined {
  const rules = OUTSIDE[from]
  const to = target.split('/')[0]!
  if (rules === undefined || to === from) return undefined
  if (to === 'src') {
    return rules.engine === 'anything' || target === ENTRY
      ? undefined
      : `${from}/ uses the public entry only, not ${target}`
  }
  return rules.folders.includes(to) ? undefined : `${from}/ may not import ${target}`
}

/** Place in the order of layers; undefined for a file that is in none of them. */
function rank(file: string): number | undefined {
  if (file === BELOW_ALL) return -1
  if (file === ENTRY) return LAYERS.length
  const at = LAYERS.indexOf(layerName(file))
  return at < 0 ? undefined : at
}

function layerName(file: string): string {
  const parts = file.split('/')
  return parts.length > 2 ? parts[1]! : file
}

function sources(folder: string): string[] {
  let entries: string[]
  try {
    entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
  return entries
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .filter((path) => /\.[mc]?tsx?$/.test(path) && !path.includes('/node_modules/'))
    .sort()
}

function complaints(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies?: object }
  const dependencies = Object.keys(manifest.dependencies ?? {})
  return sources(folder).flatMap((file) =>
    importsOf(readFileSync(join(root, file), 'utf8')).flatMap((name) => {
      const what = complaint(file, name, dependencies)
      return what === undefined ? [] : [`${file} imports '${name}': ${what}`]
    }),
  )
}

test.each(['src', 'scenes', 'lab', 'node', 'web', 'three', 'cli', 'studio'])(
  '%s/ keeps to the order of layers',
  (folder) => {
    expect(complaints(folder)).toEqual([])
  },
)

test('every file of the engine is in a layer', () => {
  const files = sources('src')
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => rank(file) === undefined)).toEqual([])
})

test('the reader finds every kind of import, and nothing in comments and strings', () => {
  const text = `
// import { no } from './comment.js'
import { a } from './a.js'
import type { B } from "./b.js"
import c, { type D } from './c.js'
import * as e from './e.js'
import './f.js'
import {
  g,
  h,
} from './g.js'
export { i } from './i.js'
export type { J } from './j.js'
export * from './k.js'
export const text = "import { no } from './string.js'"
function from(): string { return 'taken from "nowhere"' }
const l = await import('./l.js')
const m = require('./m.js')
 * import { no } from './doc.js'
`
  const letters = ['a', 'b', 'c', 'e', 'f', 'g', 'i', 'j', 'k', 'l', 'm']
  expect(importsOf(text)).toEqual(letters.map((letter) => `./${letter}.js`))
})

test.each([
  ['src/math/pose.ts', './vec3.js', undefined],
  ['src/math/pose.ts', '../errors.js', undefined],
  ['src/chains/chain-tree.ts', '../bodies/shape.js', undefined],
  ['src/index.ts', './parallel/pool.js', undefined],
  ['src/formats/urdf.ts', 'flatqueue/lib/x.js', undefined],
  ['src/formats/urdf.ts', '@some/reader', undefined],
  ['cli/lab.ts', '../src/index.js', undefined],
  ['cli/lab.ts', '../lab/index.js', undefined],
  ['cli/query.ts', '../node/index.js', undefined],
  ['node/read-mesh.ts', 'node:fs', undefined],
  ['cli/lab.ts', 'node:fs', undefined],
  ['lab/baselines/grid.ts', '../../src/math/pose.js', undefined],
  ['src/math/pose.ts', '../volumes/obb.js', /^math may not import volumes/],
  ['src/bodies/shape.ts', '../chains/chain-tree.js', /^bodies may not import chains/],
  ['src/errors.ts', './math/pose.js', /^src\/errors\.ts may not import math/],
  ['src/math/pose.ts', '../index.js', /^math may not import src\/index\.ts/],
  ['src/tools/odd.ts', '../math/pose.js', /^src\/tools\/odd\.ts is in no layer/],
  ['src/math/pose.ts', '../helpers.js', /^src\/helpers\.ts is in no layer/],
  ['src/chains/chain-tree.ts', '../../scenes/index.js', /^src\/ may not import scenes\/index\.ts/],
  ['src/chains/chain-tree.ts', '../../test/oracle/chain.js', /^src\/ may not import test/],
  ['src/chains/chain-tree.ts', '../../../elsewhere.js', /outside the checkout/],
  ['src/formats/urdf.ts', 'node:fs', /runs in browsers too/],
  ['src/formats/urdf.ts', 'fs', /runs in browsers too/],
  ['src/formats/urdf.ts', 'vitest', /'vitest' is not among the dependencies/],
  ['src/formats/urdf.ts', '@other/reader/deep', /'@other\/reader' is not among the dependencies/],
  ['scenes/moves.ts', '../src/math/random.js', /^scenes\/ uses the public entry only/],
  ['scenes/moves.ts', '../lab/index.js', /^scenes\/ may not import lab/],
  ['scenes/moves.ts', 'node:fs', /^scenes\/ runs anywhere/],
  ['cli/lab.ts', '../src/chains/chain-tree.js', /^cli\/ uses the public entry only/],
  ['cli/lab.ts', '../test/cli/run.js', /^cli\/ may not import test/],
  ['studio/app.tsx', '../src/math/pose.js', /^studio\/ uses the public entry only/],
  ['node/read-mesh.ts', '../lab/index.js', /^node\/ may not import lab/],
  ['lab/chaintree.ts', '../cli/progress.js', /^lab\/ may not import cli/],
])('the checker judges %s importing %s', (file, name, expected) => {
  const found = complaint(file, name, ['flatqueue', '@some/reader'])
  if (expected === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(expected)
})
