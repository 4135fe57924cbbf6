// Rotations of some beads of a chain, in place: the axis through two beads, and the turning itself. Hot: flat arrays, no allocation.
import { sineCosine } from '../../base/math/trigonometry.js'

/** Two beads that are nearer to each other than this give no axis (Å): a move about it is refused, and so is its way back. */
export const LEAST_AXIS = 1e-6

/** The unit vector from bead i to bead j, to `axis`; false where there is none. */
export function aim(axis: Float64Array, positions: Float64Array, i: number, j: number): boolean {
  const x = positions[3 * j]! - positions[3 * i]!
  const y = positions[3 * j + 1]! - positions[3 * i + 1]!
  const z = positions[3 * j + 2]! - positions[3 * i + 2]!
  const length = Math.sqrt(x * x + y * y + z * z)
  if (!(length > LEAST_AXIS)) return false
  axis[0] = x / length
  axis[1] = y / length
  axis[2] = z / length
  return true
}

const sineAndCosine = new Float64Array(2)

/** Turns beads [from, to) about `axis` through bead `centre`, in place; where they were is in `old`. */
export function turnBeads(
  positions: Float64Array,
  old: Float64Array,
  axis: Float64Array,
  centre: number,
  angle: number,
  from: number,
  to: number,
): void {
  sineCosine(sineAndCosine, 0, angle)
  const s = sineAndCosine[0]!
  const c = sineAndCosine[1]!
  const x = axis[0]!
  const y = axis[1]!
  const z = axis[2]!
  const k = 1 - c
  const xx = c + k * x * x
  const yy = c + k * y * y
  const zz = c + k * z * z
  const xy = k * x * y - s * z
  const yx = k * x * y + s * z
  const xz = k * x * z + s * y
  const zx = k * x * z - s * y
  const yz = k * y * z - s * x
  const zy = k * y * z + s * x
  const ox = positions[3 * centre]!
  const oy = positions[3 * centre + 1]!
  const oz = positions[3 * centre + 2]!
  for (let o = 3 * from; o < 3 * to; o += 3) {
    const px = positions[o]!
    const py = positions[o + 1]!
    const pz = positions[o + 2]!
    old[o] = px
    old[o + 1] = py
    old[o + 2] = pz
    const dx = px - ox
    const dy = py - oy
    const dz = pz - oz
    positions[o] = ox + (xx * dx + xy * dy + xz * dz)
    positions[o + 1] = oy + (yx * dx + yy * dy + yz * dz)
    positions[o + 2] = oz + (zx * dx + zy * dy + zz * dz)
  }
}

/** Gives every bond its length back along its direction; the first bead stays. `old` is room. False where a bond has no direction. */
export function restoreBonds(positions: Float64Array, old: Float64Array, bonds: Float64Array): boolean {
  old.set(positions)
  for (let i = 0; i < bonds.length; i++) {
    const o = 3 * i
    const x = old[o + 3]! - old[o]!
    const y = old[o + 4]! - old[o + 1]!
    const z = old[o + 5]! - old[o + 2]!
    const length = Math.sqrt(x * x + y * y + z * z)
    if (!(length > LEAST_AXIS)) return false
    const scale = bonds[i]! / length
    positions[o + 3] = positions[o]! + x * scale
    positions[o + 4] = positions[o + 1]! + y * scale
    positions[o + 5] = positions[o + 2]! + z * scale
  }
  return true
}
