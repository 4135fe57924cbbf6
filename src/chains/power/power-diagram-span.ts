// What balls' centres span: a place, a line, a plane or space, exactly, and balls and coordinates that show it.
import { orient2, orient3 } from '../../geometry/balls/power-predicates.js'

export interface Span {
  /** Of the smallest flat through all centres. */
  readonly dimension: 0 | 1 | 2 | 3
  /** dimension + 1 balls that span it. */
  readonly balls: readonly number[]
  /** A line has a length along u, a plane an area along u and v. */
  readonly u: number
  readonly v: number
  /** A plane in which the third coordinate is the same everywhere. */
  readonly level: boolean
}

const PLANES = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const

export function spanOf(balls: Float64Array): Span {
  const n = balls.length / 4
  let b = 1
  while (b < n && samePlace(balls, 0, b)) b++
  if (b >= n) return { dimension: 0, balls: [0], u: 0, v: 1, level: false }
  const varying = [0, 1, 2].filter((k) => varies(balls, k))
  const along = [0, 1, 2].find((k) => balls[k] !== balls[4 * b + k])!
  // A coordinate that is the same everywhere takes no part.
  const planes = PLANES.filter(([u, v]) => varying.includes(u) && varying.includes(v))
  for (let c = b + 1; c < n; c++) {
    const plane = planes.find(([u, v]) => orient2(balls, 0, b, c, u, v) !== 0)
    if (plane === undefined) continue
    const [u, v] = plane
    if (varying.length === 3) {
      for (let d = c + 1; d < n; d++) {
        if (orient3(balls, 0, b, c, d) !== 0) return { dimension: 3, balls: [0, b, c, d], u, v, level: false }
      }
    }
    return { dimension: 2, balls: [0, b, c], u, v, level: varying.length === 2 }
  }
  return { dimension: 1, balls: [0, b], u: along, v: (along + 1) % 3, level: false }
}

function samePlace(balls: Float64Array, i: number, j: number): boolean {
  for (let k = 0; k < 3; k++) if (balls[4 * i + k] !== balls[4 * j + k]) return false
  return true
}

function varies(balls: Float64Array, k: number): boolean {
  for (let at = k; at < balls.length; at += 4) if (balls[at] !== balls[k]) return true
  return false
}
