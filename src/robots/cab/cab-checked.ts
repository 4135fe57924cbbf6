// Which pairs of nodes have a pair of leaves below them that is to be checked: a bit each, so that a search never opens two
// nodes for nothing (neighbouring links, pairs that are allowed to touch). Computed once, bottom-up, in the number of pairs
// of nodes.
//
// There are rows for the nodes of trees that may be first in a pair, columns for all nodes. Trees that do not move need no
// rows, or, where none is said to, the largest tree of one rigid body: nothing in it is checked against itself, and against
// others their rows say all.
import type { CabArrays } from './cab-arrays.js'

export interface CheckedPairs {
  /** Where in `bits` the row of a node begins, or -1. */
  readonly row: Int32Array
  readonly bits: Int32Array
  /** By node: 1 if two leaves below it are to be checked against each other. */
  readonly self: Uint8Array
  /**
   * Pairs of roots to begin with, the one that has a row first, two of the same for a tree against itself. Two trees come first:
   * a robot touches its surroundings more often than itself, and these are cheaper to test.
   */
  readonly roots: Int32Array
}

/** `still`: trees of which no two are ever checked against each other, nor one against itself. */
export function checkPairs(
  c: CabArrays,
  still: Uint8Array,
  isChecked: (leafA: number, leafB: number) => boolean,
): CheckedPairs {
  const { nodes, child, leafOf, bodyOf } = c
  const words = (nodes + 31) >> 5
  const row = new Int32Array(nodes).fill(-1)
  const rest = withoutRows(c, still)
  let rows = 0
  for (let t = 0; t < c.trees; t++) {
    if (t === rest || still[t] === 1) continue
    for (let n = c.treeFirst[t]!; n < c.treeFirst[t + 1]!; n++) row[n] = words * rows++
  }
  const bits = new Int32Array(words * rows)
  const self = new Uint8Array(nodes)
  for (let n = 0; n < nodes; n++) {
    const at = row[n]!
    if (at < 0) continue
    const leaf = leafOf[n]!
    if (leaf < 0) {
      const l = row[child[n]!]!
      const r = row[child[n]! + 1]!
      for (let w = 0; w < words; w++) bits[at + w] = bits[l + w]! | bits[r + w]!
    } else {
      for (let m = 0; m < nodes; m++) {
        const other = leafOf[m]!
        let checked: boolean
        if (other < 0) checked = hasBit(bits, at, child[m]!) || hasBit(bits, at, child[m]! + 1)
        else if (bodyOf[m] === bodyOf[n]) checked = false
        else checked = leaf < other ? isChecked(leaf, other) : isChecked(other, leaf)
        if (checked) bits[at + (m >> 5)] = bits[at + (m >> 5)]! | (1 << (m & 31))
      }
    }
  }
  for (let n = 0; n < nodes; n++) {
    const l = child[n]!
    if (l < 0 || row[n]! < 0) continue
    const r = l + 1
    if (self[l] === 1 || self[r] === 1 || hasBit(bits, row[l]!, r)) self[n] = 1
  }
  return { row, bits, self, roots: rootPairs(c, row, bits, self) }
}

export function hasBit(bits: Int32Array, row: number, node: number): boolean {
  return (bits[row + (node >> 5)]! & (1 << (node & 31))) !== 0
}

/** Is there no pair to be checked below two nodes, of which the first has a row? Or within one node? */
export function skipsPair({ bits, row, self }: CheckedPairs, a: number, b: number): boolean {
  return a === b ? self[a] === 0 : !hasBit(bits, row[a]!, b)
}

function rootPairs({ roots, trees }: CabArrays, row: Int32Array, bits: Int32Array, self: Uint8Array): Int32Array {
  const pairs: number[] = []
  for (let apart = trees - 1; apart >= 0; apart--) {
    for (let t = trees - 1 - apart; t >= 0; t--) {
      const root = roots[t]!
      const other = roots[t + apart]!
      if (root < 0 || other < 0) continue
      if (apart === 0 ? self[root] === 1 : row[root]! >= 0 && hasBit(bits, row[root]!, other)) pairs.push(root, other)
      else if (apart > 0 && row[root]! < 0 && row[other]! >= 0 && hasBit(bits, row[other]!, root))
        pairs.push(other, root)
    }
  }
  return Int32Array.from(pairs)
}

/** The largest tree of a single body; none where some trees do not move, whose pairs with it would have no row then. */
function withoutRows(c: CabArrays, still: Uint8Array): number {
  let best = -1
  let most = 0
  for (let t = 0; t < c.trees; t++) {
    const root = c.roots[t]!
    if (root < 0) continue
    if (still[t] === 1) return -1
    const nodes = c.treeFirst[t + 1]! - c.treeFirst[t]!
    if (c.bodyOf[root]! >= 0 && nodes > most) {
      most = nodes
      best = t
    }
  }
  return best
}
