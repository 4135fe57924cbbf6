// Archives, unpacked in the worker: what is in a zip takes the place of the zip.
import { type UnzipFileInfo, unzipSync } from 'fflate'

/** A file, by its path in the folder or archive that it came in. */
export interface GivenFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** More than this is not unpacked: an archive may say that it is small. */
const MOST_BYTES = 2 ** 29

export function unpack(files: readonly GivenFile[]): Map<string, Uint8Array> {
  const out = new Map<string, Uint8Array>()
  let size = 0
  const count = (path: string, bytes: number): void => {
    size += bytes
    if (size > MOST_BYTES) throw new Error(`${path}: more than ${MOST_BYTES / 2 ** 20} MiB in all, which is too much.`)
  }
  for (const { path, bytes } of files) {
    if (!isZip(bytes)) {
      count(path, bytes.length)
      out.set(path, bytes)
      continue
    }
    const filter = ({ originalSize }: UnzipFileInfo): boolean => {
      count(path, originalSize)
      return true
    }
    for (const [name, content] of Object.entries(unzip(path, bytes, filter))) {
      if (!name.endsWith('/')) out.set(name, content)
    }
  }
  return out
}

function unzip(path: string, bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    const { message } = error as Error
    throw message.startsWith(path) ? error : new Error(`${path}: a zip archive that cannot be unpacked: ${message}.`)
  }
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}
