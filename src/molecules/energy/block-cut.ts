// How atoms are cut into blocks of a few consecutive ones.

export interface BlockCut {
  readonly atoms: number
  readonly blocks: number
  /** Block b has atoms [start[b], start[b + 1]). */
  readonly start: Int32Array
  readonly blockOf: Int32Array
  /** Places of a block in flat arrays: atoms of the largest one, made even. */
  readonly width: number
}

/** Blocks of `size` atoms at most; none across one of the `breaks`. */
export function cutIntoBlocks(atoms: number, size: number, breaks: readonly number[]): BlockCut {
  const ends = [...new Set([0, ...breaks, atoms])].sort((a, b) => a - b)
  const starts: number[] = []
  for (let e = 0; e + 1 < ends.length; e++) {
    const from = ends[e]!
    const count = ends[e + 1]! - from
    const pieces = Math.ceil(count / size)
    // Blocks of the same size, to one atom: a short last one would cost as many tests as a whole one.
    for (let k = 0; k < pieces; k++) starts.push(from + Math.floor((k * count) / pieces))
  }
  const start = Int32Array.from([...starts, atoms])
  const blocks = starts.length
  const blockOf = new Int32Array(atoms)
  let most = 0
  for (let b = 0; b < blocks; b++) {
    blockOf.fill(b, start[b]!, start[b + 1]!)
    most = Math.max(most, start[b + 1]! - start[b]!)
  }
  return { atoms, blocks, start, blockOf, width: most + (most & 1) }
}
