// Four configurations of a robot at once, as balls in single precision: src/robots/world/many-filter.ts says what is in the memory
// and why what comes out is certain. A lane is a configuration.

const BODY: usize = 64
const POSE: usize = 192
const LEAF: usize = 64
const BALL: usize = 16
const PLACED: usize = 48
const OBSTACLE: usize = 48
const SOLID: usize = 80
const PAIR: usize = 16

const SLIDE: i32 = 1

const ALIGNED: i32 = 0
const TURNED: i32 = 1

/** In a leaf: where its groups begin, where the balls of those do, four each, and its inner balls; each ends where the next begins. */
const GROUPS: usize = 8
const BALLS: usize = 12
const INNER: usize = 16

let bodyCount: i32 = 0
let bodies: usize = 0
let values: usize = 0
let poses: usize = 0
let leafCount: i32 = 0
let leaves: usize = 0
let bounds: usize = 0
let balls: usize = 0
let placed: usize = 0
let lists: usize = 0
let obstacles: usize = 0
let solids: usize = 0
let pairCount: i32 = 0
let pairs: usize = 0
let out: usize = 0

export function init(table: usize): void {
  bodyCount = load<i32>(table)
  bodies = load<u32>(table, 4)
  values = load<u32>(table, 8)
  poses = load<u32>(table, 12)
  leafCount = load<i32>(table, 16)
  leaves = load<u32>(table, 20)
  bounds = load<u32>(table, 24)
  balls = load<u32>(table, 28)
  placed = load<u32>(table, 32)
  lists = load<u32>(table, 36)
  obstacles = load<u32>(table, 40)
  solids = load<u32>(table, 44)
  pairCount = load<i32>(table, 48)
  pairs = load<u32>(table, 52)
  out = load<u32>(table, 56)
}

// @ts-ignore: decorator
@inline
function dot(a: v128, x: v128, b: v128, y: v128, c: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z))
}

// @ts-ignore: decorator
@inline
function number(at: usize): v128 {
  return v128.load32_splat(at)
}

/** π/2 in two numbers, the first of 33 bits: a multiple by less than 2²⁰ is exact. */
const QUARTER: f64 = 1.57079632673412561417
const QUARTER_REST: f64 = 6.07710050650619224932e-11
const PER_QUARTER: f64 = 0.6366197723675814

let sines: v128 = f32x4.splat(0)
let cosines: v128 = f32x4.splat(0)

/** Of two angles of less than a million: off by less than 2⁻³², before they are rounded. */
// @ts-ignore: decorator
@inline
function sine(r: v128, rr: v128): v128 {
  let p = f64x2.splat(-1.0 / 39916800)
  p = f64x2.add(f64x2.mul(p, rr), f64x2.splat(1.0 / 362880))
  p = f64x2.add(f64x2.mul(p, rr), f64x2.splat(-1.0 / 5040))
  p = f64x2.add(f64x2.mul(p, rr), f64x2.splat(1.0 / 120))
  p = f64x2.add(f64x2.mul(p, rr), f64x2.splat(-1.0 / 6))
  return f64x2.add(f64x2.mul(f64x2.mul(p, rr), r), r)
}

// @ts-ignore: decorator
@inline
function cosine(rr: v128): v128 {
  let p = f64x2.splat(-1.0 / 3628800)
  p = f64x2.add(f64x2.mul(p, rr), f64x2.splat(1.0 / 40320))
  p = f64x2.add(f64x2.mul(p, rr), f64x2.splat(-1.0 / 720))
  p = f64x2.add(f64x2.mul(p, rr), f64x2.splat(1.0 / 24))
  p = f64x2.add(f64x2.mul(p, rr), f64x2.splat(-0.5))
  return f64x2.add(f64x2.mul(p, rr), f64x2.splat(1))
}

// @ts-ignore: decorator
@inline
function rest(x: v128, k: v128): v128 {
  return f64x2.sub(f64x2.sub(x, f64x2.mul(k, f64x2.splat(QUARTER))), f64x2.mul(k, f64x2.splat(QUARTER_REST)))
}

// @ts-ignore: decorator
@inline
function narrow(a: v128, b: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(a), f32x4.demote_f64x2_zero(b), 0, 1, 4, 5)
}

