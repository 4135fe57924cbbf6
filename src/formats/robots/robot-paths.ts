// What the filename of a <mesh> says of where the file is. Pure text: nothing is looked up. Paths are lists of names, with
// percent signs decoded (once, before anything is split, so that %2e%2e and %2f are decoded) and with `.` and
// `..` worked out, so that a loader can compare them with the folders that it may read.

/** Where the address of a mesh in a URDF file points. */
export type MeshPlace =
  /** `package://name/path`, also with three slashes, and Gazebo's `model://name/path`. */
  | { readonly kind: 'package'; readonly name: string; readonly path: readonly string[] }
  /** From the folder of the URDF file: `up` folders up, then `path`. */
  | { readonly kind: 'relative'; readonly up: number; readonly path: readonly string[] }
  /** `/a/b`, `file:///a/b`, `C:\a\b`. */
  | { readonly kind: 'absolute'; readonly path: readonly string[] }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'refused'; readonly expected: string }

const SCHEME = /^([a-z][a-z0-9+.-]+):/i
const DRIVE = /^[a-z]:[\\/]/i
/** No system has longer paths. */
const LONGEST = 4096

export function readMeshPlace(filename: string): MeshPlace {
  if (filename.length > LONGEST) return refused(`a path of at most ${LONGEST} characters`)
  const scheme = SCHEME.exec(filename)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return { kind: 'url', url: filename }
  const rest = scheme === undefined ? filename : filename.slice(scheme.length + 1)
  const decoded = decode(rest)
  if (decoded === undefined) return refused('a path with valid % escapes')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\x00-\x1f\x7f]/.test(decoded)) return refused('a path without control characters')
  switch (scheme) {
    case undefined:
      return fromPath(decoded)
    case 'package':
    case 'model':
      return fromPackage(scheme, decoded)
    case 'file':
      return fromFileUri(decoded)
    default:
      return refused('package://, model://, file://, http(s):// or a path')
  }
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function refused(expected: string): MeshPlace {
  return { kind: 'refused', expected }
}

function fromPath(path: string): MeshPlace {
  if (/^[\\/]{2}/.test(path)) return refused('a path on this machine: no \\\\server\\share')
  if (/^[\\/]/.test(path) || DRIVE.test(path)) return absolute(path)
  const { up, names } = normalise(path)
  return names.length === 0 ? refused('the path of a file') : { kind: 'relative', up, path: names }
}

function fromPackage(scheme: string, text: string): MeshPlace {
  if (!text.startsWith('//')) return refused(`${scheme}://name/path`)
  // A third slash, as in file:///, is a slip that other readers forgive.
  const [name = '', ...path] = text.replace(/^\/{2,3}/, '').split(/[\\/]/)
  if (name === '' || name === '.' || name === '..') return refused(`${scheme}://name/path, with the name of a package`)
  const { up, names } = normalise(path.join('/'))
  if (up > 0) return refused(`a path that stays inside its package`)
  return names.length === 0 ? refused(`${scheme}://name/path, with a path`) : { kind: 'package', name, path: names }
}

function fromFileUri(text: string): MeshPlace {
  // file:///path, file://localhost/path and file:/path; a host is another machine.
  const path = text.replace(/^\/\/localhost(?=\/)/i, '//').replace(/^\/\/(?=\/)/, '')
  if (!/^\/(?!\/)/.test(path)) return refused('file:///path, without a host')
  return absolute(DRIVE.test(path.slice(1)) ? path.slice(1) : path)
}

function absolute(path: string): MeshPlace {
  const { up, names } = normalise(path)
  return up > 0 || names.length === 0 ? refused('the path of a file') : { kind: 'absolute', path: names }
}

/** The names of a path, and how many folders above its start it begins. */
export function normalise(path: string): { up: number; names: string[] } {
  const names: string[] = []
  let up = 0
  for (const name of path.split(/[\\/]/)) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.length > 0) names.pop()
    else up++
  }
  return { up, names }
}

/** True if `path` is `folder` or in it. */
export function isInFolder(path: readonly string[], folder: readonly string[]): boolean {
  return path.length >= folder.length && folder.every((name, k) => path[k] === name)
}
