// A search as it went down two trees: how deep every pair that it tested is, and whether it was opened.

export interface Descent {
  /** By pair: steps down from the two roots. */
  readonly depth: Int32Array
  /** One of its two nodes was opened: the volumes overlap. */
  readonly opened: Uint8Array
  /** The deepest. */
  readonly most: number
}

/** `trace`: node of A, node of B, … in the order of the tests; the children of both trees, -1 for a leaf. */
export function descentOf(trace: readonly number[], childA: Int32Array, childB: Int32Array): Descent {
  const count = trace.length / 2
  const parentA = parentsOf(childA)
  const parentB = parentsOf(childB)
  const known = new Map<number, number>()
  const depth = new Int32Array(count)
  const opened = new Uint8Array(count)
  let most = 0
  for (let i = 0; i < count; i++) {
    const a = trace[2 * i]!
    const b = trace[2 * i + 1]!
    // Only one of the two was ever tested: a pair is opened once, on one side.
    const from = known.get(keyOf(parentA[a]!, b, childB)) ?? known.get(keyOf(a, parentB[b]!, childB))
    if (from !== undefined) {
      depth[i] = depth[from]! + 1
      opened[from] = 1
    } else if (a !== 0 || b !== 0) depth[i] = 1
    known.set(keyOf(a, b, childB), i)
    most = Math.max(most, depth[i]!)
  }
  return { depth, opened, most }
}

function keyOf(a: number, b: number, childB: Int32Array): number {
  return a < 0 || b < 0 ? -1 : a * childB.length + b
}

function parentsOf(child: Int32Array): Int32Array {
  const out = new Int32Array(child.length).fill(-1)
  child.forEach((c, n) => {
    if (c < 0) return
    out[c] = n
    out[c + 1] = n
  })
  return out
}
