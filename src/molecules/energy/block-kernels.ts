// Energies between two blocks of atoms, by kind of term: what both ways of keeping sums spend their time on, so each kind has a
// loop of its own over flat arrays. The WebAssembly twin (block-wasm.ts) has the same operations in the same order: atoms at even
// places of block b are added up by one sum, those at odd places by another.
//
// Numbers of a kernel, KERNEL each: cutoff, cutoff², then for
// - equal wells: size², a quarter of the cap;
// - wells: a quarter of the cap, where its column of sizes begins, and of roots of depths (in doubles from the columns'
// beginning);
// - spheres: where its column of radii begins.
import type { BlockArrays } from './block-arrays.js'

/**
 * How much larger than (cutoff + both radii)² the rounded squared distance of two centres must be for a pair to be left out: 5 u
 * for the square of the distance, 5 u for the sum's, and 5 u for the squared distance of two atoms, which is compared after
 * rounding too. Also in wasm/energy.ts.
 */
export const APART_ROUNDING = 1 + 2 ** -48

/**
 * Pairs of blocks a ≤ b of two ranges (the same one, or one behind the other; 127 blocks at most) that are of different or mixed
 * bodies: 256 times the place in the first, plus twice the place in the second, plus 1 where they are not apart by more than the
 * cutoff.
 */
export function listPairs(
  arrays: BlockArrays,
  cutoff: number,
  fromA: number,
  toA: number,
  fromB: number,
  toB: number,
): number {
  const { balls, bodies, listed } = arrays
  let count = 0
  for (let a = fromA; a < toA; a++) {
    const body = bodies[a]!
    const x = balls[4 * a]!
    const y = balls[4 * a + 1]!
    const z = balls[4 * a + 2]!
    const most = cutoff + balls[4 * a + 3]!
    for (let b = fromA === fromB ? a : fromB; b < toB; b++) {
      if (bodies[b] === body && body >= 0) continue
      const dx = x - balls[4 * b]!
      const dy = y - balls[4 * b + 1]!
      const dz = z - balls[4 * b + 2]!
      const reach = most + balls[4 * b + 3]!
      const apart = dx * dx + dy * dy + dz * dz > reach * reach * APART_ROUNDING
      listed[count++] = ((a - fromA) << 8) | ((b - fromB) << 1) | (apart ? 0 : 1)
    }
  }
  return count
}

/**
 * Bits of the atoms of b that atom i of a is measured against: none that is excluded, and inside a block only those behind it.
 */
function wanted(masks: Int32Array, words: number, same: boolean, i: number): number {
  const bits = words < 0 ? -1 : ~masks[words + i]!
  return same ? bits & (-2 << i) : bits
}

/** The square beyond which no atom of block b is within the cutoff of a point. */
function reachSqOf(balls: Float64Array, b: number, cutoff: number): number {
  const reach = cutoff + balls[4 * b + 3]!
  return reach * reach * APART_ROUNDING
}

/** Is atom i of a block too far from the ball of another to be within the cutoff of anything there? */
function isFar(
  lanes: Float64Array,
  p: number,
  width: number,
  balls: Float64Array,
  b: number,
  reachSq: number,
): boolean {
  const dx = lanes[p]! - balls[4 * b]!
  const dy = lanes[p + width]! - balls[4 * b + 1]!
  const dz = lanes[p + 2 * width]! - balls[4 * b + 2]!
  return dx * dx + dy * dy + dz * dz > reachSq
}

/**
 * Lennard-Jones of one size: the sum of s¹² − s⁶, none above a quarter of the cap. `words`: where the masks are, or less than 0.
 */
export function equalWells(arrays: BlockArrays, kernel: number, a: number, b: number, words: number): number {
  const { lanes, balls, kernels, masks, start, head } = arrays
  const { width } = arrays.cut
  const cutoffSq = kernels[kernel + 1]!
  const sizeSq = kernels[kernel + 2]!
  const cap = kernels[kernel + 3]!
  const reachSq = reachSqOf(balls, b, kernels[kernel]!)
  const countA = start[a + 1]! - start[a]!
  const countB = start[b + 1]! - start[b]!
  const q = 3 * width * b
  let even = 0
  let odd = 0
  let pairs = 0
  let distances = 0
  for (let i = 0; i < countA; i++) {
    const p = 3 * width * a + i
    if (isFar(lanes, p, width, balls, b, reachSq)) continue
    const x = lanes[p]!
    const y = lanes[p + width]!
    const z = lanes[p + 2 * width]!
    const bits = wanted(masks, words, a === b, i)
    const first = a === b ? i + 1 : 0
    distances += countB - first
    for (let j = first; j < countB; j++) {
      const dx = x - lanes[q + j]!
      const dy = y - lanes[q + j + width]!
      const dz = z - lanes[q + j + 2 * width]!
      const squared = dx * dx + dy * dy + dz * dz
      if (!(squared < cutoffSq) || ((bits >>> j) & 1) === 0) continue
      const ratio = sizeSq / squared
      const sixth = ratio * ratio * ratio
      const well = sixth * (sixth - 1)
      const energy = well < cap ? well : cap
      if ((j & 1) === 0) even += energy
      else odd += energy
      pairs++
    }
  }
  head[0] = distances
  head[1] = pairs
  return even + odd
}

