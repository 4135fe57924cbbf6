// The second and third kernel: pairs of geometries by one ball each, and those that are left by their balls.
//
// A pair that is not certainly apart is a candidate: (configuration, pair), appended to a list. Where the list is full the configuration
// is open, so nothing is lost. The third kernel takes candidates one by one: certainly apart, certainly overlapping (the configuration
// collides), or a candidate still, which goes to the second list.
import { BALLS, PARAMS_TYPE, POSED_BINDINGS, POSES, WORKGROUP } from './params.js'
import { SURVIVE } from './sort-kernels.js'

/** Bindings: params, ints, floats, bounds, found, candidates, counts. */
export const BROAD_KERNEL = /* wgsl */ `
${PARAMS_TYPE}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> ints: array<i32>;
@group(0) @binding(2) var<storage, read> floats: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> bounds: array<f32>;
@group(0) @binding(4) var<storage, read_write> found: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(6) var<storage, read_write> counts: array<atomic<u32>>;
${BALLS}
fn bound(m: u32, k: u32) -> vec4<f32> {
  let s = params.stride;
  let at = 3u * m * s + k;
  return vec4<f32>(bounds[at], bounds[at + s], bounds[at + 2u * s], floats[u32(ints[params.moversAt + MOVER * m + 1u])].w);
}

// Pairs that this thread has found, written some at a time: one count for all threads would hold them up.
const SOME = 8u;
var<private> mine: array<u32, SOME>;

fn write(k: u32, n: u32) {
  let first = atomicAdd(&counts[0], n);
  for (var i = 0u; i < n; i++) {
    if (first + i < params.capacity) {
      candidates[first + i] = vec2<u32>(k, mine[i]);
    } else {
      atomicOr(&found[k], OPEN);
    }
  }
}

@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let k = id.x;
  if (k >= params.count) { return; }
  var n = 0u;
  var last = 0xffffffffu;
  var own = vec4<f32>(0.0);
  for (var p = 0u; p < params.pairs; p++) {
    let a = u32(ints[params.pairsAt + PAIR * p]);
    let b = ints[params.pairsAt + PAIR * p + 1u];
    if (a != last) {
      own = bound(a, k);
      last = a;
    }
    if (b >= 0) {
      if (apart(own, bound(u32(b), k))) { continue; }
    } else {
      let o = params.obstaclesAt + OBSTACLE * u32(-1 - b);
      if (apart(own, floats[u32(ints[o])])) { continue; }
      if (apartFromAll(own, u32(ints[o + 1u]), u32(ints[o + 2u]))) { continue; }
    }
    mine[n] = p;
    n++;
    if (n == SOME) {
      write(k, n);
      n = 0u;
    }
  }
  if (n > 0u) { write(k, n); }
  atomicOr(&found[k], TESTED);
}
`

/** Bindings: params, ints, floats, poses, found, candidates, counts, survivors. */
const FINE_BINDINGS = /* wgsl */ `
${POSED_BINDINGS}
@group(0) @binding(5) var<storage, read> candidates: array<vec2<u32>>;
@group(0) @binding(6) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read_write> survivors: array<vec2<u32>>;
`

/** Are two geometries near each other by their balls, and do balls inside them overlap? */
export const NEAR = /* wgsl */ `
struct Mover { body: u32, groups: u32, balls: u32, inner: u32, end: u32 }

fn moverOf(m: u32) -> Mover {
  let at = params.moversAt + MOVER * m;
  return Mover(u32(ints[at]), u32(ints[at + 2u]), u32(ints[at + 3u]), u32(ints[at + 4u]), u32(ints[at + 5u]));
}

fn nearObstacle(pose: Pose, a: Mover, first: u32, n: u32) -> bool {
  for (var g = a.groups; g < a.balls; g++) {
    if (apartFromAll(placed(pose, floats[g]), first, n)) { continue; }
    let start = a.balls + 4u * (g - a.groups);
    for (var i = start; i < start + 4u; i++) {
      if (!apartFromAll(placed(pose, floats[i]), first, n)) { return true; }
    }
  }
  return false;
}

fn insideObstacle(pose: Pose, a: Mover, first: u32, n: u32) -> bool {
  for (var i = a.inner; i < a.end; i++) {
    let ball = placed(pose, floats[i]);
    for (var s = 0u; s < n; s++) {
      if (reaches(ball, first + SOLID * s)) { return true; }
    }
  }
  return false;
}

fn nearMover(pa: Pose, a: Mover, pb: Pose, b: Mover) -> bool {
  for (var g = a.groups; g < a.balls; g++) {
    let group = placed(pa, floats[g]);
    for (var h = b.groups; h < b.balls; h++) {
      if (apart(group, placed(pb, floats[h]))) { continue; }
      let i0 = a.balls + 4u * (g - a.groups);
      let j0 = b.balls + 4u * (h - b.groups);
      for (var i = i0; i < i0 + 4u; i++) {
        let ball = placed(pa, floats[i]);
        for (var j = j0; j < j0 + 4u; j++) {
          if (!apart(ball, placed(pb, floats[j]))) { return true; }
        }
      }
    }
  }
  return false;
}

fn insideMover(pa: Pose, a: Mover, pb: Pose, b: Mover) -> bool {
  for (var i = a.inner; i < a.end; i++) {
    let ball = placed(pa, floats[i]);
    for (var j = b.inner; j < b.end; j++) {
      if (overlap(ball, placed(pb, floats[j]))) { return true; }
    }
  }
  return false;
}
`

export const FINE_KERNEL = /* wgsl */ `
${FINE_BINDINGS}
${POSES}
${BALLS}
${NEAR}
${SURVIVE}
@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let n = min(atomicLoad(&counts[0]), params.capacity);
  var done = 0u;
  for (var c = id.x; c < n; c += ${WORKGROUP}u * groups.x) {
    let k = candidates[c].x;
    let p = candidates[c].y;
    done++;
    // Known already, it may be, from another pair.
    if ((atomicLoad(&found[k]) & COLLIDING) != 0u) { continue; }
    let a = moverOf(u32(ints[params.pairsAt + PAIR * p]));
    let other = ints[params.pairsAt + PAIR * p + 1u];
    let pa = poseOf(a.body, k);
    if (other >= 0) {
      let b = moverOf(u32(other));
      let pb = poseOf(b.body, k);
      if (!nearMover(pa, a, pb, b)) { continue; }
      if (insideMover(pa, a, pb, b)) {
        atomicOr(&found[k], COLLIDING);
        continue;
      }
    } else {
      let o = params.obstaclesAt + OBSTACLE * u32(-1 - other);
      if (!nearObstacle(pa, a, u32(ints[o + 1u]), u32(ints[o + 2u]))) { continue; }
      if (insideObstacle(pa, a, u32(ints[o + 3u]), u32(ints[o + 4u]))) {
        atomicOr(&found[k], COLLIDING);
        continue;
      }
    }
    survive(k, p);
  }
  if (done > 0u) { atomicAdd(&counts[1], done); }
}
`
