// The WebAssembly twin of the energies between two blocks of atoms (src/molecules/energy/block-kernels.ts): the same operations in the same
// order for every pair of atoms, two of them at a time, so that results are the same to the bit
// (test/molecules/energy/block-wasm.test.ts compares them). One lane has the atoms at even places of block b and adds up its own, the other
// those at odd places. All are computed, and masked where they are not wanted: cheaper than a branch that is guessed wrongly. A place
// without an atom is so far away that it is within no cutoff.
//
// Arrays are at the places that `init` is told; src/molecules/energy/block-arrays.ts says what is in them, block-kernels.ts what a kernel is.
import { first, second } from './vectors'

let lanes: usize = 0
let balls: usize = 0
let columns: usize = 0
let starts: usize = 0
let head: usize = 0
let squares: usize = 0
let found: usize = 0
/** Two masks of 64 bits for each of 0 to 3. */
let table: usize = 0
let bodies: usize = 0
let listed: usize = 0
/** Bytes of a column of a block (x, or y, or z). */
let column: usize = 0

/** As in src/molecules/energy/block-kernels.ts. */
const APART_ROUNDING: f64 = 1 + 3.552713678800501e-15

export function init(places: usize, width: i32): void {
  lanes = load<u32>(places)
  balls = load<u32>(places, 4)
  columns = load<u32>(places, 8)
  starts = load<u32>(places, 12)
  head = load<u32>(places, 16)
  squares = load<u32>(places, 20)
  found = load<u32>(places, 24)
  table = load<u32>(places, 28)
  bodies = load<u32>(places, 32)
  listed = load<u32>(places, 36)
  column = <usize>(8 * width)
}

/** As listPairs of block-kernels.ts. */
export function listPairs(cutoff: f64, fromA: i32, toA: i32, fromB: i32, toB: i32): i32 {
  let count: usize = 0
  for (let a = fromA; a < toA; a++) {
    const body = load<i32>(bodies + (<usize>a << 2))
    const p = balls + (<usize>a << 5)
    const x = load<f64>(p)
    const y = load<f64>(p, 8)
    const z = load<f64>(p, 16)
    const most = cutoff + load<f64>(p, 24)
    for (let b = fromA == fromB ? a : fromB; b < toB; b++) {
      const q = balls + (<usize>b << 5)
      const dx = x - load<f64>(q)
      const dy = y - load<f64>(q, 8)
      const dz = z - load<f64>(q, 16)
      const reach = most + load<f64>(q, 24)
      const apart = dx * dx + dy * dy + dz * dz > reach * reach * APART_ROUNDING
      store<i32>(listed + (count << 2), ((a - fromA) << 8) | ((b - fromB) << 1) | <i32>!apart)
      count += <usize>(load<i32>(bodies + (<usize>b << 2)) != body || body < 0)
    }
  }
  return <i32>count
}

export function equalWells(kernel: usize, a: i32, b: i32, masks: usize): f64 {
  return masks == 0 && a != b ? sumEqual(kernel, a, b, masks, false) : sumEqual(kernel, a, b, masks, true)
}

export function wells(kernel: usize, a: i32, b: i32, masks: usize): f64 {
  return masks == 0 && a != b ? sumWells(kernel, a, b, masks, false, false) : sumWells(kernel, a, b, masks, true, false)
}

export function shiftedWells(kernel: usize, a: i32, b: i32, masks: usize): f64 {
  return sumWells(kernel, a, b, masks, true, true)
}

// @ts-ignore: decorator
@inline
function atomsOf(block: i32): i32 {
  const at = starts + (<usize>block << 2)
  return load<i32>(at, 4) - load<i32>(at)
}

/** Behind the last place of block b that is read: an even number of places. */
// @ts-ignore: decorator
@inline
function endOf(from: usize, count: i32): usize {
  return from + (<usize>((count + 1) & ~1) << 3)
}

