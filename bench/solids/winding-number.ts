// The generalised winding number of triangles around a point (Jacobson et al. 2013), by adding up solid angles: 1 inside a closed mesh, 0
// outside, something between near a hole. Shares no code with the engine, which it is to judge.

type Point = readonly [number, number, number]

export function windingNumber(positions: ArrayLike<number>, triangles: ArrayLike<number>, [x, y, z]: Point): number {
  let angle = 0
  for (let t = 0; t < triangles.length; t += 3) {
    const a = seen(positions, triangles[t]!, x, y, z)
    const b = seen(positions, triangles[t + 1]!, x, y, z)
    const c = seen(positions, triangles[t + 2]!, x, y, z)
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)]
    const volume =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    angle += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb)
  }
  return angle / (4 * Math.PI)
}

function seen(positions: ArrayLike<number>, v: number, x: number, y: number, z: number): [number, number, number] {
  return [positions[3 * v]! - x, positions[3 * v + 1]! - y, positions[3 * v + 2]! - z]
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
