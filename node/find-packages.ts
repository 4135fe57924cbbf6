// Packages in a folder, such as the `src` of a ROS workspace: by the name in their package.xml, whatever their folders are called.
import { join } from 'node:path'
import { InvalidInputError, packageName } from '../src/entries/robots.js'
import { disk } from './disk.js'

/** How many folders deep packages are, and how many folders are examined. */
const MOST_LEVELS = 3
const MOST_FOLDERS = 2000

/**
 * The packages in a folder, as `readRobot` takes them: the folder itself if it is one, or those up to three folders below.
 * Throws InvalidInputError if there is none, or if two have the same name.
 *
 * @example
 * ```ts
 * import { mkdirSync, writeFileSync } from 'node:fs'
 * import { findPackages } from 'limber/node'
 * mkdirSync('src/arm', { recursive: true })
 * writeFileSync('src/arm/package.xml', '<package><name>arm_description</name></package>')
 * console.log(Object.keys(await findPackages('src'))) // [ 'arm_description' ]
 * ```
 */
export async function findPackages(folder: string): Promise<Record<string, string>> {
  if (typeof folder !== 'string' || folder === '') throw new InvalidInputError('folder', folder, 'the path of a folder')
  const found = new Map<string, string>()
  let level = [folder]
  let seen = 0
  for (let depth = 0; depth <= MOST_LEVELS && level.length > 0; depth++) {
    const next: string[] = []
    for (const at of level) {
      if (++seen > MOST_FOLDERS) throw new InvalidInputError('folder', folder, `at most ${MOST_FOLDERS} folders`)
      const name = await nameOf(at)
      if (name === undefined) next.push(...(await foldersIn(at)))
      else if (!found.has(name)) found.set(name, at)
      else {
        const both = `${found.get(name)} and ${at}`
        throw new InvalidInputError('folder', folder, `one package ${JSON.stringify(name)}, not both ${both}`)
      }
    }
    level = next
  }
  if (found.size === 0) {
    throw new InvalidInputError('folder', folder, 'a folder with packages in it: with a package.xml that names them')
  }
  return Object.fromEntries(found)
}

async function nameOf(folder: string): Promise<string | undefined> {
  try {
    const path = join(folder, 'package.xml')
    return (await disk.stat(path)).isFile() ? packageName(await disk.readFile(path)) : undefined
  } catch {
    // There is none, or it may not be read.
    return undefined
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await disk.foldersIn(folder)
    const names = entries.filter((entry) => !entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name)
    return names.sort().map((name) => join(folder, name))
  } catch {
    // Not a folder, or one that may not be listed.
    return []
  }
}
