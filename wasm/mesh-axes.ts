// Axes for boxes around clouds of points: twin of src/meshes/tree/box-axes.ts, and of symmetricEigenvectors in
// src/base/math/symmetric-eigen.ts.
import { count, from, list, own, points } from './mesh-points'
import { dot, first, pair, second } from './vectors'

export const MOMENTS: usize = 80

const NEWTON_STEPS: i32 = 8
const NEWTON_TOLERANCE: f64 = 1e-5
const TINY_SPREAD: f64 = 1e-280
const SAMPLE: i32 = 128
const LONG: f64 = 0.8

/** The k-th point of the cloud. */
// @ts-ignore: decorator
@inline
export function point(k: i32): usize {
  return points + <usize>(k < own ? from + k : load<i32>(list + ((<usize>(k - own)) << 2))) * 24
}

export function cloudMoments(m: usize): void {
  const origin = point(0)
  const o01 = v128.load(origin)
  const o2 = load<f64>(origin, 16)
  let s01 = f64x2.splat(0)
  let sz: f64 = 0
  let q01 = f64x2.splat(0)
  let zz: f64 = 0
  let xy: f64 = 0
  let c01 = f64x2.splat(0)
  for (let k = 1; k < count; k++) {
    const p = point(k)
    const d01 = f64x2.sub(v128.load(p), o01)
    const z = load<f64>(p, 16) - o2
    s01 = f64x2.add(s01, d01)
    sz += z
    q01 = f64x2.add(q01, f64x2.mul(d01, d01))
    zz += z * z
    xy += first(d01) * second(d01)
    c01 = f64x2.add(c01, f64x2.mul(d01, f64x2.splat(z)))
  }
  const share: f64 = 1 / <f64>count
  const m01 = f64x2.mul(s01, f64x2.splat(share))
  const mz = sz * share
  const mean = f64x2.add(o01, m01)
  const spread = f64x2.sub(q01, f64x2.mul(s01, m01))
  store<f64>(m, <f64>count)
  v128.store(m, mean, 8)
  store<f64>(m, o2 + mz, 24)
  v128.store(m, spread, 32)
  store<f64>(m, zz - sz * mz, 48)
  store<f64>(m, xy - first(s01) * second(m01), 56)
  v128.store(m, f64x2.sub(c01, f64x2.mul(s01, f64x2.splat(mz))), 64)
}

export function joinMoments(m: usize, a: usize, b: usize): void {
  const na = load<f64>(a)
  const nb = load<f64>(b)
  const count = na + nb
  const a01 = v128.load(a, 8)
  const a2 = load<f64>(a, 24)
  const d01 = f64x2.sub(v128.load(b, 8), a01)
  const dz = load<f64>(b, 24) - a2
  const share = nb / count
  const w = na * share
  const w01 = f64x2.mul(f64x2.splat(w), d01)
  store<f64>(m, count)
  v128.store(m, f64x2.add(a01, f64x2.mul(d01, f64x2.splat(share))), 8)
  store<f64>(m, a2 + dz * share, 24)
  v128.store(m, f64x2.add(f64x2.add(v128.load(a, 32), v128.load(b, 32)), f64x2.mul(w01, d01)), 32)
  store<f64>(m, load<f64>(a, 48) + load<f64>(b, 48) + w * dz * dz, 48)
  store<f64>(m, load<f64>(a, 56) + load<f64>(b, 56) + first(w01) * second(d01), 56)
  v128.store(m, f64x2.add(f64x2.add(v128.load(a, 64), v128.load(b, 64)), f64x2.mul(w01, f64x2.splat(dz))), 64)
}

