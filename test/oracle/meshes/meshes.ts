// Two meshes by brute force: every triangle of one against every one of the other, in exact arithmetic. Pairs whose boxes
// are plainly too far apart to matter are left out, or a hundred thousand poses would take days.
import { exactTriangles } from '../geometry/triangles.js'

export interface Soup {
  readonly positions: ArrayLike<number>
  readonly triangles: ArrayLike<number>
}

export interface ExactPair {
  readonly a: number
  readonly b: number
  readonly distance: number
}

/** Every pair that is no farther apart than `limit`, and in any case a closest one, with exact distances. */
export function exactPairs(a: Soup, b: Soup, x: ArrayLike<number>, limit: number): ExactPair[] {
  const as = corners(a)
  const bs = corners(b)
  const placed = bs.map((t) => place(t, x))
  const boxesA = as.map(boxOf)
  const boxesB = placed.map(boxOf)
  const size = Math.max(...as.flat().map(Math.abs), ...placed.flat().map(Math.abs), ...Array.from(x, Math.abs), 0)
  // Far more than placing the corners and taking differences of them can be off by.
  const slack = 1e-13 * size
  // A first guess of the distance, so that the boxes can say something: of corners.
  let near = Infinity
  for (const s of as) {
    for (const t of placed) {
      for (let k = 0; k < 9; k += 3) {
        for (let l = 0; l < 9; l += 3) {
          near = Math.min(near, Math.hypot(s[k]! - t[l]!, s[k + 1]! - t[l + 1]!, s[k + 2]! - t[l + 2]!))
        }
      }
    }
  }
  const found: ExactPair[] = []
  as.forEach((s, i) => {
    bs.forEach((t, j) => {
      if (boxGap(boxesA[i]!, boxesB[j]!) > Math.max(near, limit) + slack) return
      const { distance } = exactTriangles(s, 0, t, 0, x)
      near = Math.min(near, distance)
      found.push({ a: i, b: j, distance })
    })
  })
  return found
}

function corners({ positions, triangles }: Soup): number[][] {
  const list: number[][] = []
  for (let t = 0; t < triangles.length; t += 3) {
    const triangle: number[] = []
    for (let k = 0; k < 3; k++) for (let c = 0; c < 3; c++) triangle.push(positions[3 * triangles[t + k]! + c]!)
    list.push(triangle)
  }
  return list
}

function place(t: readonly number[], x: ArrayLike<number>): number[] {
  const out: number[] = []
  for (let k = 0; k < 9; k += 3) {
    for (let row = 0; row < 12; row += 4) {
      out.push(x[row]! * t[k]! + x[row + 1]! * t[k + 1]! + x[row + 2]! * t[k + 2]! + x[row + 3]!)
    }
  }
  return out
}

function boxOf(t: readonly number[]): number[] {
  const axis = (c: number) => [t[c]!, t[c + 3]!, t[c + 6]!]
  return [0, 1, 2].flatMap((c) => [Math.min(...axis(c)), Math.max(...axis(c))])
}

function boxGap(a: readonly number[], b: readonly number[]): number {
  const gaps = [0, 2, 4].map((c) => Math.max(0, a[c]! - b[c + 1]!, b[c]! - a[c + 1]!))
  return Math.hypot(...gaps)
}
