// The other way of xtc-decode.ts: whole numbers to bits, choice by choice as GROMACS's xdr3dfcoord makes them, so that the same
// numbers give the same bytes. What a decoder accepts leaves choices open: how long a run is, and when small differences
// become smaller or larger. They are made here as there, and the names in brackets are its own.
import { BitWriter, FIRST_INDEX, LAST_INDEX, MAGIC_INTS } from './xtc-bits.js'
import { boxBits, swapAtoms } from './xtc-decode.js'

/** Atoms behind one that is written whole. */
const LONGEST_RUN = 8
/** The sizes of small differences stay within this many of the first. */
const RANGE = 8

export interface Compressed {
  readonly least: readonly number[]
  readonly most: readonly number[]
  readonly small: number
  readonly bytes: Uint8Array
}

/** Changes the order of `numbers`, three an atom. */
export function encodeXtc(numbers: Float64Array): Compressed {
  const atoms = numbers.length / 3
  const [least, most] = boundsOf(numbers)
  const { sizes, packed, single } = boxBits(least, most)
  const first = firstSmall(numbers)
  const largest = Math.min(LAST_INDEX, first + RANGE) // maxidx
  const smallest = largest - RANGE // minidx
  const larger = MAGIC_INTS[largest]! >> 1
  const bits = new BitWriter()
  const whole = [0, 0, 0]
  const run = new Float64Array(3 * LONGEST_RUN)
  const smallSizes = [0, 0, 0]
  let small = first
  let before = -1 // prevrun
  for (let i = 0; i < atoms; ) {
    const half = MAGIC_INTS[small]! >> 1 // smallnum
    // Of what is one smaller; the square is compared below.
    const smaller = MAGIC_INTS[Math.max(FIRST_INDEX, small - 1)]! >> 1
    let change = 0 // is_smaller
    if (small < largest && i >= 1 && isNear(numbers, i, i - 1, larger)) change = 1
    else if (small > smallest) change = -1
    let goesOn = i + 1 < atoms && isNear(numbers, i, i + 1, half) // is_small
    if (goesOn) swapAtoms(numbers, 3 * i)
    else if (change < 0) change = 0
    for (let axis = 0; axis < 3; axis++) whole[axis] = numbers[3 * i + axis]! - least[axis]!
    if (packed > 0) bits.writePacked(packed, sizes, whole, 0)
    else for (let axis = 0; axis < 3; axis++) bits.write(single[axis]!, whole[axis]!)
    i++
    let length = 0
    for (; goesOn && length < 3 * LONGEST_RUN; i++) {
      let square = 0
      for (let axis = 0; axis < 3; axis++) {
        const difference = numbers[3 * i + axis]! - numbers[3 * i - 3 + axis]!
        square += difference * difference
        run[length++] = difference + half
      }
      if (change < 0 && square >= smaller * smaller) change = 0
      goesOn = i + 1 < atoms && isNear(numbers, i, i + 1, half)
    }
    if (length !== before || change !== 0) {
      before = length
      bits.write(1, 1)
      bits.write(5, length + change + 1)
    } else bits.write(1, 0)
    smallSizes.fill(MAGIC_INTS[small]!)
    for (let k = 0; k < length; k += 3) bits.writePacked(small, smallSizes, run, k)
    small += change
  }
  return { least, most, small: first, bytes: bits.written() }
}

/** Nearer than `reach` along every axis. */
function isNear(numbers: Float64Array, i: number, j: number, reach: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (!(Math.abs(numbers[3 * i + axis]! - numbers[3 * j + axis]!) < reach)) return false
  }
  return true
}

function boundsOf(numbers: Float64Array): [least: number[], most: number[]] {
  const [least, most] = [[0, 0, 0].fill(Number.POSITIVE_INFINITY), [0, 0, 0].fill(Number.NEGATIVE_INFINITY)]
  for (let k = 0; k < numbers.length; k++) {
    least[k % 3] = Math.min(least[k % 3]!, numbers[k]!)
    most[k % 3] = Math.max(most[k % 3]!, numbers[k]!)
  }
  return [least, most]
}

/** By the least sum of differences between two atoms that follow each other. */
function firstSmall(numbers: Float64Array): number {
  let least = 2 ** 31 - 1 // mindiff
  for (let k = 3; k < numbers.length; k += 3) {
    let sum = 0
    for (let axis = k; axis < k + 3; axis++) sum += Math.abs(numbers[axis]! - numbers[axis - 3]!)
    least = Math.min(least, sum)
  }
  let small = FIRST_INDEX
  while (small < LAST_INDEX && MAGIC_INTS[small]! < least) small++
  return small
}
