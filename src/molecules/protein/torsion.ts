// Torsions of a protein: what they are called, and how an angle is measured. Radians, −π to π; the sign is that of IUPAC (1974):
// looking along the middle bond from its near atom to its far one, clockwise is positive.
import { arctangent } from '../../base/math/trigonometry.js'

/** The names of torsions. */
export type TorsionKind = 'phi' | 'psi' | 'omega' | 'chi1' | 'chi2' | 'chi3' | 'chi4'

/** A torsion that can turn. */
export interface Torsion {
  readonly kind: TorsionKind
  /** Index into `pieces` of the protein. */
  readonly piece: number
  /** Index into `residues` of the structure. */
  readonly residue: number
  /** The joint of the piece's ChainTree that it turns; −1 for χ, which changes the shape of the link of CA. */
  readonly joint: number
  /** The four atoms that measure it, as the protein numbers them. */
  readonly atoms: readonly [number, number, number, number]
}

/** A torsion that a protein has and that must not be turned. */
export interface FixedTorsion {
  readonly kind: TorsionKind
  readonly piece: number
  readonly residue: number
  /** `the ring of PRO 12`, `the disulphide CYS 3 – CYS 40`, `planar` … */
  readonly reason: string
}

/** The angle between the planes abc and bcd at the points p[3a…] of four atoms; 0 where three of them are in line. */
export function dihedral(p: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const x = p[3 * b]! - p[3 * a]!
  const y = p[3 * b + 1]! - p[3 * a + 1]!
  const z = p[3 * b + 2]! - p[3 * a + 2]!
  const u = p[3 * c]! - p[3 * b]!
  const v = p[3 * c + 1]! - p[3 * b + 1]!
  const w = p[3 * c + 2]! - p[3 * b + 2]!
  const e = p[3 * d]! - p[3 * c]!
  const f = p[3 * d + 1]! - p[3 * c + 1]!
  const g = p[3 * d + 2]! - p[3 * c + 2]!
  // n = ab × bc, m = bc × cd; the angle is atan2(|bc|·ab·m, n·m).
  const nx = y * w - z * v
  const ny = z * u - x * w
  const nz = x * v - y * u
  const mx = v * g - w * f
  const my = w * e - u * g
  const mz = u * f - v * e
  const along = Math.sqrt(u * u + v * v + w * w) * (x * mx + y * my + z * mz)
  return arctangent(along, nx * mx + ny * my + nz * mz)
}

/** The same angle in −π < angle ≤ π. */
export function wrapAngle(angle: number): number {
  if (angle > -Math.PI && angle <= Math.PI) return angle
  const wrapped = angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))
  return wrapped <= -Math.PI ? wrapped + 2 * Math.PI : wrapped
}
