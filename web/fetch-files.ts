// Files by fetch. A missing file is distinguished from one that cannot be fetched: a server that answers with a page of its own where a
// file is missing (as servers of single-page applications do) has no such file.

/** As much of a response as is used. */
export interface FetchedResponse {
  readonly ok: boolean
  readonly status: number
  /** Where it came from in the end. */
  readonly url?: string
  readonly headers: { get(name: string): string | null }
  /** Read as far as a file may be long, where it is there. */
  readonly body?: { getReader(): ChunkReader } | null | undefined
  arrayBuffer(): Promise<ArrayBuffer>
}

interface ChunkReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(): Promise<unknown>
}

/** The browser's `fetch`, or one of the caller's: with headers, from a cache, in a test. */
export type Fetch = (url: string) => Promise<FetchedResponse>

export type Fetched =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly url: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly expected: string; readonly got: string }

/** Not found, gone; and forbidden, which is what storage services say of a file that is not there. */
const NOT_THERE = [403, 404, 410]

export async function fetchBytes(url: string, fetch: Fetch, maxBytes: number): Promise<Fetched> {
  let response: FetchedResponse
  let bytes: Uint8Array
  try {
    response = await fetch(url)
    if (NOT_THERE.includes(response.status)) return { kind: 'none' }
    const expected = 'a file that can be fetched'
    if (!response.ok) return { kind: 'failed', expected, got: `HTTP status ${response.status}` }
    if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return { kind: 'none' }
    const said = Number(response.headers.get('content-length') ?? 0)
    if (said > maxBytes) return tooLarge(maxBytes, said)
    bytes = await bytesOf(response, maxBytes)
  } catch (error) {
    const got = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', expected: 'a file that can be fetched', got }
  }
  if (bytes.length > maxBytes) return tooLarge(maxBytes, bytes.length)
  return { kind: 'bytes', bytes, url: response.url ?? '' }
}

/** Not much more than `maxBytes` of it: a server need not say how long a file is, nor end it. */
async function bytesOf(response: FetchedResponse, maxBytes: number): Promise<Uint8Array> {
  if (response.body === undefined || response.body === null) return new Uint8Array(await response.arrayBuffer())
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  while (length <= maxBytes) {
    const { done, value } = await reader.read()
    if (done || value === undefined) break
    chunks.push(value)
    length += value.length
  }
  if (length > maxBytes) void reader.cancel().catch(() => {})
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function tooLarge(maxBytes: number, bytes: number): Fetched {
  return { kind: 'failed', expected: `a file of at most ${maxBytes} bytes (option maxBytes)`, got: `${bytes}` }
}

/** The browser's. Looked up when it is used, so that a page may replace it. */
export const globalFetch: Fetch = (url) => (globalThis as unknown as { fetch: Fetch }).fetch(url)

/** `fetch` for what is in a folder or below, also where a server sends it elsewhere. */
export function fetchBelow(folder: URL, fetch: Fetch): Fetch {
  // Some write `@` as `%40`, some do not.
  const plain = (href: string): string => {
    try {
      return decodeURIComponent(href)
    } catch {
      return href
    }
  }
  const judge = (href: string): void => {
    if (!plain(href).startsWith(plain(folder.href))) throw new Error(`an address that leads out of ${folder.href}`)
  }
  return async (url) => {
    judge(url)
    const response = await fetch(url)
    if ((response.url ?? '') !== '') judge(response.url!)
    return response
  }
}

/** An address in full, relative ones being relative to the page. */
export function fullAddress(url: string | { readonly href: string }): URL | undefined {
  const text = typeof url === 'object' && url !== null ? url.href : url
  if (typeof text !== 'string') return undefined
  const { document, location } = globalThis as { document?: { baseURI: string }; location?: { href: string } }
  try {
    return new URL(text, document?.baseURI ?? location?.href)
  } catch {
    return undefined
  }
}
