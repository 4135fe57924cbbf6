// Integer arithmetic in WGSL: the twin of fixed-point.ts, bit for bit.
import { COSINE, HALF_PI, ONE, SINE } from './fixed-point.js'

export const ARITHMETIC = /* wgsl */ `
// a·b/2³⁰, rounded: [gpu-product].
fn product(a: i32, b: i32) -> i32 {
  let ah = a >> 16u;
  let al = a & 0xffff;
  let bh = b >> 16u;
  let bl = b & 0xffff;
  let low = ((ah * bl) >> 2u) + ((al * bh) >> 2u) + i32((u32(al) * u32(bl)) >> 18u);
  return ((ah * bh) << 2u) + ((low + 2048) >> 12u);
}

// Sine and cosine of an angle in 2⁻³² turns: [gpu-sine].
fn sineCosine(turns: i32) -> vec2<i32> {
  let quarter = (u32(turns) + 0x20000000u) >> 30u;
  let r = product(turns - i32(quarter << 30u), ${HALF_PI});
  let rr = product(r, r);
  let s = r + product(product(${series(SINE)}, rr), r);
  let c = ${ONE} + product(${series(COSINE)}, rr);
  if (quarter == 0u) { return vec2<i32>(s, c); }
  if (quarter == 1u) { return vec2<i32>(c, -s); }
  if (quarter == 2u) { return vec2<i32>(-s, -c); }
  return vec2<i32>(-c, s);
}
`

/** Horner's rule, written out; what it comes to is multiplied by rr once more for the sine, and for the cosine. */
function series(terms: readonly number[]): string {
  let text = `(${terms[terms.length - 1]})`
  for (let k = terms.length - 2; k >= 0; k--) text = `((${terms[k]}) + product(${text}, rr))`
  return text
}
