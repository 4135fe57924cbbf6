// The first kernel: poses of all bodies in integers (fixed-chain.ts says how and what they are off by), and the balls around geometries.
// A configuration with a joint value that is not believed does not become PLACED.
import { SLIDING } from '../../robots/model/body-layout.js'
import { ARITHMETIC } from './arithmetic.js'
import { BODY_NUMBERS, type ChainFault, MOVER_NUMBERS } from './layout.js'
import { PARAMS_TYPE, PLACED, POSES, WORKGROUP } from './params.js'
import { READ_DOUBLE } from './read-double.js'

/** Bindings: params, chain, values, poses, ints, floats, bounds, found. */
export function placeKernel({ wrongSign = false }: ChainFault = {}): string {
  return /* wgsl */ `
${PARAMS_TYPE}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> chain: array<i32>;
@group(0) @binding(2) var<storage, read> values: array<vec2<u32>>;
@group(0) @binding(3) var<storage, read_write> poses: array<i32>;
@group(0) @binding(4) var<storage, read> ints: array<i32>;
@group(0) @binding(5) var<storage, read> floats: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> bounds: array<f32>;
@group(0) @binding(7) var<storage, read_write> found: array<u32>;
${ARITHMETIC}
${READ_DOUBLE}
${POSES}
// A row of the parent times column k of the turned joint.
fn column(i: u32, a: i32, b: i32, c: i32, k: u32) -> i32 {
  return product(a, chain[i + 2u + k]) + product(b, chain[i + 5u + k]) + product(c, chain[i + 8u + k]);
}

@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let k = id.x;
  if (k >= params.count) { return; }
  let s = params.stride;
  var isSound = true;
  for (var b = 1u; b < params.bodies; b++) {
    let i = ${BODY_NUMBERS}u * (b - 1u);
    let parent = u32(chain[i]);
    let x = values[params.dof * k + word(i, 0u)];
    isSound = isSound && isBelieved(x, i);
    let value = reading(x, i);
    let slides = chain[i + 1u] == ${SLIDING};
    var turn = vec2<i32>(0, 0);
    if (!slides) { turn = sineCosine(value); }
    ${wrongSign ? 'turn.x = -turn.x;' : ''}
    for (var row = 0u; row < 3u; row++) {
      var x = chain[i + 2u + 3u * row];
      var y = chain[i + 3u + 3u * row];
      var z = chain[i + 4u + 3u * row];
      var t = chain[i + 11u + row];
      if (parent != 0u) {
        let p = (12u * parent + 4u * row) * s + k;
        let a = poses[p];
        let c = poses[p + s];
        let e = poses[p + 2u * s];
        x = column(i, a, c, e, 0u);
        y = column(i, a, c, e, 1u);
        z = column(i, a, c, e, 2u);
        t = poses[p + 3u * s] + product(a, chain[i + 11u]) + product(c, chain[i + 12u]) + product(e, chain[i + 13u]);
      }
      let o = (12u * b + 4u * row) * s + k;
      if (slides) {
        poses[o] = x;
        poses[o + s] = y;
        t += product(z, value);
      } else {
        poses[o] = product(turn.y, x) + product(turn.x, y);
        poses[o + s] = product(turn.y, y) - product(turn.x, x);
      }
      poses[o + 2u * s] = z;
      poses[o + 3u * s] = t;
    }
  }
  for (var m = 0u; m < params.movers; m++) {
    let at = params.moversAt + ${MOVER_NUMBERS}u * m;
    let ball = placed(poseOf(u32(ints[at]), k), floats[u32(ints[at + 1u])]);
    bounds[3u * m * s + k] = ball.x;
    bounds[(3u * m + 1u) * s + k] = ball.y;
    bounds[(3u * m + 2u) * s + k] = ball.z;
  }
  found[k] = select(0u, ${PLACED}u, isSound);
}
`
}
