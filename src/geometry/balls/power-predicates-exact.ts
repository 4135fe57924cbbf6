// The last stage of the power predicates: balls in whole numbers of any length. Every double is a whole number of units of
// some power of two, and so are sums and products of them; determinants of whole numbers have exact signs. Called where the
// filters of power-predicates.ts cannot tell, and slow beside them (microseconds).
//
// All matrices are relative to the last ball given, e: rows (p_i − p_e, L_i), L_i = |p_i − p_e|² − r_i² + r_e², which is the
// lift of i less that of e less an affine function of p_i.

const value = new Float64Array(1)
const words = new Uint32Array(value.buffer)
const LITTLE_ENDIAN = isLittleEndian()
const LOW = LITTLE_ENDIAN ? 0 : 1
const HIGH = 1 - LOW

/** Five balls of four numbers, at most. */
const MOST = 20
const mantissa = new Float64Array(MOST)
const exponent = new Int32Array(MOST)
const whole: bigint[] = new Array<bigint>(MOST).fill(0n)

/** 2^k: a mantissa times any of them is a finite double. */
const MOST_SHIFT = 960
const powers = Float64Array.from({ length: MOST_SHIFT + 1 }, (_, k) => 2 ** k)

/** Determinants of five lengths in units of at least 2^-MOST_UNIT do not underflow; nor overflow up to as much. */
const MOST_UNIT = 200

/**
 * Is every coordinate (and, if asked, every radius) a whole number of some unit, 2^bits of which are more than any difference of
 * coordinates to ball o's, and than any sum of its radius and another one that differs? Then the differences are exact.
 */
export function areShort(
  balls: Float64Array,
  bits: number,
  radii: boolean,
  o: number,
  a: number,
  b: number,
  c: number,
  d: number,
): boolean {
  let widest = widestTo(balls, radii, o, a)
  widest = Math.max(widest, widestTo(balls, radii, o, b))
  widest = Math.max(widest, widestTo(balls, radii, o, c))
  widest = Math.max(widest, widestTo(balls, radii, o, d))
  if (widest === 0) return true
  // The power of two that takes the widest to [2^(bits − 1), 2^bits).
  value[0] = widest
  const shift = bits - 1 - (((words[HIGH]! >>> 20) & 0x7ff) - 1023)
  if (shift > MOST_UNIT || shift < -MOST_UNIT) return false
  const units = 2 ** shift
  return (
    isWhole(balls, radii, o, units) &&
    isWhole(balls, radii, a, units) &&
    isWhole(balls, radii, b, units) &&
    isWhole(balls, radii, c, units) &&
    isWhole(balls, radii, d, units)
  )
}

function widestTo(balls: Float64Array, radii: boolean, o: number, i: number): number {
  const p = 4 * o
  const q = 4 * i
  const widest = Math.max(
    Math.abs(balls[q]! - balls[p]!),
    Math.abs(balls[q + 1]! - balls[p + 1]!),
    Math.abs(balls[q + 2]! - balls[p + 2]!),
  )
  return radii && balls[q + 3] !== balls[p + 3] ? Math.max(widest, balls[q + 3]! + balls[p + 3]!) : widest
}

function isWhole(balls: Float64Array, radii: boolean, i: number, units: number): boolean {
  const last = 4 * i + (radii ? 3 : 2)
  for (let k = 4 * i; k <= last; k++) {
    const x = balls[k]!
    const scaled = x * units
    // Too small to be scaled is not whole.
    if (Math.floor(scaled) !== scaled || (scaled === 0 && x !== 0)) return false
  }
  return true
}

/** The sign of det[b − a, c − a] in the coordinates u and v. */
export function orient2Exact(balls: Float64Array, a: number, b: number, c: number, u: number, v: number): number {
  load(balls, 0, a)
  load(balls, 1, b)
  load(balls, 2, c)
  toWhole(3)
  const w = whole
  const p = (w[4 + u]! - w[u]!) * (w[8 + v]! - w[v]!)
  const q = (w[4 + v]! - w[v]!) * (w[8 + u]! - w[u]!)
  return p > q ? 1 : p < q ? -1 : 0
}

/** The sign of det[b − a, c − a, d − a]. */
export function orient3Exact(balls: Float64Array, a: number, b: number, c: number, d: number): number {
  load(balls, 0, a)
  load(balls, 1, b)
  load(balls, 2, c)
  load(balls, 3, d)
  toWhole(4)
  const w = whole
  const [x, y, z] = [w[0]!, w[1]!, w[2]!]
  const [bx, by, bz] = [w[4]! - x, w[5]! - y, w[6]! - z]
  const [cx, cy, cz] = [w[8]! - x, w[9]! - y, w[10]! - z]
  const [dx, dy, dz] = [w[12]! - x, w[13]! - y, w[14]! - z]
  return sign(bx * (cy * dz - cz * dy) - by * (cx * dz - cz * dx) + bz * (cx * dy - cy * dx))
}

