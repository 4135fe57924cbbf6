// What most programs do after a turn: move the atoms beyond the bond, put all atoms into a grid again, and look up each among those near
// it. Radii and exclusions are the protein's own. As in lab/baselines/grid-cells.ts: cells of two reaches and 8 look-ups; each atom is
// compared with those already in, so a pair is met once and a clash ends it.
import { createHeads } from '../../lab/baselines/grid-cells.js'
import { setAxisAngle } from '../../src/base/math/pose.js'
import type { Protein } from '../../src/index.js'

export class AtomGrid {
  private readonly positions: Float64Array
  private readonly before: Float64Array
  private readonly heads: Int32Array
  private readonly next: Int32Array
  /** A bit a pair of atoms. */
  private readonly excluded: Uint8Array
  private readonly inverse: number
  /** Atoms that each torsion turns, as [from, to) after [from, to). */
  private readonly stretches: readonly Int32Array[]
  private readonly turn = new Float64Array(12)

  constructor(private readonly protein: Protein) {
    const { atoms, radii } = protein
    this.positions = protein.coordinates()
    this.before = this.positions.slice()
    this.heads = createHeads(atoms)
    this.next = new Int32Array(atoms)
    this.excluded = new Uint8Array(Math.ceil((atoms * atoms) / 8))
    for (let i = 0; i < atoms; i++) {
      for (let j = 0; j < i; j++) {
        const bit = i * atoms + j
        if (protein.excluded(j, i)) this.excluded[bit >> 3]! |= 1 << (bit & 7)
      }
    }
    this.inverse = 1 / (4 * radii.reduce((most, radius) => Math.max(most, radius), 0))
    this.stretches = protein.torsions.map((_, k) => {
      protein.turn(k, 0.1)
      const moved = protein.moved().flatMap(({ from, to }) => [from, to])
      protein.undo()
      return Int32Array.from(moved)
    })
  }

  sync(positions: Float64Array): void {
    this.positions.set(positions)
  }

  /** Turns a torsion, unless atoms clash then; true if they do. */
  step(torsion: number, angle: number): boolean {
    this.before.set(this.positions)
    this.rotate(torsion, angle)
    this.heads.fill(-1)
    const { positions, protein, heads, next, excluded, inverse } = this
    if (!fillUntilClash(positions, protein.atoms, protein.radii, excluded, inverse, heads, next)) return false
    this.positions.set(this.before)
    return true
  }

  private rotate(torsion: number, angle: number): void {
    const { positions: p, turn } = this
    const [, b, c] = this.protein.torsions[torsion]!.atoms
    const stretches = this.stretches[torsion]!
    const [x, y, z] = [p[3 * b]!, p[3 * b + 1]!, p[3 * b + 2]!]
    const [u, v, w] = [p[3 * c]! - x, p[3 * c + 1]! - y, p[3 * c + 2]! - z]
    const length = Math.sqrt(u * u + v * v + w * w)
    setAxisAngle(turn, 0, u / length, v / length, w / length, angle)
    for (let s = 0; s < stretches.length; s += 2) {
      for (let i = 3 * stretches[s]!; i < 3 * stretches[s + 1]!; i += 3) {
        const [dx, dy, dz] = [p[i]! - x, p[i + 1]! - y, p[i + 2]! - z]
        p[i] = x + turn[0]! * dx + turn[1]! * dy + turn[2]! * dz
        p[i + 1] = y + turn[4]! * dx + turn[5]! * dy + turn[6]! * dz
        p[i + 2] = z + turn[8]! * dx + turn[9]! * dy + turn[10]! * dz
      }
    }
  }
}

function bucket(x: number, y: number, z: number, mask: number): number {
  const hash = (Math.imul(x, 73856093) + Math.imul(y, 19349663) + Math.imul(z, 83492791)) | 0
  return (hash ^ (hash >>> 15)) & mask
}

function fillUntilClash(
  p: Float64Array,
  n: number,
  radii: Float64Array,
  excluded: Uint8Array,
  inverse: number,
  heads: Int32Array,
  next: Int32Array,
): boolean {
  const mask = heads.length - 1
  for (let i = 0; i < n; i++) {
    const x = p[3 * i]! * inverse
    const y = p[3 * i + 1]! * inverse
    const z = p[3 * i + 2]! * inverse
    const cx = Math.floor(x)
    const cy = Math.floor(y)
    const cz = Math.floor(z)
    // The cell on the nearer side along each axis: c − 1 in the lower half of the cell, c + 1 in the upper.
    const bx = 2 * Math.round(x) - cx - 1
    const by = 2 * Math.round(y) - cy - 1
    const bz = 2 * Math.round(z) - cz - 1
    const own = bucket(cx, cy, cz, mask)
    const first = heads[own]!
    if (
      listClashes(p, n, radii, excluded, next, first, i) ||
      listClashes(p, n, radii, excluded, next, heads[bucket(bx, cy, cz, mask)]!, i) ||
      listClashes(p, n, radii, excluded, next, heads[bucket(cx, by, cz, mask)]!, i) ||
      listClashes(p, n, radii, excluded, next, heads[bucket(bx, by, cz, mask)]!, i) ||
      listClashes(p, n, radii, excluded, next, heads[bucket(cx, cy, bz, mask)]!, i) ||
      listClashes(p, n, radii, excluded, next, heads[bucket(bx, cy, bz, mask)]!, i) ||
      listClashes(p, n, radii, excluded, next, heads[bucket(cx, by, bz, mask)]!, i) ||
      listClashes(p, n, radii, excluded, next, heads[bucket(bx, by, bz, mask)]!, i)
    )
      return true
    next[i] = first
    heads[own] = i
  }
  return false
}

function listClashes(
  p: Float64Array,
  n: number,
  radii: Float64Array,
  excluded: Uint8Array,
  next: Int32Array,
  first: number,
  i: number,
): boolean {
  const x = p[3 * i]!
  const y = p[3 * i + 1]!
  const z = p[3 * i + 2]!
  const radius = radii[i]!
  for (let j = first; j >= 0; j = next[j]!) {
    const dx = x - p[3 * j]!
    const dy = y - p[3 * j + 1]!
    const dz = z - p[3 * j + 2]!
    const reach = radius + radii[j]!
    if (dx * dx + dy * dy + dz * dz > reach * reach) continue
    const bit = i * n + j
    if ((excluded[bit >> 3]! & (1 << (bit & 7))) === 0) return true
  }
  return false
}
