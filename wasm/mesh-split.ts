// Twin of src/meshes/tree/mesh-splits.ts. An item is a record of four doubles, twice its centre and its number, and records
// are moved instead of numbers: what a node holds is then side by side.

const RECORD: usize = 32

// @ts-ignore: decorator
@inline
function record(records: usize, i: i32): usize {
  return records + <usize>i * RECORD
}

// @ts-ignore: decorator
@inline
function swap(p: usize, q: usize): void {
  const a = v128.load(p)
  const b = v128.load(p, 16)
  v128.store(p, v128.load(q))
  v128.store(p, v128.load(q, 16), 16)
  v128.store(q, a)
  v128.store(q, b, 16)
}

/** Bounds of the node at hand: least x, y; least z; greatest x, y; greatest z. */
let low01: v128 = f64x2.splat(0)
let low2: f64 = 0
let high01: v128 = f64x2.splat(0)
let high2: f64 = 0

/**
 * Writes the tree over `count` > 0 triangles and returns the number of its nodes. `records` has room for `count` of them,
 * `stack` for two 32-bit numbers a level.
 */
export function split(
  points: usize,
  corners: usize,
  count: i32,
  leafSize: i32,
  median: bool,
  records: usize,
  stack: usize,
  order: usize,
  child: usize,
  first: usize,
  end: usize,
): i32 {
  writeRecords(records, points, corners, count)
  const deepest = 2 * halvings(count)
  let nodes = 1
  store<i32>(child, -1)
  store<i32>(first, 0)
  store<i32>(end, count)
  let top = stack
  store<i32>(top, 0)
  store<i32>(top, 0, 4)
  while (top >= stack) {
    const n = (<usize>load<i32>(top)) << 2
    const from = load<i32>(first + n)
    const to = load<i32>(end + n)
    if (to - from <= leafSize) {
      top -= 8
      continue
    }
    const depth = load<i32>(top, 4)
    const at = cut(records, from, to, median || depth + 1 + halvings(to - from - 1) > deepest)
    const c = (<usize>nodes) << 2
    store<i32>(child + n, nodes)
    store<i64>(child + c, -1)
    store<i32>(first + c, from)
    store<i32>(first + c, at, 4)
    store<i32>(end + c, at)
    store<i32>(end + c, to, 4)
    store<i32>(top, nodes + 1)
    store<i32>(top, depth + 1, 4)
    store<i32>(top, nodes, 8)
    store<i32>(top, depth + 1, 12)
    top += 8
    nodes += 2
  }
  for (let i = 0; i < count; i++) {
    store<u32>(order + ((<usize>i) << 2), <u32>load<f64>(record(records, i), 24))
  }
  return nodes
}

function writeRecords(records: usize, points: usize, corners: usize, count: i32): void {
  for (let i = 0; i < count; i++) {
    const t = corners + <usize>i * 12
    const p = points + <usize>load<u32>(t) * 24
    const q = points + <usize>load<u32>(t, 4) * 24
    const r = points + <usize>load<u32>(t, 8) * 24
    const p01 = v128.load(p)
    const q01 = v128.load(q)
    const r01 = v128.load(r)
    const p2 = v128.load64_splat(p, 16)
    const q2 = v128.load64_splat(q, 16)
    const r2 = v128.load64_splat(r, 16)
    const c01 = f64x2.add(f64x2.pmin(r01, f64x2.pmin(q01, p01)), f64x2.pmax(r01, f64x2.pmax(p01, q01)))
    const c2 = f64x2.add(f64x2.pmin(r2, f64x2.pmin(q2, p2)), f64x2.pmax(r2, f64x2.pmax(p2, q2)))
    const at = record(records, i)
    v128.store(at, c01)
    v128.store(at, f64x2.replace_lane(c2, 1, <f64>i), 16)
  }
}

/** How often n things can be halved, rounded up, before one is left. */
function halvings(n: i32): i32 {
  return n <= 1 ? 0 : 32 - <i32>clz<i32>(n - 1)
}

function cut(records: usize, from: i32, to: i32, median: bool): i32 {
  const half = (from + to + 1) >> 1
  const axis = measure(records, from, to)
  const low = least(axis)
  const high = greatest(axis)
  if (!(high > low)) return half
  if (!median) {
    const at = partition(records, axis, from, to, low / 2 + high / 2)
    if (at > from && at < to) return at
  }
  select(records, axis, from, to - 1, half)
  return half
}

function least(axis: usize): f64 {
  return axis == 0 ? f64x2.extract_lane(low01, 0) : axis == 8 ? f64x2.extract_lane(low01, 1) : low2
}

function greatest(axis: usize): f64 {
  return axis == 0 ? f64x2.extract_lane(high01, 0) : axis == 8 ? f64x2.extract_lane(high01, 1) : high2
}

/** Bounds of the centres, and the axis along which they reach farthest, in bytes into a record. */
function measure(records: usize, from: i32, to: i32): usize {
  let at = record(records, from)
  const stop = record(records, to)
  let a = v128.load(at)
  let b = v128.load(at, 16)
  let c = a
  let d = b
  for (at += RECORD; at < stop; at += RECORD) {
    const x = v128.load(at)
    const y = v128.load(at, 16)
    a = f64x2.pmin(a, x)
    b = f64x2.pmin(b, y)
    c = f64x2.pmax(c, x)
    d = f64x2.pmax(d, y)
  }
  low01 = a
  low2 = f64x2.extract_lane(b, 0)
  high01 = c
  high2 = f64x2.extract_lane(d, 0)
  const size = f64x2.sub(c, a)
  const dx = f64x2.extract_lane(size, 0)
  const dy = f64x2.extract_lane(size, 1)
  const dz = high2 - low2
  return dx >= dy && dx >= dz ? 0 : dy >= dz ? 8 : 16
}

function partition(records: usize, axis: usize, from: i32, to: i32, at: f64): i32 {
  let end = record(records, from)
  const stop = record(records, to)
  for (let p = end; p < stop; p += RECORD) {
    const below = load<f64>(p + axis) < at
    swap(p, end)
    end += (<usize>below) << 5
  }
  return <i32>((end - records) >> 5)
}

function select(records: usize, axis: usize, left: i32, right: i32, nth: i32): void {
  const centres = records + axis
  while (left < right) {
    const a = load<f64>(record(centres, left))
    const b = load<f64>(record(centres, (left + right) >> 1))
    const c = load<f64>(record(centres, right))
    const pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b
    let i = left
    let j = right
    while (i <= j) {
      while (load<f64>(record(centres, i)) < pivot) i++
      while (load<f64>(record(centres, j)) > pivot) j--
      if (i > j) break
      swap(record(records, i++), record(records, j--))
    }
    if (nth <= j) right = j
    else if (nth >= i) left = i
    else return
  }
}
