// Compiles bench/native/worlds-fcl.cpp, or another program there, at need into dist/ and talks to it: a line in, a JSON line out.
//
// Two builds. `installed` is what somebody has who installs the library: Debian's compiled code, and the headers without their
// assertions. `tuned` is the strongest that we know to make of it: the headers declare their templates as compiled elsewhere;
// without those declarations everything is compiled anew here, for this very processor. It takes minutes, once.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PeerMissingError } from '../meshes/contender.js'

export type FclBuild = 'installed' | 'tuned'

const COMPILER = 'g++'
export const FCL_FLAGS: Readonly<Record<FclBuild, readonly string[]>> = {
  installed: ['-O2', '-DNDEBUG'],
  // The alignment is that of the compiled library, of which a few functions are still used.
  tuned: ['-O3', '-march=native', '-DEIGEN_MAX_ALIGN_BYTES=16', '-DEIGEN_MAX_STATIC_ALIGN_BYTES=16', '-DNDEBUG'],
}

/** The program's path, compiled if its source, the flags or the processor have changed. */
export function compileFcl(build: FclBuild, name = 'worlds-fcl'): string {
  const found = spawnSync('pkg-config', ['--cflags', '--libs', 'fcl'], { encoding: 'utf8' })
  if (found.error !== undefined || found.status !== 0) {
    throw new PeerMissingError('pkg-config finds no FCL (on Debian: apt install libfcl-dev pkg-config g++)')
  }
  const libraries = found.stdout.trim().split(/\s+/)
  const root = checkout()
  const source = join(root, 'bench', 'native', `${name}.cpp`)
  const folder = join(root, 'dist', 'bench', 'native')
  const flags = FCL_FLAGS[build]
  const hash = createHash('sha256')
    .update(readFileSync(source))
    .update([COMPILER, ...flags, ...libraries, build, cpus()[0]?.model ?? ''].join(' '))
  const program = join(folder, `${name}-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const headers = build === 'tuned' ? openHeaders() : undefined
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

/** The folder that has bench/native in it, from here or from dist/bench/worlds. */
function checkout(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'bench', 'native', 'worlds-fcl.cpp'))) folder = dirname(folder)
  return folder
}

/** A copy of the headers in which no template is said to be compiled elsewhere. */
function openHeaders(): string {
  const asked = spawnSync('pkg-config', ['--variable=includedir', 'fcl'], { encoding: 'utf8' })
  const from = join(asked.stdout.trim() || '/usr/include', 'fcl')
  if (!existsSync(from)) throw new PeerMissingError(`there are no headers of FCL in ${from}`)
  const folder = mkdtempSync(join(tmpdir(), 'limber-fcl-'))
  const to = join(folder, 'fcl')
  cpSync(from, to, { recursive: true })
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.h')) continue
    const file = join(to, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/extern template[^;]*;/g, ''))
  }
  return folder
}

export interface Talk {
  readonly version: string
  readonly ask: (command: string) => Promise<unknown>
  readonly close: () => void
}

/** Starts the program on a scene and waits until it has built everything. */
export async function startFcl(program: string, scene: Buffer): Promise<Talk> {
  const folder = mkdtempSync(join(tmpdir(), 'limber-bench-'))
  const file = join(folder, 'scene.bin')
  writeFileSync(file, scene)
  const child: ChildProcess = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the FCL program has ended; what it said is above')
    return JSON.parse(value)
  }
  const { version } = (await next()) as { version: string }
  rmSync(folder, { recursive: true })
  return {
    version,
    ask: (command) => {
      child.stdin!.write(`${command}\n`)
      return next()
    },
    close: () => child.stdin!.end(),
  }
}
