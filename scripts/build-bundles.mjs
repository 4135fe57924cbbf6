// Puts the compiled package into a few files, dist/bin: the entries that package.json exports, the command, and what they share, in
// one build, so that every class exists once. Node takes several times as long to load hundreds of small files. Packages stay outside,
// except commander and ws, which only the command uses: they are bundled, with their licences beside them. Builds again where its
// input has changed, aside first, and puts the result in place when it is whole.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { licencesOf } from './licences.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const place = join(dist, 'bin')
const stamp = join(place, '.stamp')

/** What the package is made of, below dist. */
const SOURCES = ['cli', 'lab', 'node', 'scenes', 'src', 'three', 'view', 'web']

/** Modules that import packages without `sideEffects: false`, which bundlers keep wherever they keep a file that imports them. */
const ALONE = [
  { name: 'orient', test: /[\\/]base[\\/]math[\\/]orient\.js$/ },
  { name: 'xml', test: /[\\/]formats[\\/]text[\\/]xml\.js$/ },
]

/** Modules that only make values when they are loaded. */
const LIBRARY = /[\\/]dist[\\/](src|three|view|web)[\\/](?!view-worker)/

/** The element <limber-view> with all that it needs, for pages without a bundler: two files that load nothing else. */
const element = join(dist, 'element')

const files = SOURCES.flatMap((name) => scriptsOf(join(dist, name)))
const want = digest()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== want) {
  await buildElement()
  await build()
}

async function buildElement() {
  const { rolldown } = await import('rolldown')
  const aside = `${element}.${process.pid}`
  const modules = []
  for (const name of ['limber-view', 'view-worker']) {
    const bundle = await rolldown({ input: join(dist, 'view', `${name}.js`), platform: 'browser', logLevel: 'silent' })
    const { output } = await bundle.write({ dir: aside, format: 'esm', minify: true, codeSplitting: false })
    await bundle.close()
    modules.push(...output.flatMap(({ moduleIds }) => moduleIds))
  }
  writeFileSync(join(aside, 'licences.txt'), licencesOf(modules))
  rmSync(element, { recursive: true, force: true })
  renameSync(aside, element)
}

async function build() {
  const { rolldown } = await import('rolldown')
  const { parseAst } = await import('rolldown/parseAst')
  const entries = libraryEntries()
  // Threads are started by name, from the file beside the one that starts them.
  const workers = files.filter((path) => /(^|-)worker\.js$/.test(basename(path)))
  const programs = [['limber', join(dist, 'cli', 'main.js')], ...workers.map((path) => [basename(path, '.js'), path])]
  const input = Object.fromEntries([...entries, ...programs])
  if (Object.keys(input).length !== entries.length + programs.length) throw new Error('two files have the same name')
  const aside = `${place}.${process.pid}`
  const bundle = await rolldown({
    input,
    platform: 'node',
    // On a slow machine it says how long `pure` took.
    checks: { bundlerTimings: false },
    external: /^(?![./]|[A-Za-z]:|(commander|ws)$)/,
    plugins: [{ name: 'pure', transform: { filter: { id: LIBRARY }, handler: markPure } }],
  })
  // Neither names nor lines are made shorter, for the traces of errors.
  const { output } = await bundle.write({
    dir: aside,
    format: 'esm',
    comments: { jsdoc: false },
    chunkFileNames: '[name].js',
    codeSplitting: { groups: ALONE },
  })
  await bundle.close()
  for (const { isEntry, fileName, name, exports } of output) {
    // It would run wherever what it exports is used.
    if (isEntry && exports.length > 0 && programs.some(([program]) => program === name)) {
      throw new Error(`${fileName} is run by itself, and exports ${exports}`)
    }
  }
  writeFileSync(join(aside, 'licences.txt'), licencesOf(output.flatMap(({ moduleIds }) => moduleIds)))
  chmodSync(join(aside, 'limber.js'), 0o755)
  writeFileSync(join(aside, '.stamp'), want)
  const old = `${place}.${process.pid}.old`
  if (existsSync(place)) renameSync(place, old)
  renameSync(aside, place)
  rmSync(old, { recursive: true, force: true })

  /**
   * To load a module of the library only makes values (package.json: `sideEffects`). In a file of many modules, a user's bundler
   * cannot know that of calls, spreads and properties at the top level, and would keep values that are not used: they are put into a
   * call that is marked as pure, unless they are one.
   */
  function markPure(code, id) {
    let [marked, done] = ['', 0]
    const add = (at, text) => {
      marked += code.slice(done, at) + text
      done = at
    }
    for (const statement of parseAst(code).body) {
      const { type, declarations = [] } = statement.declaration ?? statement
      if (!type.endsWith('Declaration')) throw new Error(`${id} does something when it is loaded: ${type}`)
      for (const { init } of declarations) {
        if (!works(init)) continue
        const isCall = /^(Call|New)/.test(init.type) && !init.arguments.some(works)
        add(init.start, isCall ? '/* @__PURE__ */ ' : '/* @__PURE__ */ (() => (')
        if (!isCall) add(init.end, '))()')
      }
    }
    return marked + code.slice(done)
  }
}

/** Is there a call, a spread or a property in this expression, outside functions? */
function works(node) {
  if (node === null || typeof node !== 'object' || /Function/.test(node.type)) return false
  return /^(Call|New|Spread|Member)/.test(node.type) || Object.values(node).flat().some(works)
}

/** Their names in dist/bin, and the compiled files that the types are of. */
function libraryEntries() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.values(exports)
    .filter(({ types }) => types !== undefined)
    .map(({ types, default: file }) => [
      basename(file, '.js'),
      join(root, types.replace('/types/', '/').replace('.d.ts', '.js')),
    ])
}

function digest() {
  const hash = createHash('sha256')
  const others = ['package.json', 'package-lock.json', 'scripts/build-bundles.mjs', 'scripts/licences.mjs']
  for (const path of [...others.map((name) => join(root, name)), ...files]) {
    const bytes = readFileSync(path)
    hash.update(`${path.slice(root.length)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

function scriptsOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? scriptsOf(path) : entry.name.endsWith('.js') ? [path] : []
    })
}