export function spreadAxis(x: usize, m: usize): void {
  const trace = load<f64>(m, 32) + load<f64>(m, 40) + load<f64>(m, 48)
  const scale: f64 = 1 / trace
  const xx = load<f64>(m, 32) * scale
  const yy = load<f64>(m, 40) * scale
  const zz = load<f64>(m, 48) * scale
  const xy = load<f64>(m, 56) * scale
  const xz = load<f64>(m, 64) * scale
  const yz = load<f64>(m, 72) * scale
  const c1 = xx * yy + xx * zz + yy * zz - xy * xy - xz * xz - yz * yz
  const c0 = xx * (yy * zz - yz * yz) - xy * (xy * zz - yz * xz) + xz * (xy * yz - yy * xz)
  let least: f64 = 0
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const up = (c0 - ((least - 1) * least + c1) * least) / ((3 * least - 2) * least + c1)
    if (!(up > 0)) break
    least += up
    if (up < NEWTON_TOLERANCE) break
  }
  const d = xx - least
  const e = yy - least
  const f = zz - least
  const kx = e * f - yz * yz
  const ky = d * f - xz * xz
  const kz = d * e - xy * xy
  let nx = kx
  let ny = xz * yz - xy * f
  let nz = xy * yz - xz * e
  if (ky > kx) {
    if (ky > kz) {
      nz = xy * xz - d * yz
      nx = ny
      ny = ky
    } else {
      ny = xy * xz - d * yz
      nx = nz
      nz = kz
    }
  } else if (kz > kx) {
    ny = xy * xz - d * yz
    nx = nz
    nz = kz
  }
  const lengthSq = nx * nx + ny * ny + nz * nz
  if (!(lengthSq > 1e-16 && lengthSq < 1e16 && trace > TINY_SPREAD)) {
    eigenvectors(x, m)
    leastLast(x, m)
    return
  }
  const n = 1 / sqrt<f64>(lengthSq)
  nx *= n
  ny *= n
  nz *= n
  const sign: f64 = nz < 0 ? -1 : 1
  const h = -1 / (sign + nz)
  const g = nx * ny * h
  store<f64>(x, 1 + sign * nx * nx * h)
  store<f64>(x, g, 8)
  store<f64>(x, nx, 16)
  store<f64>(x, sign * g, 32)
  store<f64>(x, sign + ny * ny * h, 40)
  store<f64>(x, ny, 48)
  store<f64>(x, -sign * nx, 64)
  store<f64>(x, -ny, 72)
  store<f64>(x, nz, 80)
}

function leastLast(x: usize, m: usize): void {
  let least: f64 = Infinity
  let last = 2
  for (let k = 0; k < 3; k++) {
    const at = x + ((<usize>k) << 3)
    const a = load<f64>(at)
    const b = load<f64>(at, 32)
    const c = load<f64>(at, 64)
    const across = load<f64>(m, 56) * a * b + load<f64>(m, 64) * a * c + load<f64>(m, 72) * b * c
    const spread = load<f64>(m, 32) * a * a + load<f64>(m, 40) * b * b + load<f64>(m, 48) * c * c + 2 * across
    if (spread < least) {
      least = spread
      last = k
    }
  }
  if (last == 2) return
  for (let row = x; row < x + 96; row += 32) {
    const a = load<f64>(row)
    const b = load<f64>(row, 8)
    const c = load<f64>(row, 16)
    store<f64>(row, last == 0 ? b : c)
    store<f64>(row, last == 0 ? c : a, 8)
    store<f64>(row, last == 0 ? a : b, 16)
  }
}

function eigenvectors(x: usize, m: usize): void {
  let xx = load<f64>(m, 32)
  let yy = load<f64>(m, 40)
  let zz = load<f64>(m, 48)
  let xy = load<f64>(m, 56)
  let xz = load<f64>(m, 64)
  let yz = load<f64>(m, 72)
  for (let row: usize = 0; row < 3; row++) {
    for (let column: usize = 0; column < 3; column++) {
      store<f64>(x + row * 32 + column * 8, row == column ? 1 : 0)
    }
  }
  const enough = 1e-12 * (abs<f64>(xx) + abs<f64>(yy) + abs<f64>(zz))
  for (let sweep = 0; sweep < 8; sweep++) {
    if (abs<f64>(xy) + abs<f64>(xz) + abs<f64>(yz) <= enough) return
    if (xy != 0) {
      const t = tangent(xx, yy, xy)
      const c = 1 / sqrt<f64>(t * t + 1)
      const s = t * c
      xx -= t * xy
      yy += t * xy
      xy = 0
      const k = xz
      xz = c * k - s * yz
      yz = s * k + c * yz
      turnColumns(x, x + 8, c, s)
    }
    if (xz != 0) {
      const t = tangent(xx, zz, xz)
      const c = 1 / sqrt<f64>(t * t + 1)
      const s = t * c
      xx -= t * xz
      zz += t * xz
      xz = 0
      const k = xy
      xy = c * k - s * yz
      yz = s * k + c * yz
      turnColumns(x, x + 16, c, s)
    }
    if (yz != 0) {
      const t = tangent(yy, zz, yz)
      const c = 1 / sqrt<f64>(t * t + 1)
      const s = t * c
      yy -= t * yz
      zz += t * yz
      yz = 0
      const k = xy
      xy = c * k - s * xz
      xz = s * k + c * xz
      turnColumns(x + 8, x + 16, c, s)
    }
  }
}

