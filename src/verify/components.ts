// The pieces of a mesh: what hangs together by vertices, those at the same place being one.

/** The first vertex at the same place, for each vertex. */
export function weldVertices(p: Float64Array): Uint32Array {
  const count = p.length / 3
  const weld = new Uint32Array(count)
  // A table of first vertices, by a hash of their coordinates; a place that is taken sends to the next one.
  const slots = 2 ** Math.ceil(Math.log2(2 * count + 2))
  const table = new Int32Array(slots).fill(-1)
  const key = new Float64Array(3)
  const bits = new Int32Array(key.buffer)
  for (let v = 0; v < count; v++) {
    // -0 and 0 are one place.
    for (let k = 0; k < 3; k++) key[k] = p[3 * v + k]! + 0
    let hash = 0
    for (let k = 0; k < 6; k++) hash = Math.imul(hash ^ bits[k]!, 0x9e3779b1) ^ (hash >>> 15)
    let slot = (hash ^ (hash >>> 13)) & (slots - 1)
    for (;;) {
      const first = table[slot]!
      if (first < 0) {
        table[slot] = v
        weld[v] = v
        break
      }
      if (p[3 * first] === p[3 * v] && p[3 * first + 1] === p[3 * v + 1] && p[3 * first + 2] === p[3 * v + 2]) {
        weld[v] = first
        break
      }
      slot = (slot + 1) & (slots - 1)
    }
  }
  return weld
}

/** A vertex of each piece. */
export function pieceVertices(positions: Float64Array, triangles: Uint32Array): number[] {
  const weld = weldVertices(positions)
  const root = weld.slice()
  const find = (v: number): number => {
    while (root[v] !== v) {
      root[v] = root[root[v]!]!
      v = root[v]!
    }
    return v
  }
  for (let i = 0; i < triangles.length; i += 3) {
    const a = find(weld[triangles[i]!]!)
    root[find(weld[triangles[i + 1]!]!)] = a
    root[find(weld[triangles[i + 2]!]!)] = a
  }
  const seen = new Set<number>()
  for (let i = 0; i < triangles.length; i += 3) seen.add(find(weld[triangles[i]!]!))
  return [...seen]
}
