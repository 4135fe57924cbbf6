import { readFileSync } from 'node:fs'

/** From package.json, two folders above the compiled file. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
