// Stretches of time that wait to be tested, flat: a queue of their numbers, and what is known of each.
import FlatQueue from 'flatqueue'

/** Shortest stretch of time, so that halves of it are exact. */
export const SHORTEST = 2 ** -48

export class Stretches {
  /** By number. `a` and `b`: what is known at either end. */
  pair = new Int32Array(64)
  from = new Float64Array(64)
  width = new Float64Array(64)
  a = new Float64Array(64)
  b = new Float64Array(64)
  readonly queue = new FlatQueue<number>()
  private free = new Int32Array(64)
  private freed = 0
  private used = 0

  get length(): number {
    return this.queue.length
  }

  /** The number of a new one, whose fields are to be written and which is then to be queued: arguments would be boxed. */
  take(): number {
    if (this.freed > 0) return this.free[--this.freed]!
    if (this.used === this.pair.length) this.grow()
    return this.used++
  }

  /** The greatest excess comes first. */
  put(pair: number, from: number, width: number, a: number, b: number, excess: number): void {
    const e = this.take()
    this.pair[e] = pair
    this.from[e] = from
    this.width[e] = width
    this.a[e] = a
    this.b[e] = b
    this.queue.push(e, -excess)
  }

  /** Takes the first: its numbers are good until the next put. */
  pop(): number {
    const e = this.queue.pop()!
    this.free[this.freed++] = e
    return e
  }

  private grow(): void {
    const length = 2 * this.pair.length
    const pair = new Int32Array(length)
    pair.set(this.pair)
    this.pair = pair
    const free = new Int32Array(length)
    free.set(this.free)
    this.free = free
    this.from = longer(this.from, length)
    this.width = longer(this.width, length)
    this.a = longer(this.a, length)
    this.b = longer(this.b, length)
  }
}

function longer(array: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const out = new Float64Array(length)
  out.set(array)
  return out
}
