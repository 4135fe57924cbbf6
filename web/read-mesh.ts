// A mesh by its address, and the buffers beside it that it names.
import {
  InvalidInputError,
  type MeshData,
  MeshFileError,
  type MeshFileOptions,
  parseMesh,
} from '../src/entries/meshes.js'
import { type Fetch, fetchBelow, fetchBytes, fullAddress, globalFetch } from './fetch-files.js'

/** As for parseMesh; the name is the address, and buffers of a glTF file are fetched from beside it. */
export interface ReadMeshOptions extends Omit<MeshFileOptions, 'name' | 'resolve'> {
  readonly fetch?: Fetch | undefined
}

/** As parseMesh has it. */
const DEFAULT_MAX_BYTES = 2 ** 28
const MOST_BUFFERS = 100

/** Thrown by a synchronous look-up of a buffer that has to be fetched first. */
class NotFetchedYet extends Error {
  constructor(readonly uri: string) {
    super(uri)
  }
}

/**
 * Fetches a mesh: STL, OBJ, PLY, OFF, glTF, GLB or Collada, each of them also gzipped. Throws MeshFileError with the address
 * if it cannot be fetched, and with the place in it if it cannot be understood.
 */
export async function readMesh(
  url: string | { readonly href: string },
  options: ReadMeshOptions = {},
): Promise<MeshData> {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  const { fetch = globalFetch, ...rest } = options
  const address = fullAddress(url)
  if (address === undefined) throw new InvalidInputError('url', url, 'an address')
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
  const name = typeof url === 'string' ? url : url.href
  const bytes = await fetchOr(name, address, fetch, maxBytes)
  const buffers = new Map<string, Uint8Array>()
  const resolve = (uri: string): Uint8Array => {
    const buffer = buffers.get(uri)
    if (buffer === undefined) throw new NotFetchedYet(uri)
    return buffer
  }
  for (;;) {
    try {
      return parseMesh(bytes, { ...rest, name: nameFor(address, name), resolve })
    } catch (error) {
      if (!(error instanceof NotFetchedYet)) throw error
      if (buffers.size === MOST_BUFFERS) throw new MeshFileError(name, {}, `at most ${MOST_BUFFERS} buffers`, 'more')
      buffers.set(error.uri, await fetchBuffer(name, address, error.uri, fetch, maxBytes))
    }
  }
}

/** Without what comes after a question mark: the format may be known by how the name ends. */
function nameFor(address: URL, name: string): string {
  return address.search === '' && address.hash === '' ? name : address.origin + address.pathname
}

function fetchBuffer(name: string, mesh: URL, uri: string, fetch: Fetch, maxBytes: number): Promise<Uint8Array> {
  const place = `buffer ${JSON.stringify(uri.slice(0, 80))}`
  // Addresses are read without spaces around them, and without tabs and line breaks in them.
  const plain = uri.replace(/[\t\n\r]/g, '').trim()
  if (/^[a-z][a-z0-9+.-]*:/i.test(plain) || /^[\\/]/.test(plain) || !URL.canParse(uri, mesh.href)) {
    throw new MeshFileError(name, { field: place }, 'a buffer in this file, or one by a relative path')
  }
  // As on a disk: a mesh from elsewhere must not reach for what is not its own.
  return fetchOr(uri, new URL(uri, mesh), fetchBelow(new URL('.', mesh), fetch), maxBytes)
}

async function fetchOr(name: string, address: URL, fetch: Fetch, maxBytes: number): Promise<Uint8Array> {
  const found = await fetchBytes(address.href, fetch, maxBytes)
  if (found.kind === 'bytes') return found.bytes
  if (found.kind === 'none') throw new MeshFileError(name, {}, 'a file that can be read', 'no such file')
  throw new MeshFileError(name, {}, found.expected, found.got)
}
