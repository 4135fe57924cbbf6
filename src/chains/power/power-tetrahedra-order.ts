// In which order balls are inserted: a few at random first, then four times as many, and so on (a "biased randomised
// insertion order": Amenta, Choi and Rote, "Incremental constructions con BRIO", 2003), each round along a Hilbert curve, so
// that a walk from the last ball to the next is short and what it reads is near in memory. The random choice is a hash of
// the index: the same balls, the same order.

/** Rounds, at most: 4^14 balls. */
const ROUNDS = 14
/** Bits of a key that a double holds exactly: four for the round, the rest for the place on the curve and the index. */
const KEY_BITS = 53
const ROUND_BITS = 4

/** The indices of the balls, in order of insertion. */
export function insertionOrder(balls: Float64Array): Int32Array {
  const count = balls.length >> 2
  const indexBits = Math.max(1, 32 - Math.clz32(count))
  const axisBits = Math.min(16, Math.trunc((KEY_BITS - ROUND_BITS - indexBits) / 3))
  const cells = 2 ** axisBits
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < 4 * count; i += 4) {
    for (let k = 0; k < 3; k++) {
      const x = balls[i + k]!
      if (x < least[k]!) least[k] = x
      if (x > most[k]!) most[k] = x
    }
  }
  const width = Math.max(most[0]! - least[0]!, most[1]! - least[1]!, most[2]! - least[2]!, Number.MIN_VALUE)
  const keys = new Float64Array(count)
  const indexRange = 2 ** indexBits
  const curveRange = 2 ** (3 * axisBits)
  const place = (x: number, k: number): number => Math.min(cells - 1, Math.trunc(((x - least[k]!) / width) * cells))
  for (let i = 0; i < count; i++) {
    const at = 4 * i
    const curve = hilbert(place(balls[at]!, 0), place(balls[at + 1]!, 1), place(balls[at + 2]!, 2), axisBits)
    keys[i] = ((ROUNDS - round(i)) * curveRange + curve) * indexRange + i
  }
  keys.sort()
  const order = new Int32Array(count)
  for (let i = 0; i < count; i++) order[i] = keys[i]! % indexRange
  return order
}

/** A quarter of the balls are in round 1 or more, a quarter of those in round 2 or more … */
function round(i: number): number {
  let h = Math.imul(i + 1, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  h ^= h >>> 16
  return Math.min(ROUNDS, Math.clz32(h) >> 1)
}

/** The place of a cell on the Hilbert curve: Skilling, "Programming the Hilbert curve", 2004. */
function hilbert(x: number, y: number, z: number, bits: number): number {
  for (let q = 1 << (bits - 1); q > 1; q >>= 1) {
    const p = q - 1
    if (x & q) x ^= p
    if (y & q) x ^= p
    else {
      const t = (x ^ y) & p
      x ^= t
      y ^= t
    }
    if (z & q) x ^= p
    else {
      const t = (x ^ z) & p
      x ^= t
      z ^= t
    }
  }
  y ^= x
  z ^= y
  let t = 0
  for (let q = 1 << (bits - 1); q > 1; q >>= 1) if (z & q) t ^= q - 1
  x ^= t
  y ^= t
  z ^= t
  let key = 0
  for (let b = bits - 1; b >= 0; b--) key = key * 8 + ((x >> b) & 1) * 4 + ((y >> b) & 1) * 2 + ((z >> b) & 1)
  return key
}