/** Sines and cosines of the four angles at `at`: what is left of them after whole quarters, turned by those. */
function sinesOf(at: usize): void {
  const x = v128.load(at)
  const y = v128.load(at, 16)
  const j = f64x2.nearest(f64x2.mul(x, f64x2.splat(PER_QUARTER)))
  const k = f64x2.nearest(f64x2.mul(y, f64x2.splat(PER_QUARTER)))
  const r = rest(x, j)
  const s = rest(y, k)
  const rr = f64x2.mul(r, r)
  const ss = f64x2.mul(s, s)
  const sin = narrow(sine(r, rr), sine(s, ss))
  const cos = narrow(cosine(rr), cosine(ss))
  const n = v128.shuffle<i32>(i32x4.trunc_sat_f64x2_s_zero(j), i32x4.trunc_sat_f64x2_s_zero(k), 0, 1, 4, 5)
  const odd = i32x4.shr_s(i32x4.shl(n, 31), 31)
  const two = i32x4.splat(2)
  const flip = i32x4.shl(v128.and(n, two), 30)
  const flipCosine = i32x4.shl(v128.and(i32x4.add(n, i32x4.splat(1)), two), 30)
  sines = v128.xor(v128.bitselect(cos, sin, odd), flip)
  cosines = v128.xor(v128.bitselect(sin, cos, odd), flipCosine)
}

/** Poses of all bodies, each from its parent's and its joint's value. */
function placeBodies(): void {
  for (let b = 0; b < bodyCount; b++) {
    const body = bodies + <usize>b * BODY
    const p = poses + <usize>load<i32>(body) * POSE
    const q = poses + <usize>(b + 1) * POSE
    const value = values + <usize>b * 32
    const slides = load<i32>(body, 4) == SLIDE
    if (!slides) sinesOf(value)
    const first = slides ? narrow(v128.load(value), v128.load(value, 16)) : cosines
    const s = sines
    for (let row: usize = 0; row < POSE; row += 64) {
      const i = v128.load(p + row)
      const j = v128.load(p + row, 16)
      const k = v128.load(p + row, 32)
      const x = dot(i, number(body + 16), j, number(body + 32), k, number(body + 48))
      const y = dot(i, number(body + 20), j, number(body + 36), k, number(body + 52))
      const z = dot(i, number(body + 24), j, number(body + 40), k, number(body + 56))
      const t = f32x4.add(
        dot(i, number(body + 28), j, number(body + 44), k, number(body + 60)),
        v128.load(p + row, 48),
      )
      if (slides) {
        v128.store(q + row, x)
        v128.store(q + row, y, 16)
        v128.store(q + row, f32x4.add(t, f32x4.mul(z, first)), 48)
      } else {
        v128.store(q + row, f32x4.add(f32x4.mul(first, x), f32x4.mul(s, y)))
        v128.store(q + row, f32x4.sub(f32x4.mul(first, y), f32x4.mul(s, x)), 16)
        v128.store(q + row, t, 48)
      }
      v128.store(q + row, z, 32)
    }
  }
}

// @ts-ignore: decorator
@inline
function placeBall(to: usize, pose: usize, ball: usize): void {
  const x = number(ball)
  const y = number(ball + 4)
  const z = number(ball + 8)
  for (let row: usize = 0; row < 3; row++) {
    const p = pose + row * 64
    const along = dot(v128.load(p), x, v128.load(p, 16), y, v128.load(p, 32), z)
    v128.store(to + row * 16, f32x4.add(along, v128.load(p, 48)))
  }
}

/** Groups, balls or inner balls of a leaf, from the number at `first` to that after it, placed once a block. */
function placeBalls(leaf: usize, first: usize, bit: i32): void {
  const flags = load<i32>(leaf, 48)
  if ((flags & bit) != 0) return
  store<i32>(leaf, flags | bit, 48)
  const pose = poses + <usize>load<i32>(leaf) * POSE
  const end = load<i32>(leaf + first, 4)
  for (let k = load<i32>(leaf + first); k < end; k++) {
    placeBall(placed + <usize>k * PLACED, pose, balls + <usize>k * BALL)
  }
}

/** Lanes of `open` in which two balls, placed, are not certainly apart. */
// @ts-ignore: decorator
@inline
function near(p: usize, ball: usize, q: usize, other: usize, open: i32): i32 {
  const reach = f32x4.add(number(ball + 12), number(other + 12))
  return open & ~i32x4.bitmask(f32x4.gt(apartSq(p, q), square(reach)))
}

