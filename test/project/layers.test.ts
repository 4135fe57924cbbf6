// Which folder may import which, read from the imports: a table and an import that breaks it cannot both stay. Type-only
// imports count like any other.
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * Folders of src, and what each may import besides itself and src/errors.ts. A name stands for all folders below it too. It is a
 * table and not an order: molecules come after robots in no sense, and import nothing of them.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'base/math': [],
  'base/work': ['base/math'],

  'geometry/pairs': ['base/math'],
  'geometry/triangles': ['base/math'],
  'geometry/convex': ['base/math'],
  'geometry/balls': ['base/math'],
  'geometry/moving': ['base/math'],
  'geometry/steps': ['base', 'geometry/moving'],
  volumes: ['base', 'geometry'],

  // A MeshTree knows its k-DOPs and how it was closed, and both of these know it.
  'meshes/tree': ['base', 'geometry', 'volumes', 'meshes'],
  'meshes/kdop': ['base', 'geometry', 'volumes', 'meshes'],
  'meshes/solid': ['base', 'geometry', 'volumes', 'meshes'],
  'meshes/deform': ['base', 'geometry', 'volumes', 'meshes'],
  shapes: ['base', 'geometry', 'volumes', 'meshes'],

  'chains/chain': ['base', 'geometry', 'volumes', 'meshes', 'shapes'],
  'chains/power': ['base', 'geometry', 'chains/chain'],
  'chains/necklace': ['base', 'geometry', 'volumes', 'meshes', 'shapes', 'chains'],

  'robots/model': ['base', 'geometry', 'volumes', 'meshes', 'shapes'],
  'robots/cab': ['base', 'geometry', 'volumes', 'meshes', 'shapes'],
  'robots/world': ['base', 'geometry', 'volumes', 'meshes', 'shapes', 'chains', 'robots/cab', 'robots/model'],
  'robots/motion': ['base', 'geometry', 'volumes', 'meshes', 'shapes', 'chains', 'robots/model', 'robots/world'],
  'robots/planning': ['base', 'shapes', 'robots/model', 'robots/motion', 'robots/world'],
  'robots/coordinate': ['base', 'shapes', 'robots/model', 'robots/motion', 'robots/planning', 'robots/world'],
  'robots/roadmap': ['base', 'shapes', 'robots/model', 'robots/motion', 'robots/planning', 'robots/world'],
  'robots/allow': ['base', 'geometry', 'meshes', 'shapes', 'robots/model', 'robots/motion', 'robots/world'],

  'molecules/structure': ['base'],
  'molecules/clash': ['base', 'geometry', 'chains', 'molecules/structure'],
  'molecules/energy': ['base'],
  'molecules/protein': ['base', 'geometry', 'shapes', 'chains', 'molecules/energy', 'molecules/structure'],
  'molecules/monte-carlo': ['base', 'molecules/energy', 'molecules/protein'],
  'molecules/go': ['base', 'molecules/monte-carlo'],

  'formats/text': ['base'],
  'formats/meshes': ['base', 'formats/text'],
  'formats/xacro': ['base', 'formats/text'],
  'formats/robots': ['base', 'meshes', 'shapes', 'chains', 'robots', 'formats/meshes', 'formats/text', 'formats/xacro'],
  'formats/ros': ['base', 'meshes', 'shapes', 'robots', 'formats/robots', 'formats/text'],
  'formats/molecules': ['base', 'molecules', 'formats/text'],

  batch: ['base', 'meshes', 'shapes', 'robots', 'molecules', 'formats'],

  gpu: ['base', 'shapes', 'robots/model', 'robots/world', 'robots/motion', 'gpu/kernels'],
  'gpu/kernels': ['robots/model'],

  verify: [],
  'verify/exact': ['verify'],
}
const BELOW_ALL = 'src/errors.ts'
/** The root, and the lists of the package's other entries: what stands above the table. */
const LISTS = [
  'src/index.ts',
  ...['batch', 'chains', 'gpu', 'meshes', 'molecules', 'robots'].map((name) => `src/entries/${name}.ts`),
]
/** What the package publishes of src. The verifiers are folders of the table, whose index is an entry. */
const ENTRIES = [...LISTS, 'src/verify/index.ts', 'src/verify/exact/index.ts']

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
  view: { engine: 'entry', folders: ['web'], packages: true },
  cli: { engine: 'entry', folders: ['lab', 'node', 'scenes', 'studio'], packages: true },
  studio: {
    engine: 'entry',
    folders: ['examples', 'lab', 'scenes', 'scripts', 'three', 'view', 'web'],
    packages: true,
  },
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
  return from === 'src' ? againstTable(file, target) : againstFolders(from, target)
}

function againstTable(file: string, target: string): string | undefined {
  if (!target.startsWith('src/')) return `src/ may not import ${target}`
  for (const path of [file, target]) if (!hasPlace(path)) return `${path} is in no folder of the table`
  if (LISTS.includes(file) || target === BELOW_ALL) return undefined
  const [own, other] = [folderOf(file), folderOf(target)]
  if (own === other && own !== '') return undefined
  const allowed = MAY_IMPORT[own]?.some((name) => other === name || other.startsWith(`${name}/`)) === true
  return allowed ? undefined : `${own || file} may not import ${other || target}`
}

function againstFolders(from: string, target: string): string | undefined {
  const rules = OUTSIDE[from]
  const to = target.split('/')[0]!
  if (rules === undefined || to === from) return undefined
  if (to === 'src') {
    return rules.engine === 'anything' || ENTRIES.includes(target)
      ? undefined
      : `${from}/ uses the public entry only, not ${target}`
  }
  return rules.folders.includes(to) ? undefined : `${from}/ may not import ${target}`
}

