// A scene by its address, with the robots and meshes that it names: as limber/node reads one from a disk. Nothing outside the folder
// of the scene file is fetched, unless the caller names another.
import {
  InvalidInputError,
  type LoadedScene,
  type PathDescription,
  parseAnyPath,
  parseScene,
  type SceneDescription,
  SceneFileError,
  worldFromScene,
} from '../src/entries/robots.js'
import { type Fetch, fetchBelow, fetchBytes, fullAddress, globalFetch } from './fetch-files.js'
import { readMesh } from './read-mesh.js'
import { readRobot } from './read-robot.js'

type Address = string | { readonly href: string }

/** How `readScene` of `limber/web` finds the files that a scene names. */
export interface ReadSceneOptions {
  /** The folder that every file of the scene must be in, or below; the scene file's own if left out. */
  readonly root?: Address | undefined
  readonly fetch?: Fetch | undefined
}

/** A scene as fetched: its world and its description. */
export interface ReadScene extends LoadedScene {
  readonly description: SceneDescription
}

/** A file of this many bytes is not a scene or a path. */
const MAX_BYTES = 2 ** 26

/**
 * Fetches a scene file and all that it names. Paths in it are relative to its folder. Throws SceneFileError, RobotFileError or
 * MeshFileError, with file and place.
 */
export async function readScene(url: Address, options: ReadSceneOptions = {}): Promise<ReadScene> {
  checkFields(options, ['root', 'fetch'])
  const { root, fetch = globalFetch } = options
  const { text, name, address } = await fetchText(url, fetch)
  const description = parseScene(text, name)
  // A scene of blob: or data: is in no folder, and can name no files.
  const own = URL.canParse('.', address.href) ? new URL('.', address) : address
  const fence = root === undefined ? own : fullAddress(root)
  if (fence === undefined) throw new InvalidInputError('options.root', root, 'the address of a folder')
  const folder = new URL(fence.href.replace(/[?#].*$/s, '').replace(/\/*$/, '/'))
  const fetchOwn = fetchBelow(folder, fetch)
  const find = (field: string, path: string): URL => {
    const found = URL.canParse(path, address.href) ? new URL(path, address) : undefined
    if (found?.href.startsWith(folder.href) === true) return found
    throw new SceneFileError(name, { field }, `something below ${folder.href} (option root)`, JSON.stringify(path))
  }
  const loaded = await worldFromScene(
    description,
    {
      robot(entry, field) {
        const { urdf, srdf, packages = {}, figure, base: _, ...rest } = entry
        if (figure !== undefined || /\.bvh$/i.test(urdf)) {
          throw new SceneFileError(name, { field }, 'a robot: figures of BVH files are not read here', urdf)
        }
        const folders = Object.entries(packages).map(([own, path]) => [own, find(`${field}.packages.${own}`, path)])
        return readRobot(find(`${field}.urdf`, urdf), {
          ...{ ...rest, fetch: fetchOwn, root: folder, packages: Object.fromEntries(folders) },
          ...(srdf === undefined ? {} : { srdf: find(`${field}.srdf`, srdf) }),
        })
      },
      mesh({ file, scale }, field) {
        return readMesh(find(`${field}.file`, file), { fetch: fetchOwn, ...(scale === undefined ? {} : { scale }) })
      },
    },
    name,
  )
  return { ...loaded, description }
}

/** Fetches a path file, a trajectory or a pose; or such a thing as ROS has it. Throws SceneFileError. */
export async function readPath(url: Address, options: Pick<ReadSceneOptions, 'fetch'> = {}): Promise<PathDescription> {
  checkFields(options, ['fetch'])
  const { text, name } = await fetchText(url, options.fetch ?? globalFetch)
  return parseAnyPath(text, name)
}

/** From JavaScript, options come as anything: a root that is spelt wrong would be no fence. */
function checkFields(options: object, known: readonly string[]): void {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
  for (const [key, value] of Object.entries(options)) {
    if (known.includes(key)) continue
    throw new InvalidInputError(`options.${key}`, value, `left out: known are ${known.join(', ')}`)
  }
}

/** A file of text, and what errors call it. */
export async function fetchText(
  url: Address,
  fetch: Fetch,
): Promise<{ readonly text: string; readonly name: string; readonly address: URL }> {
  const address = fullAddress(url)
  if (address === undefined) throw new InvalidInputError('url', url, 'an address')
  const name = typeof url === 'string' ? url : url.href
  const found = await fetchBytes(address.href, fetch, MAX_BYTES)
  if (found.kind === 'none') throw new SceneFileError(name, {}, 'a file that can be read', 'no such file')
  if (found.kind === 'failed') throw new SceneFileError(name, {}, found.expected, found.got)
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(found.bytes), name, address }
  } catch {
    throw new SceneFileError(name, {}, 'text in UTF-8', 'other bytes')
  }
}
