// Loads a build in a copy: its engine and readers (`dist/src`, `dist/node`) under this build's cases and scenes, in one folder, so
// that relative imports of the very same case files meet that engine. Published checkers (`dist/lab/published`) go with the engine, whose
// inner modules they use. The copy lies in this build's `dist`, where packages are
// found, and is removed in the end. Every copy has modules of its own, which the compiler knows nothing of yet.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { SpeedPart } from '../speed/speed-parts.js'
import type { OwnCases } from './own-cases.js'

/** dist/bench/against/load-build.js → dist */
const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

const THEIRS = ['src', 'node']
const OURS = ['bench', 'scenes', 'lab', join('test', 'oracle')]
const PUBLISHED = join('lab', 'published')

/** `folder`: a checkout that has been built, or its `dist`. */
export function findBuild(folder: string): string {
  const candidates = [join(folder, 'dist'), folder]
  const found = candidates.find((dist) => THEIRS.every((part) => existsSync(join(dist, part, 'index.js'))))
  if (found === undefined) {
    throw new Error(`--against: ${folder} is not a build: it has no dist/src/index.js (npm run build makes it there)`)
  }
  return resolve(found)
}

export interface LoadedBuild {
  readonly cases: Readonly<Record<string, OwnCases>>
  readonly parts: Readonly<Record<string, SpeedPart>>
  close(): void
}

/** `dist`: of `findBuild`; this build's if left out. */
export async function loadBuild(dist: string = DIST): Promise<LoadedBuild> {
  const mixed = mkdtempSync(join(DIST, 'against-'))
  const close = (): void => rmSync(mixed, { recursive: true, force: true })
  try {
    for (const part of THEIRS) copy(join(dist, part), join(mixed, part))
    for (const part of OURS) copy(join(DIST, part), join(mixed, part))
    if (existsSync(join(dist, PUBLISHED))) {
      rmSync(join(mixed, PUBLISHED), { recursive: true })
      copy(join(dist, PUBLISHED), join(mixed, PUBLISHED))
    }
    addEntries(join(mixed, 'src'))
    const load = (folder: string, file: string) => import(pathToFileURL(join(mixed, 'bench', folder, file)).href)
    const cases: typeof import('./own-cases.js') = await load('against', 'own-cases.js')
    const parts: typeof import('../speed/speed-parts.js') = await load('speed', 'speed-parts.js')
    return { cases: cases.OWN_CASES, parts: parts.SPEED_PARTS, close }
  } catch (error) {
    close()
    throw error
  }
}

/** An older build has everything in its root: entries that it lacks become names for that. */
export function addEntries(src: string): void {
  const entries = join(DIST, 'src', 'entries')
  mkdirSync(join(src, 'entries'), { recursive: true })
  for (const name of readdirSync(entries)) {
    const file = join(src, 'entries', name)
    if (name.endsWith('.js') && !existsSync(file)) writeFileSync(file, "export * from '../index.js'\n")
  }
}

function copy(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(d\.ts|map)$/.test(path) })
}
