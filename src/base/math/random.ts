// Seeded random numbers: sfc32, seeded through splitmix32. Integer arithmetic only, so a seed gives the same
// stream in every JavaScript engine. The state is four words that can be saved and restored.

/** A seeded stream of random numbers. Same seed, same stream, everywhere. */
export class Random {
  private a = 0
  private b = 0
  private c = 0
  private counter = 1

  constructor(seed: number) {
    let s = seed >>> 0 || (Math.trunc(seed / 2 ** 32) >>> 0) ^ 0x9e3779b9
    const next = (): number => {
      s = (s + 0x9e3779b9) | 0
      let z = s ^ (s >>> 16)
      z = Math.imul(z, 0x21f0aaad)
      z ^= z >>> 15
      z = Math.imul(z, 0x735a2d97)
      return z ^ (z >>> 15)
    }
    this.a = next()
    this.b = next()
    this.c = next()
    for (let i = 0; i < 12; i++) this.bits()
  }

  /** 32 random bits, as a signed integer. */
  bits(): number {
    const t = (this.a + this.b + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = ((this.c << 21) | (this.c >>> 11)) + t
    this.c |= 0
    return t
  }

  /** Uniform in [0, 1), all 53 bits of it random. */
  unit(): number {
    const high = this.bits() >>> 6
    const low = this.bits() >>> 5
    return (high * 0x8000000 + low) / 2 ** 53
  }

  /** Uniform in [low, high). */
  range(low: number, high: number): number {
    return low + (high - low) * this.unit()
  }

  /** A whole number in [0, count). */
  integer(count: number): number {
    return Math.floor(this.unit() * count)
  }

  /** Writes a direction uniform on the unit sphere to out[at..at+2]. */
  direction(out: Float64Array, at = 0): Float64Array {
    for (;;) {
      const x = this.range(-1, 1)
      const y = this.range(-1, 1)
      const s = x * x + y * y
      if (s >= 1) continue
      const k = 2 * Math.sqrt(1 - s)
      out[at] = x * k
      out[at + 1] = y * k
      out[at + 2] = 1 - 2 * s
      return out
    }
  }

  /** The four words of the state, to be given back to `restore`. */
  save(): Int32Array {
    return Int32Array.of(this.a, this.b, this.c, this.counter)
  }

  restore(state: Int32Array): void {
    this.a = state[0]!
    this.b = state[1]!
    this.c = state[2]!
    this.counter = state[3]!
  }
}
