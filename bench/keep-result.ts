// What a bench has measured, as the file that is kept of it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { BenchResult } from './bench.js'

/** Writes NAME.json into the folder, unless there is nothing that should be kept. */
export function keepResult(name: string, { rows, about, keep = true }: BenchResult, folder: string): void {
  if (!keep || rows.length === 0) return
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ bench: name, machine, ...about, rows }, null, 2)}\n`)
}
