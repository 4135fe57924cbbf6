// The programs of bench/native: compiled at need into dist/, and talked to: a line in, a JSON line out.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PeerMissingError } from '../meshes/contender.js'

export const COMPILER = 'g++'

export interface Compilation {
  /** Of the source, without its ending. */
  readonly name: string
  readonly flags: readonly string[]
  readonly libraries: readonly string[]
  /** Distinguishes programs that are compiled by the same command. */
  readonly variant?: string
  /** Called if it has to be compiled. May give a folder of headers to search first, which is then deleted. */
  prepare?(): string | undefined
}

/** The program's path, compiled if its source, the flags or the processor have changed. Throws PeerMissingError if it cannot be. */
export function compileProgram({ name, flags, libraries, variant = '', prepare }: Compilation): string {
  const root = checkout()
  const source = join(root, 'bench', 'native', `${name}.cpp`)
  const folder = join(root, 'dist', 'bench', 'native')
  const hash = createHash('sha256')
    .update(readFileSync(source))
    .update(readFileSync(join(root, 'bench', 'native', 'common.hpp')))
    .update([COMPILER, ...flags, ...libraries, variant, cpus()[0]?.model ?? ''].join(' '))
  const program = join(folder, `${name}-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const headers = prepare?.()
  // Under another name first, so that a compilation that is broken off leaves no program behind.
  const unfinished = `${program}.${process.pid}`
  const include = headers === undefined ? [] : [`-I${headers}`]
  const made = spawnSync(COMPILER, [...flags, ...include, source, ...libraries, '-o', unfinished], { encoding: 'utf8' })
  if (headers !== undefined) rmSync(headers, { recursive: true })
  if (made.error !== undefined) throw new PeerMissingError(`${COMPILER} cannot be started: ${made.error.message}`)
  if (made.status !== 0) throw new PeerMissingError(`bench/native/${name}.cpp does not compile:\n${made.stderr}`)
  renameSync(unfinished, program)
  return program
}

/** The folder that has bench/native in it, from here or from dist/bench/native. */
function checkout(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'bench', 'native', 'power-cgal.cpp'))) folder = dirname(folder)
  return folder
}

export interface Talk {
  readonly version: string
  readonly ask: (command: string) => Promise<unknown>
  readonly close: () => void
}

/** Starts it on a file, and waits until it says its version. `library`: what it is a program of, in words. */
export async function startProgram(program: string, file: string, library: string): Promise<Talk> {
  const child: ChildProcess = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`the ${library} program has ended; what it said is above`)
    return JSON.parse(value)
  }
  const { version } = (await next()) as { version: string }
  return {
    version,
    ask: (command) => {
      child.stdin!.write(`${command}\n`)
      return next()
    },
    close: () => child.stdin!.end(),
  }
}
