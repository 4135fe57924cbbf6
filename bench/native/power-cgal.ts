// CGAL's regular triangulation through power-cgal.cpp, compiled at need into dist/. Headers only: it is compiled with the flags
// that CGAL's own documentation asks for.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PeerMissingError } from '../meshes/contender.js'
import { COMPILER, compileProgram, startProgram } from './program.js'

const FLAGS = ['-O2', '-DNDEBUG', '-frounding-math'] as const
const LIBRARIES = ['-lgmp', '-lmpfr'] as const

export interface CgalBuild {
  readonly micros: number
  readonly tetrahedra: number
  readonly hidden: number
}

export interface CgalPower {
  readonly version: string
  /** Rebuilds the triangulation. */
  readonly build: () => Promise<CgalBuild>
  /** The last one's tetrahedra: corners ascending within each, in no particular order. */
  readonly tetrahedra: () => Promise<Int32Array>
  readonly close: () => void
}

/** The program's path, compiled if its source, the flags or the processor have changed. Throws PeerMissingError without CGAL. */
export function compileCgal(): string {
  return compileProgram({ name: 'power-cgal', flags: FLAGS, libraries: LIBRARIES, prepare: demandHeaders })
}

/** Asked for first: without the headers, the compiler's many lines would hide what is missing. */
function demandHeaders(): undefined {
  const header = spawnSync(COMPILER, ['-E', '-x', 'c++', '-'], {
    input: '#include <CGAL/version.h>\n',
    encoding: 'utf8',
  })
  if (header.error !== undefined) throw new PeerMissingError(`${COMPILER} cannot be started: ${header.error.message}`)
  if (header.status !== 0) throw new PeerMissingError('there is no CGAL (on Debian: apt install libcgal-dev g++)')
}

/** Starts the program on balls x, y, z, r. */
export async function startCgal(program: string, balls: Float64Array): Promise<CgalPower> {
  const folder = mkdtempSync(join(tmpdir(), 'limber-bench-'))
  const file = join(folder, 'balls.bin')
  writeFileSync(file, new Uint8Array(balls.buffer, balls.byteOffset, balls.byteLength))
  const { version, ask, close } = await startProgram(program, file, 'CGAL')
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
      close()
      rmSync(folder, { recursive: true })
    },
  }
}
