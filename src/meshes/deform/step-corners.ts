// Which corners of a mesh's triangles are one vertex, and what two triangles share.
//
// Vertices at the same place are one, whatever their numbers: files repeat them (as in meshes/solid). During a step they are one if they
// are at the same place at both ends: then they are at every instant. So a seam that tears touches at time 0, and one that closes at
// time 1.
import { weldVertices } from '../solid/mesh-sides.js'

/** By corner of a triangle: its vertex, the first of those that are one with it. */
export function weldCorners(triangles: Uint32Array, from: Float64Array, to = from): Uint32Array {
  const weld = weldVertices(from)
  if (to !== from) splitWeld(weld, weldVertices(to))
  return triangles.map((v) => weld[v]!)
}

/** Of vertices that are one by `weld`, leaves together those that are one by `other` too. */
function splitWeld(weld: Uint32Array, other: Uint32Array): void {
  const n = weld.length
  const firsts = new Map<number, number>()
  for (let v = 0; v < n; v++) {
    const first = weld[v]!
    if (first === v || other[first] === other[v]) continue
    const key = first * n + other[v]!
    const known = firsts.get(key)
    if (known === undefined) firsts.set(key, v)
    weld[v] = known ?? v
  }
}

/** The vertices of two triangles: those that both have, and those that one has alone. Each is there once. */
export class SharedCorners {
  readonly both = new Int32Array(3)
  readonly ownA = new Int32Array(3)
  readonly ownB = new Int32Array(3)
  shared = 0
  countA = 0
  countB = 0

  /** Returns how many they share. */
  read(corners: Uint32Array, s: number, t: number): number {
    const { both, ownA, ownB } = this
    const [p, q, r] = [corners[3 * s]!, corners[3 * s + 1]!, corners[3 * s + 2]!]
    const [u, v, w] = [corners[3 * t]!, corners[3 * t + 1]!, corners[3 * t + 2]!]
    this.shared = 0
    this.countA = 0
    this.countB = 0
    if (p === u || p === v || p === w) both[this.shared++] = p
    else ownA[this.countA++] = p
    if (q !== p) {
      if (q === u || q === v || q === w) both[this.shared++] = q
      else ownA[this.countA++] = q
    }
    if (r !== p && r !== q) {
      if (r === u || r === v || r === w) both[this.shared++] = r
      else ownA[this.countA++] = r
    }
    if (u !== p && u !== q && u !== r) ownB[this.countB++] = u
    if (v !== u && v !== p && v !== q && v !== r) ownB[this.countB++] = v
    if (w !== u && w !== v && w !== p && w !== q && w !== r) ownB[this.countB++] = w
    return this.shared
  }

  /** Is one of the vertices that both have marked? */
  hasOne(marked: Uint8Array): boolean {
    for (let k = 0; k < this.shared; k++) if (marked[this.both[k]!] === 1) return true
    return false
  }
}