/** Bits of the atoms of b that atom i of a is measured against: none that is excluded, and inside a block only those behind it. */
// @ts-ignore: decorator
@inline
function wanted(same: bool, masks: usize, i: i32): u32 {
  const bits: u32 = masks == 0 ? 0xffffffff : ~load<u32>(masks + (<usize>i << 2))
  return same ? bits & ((<u32>0xfffffffe) << i) : bits
}

// @ts-ignore: decorator
@inline
function maskOf(bits: u32): v128 {
  return v128.load(table + ((<usize>bits & 3) << 4))
}

// @ts-ignore: decorator
@inline
function reachSqOf(ball: usize, cutoff: f64): f64 {
  const reach = cutoff + load<f64>(ball, 24)
  return reach * reach * APART_ROUNDING
}

/** Bits of those of two atoms that are too far from the ball of a block to be within the cutoff of anything there. */
// @ts-ignore: decorator
@inline
function farOf(p: usize, py: usize, pz: usize, ball: usize, reachSq: f64): i32 {
  const dx = f64x2.sub(v128.load(p), v128.load64_splat(ball))
  const dy = f64x2.sub(v128.load(py), v128.load64_splat(ball, 8))
  const dz = f64x2.sub(v128.load(pz), v128.load64_splat(ball, 16))
  const squared = f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz))
  return i64x2.bitmask(f64x2.gt(squared, f64x2.splat(reachSq)))
}

// @ts-ignore: decorator
@inline
function squaredOf(x: v128, y: v128, z: v128, q: usize, qy: usize, qz: usize): v128 {
  const dx = f64x2.sub(x, v128.load(q))
  const dy = f64x2.sub(y, v128.load(qy))
  const dz = f64x2.sub(z, v128.load(qz))
  return f64x2.add(f64x2.add(f64x2.mul(dx, dx), f64x2.mul(dy, dy)), f64x2.mul(dz, dz))
}

// @ts-ignore: decorator
@inline
function wellOf(sizeSq: v128, squared: v128, cap: v128): v128 {
  const ratio = f64x2.div(sizeSq, squared)
  const sixth = f64x2.mul(f64x2.mul(ratio, ratio), ratio)
  return f64x2.pmin(cap, f64x2.mul(sixth, f64x2.sub(sixth, f64x2.splat(1))))
}

// @ts-ignore: decorator
@inline
function count(distances: i32, pairs: v128): void {
  store<f64>(head, <f64>distances)
  store<f64>(head, <f64>(i64x2.extract_lane(pairs, 0) + i64x2.extract_lane(pairs, 1)), 8)
}

// @ts-ignore: decorator
@inline
function sumEqual(kernel: usize, a: i32, b: i32, masks: usize, masked: bool): f64 {
  const cutoffSq = f64x2.splat(load<f64>(kernel, 8))
  const sizeSq = f64x2.splat(load<f64>(kernel, 16))
  const cap = f64x2.splat(load<f64>(kernel, 24))
  const ball = balls + (<usize>b << 5)
  const reachSq = reachSqOf(ball, load<f64>(kernel))
  const c1 = column
  const c2 = 2 * c1
  const pa = lanes + <usize>a * (c1 + c2)
  const pb = lanes + <usize>b * (c1 + c2)
  const countA = atomsOf(a)
  const countB = atomsOf(b)
  const end = endOf(pb, countB)
  let sum = f64x2.splat(0)
  let pairs = i64x2.splat(0)
  let distances = 0
  let far = 0
  for (let i = 0; i < countA; i++) {
    const p = pa + (<usize>i << 3)
    if ((i & 1) == 0) far = farOf(p, p + c1, p + c2, ball, reachSq)
    else far >>= 1
    if ((far & 1) != 0) continue
    const xx = v128.load64_splat(p)
    const yy = v128.load64_splat(p + c1)
    const zz = v128.load64_splat(p + c2)
    let from = 0
    let bits: u32 = 0
    if (masked) {
      from = a == b ? (i + 1) & ~1 : 0
      bits = wanted(a == b, masks, i) >> from
      distances += a == b ? countB - i - 1 : countB
    } else distances += countB
    for (let q = pb + (<usize>from << 3); q < end; q += 16) {
      const squared = squaredOf(xx, yy, zz, q, q + c1, q + c2)
      let within = f64x2.lt(squared, cutoffSq)
      if (masked) {
        within = v128.and(within, maskOf(bits))
        bits >>= 2
      }
      sum = f64x2.add(sum, v128.and(wellOf(sizeSq, squared, cap), within))
      pairs = i64x2.sub(pairs, within)
    }
  }
  count(distances, pairs)
  return first(sum) + second(sum)
}

