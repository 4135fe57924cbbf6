// Which pairs of atoms have no energy between them (bonded up to 1–4, as a rule), as bits by pair of blocks. Few pairs of blocks have
// any, and those of one block are next to each other: a short list to look through.
import type { BlockCut } from './block-cut.js'

/** Most atoms of a block: one bit each in a word. */
export const MOST_ATOMS_OF_BLOCK = 32

export interface BlockExclusions {
  /** Entries of block a are [first[a], first[a + 1]). */
  readonly first: Int32Array
  /** The other block, b ≥ a. */
  readonly other: Int32Array
  /** Where in `masks` the words of this pair begin: one an atom of a, bits by atom of b. */
  readonly at: Int32Array
  readonly masks: Int32Array
}

/** From pairs of atoms, two an entry, in any order and more than once. */
export function excludePairs(cut: BlockCut, pairs: ArrayLike<number>): BlockExclusions {
  const { blocks, blockOf, start } = cut
  const words = new Map<number, Int32Array>()
  for (let k = 0; k + 1 < pairs.length; k += 2) {
    const i = Math.min(pairs[k]!, pairs[k + 1]!)
    const j = Math.max(pairs[k]!, pairs[k + 1]!)
    const a = blockOf[i]!
    const b = blockOf[j]!
    const key = a * blocks + b
    let mask = words.get(key)
    if (mask === undefined) words.set(key, (mask = new Int32Array(start[a + 1]! - start[a]!)))
    mask[i - start[a]!]! |= 1 << (j - start[b]!)
  }
  const keys = [...words.keys()].sort((p, q) => p - q)
  const first = new Int32Array(blocks + 1)
  const other = new Int32Array(keys.length)
  const at = new Int32Array(keys.length)
  let length = 0
  for (const [k, key] of keys.entries()) {
    first[Math.floor(key / blocks) + 1] = k + 1
    other[k] = key % blocks
    at[k] = length
    length += words.get(key)!.length
  }
  for (let a = 1; a <= blocks; a++) first[a] = Math.max(first[a]!, first[a - 1]!)
  const masks = new Int32Array(length)
  for (const [k, key] of keys.entries()) masks.set(words.get(key)!, at[k]!)
  return { first, other, at, masks }
}

/** Where the words of a pair of blocks a ≤ b are; -1: nothing is excluded there. */
export function maskOf(exclusions: BlockExclusions, a: number, b: number): number {
  const { first, other } = exclusions
  const end = first[a + 1]!
  // Ascending: most pairs are beyond the last.
  if (end === first[a] || other[end - 1]! < b) return -1
  for (let k = first[a]!; k < end; k++) if (other[k] === b) return exclusions.at[k]!
  return -1
}