/** The sign of det of two rows (u, L): a and b relative to c. */
export function lifted1Exact(balls: Float64Array, a: number, b: number, c: number, u: number): number {
  load(balls, 0, a)
  load(balls, 1, b)
  load(balls, 2, c)
  toWhole(3)
  const w = whole
  return sign((w[u]! - w[8 + u]!) * lift(4, 8) - (w[4 + u]! - w[8 + u]!) * lift(0, 8))
}

/** The sign of det of three rows (u, v, L): a, b and c relative to d. */
export function lifted2Exact(
  balls: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  u: number,
  v: number,
): number {
  load(balls, 0, a)
  load(balls, 1, b)
  load(balls, 2, c)
  load(balls, 3, d)
  toWhole(4)
  const w = whole
  const [ax, ay] = [w[u]! - w[12 + u]!, w[v]! - w[12 + v]!]
  const [bx, by] = [w[4 + u]! - w[12 + u]!, w[4 + v]! - w[12 + v]!]
  const [cx, cy] = [w[8 + u]! - w[12 + u]!, w[8 + v]! - w[12 + v]!]
  return sign(lift(0, 12) * (bx * cy - by * cx) - lift(4, 12) * (ax * cy - ay * cx) + lift(8, 12) * (ax * by - ay * bx))
}

/** The sign of det of four rows (x, y, z, L): a, b, c and d relative to e. */
export function lifted3Exact(balls: Float64Array, a: number, b: number, c: number, d: number, e: number): number {
  load(balls, 0, a)
  load(balls, 1, b)
  load(balls, 2, c)
  load(balls, 3, d)
  load(balls, 4, e)
  toWhole(5)
  const w = whole
  const [x, y, z] = [w[16]!, w[17]!, w[18]!]
  const [ax, ay, az] = [w[0]! - x, w[1]! - y, w[2]! - z]
  const [bx, by, bz] = [w[4]! - x, w[5]! - y, w[6]! - z]
  const [cx, cy, cz] = [w[8]! - x, w[9]! - y, w[10]! - z]
  const [dx, dy, dz] = [w[12]! - x, w[13]! - y, w[14]! - z]
  const ab = ax * by - bx * ay
  const bc = bx * cy - cx * by
  const cd = cx * dy - dx * cy
  const da = dx * ay - ax * dy
  const ac = ax * cy - cx * ay
  const bd = bx * dy - dx * by
  const abc = az * bc - bz * ac + cz * ab
  const bcd = bz * cd - cz * bd + dz * bc
  const cda = cz * da + dz * ac + az * cd
  const dab = dz * ab + az * bd + bz * da
  return sign(lift(12, 16) * abc - lift(8, 16) * dab + (lift(4, 16) * cda - lift(0, 16) * bcd))
}

/** L of the ball at i, relative to the one at e. */
function lift(i: number, e: number): bigint {
  const w = whole
  const [x, y, z] = [w[i]! - w[e]!, w[i + 1]! - w[e + 1]!, w[i + 2]! - w[e + 2]!]
  const [r, s] = [w[i + 3]!, w[e + 3]!]
  return x * x + y * y + z * z - (r - s) * (r + s)
}

function load(balls: Float64Array, place: number, ball: number): void {
  for (let k = 0; k < 4; k++) split(4 * place + k, balls[4 * ball + k]!)
}

/** mantissa·2^exponent, the mantissa odd, or zero. */
function split(k: number, x: number): void {
  value[0] = x
  const high = words[HIGH]!
  const low = words[LOW]!
  const biased = (high >>> 20) & 0x7ff
  const top = biased === 0 ? high & 0xfffff : (high & 0xfffff) | 0x100000
  if (top === 0 && low === 0) {
    mantissa[k] = 0
    return
  }
  const zeros = low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(top & -top)
  const m = (top * 4294967296 + low) / powers[zeros]!
  mantissa[k] = high >>> 31 === 0 ? m : -m
  exponent[k] = (biased === 0 ? 1 : biased) - 1075 + zeros
}

/** The loaded balls in units of the smallest power of two that any of their numbers needs. */
function toWhole(count: number): void {
  let unit = 2000
  for (let k = 0; k < 4 * count; k++) if (mantissa[k] !== 0 && exponent[k]! < unit) unit = exponent[k]!
  for (let k = 0; k < 4 * count; k++) {
    const m = mantissa[k]!
    if (m === 0) {
      whole[k] = 0n
      continue
    }
    const shift = exponent[k]! - unit
    whole[k] = shift <= MOST_SHIFT ? BigInt(m * powers[shift]!) : BigInt(m) << BigInt(shift)
  }
}

function sign(a: bigint): number {
  return a > 0n ? 1 : a < 0n ? -1 : 0
}

function isLittleEndian(): boolean {
  value[0] = 1
  return words[0] === 0
}
