// The fourth kernel: pairs that balls leave open, by their convex pieces. Where every piece of one is separated from every piece of the
// other, the pair is apart. Where a point is inside planes of both, or a corner that is a point of one is inside planes of the other, the
// configuration collides. What is left is open.
import { GJK } from './gjk.js'
import { BALLS, POSED_BINDINGS, POSES, WORKGROUP } from './params.js'

/** Bindings: params, ints, floats, poses, found, sorted, counts. */
const HULL_BINDINGS = /* wgsl */ `
${POSED_BINDINGS}
@group(0) @binding(5) var<storage, read> sorted: array<vec2<u32>>;
@group(0) @binding(6) var<storage, read_write> counts: array<atomic<u32>>;
`

/** Convex pieces: whether they are separated, and whether they certainly have a point in common. */
export const PIECES = /* wgsl */ `
struct Piece {
  points: u32,
  corners: u32,
  planes: u32,
  sides: u32,
  isSurface: bool,
  finePoints: u32,
  fineCorners: u32,
  radius: f32,
  // Of a ball or a capsule, inside.
  inside: f32,
  // No point of it is farther from its body's origin.
  far: f32,
  // What corners of it, placed, may be off by, and more.
  off: f32,
  ball: vec4<f32>,
}

fn pieceAt(at: u32) -> Piece {
  let ball = u32(ints[at + 4u]);
  return Piece(
    u32(ints[at]), u32(ints[at + 1u]), u32(ints[at + 2u]), u32(ints[at + 3u]), ints[at + 5u] == 1,
    u32(ints[at + 6u]), u32(ints[at + 7u]),
    floats[ball + 1u].x, floats[ball + 1u].y, floats[ball + 1u].z, floats[ball + 1u].w, floats[ball],
  );
}

// By its many corners, where it has such.
fn fine(piece: Piece) -> Piece {
  var out = piece;
  if (piece.fineCorners > 0u) {
    out.points = piece.finePoints;
    out.corners = piece.fineCorners;
  }
  return out;
}

// A direction as the body sees it.
fn turnedBack(pose: Pose, d: vec3<f32>) -> vec3<f32> {
  return pose.x.xyz * d.x + pose.y.xyz * d.y + pose.z.xyz * d.z;
}

// The corner that is farthest along d, placed.
fn supportOf(piece: Piece, pose: Pose, d: vec3<f32>) -> vec3<f32> {
  let n = turnedBack(pose, d);
  var best = piece.points;
  var most = -3.4e38;
  for (var i = piece.points; i < piece.points + piece.corners; i++) {
    let c = floats[i];
    let height = n.x * c.x + n.y * c.y + n.z * c.z;
    if (height > most) {
      most = height;
      best = i;
    }
  }
  return placed(pose, floats[best]).xyz;
}
${GJK}
fn hasInside(piece: Piece) -> bool {
  return piece.sides > 0u || piece.inside > 0.0;
}

// From the core of a ball or a capsule to a point, both as the body sees them.
fn fromCore(piece: Piece, q: vec3<f32>) -> vec3<f32> {
  let a = floats[piece.points].xyz - q;
  let b = floats[piece.points + piece.corners - 1u].xyz - q;
  let t = nearestOfSegment(a, b);
  return -(a * t.x + b * t.y);
}

fn turned(pose: Pose, n: vec3<f32>, height: f32) -> vec4<f32> {
  return vec4<f32>(
    pose.x.x * n.x + pose.x.y * n.y + pose.x.z * n.z,
    pose.y.x * n.x + pose.y.y * n.y + pose.y.z * n.z,
    pose.z.x * n.x + pose.z.y * n.y + pose.z.z * n.z,
    height,
  );
}

// How far a point is above the planes of a piece, negative inside, and the normal of the worst: [gpu-inside].
fn above(piece: Piece, pose: Pose, p: vec3<f32>) -> vec4<f32> {
  let q = turnedBack(pose, p - vec3<f32>(pose.x.w, pose.y.w, pose.z.w));
  if (piece.sides == 0u) {
    let d = fromCore(piece, q);
    let dd = square(d);
    // On the core, or no farther from it than a root of TINY.
    if (dd < TINY) { return turned(pose, vec3<f32>(0.0, 0.0, 1.0), 1.1e-15 - piece.inside); }
    let length = sqrt(dd);
    return turned(pose, d / length, length - piece.inside);
  }
  var most = -3.4e38;
  var worst = piece.planes;
  for (var i = piece.planes; i < piece.planes + piece.sides; i++) {
    let n = floats[i];
    let height = n.x * q.x + n.y * q.y + n.z * q.z - n.w;
    // Also where the height is not a number: such a point is not inside.
    if (!(height <= most)) {
      most = height;
      worst = i;
    }
  }
  // Heights of points farther away than the piece are off by more than its planes are lowered by: these are not inside.
  if (square(q) > piece.far * piece.far) { most = max(most, 0.0); }
  return turned(pose, floats[worst].xyz, most);
}

// The plane that the last point was not below: most of its neighbours are not either.
var<private> beyond: u32;

// Is a point that may be off by some length inside a piece: [gpu-inside]?
fn isInside(piece: Piece, pose: Pose, p: vec3<f32>, off: f32) -> bool {
  if (piece.sides == 0u) { return above(piece, pose, p).w < -off; }
  let q = turnedBack(pose, p - vec3<f32>(pose.x.w, pose.y.w, pose.z.w));
  if (!isBelow(beyond, q, off) || square(q) > piece.far * piece.far) { return false; }
  for (var i = piece.planes; i < piece.planes + piece.sides; i++) {
    if (!isBelow(i, q, off)) {
      beyond = i;
      return false;
    }
  }
  return true;
}

fn isBelow(plane: u32, q: vec3<f32>, by: f32) -> bool {
  let n = floats[plane];
  return n.x * q.x + n.y * q.y + n.z * q.z - n.w < -by;
}

// Walks from p to a point inside both: down from the worst plane of each by turns, a little farther than that.
fn haveCommon(a: Piece, pa: Pose, b: Piece, pb: Pose, start: vec3<f32>) -> bool {
  var p = start;
  for (var step = 0; step < 8; step++) {
    let one = above(a, pa, p);
    let other = above(b, pb, p);
    if (one.w < 0.0 && other.w < 0.0) { return true; }
    if (one.w >= other.w) {
      p -= 1.2 * (one.w + 1e-6 * a.ball.w) * one.xyz;
    } else {
      p -= 1.2 * (other.w + 1e-6 * b.ball.w) * other.xyz;
    }
  }
  return false;
}

// Is a corner of a, which is a point of its shape, inside planes of b? Where there are many corners and few, the few are not.
fn cornerInside(given: Piece, pa: Pose, b: Piece, pb: Pose) -> bool {
  let a = fine(given);
  if (!a.isSurface || !hasInside(b)) { return false; }
  beyond = b.planes;
  for (var i = a.points; i < a.points + a.corners; i++) {
    if (isInside(b, pb, placed(pa, floats[i]).xyz, a.off)) { return true; }
  }
  return false;
}

fn bodyPose(body: u32, k: u32) -> Pose {
  if (body == 0u) {
    return Pose(vec4<f32>(1.0, 0.0, 0.0, 0.0), vec4<f32>(0.0, 1.0, 0.0, 0.0), vec4<f32>(0.0, 0.0, 1.0, 0.0));
  }
  return poseOf(body, k);
}
`

