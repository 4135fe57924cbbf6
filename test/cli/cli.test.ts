// The built command, and what it says of its words in this process. `npm test` builds first; alone:
// `node scripts/setup.mjs --build-only`.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { METHODS } from '../../lab/chaintree/options.js'
import { limber, limberHere, limberWith } from './run.js'

const TINY = ['lab', 'chaintree', '--n', '40,100', '--steps', '60', '--quick']

test('--help names the commands and the exit codes', async () => {
  const { code, stdout, stderr } = await limber('--help')
  expect(code).toBe(0)
  expect(stdout).toContain('Usage: limber')
  expect(stdout).toContain('lab')
  expect(stdout).toContain('Exit codes:')
  expect(stderr).toBe('')
  for (const args of [
    ['lab', '--help'],
    ['lab', 'chaintree', '--help'],
    ['help', 'lab'],
  ]) {
    expect((await limberHere(...args)).code).toBe(0)
  }
})

test('--version is that of package.json', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await limber('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

test('without a command there is help on standard error, and exit code 2', async () => {
  const { code, stdout, stderr } = await limberHere()
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toContain('Usage: limber')
  // Those are for who asks for help.
  expect(stderr).not.toContain('Exit codes:')
})

test('an unknown command is refused, with a suggestion', async () => {
  const { code, stdout, stderr } = await limber('labb')
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^limber: unknown command 'labb'/)
  expect(stderr).toContain('Did you mean lab?')
})

test('`limber lab` lists the experiments', async () => {
  const { code, stdout } = await limberHere('lab')
  expect(code).toBe(0)
  expect(stdout).toContain('chaintree')
  const json = await limberHere('lab', '--json')
  expect(JSON.parse(json.stdout).experiments[0].name).toBe('chaintree')
})

test('an unknown experiment is refused in one line that names it', async () => {
  const { code, stdout, stderr } = await limberHere('lab', 'chantree')
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toBe(
    'limber: the experiment must be one of chaintree, kdop, cab, adaptive, planning, necklace, protein, melting, bend, got "chantree"\n',
  )
})

test.each([
  ['--n', 'ten'],
  ['--n', '1'],
  ['--n', '1000,,5'],
  ['--n', '2000000'],
  ['--steps', '0'],
  ['--steps', '-3'],
  ['--seed', '1.5'],
  ['--methods', 'chaintree,gird'],
  ['--start', 'knot'],
])('a bad value is refused, naming option and value: %s %s', async (option, value) => {
  const { code, stdout, stderr } = await limberHere('lab', 'chaintree', `${option}=${value}`)
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toMatch(new RegExp(`^limber: ${option} must be .*\n$`))
  expect(value.split(',').some((item) => stderr.includes(`"${item}"`)) || stderr.includes(`"${value}"`)).toBe(true)
})

test('an unknown option is refused, with a suggestion', async () => {
  const { code, stderr } = await limberHere('lab', 'chaintree', '--qick')
  expect(code).toBe(2)
  expect(stderr).toContain("limber: unknown option '--qick'")
  expect(stderr).toContain('--quick')
})

test('LIMBER_DEBUG shows where an error arose', async () => {
  const { stderr } = await limberWith({ env: { LIMBER_DEBUG: '1' } }, 'lab', 'chaintree', '--n', 'x')
  expect(stderr).toContain('    at ')
})

test('lab chaintree --json: nothing but one JSON document on standard output, nothing on standard error', async () => {
  const { code, stdout, stderr } = await limber(...TINY, '--json')
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const document = JSON.parse(stdout)
  expect(document.experiment).toBe('chaintree')
  expect(document.disagreements).toBe(0)
  expect(document.rows.map((r: { n: number; method: string }) => `${r.n} ${r.method}`)).toEqual(
    [40, 100].flatMap((n) => METHODS.map((method) => `${n} ${method}`)),
  )
})

test('lab chaintree: a table beside the published figures', async () => {
  const { code, stdout, stderr } = await limberHere(...TINY)
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(stdout).toContain('µs a step')
  expect(stdout).toContain('(paper: n^1.33)')
  expect(stdout).toContain('none differed')
})

test('a closed pipe ends the command quietly', async () => {
  const { code, stderr } = await limberWith({ closeStdout: true }, ...TINY)
  expect(stderr).toBe('')
  expect(code).toBe(0)
})

test('Ctrl-C ends a long run at once, with what it has and exit code 130', async () => {
  const { code, stdout, stderr } = await limberWith(
    { interruptWhenReady: true },
    ...['lab', 'chaintree', '--n', '1000', '--methods', 'chaintree', '--steps', '50000000'],
  )
  expect(code).toBe(130)
  expect(stdout).toContain('STOPPED before its end')
  expect(stderr).toBe('')
})
