// `limber completion`: the scripts, in the shells that are installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completedCommands } from '../../cli/completion/completed-commands.js'
import { createProgram } from '../../cli/program.js'
import { limberHere } from './run.js'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limber-completion-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0

async function script(shell: string): Promise<string> {
  const { code, stdout, stderr } = await limberHere('completion', shell)
  expect([code, stderr]).toEqual([0, ''])
  const file = join(folder, `limber.${shell}`)
  writeFileSync(file, stdout)
  return file
}

/** What may follow, by the words before it; the last is what has been typed of the next. */
const CASES: readonly (readonly [typed: readonly string[], expected: readonly string[]])[] = [
  [['che'], ['check']],
  [['co'], ['completion', 'convert', 'coordinate']],
  [['coordinate', '--objective', 'm'], ['makespan']],
  [['coordinate', 'arms.json', '--re'], ['--replan']],
  [
    ['check', 'cell.json', '--pa'],
    ['--package', '--path'],
  ],
  [['check', '--at', ''], []],
  [['check', ''], []],
  [['lab', 'kd'], ['kdop']],
  [['lab', 'kdop', '--js'], ['--json']],
  [
    ['completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['help', 'ini'], ['init']],
  [
    ['convert', 'check', '--fo'],
    ['--force', '--format'],
  ],
  [['--vers'], ['--version']],
]

test.skipIf(!has('bash'))('bash', async () => {
  const file = await script('bash')
  const ask = `source "$1"; shift; COMP_WORDS=(limber "$@"); COMP_CWORD=$#; _limber; printf '%s\\n' "\${COMPREPLY[@]}"`
  for (const [typed, expected] of CASES) {
    const printed = execFileSync('bash', ['--norc', '-c', ask, 'bash', file, ...typed], { encoding: 'utf8' })
    expect(
      printed
        .split('\n')
        .filter((word) => word !== '')
        .sort(),
      typed.join(' '),
    ).toEqual(expected)
  }
  // In a shell that completes: the function is registered for the command, and names of files follow where it has nothing.
  const registered = execFileSync('bash', ['--norc', '-c', 'source "$1"; complete -p limber', 'bash', file], {
    encoding: 'utf8',
  })
  expect(registered).toBe('complete -o bashdefault -o default -F _limber limber\n')
})

test.skipIf(!has('zsh'))('zsh', async () => {
  const file = await script('zsh')
  // What zsh's own functions would be given.
  const ask = `compdef() { :; }; _files() { :; }
_describe() { local list=\${@[-1]}; for item in \${(P)list}; do [[ $item == \${words[CURRENT]}* ]] && print -r -- \${item%%:*}; done; return 0 }
source "$1"; shift; words=(limber "$@"); CURRENT=$#words; _limber`
  for (const [typed, expected] of CASES) {
    const printed = execFileSync('zsh', ['-f', '-c', ask, 'zsh', file, ...typed], { encoding: 'utf8' })
    expect(
      printed
        .split('\n')
        .filter((word) => word !== '')
        .sort(),
      typed.join(' '),
    ).toEqual(expected)
  }
})

test.skipIf(!has('fish'))('fish', async () => {
  const file = await script('fish')
  for (const [typed, expected] of CASES) {
    const ask = `source ${file}; cd ${folder}; complete -C '${['limber', ...typed].join(' ')}'`
    const printed = execFileSync('fish', ['--no-config', '-c', ask], { encoding: 'utf8' })
    const words = printed.split('\n').map((line) => line.split('\t')[0]!)
    // Where nothing is known, files are.
    const found = words.filter((word) => word !== '' && !word.startsWith('limber.'))
    expect(found.sort(), typed.join(' ')).toEqual(expected)
  }
})

test('every command and every option is in the scripts', async () => {
  const commands = completedCommands(await createProgram())
  expect(commands.length).toBeGreaterThan(25)
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await limberHere('completion', shell)
    for (const { path, words, options } of commands) {
      expect(stdout, `${shell}${path}`).toContain(
        `'${path}'`.replaceAll("'", shell === 'fish' && path === '' ? "\\'" : "'"),
      )
      for (const { word } of words) expect(stdout).toContain(word)
      for (const { long } of options) expect(stdout).toContain(long.replace(/^--/, ''))
    }
  }
  const { code, stderr } = await limberHere('completion', 'tcsh')
  expect(code).toBe(2)
  expect(stderr).toContain('Allowed choices are bash, zsh, fish.')
})
