// Twin of src/meshes/tree/mesh-splits.ts. An item is a record of four doubles, twice its centre and its number, and records
// are moved instead of numbers: what a node holds is then side by side.
//
// The surface-area rule looks up the items' boxes by their numbers. A box is three pairs: least x and y, greatest x and y with their signs
// turned, least z and greatest z with its sign turned: all of them grow by the lesser of two.

const RECORD: usize = 32
const BOX: usize = 48
/** A bin has a box, how many items are in it (a 32-bit number), and half the surface of all boxes from it upward. */
const BINS: usize = 16
const BIN: usize = 64
const BIN_COUNT: usize = 48
const BIN_ABOVE: usize = 56

/** How nodes are cut; by place in SPLIT_RULES of mesh-splits.ts. */
const MEDIAN: i32 = 1
const SAH: i32 = 2

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
 * `stack` for two 32-bit numbers a level. `boxes` has room for `count` of them, `bins` for BINS an axis.
 */
export function split(
  points: usize,
  corners: usize,
  count: i32,
  leafSize: i32,
  rule: i32,
  records: usize,
  boxes: usize,
  bins: usize,
  stack: usize,
  order: usize,
  child: usize,
  first: usize,
  end: usize,
): i32 {
  writeRecords(records, rule == SAH ? boxes : 0, points, corners, count)
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
    const crumbs = depth + 1 + halvings(to - from - 1) > deepest
    const at = cut(records, boxes, bins, from, to, crumbs ? MEDIAN : rule)
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

/** `boxes` is 0 where none are needed. */
function writeRecords(records: usize, boxes: usize, points: usize, corners: usize, count: i32): void {
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
    const low01 = f64x2.pmin(r01, f64x2.pmin(q01, p01))
    const high01 = f64x2.pmax(r01, f64x2.pmax(p01, q01))
    const low2 = f64x2.pmin(r2, f64x2.pmin(q2, p2))
    const high2 = f64x2.pmax(r2, f64x2.pmax(p2, q2))
    const at = record(records, i)
    v128.store(at, f64x2.add(low01, high01))
    v128.store(at, f64x2.replace_lane(f64x2.add(low2, high2), 1, <f64>i), 16)
    if (boxes == 0) continue
    const box = boxes + <usize>i * BOX
    v128.store(box, low01)
    v128.store(box, f64x2.neg(high01), 16)
    v128.store(box, f64x2.replace_lane(low2, 1, -f64x2.extract_lane(high2, 0)), 32)
  }
}

/** How often n things can be halved, rounded up, before one is left. */
function halvings(n: i32): i32 {
  return n <= 1 ? 0 : 32 - <i32>clz<i32>(n - 1)
}

