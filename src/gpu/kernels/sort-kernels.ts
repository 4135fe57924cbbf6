// Between the third kernel and the fourth: what balls leave open, pair by pair. Neighbouring threads of the fourth then go through the same
// corners in the same order. The third counts by pair as it appends; the first kernel here makes counts places where each pair begins, and
// the second moves what was appended there.
import { BUCKETS_AT, PARAMS_TYPE, WORKGROUP } from './params.js'

/** Appends to survivors, for which there is as much room as for candidates. Needs `survivors` and `counts`. */
export const SURVIVE = /* wgsl */ `
fn survive(k: u32, p: u32) {
  survivors[atomicAdd(&counts[2], 1u)] = vec2<u32>(k, p);
  atomicAdd(&counts[${BUCKETS_AT}u + p], 1u);
}
`

/** Threads of the one workgroup that adds up counts. */
const THREADS = 256

/** Bindings: params, counts. One workgroup. */
export const SCAN_KERNEL = /* wgsl */ `
${PARAMS_TYPE}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
var<workgroup> sums: array<u32, ${THREADS}>;

@compute @workgroup_size(${THREADS})
fn main(@builtin(local_invocation_index) t: u32) {
  // Each thread some pairs in a row.
  let each = (params.pairs + ${THREADS - 1}u) / ${THREADS}u;
  let first = ${BUCKETS_AT}u + min(params.pairs, t * each);
  let end = ${BUCKETS_AT}u + min(params.pairs, (t + 1u) * each);
  var sum = 0u;
  for (var i = first; i < end; i++) { sum += counts[i]; }
  sums[t] = sum;
  for (var step = 1u; step < ${THREADS}u; step *= 2u) {
    workgroupBarrier();
    var before = 0u;
    if (t >= step) { before = sums[t - step]; }
    workgroupBarrier();
    sums[t] += before;
  }
  var place = sums[t] - sum;
  for (var i = first; i < end; i++) {
    let count = counts[i];
    counts[i] = place;
    place += count;
  }
  if (t == ${THREADS - 1}u) { counts[5] = place; }
}
`

/** Bindings: survivors, counts, sorted. */
export const SCATTER_KERNEL = /* wgsl */ `
@group(0) @binding(0) var<storage, read> survivors: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> sorted: array<vec2<u32>>;

@compute @workgroup_size(${WORKGROUP})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let n = atomicLoad(&counts[2]);
  var done = 0u;
  for (var c = id.x; c < n; c += ${WORKGROUP}u * groups.x) {
    let one = survivors[c];
    sorted[atomicAdd(&counts[${BUCKETS_AT}u + one.y], 1u)] = one;
    done++;
  }
  if (done > 0u) { atomicAdd(&counts[3], done); }
}
`
