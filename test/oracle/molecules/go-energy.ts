// The energy of a Gō model straight from its formula: all pairs, angles by arc cosine and arc tangent, powers by Math.pow.
import type { GoModel } from '../../../src/molecules/go/go-model.js'

type Vector = readonly [number, number, number]

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const length = (a: Vector): number => Math.hypot(...a)

export function angle(a: Vector, b: Vector, c: Vector): number {
  const [u, v] = [minus(a, b), minus(c, b)]
  return Math.acos(Math.max(-1, Math.min(1, dot(u, v) / (length(u) * length(v)))))
}

export function dihedral(a: Vector, b: Vector, c: Vector, d: Vector): number {
  const axis = minus(c, b)
  const m = cross(minus(b, a), axis)
  const n = cross(axis, minus(d, c))
  return Math.atan2(dot(cross(m, n), axis) / length(axis), dot(m, n))
}

/** All of it, from nothing but the native positions and the options. */
export function bruteGoEnergy({ native, options }: GoModel, positions: Float64Array): number {
  const at = (from: Float64Array, i: number): Vector => [from[3 * i]!, from[3 * i + 1]!, from[3 * i + 2]!]
  const p = (i: number): Vector => at(positions, i)
  const q = (i: number): Vector => at(native, i)
  const beads = positions.length / 3
  let energy = 0
  for (let i = 0; i + 2 < beads; i++) {
    const off = angle(p(i), p(i + 1), p(i + 2)) - angle(q(i), q(i + 1), q(i + 2))
    energy += options.angle * off ** 2
  }
  for (let i = 0; i + 3 < beads; i++) {
    const off = dihedral(p(i), p(i + 1), p(i + 2), p(i + 3)) - dihedral(q(i), q(i + 1), q(i + 2), q(i + 3))
    energy += options.dihedral * (1 - Math.cos(off)) + options.dihedral3 * (1 - Math.cos(3 * off))
  }
  for (let i = 0; i < beads; i++) {
    for (let j = i + 1; j < beads; j++) {
      const now = length(minus(p(i), p(j)))
      const then = length(minus(q(i), q(j)))
      if (j - i >= options.separation && then < options.contactDistance)
        energy += 5 * (then / now) ** 12 - 6 * (then / now) ** 10
      else if (j - i >= options.repulsionSeparation && now < options.repulsionCutoff)
        energy += (options.repulsion / now) ** 12
    }
  }
  return energy
}
