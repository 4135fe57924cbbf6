// XTC's compressed coordinates (xdr3dfcoord of GROMACS, by F. van Hoesel). Coordinates are whole numbers of 1 / precision nm. An atom
// is written within the box of all atoms; behind it up to eight atoms follow as small differences, each from the one before it.
// Of such a run the first two atoms are swapped: of water, oxygen then lies between its hydrogens. The size of small
// differences is adapted as it goes: by index into MAGIC_INTS, one up or down at a time.
import { BitReader, bitsOf, bitsOfPacked, FIRST_INDEX, LAST_INDEX, MAGIC_INTS, MOST_PACKED } from './xtc-bits.js'

/** What is written before the bits. */
export interface CompressedHeader {
  readonly atoms: number
  /** The box of all atoms, in whole numbers. */
  readonly least: readonly [number, number, number]
  readonly most: readonly [number, number, number]
  /** Into MAGIC_INTS. */
  readonly small: number
}

/** How the numbers of the box are written: packed into one, or, where `packed` is 0, by themselves. */
export interface BoxBits {
  readonly sizes: readonly [number, number, number]
  readonly packed: number
  readonly single: readonly [number, number, number]
}

export function boxBits(least: ArrayLike<number>, most: ArrayLike<number>): BoxBits {
  const sizes = [0, 1, 2].map((k) => most[k]! - least[k]! + 1) as [number, number, number]
  const isLarge = sizes.some((size) => size > MOST_PACKED)
  const single = sizes.map((size) => (isLarge ? bitsOf(size) : 0)) as [number, number, number]
  return { sizes, packed: isLarge ? 0 : bitsOfPacked(sizes), single }
}

/**
 * The whole numbers of all atoms, three each, into `out`. What is wrong with the bits, undefined if nothing is: they end too early or
 * too late, a difference of no size is called for, or an atom is outside of the box.
 */
export function decodeXtc(
  out: Float64Array,
  { atoms, least, most, small: first }: CompressedHeader,
  bytes: Uint8Array,
  from: number,
  end: number,
): string | undefined {
  const bits = new BitReader(bytes, from, end)
  const { sizes, packed, single } = boxBits(least, most)
  const ended = (atom: number): string => `bits that end within atom ${atom}`
  let small = first
  let half = MAGIC_INTS[small]! >> 1
  const smallSizes = [0, 0, 0]
  /** Numbers of the run that follows an atom, as long as no other is written. */
  let run = 0
  for (let i = 0; i < atoms; ) {
    const at = 3 * i
    if (packed > 0) {
      if (!bits.readPacked(out, at, packed, sizes)) return ended(i)
    } else {
      for (let k = 0; k < 3; k++) {
        const value = bits.read(single[k]!)
        if (value < 0) return ended(i)
        out[at + k] = value
      }
    }
    for (let k = 0; k < 3; k++) out[at + k]! += least[k]!
    let change = 0
    const isNew = bits.read(1)
    if (isNew < 0) return ended(i)
    if (isNew === 1) {
      const code = bits.read(5)
      if (code < 0) return ended(i)
      change = (code % 3) - 1
      run = code - (code % 3)
    }
    if (i + 1 + run / 3 > atoms) return `a run of ${run / 3} behind atom ${i}, of ${atoms}`
    smallSizes.fill(MAGIC_INTS[small]!)
    for (let k = 3; k <= run; k += 3) {
      if (!bits.readPacked(out, at + k, small, smallSizes)) return ended(i + k / 3)
      for (let axis = 0; axis < 3; axis++) out[at + k + axis]! += out[at + k - 3 + axis]! - half
    }
    if (run > 0) swapAtoms(out, at)
    i += 1 + run / 3
    small += change
    if (change !== 0) {
      if (small < FIRST_INDEX || small > LAST_INDEX) return `small differences of size ${small}`
      half = MAGIC_INTS[small]! >> 1
    }
  }
  const outside = out.findIndex((x, k) => !(x >= least[k % 3]! && x <= most[k % 3]!))
  if (outside >= 0) return `atom ${Math.floor(outside / 3)} outside of the box that holds all atoms`
  return bits.unread() > 0 ? `${bits.unread()} bytes that no atom has` : undefined
}

/** The atom at out[at …] and the next. */
export function swapAtoms(out: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const first = out[at + axis]!
    out[at + axis] = out[at + 3 + axis]!
    out[at + 3 + axis] = first
  }
}
