// Files that grow during a run. What a checkpoint knows of one (how long, which bytes) is enough to cut it back to that
// moment, whatever was written after: a process may be killed at any instruction.
//
// A file is a head, parts, and a tail that is written at the end. The head may say how many parts there are, and must not change
// its length by it; every `sync` rewrites it, and it is not part of what is counted.
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Place, WriteFileError } from '../print/write-atomically.js'

export interface GrowingFormat {
  head(parts: number): Uint8Array
  /** Between two parts. */
  readonly between: string
  readonly tail: string
}

/** What is in a file except head and tail. */
export interface Growth {
  readonly bytes: number
  readonly crc: number
  readonly parts: number
}

const NO_GROWTH: Growth = { bytes: 0, crc: 0, parts: 0 }
const CHUNK = 1 << 20
/** Waiting parts are written from this many bytes on. */
const ENOUGH = 1 << 20

export class GrowingFile {
  private readonly waiting: Uint8Array[] = []
  private waitingBytes = 0

  private constructor(
    readonly file: string,
    private readonly handle: FileHandle,
    private readonly format: GrowingFormat,
    private readonly headBytes: number,
    private written: number,
    private growth: Growth,
  ) {}

  /** Empties what is there. */
  static create({ file, real }: Place, format: GrowingFormat): Promise<GrowingFile> {
    return inWords(file, async () => {
      const handle = await open(real, 'w+')
      return closedOnError(handle, async () => {
        const head = format.head(0)
        await writeAt(handle, head, 0)
        return new GrowingFile(file, handle, format, head.length, 0, NO_GROWTH)
      })
    })
  }

  /** Cuts it back to `growth`. Refuses a file that does not begin with those very bytes, and leaves that as it is. */
  static resume({ file, real, there }: Place, format: GrowingFormat, growth: Growth): Promise<GrowingFile> {
    return inWords(file, async () => {
      if (there === 'nothing') throw notThat(file, 'no such file')
      const handle = await open(real, 'r+')
      return closedOnError(handle, async () => {
        const head = format.head(growth.parts)
        const { size } = await handle.stat()
        if (size < head.length + growth.bytes) throw notThat(file, `one of ${size} bytes, which is too short`)
        const crc = await crcOf(handle, head.length, growth.bytes)
        if (crc !== growth.crc) throw notThat(file, 'one with other content')
        await handle.truncate(head.length + growth.bytes)
        await writeAt(handle, head, 0)
        return new GrowingFile(file, handle, format, head.length, growth.bytes, growth)
      })
    })
  }

  /** With what was appended last, written or not. */
  get grown(): Growth {
    return this.growth
  }

  /** Do enough bytes wait that they should be written? */
  get isFull(): boolean {
    return this.waitingBytes >= ENOUGH
  }

  /** To be written later. The bytes are not copied. */
  append(part: Uint8Array): void {
    const { bytes, crc, parts } = this.growth
    const pieces = parts > 0 && this.format.between !== '' ? [Buffer.from(this.format.between), part] : [part]
    let [total, sum] = [bytes, crc]
    for (const piece of pieces) {
      this.waiting.push(piece)
      this.waitingBytes += piece.length
      total += piece.length
      sum = crc32(piece, sum)
    }
    this.growth = { bytes: total, crc: sum, parts: parts + 1 }
  }

  /** Writes what waits. One at a time: this, `sync` or `finish`; parts may be appended meanwhile. */
  flush(): Promise<void> {
    return inWords(this.file, () => this.write())
  }

  /** What was appended before is on the disk. */
  sync(): Promise<void> {
    return inWords(this.file, async () => {
      await this.write()
      await writeAt(this.handle, this.format.head(this.growth.parts), 0)
      await this.handle.sync()
    })
  }

  /** With its tail, and closed. Its size in bytes. */
  finish(): Promise<number> {
    return inWords(this.file, async () => {
      await this.sync()
      const tail = Buffer.from(this.format.tail)
      await writeAt(this.handle, tail, this.headBytes + this.written)
      await this.handle.sync()
      await this.handle.close()
      return this.headBytes + this.written + tail.length
    })
  }

  /** As it is, without what waits. */
  async abandon(): Promise<void> {
    await this.handle.close().catch(() => undefined)
  }

  private async write(): Promise<void> {
    const bytes = Buffer.concat(this.waiting)
    this.waiting.length = 0
    this.waitingBytes = 0
    const position = this.headBytes + this.written
    this.written += bytes.length
    await writeAt(this.handle, bytes, position)
  }
}

async function writeAt(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

async function crcOf(handle: FileHandle, from: number, length: number): Promise<number> {
  const chunk = Buffer.alloc(Math.min(CHUNK, Math.max(1, length)))
  let [done, crc] = [0, 0]
  while (done < length) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, length - done), from + done)
    if (bytesRead === 0) break
    crc = crc32(chunk.subarray(0, bytesRead), crc)
    done += bytesRead
  }
  return crc
}

function notThat(file: string, got: string): WriteFileError {
  return new WriteFileError(`${file}: expected the file that the checkpoint was written with, got ${got}`)
}

async function closedOnError<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await handle.close().catch(() => undefined)
    throw error
  }
}

async function inWords<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WriteFileError) throw error
    throw new WriteFileError(`${file}: cannot be written: ${(error as Error).message}`)
  }
}
