// Runs what a scene says of itself outside the studio: its command in a shell, its program in Node, beside the files that they name.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from '../../studio/app/scene.js'
import { root } from './browser.js'

export interface RecipeRun {
  readonly code: number | null
  readonly printed: string
  /** What the program has printed. */
  readonly program: string
}

/** In a folder of the checkout, where programs find the package under its name. */
export function runRecipe({ command, code }: Recipe, files: Readonly<Record<string, string | Uint8Array>>): RecipeRun {
  const place = join(root, 'dist', 'recipes')
  mkdirSync(place, { recursive: true })
  const folder = mkdtempSync(join(place, 'run-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    writeFileSync(join(folder, 'program.mjs'), code!)
    const env = { ...process.env, NODE: process.execPath, MAIN: join(root, 'dist', 'bin', 'limber.js'), NO_COLOR: '1' }
    // A package of one folder has no command by its bare name.
    const shell = `npx() { [ "$1" = limber ] && shift && "$NODE" "$MAIN" "$@"; }; ${command}`
    const options = { cwd: folder, env, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
    const ran = spawnSync('/bin/sh', ['-c', shell], options)
    const program = spawnSync(process.execPath, ['program.mjs'], options)
    if (program.status !== 0) throw new Error(program.stderr)
    return { code: ran.status, printed: ran.stdout + ran.stderr, program: program.stdout }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
