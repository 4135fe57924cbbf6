// What kernels that run in JavaScript call (run-wgsl.ts): arrays of the device, and vectors.

/** A buffer. */
export type Words = Uint32Array | Int32Array | Float32Array

type Numbers = number[]
type Rounded = (x: number) => number

const bits = new DataView(new ArrayBuffer(4))

export const WGSL_HELPERS = {
  load(from: Words, i: number): number {
    if (!(i >= 0 && i < from.length)) throw new Error(`read at ${i} of ${from.length}`)
    return from[i]!
  },
  loadMany(from: Words, i: number, lanes: number): Numbers {
    if (!(i >= 0 && lanes * (i + 1) <= from.length)) throw new Error(`read at ${lanes * i} of ${from.length}`)
    const out: Numbers = []
    for (let k = lanes * i; k < lanes * (i + 1); k++) out.push(from[k]!)
    return out
  },
  store(to: Words, i: number, lanes: number, value: number | Numbers): void {
    if (!(i >= 0 && lanes * (i + 1) <= to.length)) throw new Error(`write at ${lanes * i} of ${to.length}`)
    if (typeof value === 'number') to[i] = value
    else to.set(value, lanes * i)
  },
  atomicAdd(at: Words, i: number, value: number): number {
    const before = WGSL_HELPERS.load(at, i)
    at[i] = before + value
    return before
  },
  atomicOr(at: Words, i: number, value: number): number {
    const before = WGSL_HELPERS.load(at, i)
    at[i] = before | value
    return before
  },
  lanes(count: number, a: unknown, b: unknown, of: (a: unknown, b: unknown, i: number) => number): Numbers {
    const out: Numbers = [0, 0, 0]
    if (count !== 3) out.length = count
    for (let i = 0; i < count; i++) out[i] = of(a, b, i)
    return out
  },
  copy<T extends object>(value: T): T {
    return (Array.isArray(value) ? value.slice() : { ...value }) as T
  },
  dot(a: Numbers, b: Numbers, product: Rounded, sum: Rounded): number {
    return a.map((x, i) => product(x * b[i]!)).reduce((all, x) => sum(all + x))
  },
  cross(a: Numbers, b: Numbers, product: Rounded, sum: Rounded): Numbers {
    return [0, 1, 2].map((k) => {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3]
      return sum(product(a[i]! * b[j]!) - product(a[j]! * b[i]!))
    })
  },
  f32Of(x: number, from: string): number {
    if (from === 'u32') bits.setUint32(0, x)
    else bits.setInt32(0, x)
    return bits.getFloat32(0)
  },
  i32Of: (x: number): number => x | 0,
  u32Of: (x: number): number => x >>> 0,
}
