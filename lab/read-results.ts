// The committed results of the experiments that repeat a paper, by name: what docs/papers.md is made from.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAPERS, type ResultOf } from './papers.js'

export async function readResults(folder: string): Promise<Record<string, ResultOf>> {
  const all = PAPERS.flatMap(({ experiments }) => experiments).map(async (name) => {
    return [name, JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as ResultOf] as const
  })
  return Object.fromEntries(await Promise.all(all))
}
