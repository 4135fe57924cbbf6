// A robot by the address of its URDF file: as limber/node reads one from a disk, with the same rules of what may be read and
// where packages are looked for, except package.xml, since a server does not list its folders. An address that a server
// sends elsewhere is followed only within the same folders.
import {
  InvalidInputError,
  type MeshPlace,
  type RefusedFile,
  type Robot,
  type RobotFilePath,
  type RobotFileSource,
  type RobotOptions,
  robotFromSource,
} from '../src/entries/robots.js'
import { type Fetch, fetchBytes, fullAddress, globalFetch } from './fetch-files.js'

type Address = string | { readonly href: string }

/** How `readRobot` of `limber/web` finds the files of a robot. */
export interface ReadRobotOptions extends RobotOptions {
  /** Address of the SRDF file, or `auto`: of the same name as the URDF file. None is read unasked: what it allows is not checked any more. */
  readonly srdf?: Address | undefined
  /** Addresses of packages' folders, for `package://name/…` and `model://name/…`. Left out: looked for around the URDF file. */
  readonly packages?: Readonly<Record<string, Address>> | undefined
  /** Nothing outside this folder is fetched, except packages. The folder above the URDF file's if left out. */
  readonly root?: Address | undefined
  /** Addresses in full are followed wherever they lead. False if left out. */
  readonly allowAbsolute?: boolean | undefined
  readonly fetch?: Fetch | undefined
}

const FIELDS = [
  ...['name', 'geometry', 'missing', 'open', 'closeWithin', 'virtualJoints', 'maxMeshes', 'maxBytes'],
  ...['arguments', 'figure', 'srdf', 'packages', 'root', 'allowAbsolute', 'fetch'],
]
const DEFAULT_MAX_BYTES = 2 ** 28

/**
 * Fetches a robot. Throws RobotFileError with file, line, element and what was expected if it cannot be used; one such error
 * names all meshes that are missing. A broken mesh is a MeshFileError.
 */
export async function readRobot(url: Address, options: ReadRobotOptions = {}): Promise<Robot> {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  for (const key of Object.keys(options)) {
    if (FIELDS.includes(key)) continue
    throw new InvalidInputError(`options.${key}`, options[key as never], `left out: known are ${FIELDS.join(', ')}`)
  }
  const { srdf, packages = {}, root, fetch = globalFetch, maxBytes = DEFAULT_MAX_BYTES, ...rest } = options
  const server = new Server(fetch, maxBytes)
  const path = server.know('url', url)
  return robotFromSource(server, path, {
    ...rest,
    maxBytes,
    srdf: srdf === undefined || srdf === 'auto' ? srdf : server.know('options.srdf', srdf),
    // The folder above the file's own, but never above the server.
    root: root === undefined ? path.slice(0, Math.max(1, path.length - 2)) : server.folder('options.root', root),
    packages: new Map(
      Object.entries(packages).map(([name, folder]) => [name, server.folder(`options.packages.${name}`, folder)]),
    ),
  })
}

/** Paths are the server, and the names of the address, decoded. */
class Server implements RobotFileSource {
  /** Addresses as the caller wrote them, with what comes after a question mark. */
  private readonly given = new Map<string, { readonly address: URL; readonly shown: string }>()

  constructor(
    private readonly fetch: Fetch,
    private readonly maxBytes: number,
  ) {}

  know(field: string, url: Address): RobotFilePath {
    const address = fullAddress(url)
    const path = address === undefined ? undefined : pathOf(address)
    if (address === undefined || path === undefined || path.length < 2) {
      throw new InvalidInputError(field, url, 'the address of a file: http or https')
    }
    this.given.set(path.join('/'), { address, shown: typeof url === 'string' ? url : url.href })
    return path
  }

  folder(field: string, url: Address): RobotFilePath {
    const address = fullAddress(url)
    const path = address === undefined ? undefined : pathOf(address)
    if (path === undefined) throw new InvalidInputError(field, url, 'the address of a folder: http or https')
    return path
  }

  show(path: RobotFilePath): string {
    return this.given.get(path.join('/'))?.shown ?? addressOf(path)
  }

  absolute(place: MeshPlace & { readonly kind: 'absolute' | 'url' }): RobotFilePath | RefusedFile {
    const refused = { refused: 'an address: http or https' }
    if (place.kind === 'absolute') {
      // As in an address: from the top of the server that the URDF file is on.
      const server = [...this.given.keys()][0]!.split('/').slice(0, 3).join('/')
      return [server, ...place.path]
    }
    const address = fullAddress(place.url)
    return (address === undefined ? undefined : pathOf(address)) ?? refused
  }

  async read(path: RobotFilePath, within: readonly RobotFilePath[]): Promise<Uint8Array | RefusedFile | undefined> {
    const found = await fetchBytes(
      this.given.get(path.join('/'))?.address.href ?? addressOf(path),
      this.fetch,
      this.maxBytes,
    )
    if (found.kind === 'none') return undefined
    if (found.kind === 'failed') return { refused: found.expected, got: found.got }
    const end = found.url === '' ? undefined : fullAddress(found.url)
    const last = end === undefined ? path : pathOf(end)
    if (within.length > 0 && (last === undefined || !within.some((folder) => isInside(last, folder)))) {
      const places = within.map((folder) => this.show(folder)).join(' or ')
      return { refused: `a file inside ${places} (option root)`, got: 'an address that leads out of it' }
    }
    return found.bytes
  }

  async packageFolders(): Promise<RobotFilePath[]> {
    return []
  }
}

function isInside(path: RobotFilePath, folder: RobotFilePath): boolean {
  return folder.every((name, k) => path[k] === name)
}

/** `https://host/a/b%20c` as ['https://host', 'a', 'b c']; undefined if it is not such an address. */
function pathOf(address: URL): RobotFilePath | undefined {
  if (address.protocol !== 'http:' && address.protocol !== 'https:') return undefined
  try {
    const names = address.pathname.split('/').filter((name) => name !== '')
    return [address.origin, ...names.map(decodeURIComponent)]
  } catch {
    return undefined
  }
}

function addressOf(path: RobotFilePath): string {
  return [path[0], ...path.slice(1).map(encodeURIComponent)].join('/')
}
