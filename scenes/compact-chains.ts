// Chains that fill a cube: the starts of the ChainTree paper's first benchmark ("a compact cube-like
// configuration", section 5). The paper does not say which; both of ours visit the points of a cubic lattice,
// neighbours along the chain being neighbours in the lattice.
import { InvalidInputError } from '../src/index.js'
import { checkCount, checkLength } from './checks.js'

/** How a compact chain walks through its block: row by row and layer by layer, or along a Hilbert curve. */
export type CompactStart = 'serpentine' | 'hilbert'

export const COMPACT_STARTS: readonly CompactStart[] = ['serpentine', 'hilbert']

/** Centres (flat, 3 a link) of a chain of n links in a compact block, every bond exactly `spacing` long. */
export function compactChain(
  n: number,
  options: { readonly spacing?: number; readonly start?: CompactStart } = {},
): Float64Array {
  const { spacing = 4, start = 'serpentine' } = options
  checkCount('n', n)
  checkLength('spacing', spacing)
  if (start === 'serpentine') return serpentine(n, spacing)
  if (start === 'hilbert') return hilbert(n, spacing)
  throw new InvalidInputError('start', start, COMPACT_STARTS.map((s) => `'${s}'`).join(' or '))
}

/** Boustrophedon: every row, and every layer, is walked the opposite way to the one before. */
function serpentine(n: number, spacing: number): Float64Array {
  const columns = ceilRoot(n, 3)
  const rows = ceilRoot(Math.ceil(n / columns), 2)
  const layer = columns * rows
  const out = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    const z = Math.floor(k / layer)
    const inLayer = z % 2 === 0 ? k % layer : layer - 1 - (k % layer)
    const y = Math.floor(inLayer / columns)
    const x = y % 2 === 0 ? inLayer % columns : columns - 1 - (inLayer % columns)
    out[3 * k] = x * spacing
    out[3 * k + 1] = y * spacing
    out[3 * k + 2] = z * spacing
  }
  return out
}

/** The first n points of the three-dimensional Hilbert curve of the smallest order that has as many. */
function hilbert(n: number, spacing: number): Float64Array {
  let order = 1
  while (8 ** order < n) order++
  const out = new Float64Array(3 * n)
  const axes = new Int32Array(3)
  for (let k = 0; k < n; k++) {
    hilbertPoint(axes, k, order)
    for (let i = 0; i < 3; i++) out[3 * k + i] = axes[i]! * spacing
  }
  return out
}

/** Lattice point number `index` of the curve: Skilling, "Programming the Hilbert curve" (2004), in 3-D. */
function hilbertPoint(axes: Int32Array, index: number, order: number): void {
  // The index's bits are dealt out to the three axes, the highest to axis 0.
  axes.fill(0)
  for (let bit = 0; bit < 3 * order; bit++) {
    const axis = 2 - (bit % 3)
    axes[axis]! |= ((index >>> bit) & 1) << Math.floor(bit / 3)
  }
  // Gray decode, then undo the excess work from the lowest bit up.
  const t = axes[2]! >>> 1
  axes[2]! ^= axes[1]!
  axes[1]! ^= axes[0]!
  axes[0]! ^= t
  for (let q = 2; q < 1 << order; q <<= 1) {
    const p = q - 1
    for (let i = 2; i >= 0; i--) {
      if (axes[i]! & q) axes[0]! ^= p
      else {
        const swap = (axes[0]! ^ axes[i]!) & p
        axes[0]! ^= swap
        axes[i]! ^= swap
      }
    }
  }
}

/** Smallest whole number whose power is at least n, in integers: Math.cbrt(1000) may be a hair above 10. */
function ceilRoot(n: number, power: number): number {
  let root = Math.max(1, Math.floor(n ** (1 / power)) - 1)
  while (root ** power < n) root++
  return root
}
