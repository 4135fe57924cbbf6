// What a file begins with, inflated where it is gzipped, and the JSON in it: what formats are recognised by.
import { open } from 'node:fs/promises'
import { constants, gunzipSync } from 'node:zlib'
import { disk } from '../../node/disk.js'
import { asFileError, checkFile, readBytes } from '../../node/read-bytes.js'
import { FileError } from '../../src/index.js'

/** A file that no reader takes, or JSON that is broken. */
export class UnknownFileError extends FileError {}

/** Licences at the head of robot files are long. */
const LOOK = 1 << 16
/** As text, JSON of more bytes does not fit into a string. */
const MOST_JSON = 2 ** 28

export interface FileLook {
  readonly file: string
  /** On disk. */
  readonly bytes: number
  readonly isZipped: boolean
  /** A letter a byte, inflated, without a byte order mark. */
  readonly start: string
  /** What follows the last dot of the name, `.gz` left aside, in lower case. */
  readonly ending: string
  /** The JSON document that the file is, or undefined. */
  readonly json: unknown
  /** The JSON on the first line of several, or undefined. */
  readonly line: unknown
}

export async function lookAtFile(file: string): Promise<FileLook> {
  const { start: raw, bytes } = await startOf(file)
  const isZipped = raw[0] === 0x1f && raw[1] === 0x8b
  const start = (isZipped ? inflated(file, raw) : raw).toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const ending = /\.(\w+)(?:\.gz)?$/i.exec(file)?.[1]?.toLowerCase() ?? ''
  return { file, bytes, isZipped, start, ending, ...(await jsonOf(file, start, isZipped)) }
}

async function startOf(file: string): Promise<{ start: Buffer; bytes: number }> {
  try {
    const stats = await disk.stat(file)
    checkFile(file, stats, Number.MAX_SAFE_INTEGER, UnknownFileError)
    const handle = await open(file, 'r')
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOK), 0, LOOK, 0)
      return { start: buffer.subarray(0, bytesRead), bytes: stats.size }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw asFileError(file, error, UnknownFileError)
  }
}

/** As far as the bytes go: the rest of the file is not needed. */
function inflated(file: string, raw: Buffer): Buffer {
  try {
    // A thousandfold is the most that deflate does.
    return gunzipSync(raw, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 2048 * LOOK }).subarray(0, LOOK)
  } catch (error) {
    throw new UnknownFileError(file, {}, 'a gzipped file', `broken bytes (${(error as Error).message})`)
  }
}

/** A gzipped glTF file is the one JSON document that readers take gzipped: it is known by its ending. */
async function jsonOf(file: string, start: string, isZipped: boolean): Promise<{ json: unknown; line: unknown }> {
  const none = { json: undefined, line: undefined }
  if (isZipped || !/^\s*\{/.test(start)) return none
  const text = Buffer.from(await readBytes(file, MOST_JSON, UnknownFileError))
    .toString('utf8')
    .replace(/^\ufeff/, '')
  try {
    const json = JSON.parse(text) as unknown
    // A file of one line is both.
    return { json, line: text.trim().includes('\n') ? undefined : json }
  } catch (error) {
    const line = parsed(text.trimStart().split('\n', 1)[0]!)
    if (line !== undefined) return { json: undefined, line }
    throw new UnknownFileError(file, {}, 'JSON', `what is not JSON (${(error as Error).message})`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
