// What all kernels of the filter share: the numbers of a dispatch, how tables are read, and tests of balls and solids.
import { BALL_NUMBERS, MOVER_NUMBERS, OBSTACLE_NUMBERS, PAIR_NUMBERS, PIECE_NUMBERS, SOLID_NUMBERS } from './layout.js'

/** Configurations, or candidates, of a workgroup. */
export const WORKGROUP = 64

/** Bits of what is known of a configuration. */
export const COLLIDING = 1
export const OPEN_BIT = 2
/** The first two kernels have been there: only with both is anything known, so that work which a device did not do says nothing. */
export const PLACED = 4
export const TESTED = 8

/**
 * Counts of a chunk: candidates of the second kernel; how many the third has gone through, and left; how many of those were sorted by
 * pair, and how many the fourth has gone through; and their sum over pairs. From BUCKETS_AT on, a count for each pair.
 */
export const COUNTS = 6
export const BUCKETS_AT = 8

/** Has a device done all of its work, as far as there was room? */
export function isDone(counts: ArrayLike<number>, capacity: number): boolean {
  const [all, tested, left, sorted, settled, sum] = Array.from({ length: COUNTS }, (_, i) => counts[i]!)
  return tested === Math.min(all!, capacity) && sorted === left && settled === left && sum === left
}

/** Numbers of the record Params. */
export const PARAMS = 13

export const PARAMS_TYPE = /* wgsl */ `
struct Params {
  // Configurations in this chunk, and how many there is room for.
  count: u32,
  stride: u32,
  bodies: u32,
  movers: u32,
  obstaclesAt: u32,
  pairsAt: u32,
  pairs: u32,
  // Room for candidates.
  capacity: u32,
  // The length of one, for places in integers.
  unit: f32,
  // A distance that is asked about, more and less by the margin; 0 where it is whether things touch.
  outer: f32,
  inner: f32,
  moversAt: u32,
  // Joint values of a configuration.
  dof: u32,
}
`

/** The first bindings of kernels that test placed geometry: params, ints, floats, poses, found. */
export const POSED_BINDINGS = /* wgsl */ `
${PARAMS_TYPE}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> ints: array<i32>;
@group(0) @binding(2) var<storage, read> floats: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> poses: array<i32>;
@group(0) @binding(4) var<storage, read_write> found: array<atomic<u32>>;
`

/** Poses as singles: [gpu-point]. */
export const POSES = /* wgsl */ `
struct Pose { x: vec4<f32>, y: vec4<f32>, z: vec4<f32> }

fn row(at: u32, stride: u32) -> vec4<f32> {
  let r = vec3<f32>(f32(poses[at]), f32(poses[at + stride]), f32(poses[at + 2u * stride])) * 0x1p-30f;
  return vec4<f32>(r, f32(poses[at + 3u * stride]) * params.unit);
}

fn poseOf(body: u32, k: u32) -> Pose {
  let s = params.stride;
  let at = 12u * body * s + k;
  return Pose(row(at, s), row(at + 4u * s, s), row(at + 8u * s, s));
}

fn along(r: vec4<f32>, c: vec4<f32>) -> f32 {
  return r.x * c.x + r.y * c.y + r.z * c.z + r.w;
}

// A ball's centre, placed, and its radius.
fn placed(pose: Pose, ball: vec4<f32>) -> vec4<f32> {
  return vec4<f32>(along(pose.x, ball), along(pose.y, ball), along(pose.z, ball), ball.w);
}
`

/** Balls and solids: [gpu-solid], [gpu-square]. */
export const BALLS = /* wgsl */ `
const BALL = ${BALL_NUMBERS}u;
const SOLID = ${SOLID_NUMBERS / BALL_NUMBERS}u;
const MOVER = ${MOVER_NUMBERS}u;
const OBSTACLE = ${OBSTACLE_NUMBERS}u;
const PAIR = ${PAIR_NUMBERS}u;
const PIECE = ${PIECE_NUMBERS}u;
const COLLIDING = ${COLLIDING}u;
const OPEN = ${OPEN_BIT}u;
const TESTED = ${TESTED}u;

fn square(d: vec3<f32>) -> f32 {
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

// Are two balls, placed, apart by more than what is asked about?
fn apart(a: vec4<f32>, b: vec4<f32>) -> bool {
  let r = a.w + b.w + params.outer;
  return square(a.xyz - b.xyz) > r * r;
}

// Do balls inside things overlap, or come within what is asked about?
fn overlap(a: vec4<f32>, b: vec4<f32>) -> bool {
  let r = a.w + b.w + params.inner;
  return r > 0.0 && square(a.xyz - b.xyz) < r * r;
}

// The squared distance of a point from the core of solid s: a box, or a cylinder.
fn gapSq(p: vec3<f32>, s: u32) -> f32 {
  let a = floats[s];
  let b = floats[s + 1u];
  let c = floats[s + 2u];
  let e = floats[s + 3u];
  var d = p - a.yzw;
  if (a.x > 0.0) {
    d = vec3<f32>(
      b.x * d.x + b.y * d.y + b.z * d.z,
      b.w * d.x + c.x * d.y + c.y * d.z,
      c.z * d.x + c.w * d.y + e.x * d.z,
    );
  }
  if (a.x > 1.0) {
    let up = max(abs(d.z) - e.w, 0.0);
    let acrossSq = d.x * d.x + d.y * d.y;
    // A root only of what is not small: at 0 a shader's root may be anything.
    var out = 0.0;
    if (acrossSq > e.y * e.y) { out = max(sqrt(acrossSq) - e.y, 0.0); }
    return out * out + up * up;
  }
  let g = max(abs(d) - e.yzw, vec3<f32>(0.0));
  return square(g);
}

fn apartFrom(a: vec4<f32>, s: u32) -> bool {
  let r = a.w + floats[s + 4u].x + params.outer;
  return gapSq(a.xyz, s) > r * r;
}

fn reaches(a: vec4<f32>, s: u32) -> bool {
  let r = a.w + floats[s + 4u].y + params.inner;
  return r > 0.0 && gapSq(a.xyz, s) < r * r;
}

// Is a ball apart from all of n solids?
fn apartFromAll(a: vec4<f32>, first: u32, n: u32) -> bool {
  for (var i = 0u; i < n; i++) {
    if (!apartFrom(a, first + SOLID * i)) { return false; }
  }
  return true;
}
`
