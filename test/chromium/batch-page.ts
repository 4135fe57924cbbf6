// A page that runs jobs in its workers (batch-worker.ts), when a test asks for it.
import { runBatch } from '../../web/index.js'

export interface BatchQuestion {
  readonly jobs: readonly object[]
  /** Contents as numbers: what a test can hand to a page. */
  readonly files: Readonly<Record<string, readonly number[]>>
  readonly workers: number
  readonly deadline: number
  /** The address of the worker's script. */
  readonly script: string
}

declare const Worker: new (
  url: string,
  options: object,
) => {
  postMessage(message: unknown): void
  addEventListener(event: string, listener: (event: { readonly data: unknown }) => void): void
  terminate(): void
}

/** The answers as JSON, a line each. */
async function batch({ jobs, files, script, ...options }: BatchQuestion): Promise<string> {
  const bytes = Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Uint8Array.from(content)]))
  const lines: string[] = []
  const worker = () => new Worker(script, { type: 'module' })
  for await (const answer of runBatch(jobs, { ...options, files: bytes, worker })) lines.push(JSON.stringify(answer))
  return lines.join('\n')
}

Object.assign(globalThis, { batch })
