// Damage that knows nothing of a format: bits, bytes, words of four bytes, and pieces that are cut, doubled, moved or taken from another
// file. Files are strings here, one letter a byte (Latin-1), so that all kinds of damage are of one type.
import type { Random } from '../../src/base/math/random.js'

/** What is damaged, and another file of the same format to take pieces from. */
export type Mutation = (random: Random, text: string, other: string) => string

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)]!
}

export function spliced(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to)
}

/** A place that is near the start as often as not: headers are there. */
export function place(random: Random, text: string): number {
  return random.integer(random.unit() < 0.5 ? Math.min(text.length, 400) : text.length)
}

/** A piece [from, to) of at most `most` bytes. */
function piece(random: Random, text: string, most = text.length): [number, number] {
  const from = random.integer(text.length + 1)
  return [from, Math.min(text.length, from + random.integer(Math.min(most, text.length) + 1))]
}

const WORDS = [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000000, 0x7fc00000, 0x7f800000, 0x00ffffff, 1000]
const SIGNS = '<>{}[]"\'/\\,:#&;\n\r\t \0-.e'

function word(value: number, little: boolean): string {
  const bytes = [24, 16, 8, 0].map((shift) => String.fromCharCode((value >>> shift) & 255))
  return (little ? bytes.reverse() : bytes).join('')
}

function wordAt(text: string, at: number, little: boolean): number {
  let value = 0
  for (let k = 0; k < 4; k++) value = 256 * value + text.charCodeAt(at + (little ? 3 - k : k))
  return value
}

/** What a length becomes: one more, one less, twice, huge, negative. */
function otherLength(random: Random, length: number): number {
  const others = [length + 1, length - 1, 2 * length, length << 8, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 0]
  return random.unit() < 0.8 ? pick(random, others) : random.integer(2 ** random.integer(33))
}

export const BYTES: Readonly<Record<string, Mutation>> = {
  flip(random, text) {
    for (let k = random.integer(6); k >= 0 && text.length > 0; k--) {
      const at = place(random, text)
      text = spliced(text, at, at + 1, String.fromCharCode(text.charCodeAt(at) ^ (1 << random.integer(8))))
    }
    return text
  },
  overwrite(random, text) {
    for (let k = random.integer(6); k >= 0; k--) {
      const at = place(random, text)
      text = spliced(text, at, at + random.integer(2), String.fromCharCode(random.integer(256)))
    }
    return text
  },
  sign(random, text) {
    const at = place(random, text)
    return spliced(text, at, at + 1, SIGNS[random.integer(SIGNS.length)]!)
  },
  word(random, text) {
    const at = place(random, text) & ~(random.unit() < 0.5 ? 3 : 0)
    return spliced(text, at, at + 4, word(pick(random, WORDS), random.unit() < 0.8))
  },
  /** A word that may be a length, since it is no larger than the file, becomes another. */
  length(random, text) {
    const start = place(random, text)
    for (let at = start; at < Math.min(start + 400, text.length - 3); at++) {
      const little = (wordAt(text, at, true) || Infinity) <= text.length
      const value = wordAt(text, at, little)
      if (value > 0 && value <= text.length) return spliced(text, at, at + 4, word(otherLength(random, value), little))
    }
    return text
  },
  truncate: (random, text) => text.slice(0, random.integer(text.length + 1)),
  cut(random, text) {
    const [from, to] = piece(random, text, 200)
    return spliced(text, from, to, '')
  },
  double(random, text) {
    const [from, to] = piece(random, text)
    return text.slice(0, to) + text.slice(from)
  },
  repeat(random, text) {
    const [from, to] = piece(random, text, 100)
    return spliced(text, to, to, text.slice(from, to).repeat(random.integer(1000)))
  },
  splice(random, text, other) {
    const [from, to] = piece(random, other)
    const at = random.integer(text.length + 1)
    return spliced(text, at, random.unit() < 0.5 ? at : at + to - from, other.slice(from, to))
  },
  swap(random, text) {
    const [a, b] = piece(random, text)
    const c = b + random.integer(text.length - b + 1)
    return text.slice(0, a) + text.slice(b, c) + text.slice(a, b) + text.slice(c)
  },
}
