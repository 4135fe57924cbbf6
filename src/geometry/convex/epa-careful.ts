// Normals of EPA's faces by whole numbers of any length: for the few pairs whose polytopes have slivers of which doubles
// cannot tell up from down. EPA's points are scaled to a size of about 1.

/** The bits kept after the point: what is cut off is 1e-33. */
const SCALE = 2 ** 110

type P = readonly [bigint, bigint, bigint]

function toIntegers(y: Float64Array, i: number): P {
  const whole = (x: number): bigint => BigInt(Math.trunc(x * SCALE))
  return [whole(y[i]!), whole(y[i + 1]!), whole(y[i + 2]!)]
}

function sub(a: P, b: P): P {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function cross(a: P, b: P): P {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** The unit normal of the triangle y[i..], y[j..], y[k..], right to a few units in the last place; not a number if none. */
export function faceNormalExactly(
  out: Float64Array,
  o: number,
  y: Float64Array,
  i: number,
  j: number,
  k: number,
): void {
  const p = toIntegers(y, i)
  const n = cross(sub(toIntegers(y, j), p), sub(toIntegers(y, k), p)).map(Number)
  const length = Math.hypot(n[0]!, n[1]!, n[2]!)
  for (let axis = 0; axis < 3; axis++) out[o + axis] = n[axis]! / length
}
