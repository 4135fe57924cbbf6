// Joint values in WGSL, which has no doubles: two words of each, the lower first, become a whole number, exactly as joint-values.ts says.
import { READING_AT } from './layout.js'

/** Needs `chain`, and has words of the body whose numbers begin at i. */
export const READ_DOUBLE = /* wgsl */ `
fn word(i: u32, k: u32) -> u32 {
  return bitcast<u32>(chain[i + ${READING_AT}u + k]);
}

fn words(i: u32, k: u32) -> vec2<u32> {
  return vec2<u32>(word(i, k), word(i, k + 1u));
}

// a·b in full.
fn wide(a: u32, b: u32) -> vec2<u32> {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let one = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let other = (a & 0xffffu) * (b >> 16u) + (one & 0xffffu);
  return vec2<u32>((other << 16u) | (low & 0xffffu), (a >> 16u) * (b >> 16u) + (one >> 16u) + (other >> 16u));
}

// The last 64 bits of a sum.
fn add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = a.x + b.x;
  return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));
}

// The size of a double times 2ˢ, cut off to a whole number, which is below 2⁶⁴.
fn cutOff(x: vec2<u32>, s: i32) -> vec2<u32> {
  let exponent = (x.y >> 20u) & 0x7ffu;
  let high = (x.y & 0xfffffu) | select(0u, 0x100000u, exponent > 0u);
  let up = i32(max(exponent, 1u)) + s;
  if (up >= 0) {
    let n = u32(up) & 31u;
    if (up >= 32) { return vec2<u32>(0u, x.x << n); }
    return vec2<u32>(x.x << n, (high << n) | ((x.x >> 1u) >> (31u - n)));
  }
  if (up <= -64) { return vec2<u32>(0u); }
  let n = u32(-up) & 31u;
  if (up <= -32) { return vec2<u32>(high >> n, 0u); }
  return vec2<u32>((x.x >> n) | ((high << 1u) << (31u - n)), high >> n);
}

// 64 bits of three words, without the last n, which are fewer than 32.
fn middle(a: u32, b: u32, c: u32, n: u32) -> vec2<u32> {
  return vec2<u32>((a >> n) | ((b << 1u) << (31u - n)), (b >> n) | ((c << 1u) << (31u - n)));
}

// [gpu-angle]
fn reading(x: vec2<u32>, i: u32) -> i32 {
  let size = cutOff(x, bitcast<i32>(word(i, 1u)));
  let scale = words(i, 4u);
  let low = wide(size.x, scale.x);
  // None of these overflows: scale is below 2⁶³, and size below 2⁶¹.
  let mid = add(add(wide(size.x, scale.y), wide(size.y, scale.x)), vec2<u32>(low.y, 0u));
  let high = add(wide(size.y, scale.y), vec2<u32>(mid.y, 0u));
  // From 38 to 95.
  let shift = word(i, 2u);
  var value = middle(mid.x, high.x, high.y, shift & 31u);
  if (shift >= 64u) { value = middle(high.x, high.y, 0u, shift & 31u); }
  if ((x.y >> 31u) != word(i, 3u)) { value = add(~value, vec2<u32>(1u, 0u)); }
  return bitcast<i32>(add(add(value, words(i, 6u)), vec2<u32>(0x80000000u, 0u)).y);
}

fn isBelow(a: vec2<u32>, b: vec2<u32>) -> bool {
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}

// Is a joint value a number, within limits, and not too large?
fn isBelieved(x: vec2<u32>, i: u32) -> bool {
  var key = vec2<u32>(x.x, x.y | 0x80000000u);
  if ((x.y >> 31u) == 1u) { key = ~x; }
  return !isBelow(key, words(i, 8u)) && !isBelow(words(i, 10u), key);
}
`
