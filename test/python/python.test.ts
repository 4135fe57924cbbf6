// The Python package: its own tests, its guide and example, and that pip installs it. They run where there is a Python 3 with what they need;
// otherwise they are skipped, and say what was missing.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../../node/version.js'
import { example, MAIN } from '../cli/run.js'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const PACKAGE = join(root, 'python')
const env = {
  ...process.env,
  LIMBER_COMMAND: `"${process.execPath}" "${MAIN}"`,
  PYTHONDONTWRITEBYTECODE: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
}

/** Every python3 there is, the first of the PATH first. */
const PYTHONS = [...new Set([...(process.env.PATH ?? '').split(delimiter), '/usr/bin'])]
  .map((folder) => join(folder, 'python3'))
  .filter((path) => existsSync(path))

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-python-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a program prints; undefined where it fails. */
function tried(python: string, program: string): string | undefined {
  try {
    return execFileSync(python, ['-c', program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env }).trim()
  } catch {
    return undefined
  }
}

function pythonWith(...modules: string[]): string | undefined {
  return PYTHONS.find((python) => tried(python, `import ${modules.join(', ')}`) !== undefined)
}

interface Ran {
  readonly code: number
  readonly output: string
}

function run(program: string, words: readonly string[], more: Record<string, string> = {}, cwd = folder): Promise<Ran> {
  return new Promise((done) => {
    execFile(program, words, { env: { ...env, ...more }, cwd }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` })
    })
  })
}

const NO_NUMPY = 'no python3 with numpy was found: on Debian, install python3-numpy'

test("the package's own tests pass", { timeout: 180_000 }, async ({ skip }) => {
  const python = pythonWith('numpy')
  if (python === undefined) return skip(NO_NUMPY)
  const words = ['-W', 'error', '-m', 'unittest', 'discover', '-s', join(PACKAGE, 'tests')]
  const { code, output } = await run(python, words, { PYTHONPATH: PACKAGE })
  expect(output).toMatch(/\nRan \d+ tests in .*\n\nOK\n$/)
  expect(code).toBe(0)
})

test('the guide is true', async ({ skip }) => {
  const python = pythonWith('numpy')
  if (python === undefined) return skip(NO_NUMPY)
  const words = ['-m', 'doctest', join(root, 'docs', 'guides', 'python.md')]
  expect(await run(python, words, { PYTHONPATH: PACKAGE }, example('.'))).toEqual({ code: 0, output: '' })
})

const SAVE = `import numpy, limber
with limber.World('cell.json') as world:
    end = world.check('through-post.json').witness
    free = numpy.stack([world.neutral, world.configuration({'turn': 0.5})])
    numpy.savez('${'%s'}', free=free, hit=numpy.stack([end, end]))`

test('the example checks paths of another tool', async ({ skip }) => {
  const python = pythonWith('numpy')
  if (python === undefined) return skip(NO_NUMPY)
  const paths = join(folder, 'paths.npz')
  const here = { PYTHONPATH: PACKAGE }
  expect(await run(python, ['-c', SAVE.replace('%s', paths)], here, example('.'))).toEqual({ code: 0, output: '' })
  const { output } = await run(
    python,
    [join(PACKAGE, 'examples', 'recheck.py'), 'cell.json', paths],
    here,
    example('.'),
  )
  expect(output).toMatch(/^free: free\nhit: collision \S+ \S+\n$/)
})

test('the example of MoveIt: a planning scene and trajectories in, verdicts out', async ({ skip }) => {
  const python = pythonWith('numpy')
  if (python === undefined) return skip(NO_NUMPY)
  const words = ['arm.urdf', 'arm.srdf', 'planning-scene.yaml', 'round-post.yaml', 'through-post.yaml']
  const { output } = await run(
    python,
    [join(PACKAGE, 'examples', 'moveit.py'), ...words],
    { PYTHONPATH: PACKAGE },
    example('.'),
  )
  expect(output).toBe('round-post.yaml: free\n  certificate: valid\nthrough-post.yaml: collision arm/forearm post\n')
})

/** A folder with numpy alone, of a Python of the same version: the one that can install may have none. */
function numpyFor(python: string): string | undefined {
  const minor = 'import sys; print(sys.version_info[:2])'
  const where = 'import numpy; print(numpy.__path__[0])'
  if (tried(python, where) !== undefined) return ''
  const other = PYTHONS.find((one) => tried(one, minor) === tried(python, minor) && tried(one, where) !== undefined)
  if (other === undefined) return undefined
  const packages = dirname(tried(other, where)!)
  const place = join(folder, 'numpy-alone')
  mkdirSync(place)
  for (const name of readdirSync(packages).filter((one) => /^numpy(\.libs)?$/.test(one))) {
    symlinkSync(join(packages, name), join(place, name))
  }
  return place
}

test('pip installs it into a virtual environment, with its types', { timeout: 180_000 }, async ({ skip }) => {
  const python = pythonWith('venv', 'ensurepip', 'setuptools', 'wheel')
  if (python === undefined) {
    return skip(
      'no python3 with venv, setuptools and wheel was found: on Debian, install python3-venv and python3-wheel',
    )
  }
  const numpy = numpyFor(python)
  if (numpy === undefined) return skip(NO_NUMPY)
  const place = join(folder, 'venv')
  expect(await run(python, ['-m', 'venv', '--system-site-packages', place])).toMatchObject({ code: 0 })
  const own = join(place, 'bin', 'python')
  // A copy: setuptools leaves files beside the sources.
  cpSync(PACKAGE, join(folder, 'python'), { recursive: true })
  const words = ['-m', 'pip', 'install', '--no-build-isolation', '--no-deps', '--no-index', './python']
  expect((await run(own, words)).output).toContain('Successfully installed limber-')
  const program = `import limber, pathlib
print(limber.__version__, limber.World('cell.json').check('round-post.json').outcome)
print(pathlib.Path(limber.__file__).with_name('py.typed').exists(), 'venv' in limber.__file__)`
  const used = await run(own, ['-c', program], numpy === '' ? {} : { PYTHONPATH: numpy }, example('.'))
  expect(used).toEqual({ code: 0, output: `${version()} free\nTrue True\n` })
})
