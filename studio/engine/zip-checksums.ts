// CRC-32 of what is in a zip archive. fflate unpacks without comparing it, so a damaged archive would be read as if it were whole.

const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50

/** What the directory at the end of an archive says of its entries, one after the other: as fflate walks through them. */
export class ZipChecksums {
  private readonly view: DataView
  private at: number

  /** Of an archive whose end fflate has found too. */
  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let end = bytes.length - 22
    while (end > 0 && this.four(end) !== END) end--
    const has64 = end >= 20 && this.four(end - 20) === LOCATOR_64 && this.four(this.four(end - 12)) === END_64
    this.at = has64 ? this.four(this.four(end - 12) + 48) : this.four(end + 16)
  }

  /** Of the next entry. */
  next(): number {
    const { at, view } = this
    if (this.four(at) !== ENTRY) throw new Error('its directory is damaged')
    // A name, extra fields and a comment follow.
    this.at = at + 46 + [28, 30, 32].reduce((sum, offset) => sum + view.getUint16(at + offset, true), 0)
    return this.four(at + 16)
  }

  /** Beyond the end it is nothing that is looked for. */
  private four(at: number): number {
    return at + 4 <= this.view.byteLength ? this.view.getUint32(at, true) : -1
  }
}

const TABLE = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1
  return c
})

export function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (let k = 0; k < bytes.length; k++) crc = TABLE[(crc ^ bytes[k]!) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}
