// Protein-like backbones by seed, for where no structures are at hand: three atoms a residue (N, CA, C), bond lengths and
// angles of real ones, flat peptide bonds, helices joined by turns. Lengths in ångström.
import { BrokenInvariantError, InvalidInputError, Random } from '../src/entries/meshes.js'
import { checkCount } from './checks.js'
import type { TorsionMoves } from './moves.js'

/** Bonds N–CA, CA–C and C–N; the angles at CA, C and N (Engh and Huber's means). */
export const BACKBONE_BONDS: readonly number[] = [1.458, 1.525, 1.329]
export const BACKBONE_ANGLES: readonly number[] = [radians(111.0), radians(117.2), radians(121.7)]

/**
 * Atoms more than four bonds apart do not come nearer than this: spheres of radius 1.6 do not touch. In folded structures the
 * nearest such pairs are 3.3 to 3.5 Å apart.
 */
const CLEARANCE = 3.25
const NEIGHBOURS = 4

/** φ and ψ, in degrees, of a helix and of what else there is in turns. */
const HELIX: readonly [number, number] = [-62, -43]
const TURNS: readonly (readonly [number, number])[] = [
  [-75, 145],
  [-120, 132],
  [-90, 0],
  [60, 35],
  [85, -170],
  [-70, 80],
]
/** Angles vary by up to this much, in degrees. */
const SPREAD = 15
/** A helix climbs by 1.5 Å a residue; 9.5 Å from axis to axis give a residue the 135 Å³ that it has in a folded protein. */
const RISE = 1.5
const BETWEEN = 9.5
/** Å of the way from one helix to the next that a residue of the turn covers. */
const ACROSS = 2.6
/** Residues of look-ahead, continuations that are tried, and residues that are removed where none is free. */
const AHEAD = 4
const WAYS = 48
const BACK = 6

/**
 * A compact backbone of `residues` residues: a bundle of helices side by side in a block about as long as it is wide, as dense as
 * folded proteins are. It is grown along the way through the block: of some random continuations by four residues the free one
 * that keeps closest to it is taken. Atoms: flat, x y z of N, CA, C of each residue.
 */
export function foldedBackbone(residues: number, seed = 1): Float64Array {
  checkCount('residues', residues)
  const random = new Random(seed)
  const way = helixWay(residues + AHEAD)
  const p = new Float64Array(9 * (residues + AHEAD))
  const best = new Float64Array(9 * AHEAD)
  startAtoms(p)
  const cells = new Cells(p.length / 3)
  for (let i = 0; i < 3; i++) cells.insert(p, i)
  let failures = 0
  for (let r = 1; r < residues; ) {
    let least = Infinity
    const tries = WAYS * (1 + Math.min(failures, 8))
    for (let k = 0; k < tries; k++) {
      const cost = tryWay(p, r, cells, way, random)
      if (cost >= least) continue
      least = cost
      best.set(p.subarray(9 * r, 9 * (r + AHEAD)))
    }
    if (least === Infinity) {
      if (++failures > 1000) {
        throw new BrokenInvariantError(`no compact backbone of ${residues} residues was found with seed ${seed}`)
      }
      const to = Math.max(1, r - BACK - random.integer(1 + failures))
      for (let i = 3 * r - 1; i >= 3 * to; i--) cells.remove(i)
      r = to
      continue
    }
    p.set(best, 9 * r)
    for (let i = 3 * r; i < 3 * r + 3; i++) cells.insert(p, i)
    r++
  }
  return p.slice(0, 9 * residues)
}

/** Four random residues from r on: how far they are from the way, squared; Infinity where they meet what stands. */
function tryWay(p: Float64Array, r: number, cells: Cells, way: Float64Array, random: Random): number {
  const turns = random.unit() < 0.5
  let cost = 0
  for (let s = r; s < r + AHEAD; s++) {
    const [phi, psi] = turns && random.unit() < 0.5 ? TURNS[random.integer(TURNS.length)]! : HELIX
    const vary = (angle: number): number => radians(angle + random.range(-SPREAD, SPREAD))
    placeResidue(p, s, vary(psi), Math.PI, vary(phi))
    for (let i = 3 * s; i < 3 * s + 3; i++) if (cells.touches(p, i)) return Infinity
    cost += offWay(p, s, way)
  }
  return cost
}

/** The mean of the last four CA is near the axis of a helix: its distance from the way, squared. */
function offWay(p: Float64Array, r: number, way: Float64Array): number {
  const count = Math.min(4, r + 1)
  let sum = 0
  for (let k = 0; k < 3; k++) {
    let off = 0
    for (let s = r; s > r - count; s--) off += p[9 * s + 3 + k]! - way[3 * s + k]!
    sum += (off / count) ** 2
  }
  return sum
}

/** Where the axis should be at each residue: up and down in a square of helices, row by row. */
function helixWay(residues: number): Float64Array {
  const out = new Float64Array(3 * residues)
  const side = Math.max(1, Math.round(Math.cbrt((RISE * residues) / BETWEEN)))
  const height = (RISE * residues) / (side * side)
  let [line, along, across] = [0, 0, 0]
  for (let r = 0; r < residues; r++) {
    const at = (k: number): [number, number] => {
      const row = Math.floor(k / side)
      return [row, row % 2 === 0 ? k % side : side - 1 - (k % side)]
    }
    const [from, to] = [at(line), at(line + 1)]
    const share = across / BETWEEN
    out[3 * r] = BETWEEN * (from[0] + share * (to[0] - from[0]))
    out[3 * r + 1] = BETWEEN * (from[1] + share * (to[1] - from[1]))
    out[3 * r + 2] = line % 2 === 0 ? along : height - along
    if (along < height) along = Math.min(height, along + RISE)
    else if (across + ACROSS < BETWEEN) across += ACROSS
    else {
      line++
      along = 0
      across = 0
    }
  }
  return out
}

