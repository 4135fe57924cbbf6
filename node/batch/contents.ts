// Contents of files, by their SHA-256, in a folder of their own.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Contents } from '../disk.js'

export interface FolderContents extends Contents {
  has(hash: string): boolean
}

export function folderContents(folder: string): FolderContents {
  const at = (hash: string): string => join(folder, hash)
  return {
    has: (hash) => existsSync(at(hash)),
    get: (hash) => readFileSync(at(hash)),
    put(hash, bytes) {
      // Aside first: another process may read it at this moment.
      writeFileSync(`${at(hash)}.part`, bytes)
      renameSync(`${at(hash)}.part`, at(hash))
    },
  }
}