function tangent(pp: f64, qq: f64, pq: f64): f64 {
  const theta = (qq - pp) / (2 * pq)
  const sign: f64 = theta < 0 ? -1 : 1
  return sign / (abs<f64>(theta) + sqrt<f64>(theta * theta + 1))
}

function turnColumns(p: usize, q: usize, c: f64, s: f64): void {
  for (let row: usize = 0; row < 96; row += 32) {
    const a = load<f64>(p + row)
    const b = load<f64>(q + row)
    store<f64>(p + row, c * a - s * b)
    store<f64>(q + row, s * a + c * b)
  }
}

export function turnAxes(x: usize, m: usize): void {
  const unit = sqrt<f64>(load<f64>(m) / (load<f64>(m, 32) + load<f64>(m, 40) + load<f64>(m, 48)))
  if (count == 0 || !(unit < Infinity)) return
  const unit2 = f64x2.splat(unit)
  const row0 = v128.load(x)
  const row1 = v128.load(x, 32)
  const row2 = v128.load(x, 64)
  // The two axes share a vector.
  const ax = f64x2.mul(row0, unit2)
  const ay = f64x2.mul(row1, unit2)
  const az = f64x2.mul(row2, unit2)
  const mean = dot(v128.load64_splat(m, 8), ax, v128.load64_splat(m, 16), ay, v128.load64_splat(m, 24), az)
  let sum2 = f64x2.splat(0)
  let r4: f64 = 0
  let i4: f64 = 0
  const step = (count + SAMPLE - 1) / SAMPLE
  for (let k = 0; k < count; k += step) {
    const p = point(k)
    const uv = f64x2.sub(
      dot(v128.load64_splat(p), ax, v128.load64_splat(p, 8), ay, v128.load64_splat(p, 16), az),
      mean,
    )
    const square = f64x2.mul(uv, uv)
    const r = first(square) - second(square)
    const s = 2 * first(uv) * second(uv)
    sum2 = f64x2.add(sum2, pair(r, s))
    r4 += r * r - s * s
    i4 += r * s
  }
  const share: f64 = 1 / <f64>((count + step - 1) / step)
  const r2 = first(sum2) * share
  const i2 = second(sum2) * share
  const sizeSq = r2 * r2 + i2 * i2
  let t: f64
  if (sizeSq > LONG * LONG) {
    const size = sqrt<f64>(sizeSq)
    t = r2 < 0 ? i2 / (r2 - size) : i2 / (r2 + size)
  } else {
    const a = 3 * (r2 * r2 - i2 * i2) - r4 * share
    const b = 6 * r2 * i2 - 2 * i4 * share
    const c = a + sqrt<f64>(a * a + b * b)
    t = b / (c + sqrt<f64>(c * c + b * b))
  }
  if (!(t * t <= 1)) return
  const cos: f64 = 1 / sqrt<f64>(1 + t * t)
  const sin = t * cos
  v128.store(x, turned(row0, cos, sin))
  v128.store(x, turned(row1, cos, sin), 32)
  v128.store(x, turned(row2, cos, sin), 64)
}

// @ts-ignore: decorator
@inline
function turned(row: v128, cos: f64, sin: f64): v128 {
  const u = first(row)
  const v = second(row)
  return pair(cos * u + sin * v, cos * v - sin * u)
}