/** Squared distances of four points, placed at `p`, from the core of a solid: a box, or a cylinder. */
// @ts-ignore: decorator
@inline
function gapSq(p: usize, solid: usize): v128 {
  const kind = load<i32>(solid)
  let x = f32x4.sub(v128.load(p), number(solid + 4))
  let y = f32x4.sub(v128.load(p, 16), number(solid + 8))
  let z = f32x4.sub(v128.load(p, 32), number(solid + 12))
  const none = f32x4.splat(0)
  if (kind != ALIGNED) {
    const a = dot(number(solid + 16), x, number(solid + 20), y, number(solid + 24), z)
    const b = dot(number(solid + 28), x, number(solid + 32), y, number(solid + 36), z)
    z = dot(number(solid + 40), x, number(solid + 44), y, number(solid + 48), z)
    x = a
    y = b
  }
  const c = f32x4.pmax(f32x4.sub(f32x4.abs(z), number(solid + 60)), none)
  if (kind > TURNED) {
    const across = f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)))
    const r = f32x4.pmax(f32x4.sub(across, number(solid + 52)), none)
    return f32x4.add(f32x4.mul(r, r), f32x4.mul(c, c))
  }
  const a = f32x4.pmax(f32x4.sub(f32x4.abs(x), number(solid + 52)), none)
  const b = f32x4.pmax(f32x4.sub(f32x4.abs(y), number(solid + 56)), none)
  return dot(a, a, b, b, c, c)
}

// @ts-ignore: decorator
@inline
function square(r: v128): v128 {
  return f32x4.mul(r, r)
}

// @ts-ignore: decorator
@inline
function apartSq(p: usize, q: usize): v128 {
  const x = f32x4.sub(v128.load(p), v128.load(q))
  const y = f32x4.sub(v128.load(p, 16), v128.load(q, 16))
  const z = f32x4.sub(v128.load(p, 32), v128.load(q, 32))
  return dot(x, x, y, y, z, z)
}

/** Lanes of `open` in which a ball, placed at p, is not certainly apart from solids `from` to `end`. */
// @ts-ignore: decorator
@inline
function nearSolids(p: usize, ball: usize, from: i32, end: i32, open: i32): i32 {
  const r = number(ball + 12)
  let found = 0
  for (let k = from; k < end; k++) {
    const solid = solids + <usize>k * SOLID
    const reach = f32x4.add(r, number(solid + 64))
    found |= open & ~i32x4.bitmask(f32x4.gt(gapSq(p, solid), square(reach)))
    if (found == open) break
  }
  return found
}

/** Lanes of `open` in which a leaf, by its balls, is not certainly apart from solids. */
function nearObstacle(leaf: usize, from: i32, end: i32, open: i32): i32 {
  placeBalls(leaf, GROUPS, 1)
  const first = load<i32>(leaf + GROUPS)
  const fine = load<i32>(leaf + BALLS)
  let found = 0
  for (let g = first; g < fine; g++) {
    const rest = open & ~found
    const some = nearSolids(placed + <usize>g * PLACED, balls + <usize>g * BALL, from, end, rest)
    if (some == 0) continue
    placeBalls(leaf, BALLS, 2)
    const b = fine + 4 * (g - first)
    for (let k = b; k < b + 4; k++) {
      found |= nearSolids(placed + <usize>k * PLACED, balls + <usize>k * BALL, from, end, some & ~found)
    }
    if (found == open) break
  }
  return found
}

/** Lanes in which a ball inside a leaf and a solid inside an obstacle certainly overlap. */
function insideObstacle(leaf: usize, from: i32, end: i32, open: i32): i32 {
  placeBalls(leaf, INNER, 4)
  const last = load<i32>(leaf + INNER, 4)
  let found = 0
  for (let b = load<i32>(leaf + INNER); b < last; b++) {
    const p = placed + <usize>b * PLACED
    const r = number(balls + <usize>b * BALL + 12)
    for (let s = from; s < end; s++) {
      const solid = solids + <usize>s * SOLID
      found |= i32x4.bitmask(f32x4.lt(gapSq(p, solid), square(f32x4.add(r, number(solid + 64)))))
    }
    if ((open & ~found) == 0) break
  }
  return found
}

/** The same two of two leaves. */
function nearLeaf(a: usize, b: usize, boundB: usize, open: i32): i32 {
  placeBalls(a, GROUPS, 1)
  placeBalls(b, GROUPS, 1)
  const firstA = load<i32>(a + GROUPS)
  const fineA = load<i32>(a + BALLS)
  const firstB = load<i32>(b + GROUPS)
  const fineB = load<i32>(b + BALLS)
  let found = 0
  for (let g = firstA; g < fineA; g++) {
    const p = placed + <usize>g * PLACED
    const group = balls + <usize>g * BALL
    const rest = near(p, group, boundB, b + 32, open & ~found)
    if (rest == 0) continue
    for (let h = firstB; h < fineB; h++) {
      const some = near(p, group, placed + <usize>h * PLACED, balls + <usize>h * BALL, rest & ~found)
      if (some == 0) continue
      placeBalls(a, BALLS, 2)
      placeBalls(b, BALLS, 2)
      const i0 = fineA + 4 * (g - firstA)
      const j0 = fineB + 4 * (h - firstB)
      for (let i = i0; i < i0 + 4; i++) {
        const own = balls + <usize>i * BALL
        const at = placed + <usize>i * PLACED
        for (let j = j0; j < j0 + 4; j++) {
          found |= near(at, own, placed + <usize>j * PLACED, balls + <usize>j * BALL, some)
        }
        if ((some & ~found) == 0) break
      }
    }
    if (found == open) break
  }
  return found
}

