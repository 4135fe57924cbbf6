// The packed tarball in Bun and in Deno: those on PATH, otherwise those that npm installs, about 200 MB, within three minutes. Where
// neither is to be had, the test is skipped.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWER, output, Packed, PROGRAM } from '../package/pack.js'

const MAIN = "import { answer } from './answer.ts'\nconsole.log(answer())\n"

let packed: Packed
let installed: string

beforeAll(() => {
  packed = new Packed()
  installed = mkdtempSync(join(tmpdir(), 'limber-runtimes-'))
}, 120_000)

afterAll(() => {
  packed.remove()
  rmSync(installed, { recursive: true, force: true })
})

/** The program's name or path; undefined if it is not here and cannot be installed. */
function find(name: string): string | undefined {
  const windows = process.platform === 'win32'
  const runs = (program: string): string | undefined => {
    try {
      const version = execFileSync(program, ['--version'], { encoding: 'utf8', shell: windows, stdio: 'pipe' })
      console.log(`${name}: ${version.split('\n')[0]}`)
      return program
    } catch {
      return undefined
    }
  }
  const own = runs(name)
  if (own !== undefined) return own
  writeFileSync(join(installed, 'package.json'), '{ "private": true }')
  try {
    const options = { cwd: installed, shell: windows, stdio: 'ignore', timeout: 180_000 } as const
    execFileSync('npm', ['install', '--no-audit', '--no-fund', name], options)
  } catch {
    return undefined
  }
  return runs(join(installed, 'node_modules', '.bin', name))
}

test.for([['bun', ['run']] as const, ['deno', ['run', '--node-modules-dir=manual']] as const])(
  '%s runs it',
  ([name, args], { skip }) => {
    const program = find(name) ?? skip(`${name} is not on PATH, and npm could not install it`)
    const folder = packed.folder({ 'package.json': '{ "type": "module" }', 'answer.ts': PROGRAM, 'main.ts': MAIN })
    expect(output(program, [...args, 'main.ts'], folder).trim()).toBe(ANSWER)
  },
)
