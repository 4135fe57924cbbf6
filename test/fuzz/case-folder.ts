// Damaged files on disk: what a finding leaves behind, to be looked at and read again.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FuzzCase } from './format.js'

/** What is beside the files: enough to read them again in the same way. */
export interface SavedCase {
  readonly format: string
  readonly main: string
  readonly variant: number
  readonly files: readonly string[]
  readonly how: string
  readonly wrong: string
}

const RECORD = 'case.json'

export function saveCase(folder: string, given: FuzzCase, saved: Omit<SavedCase, 'main' | 'files'>): void {
  rmSync(folder, { recursive: true, force: true })
  for (const [name, bytes] of Object.entries(given.files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
  const record: SavedCase = { ...saved, main: given.main, files: Object.keys(given.files) }
  writeFileSync(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`)
}

export function savedRecord(folder: string): SavedCase {
  return JSON.parse(readFileSync(join(folder, RECORD), 'utf8')) as SavedCase
}

export function readSaved(folder: string): FuzzCase {
  const { main, files } = savedRecord(folder)
  return {
    main,
    files: Object.fromEntries(files.map((name) => [name, Uint8Array.from(readFileSync(join(folder, name)))])),
  }
}
