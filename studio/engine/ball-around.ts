// Balls around points, for cameras: not the smallest, but quick.

/** x, y, z and radius of a ball around the middle of their box that holds x, y, z, … each with `radius` around it; of those from ≤ i < to. */
export function ballAround(points: Float64Array, radius: number, from = 0, to = points.length / 3): number[] {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = from; i < to; i++) {
    for (let k = 0; k < 3; k++) {
      const x = points[3 * i + k]!
      if (x < low[k]!) low[k] = x
      if (x > high[k]!) high[k] = x
    }
  }
  const [x, y, z] = low.map((least, k) => (least + high[k]!) / 2) as [number, number, number]
  return [x, y, z, reach(points, x, y, z, from, to) + radius]
}

/** The same around their mean: calmer while they move. */
export function ballAroundMean(points: Float64Array, radius: number): number[] {
  const n = points.length / 3
  const mean = [0, 0, 0]
  for (let i = 0; i < points.length; i++) mean[i % 3]! += points[i]! / n
  const [x, y, z] = mean as [number, number, number]
  return [x, y, z, reach(points, x, y, z, 0, n) + radius]
}

function reach(points: Float64Array, x: number, y: number, z: number, from: number, to: number): number {
  let reachSq = 0
  for (let i = from; i < to; i++) {
    const [dx, dy, dz] = [points[3 * i]! - x, points[3 * i + 1]! - y, points[3 * i + 2]! - z]
    reachSq = Math.max(reachSq, dx * dx + dy * dy + dz * dz)
  }
  return Math.sqrt(reachSq)
}
