// The MessagePack document that a BinaryCIF file is. The library reads it; before that, a walk over the bytes makes sure that
// everything it announces is there and that it is not deep: the library allocates an array as soon as its length is read, and a file
// of nested lengths would be a bomb.
import { decode } from '@msgpack/msgpack'
import { viewOf } from '../text/byte-view.js'
import type { StructureSource } from './structure-source.js'

/** A column's encoding within a column, a category, a block and a file is twelve deep. */
const DEEPEST = 32

/** True if it begins with a map of up to 15 entries, as BinaryCIF files do, of which one of the first is called as theirs are. */
export function isBinaryCif(bytes: Uint8Array): boolean {
  if ((bytes[0]! & 0xf0) !== 0x80 && bytes[0] !== 0xde) return false
  let start = ''
  for (let k = 1; k < Math.min(bytes.length, 64); k++) start += String.fromCharCode(bytes[k]!)
  return /encoder|version|dataBlocks/.test(start)
}

export function readMessage(source: StructureSource): unknown {
  walk(source)
  try {
    return decode(source.bytes)
  } catch (error) {
    return source.fail(
      { offset: 0 },
      'a BinaryCIF file (MessagePack)',
      error instanceof Error ? error.message : undefined,
    )
  }
}

/** Over every value, to the end of the file. */
function walk(source: StructureSource): void {
  const { bytes } = source
  const view = viewOf(bytes)
  /** Values that are left, of each array and map that is open. */
  const left = [1]
  let at = 0
  const take = (count: number): number => {
    const start = at
    at += count
    if (at > bytes.length) source.fail({ offset: bytes.length }, `${count} bytes of MessagePack`, 'the end of the file')
    return start
  }
  const length = (size: number): number => {
    const from = take(size)
    return size === 1 ? view.getUint8(from) : size === 2 ? view.getUint16(from) : view.getUint32(from)
  }
  while (left.length > 0) {
    if (left.at(-1) === 0) {
      left.pop()
      continue
    }
    left[left.length - 1]!--
    const head = bytes[take(1)]!
    const values = valuesOf(head, length)
    if (values > 0) {
      if (left.length === DEEPEST) source.fail({ offset: at }, `at most ${DEEPEST} values within each other`, 'more')
      left.push(values)
    } else if (values === 0) take(bytesOf(source, head, at, length))
  }
  if (at < bytes.length) source.fail({ offset: at }, 'the end of the file', `${bytes.length - at} bytes more`)
}

/** How many values an array or a map has; 0 for what is neither; −1 where it is empty. */
function valuesOf(head: number, length: (size: number) => number): number {
  let values = 0
  if (head >= 0x80 && head <= 0x8f) values = 2 * (head & 15) || -1
  else if (head >= 0x90 && head <= 0x9f) values = head & 15 || -1
  else if (head === 0xdc || head === 0xdd) values = length(head === 0xdc ? 2 : 4) || -1
  else if (head === 0xde || head === 0xdf) values = 2 * length(head === 0xde ? 2 : 4) || -1
  return values
}

/** How many bytes follow what begins with this one, its length if it has one already read. */
function bytesOf(source: StructureSource, head: number, at: number, length: (size: number) => number): number {
  if (head < 0x80 || head >= 0xe0) return 0
  if (head >= 0xa0 && head <= 0xbf) return head & 31
  switch (head) {
    case 0xc0: // nothing
    case 0xc2: // false
    case 0xc3: // true
      return 0
    case 0xc4: // bytes, and text
    case 0xd9:
      return length(1)
    case 0xc5:
    case 0xda:
      return length(2)
    case 0xc6:
    case 0xdb:
      return length(4)
    case 0xca: // numbers
    case 0xce:
    case 0xd2:
      return 4
    case 0xcb:
    case 0xcf:
    case 0xd3:
      return 8
    case 0xcc:
    case 0xd0:
      return 1
    case 0xcd:
    case 0xd1:
      return 2
    default:
      return source.fail({ offset: at - 1 }, 'a value of MessagePack, as BinaryCIF has them', `0x${head.toString(16)}`)
  }
}