/** A strand: φ = −120°, ψ = 132°, or as given in degrees. */
export function extendedBackbone(residues: number, phi = -120, psi = 132): Float64Array {
  checkCount('residues', residues)
  const p = new Float64Array(9 * residues)
  startAtoms(p)
  for (let r = 1; r < residues; r++) placeResidue(p, r, radians(psi), Math.PI, radians(phi))
  return p
}

/**
 * `count` turns of a backbone's φ (about N–CA) and ψ (about CA–C), every one as likely, by an angle uniform within ±`width`
 * radians. Joint j is the bond from atom j to the next; peptide bonds are not turned.
 */
export function backboneMoves(residues: number, seed: number, count: number, width = Math.PI): TorsionMoves {
  checkCount('residues', residues, 1)
  checkCount('count', count, 0)
  if (!(width > 0 && width <= Math.PI)) throw new InvalidInputError('width', width, 'an angle above 0 and at most π')
  const random = new Random(seed)
  const joints = new Int32Array(count)
  const angles = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    const torsion = random.integer(2 * residues)
    joints[k] = 3 * (torsion >> 1) + (torsion & 1)
    angles[k] = random.range(-width, width)
  }
  return { joints, angles }
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

function startAtoms(p: Float64Array): void {
  const [a, b] = BACKBONE_BONDS as [number, number, number]
  const bend = Math.PI - BACKBONE_ANGLES[0]!
  p.set([-a, 0, 0, 0, 0, 0, b * Math.cos(bend), b * Math.sin(bend), 0])
}

/** N, CA and C of residue r, from the three atoms before: ψ of the residue before turns N, ω turns CA, φ turns C. */
function placeResidue(p: Float64Array, r: number, psi: number, omega: number, phi: number): void {
  const at = 3 * r
  placeAtom(p, at, BACKBONE_BONDS[2]!, BACKBONE_ANGLES[1]!, psi)
  placeAtom(p, at + 1, BACKBONE_BONDS[0]!, BACKBONE_ANGLES[2]!, omega)
  placeAtom(p, at + 2, BACKBONE_BONDS[1]!, BACKBONE_ANGLES[0]!, phi)
}

/** Atom i at `bond` from the one before, with the angle there and the dihedral of the last four (IUPAC: trans is π). */
function placeAtom(p: Float64Array, i: number, bond: number, angle: number, dihedral: number): void {
  const c = 3 * (i - 1)
  const b = c - 3
  const a = c - 6
  const u = unit([p[c]! - p[b]!, p[c + 1]! - p[b + 1]!, p[c + 2]! - p[b + 2]!])
  const normal = unit(cross([p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!], u))
  const side = cross(normal, u)
  const along = -bond * Math.cos(angle)
  const out = bond * Math.sin(angle)
  const [x, y] = [out * Math.cos(dihedral), out * Math.sin(dihedral)]
  for (let k = 0; k < 3; k++) p[3 * i + k] = p[c + k]! + along * u[k]! + x * side[k]! + y * normal[k]!
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!]
}

function unit(a: readonly number[]): number[] {
  const length = Math.hypot(a[0]!, a[1]!, a[2]!)
  return a.map((x) => x / length)
}

/** Buckets of cells an atom. */
const BUCKETS = 8

/** Atoms by cells as wide as the clearance, in lists by hash. Cells that share a list cost a few distances. */
class Cells {
  private readonly heads: Int32Array
  private readonly next: Int32Array
  private readonly buckets: Int32Array

  constructor(count: number) {
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(BUCKETS * count))).fill(-1)
    this.next = new Int32Array(count)
    this.buckets = new Int32Array(count)
  }

  insert(p: Float64Array, i: number): void {
    const at = this.bucket(cell(p[3 * i]!), cell(p[3 * i + 1]!), cell(p[3 * i + 2]!))
    this.buckets[i] = at
    this.next[i] = this.heads[at]!
    this.heads[at] = i
  }

  /** Of those that are left, the one that was inserted last: it is the first of its list. */
  remove(i: number): void {
    this.heads[this.buckets[i]!] = this.next[i]!
  }

  touches(p: Float64Array, i: number): boolean {
    const { heads, next } = this
    const x = p[3 * i]!
    const y = p[3 * i + 1]!
    const z = p[3 * i + 2]!
    const [cx, cy, cz] = [cell(x), cell(y), cell(z)]
    for (let u = cx - 1; u <= cx + 1; u++) {
      for (let v = cy - 1; v <= cy + 1; v++) {
        for (let w = cz - 1; w <= cz + 1; w++) {
          for (let j = heads[this.bucket(u, v, w)]!; j >= 0; j = next[j]!) {
            if (i - j <= NEIGHBOURS) continue
            const dx = x - p[3 * j]!
            const dy = y - p[3 * j + 1]!
            const dz = z - p[3 * j + 2]!
            if (dx * dx + dy * dy + dz * dz < CLEARANCE * CLEARANCE) return true
          }
        }
      }
    }
    return false
  }

  /** Large odd multipliers; Math.imul keeps them in 32 bits. */
  private bucket(u: number, v: number, w: number): number {
    const hash = (Math.imul(u, 73856093) + Math.imul(v, 19349663) + Math.imul(w, 83492791)) | 0
    return (hash ^ (hash >>> 15)) & (this.heads.length - 1)
  }
}

function cell(x: number): number {
  return Math.floor(x / CLEARANCE)
}
