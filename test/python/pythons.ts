// Every Python 3 of this machine, and programs run by one.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAIN } from '../cli/run.js'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const PACKAGE = join(root, 'python')
const env = {
  ...process.env,
  LIMBER_COMMAND: `"${process.execPath}" "${MAIN}"`,
  PYTHONDONTWRITEBYTECODE: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
}

/** Every python3 there is, the first of the PATH first. */
export const PYTHONS = [...new Set([...(process.env.PATH ?? '').split(delimiter), '/usr/bin'])]
  .map((folder) => join(folder, 'python3'))
  .filter((path) => existsSync(path))

/** What a program prints; undefined where it fails. */
export function tried(python: string, program: string): string | undefined {
  try {
    return execFileSync(python, ['-c', program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env }).trim()
  } catch {
    return undefined
  }
}

export function pythonWith(...modules: string[]): string | undefined {
  return PYTHONS.find((python) => tried(python, `import ${modules.join(', ')}`) !== undefined)
}

export interface Ran {
  readonly code: number
  readonly output: string
}

export function run(
  program: string,
  words: readonly string[],
  cwd: string,
  more: Record<string, string> = {},
): Promise<Ran> {
  return new Promise((done) => {
    execFile(program, words, { env: { ...env, ...more }, cwd }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` })
    })
  })
}

export const NO_NUMPY = 'no python3 with numpy was found: on Debian, install python3-numpy'
