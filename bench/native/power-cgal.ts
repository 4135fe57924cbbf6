// CGAL's regular triangulation through power-cgal.cpp, compiled at need into dist/. Headers only: it is compiled with the flags
// that CGAL's own documentation asks for.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PeerMissingError } from '../meshes/contender.js'

const COMPILER = 'g++'
const FLAGS = ['-O2', '-DNDEBUG', '-frounding-math'] as const
const LIBRARIES = ['-lgmp', '-lmpfr'] as const

export interface CgalBuild {
  readonly micros: number
  readonly tetrahedra: number
  readonly hidden: number
}

export interface CgalPower {
  readonly version: string
  /** Makes the triangulation anew. */
  readonly build: () => Promise<CgalBuild>
  /** The last one's tetrahedra: corners ascending within each, in no particular order. */
  readonly tetrahedra: () => Promise<Int32Array>
  readonly close: () => void
}

/** The program's path, compiled if its source, the flags or the processor have changed. Throws PeerMissingError without CGAL. */
export function compileCgal(): string {
  const root = checkout()
  const source = join(root, 'bench', 'native', 'power-cgal.cpp')
  const folder = join(root, 'dist', 'bench', 'native')
  const hash = createHash('sha256')
    .update(readFileSync(source))
    .update([COMPILER, ...FLAGS, ...LIBRARIES, cpus()[0]?.model ?? ''].join(' '))
  const program = join(folder, `power-cgal-${hash.digest('hex').slice(0, 12)}`)
  if (existsSync(program)) return program
  // Asked for first: without the headers, the compiler's many lines would hide what is missing.
  const header = spawnSync(COMPILER, ['-E', '-x', 'c++', '-'], {
    input: '#include <CGAL/version.h>\n',
    encoding: 'utf8',
  })
  if (header.error !== undefined) throw new PeerMissingError(`${COMPILER} cannot be started: ${header.error.message}`)
  if (header.status !== 0) throw new PeerMissingError('there is no CGAL (on Debian: apt install libcgal-dev g++)')
  mkdirSync(folder, { recursive: true })
  // Under another name first, so that a compilation that is broken off leaves no program behind.
  const unfinished = `${program}.${process.pid}`
  const made = spawnSync(COMPILER, [...FLAGS, source, ...LIBRARIES, '-o', unfinished], { encoding: 'utf8' })
  if (made.status !== 0) throw new PeerMissingError(`bench/native/power-cgal.cpp does not compile:\n${made.stderr}`)
  renameSync(unfinished, program)
  return program
}

/** Starts the program on balls x, y, z, r. */
export async function startCgal(program: string, balls: Float64Array): Promise<CgalPower> {
  const folder = mkdtempSync(join(tmpdir(), 'limber-bench-'))
  const file = join(folder, 'balls.bin')
  writeFileSync(file, new Uint8Array(balls.buffer, balls.byteOffset, balls.byteLength))
  const child: ChildProcess = spawn(program, [file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the CGAL program has ended; what it said is above')
    return JSON.parse(value)
  }
  const ask = (command: string): Promise<unknown> => {
    child.stdin!.write(`${command}\n`)
    return next()
  }
  const { version } = (await next()) as { version: string }
  return {
    version,
    build: async () => (await ask('build')) as CgalBuild,
    tetrahedra: async () => {
      const list = join(folder, 'tetrahedra.bin')
      await ask(`list ${list}`)
      const bytes = readFileSync(list)
      return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    },
    close: () => {
      child.stdin!.end()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The folder that has bench/native in it, from here or from dist/bench/native. */
function checkout(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'bench', 'native', 'power-cgal.cpp'))) folder = dirname(folder)
  return folder
}
