// The files of the studio, read once when the server starts: a map from address to what is sent. Only what is in the map can be
// served, so no address leads out of the folder: there is no path to be cleaned, joined or decoded for a request. Links,
// dot files and folders do not get into it.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export interface ServedFile {
  readonly type: string
  readonly cache: string
  readonly plain: Body
  /** Undefined where it would be no smaller. */
  readonly gzipped: Body | undefined
}

export interface Body {
  readonly bytes: Buffer
  readonly etag: string
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Names that the build has given a hash of the content: what they hold never changes. */
const HASHED = /^\/assets\/[^/]*-[\w-]{8}\.\w+$/
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_AGAIN = 'no-cache'

/** There is nothing to serve. Plain, so that tests can start a server without the engine. */
export class StudioNotBuiltError extends Error {
  constructor(folder: string) {
    super(
      `the studio is not built: there is no index.html in ${folder}. In a checkout, \`npm run build:studio\` makes it`,
    )
  }
}

/** By address: `/`, `/index.html`, `/assets/…`. Addresses are as a browser writes them. */
export async function readStudio(folder: string): Promise<ReadonlyMap<string, ServedFile>> {
  const paths = await list(folder, '')
  const found = await Promise.all(
    paths.map(async (path): Promise<[string, ServedFile]> => {
      const address = `/${path.split('/').map(encodeURIComponent).join('/')}`
      return [address, await served(address, await readFile(join(folder, path)))]
    }),
  )
  const files = new Map(found)
  const index = files.get('/index.html')
  if (index === undefined) throw new StudioNotBuiltError(folder)
  return files.set('/', index)
}

/** Plain files below a folder, as paths with '/'. */
async function list(folder: string, below: string): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new StudioNotBuiltError(folder)
    throw error
  })
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map((entry) => {
        const path = below === '' ? entry.name : `${below}/${entry.name}`
        // A link is neither: what it leads to may be anywhere.
        return entry.isDirectory() ? list(folder, path) : entry.isFile() ? [path] : []
      }),
  )
  return found.flat()
}

async function served(address: string, bytes: Buffer): Promise<ServedFile> {
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const small = await promisify(gzip)(bytes)
  return {
    type: TYPES[extname(address)] ?? 'application/octet-stream',
    cache: HASHED.test(address) ? FOREVER : ASK_AGAIN,
    plain: { bytes, etag: `"${tag}"` },
    gzipped: small.length < 0.9 * bytes.length ? { bytes: small, etag: `"${tag}-gz"` } : undefined,
  }
}