/** Judges what was sorted by pair, except what is settled: has one of these bits. Needs `judge(k, p)`, `found`, `sorted` and `counts`. */
export function judgeAll(settled: string): string {
  return /* wgsl */ `
@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let n = atomicLoad(&counts[2]);
  var done = 0u;
  for (var c = id.x; c < n; c += ${WORKGROUP}u * groups.x) {
    let k = sorted[c].x;
    done++;
    if ((atomicLoad(&found[k]) & (${settled})) != 0u) { continue; }
    let bits = judge(k, sorted[c].y);
    if (bits != 0u) { atomicOr(&found[k], bits); }
  }
  if (done > 0u) { atomicAdd(&counts[4], done); }
}
`
}

export const HULL_KERNEL = /* wgsl */ `
${HULL_BINDINGS}
${POSES}
${BALLS}
${PIECES}
// COLLIDING, OPEN, or 0 for pairs that are apart.
fn judge(k: u32, p: u32) -> u32 {
  let m = params.moversAt + MOVER * u32(ints[params.pairsAt + PAIR * p]);
  let other = ints[params.pairsAt + PAIR * p + 1u];
  var body = 0u;
  var listB = 0u;
  if (other >= 0) {
    let o = params.moversAt + MOVER * u32(other);
    body = u32(ints[o]);
    listB = o + 6u;
  } else {
    listB = params.obstaclesAt + OBSTACLE * u32(-1 - other) + 5u;
  }
  let pa = bodyPose(u32(ints[m]), k);
  let pb = bodyPose(body, k);
  let firstA = u32(ints[m + 6u]);
  let countA = u32(ints[m + 7u]);
  let firstB = u32(ints[listB]);
  let countB = u32(ints[listB + 1u]);
  if (countA == 0u || countB == 0u) { return OPEN; }
  // The pair of pieces that is not separated, and a point that is in both or near it.
  var open = 0u;
  var isOpen = false;
  var start = vec3<f32>(0.0);
  for (var i = 0u; i < countA && !isOpen; i++) {
    let a = pieceAt(firstA + PIECE * i);
    let ballA = placed(pa, a.ball);
    for (var j = 0u; j < countB; j++) {
      let b = pieceAt(firstB + PIECE * j);
      if (apart(ballA, placed(pb, b.ball))) { continue; }
      if (separated(a, pa, b, pb)) { continue; }
      start = witness;
      if (hasInside(a) && hasInside(b) && haveCommon(a, pa, b, pb, start)) { return COLLIDING; }
      if (a.fineCorners + b.fineCorners > 0u && separatedAlong(fine(a), pa, fine(b), pb)) { continue; }
      isOpen = true;
      open = i * countB + j;
      break;
    }
  }
  if (!isOpen) { return 0u; }
  for (var i = 0u; i < countA; i++) {
    let a = pieceAt(firstA + PIECE * i);
    let ballA = placed(pa, a.ball);
    for (var j = 0u; j < countB; j++) {
      let b = pieceAt(firstB + PIECE * j);
      if (apart(ballA, placed(pb, b.ball))) { continue; }
      if (i * countB + j != open && hasInside(a) && hasInside(b) && haveCommon(a, pa, b, pb, start)) { return COLLIDING; }
      if (cornerInside(a, pa, b, pb) || cornerInside(b, pb, a, pa)) { return COLLIDING; }
    }
  }
  return OPEN;
}
${judgeAll('COLLIDING')}
`