// @ts-ignore: decorator
@inline
function sumWells(kernel: usize, a: i32, b: i32, masks: usize, masked: bool, shifted: bool): f64 {
  const cutoffSq = f64x2.splat(load<f64>(kernel, 8))
  const cap = f64x2.splat(load<f64>(kernel, 16))
  const half = f64x2.splat(0.5)
  const ball = balls + (<usize>b << 5)
  const reachSq = reachSqOf(ball, load<f64>(kernel))
  const c1 = column
  const c2 = 2 * c1
  const sizes = columns + (<usize>load<f64>(kernel, 24) << 3)
  const roots = columns + (<usize>load<f64>(kernel, 32) << 3)
  const sizesA = sizes + <usize>a * c1
  const rootsA = roots + <usize>a * c1
  const pa = lanes + <usize>a * (c1 + c2)
  const pb = lanes + <usize>b * (c1 + c2)
  // From the x of a place to its size and its root.
  const toSize = sizes + <usize>b * c1 - pb
  const toRoot = roots + <usize>b * c1 - pb
  const countA = atomsOf(a)
  const countB = atomsOf(b)
  const end = endOf(pb, countB)
  let sum = f64x2.splat(0)
  let pairs = i64x2.splat(0)
  let distances = 0
  let far = 0
  for (let i = 0; i < countA; i++) {
    const p = pa + (<usize>i << 3)
    if ((i & 1) == 0) far = farOf(p, p + c1, p + c2, ball, reachSq)
    else far >>= 1
    if ((far & 1) != 0) continue
    const xx = v128.load64_splat(p)
    const yy = v128.load64_splat(p + c1)
    const zz = v128.load64_splat(p + c2)
    const own = f64x2.splat(load<f64>(sizesA + (<usize>i << 3)))
    const root = f64x2.splat(load<f64>(rootsA + (<usize>i << 3)))
    let from = 0
    let bits: u32 = 0
    if (masked) {
      from = a == b ? (i + 1) & ~1 : 0
      bits = wanted(a == b, masks, i) >> from
      distances += a == b ? countB - i - 1 : countB
    } else distances += countB
    for (let q = pb + (<usize>from << 3); q < end; q += 16) {
      const squared = squaredOf(xx, yy, zz, q, q + c1, q + c2)
      let within = f64x2.lt(squared, cutoffSq)
      if (masked) {
        within = v128.and(within, maskOf(bits))
        bits >>= 2
      }
      const size = f64x2.mul(half, f64x2.add(own, v128.load(q + toSize)))
      const depth = f64x2.mul(root, v128.load(q + toRoot))
      const sizeSq = f64x2.mul(size, size)
      let energy = wellOf(sizeSq, squared, cap)
      if (shifted) energy = f64x2.sub(energy, wellOf(sizeSq, cutoffSq, cap))
      sum = f64x2.add(sum, v128.and(f64x2.mul(depth, energy), within))
      pairs = i64x2.sub(pairs, within)
    }
  }
  count(distances, pairs)
  return first(sum) + second(sum)
}

