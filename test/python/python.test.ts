// The Python package: its own tests, its guide and its examples. They run where there is a Python 3 with what they need; otherwise they
// are skipped, and say what was missing. That pip installs it: test/deep.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { example } from '../cli/run.js'
import { NO_NUMPY, PACKAGE, pythonWith, root, run } from './pythons.js'

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-python-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("the package's own tests pass", { timeout: 180_000 }, async ({ skip }) => {
  const python = pythonWith('numpy')
  if (python === undefined) return skip(NO_NUMPY)
  const words = ['-W', 'error', '-m', 'unittest', 'discover', '-s', join(PACKAGE, 'tests')]
  const { code, output } = await run(python, words, folder, { PYTHONPATH: PACKAGE })
  expect(output).toMatch(/\nRan \d+ tests in .*\n\nOK\n$/)
  expect(code).toBe(0)
})

test('the guide is true', async ({ skip }) => {
  const python = pythonWith('numpy')
  if (python === undefined) return skip(NO_NUMPY)
  const words = ['-m', 'doctest', join(root, 'docs', 'guides', 'python.md')]
  expect(await run(python, words, example('.'), { PYTHONPATH: PACKAGE })).toEqual({ code: 0, output: '' })
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
  expect(await run(python, ['-c', SAVE.replace('%s', paths)], example('.'), here)).toEqual({ code: 0, output: '' })
  const { output } = await run(
    python,
    [join(PACKAGE, 'examples', 'recheck.py'), 'cell.json', paths],
    example('.'),
    here,
  )
  expect(output).toMatch(/^free: free\nhit: collision \S+ \S+\n$/)
})

test('the example of MoveIt: a planning scene and trajectories in, verdicts out', async ({ skip }) => {
  const python = pythonWith('numpy')
  if (python === undefined) return skip(NO_NUMPY)
  const words = ['arm.urdf', 'arm.srdf', 'planning-scene.yaml', 'round-post.yaml', 'through-post.yaml']
  const { output } = await run(python, [join(PACKAGE, 'examples', 'moveit.py'), ...words], example('.'), {
    PYTHONPATH: PACKAGE,
  })
  expect(output).toBe('round-post.yaml: free\n  certificate: valid\nthrough-post.yaml: collision arm/forearm post\n')
})
