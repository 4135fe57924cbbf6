// Kernels for parts of segments: pairs of geometries by one ball each, those that are left by their balls, and then by convex pieces, all
// larger by what they can travel while the part passes (sweep-tables.ts). The middles of the parts are placed by place-kernel.ts, as any
// configuration is.
//
// As in balls-kernel.ts a pair that is not certainly apart goes to the next kernel, by a list. What the last one leaves is OPEN; where the
// pieces are not separated even in the middle it is STUCK, since no shorter part can be proved. COLLIDING is certain, in the middle.
import { SLIDING } from '../../robots/model/body-layout.js'
import { NEAR } from './balls-kernel.js'
import { judgeAll, PIECES } from './hull-kernel.js'
import { ARM_NUMBERS } from './layout.js'
import { BALLS, PARAMS_TYPE, POSES, WORKGROUP } from './params.js'
import { SURVIVE } from './sort-kernels.js'

/** A bit more of what is known: halving the part will not help. */
export const STUCK = 16

/** Bindings 0 to 5: params, ints, floats, poses, chords, sweep. */
const SWEPT = /* wgsl */ `
struct Sweep { parentsAt: u32, commonsAt: u32, armsAt: u32, spare: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> ints: array<i32>;
@group(0) @binding(2) var<storage, read> floats: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read> poses: array<i32>;
@group(0) @binding(4) var<storage, read> chords: array<f32>;
@group(0) @binding(5) var<uniform> sweep: Sweep;
${POSES}
${BALLS}
const ARM = ${ARM_NUMBERS}u;
const STUCK = ${STUCK}u;
// What [gpu-arm] adds to radii of a mover, and [gpu-sweep] multiplies them with.
fn armOf(m: u32) -> vec2<f32> {
  let at = sweep.armsAt + ARM * m;
  return vec2<f32>(bitcast<f32>(ints[at + 2u]), bitcast<f32>(ints[at + 3u]));
}

// How far a placed ball of a body travels in the part, against a body above.
fn travel(ball: vec4<f32>, body: u32, under: u32, k: u32, arm: vec2<f32>) -> f32 {
  let s = params.stride;
  let r = ball.w + arm.x;
  var sum = 0.0;
  var b = body;
  while (b != under) {
    let at = sweep.parentsAt + 2u * b;
    let chord = chords[(b - 1u) * s + k];
    if (chord > 0.0) {
      if (ints[at + 1u] == ${SLIDING}) {
        sum += chord;
      } else {
        let p = 12u * b * s + k;
        let z = vec3<f32>(f32(poses[p + 2u * s]), f32(poses[p + 6u * s]), f32(poses[p + 10u * s])) * 0x1p-30f;
        let o = vec3<f32>(f32(poses[p + 3u * s]), f32(poses[p + 7u * s]), f32(poses[p + 11u * s])) * params.unit;
        let d = ball.xyz - o;
        let across = vec3<f32>(z.y * d.z - z.z * d.y, z.z * d.x - z.x * d.z, z.x * d.y - z.y * d.x);
        // A root only of what is not small.
        sum += (sqrt(max(square(across), 1e-30)) + r) * min(chord, 2.0);
      }
    }
    b = u32(ints[at]);
  }
  return sum;
}

fn swept(ball: vec4<f32>, body: u32, under: u32, k: u32, arm: vec2<f32>) -> vec4<f32> {
  return vec4<f32>(ball.xyz, (ball.w + travel(ball, body, under, k, arm)) * arm.y);
}
`

