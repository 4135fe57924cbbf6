// XTC's compressed coordinates, read as plainly as can be: all bits as one text of 0 and 1, packed numbers as BigInt.
const SMALL = [
  ...[8, 10, 12, 16, 20, 25, 32, 40, 50, 64, 80, 101, 128, 161, 203, 256, 322, 406, 512, 645, 812, 1024, 1290, 1625],
  ...[2048, 2580, 3250, 4096, 5060, 6501, 8192, 10321, 13003, 16384, 20642, 26007, 32768, 41285, 52015, 65536, 82570],
  ...[104031, 131072, 165140, 208063, 262144, 330280, 416127, 524287, 660561, 832255, 1048576, 1321122, 1664510],
  ...[2097152, 2642245, 3329021, 4194304, 5284491, 6658042, 8388607, 10568983, 13316085, 16777216],
]

/** The whole numbers of the first frame of a file, three an atom. */
export function wholeNumbersOf(file: Uint8Array): number[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const isLarge = view.getInt32(0) === 2023
  const atoms = view.getInt32(4)
  const [least, most] = [60, 72].map((at) => [0, 4, 8].map((k) => view.getInt32(at + k))) as [number[], number[]]
  let size = view.getInt32(84)
  const length = isLarge ? Number(view.getBigInt64(88)) : view.getInt32(88)
  const start = isLarge ? 96 : 92
  let bits = [...file.subarray(start, start + length)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const take = (count: number): string => {
    const text = bits.slice(0, count)
    bits = bits.slice(count)
    return text
  }
  const number = (count: number): number => (count === 0 ? 0 : Number.parseInt(take(count), 2))
  /** Bytes, the least first, of which the last may have fewer bits. */
  const packed = (count: number, sizes: readonly number[]): number[] => {
    const text = take(count)
    let value = 0n
    for (let k = 0; k < text.length; k += 8) value += BigInt(`0b${text.slice(k, k + 8)}`) << BigInt(k)
    const [, b, c] = sizes.map(BigInt) as [bigint, bigint, bigint]
    return [value / (b * c), (value / c) % b, value % c].map(Number)
  }
  const sizes = least.map((low, k) => most[k]! - low + 1)
  const isWide = sizes.some((one) => one > 0xffffff)
  const product = sizes.reduce((all, one) => all * BigInt(one), 1n)
  const out: number[][] = []
  let run = 0
  while (out.length < atoms) {
    const whole = isWide
      ? sizes.map((one) => number(one.toString(2).length))
      : packed(product.toString(2).length, sizes)
    const group = [whole.map((n, k) => n + least[k]!)]
    let change = 0
    if (take(1) === '1') {
      const code = number(5)
      change = (code % 3) - 1
      run = Math.floor(code / 3)
    }
    const values = SMALL[size - 9]!
    for (let k = 0; k < run; k++) {
      const before = group.at(-1)!
      const steps = packed(size, [values, values, values])
      group.push(steps.map((n, axis) => before[axis]! + n - Math.floor(values / 2)))
    }
    if (run > 0) group.splice(0, 2, group[1]!, group[0]!)
    out.push(...group)
    size += change
  }
  return out.flat()
}
