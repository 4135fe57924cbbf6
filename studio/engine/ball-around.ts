// A ball around points: around the middle of their box; at most by a factor of √3 larger than the smallest one. For cameras.

/** x, y, z and radius of a ball that holds x, y, z, … each with `radius` around it; of those from ≤ i < to. */
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
  let reachSq = 0
  for (let i = from; i < to; i++) {
    const [dx, dy, dz] = [points[3 * i]! - x, points[3 * i + 1]! - y, points[3 * i + 2]! - z]
    reachSq = Math.max(reachSq, dx * dx + dy * dy + dz * dz)
  }
  return [x, y, z, Math.sqrt(reachSq) + radius]
}
