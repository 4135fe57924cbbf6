// The bytes of a file, or an error that says what is there instead.
import { FileError, type FilePlace, InvalidInputError } from '../src/entries/meshes.js'
import { disk, type PathStats } from './disk.js'

/** The error that a kind of file has. */
export type FileErrorOf = new (file: string, place: FilePlace, expected: string, got?: string) => FileError

/** Reads a file of at most this many bytes. */
export async function readBytes(path: string, maxBytes: number, error: FileErrorOf): Promise<Uint8Array> {
  try {
    // Checked before it is opened: opening a pipe waits until another process writes into it.
    checkFile(path, await disk.stat(path), maxBytes, error)
    return await disk.readFile(path)
  } catch (cause) {
    throw asFileError(path, cause, error)
  }
}

/** A pipe or a device may never end, and a file may be larger than memory. */
export function checkFile(path: string, stats: PathStats, maxBytes: number, error: FileErrorOf): void {
  if (!stats.isFile()) {
    throw new error(path, {}, 'a file', stats.isDirectory() ? 'a folder' : 'something else')
  }
  if (stats.size > maxBytes) {
    throw new error(path, {}, `a file of at most ${maxBytes} bytes (option maxBytes)`, `${stats.size}`)
  }
}

/** What the system says of a file, in words. */
export function asFileError(path: string, cause: unknown, error: FileErrorOf, place: FilePlace = {}): unknown {
  // From JavaScript.
  if (typeof path !== 'string') return new InvalidInputError('path', path, 'the path of a file, as a string')
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  if (cause instanceof FileError || code === undefined) return cause
  const got =
    {
      ENOENT: 'no such file',
      EACCES: 'one that may not be read',
      EISDIR: 'a folder',
      ENOTDIR: 'a path through a file',
      ENAMETOOLONG: 'a name that is too long for one',
      ELOOP: 'links that lead in a circle',
    }[code] ?? (cause as Error).message
  return new error(path, place, 'a file that can be read', got)
}

/** From JavaScript, options come as anything. */
export function checkRecord(options: object): void {
  if (options === null || typeof options !== 'object') throw new InvalidInputError('options', options, 'a record')
}