export function spheres(kernel: usize, a: i32, b: i32, masks: usize): i32 {
  const cutoffSq = f64x2.splat(load<f64>(kernel, 8))
  const radii = columns + (<usize>load<f64>(kernel, 16) << 3)
  const ball = balls + (<usize>b << 5)
  const reachSq = reachSqOf(ball, load<f64>(kernel))
  const c1 = column
  const c2 = 2 * c1
  const radiiA = radii + <usize>a * c1
  const pa = lanes + <usize>a * (c1 + c2)
  const pb = lanes + <usize>b * (c1 + c2)
  const toRadius = radii + <usize>b * c1 - pb
  const countA = atomsOf(a)
  const countB = atomsOf(b)
  const end = endOf(pb, countB)
  let overlaps = i64x2.splat(0)
  let pairs = i64x2.splat(0)
  let distances = 0
  let far = 0
  for (let i = 0; i < countA; i++) {
    const p = pa + (<usize>i << 3)
    if ((i & 1) == 0) far = farOf(p, p + c1, p + c2, ball, reachSq)
    else far >>= 1
    if ((far & 1) != 0) continue
    const xx = v128.load64_splat(p)
    const yy = v128.load64_splat(p + c1)
    const zz = v128.load64_splat(p + c2)
    const own = f64x2.splat(load<f64>(radiiA + (<usize>i << 3)))
    const from = a == b ? (i + 1) & ~1 : 0
    let bits = wanted(a == b, masks, i) >> from
    distances += a == b ? countB - i - 1 : countB
    for (let q = pb + (<usize>from << 3); q < end; q += 16) {
      const squared = squaredOf(xx, yy, zz, q, q + c1, q + c2)
      const within = v128.and(f64x2.lt(squared, cutoffSq), maskOf(bits))
      bits >>= 2
      const reach = f64x2.add(own, v128.load(q + toRadius))
      overlaps = v128.or(overlaps, v128.and(within, f64x2.lt(squared, f64x2.mul(reach, reach))))
      pairs = i64x2.sub(pairs, within)
    }
    if (v128.any_true(overlaps)) break
  }
  count(distances, pairs)
  return v128.any_true(overlaps) ? 1 : 0
}

export function gather(kernel: usize, a: i32, b: i32, masks: usize): i32 {
  const cutoffSq = f64x2.splat(load<f64>(kernel, 8))
  const ball = balls + (<usize>b << 5)
  const reachSq = reachSqOf(ball, load<f64>(kernel))
  const c1 = column
  const c2 = 2 * c1
  const pa = lanes + <usize>a * (c1 + c2)
  const pb = lanes + <usize>b * (c1 + c2)
  const countA = atomsOf(a)
  const countB = atomsOf(b)
  const end = endOf(pb, countB)
  const squaresAt = squares
  const foundAt = found
  let pairs: usize = 0
  let distances = 0
  let far = 0
  for (let i = 0; i < countA; i++) {
    const p = pa + (<usize>i << 3)
    if ((i & 1) == 0) far = farOf(p, p + c1, p + c2, ball, reachSq)
    else far >>= 1
    if ((far & 1) != 0) continue
    const xx = v128.load64_splat(p)
    const yy = v128.load64_splat(p + c1)
    const zz = v128.load64_splat(p + c2)
    const from = a == b ? (i + 1) & ~1 : 0
    let bits = wanted(a == b, masks, i) >> from
    distances += a == b ? countB - i - 1 : countB
    let number = 32 * i + from
    for (let q = pb + (<usize>from << 3); q < end; q += 16) {
      const squared = squaredOf(xx, yy, zz, q, q + c1, q + c2)
      const within = <u32>i64x2.bitmask(f64x2.lt(squared, cutoffSq)) & bits
      bits >>= 2
      // Both are written, and counted where they are within.
      store<f64>(squaresAt + (pairs << 3), first(squared))
      store<i32>(foundAt + (pairs << 2), number)
      pairs += <usize>(within & 1)
      store<f64>(squaresAt + (pairs << 3), second(squared))
      store<i32>(foundAt + (pairs << 2), number + 1)
      pairs += <usize>((within >> 1) & 1)
      number += 2
    }
  }
  store<f64>(head, <f64>distances)
  store<f64>(head, <f64>pairs, 8)
  return <i32>pairs
}
