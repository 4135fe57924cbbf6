// Puts the compiled command and what it needs of Limber into a few files, dist/bin: Node takes three times as long to load six
// hundred small ones. Packages stay outside, except commander and ws, which the library does not use: they are bundled, with their
// licences beside them. Builds again where its input has changed, aside first, and puts the result in place when it is whole.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { licencesOf } from './licences.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const place = join(dist, 'bin')
const stamp = join(place, '.stamp')

/** What the command is made of, below dist. */
const SOURCES = ['cli', 'lab', 'node', 'scenes', 'src']

const files = SOURCES.flatMap((name) => scriptsOf(join(dist, name)))
const want = digest()
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== want) await build()

async function build() {
  const { rolldown } = await import('rolldown')
  // Threads are started by name, from the file beside the one that starts them.
  const workers = files.filter((path) => /(^|-)worker\.js$/.test(basename(path)))
  const input = {
    limber: join(dist, 'cli', 'main.js'),
    ...Object.fromEntries(workers.map((path) => [basename(path, '.js'), path])),
  }
  if (Object.keys(input).length !== workers.length + 1) throw new Error('two workers have the same name')
  const aside = `${place}.${process.pid}`
  const bundle = await rolldown({ input, platform: 'node', external: /^(?![./]|[A-Za-z]:|(commander|ws)$)/ })
  const { output } = await bundle.write({
    dir: aside,
    format: 'esm',
    comments: { jsdoc: false, annotation: false },
    // Names stay, for the traces of errors.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    chunkFileNames: '[name].js',
  })
  await bundle.close()
  for (const { isEntry, fileName, exports } of output) {
    // It would run wherever what it exports is used.
    if (isEntry && exports.length > 0) throw new Error(`${fileName} is run by itself, and exports ${exports}`)
  }
  writeFileSync(join(aside, 'licences.txt'), licencesOf(output.flatMap(({ moduleIds }) => moduleIds)))
  chmodSync(join(aside, 'limber.js'), 0o755)
  writeFileSync(join(aside, '.stamp'), want)
  const old = `${place}.${process.pid}.old`
  if (existsSync(place)) renameSync(place, old)
  renameSync(aside, place)
  rmSync(old, { recursive: true, force: true })
}

function digest() {
  const hash = createHash('sha256')
  const others = ['package-lock.json', 'scripts/build-cli.mjs', 'scripts/licences.mjs']
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
