// Kinematics in integers: what a shader computes with 32-bit integers is fixed to the last bit by the specification, on every device,
// while its floating-point numbers may be rounded either way, reassociated and fused. So sines, cosines and the product of poses along
// a chain are integers, and their error is a number that can be counted. This is the reference; kernels/arithmetic.ts is its twin in WGSL.
//
// A rotation entry is a multiple of ε = 2⁻³⁰, an angle a multiple of 2⁻³² of a turn, a length a multiple of a power of two, η.
//
// [gpu-product] fixedProduct(a, b) is a·b/2³⁰ with an error of at most 0.501, where |a|, |b| ≤ 2³⁰ + 2¹⁴ or so that no part overflows: of
//   a = aₕ·2¹⁶ + aₗ the quotient is 4·aₕ·bₕ + (aₕ·bₗ + aₗ·bₕ)/2¹⁴ + aₗ·bₗ/2³⁰; the last three in units of 2⁻¹² lose less than one
//   each, and are then rounded to the nearest integer: 0.5 + 3/4096.
// [gpu-sine] sine and cosine of a whole number of 2⁻³² turns are off by at most 3 ε. With |r| ≤ π/4, r² ≤ 0.617:
//   r = fixedProduct(rest, π/2) is off by 0.501 + 0.25 (π/2 is rounded), which moves a sine by as much and a cosine by 0.54 at most;
//   r² by 0.501. A Horner step c + fixedProduct(p, r²) with c rounded adds 0.5 + 0.501 + 0.617·(error of p) + 0.501·|p|:
//   0.5, 1.31, 1.81, 2.12, then for the sine 2.31; fixedProduct(p, r²) is off by 2.01, and r + fixedProduct(that, r) by 2.08 + 0.75 for r, and
//   r¹³/13! is 0.008 more: 2.84. For the cosine, whose −1/2 is exact: 1.83, then 0.501 + 0.617·1.83 + 0.25 = 1.88, 0.54 for r, and
//   r¹²/12!, which is 0.13: 2.55.

/** 1, as a rotation entry. */
export const ONE = 2 ** 30

/** What `product` may be off by, in units of its result. */
export const PRODUCT_ERROR = 0.501

/** What sines and cosines may be off by, in ε. */
export const SINE_ERROR = 3

/** ε. */
export const EPSILON = 2 ** -30

/** What the kernels compute with, as whole multiples of ε, rounded: π/2, then the coefficients of r², r⁴ … of sin r/r − 1 and cos r − 1. */
export const HALF_PI = Math.round((Math.PI / 2) * ONE)
export const SINE = [-1 / 6, 1 / 120, -1 / 5040, 1 / 362880, -1 / 39916800].map(quantised)
export const COSINE = [-1 / 2, 1 / 24, -1 / 720, 1 / 40320, -1 / 3628800].map(quantised)

/** The multiple of ε that is nearest. */
export function quantised(x: number): number {
  return Math.round(x * ONE)
}

/** a·b/2³⁰: see [gpu-product]. */
export function fixedProduct(a: number, b: number): number {
  const ah = a >> 16
  const al = a & 0xffff
  const bh = b >> 16
  const bl = b & 0xffff
  const low = ((ah * bl) >> 2) + ((al * bh) >> 2) + (Math.imul(al, bl) >>> 18)
  return (((ah * bh) << 2) + ((low + 2048) >> 12)) | 0
}

/** Sine and cosine of an angle in 2⁻³² turns, to out[0] and out[1]: see [gpu-sine]. */
export function fixedSine(out: Int32Array, turns: number): void {
  const quarter = (turns + 0x20000000) >>> 30
  const r = fixedProduct((turns - (quarter << 30)) | 0, HALF_PI)
  const rr = fixedProduct(r, r)
  const s = (r + fixedProduct(fixedProduct(series(SINE, rr), rr), r)) | 0
  const c = (ONE + fixedProduct(series(COSINE, rr), rr)) | 0
  out[0] = quarter === 0 ? s : quarter === 1 ? c : quarter === 2 ? -s : -c
  out[1] = quarter === 0 ? c : quarter === 1 ? -s : quarter === 2 ? -c : s
}

function series(terms: readonly number[], rr: number): number {
  let p = terms[terms.length - 1]!
  for (let k = terms.length - 2; k >= 0; k--) p = (terms[k]! + fixedProduct(p, rr)) | 0
  return p
}
