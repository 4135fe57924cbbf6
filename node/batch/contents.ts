// Contents of files, by their SHA-256, in a folder of their own.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidInputError } from '../../src/index.js'
import type { Contents } from '../disk.js'

export interface FolderContents extends Contents {
  has(hash: string): boolean
}

export function folderContents(folder: string): FolderContents {
  const at = (hash: string): string => {
    // Names come from other machines: they must not lead elsewhere.
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new InvalidInputError('hash', hash, '64 hexadecimal digits')
    return join(folder, hash)
  }
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