function hasPlace(file: string): boolean {
  return file === BELOW_ALL || LISTS.includes(file) || Object.hasOwn(MAY_IMPORT, folderOf(file))
}

/** The folder of a file, below src; empty for one in src itself. */
function folderOf(file: string): string {
  return posix.dirname(file).slice('src/'.length)
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

test.each(['src', 'scenes', 'lab', 'node', 'web', 'three', 'view', 'cli', 'studio'])(
  '%s/ imports what it may',
  (folder) => {
    expect(complaints(folder)).toEqual([])
  },
)

test('every file of the engine is in a folder of the table, and every folder has files', () => {
  const files = sources('src')
  expect(files.length).toBeGreaterThan(20)
  expect(files.filter((file) => !hasPlace(file))).toEqual([])
  const folders = new Set(files.map(folderOf))
  expect(files).toEqual(expect.arrayContaining(ENTRIES))
  expect(Object.keys(MAY_IMPORT).filter((folder) => !folders.has(folder))).toEqual([])
})

test('the table has no cycles, except the one within meshes', () => {
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const name of MAY_IMPORT[from]!) {
      for (const folder of Object.keys(MAY_IMPORT)) {
        const stays = folder.startsWith('meshes/') && from.startsWith('meshes/')
        const own = folder === from || stays || seen.has(folder)
        if (!own && (folder === name || folder.startsWith(`${name}/`))) reached(folder, seen.add(folder))
      }
    }
    return seen
  }
  expect(Object.keys(MAY_IMPORT).filter((folder) => reached(folder).has(folder))).toEqual([])
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
  ['src/base/math/pose.ts', './vec3.js', undefined],
  ['src/base/math/pose.ts', '../../errors.js', undefined],
  ['src/chains/chain/chain-tree.ts', '../../shapes/shape.js', undefined],
  ['src/chains/chain/chain-tree.ts', '../../meshes/tree/mesh-tree.js', undefined],
  ['src/verify/exact/index.ts', '../plain.js', undefined],
  ['src/index.ts', './robots/world/world.js', undefined],
  ['src/formats/robots/urdf.ts', 'flatqueue/lib/x.js', undefined],
  ['src/formats/robots/urdf.ts', '@some/reader', undefined],
  ['cli/lab.ts', '../src/index.js', undefined],
  ['cli/verify.ts', '../src/verify/exact/index.js', undefined],
  ['cli/lab.ts', '../lab/index.js', undefined],
  ['cli/query.ts', '../node/index.js', undefined],
  ['node/read-mesh.ts', 'node:fs', undefined],
  ['cli/lab.ts', 'node:fs', undefined],
  ['lab/baselines/grid.ts', '../../src/base/math/pose.js', undefined],
  ['src/base/math/pose.ts', '../../volumes/obb.js', /^base\/math may not import volumes$/],
  ['src/shapes/shape.ts', '../chains/chain/chain-tree.js', /^shapes may not import chains\/chain$/],
  ['src/molecules/go/go-chain.ts', '../../robots/model/robot.js', /^molecules\/go may not import robots\/model$/],
  ['src/chains/necklace/necklace.ts', '../../robots/world/world.js', /^chains\/necklace may not import robots\/world$/],
  ['src/verify/plain.ts', './exact/index.js', /^verify may not import verify\/exact$/],
  ['src/errors.ts', './base/math/pose.js', /^src\/errors\.ts may not import base\/math$/],
  ['src/base/math/pose.ts', '../../index.js', /^base\/math may not import src\/index\.ts$/],
  ['src/tools/odd.ts', '../base/math/pose.js', /^src\/tools\/odd\.ts is in no folder/],
  ['src/robots/odd.ts', '../base/math/pose.js', /^src\/robots\/odd\.ts is in no folder/],
  ['src/base/math/pose.ts', '../../helpers.js', /^src\/helpers\.ts is in no folder/],
  ['src/chains/chain/chain-tree.ts', '../../../scenes/index.js', /^src\/ may not import scenes\/index\.ts/],
  ['src/chains/chain/chain-tree.ts', '../../../test/oracle/exact.js', /^src\/ may not import test/],
  ['src/chains/chain/chain-tree.ts', '../../../../elsewhere.js', /outside the checkout/],
  ['src/formats/robots/urdf.ts', 'node:fs', /runs in browsers too/],
  ['src/formats/robots/urdf.ts', 'fs', /runs in browsers too/],
  ['src/formats/robots/urdf.ts', 'vitest', /'vitest' is not among the dependencies/],
  ['src/formats/robots/urdf.ts', '@other/reader/deep', /'@other\/reader' is not among the dependencies/],
  ['scenes/moves.ts', '../src/base/math/random.js', /^scenes\/ uses the public entry only/],
  ['scenes/moves.ts', '../lab/index.js', /^scenes\/ may not import lab/],
  ['scenes/moves.ts', 'node:fs', /^scenes\/ runs anywhere/],
  ['cli/fold/fold-run.ts', '../../src/chains/chain/chain-tree.js', /^cli\/ uses the public entry only/],
  ['cli/verify.ts', '../src/verify/motion.js', /^cli\/ uses the public entry only/],
  ['cli/lab.ts', '../test/cli/run.js', /^cli\/ may not import test/],
  ['studio/app.tsx', '../src/base/math/pose.js', /^studio\/ uses the public entry only/],
  ['node/read-mesh.ts', '../lab/index.js', /^node\/ may not import lab/],
  ['lab/chaintree.ts', '../cli/print/progress.js', /^lab\/ may not import cli/],
])('the checker judges %s importing %s', (file, name, expected) => {
  const found = complaint(file, name, ['flatqueue', '@some/reader'])
  if (expected === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(expected)
})