/** Lennard-Jones with numbers of each atom: a quarter of the energy. */
export function wells(
  arrays: BlockArrays,
  kernel: number,
  a: number,
  b: number,
  words: number,
  shifted: boolean,
): number {
  const { lanes, balls, columns, kernels, masks, start, head } = arrays
  const { width } = arrays.cut
  const cutoffSq = kernels[kernel + 1]!
  const cap = kernels[kernel + 2]!
  const sizes = kernels[kernel + 3]!
  const roots = kernels[kernel + 4]!
  const reachSq = reachSqOf(balls, b, kernels[kernel]!)
  const countA = start[a + 1]! - start[a]!
  const countB = start[b + 1]! - start[b]!
  const q = 3 * width * b
  let even = 0
  let odd = 0
  let pairs = 0
  let distances = 0
  for (let i = 0; i < countA; i++) {
    const p = 3 * width * a + i
    if (isFar(lanes, p, width, balls, b, reachSq)) continue
    const x = lanes[p]!
    const y = lanes[p + width]!
    const z = lanes[p + 2 * width]!
    const own = columns[sizes + width * a + i]!
    const root = columns[roots + width * a + i]!
    const bits = wanted(masks, words, a === b, i)
    const first = a === b ? i + 1 : 0
    distances += countB - first
    for (let j = first; j < countB; j++) {
      const dx = x - lanes[q + j]!
      const dy = y - lanes[q + j + width]!
      const dz = z - lanes[q + j + 2 * width]!
      const squared = dx * dx + dy * dy + dz * dz
      if (!(squared < cutoffSq) || ((bits >>> j) & 1) === 0) continue
      const size = 0.5 * (own + columns[sizes + width * b + j]!)
      const depth = root * columns[roots + width * b + j]!
      let energy = wellOf(size * size, squared, cap)
      if (shifted) energy -= wellOf(size * size, cutoffSq, cap)
      if ((j & 1) === 0) even += depth * energy
      else odd += depth * energy
      pairs++
    }
  }
  head[0] = distances
  head[1] = pairs
  return even + odd
}

function wellOf(sizeSq: number, squared: number, cap: number): number {
  const ratio = sizeSq / squared
  const sixth = ratio * ratio * ratio
  const well = sixth * (sixth - 1)
  return well < cap ? well : cap
}

/** 1 where two spheres overlap, else 0. The rest of the row is tested, and no further row. */
export function spheres(arrays: BlockArrays, kernel: number, a: number, b: number, words: number): number {
  const { lanes, balls, columns, kernels, masks, start, head } = arrays
  const { width } = arrays.cut
  const cutoffSq = kernels[kernel + 1]!
  const radii = kernels[kernel + 2]!
  const reachSq = reachSqOf(balls, b, kernels[kernel]!)
  const countA = start[a + 1]! - start[a]!
  const countB = start[b + 1]! - start[b]!
  const q = 3 * width * b
  let overlap = 0
  let pairs = 0
  let distances = 0
  for (let i = 0; i < countA && overlap === 0; i++) {
    const p = 3 * width * a + i
    if (isFar(lanes, p, width, balls, b, reachSq)) continue
    const x = lanes[p]!
    const y = lanes[p + width]!
    const z = lanes[p + 2 * width]!
    const own = columns[radii + width * a + i]!
    const bits = wanted(masks, words, a === b, i)
    const first = a === b ? i + 1 : 0
    distances += countB - first
    for (let j = first; j < countB; j++) {
      const dx = x - lanes[q + j]!
      const dy = y - lanes[q + j + width]!
      const dz = z - lanes[q + j + 2 * width]!
      const squared = dx * dx + dy * dy + dz * dz
      if (!(squared < cutoffSq) || ((bits >>> j) & 1) === 0) continue
      const reach = own + columns[radii + width * b + j]!
      if (squared < reach * reach) overlap = 1
      pairs++
    }
  }
  head[0] = distances
  head[1] = pairs
  return overlap
}

/** The pairs of atoms within the cutoff, in order; returns how many. */
export function gather(arrays: BlockArrays, kernel: number, a: number, b: number, words: number): number {
  const { lanes, balls, kernels, masks, start, head, squares, found } = arrays
  const { width } = arrays.cut
  const cutoffSq = kernels[kernel + 1]!
  const reachSq = reachSqOf(balls, b, kernels[kernel]!)
  const countA = start[a + 1]! - start[a]!
  const countB = start[b + 1]! - start[b]!
  const q = 3 * width * b
  let pairs = 0
  let distances = 0
  for (let i = 0; i < countA; i++) {
    const p = 3 * width * a + i
    if (isFar(lanes, p, width, balls, b, reachSq)) continue
    const x = lanes[p]!
    const y = lanes[p + width]!
    const z = lanes[p + 2 * width]!
    const bits = wanted(masks, words, a === b, i)
    const first = a === b ? i + 1 : 0
    distances += countB - first
    for (let j = first; j < countB; j++) {
      const dx = x - lanes[q + j]!
      const dy = y - lanes[q + j + width]!
      const dz = z - lanes[q + j + 2 * width]!
      const squared = dx * dx + dy * dy + dz * dz
      if (!(squared < cutoffSq) || ((bits >>> j) & 1) === 0) continue
      squares[pairs] = squared
      found[pairs++] = 32 * i + j
    }
  }
  head[0] = distances
  head[1] = pairs
  return pairs
}
