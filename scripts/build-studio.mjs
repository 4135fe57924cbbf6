// Builds the studio to dist/studio with vite, where its sources are not those of the last build: a stamp holds a digest of all of
// them. The build is made aside and put in place when it is whole, and one at a time: several may ask (tests, `limber studio`).
// `--force` builds in any case.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const place = join(dist, 'studio')
const stamp = join(dist, 'studio.stamp')
const lock = join(dist, 'studio.lock')
const force = process.argv.includes('--force')

/** Everything that can get into the build; packages by the lock file. */
const SOURCES = [
  'examples',
  'lab',
  'package-lock.json',
  'scenes',
  'scripts/build-studio.mjs',
  'scripts/licences.mjs',
  'src',
  'studio',
  'three',
  'view',
  'web',
]

const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
if (force || !isBuilt()) {
  if (!existsSync(vite)) {
    if (force || !existsSync(join(place, 'index.html'))) fail('vite is not installed: run `npm ci` first.')
    console.error('limber: vite is not installed: the studio is as it was built last.')
    process.exit(0)
  }
  mkdirSync(dist, { recursive: true })
  takeLock()
  process.on('exit', () => rmSync(lock, { force: true }))
  // Another one may have built it while this one waited.
  if (force || !isBuilt()) build()
}

function isBuilt() {
  return existsSync(join(place, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest()
}

function digest() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap((name) => filesOf(name))) {
    const bytes = readFileSync(join(root, path))
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (/\.\w+$/.test(path)) return [path]
  return readdirSync(join(root, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const below = `${path}/${entry.name}`
      // Packages, and what a stopped lab has kept (lab/results/.partial).
      const isOther = entry.name === 'node_modules' || entry.name.startsWith('.')
      return entry.isDirectory() ? (isOther ? [] : filesOf(below)) : entry.isFile() ? [below] : []
    })
}

function build() {
  console.error('limber: building the studio')
  const want = digest()
  const aside = `${place}.${process.pid}`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--outDir', aside, '--emptyOutDir'],
    // For every caller, tests included: what is built is what users get.
    { cwd: join(root, 'studio'), encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) {
    rmSync(aside, { recursive: true, force: true })
    fail(`the studio could not be built.\n${stdout}${stderr}`)
  }
  // Without a stamp it is old, whatever happens now.
  rmSync(stamp, { force: true })
  rmSync(place, { recursive: true, force: true })
  renameSync(aside, place)
  writeFileSync(stamp, want)
}

/** A file with the number of the process that builds. One whose process is gone counts for nothing. */
function takeLock() {
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isHeld()) rmSync(lock, { force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
}

function isHeld() {
  try {
    // An empty one is being written.
    const text = readFileSync(lock, 'utf8')
    return text === '' || process.kill(Number(text), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function fail(message) {
  console.error(`limber: ${message}`)
  process.exit(1)
}