function insideLeaf(a: usize, b: usize, open: i32): i32 {
  placeBalls(a, INNER, 4)
  placeBalls(b, INNER, 4)
  const endA = load<i32>(a + INNER, 4)
  const firstB = load<i32>(b + INNER)
  const endB = load<i32>(b + INNER, 4)
  let found = 0
  for (let i = load<i32>(a + INNER); i < endA; i++) {
    const p = placed + <usize>i * PLACED
    const r = number(balls + <usize>i * BALL + 12)
    for (let j = firstB; j < endB; j++) {
      const both = f32x4.add(r, number(balls + <usize>j * BALL + 12))
      found |= i32x4.bitmask(f32x4.lt(apartSq(p, placed + <usize>j * PLACED), square(both)))
    }
    if ((open & ~found) == 0) break
  }
  return found
}

/** The number of pairs that are open, three numbers each in `out` after the lanes that collide: two leaves and lanes. */
export function run(): i32 {
  placeBodies()
  let colliding = 0
  let count = 0
  for (let l = 0; l < leafCount; l++) {
    const leaf = leaves + <usize>l * LEAF
    store<i32>(leaf, 0, 48)
    placeBall(bounds + <usize>l * PLACED, poses + <usize>load<i32>(leaf) * POSE, leaf + 32)
  }
  for (let l = 0; l < leafCount && colliding != 15; l++) {
    const leaf = leaves + <usize>l * LEAF
    const bound = bounds + <usize>l * PLACED
    const r = number(leaf + 44)
    const px = v128.load(bound)
    const py = v128.load(bound, 16)
    const pz = v128.load(bound, 32)
    const end = load<i32>(leaf, 28)
    for (let k = load<i32>(leaf, 24); k < end; k++) {
      const obstacle = obstacles + <usize>load<i32>(lists + ((<usize>k) << 2)) * OBSTACLE
      const x = f32x4.sub(px, number(obstacle))
      const y = f32x4.sub(py, number(obstacle + 4))
      const z = f32x4.sub(pz, number(obstacle + 8))
      const reach = f32x4.add(r, number(obstacle + 12))
      let open = ~colliding & 15 & ~i32x4.bitmask(f32x4.gt(dot(x, x, y, y, z, z), square(reach)))
      if (open == 0) continue
      const outer = load<i32>(obstacle, 20)
      const outerEnd = load<i32>(obstacle, 24)
      open = nearSolids(bound, leaf + 32, outer, outerEnd, open)
      if (open == 0) continue
      open = nearObstacle(leaf, outer, outerEnd, open)
      if (open == 0) continue
      colliding |= insideObstacle(leaf, load<i32>(obstacle, 28), load<i32>(obstacle, 32), open)
      open &= ~colliding
      if (open == 0) continue
      write(count++, leaf, load<i32>(obstacle, 16), open)
    }
  }
  for (let k = 0; k < pairCount && colliding != 15; k++) {
    const pair = pairs + <usize>k * PAIR
    const la = load<i32>(pair)
    const lb = load<i32>(pair, 4)
    const a = leaves + <usize>la * LEAF
    const b = leaves + <usize>lb * LEAF
    const boundB = bounds + <usize>lb * PLACED
    let open = near(bounds + <usize>la * PLACED, a + 32, boundB, b + 32, ~colliding & 15)
    if (open == 0) continue
    open = nearLeaf(a, b, boundB, open)
    if (open == 0) continue
    colliding |= insideLeaf(a, b, open)
    open &= ~colliding
    if (open == 0) continue
    write(count++, a, load<i32>(b, 4), open)
  }
  store<i32>(out, colliding)
  return count
}

// @ts-ignore: decorator
@inline
function write(k: i32, leaf: usize, other: i32, open: i32): void {
  const to = out + 4 + <usize>k * 12
  store<i32>(to, load<i32>(leaf, 4))
  store<i32>(to, other, 4)
  store<i32>(to, open, 8)
}
