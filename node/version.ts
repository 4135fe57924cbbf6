import { existsSync, readFileSync } from 'node:fs'

/** The folder with package.json: a folder above this file, or two above it once compiled. */
export function packageFolder(): URL {
  const [near, far] = [new URL('../', import.meta.url), new URL('../../', import.meta.url)]
  return existsSync(new URL('package.json', near)) ? near : far
}

/** From package.json. */
export function version(): string {
  return (JSON.parse(readFileSync(new URL('package.json', packageFolder()), 'utf8')) as { version: string }).version
}
