// Makes a checkout ready to use: installs the packages of package-lock.json when they are missing or
// old, then compiles to dist/. `npm start` and `npm test` call it first, so that a fresh machine with
// nothing but Node and git needs no other step. Plain JavaScript: it runs before anything is installed.
// `--build-only`: packages only where there are none. `--force`: a clean build. `--studio`: the web app as well, to dist/studio.
// `--programs`: a Chromium and a Redis server for the tests that need them, where there is none and it can be had.
// `--docs`: the packages that build the documentation site, which has a lock file of its own in site/.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const buildOnly = process.argv.includes('--build-only')
const force = process.argv.includes('--force')
const withStudio = process.argv.includes('--studio')
const withPrograms = process.argv.includes('--programs')
const withDocs = process.argv.includes('--docs')

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Limber needs Node 20.19 or newer; this is ${process.versions.node}.`)
}

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
if (!buildOnly || !existsSync(tsc)) install(root)
if (withDocs) install(join(root, 'site'))
build()
if (withStudio) buildStudio()
if (withPrograms) findPrograms()

/** `npm ci` in `folder`, unless its node_modules was installed from this very lock file. */
function install(folder) {
  const stamp = join(folder, 'node_modules', '.limber-installed')
  const want = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return
  console.error(`limber: installing packages${folder === root ? '' : ' for the documentation site'} (npm ci)`)
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], 'the packages could not be installed', folder)
  writeFileSync(stamp, want)
}

/** tsc, incremental: well under a second when nothing changed. */
function build() {
  if (force) rmSync(join(root, 'dist'), { recursive: true, force: true })
  if (!existsSync(join(root, 'dist'))) console.error('limber: compiling')
  run(process.execPath, [tsc, '--build', ...(force ? ['--force'] : [])], 'the build failed')
  run(process.execPath, [join(root, 'scripts', 'build-bundles.mjs')], 'the package could not be put together')
}

/** vite, only where a source has changed. */
function buildStudio() {
  run(process.execPath, [join(root, 'scripts', 'build-studio.mjs'), ...(force ? ['--force'] : [])], 'the build failed')
}

/** A Chromium and a Redis server. Without them some tests are skipped, which it says, and that is not a failure of the set-up. */
function findPrograms() {
  run(process.execPath, [join(root, 'scripts', 'find-programs.mjs')], 'the search for programs failed')
}

function run(command, args, complaint, folder = root) {
  const windows = process.platform === 'win32'
  const { status, error } = spawnSync(command, args, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: windows && command === 'npm',
  })
  if (error !== undefined || status !== 0) fail(`${complaint}${error === undefined ? '' : `: ${error.message}`}.`)
}

function fail(message) {
  console.error(`limber: ${message}`)
  process.exit(1)
}
