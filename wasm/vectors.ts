// Vectors of two doubles. Every operation acts on its lanes as the scalar one would: nothing is fused or reordered.

// @ts-ignore: decorator
@inline
export function dot(a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y)), f64x2.mul(c, z))
}

// @ts-ignore: decorator
@inline
export function low(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2)
}

// @ts-ignore: decorator
@inline
export function high(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3)
}

// @ts-ignore: decorator
@inline
export function lowHigh(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 3)
}

/** Three products added to a sum, one after the other. */
// @ts-ignore: decorator
@inline
export function plus(sum: v128, a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.add(sum, f64x2.mul(a, x)), f64x2.mul(b, y)), f64x2.mul(c, z))
}

// @ts-ignore: decorator
@inline
export function pair(a: f64, b: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(a), 1, b)
}

// @ts-ignore: decorator
@inline
export function first(a: v128): f64 {
  return f64x2.extract_lane(a, 0)
}

// @ts-ignore: decorator
@inline
export function second(a: v128): f64 {
  return f64x2.extract_lane(a, 1)
}

/** Absolute values. With the mask as a number of its own V8 keeps it in a register; f64x2.abs loads it each time. */
// @ts-ignore: decorator
@inline
export function magnitude(a: v128): v128 {
  return v128.and(a, i64x2.splat(0x7fffffffffffffff))
}
