// Paths of this system, which may have drives and backslashes. `system` is node:path's, or for tests its `posix` or `win32`.
import native, { type PlatformPath } from 'node:path'

/** An absolute path as its names, the drive being the first of them where there are drives. */
export function namesOf(path: string, system: PlatformPath = native): string[] {
  const { root } = system.parse(path)
  const names = path
    .slice(root.length)
    .split(system.sep)
    .filter((name) => name !== '')
  return root === '/' ? names : [root.slice(0, -1), ...names]
}

/** The path that has these names. Where there are drives and they name none, it is on the current one. */
export function pathOf(names: readonly string[], system: PlatformPath = native): string {
  const [first = '', ...rest] = names
  const start = `${first}${system.sep}`
  return first !== '' && system.isAbsolute(start) ? start + rest.join(system.sep) : system.sep + names.join(system.sep)
}

/** Is `path` the folder, or in it? Neither is followed where it is a link. */
export function isInside(path: string, folder: string, system: PlatformPath = native): boolean {
  const way = system.relative(folder, path)
  return !system.isAbsolute(way) && way !== '..' && !way.startsWith(`..${system.sep}`)
}
