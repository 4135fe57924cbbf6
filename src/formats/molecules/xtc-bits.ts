// The bits of XTC's compressed coordinates, first bit of a byte first. Three numbers below three sizes are packed into one number,
// n0 · s1 · s2 + n1 · s2 + n2, of which the bytes are written least first, and of the last byte only as many bits as are needed.

/** How many values a small difference may have, by its number of bits: about 2^(bits / 3). The first nine are not used. */
export const MAGIC_INTS: Int32Array = Int32Array.of(
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 10, 12, 16, 20, 25, 32, 40, 50, 64, 80, 101, 128, 161, 203, 256, 322, 406, 512],
  ...[645, 812, 1024, 1290, 1625, 2048, 2580, 3250, 4096, 5060, 6501, 8192, 10321, 13003, 16384, 20642, 26007],
  ...[32768, 41285, 52015, 65536, 82570, 104031, 131072, 165140, 208063, 262144, 330280, 416127, 524287, 660561],
  ...[832255, 1048576, 1321122, 1664510, 2097152, 2642245, 3329021, 4194304, 5284491, 6658042, 8388607, 10568983],
  ...[13316085, 16777216],
)
export const FIRST_INDEX = 9
export const LAST_INDEX: number = MAGIC_INTS.length - 1
/** Sizes above this are not packed: each number has bits of its own. */
export const MOST_PACKED = 0xffffff

/** The bits of a number below `size`. */
export function bitsOf(size: number): number {
  let bits = 0
  for (let most = 1; size >= most && bits < 32; most *= 2) bits++
  return bits
}

/** The bits of three numbers packed into one, each below its size, which is at most MOST_PACKED. */
export function bitsOfPacked(sizes: ArrayLike<number>): number {
  let product = 1n
  for (let k = 0; k < 3; k++) product *= BigInt(sizes[k]!)
  const bytes = Math.max(1, Math.ceil(product.toString(2).length / 8))
  const top = Number(product >> BigInt(8 * (bytes - 1)))
  return bitsOf(top) + 8 * (bytes - 1)
}

/** Packed numbers have 72 bits at most. */
const PACKED_BYTES = 10

export class BitReader {
  private at: number
  private left = 0
  private byte = 0
  private readonly packed = new Uint8Array(PACKED_BYTES)

  constructor(
    private readonly bytes: Uint8Array,
    from: number,
    private readonly end: number,
  ) {
    this.at = from
  }

  /** A number of 0 to 32 bits; −1 where the bits end before. */
  read(bits: number): number {
    let value = 0
    for (let need = bits; need > 0; ) {
      if (this.left === 0) {
        if (this.at >= this.end) return -1
        this.byte = this.bytes[this.at++]!
        this.left = 8
      }
      const take = Math.min(need, this.left)
      value = value * (1 << take) + ((this.byte >> (this.left - take)) & ((1 << take) - 1))
      this.left -= take
      need -= take
    }
    return value
  }

  /** Three numbers packed into one of this many bits, into out[o …]; false where the bits end before. */
  readPacked(out: Float64Array, o: number, bits: number, sizes: ArrayLike<number>): boolean {
    const { packed } = this
    let count = 0
    for (let need = bits; need > 0; need -= 8) {
      const byte = this.read(Math.min(8, need))
      if (byte < 0) return false
      packed[count++] = byte
    }
    for (let k = 2; k > 0; k--) {
      const size = sizes[k]!
      let rest = 0
      for (let j = count - 1; j >= 0; j--) {
        rest = rest * 256 + packed[j]!
        const share = Math.floor(rest / size)
        packed[j] = share
        rest -= share * size
      }
      out[o + k] = rest
    }
    let first = 0
    for (let j = count - 1; j >= 0; j--) first = first * 256 + packed[j]!
    out[o] = first
    return true
  }

  /** Whole bytes that were not touched. */
  unread(): number {
    return this.end - this.at
  }
}

export class BitWriter {
  private bytes = new Uint8Array(1024)
  private count = 0
  private free = 0
  private readonly packed = new Uint8Array(PACKED_BYTES)

  write(bits: number, value: number): void {
    for (let need = bits; need > 0; ) {
      if (this.free === 0) {
        if (this.count === this.bytes.length) {
          const larger = new Uint8Array(2 * this.count)
          larger.set(this.bytes)
          this.bytes = larger
        }
        this.count++
        this.free = 8
      }
      const take = Math.min(need, this.free)
      const part = Math.floor(value / 2 ** (need - take)) & ((1 << take) - 1)
      this.bytes[this.count - 1]! |= part << (this.free - take)
      this.free -= take
      need -= take
    }
  }

  /** As BitReader.readPacked reads it. */
  writePacked(bits: number, sizes: ArrayLike<number>, values: ArrayLike<number>, o: number): void {
    const { packed } = this
    packed.fill(0)
    for (let k = 0; k < 3; k++) {
      let carry = values[o + k]!
      for (let j = 0; j < PACKED_BYTES; j++) {
        const value = packed[j]! * (k === 0 ? 1 : sizes[k]!) + carry
        packed[j] = value % 256
        carry = Math.floor(value / 256)
      }
    }
    for (let k = 0, need = bits; need > 0; k++, need -= 8) this.write(Math.min(8, need), packed[k]!)
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.count)
  }
}
