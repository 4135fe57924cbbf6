// The terms of a Gō model's energy, one by one. Hot: flat positions, no allocation.
import { arctangent } from '../../base/math/trigonometry.js'

/** The angle at bead i + 1 between beads i and i + 2, from 0 to π. By the arctangent: a cosine is blind near 0 and π. */
export function angleAt(positions: Float64Array, i: number): number {
  const o = 3 * i
  const ux = positions[o]! - positions[o + 3]!
  const uy = positions[o + 1]! - positions[o + 4]!
  const uz = positions[o + 2]! - positions[o + 5]!
  const vx = positions[o + 6]! - positions[o + 3]!
  const vy = positions[o + 7]! - positions[o + 4]!
  const vz = positions[o + 8]! - positions[o + 5]!
  const cx = uy * vz - uz * vy
  const cy = uz * vx - ux * vz
  const cz = ux * vy - uy * vx
  return arctangent(Math.sqrt(cx * cx + cy * cy + cz * cz), ux * vx + uy * vy + uz * vz)
}

/** Cosine and sine of the dihedral of beads i to i + 3, to out[o] and out[o + 1]; NaN where three of them are on a line. */
export function dihedralAt(out: Float64Array, o: number, positions: Float64Array, i: number): void {
  const p = 3 * i
  const ax = positions[p + 3]! - positions[p]!
  const ay = positions[p + 4]! - positions[p + 1]!
  const az = positions[p + 5]! - positions[p + 2]!
  const bx = positions[p + 6]! - positions[p + 3]!
  const by = positions[p + 7]! - positions[p + 4]!
  const bz = positions[p + 8]! - positions[p + 5]!
  const cx = positions[p + 9]! - positions[p + 6]!
  const cy = positions[p + 10]! - positions[p + 7]!
  const cz = positions[p + 11]! - positions[p + 8]!
  const mx = ay * bz - az * by
  const my = az * bx - ax * bz
  const mz = ax * by - ay * bx
  const nx = by * cz - bz * cy
  const ny = bz * cx - bx * cz
  const nz = bx * cy - by * cx
  const x = mx * nx + my * ny + mz * nz
  const y = Math.sqrt(bx * bx + by * by + bz * bz) * (ax * nx + ay * ny + az * nz)
  const length = Math.sqrt(x * x + y * y)
  out[o] = x / length
  out[o + 1] = y / length
}

const turn = new Float64Array(2)

/**
 * dihedral·(1 − cos Δ) + dihedral3·(1 − cos 3Δ), Δ from the native dihedral given by its cosine and sine. Without an angle:
 * cos 3Δ = 4·cos³Δ − 3·cos Δ. Three beads on a line have no dihedral; a chance of zero, and counted as native.
 */
export function dihedralEnergy(
  positions: Float64Array,
  i: number,
  native: Float64Array,
  dihedral: number,
  dihedral3: number,
): number {
  dihedralAt(turn, 0, positions, i)
  const c = turn[0]! * native[2 * i]! + turn[1]! * native[2 * i + 1]!
  if (!(c <= 2)) return 0
  return dihedral * (1 - c) + dihedral3 * (1 - (4 * c * c - 3) * c)
}

/** angle·(θ − θ₀)². */
export function angleEnergy(positions: Float64Array, i: number, native: Float64Array, angle: number): number {
  const off = angleAt(positions, i) - native[i]!
  return angle * off * off
}

/** 5·(r₀/r)¹² − 6·(r₀/r)¹⁰ from the squares: −1 at r₀, infinite at 0. */
export function contactEnergy(native: number, squared: number): number {
  const s = native / squared
  const s2 = s * s
  return s2 * s2 * s * (5 * s - 6)
}

/** (repulsion/r)¹² from the squares. */
export function repulsionEnergy(repulsion: number, squared: number): number {
  const s = repulsion / squared
  const s3 = s * s * s
  return s3 * s3
}
