// All numbers of a kept energy's blocks, in one buffer: that of a WebAssembly memory where there is a twin (block-wasm.ts).
//
// A block has `width` places, an even number; a place without an atom is so far away that it is within no cutoff of anything.
import type { BlockCut } from './block-cut.js'
import type { BlockExclusions } from './block-exclusions.js'
import { BEFORE, type BlockWasm, blockBuffer } from './block-wasm.js'

/** Where a place without an atom is: its squared distance to anything is finite, and beyond the square of any cutoff. */
export const NOWHERE = 1e150

/** Numbers of a kernel; block-kernels.ts says what they are. */
export const KERNEL = 8

/** Most pairs of atoms of two blocks. */
const MOST_PAIRS = 1024

/** Most pairs of blocks of a tile. */
const MOST_LISTED = 64

export interface BlockArrays {
  readonly cut: BlockCut
  /** x of all places of a block, then y, then z; block by block. Those of before the proposal follow behind all. */
  readonly lanes: Float64Array
  /** x, y, z, radius a node; those of before the proposal follow behind all. */
  readonly balls: Float64Array
  /** Numbers of atoms that kernels ask for, by place: one column behind the other. */
  readonly columns: Float64Array
  readonly kernels: Float64Array
  /** As `cut.start`. */
  readonly start: Int32Array
  /** As `BlockExclusions.masks`. */
  readonly masks: Int32Array
  /** How many distances the last pair of blocks took, and how many of them were within the cutoff. */
  readonly head: Float64Array
  /** Squared distances of pairs that were gathered, and which they are: 32 times the place in one block, plus that in the other. */
  readonly squares: Float64Array
  readonly found: Int32Array
  /** By node; as `BlockAtoms` says. */
  readonly bodies: Int32Array
  /** Pairs of blocks that were listed. */
  readonly listed: Int32Array
  readonly wasm: BlockWasm | undefined
}

export function blockArrays(
  cut: BlockCut,
  exclusions: BlockExclusions,
  nodes: number,
  kernels: number,
  columns: number,
): BlockArrays {
  const places = cut.blocks * cut.width
  let bytes: number = BEFORE
  const room = (length: number, each: number): number => {
    const at = bytes
    bytes += Math.ceil((length * each) / 16) * 16
    return at
  }
  const at = {
    lanes: room(6 * places, 8),
    balls: room(8 * nodes, 8),
    columns: room(columns * places, 8),
    kernels: room(KERNEL * kernels, 8),
    head: room(2, 8),
    squares: room(MOST_PAIRS + 2, 8),
    start: room(cut.blocks + 1, 4),
    masks: room(exclusions.masks.length, 4),
    found: room(MOST_PAIRS + 2, 4),
    table: room(8, 8),
    bodies: room(nodes, 4),
    listed: room(MOST_LISTED + 1, 4),
  }
  const { buffer, wasm } = blockBuffer(bytes)
  const doubles = (from: number, length: number) => new Float64Array(buffer, from, length)
  const words = (from: number, length: number) => new Int32Array(buffer, from, length)
  const arrays = {
    cut,
    lanes: doubles(at.lanes, 6 * places).fill(NOWHERE),
    balls: doubles(at.balls, 8 * nodes),
    columns: doubles(at.columns, columns * places),
    kernels: doubles(at.kernels, KERNEL * kernels),
    head: doubles(at.head, 2),
    squares: doubles(at.squares, MOST_PAIRS + 2),
    start: words(at.start, cut.blocks + 1),
    masks: words(at.masks, exclusions.masks.length),
    found: words(at.found, MOST_PAIRS + 2),
    bodies: words(at.bodies, nodes),
    listed: words(at.listed, MOST_LISTED + 1),
    wasm,
  }
  arrays.start.set(cut.start)
  arrays.masks.set(exclusions.masks)
  wasm?.bind(at, cut.width)
  return arrays
}
