// The committed results, by experiment.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { experiments } from './index.js'
import type { ResultOf } from './papers.js'

export async function readResults(folder: string): Promise<Record<string, ResultOf>> {
  const all = experiments.map(async ({ name }) => {
    return [name, JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as ResultOf] as const
  })
  return Object.fromEntries(await Promise.all(all))
}
