// Proteins, slowly and plainly: bonds by distance alone, numbers of bonds by breadth-first search, clashes by all pairs of atoms, and
// torsions by turning everything beyond a bond in the graph of bonds. Knows no templates, no links and no trees.
import type { Protein } from '../../../src/molecules/protein/protein.js'

/** Bonded neighbours of each atom, from distances: the atoms of good structures are unmistakable. */
export function bondsByDistance(p: ArrayLike<number>, elements: readonly string[]): number[][] {
  const n = elements.length
  const bonds: number[][] = Array.from({ length: n }, () => [])
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const [a, b] = [elements[i]!, elements[j]!]
      const hydrogens = Number(a === 'H') + Number(b === 'H')
      const sulphurs = Number(a === 'S') + Number(b === 'S')
      const longest = hydrogens > 0 ? 1.3 : sulphurs === 2 ? 2.3 : sulphurs === 1 ? 2.0 : 1.75
      if (hydrogens === 2 || distance(p, i, j) > longest) continue
      bonds[i]!.push(j)
      bonds[j]!.push(i)
    }
  }
  return bonds
}

/** Number of bonds between two atoms, if it is at most `most`; else Infinity. */
export function bondsApart(bonds: readonly (readonly number[])[], i: number, j: number, most: number): number {
  let front = new Set([i])
  for (let n = 0; n <= most; n++) {
    if (front.has(j)) return n
    front = new Set([...front, ...[...front].flatMap((a) => bonds[a]!)])
  }
  return Infinity
}

/** For each atom those that are at most `most` bonds away. */
export function withinBonds(bonds: readonly (readonly number[])[], most: number): Set<number>[] {
  return bonds.map((_, i) => {
    let front = new Set([i])
    for (let n = 0; n < most; n++) front = new Set([...front, ...[...front].flatMap((a) => bonds[a]!)])
    return front
  })
}

/** All clashing pairs, in order. */
export function clashingPairs(
  p: ArrayLike<number>,
  radii: ArrayLike<number>,
  near: readonly Set<number>[],
): number[][] {
  const pairs: number[][] = []
  for (let i = 0; i < near.length; i++) {
    const [x, y, z, own] = [p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!, near[i]!]
    for (let j = i + 1; j < near.length; j++) {
      const sum = radii[i]! + radii[j]!
      const squared = (p[3 * j]! - x) ** 2 + (p[3 * j + 1]! - y) ** 2 + (p[3 * j + 2]! - z) ** 2
      if (squared <= sum * sum && !own.has(j)) pairs.push([i, j])
    }
  }
  return pairs
}

export function distance(p: ArrayLike<number>, i: number, j: number): number {
  return Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!)
}

/** The angle at atom b. */
export function angle(p: ArrayLike<number>, a: number, b: number, c: number): number {
  const x = distance(p, a, b)
  const y = distance(p, b, c)
  const z = distance(p, a, c)
  return Math.acos((x * x + y * y - z * z) / (2 * x * y))
}

type Vec = [number, number, number]
const at = (p: ArrayLike<number>, i: number): Vec => [p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!]
const minus = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
const scaled = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s]
const unit = (a: Vec): Vec => scaled(a, 1 / Math.hypot(...a))

/** The dihedral angle of four atoms, by projecting on the plane across the middle bond. */
export function torsionAngle(p: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const axis = unit(minus(at(p, c), at(p, b)))
  const left = minus(at(p, a), at(p, b))
  const right = minus(at(p, d), at(p, c))
  const u = minus(left, scaled(axis, dot(left, axis)))
  const v = minus(right, scaled(axis, dot(right, axis)))
  return Math.atan2(dot(axis, cross(u, v)), dot(u, v))
}

/** Turns atoms about the axis from atom b to atom c (Rodrigues). */
export function turnAtoms(p: Float64Array, atoms: Iterable<number>, b: number, c: number, by: number): void {
  const axis = unit(minus(at(p, c), at(p, b)))
  const origin = at(p, c)
  for (const i of atoms) {
    const r = minus(at(p, i), origin)
    const s = cross(axis, r)
    const along = dot(axis, r) * (1 - Math.cos(by))
    for (let k = 0; k < 3; k++) {
      p[3 * i + k] = origin[k]! + r[k]! * Math.cos(by) + s[k]! * Math.sin(by) + axis[k]! * along
    }
  }
}

/** What is reached from `start` without passing through any of `walls`. */
export function reached(bonds: readonly (readonly number[])[], start: number, walls: readonly number[]): Set<number> {
  const seen = new Set([start])
  for (const atom of seen) for (const next of bonds[atom]!) if (!walls.includes(next)) seen.add(next)
  return seen
}

/** The atoms beyond the bond b–c of a torsion; undefined if there is another way round, so that turning would tear a bond. */
export function beyondBond(bonds: readonly (readonly number[])[], b: number, c: number): Set<number> | undefined {
  const seen = new Set([c])
  for (const atom of seen) {
    for (const next of bonds[atom]!) {
      if (atom === c && next === b) continue
      if (next === b) return undefined
      seen.add(next)
    }
  }
  return seen
}

/** Every bond length and every bond angle of a protein: what no torsion may change. */
export function lengthsAndAngles(p: ArrayLike<number>, bonds: readonly (readonly number[])[]): number[] {
  return bonds.flatMap((own, b) => [
    ...own.filter((a) => a < b).map((a) => distance(p, a, b)),
    ...own.flatMap((a) => own.filter((c) => c > a).map((c) => angle(p, a, b, c))),
  ])
}

/** Bonds of a protein's atoms in the structure that it was made from. */
export function bondsOf(protein: Protein): number[][] {
  const model = protein.structure.models[0]!
  const p = Float64Array.from({ length: 3 * protein.atoms }, (_, k) => {
    return model[3 * protein.structureAtom[Math.floor(k / 3)]! + (k % 3)]!
  })
  return bondsByDistance(p, protein.elements)
}

/** Largest difference of two lists of numbers. */
export function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity
  let most = 0
  for (let k = 0; k < a.length; k++) most = Math.max(most, Math.abs(a[k]! - b[k]!))
  return most
}