/** Bindings: as above, then bounds, found, candidates, counts. */
export const SWEEP_BROAD_KERNEL = /* wgsl */ `
${PARAMS_TYPE}
${SWEPT}
@group(0) @binding(6) var<storage, read> bounds: array<f32>;
@group(0) @binding(7) var<storage, read_write> found: array<atomic<u32>>;
@group(0) @binding(8) var<storage, read_write> candidates: array<vec2<u32>>;
@group(0) @binding(9) var<storage, read_write> counts: array<atomic<u32>>;
fn sweptBound(m: u32, under: u32, k: u32) -> vec4<f32> {
  let s = params.stride;
  let own = sweep.armsAt + ARM * m;
  let at = 3u * m * s + k;
  let ball = vec4<f32>(bounds[at], bounds[at + s], bounds[at + 2u * s], floats[u32(ints[own + 1u])].w);
  return swept(ball, u32(ints[own]), under, k, armOf(m));
}

@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let k = id.x;
  if (k >= params.count) { return; }
  var last = 0xffffffffu;
  var own = vec4<f32>(0.0);
  for (var p = 0u; p < params.pairs; p++) {
    let a = u32(ints[params.pairsAt + PAIR * p]);
    let b = ints[params.pairsAt + PAIR * p + 1u];
    if (b >= 0) {
      let under = u32(ints[sweep.commonsAt + p]);
      if (apart(sweptBound(a, under, k), sweptBound(u32(b), under, k))) { continue; }
    } else {
      if (a != last) {
        own = sweptBound(a, 0u, k);
        last = a;
      }
      let o = params.obstaclesAt + OBSTACLE * u32(-1 - b);
      if (apart(own, floats[u32(ints[o])])) { continue; }
      if (apartFromAll(own, u32(ints[o + 1u]), u32(ints[o + 2u]))) { continue; }
    }
    let slot = atomicAdd(&counts[0], 1u);
    if (slot < params.capacity) {
      candidates[slot] = vec2<u32>(k, p);
    } else {
      atomicOr(&found[k], OPEN);
    }
  }
  atomicOr(&found[k], TESTED);
}
`

/** Bindings: as above, then found, candidates, counts, survivors. */
export const SWEEP_FINE_KERNEL = /* wgsl */ `
${PARAMS_TYPE}
${SWEPT}
@group(0) @binding(6) var<storage, read_write> found: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read> candidates: array<vec2<u32>>;
@group(0) @binding(8) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(9) var<storage, read_write> survivors: array<vec2<u32>>;
${NEAR}
${SURVIVE}
fn sweptPast(pose: Pose, a: Mover, arm: vec2<f32>, k: u32, first: u32, n: u32) -> bool {
  for (var g = a.groups; g < a.balls; g++) {
    if (apartFromAll(swept(placed(pose, floats[g]), a.body, 0u, k, arm), first, n)) { continue; }
    let start = a.balls + 4u * (g - a.groups);
    for (var i = start; i < start + 4u; i++) {
      if (!apartFromAll(swept(placed(pose, floats[i]), a.body, 0u, k, arm), first, n)) { return false; }
    }
  }
  return true;
}

fn sweptApart(
  pa: Pose, a: Mover, armA: vec2<f32>, pb: Pose, b: Mover, armB: vec2<f32>, k: u32, under: u32,
) -> bool {
  for (var g = a.groups; g < a.balls; g++) {
    let group = swept(placed(pa, floats[g]), a.body, under, k, armA);
    for (var h = b.groups; h < b.balls; h++) {
      if (apart(group, swept(placed(pb, floats[h]), b.body, under, k, armB))) { continue; }
      let i0 = a.balls + 4u * (g - a.groups);
      let j0 = b.balls + 4u * (h - b.groups);
      for (var i = i0; i < i0 + 4u; i++) {
        let ball = swept(placed(pa, floats[i]), a.body, under, k, armA);
        for (var j = j0; j < j0 + 4u; j++) {
          if (!apart(ball, swept(placed(pb, floats[j]), b.body, under, k, armB))) { return false; }
        }
      }
    }
  }
  return true;
}

@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let n = min(atomicLoad(&counts[0]), params.capacity);
  var done = 0u;
  for (var c = id.x; c < n; c += ${WORKGROUP}u * groups.x) {
    let k = candidates[c].x;
    let p = candidates[c].y;
    done++;
    if ((atomicLoad(&found[k]) & COLLIDING) != 0u) { continue; }
    let first = u32(ints[params.pairsAt + PAIR * p]);
    let other = ints[params.pairsAt + PAIR * p + 1u];
    let a = moverOf(first);
    let pa = poseOf(a.body, k);
    var collides = false;
    if (other >= 0) {
      let b = moverOf(u32(other));
      let pb = poseOf(b.body, k);
      let under = u32(ints[sweep.commonsAt + p]);
      if (sweptApart(pa, a, armOf(first), pb, b, armOf(u32(other)), k, under)) { continue; }
      collides = insideMover(pa, a, pb, b);
    } else {
      let o = params.obstaclesAt + OBSTACLE * u32(-1 - other);
      if (sweptPast(pa, a, armOf(first), k, u32(ints[o + 1u]), u32(ints[o + 2u]))) { continue; }
      collides = insideObstacle(pa, a, u32(ints[o + 3u]), u32(ints[o + 4u]));
    }
    if (collides) {
      atomicOr(&found[k], COLLIDING);
    } else {
      survive(k, p);
    }
  }
  if (done > 0u) { atomicAdd(&counts[1], done); }
}
`

