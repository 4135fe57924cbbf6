// Into how many slabs of time a step is cut. Slabs change the cost of a check, never its answer.
//
// What moves straight from one end of a turn to the other shrinks on the way, and DOPs, whose directions do not turn, overlap: the more a
// step turns things, the less the nodes of its two ends tell. So the angles that the triangles turn by are measured, each by the
// rotation that takes its first frame (an edge, the normal, and what is square to both) to its last.
import { MOST_SLABS } from './step-dops.js'

/** Turns up to this many radians take one slab: its DOPs cost 1.14 times the node tests of the frame at the end, on a roll in six layers. */
const SMALL_ANGLE = 0.5

/** Otherwise, the most radians of a slab. On that roll and 2.5 radians, 4, 8, 16 and 32 slabs took 1.2, 0.9, 0.6 and 1.1 seconds, one slab 4. */
const SLAB_ANGLE = 0.2

/** The share of the triangles that must turn by no more than what slabs are chosen for. */
const SHARE = 0.9

/** Most triangles times slabs: their DOPs, and those of the nodes, take some 216 bytes each. */
const MOST_DOPS = 2 ** 22

const BINS = 128

const frame = new Float64Array(18)

/** A power of two. */
export function chooseSlabs(triangles: Uint32Array, from: Float64Array, to: Float64Array): number {
  const angle = typicalTurn(triangles, from, to)
  let slabs = 1
  if (angle <= SMALL_ANGLE) return slabs
  const count = triangles.length / 3
  while (slabs < MOST_SLABS && 2 * slabs * count <= MOST_DOPS && slabs * SLAB_ANGLE < angle) slabs *= 2
  return slabs
}

/** The angle, up to one bin of π/128, that nine in ten triangles do not exceed. */
export function typicalTurn(triangles: Uint32Array, from: Float64Array, to: Float64Array): number {
  const bins = new Uint32Array(BINS + 1)
  let count = 0
  for (let c = 0; c < triangles.length; c += 3) {
    if (!setFrame(0, from, triangles, c) || !setFrame(9, to, triangles, c)) continue
    let trace = 0
    for (let k = 0; k < 9; k++) trace += frame[k]! * frame[9 + k]!
    const angle = Math.acos(Math.max(-1, Math.min(1, (trace - 1) / 2)))
    bins[Math.floor((BINS * angle) / Math.PI)]!++
    count++
  }
  let below = 0
  for (let b = 0; b <= BINS; b++) {
    below += bins[b]!
    if (below >= SHARE * count) return (Math.PI * b) / BINS
  }
  return 0
}

/** Three unit vectors: along an edge, the normal, square to both. False for a triangle that has none. */
function setFrame(o: number, p: Float64Array, triangles: Uint32Array, c: number): boolean {
  const i = 3 * triangles[c]!
  const j = 3 * triangles[c + 1]!
  const k = 3 * triangles[c + 2]!
  let x = p[j]! - p[i]!
  let y = p[j + 1]! - p[i + 1]!
  let z = p[j + 2]! - p[i + 2]!
  let size = Math.hypot(x, y, z)
  if (!(size > 0)) return false
  x /= size
  y /= size
  z /= size
  const [u, v, w] = [p[k]! - p[i]!, p[k + 1]! - p[i + 1]!, p[k + 2]! - p[i + 2]!]
  let nx = y * w - z * v
  let ny = z * u - x * w
  let nz = x * v - y * u
  size = Math.hypot(nx, ny, nz)
  if (!(size > 0)) return false
  nx /= size
  ny /= size
  nz /= size
  frame[o] = x
  frame[o + 1] = y
  frame[o + 2] = z
  frame[o + 3] = nx
  frame[o + 4] = ny
  frame[o + 5] = nz
  frame[o + 6] = y * nz - z * ny
  frame[o + 7] = z * nx - x * nz
  frame[o + 8] = x * ny - y * nx
  return true
}
