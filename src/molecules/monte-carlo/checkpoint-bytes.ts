// Bytes in and out, little end first on every machine, with a checksum at the end: a checkpoint that was cut, or in which a bit has
// turned, is refused before anything is read from it.
import { LimberError } from '../../errors.js'

/** A checkpoint that cannot be resumed from: damaged, of another version, or of another run. */
export class CheckpointError extends LimberError {}

const MAGIC = 0x31434d4c
const CHECKSUM = 8

/** FNV-1a of bytes, twice, from two starts: 64 bits against accidents, none against malice. */
export class Checksum {
  private a = 0x811c9dc5 | 0
  private b = 0x6c62272e | 0

  add(bytes: Uint8Array): this {
    let { a, b } = this
    for (let i = 0; i < bytes.length; i++) {
      a = Math.imul(a ^ bytes[i]!, 0x01000193)
      b = Math.imul(b ^ bytes[i]! ^ 0xa5, 0x01000193)
    }
    this.a = a
    this.b = b ^ (a >>> 15)
    return this
  }

  /** Of numbers: their bits, the little end first. */
  addNumbers(values: ArrayLike<number>): this {
    const view = new DataView(new ArrayBuffer(8 * values.length))
    for (let k = 0; k < values.length; k++) view.setFloat64(8 * k, values[k]!, true)
    return this.add(new Uint8Array(view.buffer))
  }

  words(): Int32Array {
    return Int32Array.of(this.a, this.b)
  }
}

export class ByteWriter {
  private bytes = new Uint8Array(256)
  private view = new DataView(this.bytes.buffer)
  private at = 0

  constructor() {
    this.word(MAGIC)
  }

  word(value: number): this {
    this.need(4)
    this.view.setInt32(this.at, value, true)
    this.at += 4
    return this
  }

  number(value: number): this {
    this.need(8)
    this.view.setFloat64(this.at, value, true)
    this.at += 8
    return this
  }

  words(values: Int32Array): this {
    this.word(values.length)
    for (const value of values) this.word(value)
    return this
  }

  numbers(values: ArrayLike<number>): this {
    this.word(values.length)
    this.need(8 * values.length)
    for (let k = 0; k < values.length; k++) this.number(values[k]!)
    return this
  }

  block(bytes: Uint8Array): this {
    this.word(bytes.length)
    this.need(bytes.length)
    this.bytes.set(bytes, this.at)
    this.at += bytes.length
    return this
  }

  /** All of it, with its checksum. */
  finish(): Uint8Array {
    const words = new Checksum().add(this.bytes.subarray(0, this.at)).words()
    this.word(words[0]!).word(words[1]!)
    return this.bytes.slice(0, this.at)
  }

  private need(count: number): void {
    if (this.at + count <= this.bytes.length) return
    const bytes = new Uint8Array(Math.max(2 * this.bytes.length, this.at + count))
    bytes.set(this.bytes)
    this.bytes = bytes
    this.view = new DataView(bytes.buffer)
  }
}

export class ByteReader {
  private readonly view: DataView
  private readonly end: number
  private at = 0

  constructor(private readonly bytes: Uint8Array) {
    if (!(bytes instanceof Uint8Array)) throw new CheckpointError('a checkpoint is bytes (a Uint8Array)')
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.end = bytes.length - CHECKSUM
    if (this.end < 4 || this.view.getInt32(0, true) !== MAGIC) {
      throw new CheckpointError('these bytes are not a checkpoint of a Monte Carlo run: the first four are not LMC1')
    }
    const words = new Checksum().add(bytes.subarray(0, this.end)).words()
    if (words[0] !== this.view.getInt32(this.end, true) || words[1] !== this.view.getInt32(this.end + 4, true)) {
      throw new CheckpointError('the checkpoint is damaged or truncated: its checksum is wrong')
    }
    this.at = 4
  }

  word(): number {
    this.need(4)
    this.at += 4
    return this.view.getInt32(this.at - 4, true)
  }

  number(): number {
    this.need(8)
    this.at += 8
    return this.view.getFloat64(this.at - 8, true)
  }

  words(): Int32Array {
    const count = this.count(4)
    return Int32Array.from({ length: count }, () => this.word())
  }

  numbers(): Float64Array {
    const count = this.count(8)
    return Float64Array.from({ length: count }, () => this.number())
  }

  /** A copy. */
  block(): Uint8Array {
    const count = this.count(1)
    this.at += count
    return this.bytes.slice(this.at - count, this.at)
  }

  /** Nothing may be left over. */
  finish(): void {
    if (this.at !== this.end) throw new CheckpointError(`the checkpoint has ${this.end - this.at} extra bytes`)
  }

  /** How many, of `size` bytes each: checked before they are allocated. */
  private count(size: number): number {
    const count = this.word()
    if (count < 0) throw new CheckpointError('the checkpoint has a negative count')
    this.need(size * count)
    return count
  }

  private need(count: number): void {
    if (this.at + count > this.end) throw new CheckpointError('the checkpoint is too short')
  }
}
