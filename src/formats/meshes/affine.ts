// Transforms of scene files: 3×4 row-major like a pose, but with any linear part, since nodes may scale, shear and mirror.

export type Affine = Float64Array

export function identityAffine(): Affine {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)
}

/** a · b. */
export function multiplyAffine(a: Affine, b: Affine): Affine {
  const out = new Float64Array(12)
  for (let r = 0; r < 12; r += 4) {
    for (let c = 0; c < 4; c++) {
      out[r + c] = a[r]! * b[c]! + a[r + 1]! * b[4 + c]! + a[r + 2]! * b[8 + c]! + (c === 3 ? a[r + 3]! : 0)
    }
  }
  return out
}

export function translation(x: number, y: number, z: number): Affine {
  return Float64Array.of(1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z)
}

export function scaling(x: number, y: number, z: number): Affine {
  return Float64Array.of(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0)
}

/** By a quaternion that is 1 long. */
export function rotation(x: number, y: number, z: number, w: number): Affine {
  return Float64Array.of(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0],
    ...[2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0],
    ...[2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0],
  )
}

/** Without its translation: for displacements. */
export function linearPart(a: Affine): Affine {
  const out = a.slice()
  for (const k of [3, 7, 11]) out[k] = 0
  return out
}

/** True if it turns left hands into right ones, and so every triangle round. */
export function isMirror(a: Affine): boolean {
  const det =
    a[0]! * (a[5]! * a[10]! - a[6]! * a[9]!) -
    a[1]! * (a[4]! * a[10]! - a[6]! * a[8]!) +
    a[2]! * (a[4]! * a[9]! - a[5]! * a[8]!)
  return det < 0
}

/** Transforms the points[from..to), counted in points, in place. */
export function transformPoints(a: Affine, points: Float64Array, from: number, to: number): void {
  for (let k = 3 * from; k < 3 * to; k += 3) {
    const x = points[k]!
    const y = points[k + 1]!
    const z = points[k + 2]!
    points[k] = a[0]! * x + a[1]! * y + a[2]! * z + a[3]!
    points[k + 1] = a[4]! * x + a[5]! * y + a[6]! * z + a[7]!
    points[k + 2] = a[8]! * x + a[9]! * y + a[10]! * z + a[11]!
  }
}

/** Swaps two corners of the triangles[from..to), counted in triangles. */
export function turnTriangles(triangles: Uint32Array, from: number, to: number): void {
  for (let k = 3 * from; k < 3 * to; k += 3) {
    const b = triangles[k + 1]!
    triangles[k + 1] = triangles[k + 2]!
    triangles[k + 2] = b
  }
}
