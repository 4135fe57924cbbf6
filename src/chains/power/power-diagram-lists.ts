// Simplices and edges of a triangulation as sorted lists: equal triangulations have equal lists. Sorted by counting.

/** Corners ascending within each simplex of `size` corners. In place. */
export function sortCorners(simplices: Int32Array, size: number): Int32Array {
  for (let at = 0; at < simplices.length; at += size) {
    for (let k = 1; k < size; k++) {
      const corner = simplices[at + k]!
      let to = k
      for (; to > 0 && simplices[at + to - 1]! > corner; to--) simplices[at + to] = simplices[at + to - 1]!
      simplices[at + to] = corner
    }
  }
  return simplices
}

/** Simplices whose corners ascend, in lexicographic order. May reorder the list given. */
export function sortSimplices(simplices: Int32Array, size: number, n: number): Int32Array {
  // By the last corner first; later passes keep the order of the earlier ones.
  let from: Int32Array = simplices.slice()
  let to: Int32Array = simplices
  const starts = new Int32Array(n + 1)
  for (let place = size - 1; place >= 0; place--) {
    starts.fill(0)
    for (let at = place; at < from.length; at += size) starts[from[at]! + 1]! += size
    for (let i = 0; i < n; i++) starts[i + 1]! += starts[i]!
    for (let at = 0; at < from.length; at += size) {
      const corner = from[at + place]!
      const begin = starts[corner]!
      starts[corner] = begin + size
      for (let k = 0; k < size; k++) to[begin + k] = from[at + k]!
    }
    const swap = from
    from = to
    to = swap
  }
  return from
}

/** The edges i < j of simplices whose corners ascend, in ascending order. */
export function edgesOf(simplices: Int32Array, size: number, n: number): Int32Array {
  const starts = new Int32Array(n + 1)
  for (let at = 0; at < simplices.length; at += size) {
    for (let k = 0; k < size - 1; k++) starts[simplices[at + k]! + 1]! += size - 1 - k
  }
  for (let i = 0; i < n; i++) starts[i + 1]! += starts[i]!
  const ends = starts.slice(0, n)
  const others = new Int32Array(starts[n]!)
  for (let at = 0; at < simplices.length; at += size) {
    for (let k = 0; k < size - 1; k++) {
      const i = simplices[at + k]!
      for (let l = k + 1; l < size; l++) others[ends[i]!++] = simplices[at + l]!
    }
  }
  // Each edge once: simplices around it repeat it. What is kept moves to the front of its bucket.
  const seen = new Int32Array(n).fill(-1)
  let count = 0
  for (let i = 0; i < n; i++) {
    const first = starts[i]!
    let last = first
    for (let at = first; at < starts[i + 1]!; at++) {
      const j = others[at]!
      if (seen[j] === i) continue
      seen[j] = i
      others[last++] = j
    }
    sortRange(others, first, last)
    ends[i] = last
    count += last - first
  }
  const edges = new Int32Array(2 * count)
  for (let i = 0, to = 0; i < n; i++) {
    for (let at = starts[i]!; at < ends[i]!; at++) {
      edges[to++] = i
      edges[to++] = others[at]!
    }
  }
  return edges
}

/** Longer lists are left to the sort of typed arrays, which takes a microsecond to begin. */
const SHORT = 32

function sortRange(list: Int32Array, from: number, to: number): void {
  if (to - from > SHORT) {
    list.subarray(from, to).sort()
    return
  }
  for (let k = from + 1; k < to; k++) {
    const x = list[k]!
    let at = k
    for (; at > from && list[at - 1]! > x; at--) list[at] = list[at - 1]!
    list[at] = x
  }
}

/** How many edges are in one list and not in the other. Both ascend. */
export function edgesChanged(before: Int32Array, after: Int32Array): number {
  let changed = 0
  let p = 0
  let q = 0
  while (p < before.length && q < after.length) {
    const order = before[p]! - after[q]! || before[p + 1]! - after[q + 1]!
    if (order !== 0) changed++
    if (order <= 0) p += 2
    if (order >= 0) q += 2
  }
  return changed + (before.length - p + after.length - q) / 2
}
