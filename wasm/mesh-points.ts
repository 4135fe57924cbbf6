// The points below each node: twin of NodePoints in src/meshes/tree/box-points.ts.

/** The tree: 32-bit numbers a node, and a number an item. */
export let child: usize = 0
let first: usize = 0
let end: usize = 0
let order: usize = 0
/** The items' points as they come, and how many a corner list has of them an item. */
let itemPoints: usize = 0
let itemCorners: usize = 0
let stride: i32 = 0
/** Points and corners in leaf order. */
export let points: usize = 0
let corners: usize = 0
let met: usize = 0
/** A new number a point, -1 for none; then the last node that had a point as a guest. */
let names: usize = 0
let start: usize = 0
let stop: usize = 0
let guestsEnd: usize = 0
let guestsLimit: usize = 0

/** Points of the node entered: `own` of them from `from` on, then those at list. */
export let from: i32 = 0
export let own: i32 = 0
export let list: usize = 0
export let count: i32 = 0

// @ts-ignore: decorator
@inline
export function int(at: usize, n: i32): i32 {
  return load<i32>(at + ((<usize>n) << 2))
}

// @ts-ignore: decorator
@inline
function setInt(at: usize, n: i32, value: i32): void {
  store<i32>(at + ((<usize>n) << 2), value)
}

/** Where things are, in the order of mesh-wasm.ts, and the new numbers of points. */
export function begin(table: usize, items: i32, vertices: i32, each: i32): void {
  child = load<u32>(table)
  first = load<u32>(table, 4)
  end = load<u32>(table, 8)
  order = load<u32>(table, 12)
  itemPoints = load<u32>(table, 16)
  itemCorners = load<u32>(table, 20)
  points = load<u32>(table, 24)
  corners = load<u32>(table, 28)
  met = load<u32>(table, 32)
  names = load<u32>(table, 36)
  start = load<u32>(table, 40)
  stop = load<u32>(table, 44)
  guestsEnd = load<u32>(table, 48)
  guestsLimit = load<u32>(table, 52)
  stride = each
  memory.fill(names, 0xff, (<usize>vertices) << 2)
  renumber(items)
  memory.fill(names, 0xff, (<usize>vertices) << 2)
}

function renumber(items: i32): void {
  let next = 0
  let corner = corners
  let point = points
  store<i32>(met, 0)
  for (let i = 0; i < items; i++) {
    const from = itemCorners + <usize>stride * ((<usize>load<u32>(order + ((<usize>i) << 2))) << 2)
    const to = from + ((<usize>stride) << 2)
    for (let k = from; k < to; k += 4) {
      const v = load<u32>(k)
      let name = load<i32>(names + ((<usize>v) << 2))
      if (name < 0) {
        name = next++
        setInt(names, v, name)
        const p = itemPoints + <usize>v * 24
        v128.store(point, v128.load(p))
        store<f64>(point, load<f64>(p, 16), 16)
        point += 24
      }
      store<i32>(corner, name)
      corner += 4
    }
    setInt(met, i + 1, next)
  }
}

export function enterOwn(n: i32): void {
  from = int(met, int(first, n))
  own = int(met, int(end, n)) - from
  count = own
}

/** How many items a node has. */
export function width(n: i32): i32 {
  return int(end, n) - int(first, n)
}

/** False where there is no room for its guests. */
export function enter(n: i32): bool {
  const head = int(first, n)
  const after = int(end, n)
  const c = int(child, n)
  from = int(met, head)
  own = int(met, after) - from
  list = guestsEnd
  store<u32>(start + ((<usize>n) << 2), <u32>guestsEnd)
  if (c < 0) {
    const each = (<usize>stride) << 2
    if (!invite(n, corners + <usize>head * each, corners + <usize>after * each)) return false
  } else {
    const s = start + ((<usize>c) << 2)
    const t = stop + ((<usize>c) << 2)
    if (!invite(n, load<u32>(s), load<u32>(t))) return false
    if (!invite(n, load<u32>(s, 4), load<u32>(t, 4))) return false
  }
  store<u32>(stop + ((<usize>n) << 2), <u32>guestsEnd)
  count = own + <i32>((guestsEnd - list) >> 2)
  return true
}

/** All of them are written, and those that are none are written over. */
function invite(n: i32, at: usize, to: usize): bool {
  if (to - at > guestsLimit - guestsEnd) return false
  let end = guestsEnd
  for (let k = at; k < to; k += 4) {
    const v = load<i32>(k)
    const seen = names + ((<usize>v) << 2)
    const guest = i32(v < from) & i32(load<i32>(seen) != n)
    store<i32>(seen, n)
    store<i32>(end, v)
    end += (<usize>guest) << 2
  }
  guestsEnd = end
  return true
}
