// Fits the boxes of a tree: twin of src/meshes/tree/box-tree.ts.
import { cloudMoments, joinMoments, MOMENTS, point, spreadAxis, turnAxes } from './mesh-axes'
import { begin, child, count, enter, enterOwn, int, width } from './mesh-points'
import { dot, first, pair, second } from './vectors'

const BOX: usize = 128
const BOX_HALF: usize = 96
const BOX_SIZE: usize = 120

/** What a box spans along the axes it is fitted along: low and high of the first two, and of the third. */
let low01: v128 = f64x2.splat(0)
let high01: v128 = f64x2.splat(0)
let low2: v128 = f64x2.splat(0)
let high2: v128 = f64x2.splat(0)

/** Fits all boxes; false where there is no room for the guests. `table` says where things are: mesh-points.ts. */
export function fit(
  table: usize,
  boxes: usize,
  moments: usize,
  nodes: i32,
  items: i32,
  vertices: i32,
  stride: i32,
  most: i32,
  levels: i32,
  slack: f64,
): bool {
  begin(table, items, vertices, stride)
  for (let n = nodes - 1; n >= 0; n--) {
    const o = boxes + <usize>n * BOX
    const m = moments + <usize>n * MOMENTS
    const c = int(child, n)
    const tight = c < 0 || width(n) <= most
    if (!tight) enterOwn(n)
    else if (!enter(n)) return false
    if (c < 0) cloudMoments(m)
    else joinMoments(m, moments + <usize>c * MOMENTS, moments + <usize>(c + 1) * MOMENTS)
    spreadAxis(o, m)
    turnAxes(o, m)
    low01 = low2 = f64x2.splat(Infinity)
    high01 = high2 = f64x2.splat(-Infinity)
    if (tight) addPoints(o)
    else addBelow(boxes, o, n, levels)
    writeBox(o, slack)
  }
  for (let n = nodes - 1; n >= 0; n--) {
    const c = int(child, n)
    if (c < 0) continue
    const o = boxes + <usize>n * BOX
    const i = boxes + <usize>c * BOX
    intoParent(i, o)
    intoParent(i + BOX, o)
  }
  return true
}

function addPoints(o: usize): void {
  const x = v128.load(o)
  const y = v128.load(o, 32)
  const z = v128.load(o, 64)
  const wx = load<f64>(o, 16)
  const wy = load<f64>(o, 48)
  const wz = load<f64>(o, 80)
  let a = low01
  let b = high01
  let c = low2
  let d = high2
  for (let k = 0; k < count; k++) {
    const p = point(k)
    const px = v128.load64_splat(p)
    const py = v128.load64_splat(p, 8)
    const pz = v128.load64_splat(p, 16)
    const uv = dot(px, x, py, y, pz, z)
    const w = f64x2.splat(first(px) * wx + first(py) * wy + first(pz) * wz)
    a = f64x2.pmin(a, uv)
    b = f64x2.pmax(b, uv)
    c = f64x2.pmin(c, w)
    d = f64x2.pmax(d, w)
  }
  low01 = a
  high01 = b
  low2 = c
  high2 = d
}

function addBelow(boxes: usize, o: usize, n: i32, levels: i32): void {
  const c = int(child, n)
  if (levels > 0 && c >= 0) {
    addBelow(boxes, o, c, levels - 1)
    addBelow(boxes, o, c + 1, levels - 1)
    return
  }
  const b = boxes + <usize>n * BOX
  const m01 = centre(b, v128.load(o), v128.load(o, 32), v128.load(o, 64))
  const h01 = wide(b, v128.load(o), v128.load(o, 32), v128.load(o, 64))
  low01 = f64x2.pmin(low01, f64x2.sub(m01, h01))
  high01 = f64x2.pmax(high01, f64x2.add(m01, h01))
  const m2 = centre(b, v128.load64_splat(o, 16), v128.load64_splat(o, 48), v128.load64_splat(o, 80))
  const h2 = wide(b, v128.load64_splat(o, 16), v128.load64_splat(o, 48), v128.load64_splat(o, 80))
  low2 = f64x2.pmin(low2, f64x2.sub(m2, h2))
  high2 = f64x2.pmax(high2, f64x2.add(m2, h2))
}

/** The centre of the box at b along two directions. */
function centre(b: usize, dx: v128, dy: v128, dz: v128): v128 {
  return dot(v128.load64_splat(b, 24), dx, v128.load64_splat(b, 56), dy, v128.load64_splat(b, 88), dz)
}

/** And how far it reaches from there. */
function wide(b: usize, dx: v128, dy: v128, dz: v128): v128 {
  const u = dot(v128.load64_splat(b), dx, v128.load64_splat(b, 32), dy, v128.load64_splat(b, 64), dz)
  const v = dot(v128.load64_splat(b, 8), dx, v128.load64_splat(b, 40), dy, v128.load64_splat(b, 72), dz)
  const w = dot(v128.load64_splat(b, 16), dx, v128.load64_splat(b, 48), dy, v128.load64_splat(b, 80), dz)
  return dot(
    v128.load64_splat(b, BOX_HALF),
    f64x2.abs(u),
    v128.load64_splat(b, BOX_HALF + 8),
    f64x2.abs(v),
    v128.load64_splat(b, BOX_HALF + 16),
    f64x2.abs(w),
  )
}

function writeBox(o: usize, slack: f64): void {
  const x = v128.load(o)
  const y = v128.load(o, 32)
  const z = v128.load(o, 64)
  const half = f64x2.splat(0.5)
  const l01 = f64x2.mul(low01, half)
  const h01 = f64x2.mul(high01, half)
  const l2 = first(low2) * 0.5
  const h2 = first(high2) * 0.5
  const c01 = f64x2.add(l01, h01)
  const u = first(c01)
  const v = second(c01)
  const w = l2 + h2
  store<f64>(o, u * first(x) + v * second(x) + w * load<f64>(o, 16), 24)
  store<f64>(o, u * first(y) + v * second(y) + w * load<f64>(o, 48), 56)
  store<f64>(o, u * first(z) + v * second(z) + w * load<f64>(o, 80), 88)
  const size = f64x2.add(f64x2.sub(h01, l01), f64x2.splat(slack))
  const a = first(size)
  const b = second(size)
  const c = h2 - l2 + slack
  v128.store(o, size, BOX_HALF)
  store<f64>(o, c, BOX_HALF + 16)
  store<f64>(o, a * b + b * c + c * a, BOX_SIZE)
}

function intoParent(i: usize, o: usize): void {
  const x0 = v128.load(i)
  const x1 = v128.load(i, 32)
  const x2 = v128.load(i, 64)
  // The third column and the translation from box to box.
  const r0 = v128.load(i, 16)
  const r1 = v128.load(i, 48)
  const r2 = v128.load(i, 80)
  const y0 = pair(first(r0), second(r0) - load<f64>(o, 24))
  const y1 = pair(first(r1), second(r1) - load<f64>(o, 56))
  const y2 = pair(first(r2), second(r2) - load<f64>(o, 88))
  for (let k: usize = 0; k < 3; k++) {
    const at = o + (k << 3)
    const a = v128.load64_splat(at)
    const b = v128.load64_splat(at, 32)
    const c = v128.load64_splat(at, 64)
    const to = i + (k << 5)
    v128.store(to, dot(a, x0, b, x1, c, x2))
    v128.store(to, dot(a, y0, b, y1, c, y2), 16)
  }
}
