// What is asked of the studio's server, judged before anything is answered.
import type { ServedFile } from './studio-files.js'

export interface Asked {
  readonly method: string | undefined
  /** The target as it stands in the first line of the request. */
  readonly target: string | undefined
  /** Every Host header there is. */
  readonly hosts: readonly string[]
}

export type Judged =
  | { readonly status: 200; readonly file: ServedFile }
  | { readonly status: 400 | 404 | 405 | 421; readonly words: string }

const NAMES = ['127.0.0.1', 'localhost', '[::1]']

/** `port` is the server's own. */
export function judge({ method, target, hosts }: Asked, port: number, files: ReadonlyMap<string, ServedFile>): Judged {
  // A page elsewhere whose name was made to lead here (DNS rebinding) still says its own name.
  if (hosts.length !== 1) return { status: 400, words: 'A request needs one Host header.' }
  if (!isOwn(hosts[0]!, port)) return { status: 421, words: `This is http://127.0.0.1:${port}/ and no other host.` }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, words: 'Only GET and HEAD.' }
  if (target === undefined || !target.startsWith('/')) return { status: 400, words: 'An address begins with /.' }
  // The address as it was sent: nothing is decoded, so there is one way only to write each.
  const file = files.get(target.replace(/\?.*$/s, ''))
  return file === undefined ? { status: 404, words: 'There is no such file.' } : { status: 200, file }
}

function isOwn(host: string, port: number): boolean {
  const lower = host.toLowerCase()
  return NAMES.some((name) => lower === `${name}:${port}` || (port === 80 && lower === name))
}

/** Whether a list such as `gzip, br;q=0.5` takes gzip. */
export function takesGzip(accepted: string | undefined): boolean {
  for (const part of (accepted ?? '').split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    if (name === 'gzip') return !parameters.some((text) => /^q=0(\.0*)?$/.test(text))
  }
  return false
}

/** Whether what the asker has already is this. */
export function isKnown(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false
  return condition.split(',').some((text) => [etag, '*'].includes(text.trim().replace(/^W\//, '')))
}
