// What is asked of the studio's server, judged before anything is answered.
import { isOwnHost } from '../../node/serve/own-host.js'
import type { ServedFile } from './studio-files.js'

export interface Asked {
  readonly method: string | undefined
  /** The target as it stands in the first line of the request. */
  readonly target: string | undefined
  /** Every Host header there is. */
  readonly hosts: readonly string[]
  /** Where the page is from that asks, as browsers say: Sec-Fetch-Site. */
  readonly site?: string | undefined
}

/** Files that come and go, beside those of the studio. */
export interface LiveFiles {
  file(address: string): ServedFile | undefined
}

/** Where a studio listens for what it follows. */
export const LIVE = '/live'

export type Judged =
  | { readonly status: 200; readonly live: true }
  | { readonly status: 200; readonly live?: never; readonly file: ServedFile }
  | { readonly status: 400 | 403 | 404 | 405 | 421; readonly words: string }

/** `port` is the server's own. */
export function judge(
  { method, target, hosts, site }: Asked,
  port: number,
  files: ReadonlyMap<string, ServedFile>,
  live?: LiveFiles,
): Judged {
  if (hosts.length !== 1) return { status: 400, words: 'A request needs one Host header.' }
  if (!isOwnHost(hosts[0]!, port)) return { status: 421, words: `This is http://127.0.0.1:${port}/ and no other host.` }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, words: 'Only GET and HEAD.' }
  if (target === undefined || !target.startsWith('/')) return { status: 400, words: 'An address begins with /.' }
  // The address as it was sent: nothing is decoded, so there is one way only to write each.
  const address = target.replace(/\?.*$/s, '')
  if (live !== undefined && `${address}/`.startsWith(`${LIVE}/`)) {
    // What is followed is the user's own: no page of another site starts to listen, or to read.
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      return { status: 403, words: 'Pages of other sites may not listen.' }
    }
    if (address === LIVE) return method === 'GET' ? { status: 200, live: true } : { status: 405, words: 'Only GET.' }
  }
  const file = files.get(address) ?? live?.file(address)
  return file === undefined ? { status: 404, words: 'There is no such file.' } : { status: 200, file }
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
