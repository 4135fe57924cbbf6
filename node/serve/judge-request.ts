// Who may ask, judged from the headers of a request before anything of it is read: the rules of the studio's server, and a token.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { hostsOf, isOwnHost } from './own-host.js'
import { MOST_BYTES } from './session.js'

export interface Asked {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
}

/** What the server is. */
export interface Guard {
  readonly port: number
  /** It can be reached from this machine only. */
  readonly isLocal: boolean
  /** Undefined: none is needed. */
  readonly token: string | undefined
}

export interface Refused {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421
  readonly words: string
}

/** Undefined: it may ask. */
export function judgeRequest(
  { url, headers, rawHeaders }: Asked,
  { port, isLocal, token }: Guard,
): Refused | undefined {
  const hosts = hostsOf(rawHeaders)
  if (hosts.length !== 1) return { status: 400, words: 'A request needs one Host header.' }
  if (isLocal && !isOwnHost(hosts[0]!, port)) {
    return { status: 421, words: `This is http://127.0.0.1:${port}/ and no other host.` }
  }
  // Browsers say where a page is from; other programs say nothing.
  const { origin, authorization } = headers
  if (origin !== undefined && origin.toLowerCase() !== `http://${hosts[0]!.toLowerCase()}`) {
    return { status: 403, words: 'Pages of other sites may not ask.' }
  }
  if (token !== undefined && !isSame(authorization ?? '', `Bearer ${token}`)) {
    return { status: 401, words: 'A request needs the header "Authorization: Bearer", with the token of the server.' }
  }
  return url === '/' ? undefined : { status: 404, words: 'There is one address: /' }
}

/** The same for what a request with a body must have besides. */
export function judgePost(asked: Asked, guard: Guard): Refused | undefined {
  const refused = judgeRequest(asked, guard)
  if (refused !== undefined) return refused
  const { method, headers } = asked
  if (method !== 'POST') return { status: 405, words: 'Only POST, and GET for a WebSocket.' }
  // No page can send this type to another site without asking first.
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    return { status: 415, words: 'The content type must be application/json.' }
  }
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) return TOO_LARGE
  return undefined
}

export const TOO_LARGE: Refused = { status: 413, words: `At most ${MOST_BYTES} bytes.` }

/** Takes as long for any two texts, so that time tells nothing of the token. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
