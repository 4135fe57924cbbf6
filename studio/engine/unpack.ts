// Archives, unpacked in the worker: what is in a zip takes the place of the zip. What its checksums do not fit is refused by name.
import { type UnzipFileInfo, unzipSync } from 'fflate'
import { crc32, ZipChecksums } from './zip-checksums.js'

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
    for (const [name, content] of unzip(path, bytes, (size) => count(path, size))) {
      if (!name.endsWith('/')) out.set(name, content)
    }
  }
  return out
}

/** `count` gets the size of each entry before it is unpacked, and may throw. */
function unzip(path: string, bytes: Uint8Array, count: (size: number) => void): Map<string, Uint8Array> {
  const out = new Map<string, Uint8Array>()
  try {
    const checksums = new ZipChecksums(bytes)
    const expected = new Map<string, Pick<UnzipFileInfo, 'originalSize'> & { readonly crc: number }>()
    const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
      count(originalSize)
      expected.set(name, { originalSize, crc: checksums.next() })
      return true
    }
    const found = unzipSync(bytes, { filter })
    for (const [name, { originalSize, crc }] of expected) {
      const content = Object.hasOwn(found, name) ? found[name]! : undefined
      if (content === undefined || content.length !== originalSize || crc32(content) !== crc) {
        throw new Error(
          `${path}: ${name} does not match its checksum (CRC-32): the archive is damaged. Create it again.`,
        )
      }
      out.set(name, content)
    }
  } catch (error) {
    const { message } = error as Error
    throw message.startsWith(path) ? error : new Error(`${path}: a zip archive that cannot be unpacked: ${message}.`)
  }
  return out
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}
