// Fills a loop of edges with triangles between its vertices, of least total area.
//
// By dynamic programming (Barequet and Sharir 1995): the least area between vertices i and j of the loop is that of a triangle i, k, j
// and of what it leaves on either side, for the best k. O(m³) for m edges, so longer loops are cut in two first. The first found among
// equals is taken; areas are sums, products and square roots, which all engines round alike.

/** Loops of more edges are cut in two. */
export const LONGEST_LOOP = 256

/** Longer loops try only every k-th vertex for a cut. */
const MOST_ENDS = 4096

/** Adds triangles between the vertices of a loop, numbers in `points`, to `out`; returns their area. */
export function fillLoop(out: number[], points: Float64Array, loop: readonly number[]): number {
  if (loop.length <= LONGEST_LOOP) return fillShort(out, points, loop)
  const [i, j] = shortestCut(points, loop)
  const one = loop.slice(i, j + 1)
  const other = [...loop.slice(j), ...loop.slice(0, i + 1)]
  return fillLoop(out, points, one) + fillLoop(out, points, other)
}

function fillShort(out: number[], points: Float64Array, loop: readonly number[]): number {
  const m = loop.length
  /** By i and j, and by j and i: both are read along a row. */
  const least = new Float64Array(m * m)
  const best = new Int32Array(m * m)
  const own = new Float64Array(3 * m)
  for (let k = 0; k < 3 * m; k++) own[k] = points[3 * loop[Math.trunc(k / 3)]! + (k % 3)]!
  for (let gap = 2; gap < m; gap++) {
    for (let i = 0; i + gap < m; i++) {
      const j = i + gap
      let area = Infinity
      for (let k = i + 1; k < j; k++) {
        // An area more does not make it less.
        const sides = least[i * m + k]! + least[j * m + k]!
        if (!(sides < area)) continue
        const sum = sides + triangleArea(own, i, k, j)
        if (!(sum < area)) continue
        area = sum
        best[i * m + j] = k
      }
      least[i * m + j] = area
      least[j * m + i] = area
    }
  }
  const waiting = [0, m - 1]
  while (waiting.length > 0) {
    const j = waiting.pop()!
    const i = waiting.pop()!
    if (j - i < 2) continue
    const k = best[i * m + j]!
    out.push(loop[i]!, loop[k]!, loop[j]!)
    waiting.push(k, j, i, k)
  }
  return least[m - 1]!
}

/** The shortest chord that leaves a quarter of the loop on either side, at least. */
function shortestCut(points: Float64Array, loop: readonly number[]): [number, number] {
  const m = loop.length
  const quarter = Math.ceil(m / 4)
  const step = Math.ceil(m / MOST_ENDS)
  let best = Infinity
  let cut: [number, number] = [0, m >> 1]
  for (let i = 0; i < m; i += step) {
    const p = 3 * loop[i]!
    for (let j = i + quarter; j <= Math.min(m - 1, i + m - quarter); j += step) {
      const q = 3 * loop[j]!
      const x = points[p]! - points[q]!
      const y = points[p + 1]! - points[q + 1]!
      const z = points[p + 2]! - points[q + 2]!
      const lengthSq = x * x + y * y + z * z
      if (!(lengthSq < best)) continue
      best = lengthSq
      cut = [i, j]
    }
  }
  return cut
}

/** The area of a triangle by the numbers of its corners. */
export function triangleArea(points: Float64Array, a: number, b: number, c: number): number {
  const ux = points[3 * b]! - points[3 * a]!
  const uy = points[3 * b + 1]! - points[3 * a + 1]!
  const uz = points[3 * b + 2]! - points[3 * a + 2]!
  const vx = points[3 * c]! - points[3 * a]!
  const vy = points[3 * c + 1]! - points[3 * a + 1]!
  const vz = points[3 * c + 2]! - points[3 * a + 2]!
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  return Math.sqrt(x * x + y * y + z * z) / 2
}
