// The tree shape of the k-DOP paper's experiments (section 6): binary, a node's triangles cut into halves along the longest
// direction of its k-DOP.
import { type DopSize, directionSet } from '../../volumes/kdop-directions.js'
import type { SplitShape } from '../tree/mesh-splits.js'

/** Cuts down to one triangle a leaf. Ties go by the triangle's number. */
export function splitLongestSlab(positions: Float64Array, triangles: Uint32Array, k: DopSize): SplitShape {
  const count = triangles.length / 3
  const slabs = k / 2
  const low = projections(positions, triangles, k, Math.min)
  const high = projections(positions, triangles, k, Math.max)
  const order = Uint32Array.from({ length: count }, (_, t) => t)
  const child: number[] = []
  const first: number[] = []
  const end: number[] = []
  const add = (from: number, to: number): number => {
    child.push(-1)
    first.push(from)
    end.push(to)
    return child.length - 1
  }
  if (count > 0) add(0, count)
  for (let n = 0; n < child.length; n++) {
    const [from, to] = [first[n]!, end[n]!]
    if (to - from < 2) continue
    let longest = 0
    let most = -Infinity
    for (let h = 0; h < slabs; h++) {
      let least = Infinity
      let greatest = -Infinity
      for (let i = from; i < to; i++) {
        least = Math.min(least, low[slabs * order[i]! + h]!)
        greatest = Math.max(greatest, high[slabs * order[i]! + h]!)
      }
      if (greatest - least > most) {
        most = greatest - least
        longest = h
      }
    }
    const key = (t: number): number => low[slabs * t + longest]! + high[slabs * t + longest]!
    order.subarray(from, to).sort((s, t) => key(s) - key(t) || s - t)
    const middle = (from + to) >> 1
    child[n] = add(from, middle)
    add(middle, to)
  }
  return {
    nodes: child.length,
    child: Int32Array.from(child),
    first: Int32Array.from(first),
    end: Int32Array.from(end),
    order,
  }
}

/** The least or greatest of each triangle along each slab's direction, in units of length. */
function projections(
  positions: Float64Array,
  triangles: Uint32Array,
  k: DopSize,
  pick: (...values: number[]) => number,
): Float64Array {
  const { vectors, inverseLengths } = directionSet(k)
  const slabs = k / 2
  const out = new Float64Array((slabs * triangles.length) / 3)
  for (let t = 0; t < triangles.length; t += 3) {
    for (let h = 0; h < slabs; h++) {
      const along = (corner: number): number => {
        const v = 3 * triangles[t + corner]!
        return (
          (vectors[6 * h]! * positions[v]! +
            vectors[6 * h + 1]! * positions[v + 1]! +
            vectors[6 * h + 2]! * positions[v + 2]!) *
          inverseLengths[h]!
        )
      }
      out[(slabs * t) / 3 + h] = pick(along(0), along(1), along(2))
    }
  }
  return out
}