function cut(records: usize, boxes: usize, bins: usize, from: i32, to: i32, rule: i32): i32 {
  const half = (from + to + 1) >> 1
  const axis = measure(records, from, to)
  const low = least(axis)
  const high = greatest(axis)
  if (!(high > low)) return half
  if (rule != MEDIAN) {
    const at =
      rule == SAH
        ? cutBySurface(records, boxes, bins, from, to)
        : partition(records, axis, from, to, low / 2 + high / 2)
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

/** The cheapest cut so far: its cost, its axis in bytes into a record, and the last bin of the first part. */
let best: f64 = 0
let bestAxis: usize = 0
let bestBin: i32 = 0

function cutBySurface(records: usize, boxes: usize, bins: usize, from: i32, to: i32): i32 {
  const stop = record(records, to)
  const x = least(0)
  const y = least(8)
  const z = least(16)
  // Of an axis along which the centres do not differ, 0: one bin takes them all, and there is no cut.
  const perX = scaleOf(0)
  const perY = scaleOf(8)
  const perZ = scaleOf(16)
  // By bit: the bins that hold something. The others keep what an earlier node left in them.
  let takenX = 0
  let takenY = 0
  let takenZ = 0
  for (let p = record(records, from); p < stop; p += RECORD) {
    const box = boxes + <usize>(<u32>load<f64>(p, 24)) * BOX
    const u = v128.load(box)
    const v = v128.load(box, 16)
    const w = v128.load(box, 32)
    const i = binOf(load<f64>(p), x, perX)
    const j = binOf(load<f64>(p, 8), y, perY)
    const k = binOf(load<f64>(p, 16), z, perZ)
    put(bins + <usize>i * BIN, (takenX >> i) & 1, u, v, w)
    put(bins + <usize>j * BIN + BINS * BIN, (takenY >> j) & 1, u, v, w)
    put(bins + <usize>k * BIN + 2 * BINS * BIN, (takenZ >> k) & 1, u, v, w)
    takenX |= 1 << i
    takenY |= 1 << j
    takenZ |= 1 << k
  }
  best = Infinity
  sweep(bins, takenX, to - from, 0)
  sweep(bins + BINS * BIN, takenY, to - from, 8)
  sweep(bins + 2 * BINS * BIN, takenZ, to - from, 16)
  if (best == Infinity) return from
  const low = least(bestAxis)
  const scale = scaleOf(bestAxis)
  let p = record(records, from)
  let q = stop - RECORD
  while (p <= q) {
    if (binOf(load<f64>(p + bestAxis), low, scale) <= bestBin) p += RECORD
    else {
      swap(p, q)
      q -= RECORD
    }
  }
  return <i32>((p - records) >> 5)
}

/** Bins a unit of length; 0 where that is not finite. */
function scaleOf(axis: usize): f64 {
  const scale = <f64>BINS / (greatest(axis) - least(axis))
  return scale < Infinity ? scale : 0
}

/** Adds a box to a bin. */
// @ts-ignore: decorator
@inline
function put(bin: usize, taken: i32, u: v128, v: v128, w: v128): void {
  if (taken) {
    v128.store(bin, f64x2.pmin(v128.load(bin), u))
    v128.store(bin, f64x2.pmin(v128.load(bin, 16), v), 16)
    v128.store(bin, f64x2.pmin(v128.load(bin, 32), w), 32)
    store<i32>(bin, load<i32>(bin, BIN_COUNT) + 1, BIN_COUNT)
  } else {
    v128.store(bin, u)
    v128.store(bin, v, 16)
    v128.store(bin, w, 32)
    store<i32>(bin, 1, BIN_COUNT)
  }
}

// @ts-ignore: decorator
@inline
function binOf(centre: f64, low: f64, scale: f64): i32 {
  return min<i32>(<i32>BINS - 1, <i32>((centre - low) * scale))
}

/** Cuts after an empty bin cost what the cut before it does, and the first of equals is taken: only bins that hold something are visited. */
function sweep(bins: usize, taken: i32, count: i32, axis: usize): void {
  const none = f64x2.splat(Infinity)
  let u = none
  let v = none
  let w = none
  for (let rest = taken; rest != 0; ) {
    const b = 31 - clz<i32>(rest)
    rest ^= 1 << b
    const bin = bins + <usize>b * BIN
    u = f64x2.pmin(u, v128.load(bin))
    v = f64x2.pmin(v, v128.load(bin, 16))
    w = f64x2.pmin(w, v128.load(bin, 32))
    store<f64>(bin, surface(u, v, w), BIN_ABOVE)
  }
  u = none
  v = none
  w = none
  let below = 0
  for (let rest = taken; ; ) {
    const b = ctz<i32>(rest)
    rest ^= 1 << b
    if (rest == 0) return
    const bin = bins + <usize>b * BIN
    u = f64x2.pmin(u, v128.load(bin))
    v = f64x2.pmin(v, v128.load(bin, 16))
    w = f64x2.pmin(w, v128.load(bin, 32))
    below += load<i32>(bin, BIN_COUNT)
    const above = load<f64>(bins + <usize>ctz<i32>(rest) * BIN, BIN_ABOVE)
    const cost = <f64>below * surface(u, v, w) + <f64>(count - below) * above
    if (cost < best) {
      best = cost
      bestAxis = axis
      bestBin = b
    }
  }
}

/** Half the surface of a box. */
function surface(u: v128, v: v128, w: v128): f64 {
  const size = f64x2.sub(f64x2.neg(v), u)
  const x = f64x2.extract_lane(size, 0)
  const y = f64x2.extract_lane(size, 1)
  const d = -f64x2.extract_lane(w, 1) - f64x2.extract_lane(w, 0)
  return x * y + y * d + d * x
}
