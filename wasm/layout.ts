// Where the arrays of a chain stand in the memory, in bytes; src/chains/chain/chain-arrays.ts says what is in them. Everything
// is reached by raw loads and stores: no managed object is ever made, so the module has no runtime and no collector.

export const BOX: usize = 128
export const BOX_HALF: usize = 96
export const BOX_AREA: usize = 120
export const ENDS: usize = 192
export const OUT: usize = 96
export const POSE: usize = 96
export const BALL: usize = 32

/** Unit roundoff, and what src/base/math/rounding.ts makes of it. */
const U: f64 = 1.1102230246251565e-16
export const CHAIN_ROUNDING: f64 = 256 * U
export const SEARCH_ROUNDING: f64 = 1024 * U
export const TINY_LENGTH: f64 = 1e-140

export let boxes: usize = 0
export let ends: usize = 0
export let slacks: usize = 0
export let joints: usize = 0
export let balls: usize = 0
export let localBalls: usize = 0
export let parents: usize = 0
export let childs: usize = 0
export let firsts: usize = 0
export let lasts: usize = 0
export let aligneds: usize = 0
export let counts: usize = 0
/** Margin (f64), box tests (f64), primitive tests (f64), room for one more; the identity pose; a joint's pose before a try. */
export let head: usize = 0
/** Room for refitLeaf: X_{F_first,F_k} of 17 links, 16 centres of three numbers, the axes as a pose. */
export let leafRoom: usize = 0
/** Node numbers: the leaves to refit, or the nodes a search goes through. As many as there are leaves. */
export let nodeList: usize = 0
/** Pending joints. As many as there are links. */
export let pendingList: usize = 0
/** Entries of a search's stack. */
export let stack: usize = 0
/** As `childs`, with none below a level: for searches over the nodes of that level. */
export let closedChilds: usize = 0
export let leafCount: i32 = 0
export let nodeCount: i32 = 0
export let linksPerLeaf: i32 = 0

/** Takes over the layout; `table` holds it as 32-bit numbers, in this order. */
export function init(table: usize): void {
  boxes = load<u32>(table)
  ends = load<u32>(table, 4)
  slacks = load<u32>(table, 8)
  joints = load<u32>(table, 12)
  balls = load<u32>(table, 16)
  localBalls = load<u32>(table, 20)
  parents = load<u32>(table, 24)
  childs = load<u32>(table, 28)
  firsts = load<u32>(table, 32)
  lasts = load<u32>(table, 36)
  aligneds = load<u32>(table, 40)
  counts = load<u32>(table, 44)
  head = load<u32>(table, 48)
  leafRoom = load<u32>(table, 52)
  nodeList = load<u32>(table, 56)
  pendingList = load<u32>(table, 60)
  stack = load<u32>(table, 64)
  leafCount = load<i32>(table, 68)
  nodeCount = load<i32>(table, 72)
  linksPerLeaf = load<i32>(table, 76)
  closedChilds = load<u32>(table, 80)
}

// @ts-ignore: decorator
@inline
export function int(at: usize, n: i32): i32 {
  return load<i32>(at + ((<usize>n) << 2))
}

// @ts-ignore: decorator
@inline
export function byte(at: usize, n: i32): i32 {
  return load<u8>(at + <usize>n)
}

// @ts-ignore: decorator
@inline
export function setInt(at: usize, n: i32, value: i32): void {
  store<i32>(at + ((<usize>n) << 2), value)
}
