// A file that is there as a whole or not at all: written beside its place, and then put there.
import { type FileHandle, open, readdir, realpath, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { LimberError } from '../../src/index.js'

/** A file that could not be written. */
export class WriteFileError extends LimberError {}

export interface Place {
  /** As it was given. */
  readonly file: string
  /** Where it is, links followed. */
  readonly real: string
  readonly there: 'nothing' | 'file' | 'device'
}

/**
 * Checked before long work is done for it: its folder must be there, and what is in its place must be nothing, a file that
 * `mayReplace` by how it begins (a letter a byte), or something that swallows text (a pipe, /dev/null).
 */
export async function placeFor(file: string, mayReplace: (start: string) => boolean, expected: string): Promise<Place> {
  const refuse = (got: string): never => {
    throw new WriteFileError(`${file}: expected ${expected}, got ${got}`)
  }
  if (file === '') refuse('no name at all')
  const found = await stat(file).catch(ignoreMissing)
  if (found === undefined) {
    const folder = await realpath(dirname(file)).catch(ignoreMissing)
    if (folder === undefined || !(await stat(folder)).isDirectory())
      return refuse('one in a folder that does not exist')
    return { file, real: join(folder, basename(file)), there: 'nothing' }
  }
  if (found.isDirectory()) return refuse('a folder')
  // What /dev/stdout leads to has no path where it is a pipe.
  if (!found.isFile()) return { file, real: file, there: 'device' }
  const real = await realpath(file)
  if (found.size > 0 && !mayReplace(await startOf(real))) return refuse('another file, which is left as it is')
  return { file, real, there: 'file' }
}

export async function writeAtomically({ file, real, there }: Place, text: string | Uint8Array): Promise<void> {
  try {
    if (there === 'device') return await writeFile(real, text)
    const beside = join(dirname(real), `.${basename(real)}.${process.pid}.part`)
    const handle = await openNew(beside)
    try {
      try {
        await handle.writeFile(text)
        // On the disk before it has its name: a machine that stops now leaves the old file or the new one.
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(beside, real)
    } catch (error) {
      await unlink(beside).catch(() => undefined)
      throw error
    }
  } catch (error) {
    throw new WriteFileError(`${file}: cannot be written: ${(error as Error).message}`)
  }
}

/** What has the name already was left by a process that had our number and was killed. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await unlink(path)
    return open(path, 'wx')
  }
}

/** Takes away what processes that were killed while they wrote this file have left beside it. */
export async function sweepParts({ real }: Place): Promise<void> {
  const [folder, name] = [dirname(real), basename(real)]
  for (const entry of await readdir(folder).catch(() => [])) {
    if (!entry.startsWith(`.${name}.`)) continue
    const number = /^(\d+)\.part$/.exec(entry.slice(name.length + 2))?.[1]
    if (number !== undefined && !isRunning(Number(number))) await unlink(join(folder, entry)).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function startOf(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead).toString('latin1')
  } finally {
    await handle.close()
  }
}

function ignoreMissing(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
  throw new WriteFileError((error as Error).message)
}
