// Steric clashes: pairs of atoms whose van der Waals spheres overlap by r_a + r_b − d ≥ cutoff though they are not bonded, nor
// bonded to each other's neighbours (1–3, 1–4), nor share a hydrogen; 1–5 pairs are judged more mildly. Near pairs come from a
// grid over the atoms as balls (chains/necklace/bead-grid.ts), each shown once; all else is decided here, so that the answer is
// that of brute force over all pairs.
import { MAX_COORDINATE } from '../../base/math/rounding.js'
import { PairBuffer } from '../../base/work/pair-list.js'
import { BeadGrid } from '../../chains/necklace/bead-grid.js'
import { InvalidInputError, ResultTooLargeError } from '../../errors.js'
import { BALL, ballGap } from '../../geometry/balls/ball-pair.js'
import { type BondGraph, structureBonds } from '../structure/bonds.js'
import { BondedPairs } from '../structure/bonds-within.js'
import { atomRadii } from '../structure/radii.js'
import type { Structure } from '../structure/structure.js'
import { virtualSites, WATER } from '../structure/virtual-sites.js'
import { withCoordination } from './clash-coordination.js'
import { withWholeLigands } from './clash-ligands.js'
import { type ClashOptions, type ReadClashOptions, readClashOptions } from './clash-options.js'
import { hydrogenBondAllowance, polarKinds } from './clash-polar.js'
import { type Clashscore, clashscoreOf } from './clashscore.js'

/** `slight`: from the cutoff on. */
export type ClashSeverity = 'slight' | 'serious' | 'severe'

/** Two atoms that overlap. */
export interface Clash {
  /** Atoms of the structure, a < b. */
  readonly a: number
  readonly b: number
  /** Å. */
  readonly distance: number
  /**
   * The radii minus the distance, and minus the allowance where it may be a hydrogen bond; Å. Four bonds apart: of bare radii.
   */
  readonly overlap: number
  readonly severity: ClashSeverity
  /** A pair that may share a hydrogen, and is too near even for that. */
  readonly hydrogenBond: boolean
}

/** The clashes of one residue. */
export interface ResidueClashes {
  /** Index into the structure's residues. */
  readonly residue: number
  /** Pairs with an atom of it. */
  readonly clashes: number
  /** The largest overlap among them, Å. */
  readonly worst: number
}

/** The clashes of a structure, by pair and by residue. */
export interface Clashes {
  readonly model: number
  /** How many atoms were tested. */
  readonly atoms: number
  /** The largest overlap first; of equal ones, the least a, then b. */
  readonly pairs: readonly Clash[]
  /** Those that have any, the most clashes first; of as many, the worse; of these, the first. */
  readonly residues: readonly ResidueClashes[]
  readonly severities: Readonly<Record<ClashSeverity, number>>
  /** Clashes a thousand atoms. Comparable with figures of others only where radii, cutoff and hydrogens are the same. */
  readonly perThousand: number
  /** Overlaps of 0.4 Å or more by the usual definition; undefined where only larger ones were searched for. */
  readonly clashscore: Clashscore | undefined
  /** What was found odd about bonds and radii. Sentences, in English. */
  readonly notes: readonly string[]
  /** `tests`: pairs whose distance was computed. `near`: those that overlap, bonded ones among them. */
  readonly stats: { readonly tests: number; readonly near: number }
}

/**
 * An overlap that misses the cutoff by no more than this (Å) reaches it: coordinates and radii are decimals, whose rounding to
 * doubles (2e-12 Å at 10,000 Å) would else decide about pairs that are exactly at the cutoff.
 */
export const CLASH_SLACK = 1e-9

/** 1–5 pairs. */
const MILD_BONDS = 4

/** Most pairs in an answer: fifteen hundred atoms in one place have as many. */
const MOST_CLASHES = 2 ** 20

