// The direction between the closest points of two hulls of one to three points each, in doubles: a candidate for a separating direction.
// Nothing rests on it: what is found is tested, and may be wrong by rounding or where the hulls intersect.

/** The best so far: squared distance, then the direction from B to A, not normalised. One call uses it, from start to end. */
const best = new Float64Array(4)

/** Edges are taken as parallel if the square of the sine between them is below this: the common normal has lost half of its digits. */
const PARALLEL = 1e-14

/** Points of hulls a and b at x, y, z, … (countA and countB of them). Writes a direction from b to a, largest component ±1, or NaN. */
export function closestDirection(
  out: Float64Array,
  a: Float64Array,
  countA: number,
  b: Float64Array,
  countB: number,
): void {
  best[0] = Infinity
  best[1] = best[2] = best[3] = Number.NaN
  const edgesA = countA === 3 ? 3 : countA - 1
  const edgesB = countB === 3 ? 3 : countB - 1
  if (edgesA === 0 && edgesB === 0) {
    keep(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!)
  } else if (edgesA === 0) {
    for (let j = 0; j < edgesB; j++) pointSegment(a, 0, b, 3 * j, j === 2 ? 0 : 3 * j + 3, 1)
  } else if (edgesB === 0) {
    for (let i = 0; i < edgesA; i++) pointSegment(b, 0, a, 3 * i, i === 2 ? 0 : 3 * i + 3, -1)
  } else {
    for (let i = 0; i < edgesA; i++) {
      for (let j = 0; j < edgesB; j++) {
        segmentSegment(a, 3 * i, i === 2 ? 0 : 3 * i + 3, b, 3 * j, j === 2 ? 0 : 3 * j + 3)
      }
    }
  }
  if (countB === 3) pointsFace(a, countA, b, 1)
  if (countA === 3) pointsFace(b, countB, a, -1)
  normaliseDirection(out, best[1]!, best[2]!, best[3]!)
}

/** A direction with its largest component ±1; NaN if it is zero. */
export function normaliseDirection(out: Float64Array, x: number, y: number, z: number): void {
  const scale = 1 / Math.max(Math.abs(x), Math.abs(y), Math.abs(z))
  out[0] = x * scale
  out[1] = y * scale
  out[2] = z * scale
}

/** Takes a difference of two points if it is the shortest so far. */
function keep(x: number, y: number, z: number): void {
  const square = x * x + y * y + z * z
  if (square < best[0]!) {
    best[0] = square
    best[1] = x
    best[2] = y
    best[3] = z
  }
}

function pointSegment(a: Float64Array, i: number, b: Float64Array, j: number, j1: number, sign: number): void {
  const fx = b[j1]! - b[j]!
  const fy = b[j1 + 1]! - b[j + 1]!
  const fz = b[j1 + 2]! - b[j + 2]!
  const wx = a[i]! - b[j]!
  const wy = a[i + 1]! - b[j + 1]!
  const wz = a[i + 2]! - b[j + 2]!
  const square = fx * fx + fy * fy + fz * fz
  let t = square > 0 ? (wx * fx + wy * fy + wz * fz) / square : 0
  t = t < 0 ? 0 : t > 1 ? 1 : t
  keep(sign * (wx - t * fx), sign * (wy - t * fy), sign * (wz - t * fz))
}

function segmentSegment(a: Float64Array, i: number, i1: number, b: Float64Array, j: number, j1: number): void {
  const ex = a[i1]! - a[i]!
  const ey = a[i1 + 1]! - a[i + 1]!
  const ez = a[i1 + 2]! - a[i + 2]!
  const fx = b[j1]! - b[j]!
  const fy = b[j1 + 1]! - b[j + 1]!
  const fz = b[j1 + 2]! - b[j + 2]!
  const wx = a[i]! - b[j]!
  const wy = a[i + 1]! - b[j + 1]!
  const wz = a[i + 2]! - b[j + 2]!
  const ee = ex * ex + ey * ey + ez * ez
  const ff = fx * fx + fy * fy + fz * fz
  const ef = ex * fx + ey * fy + ez * fz
  const ew = ex * wx + ey * wy + ez * wz
  const fw = fx * wx + fy * wy + fz * wz
  const sine = ee * ff - ef * ef
  const areParallel = !(sine > PARALLEL * ee * ff)
  let s = areParallel ? 0 : (ef * fw - ew * ff) / sine
  s = s < 0 ? 0 : s > 1 ? 1 : s
  let u = ff > 0 ? (ef * s + fw) / ff : 0
  const isInside = !areParallel && s > 0 && s < 1 && u > 0 && u < 1
  if (!isInside) {
    u = u < 0 ? 0 : u > 1 ? 1 : u
    s = ee > 0 ? (ef * u - ew) / ee : 0
    s = s < 0 ? 0 : s > 1 ? 1 : s
    keep(wx + s * ex - u * fx, wy + s * ey - u * fy, wz + s * ez - u * fz)
    return
  }
  const nx = ey * fz - ez * fy
  const ny = ez * fx - ex * fz
  const nz = ex * fy - ey * fx
  keepNormal(nx, ny, nz, wx * nx + wy * ny + wz * nz)
}

/** Takes a normal if the distance along it, height/|n|, is the shortest so far. */
function keepNormal(nx: number, ny: number, nz: number, height: number): void {
  const square = (height * height) / (nx * nx + ny * ny + nz * nz)
  if (square < best[0]!) {
    best[0] = square
    best[1] = height < 0 ? -nx : nx
    best[2] = height < 0 ? -ny : ny
    best[3] = height < 0 ? -nz : nz
  }
}

/** The points whose feet are inside of a face. */
function pointsFace(a: Float64Array, countA: number, b: Float64Array, sign: number): void {
  const ex = b[3]! - b[0]!
  const ey = b[4]! - b[1]!
  const ez = b[5]! - b[2]!
  const fx = b[6]! - b[0]!
  const fy = b[7]! - b[1]!
  const fz = b[8]! - b[2]!
  const nx = ey * fz - ez * fy
  const ny = ez * fx - ex * fz
  const nz = ex * fy - ey * fx
  const square = nx * nx + ny * ny + nz * nz
  for (let i = 0; i < 3 * countA; i += 3) {
    const wx = a[i]! - b[0]!
    const wy = a[i + 1]! - b[1]!
    const wz = a[i + 2]! - b[2]!
    // n × w: its products with f and −e are the barycentric coordinates, times |n|².
    const cx = ny * wz - nz * wy
    const cy = nz * wx - nx * wz
    const cz = nx * wy - ny * wx
    const second = cx * fx + cy * fy + cz * fz
    const third = -(cx * ex + cy * ey + cz * ez)
    if (second > 0 && third > 0 && second + third < square) {
      keepNormal(nx, ny, nz, sign * (wx * nx + wy * ny + wz * nz))
    }
  }
}
