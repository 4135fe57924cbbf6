// GJK in WGSL: the nearest point of a simplex to the origin (Ericson, Real-Time Collision Detection, 5.1), and the walk of Gilbert, Johnson
// and Keerthi (1988). Nothing here is trusted: a direction that comes out is tested by [gpu-hull], a point by [gpu-inside]. But both must
// be numbers, since a shader need not know infinities: nothing is divided by zero, weights are from 0 to 1, and a simplex is scaled to
// about 1, so that products of up to six lengths do not overflow.

/** Needs `supportOf(piece, pose, direction)`. */
export const GJK = /* wgsl */ `
const STEPS = 24;
const TINY = 1e-30;

// Differences of points of A and B, scaled, and the points of A.
var<private> simplex: array<vec3<f32>, 4>;
var<private> ofA: array<vec3<f32>, 4>;
var<private> weights: vec4<f32>;
var<private> size: u32;

fn ratio(a: f32, b: f32) -> f32 {
  if (abs(b) < TINY) { return 0.0; }
  return a / b;
}

fn nearestOfSegment(a: vec3<f32>, b: vec3<f32>) -> vec2<f32> {
  let d = b - a;
  let t = clamp(ratio(-dot(a, d), dot(d, d)), 0.0, 1.0);
  return vec2<f32>(1.0 - t, t);
}

fn nearestOfTriangle(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> vec3<f32> {
  let ab = b - a;
  let ac = c - a;
  let d1 = -dot(ab, a);
  let d2 = -dot(ac, a);
  if (d1 <= 0.0 && d2 <= 0.0) { return vec3<f32>(1.0, 0.0, 0.0); }
  let d3 = -dot(ab, b);
  let d4 = -dot(ac, b);
  if (d3 >= 0.0 && d4 <= d3) { return vec3<f32>(0.0, 1.0, 0.0); }
  let vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    let t = clamp(ratio(d1, d1 - d3), 0.0, 1.0);
    return vec3<f32>(1.0 - t, t, 0.0);
  }
  let d5 = -dot(ab, c);
  let d6 = -dot(ac, c);
  if (d6 >= 0.0 && d5 <= d6) { return vec3<f32>(0.0, 0.0, 1.0); }
  let vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    let t = clamp(ratio(d2, d2 - d6), 0.0, 1.0);
    return vec3<f32>(1.0 - t, 0.0, t);
  }
  let va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    let t = clamp(ratio(d4 - d3, (d4 - d3) + (d5 - d6)), 0.0, 1.0);
    return vec3<f32>(0.0, 1.0 - t, t);
  }
  let sum = va + vb + vc;
  let v = clamp(ratio(vb, sum), 0.0, 1.0);
  let w = clamp(ratio(vc, sum), 0.0, 1.0 - v);
  return vec3<f32>(1.0 - v - w, v, w);
}

// Is the origin on the other side of abc than d? Where they are almost flat, yes.
fn isBeyond(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>, d: vec3<f32>) -> bool {
  let n = cross(b - a, c - a);
  return -dot(a, n) * dot(d - a, n) <= 0.0;
}

fn keep(i: u32, w: f32) {
  if (w <= 0.0) { return; }
  simplex[size] = simplex[i];
  ofA[size] = ofA[i];
  weights[size] = w;
  size++;
}

// Replaces the simplex by the face that is nearest to the origin; false where the origin is inside.
fn reduce() -> bool {
  if (size == 1u) {
    weights = vec4<f32>(1.0, 0.0, 0.0, 0.0);
    return true;
  }
  var w = vec4<f32>(0.0);
  if (size == 2u) {
    w = vec4<f32>(nearestOfSegment(simplex[0], simplex[1]), 0.0, 0.0);
  } else if (size == 3u) {
    w = vec4<f32>(nearestOfTriangle(simplex[0], simplex[1], simplex[2]), 0.0);
  } else {
    let a = simplex[0];
    let b = simplex[1];
    let c = simplex[2];
    let d = simplex[3];
    var best = 3.4e38;
    var isInside = true;
    if (isBeyond(a, b, c, d)) {
      let t = nearestOfTriangle(a, b, c);
      let p = a * t.x + b * t.y + c * t.z;
      isInside = false;
      best = dot(p, p);
      w = vec4<f32>(t, 0.0);
    }
    if (isBeyond(a, b, d, c)) {
      let t = nearestOfTriangle(a, b, d);
      let p = a * t.x + b * t.y + d * t.z;
      isInside = false;
      if (dot(p, p) < best) {
        best = dot(p, p);
        w = vec4<f32>(t.x, t.y, 0.0, t.z);
      }
    }
    if (isBeyond(a, c, d, b)) {
      let t = nearestOfTriangle(a, c, d);
      let p = a * t.x + c * t.y + d * t.z;
      isInside = false;
      if (dot(p, p) < best) {
        best = dot(p, p);
        w = vec4<f32>(t.x, 0.0, t.y, t.z);
      }
    }
    if (isBeyond(b, c, d, a)) {
      let t = nearestOfTriangle(b, c, d);
      let p = b * t.x + c * t.y + d * t.z;
      isInside = false;
      if (dot(p, p) < best) {
        best = dot(p, p);
        w = vec4<f32>(0.0, t.x, t.y, t.z);
      }
    }
    if (isInside) { return false; }
  }
  let n = size;
  size = 0u;
  for (var i = 0u; i < n; i++) { keep(i, w[i]); }
  return size > 0u;
}

// A point of A that is in B too, or nearest to it.
var<private> witness: vec3<f32>;

// The last direction that was tried.
var<private> heading: vec3<f32>;

// Are two pieces certainly apart by more than what is asked about: [gpu-hull]?
fn separated(a: Piece, pa: Pose, b: Piece, pb: Pose) -> bool {
  heading = placed(pa, a.ball).xyz - placed(pb, b.ball).xyz;
  return separatedAlong(a, pa, b, pb);
}

// The same, from the last direction on.
fn separatedAlong(a: Piece, pa: Pose, b: Piece, pb: Pose) -> bool {
  let reach = a.radius + b.radius + params.outer;
  let between = placed(pa, a.ball).xyz - placed(pb, b.ball).xyz;
  // No difference is longer than the sum.
  let scale = 1.0 / (abs(between.x) + abs(between.y) + abs(between.z) + a.ball.w + b.ball.w);
  var v = heading * scale;
  size = 0u;
  witness = placed(pa, a.ball).xyz;
  for (var step = 0; step < STEPS; step++) {
    let vv = square(v);
    if (vv < TINY) { break; }
    heading = v / scale;
    let pointA = supportOf(a, pa, -v);
    let w = pointA - supportOf(b, pb, v);
    let h = v.x * w.x + v.y * w.y + v.z * w.z;
    if (h > 0.0 && h * h > vv * reach * reach) { return true; }
    // No nearer: what there is between them is below the margin, or a radius.
    if (size > 0u && vv - h * scale <= 1e-5 * vv) { break; }
    simplex[size] = w * scale;
    ofA[size] = pointA;
    size++;
    let isOutside = reduce();
    if (!isOutside) {
      // The middle of what contains the origin.
      weights = vec4<f32>(0.25);
      size = 4u;
    }
    var p = vec3<f32>(0.0);
    var q = vec3<f32>(0.0);
    for (var i = 0u; i < size; i++) {
      p += weights[i] * simplex[i];
      q += weights[i] * ofA[i];
    }
    witness = q;
    if (!isOutside) { break; }
    v = p;
  }
  return false;
}
`
