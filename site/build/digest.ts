// A hash of files, by which the steps of the build see that what they made is still of today's sources.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Of files and of all files in folders, all relative to `root`: their paths and what they hold; and of `texts`. */
export function digestOf(root: string, paths: readonly string[], texts: readonly string[] = []): string {
  const hash = createHash('sha256').update(texts.join('\0'))
  for (const path of paths.flatMap((one) => filesOf(root, one))) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/** A file itself, or the files in a folder; not what a tool keeps there between two runs. */
function filesOf(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !/[\\/](?:cache|\.temp)[\\/]/.test(file))
    .sort()
}
