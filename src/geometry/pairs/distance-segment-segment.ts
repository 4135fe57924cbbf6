// Segment to segment: the core of capsule–capsule.
//
// The textbook form takes the interior solution from a·c − b², which cancels: at an angle of 1e-8 between the segments
// all its digits are gone, and the distance is off by 1e-8 of their length. The cross product of the directions keeps
// its digits; with it the error is a few u of the length at every angle. For nearly parallel segments the interior
// solution may still slide along them, which changes the distance by less than that, but the two parameters would slide
// apart: there the second point is found by projection, and all four ends are tried as well.
import { distancePointSegment } from './distance-point-segment.js'

/** sin² of the angle between the segments below which they count as nearly parallel. No unit. */
const NEARLY_PARALLEL_SQ = 1e-4

const A_FROM = 1
const A_TO = 2
const B_FROM = 4
const B_TO = 8
const ALL_ENDS = 15

/**
 * The distance between the segments a[i..i+2]–a[i+3..i+5] and b[j..j+2]–b[j+3..j+5], each of which may be one point.
 * Writes the nearest point of the first to out[0..2] and that of the second to out[3..5]. `trial` is six numbers of
 * scratch.
 */
export function distanceSegmentSegment(
  out: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  trial: Float64Array,
): number {
  const ax = a[i]!
  const ay = a[i + 1]!
  const az = a[i + 2]!
  const bx = b[j]!
  const by = b[j + 1]!
  const bz = b[j + 2]!
  const dx = a[i + 3]! - ax
  const dy = a[i + 4]! - ay
  const dz = a[i + 5]! - az
  const ex = b[j + 3]! - bx
  const ey = b[j + 4]! - by
  const ez = b[j + 5]! - bz
  const rx = bx - ax
  const ry = by - ay
  const rz = bz - az
  const nx = dy * ez - dz * ey
  const ny = dz * ex - dx * ez
  const nz = dx * ey - dy * ex
  const nSq = nx * nx + ny * ny + nz * nz
  let best = Infinity
  let ends = ALL_ENDS
  if (nSq > 0) {
    const s = ((ry * ez - rz * ey) * nx + (rz * ex - rx * ez) * ny + (rx * ey - ry * ex) * nz) / nSq
    const t = ((ry * dz - rz * dy) * nx + (rz * dx - rx * dz) * ny + (rx * dy - ry * dx) * nz) / nSq
    const parallel = nSq <= NEARLY_PARALLEL_SQ * (dx * dx + dy * dy + dz * dz) * (ex * ex + ey * ey + ez * ez)
    if (!parallel) {
      if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
        out[0] = ax + s * dx
        out[1] = ay + s * dy
        out[2] = az + s * dz
        out[3] = bx + t * ex
        out[4] = by + t * ey
        out[5] = bz + t * ez
        return separation(out)
      }
      // The nearest pair lies on a side of the unit square that (s, t) is beyond: one or two ends, not four (except on overflow).
      ends = (s < 0 ? A_FROM : s > 1 ? A_TO : 0) | (t < 0 ? B_FROM : t > 1 ? B_TO : 0) || ALL_ENDS
    } else if (s > 0 && s < 1) {
      out[0] = ax + s * dx
      out[1] = ay + s * dy
      out[2] = az + s * dz
      best = distancePointSegment(out, out, 0, b, j, b, j + 3)
    }
  }
  if (ends & A_FROM) best = tryEnd(out, trial, a, i, b, j, 0, best)
  if (ends & A_TO) best = tryEnd(out, trial, a, i + 3, b, j, 0, best)
  if (ends & B_FROM) best = tryEnd(out, trial, b, j, a, i, 3, best)
  if (ends & B_TO) best = tryEnd(out, trial, b, j + 3, a, i, 3, best)
  return best
}

/** An end of one segment against the other: kept if nearer, the end at out[o..o+2], its partner in the other half. */
function tryEnd(
  out: Float64Array,
  trial: Float64Array,
  end: Float64Array,
  i: number,
  segment: Float64Array,
  j: number,
  o: number,
  best: number,
): number {
  const d = distancePointSegment(trial, end, i, segment, j, segment, j + 3)
  if (!(d < best)) return best
  for (let k = 0; k < 3; k++) {
    out[o + k] = trial[k]!
    out[3 - o + k] = trial[k + 3]!
  }
  return d
}

function separation(out: Float64Array): number {
  const x = out[0]! - out[3]!
  const y = out[1]! - out[4]!
  const z = out[2]! - out[5]!
  return Math.sqrt(x * x + y * y + z * z)
}
