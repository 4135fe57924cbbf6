// The Python package, installed by pip.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { version } from '../../node/version.js'
import { example } from '../cli/run.js'
import { NO_NUMPY, PACKAGE, PYTHONS, pythonWith, run, tried } from '../python/pythons.js'

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-pip-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
  expect(await run(python, ['-m', 'venv', '--system-site-packages', place], folder)).toMatchObject({ code: 0 })
  const own = join(place, 'bin', 'python')
  // A copy: setuptools leaves files beside the sources.
  cpSync(PACKAGE, join(folder, 'python'), { recursive: true })
  const words = ['-m', 'pip', 'install', '--no-build-isolation', '--no-deps', '--no-index', './python']
  expect((await run(own, words, folder)).output).toContain('Successfully installed limber-')
  const program = `import limber, pathlib
print(limber.__version__, limber.World('cell.json').check('round-post.json').outcome)
print(pathlib.Path(limber.__file__).with_name('py.typed').exists(), 'venv' in limber.__file__)`
  const used = await run(own, ['-c', program], example('.'), numpy === '' ? {} : { PYTHONPATH: numpy })
  expect(used).toEqual({ code: 0, output: `${version()} free\nTrue True\n` })
})
