// A tight oriented box around points, for boxes that are fitted once and tested a million times: starting from quick fits
// (obb.ts) and from the frame's own axes, the axes are turned as long as that makes the box smaller. Not the smallest box, which
// takes the hull and its edges (O'Rourke 1985), but within a few percent of it.

import { orthonormalise, POSE } from '../base/math/pose.js'
import { U } from '../base/math/rounding.js'
import { cosine, sine } from '../base/math/trigonometry.js'
import { fitObb, OBB } from './obb.js'
import { volumeOf } from './point-axes.js'
import { CENTRE_ROUNDING } from './volume-rounding.js'

/** Steps in radians: from 14 degrees to a quarter of one. */
const FIRST_STEP = 0.25
const LAST_STEP = 0.004

/** A turn must save this share of the volume. */
const WORTH = 1e-3

/** Turns tried at most, six a round. */
const MOST_ROUNDS = 60

/** While axes are sought, this many points represent all of them. */
const SAMPLE = 512

/**
 * What covers the rounding of projections (4 u), of the centre (4 u) and of axes that are orthonormal to 8 u only, felt by
 * three coordinates, in units of the points' extent.
 */
const EXTENT_ROUNDING = 128 * U

const quick = new Float64Array(OBB)
const axes = new Float64Array(POSE)
const tried = new Float64Array(POSE)
const extents = new Float64Array(6)

/** A box around `count` points (one or more), flat xyz, to out[o..o+14]. */
export function fitTightObb(out: Float64Array, o: number, points: Float64Array, count: number): void {
  findTightAxes(out, o, points, count)
  fitAlongAxes(out, o, points, count)
}

/** Axes along which a box around the points is small, to the rotation at out[o..]. */
function findTightAxes(out: Float64Array, o: number, points: Float64Array, count: number): void {
  fitObb(quick, 0, points, count)
  const sample = count <= SAMPLE ? points.subarray(0, 3 * count) : sampleOf(points, count)
  let least = Infinity
  for (let start = 0; start < 3; start++) {
    if (start === 1) {
      axes.fill(0)
      axes[0] = axes[5] = axes[10] = 1
    } else {
      for (let k = 0; k < POSE; k++) axes[k] = quick[k]!
    }
    // The quick fit as it is, too: what is best for a sample need not be so for all.
    if (start < 2) climb(sample)
    orthonormalise(axes, 0)
    measure(axes, 0, points, count)
    const volume = volumeOf(extents)
    if (volume >= least) continue
    least = volume
    for (let k = 0; k < POSE; k++) if (k % 4 !== 3) out[o + k] = axes[k]!
  }
}

/** Centre and half extents of the box at out[o..], along the axes that are there, around the points. */
function fitAlongAxes(out: Float64Array, o: number, points: Float64Array, count: number): void {
  measure(out, o, points, count)
  let extent = 0
  for (let k = 0; k < 3; k++) extent += extents[3 + k]! - extents[k]!
  let coordinates = 0
  for (let row = 0; row < 3; row++) {
    let at = 0
    for (let k = 0; k < 3; k++) at += out[o + 4 * row + k]! * (extents[k]! / 2 + extents[3 + k]! / 2)
    at += points[row]!
    out[o + 4 * row + 3] = at
    coordinates += Math.abs(at)
  }
  const slack = extent === 0 ? 0 : EXTENT_ROUNDING * extent + CENTRE_ROUNDING * coordinates
  for (let k = 0; k < 3; k++) out[o + 12 + k] = extents[3 + k]! / 2 - extents[k]! / 2 + slack
}

/** Turns `axes` while that makes the box around the points smaller. */
function climb(points: Float64Array): void {
  const count = points.length / 3
  measure(axes, 0, points, count)
  let least = volumeOf(extents)
  let step = FIRST_STEP
  for (let round = 0; round < MOST_ROUNDS && step > LAST_STEP; round++) {
    let better = false
    for (let turn = 0; turn < 6; turn++) {
      const k = turn % 3
      turnAbout(k, turn < 3 ? step : -step)
      measure(tried, 0, points, count)
      const volume = volumeOf(extents)
      if (volume >= least * (1 - WORTH)) continue
      least = volume
      axes.set(tried)
      better = true
    }
    if (!better) step /= 2
  }
}

/** `axes` turned about their own axis k, to `tried`. */
function turnAbout(k: number, angle: number): void {
  const c = cosine(angle)
  const s = sine(angle)
  const p = (k + 1) % 3
  const q = (k + 2) % 3
  for (let row = 0; row < 12; row += 4) {
    const u = axes[row + p]!
    const v = axes[row + q]!
    tried[row + k] = axes[row + k]!
    tried[row + p] = c * u + s * v
    tried[row + q] = c * v - s * u
  }
}

/** Least and greatest projections of the points, less the first of them, on the columns of the rotation x[o..], to `extents`. */
function measure(x: Float64Array, o: number, points: Float64Array, count: number): void {
  const p0 = points[0]!
  const p1 = points[1]!
  const p2 = points[2]!
  for (let k = 0; k < 3; k++) {
    const a = x[o + k]!
    const b = x[o + 4 + k]!
    const c = x[o + 8 + k]!
    let low = 0
    let high = 0
    for (let i = 3; i < 3 * count; i += 3) {
      const d = (points[i]! - p0) * a + (points[i + 1]! - p1) * b + (points[i + 2]! - p2) * c
      if (d < low) low = d
      if (d > high) high = d
    }
    extents[k] = low
    extents[3 + k] = high
  }
}

/** Points spread evenly over the list, and the farthest in each of the diagonals' and axes' directions. */
function sampleOf(points: Float64Array, count: number): Float64Array {
  const chosen: number[] = []
  for (let i = 0; i < SAMPLE; i++) chosen.push(Math.floor((i * count) / SAMPLE))
  for (let direction = 0; direction < 27; direction++) {
    const a = (direction % 3) - 1
    const b = (Math.floor(direction / 3) % 3) - 1
    const c = Math.floor(direction / 9) - 1
    let far = -Infinity
    let which = 0
    for (let i = 0; i < count; i++) {
      const d = a * points[3 * i]! + b * points[3 * i + 1]! + c * points[3 * i + 2]!
      if (d > far) {
        far = d
        which = i
      }
    }
    chosen.push(which)
  }
  const sample = new Float64Array(3 * chosen.length)
  chosen.forEach((i, at) => {
    for (let k = 0; k < 3; k++) sample[3 * at + k] = points[3 * i + k]!
  })
  return sample
}