/** Bindings: as above, then found, sorted, counts. */
export const SWEEP_HULL_KERNEL = /* wgsl */ `
${PARAMS_TYPE}
${SWEPT}
@group(0) @binding(6) var<storage, read_write> found: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read> sorted: array<vec2<u32>>;
@group(0) @binding(8) var<storage, read_write> counts: array<atomic<u32>>;
${PIECES}
// One side of a pair: its body and pose, its pieces, and the body that both hang on.
struct Side { body: u32, first: u32, count: u32, under: u32, arm: vec2<f32>, pose: Pose }

fn sideOf(m: u32, under: u32, k: u32) -> Side {
  let at = params.moversAt + MOVER * m;
  let body = u32(ints[at]);
  return Side(body, u32(ints[at + 6u]), u32(ints[at + 7u]), under, armOf(m), bodyPose(body, k));
}

fn standingSide(o: u32) -> Side {
  let at = params.obstaclesAt + OBSTACLE * o;
  return Side(0u, u32(ints[at + 5u]), u32(ints[at + 6u]), 0u, vec2<f32>(0.0, 1.0), bodyPose(0u, 0u));
}

// A piece, whose radii are larger by what it travels if it is meant to be swept.
fn pieceOf(side: Side, i: u32, isSwept: bool, k: u32) -> Piece {
  var piece = pieceAt(side.first + PIECE * i);
  if (isSwept) {
    let far = travel(placed(side.pose, piece.ball), side.body, side.under, k, side.arm);
    piece.radius = (piece.radius + far) * side.arm.y;
    piece.ball.w = (piece.ball.w + far) * side.arm.y;
  }
  return piece;
}

// Is every piece of one separated from every piece of the other, in the whole part or in its middle?
fn areSeparated(one: Side, other: Side, isSwept: bool, k: u32) -> bool {
  for (var i = 0u; i < one.count; i++) {
    let a = pieceOf(one, i, isSwept, k);
    let ballA = placed(one.pose, a.ball);
    for (var j = 0u; j < other.count; j++) {
      let b = pieceOf(other, j, isSwept, k);
      if (apart(ballA, placed(other.pose, b.ball))) { continue; }
      if (!separated(a, one.pose, b, other.pose)) { return false; }
    }
  }
  return true;
}

fn haveContact(one: Side, other: Side, start: vec3<f32>) -> bool {
  for (var i = 0u; i < one.count; i++) {
    let a = pieceAt(one.first + PIECE * i);
    let ballA = placed(one.pose, a.ball);
    for (var j = 0u; j < other.count; j++) {
      let b = pieceAt(other.first + PIECE * j);
      if (apart(ballA, placed(other.pose, b.ball))) { continue; }
      if (a.sides > 0u && b.sides > 0u && haveCommon(a, one.pose, b, other.pose, start)) { return true; }
      if (cornerInside(a, one.pose, b, other.pose) || cornerInside(b, other.pose, a, one.pose)) { return true; }
    }
  }
  return false;
}

fn judge(k: u32, p: u32) -> u32 {
  let under = u32(ints[sweep.commonsAt + p]);
  let one = sideOf(u32(ints[params.pairsAt + PAIR * p]), under, k);
  let b = ints[params.pairsAt + PAIR * p + 1u];
  var other = one;
  if (b >= 0) {
    other = sideOf(u32(b), under, k);
  } else {
    other = standingSide(u32(-1 - b));
  }
  if (one.count == 0u || other.count == 0u) { return OPEN | STUCK; }
  for (var step = 0u; step < 2u; step++) {
    if (areSeparated(one, other, step == 0u, k)) { return step * OPEN; }
  }
  if (haveContact(one, other, witness)) { return COLLIDING; }
  return OPEN | STUCK;
}
${judgeAll('COLLIDING | STUCK')}
`
