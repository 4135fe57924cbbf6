// A molecular structure from a file: PDB or mmCIF.
import { readFile, stat } from 'node:fs/promises'
import { parseStructure, type Structure, StructureFileError, type StructureOptions } from '../src/index.js'

/** As for parseStructure; the name is the path. */
export type ReadStructureOptions = Omit<StructureOptions, 'name'>

/** As parseStructure has it. */
const DEFAULT_MAX_BYTES = 2 ** 30

/**
 * Reads a file of a structure: PDB or mmCIF, each of them also gzipped. Throws StructureFileError with the path if the file
 * cannot be read, and with the place in it if it cannot be understood.
 */
export async function readStructure(path: string, options: ReadStructureOptions = {}): Promise<Structure> {
  return parseStructure(await readBytes(path, options.maxBytes), { ...options, name: path })
}

async function readBytes(path: string, maxBytes = DEFAULT_MAX_BYTES): Promise<Uint8Array> {
  try {
    // Looked at before it is opened: to open a pipe is to wait for somebody to write into it.
    const found = await stat(path)
    if (!found.isFile()) {
      throw new StructureFileError(path, {}, 'a file', found.isDirectory() ? 'a folder' : 'something else')
    }
    if (found.size > maxBytes) {
      throw new StructureFileError(path, {}, `a file of at most ${maxBytes} bytes (option maxBytes)`, `${found.size}`)
    }
    return await readFile(path)
  } catch (error) {
    throw asStructureFileError(path, error)
  }
}

function asStructureFileError(path: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (error instanceof StructureFileError || code === undefined) return error
  const got =
    {
      ENOENT: 'none of that name',
      EACCES: 'one that may not be read',
      EISDIR: 'a folder',
      ENOTDIR: 'a path through a file',
      ELOOP: 'links that lead in a circle',
    }[code] ?? (error as Error).message
  return new StructureFileError(path, {}, 'a file that can be read', got)
}
