// Prepares a release: `npm run release -- 0.2.0`. It writes the version into package.json, package-lock.json and python/, and the date into
// CHANGELOG.md, makes a clean build, packs it into dist/release with a software bill of materials, has npm check the tarball
// (`npm publish --dry-run`), commits and tags. It pushes and publishes nothing. `--dry` does all of this but commit and tag, and
// leaves nothing changed.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dry = process.argv.includes('--dry')
const [version, ...others] = process.argv.slice(2).filter((one) => one !== '--dry')
const PYTHON = 'python/limber/__init__.py'
const CHANGED = ['package.json', 'package-lock.json', 'CHANGELOG.md', PYTHON]

const manifest = JSON.parse(read('package.json'))
const changelog = read('CHANGELOG.md')
check()
const before = new Map(CHANGED.map((name) => [name, read(name)]))
const place = dry ? mkdtempSync(join(tmpdir(), 'limber-release-')) : join(root, 'dist', 'release')
let released = false
try {
  npm('version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts')
  const date = new Date().toISOString().slice(0, 10)
  write('CHANGELOG.md', changelog.replace(/^## .*$/m, `## [${version}] - ${date}`))
  write(PYTHON, read(PYTHON).replace(/^__version__ = .*$/m, `__version__ = "${version}"`))
  run(process.execPath, join(root, 'scripts', 'setup.mjs'), '--build-only', '--studio', '--force')
  mkdirSync(place, { recursive: true })
  const [{ filename, size, unpackedSize }] = JSON.parse(
    npm('pack', '--ignore-scripts', '--json', '--pack-destination', place),
  )
  npm(
    'publish',
    '--dry-run',
    '--ignore-scripts',
    '--tag',
    version.includes('-') ? 'next' : 'latest',
    join(place, filename),
  )
  writeFileSync(join(place, filename.replace(/\.tgz$/, '.cdx.json')), `${JSON.stringify(materials(), null, 2)}\n`)
  console.log(`${filename}: ${size} bytes, ${unpackedSize} unpacked`)
  if (!dry) {
    git('commit', '--quiet', '--message', `chore: release ${version}`, '--', ...CHANGED)
    git('tag', '--annotate', `v${version}`, '--message', `Limber ${version}`)
  }
  released = !dry
} finally {
  if (!released) for (const [name, text] of before) write(name, text)
  if (dry) rmSync(place, { recursive: true, force: true })
}
if (manifest.repository.url.includes('.example')) {
  console.log('The addresses in package.json are placeholders: set them before you publish.')
}
console.log(
  dry
    ? 'A dry run: nothing has changed.'
    : `Next: git push --follow-tags, and publish what is in dist/release (CONTRIBUTING.md, Releases).`,
)

/** Everything that must hold, before anything is written. */
function check() {
  const numbers = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/.exec(version ?? '')
  if (numbers === null || others.length > 0) fail('usage: npm run release -- 0.2.0 [--dry]')
  const now = manifest.version.split(/[.-]/).map(Number)
  const first = [0, 1, 2].find((k) => Number(numbers[k + 1]) !== now[k])
  if (first !== undefined && Number(numbers[first + 1]) < now[first])
    fail(`${version} is older than ${manifest.version}`)
  if (git('status', '--porcelain') !== '') fail('there are changes that are not committed')
  if (git('tag', '--list', `v${version}`) !== '') fail(`there is a tag v${version} already`)
  const [heading, section = ''] = changelog
    .split(/^(?=## )/m)
    .slice(1)[0]
    ?.split(/\n(.*)/s) ?? ['']
  if (!/unreleased/i.test(heading)) fail('CHANGELOG.md must begin with a section that is unreleased')
  if (!/^- /m.test(section)) fail('the unreleased section of CHANGELOG.md says nothing')
}

/** What is installed with the package and what is bundled into it, as CycloneDX. */
function materials() {
  const sbom = (...options) => JSON.parse(npm('sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', ...options))
  const bundled = ['bin', 'studio'].flatMap((name) =>
    [...read(`dist/${name}/licences.txt`).matchAll(/^(\S+) (\d\S*) \(.*\)$/gm)].map(([, name, of]) => `${name}@${of}`),
  )
  const all = sbom()
  const installed = sbom('--omit', 'dev')
  const refs = new Set([...installed.components.map((one) => one['bom-ref']), ...bundled])
  return {
    ...installed,
    // npm has the name of the folder.
    metadata: { ...installed.metadata, component: { ...installed.metadata.component, name: manifest.name } },
    components: all.components.filter((one) => refs.has(one['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref) || ref === installed.metadata.component['bom-ref'])
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  }
}

function read(name) {
  return readFileSync(join(root, name), 'utf8')
}

function write(name, text) {
  writeFileSync(join(root, name), text)
}

function npm(...args) {
  return run('npm', ...args)
}

function git(...args) {
  return run('git', ...args)
}

/** What a program prints. Where it fails, so does this, in the program's words. */
function run(program, ...args) {
  const shell = process.platform === 'win32' && program === 'npm'
  const stdio = ['ignore', 'pipe', 'pipe']
  try {
    return execFileSync(program, args, { cwd: root, encoding: 'utf8', shell, stdio, maxBuffer: 2 ** 28 })
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}\n${error.stderr ?? ''}`, { cause: error })
  }
}

function fail(message) {
  console.error(`limber: ${message}`)
  process.exit(1)
}
