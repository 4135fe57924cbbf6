import { existsSync, readFileSync } from 'node:fs'

/** From package.json, a folder above this file, or two above it once compiled. */
export function version(): string {
  const [near, far] = [new URL('../package.json', import.meta.url), new URL('../../package.json', import.meta.url)]
  return (JSON.parse(readFileSync(existsSync(near) ? near : far, 'utf8')) as { version: string }).version
}