/** The clashes of one model of a structure. */
export function clashes(structure: Structure, options: ClashOptions = {}): Clashes {
  const read = readClashOptions(structure, options)
  const positions = checkPositions(structure, read.model)
  const { radii, bare, notes } = atomRadii(structure, read.radii, read)
  const bonds = read.bonds ?? clashBonds(structure, read.model)
  const bonded = new BondedPairs(bonds, read.excludeBonds)
  const nextNearest = read.strict || read.excludeBonds >= MILD_BONDS ? undefined : new BondedPairs(bonds, MILD_BONDS)
  const kinds = read.hydrogenBonds ? polarKinds(structure, bonds) : undefined
  const virtual = virtualSites(structure)
  const chosen = chooseAtoms(structure, read, virtual)
  const balls = new Float64Array(BALL * chosen.length)
  for (let k = 0; k < chosen.length; k++) {
    const i = chosen[k]!
    for (let axis = 0; axis < 3; axis++) balls[BALL * k + axis] = positions[3 * i + axis]!
    balls[BALL * k + 3] = radii[i]!
  }
  const list = new PairBuffer()
  const allowed = (a: number, b: number): number =>
    kinds === undefined ? 0 : hydrogenBondAllowance(kinds[a]!, kinds[b]!)
  const { elements } = structure.atoms
  /** What the overlap of two atoms four bonds apart (or fewer, if those count) is taken to be less; Å. */
  const milder = (a: number, b: number): number => {
    if (nextNearest?.has(a, b) !== true) return 0
    return elements[a] === 'H' || elements[b] === 'H' ? Infinity : radii[a]! - bare[a]! + (radii[b]! - bare[b]!)
  }
  const least = read.overlap - CLASH_SLACK
  let near = 0
  const grid = new BeadGrid()
  const rule = { neighbours: 0, closed: false, exclude: undefined }
  const visit = (k: number, m: number): boolean => {
    const gap = ballGap(balls, k, balls, m)
    if (-gap < least) return false
    near++
    const a = chosen[k]!
    const b = chosen[m]!
    if (-gap - allowed(a, b) < least || bonded.has(a, b)) return false
    if (-gap - allowed(a, b) - milder(a, b) < least || read.exclude?.(a, b) === true) return false
    if (list.count === MOST_CLASHES) throw new ResultTooLargeError('clashes', MOST_CLASHES)
    list.add(a, b, gap)
    return false
  }
  grid.search(balls, rule, { margin: -least, visit })
  const found = Array.from({ length: list.count }, (_, k): Clash => {
    const [a, b, gap] = [list.pairs[2 * k]!, list.pairs[2 * k + 1]!, list.distances[k]!]
    const allowance = allowed(a, b)
    const overlap = -gap - allowance - milder(a, b)
    const severity = severityOf(overlap, read.severity)
    return { a, b, distance: gap + (radii[a]! + radii[b]!), overlap, severity, hydrogenBond: allowance > 0 }
  })
  found.sort((p, q) => q.overlap - p.overlap || p.a - q.a || p.b - q.b)
  const severities = { slight: 0, serious: 0, severe: 0 }
  for (const { severity } of found) severities[severity]++
  return {
    model: read.model,
    atoms: chosen.length,
    pairs: found,
    residues: byResidue(structure, found),
    severities,
    perThousand: chosen.length === 0 ? 0 : (1000 * found.length) / chosen.length,
    clashscore: clashscoreOf(structure, chosen, found, read.overlap),
    notes: [...notes, ...noteVirtual(structure, virtual), ...bonds.notes],
    stats: { tests: grid.tests, near },
  }
}

/** What counts as bonded here: the structure's bonds, ligands in one piece, and metals with what they hold. */
export function clashBonds(structure: Structure, model = 0): BondGraph {
  const positions = structure.models[model]!
  const bonds = structureBonds(structure, { model })
  return withCoordination(structure, positions, withWholeLigands(structure, positions, bonds))
}

function severityOf(overlap: number, [serious, severe]: readonly [number, number]): ClashSeverity {
  if (overlap >= severe - CLASH_SLACK) return 'severe'
  return overlap >= serious - CLASH_SLACK ? 'serious' : 'slight'
}

/** NaN would be close to nothing, and pass as free. */
function checkPositions({ atoms, models }: Structure, model: number): Float64Array {
  const positions = models[model]!
  if (positions.length !== 3 * atoms.count) {
    throw new InvalidInputError(`models[${model}]`, positions.length, `${3 * atoms.count} numbers`)
  }
  const wrong = positions.findIndex((x) => !(Math.abs(x) <= MAX_COORDINATE))
  if (wrong < 0) return positions
  throw new InvalidInputError(`models[${model}][${wrong}]`, positions[wrong], `a number of at most ${MAX_COORDINATE}`)
}

/** Points without an atom have no radius to overlap with. */
function noteVirtual({ atoms }: Structure, virtual: Uint8Array): string[] {
  const names = atoms.names.filter((_, i) => virtual[i] === 1)
  if (names.length === 0) return []
  const list = [...new Set(names)].slice(0, 8).join(', ')
  return [`${names.length} virtual ${names.length === 1 ? 'site' : 'sites'} left out, not atoms: ${list}.`]
}

function chooseAtoms({ atoms, residues, chains }: Structure, read: ReadClashOptions, virtual: Uint8Array): Int32Array {
  const chosen = new Int32Array(atoms.count)
  let count = 0
  for (const { first, count: size, name, chain } of residues) {
    if (read.chains !== undefined && !read.chains.includes(chains[chain]!.id)) continue
    if (!read.water && WATER.has(name)) continue
    for (let i = first; i < first + size; i++) {
      if (virtual[i] === 0 && (read.hydrogens || atoms.elements[i] !== 'H')) chosen[count++] = i
    }
  }
  return chosen.slice(0, count)
}

function byResidue({ atoms }: Structure, pairs: readonly Clash[]): ResidueClashes[] {
  const table = new Map<number, { residue: number; clashes: number; worst: number }>()
  for (const { a, b, overlap } of pairs) {
    for (const residue of new Set([atoms.residue[a]!, atoms.residue[b]!])) {
      const row = table.get(residue)
      if (row === undefined) table.set(residue, { residue, clashes: 1, worst: overlap })
      else {
        row.clashes++
        row.worst = Math.max(row.worst, overlap)
      }
    }
  }
  return [...table.values()].sort((p, q) => q.clashes - p.clashes || q.worst - p.worst || p.residue - q.residue)
}
