// Compiles the programs of bench/native that use FCL, and starts them on a scene.
//
// Two builds. `installed` is what a user of the package gets: Debian's compiled code, and the headers without their
// assertions. `tuned` is the strongest that we know to make of it: the headers declare their templates as compiled elsewhere;
// without those declarations everything is recompiled here, for this very processor. It takes minutes, once.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PeerMissingError } from '../meshes/contender.js'
import { compileProgram, startProgram, type Talk } from './program.js'

export type FclBuild = 'installed' | 'tuned'

export const FCL_FLAGS: Readonly<Record<FclBuild, readonly string[]>> = {
  installed: ['-O2', '-DNDEBUG'],
  // The alignment is that of the compiled library, of which a few functions are still used.
  tuned: ['-O3', '-march=native', '-DEIGEN_MAX_ALIGN_BYTES=16', '-DEIGEN_MAX_STATIC_ALIGN_BYTES=16', '-DNDEBUG'],
}

/** The program's path, compiled if its source, the flags or the processor have changed. */
export function compileFcl(build: FclBuild, name: 'fcl' | 'motions-fcl' | 'worlds-fcl'): string {
  const found = spawnSync('pkg-config', ['--cflags', '--libs', 'fcl'], { encoding: 'utf8' })
  if (found.error !== undefined || found.status !== 0) {
    throw new PeerMissingError('pkg-config finds no FCL (on Debian: apt install libfcl-dev pkg-config g++)')
  }
  const libraries = found.stdout.trim().split(/\s+/)
  return compileProgram({
    ...{ name, flags: FCL_FLAGS[build], libraries, variant: build },
    prepare: () => (build === 'tuned' ? openHeaders() : undefined),
  })
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

/** Starts the program on a scene and waits until it has built everything. */
export async function startFcl(program: string, scene: Buffer): Promise<Talk> {
  const folder = mkdtempSync(join(tmpdir(), 'limber-bench-'))
  const file = join(folder, 'scene.bin')
  writeFileSync(file, scene)
  const talk = await startProgram(program, file, 'FCL')
  rmSync(folder, { recursive: true })
  return talk
}
