// What residues are, and where chains of them are whole: a bond between neighbours is seen from the distance of the two atoms
// that it joins, in the first model, and not believed from numbers, which jump for other reasons too.
import type { Residue, ResidueKind, Structure, StructureChain } from './structure.js'

/** Å. C–N of a peptide is 1.33, O3'–P 1.6; the nearest that is not bonded, more than 2.6. */
export const LONGEST_BOND = 2
/** Å, between alpha carbons where there is nothing else: 3.8 (trans), 2.9 (cis); next but one at least 4.9, as a rule. */
export const LONGEST_STEP = 4.5
/** Å, between phosphorus atoms where there is nothing else: 5.5 to 7.5. */
const LONGEST_PHOSPHORUS_STEP = 8
/** More gaps than these are counted, not listed one by one. */
const MOST_NOTES = 40

type Parts = Pick<Structure, 'atoms' | 'residues' | 'models'>

/** `polymer`: the file says that it is part of a chain; then one atom of a backbone is enough, as in caps and in traces. */
export function kindOf(parts: Parts, residue: number, polymer: boolean): ResidueKind {
  const has = (name: string): boolean => find(parts, residue, name) >= 0
  const ca = find(parts, residue, 'CA')
  const alpha = ca >= 0 && parts.atoms.elements[ca] === 'C'
  if (alpha && has('N') && has('C')) return 'amino'
  if (has("C1'") && has("C4'")) return 'nucleic'
  if (!polymer) return 'other'
  if (alpha || has('N') || has('C')) return 'amino'
  return has("C1'") || has("C4'") || has('P') ? 'nucleic' : 'other'
}

/** Is residue a followed by residue b? Both are of this kind. */
export function isBonded(parts: Parts, a: number, b: number, kind: ResidueKind): boolean {
  if (kind === 'amino') {
    if (isWhole(parts, a, kind) && isWhole(parts, b, kind)) return gapOf(parts, a, 'C', b, 'N') <= LONGEST_BOND
    return isTrace(parts, a, kind) && isTrace(parts, b, kind) && gapOf(parts, a, 'CA', b, 'CA') <= LONGEST_STEP
  }
  if (isTrace(parts, a, kind) && isTrace(parts, b, kind)) return gapOf(parts, a, 'P', b, 'P') <= LONGEST_PHOSPHORUS_STEP
  return gapOf(parts, a, "O3'", b, 'P') <= LONGEST_BOND
}

/** Has what a chain goes through. */
function isWhole(parts: Parts, residue: number, kind: ResidueKind): boolean {
  const names = kind === 'amino' ? ['N', 'CA', 'C'] : ["C4'", "C3'", "O3'"]
  return names.every((name) => find(parts, residue, name) >= 0)
}

/** Is one point of a chain, with nothing of the backbone beside it. */
function isTrace(parts: Parts, residue: number, kind: ResidueKind): boolean {
  const [point, ...others] = kind === 'amino' ? ['CA', 'N', 'C'] : ['P', "O3'", "C4'"]
  return find(parts, residue, point!) >= 0 && others.every((name) => find(parts, residue, name) < 0)
}

function find({ atoms, residues }: Parts, residue: number, name: string): number {
  const { first, count } = residues[residue]!
  for (let k = first; k < first + count; k++) {
    const is = atoms.names[k]!
    // Older files write the primes of sugars as stars.
    if (is === name || (is.length === name.length && is.endsWith('*') && is.replace('*', "'") === name)) return k
  }
  return -1
}

/** Å; infinite if one of the atoms is not there. */
function gapOf(parts: Parts, a: number, nameA: string, b: number, nameB: string): number {
  const [i, j] = [find(parts, a, nameA), find(parts, b, nameB)]
  if (i < 0 || j < 0) return Number.POSITIVE_INFINITY
  const p = parts.models[0]!
  const [x, y, z] = [0, 1, 2].map((axis) => p[3 * i + axis]! - p[3 * j + axis]!) as [number, number, number]
  return Math.sqrt(x * x + y * y + z * z)
}

/** Every chain with its pieces; what was cut goes to the notes. */
export function cutChains(
  parts: Parts,
  ids: readonly string[],
  notes: string[],
  listed: ReadonlyMap<string, number> = new Map(),
): StructureChain[] {
  const members: number[][] = ids.map(() => [])
  for (const [k, { chain }] of parts.residues.entries()) members[chain]!.push(k)
  const told: string[] = []
  const chains = ids.map((id, c): StructureChain => {
    const residues = members[c]!
    let count = 1
    while (count < residues.length && residues[count] === residues[0]! + count) count++
    const polymer = residues.filter((k) => parts.residues[k]!.link === 'polymer')
    const pieces = piecesOf(parts, polymer, chainName(id), told)
    const [only] = pieces
    const cyclic =
      pieces.length === 1 &&
      only![1] - only![0] > 2 &&
      isBonded(parts, only![1] - 1, only![0], parts.residues[only![0]]!.kind)
    if (cyclic) told.push(`${chainName(id)} is a ring: its last residue is bonded to its first.`)
    const missing = (listed.get(id) ?? 0) - polymer.length
    if (polymer.length > 0 && missing > 0) {
      told.push(
        `${chainName(id)} has ${missing} of the ${listed.get(id)} residues that the file lists without any atom.`,
      )
    }
    return { id, first: residues[0]!, count, residues, pieces, cyclic }
  })
  notes.push(...told.slice(0, MOST_NOTES))
  if (told.length > MOST_NOTES) notes.push(`And ${told.length - MOST_NOTES} more cuts and residues of this kind.`)
  return chains
}

function piecesOf(parts: Parts, polymer: readonly number[], chain: string, told: string[]): [number, number][] {
  const pieces: [number, number][] = []
  let before: number | undefined
  for (const k of polymer) {
    const { kind } = parts.residues[k]!
    if (!isWhole(parts, k, kind) && !isTrace(parts, k, kind)) {
      told.push(`${chain}: ${label(parts.residues[k]!)} lacks backbone atoms and is left out of its pieces.`)
      continue
    }
    const last = pieces.at(-1)
    if (last !== undefined && last[1] === k && before === k - 1) {
      const same = parts.residues[k - 1]!.kind === kind
      if (same && isBonded(parts, k - 1, k, kind)) {
        last[1] = k + 1
        before = k
        continue
      }
    }
    if (before !== undefined) told.push(cutOf(parts, before, k, chain))
    pieces.push([k, k + 1])
    before = k
  }
  return pieces
}

/** What to say of the cut between two residues of a chain. */
function cutOf(parts: Parts, a: number, b: number, chain: string): string {
  const [p, q] = [parts.residues[a]!, parts.residues[b]!]
  const trace = isTrace(parts, a, p.kind) && isTrace(parts, b, q.kind)
  const [from, to] = p.kind === 'amino' ? (trace ? ['CA', 'CA'] : ['C', 'N']) : trace ? ['P', 'P'] : ["O3'", 'P']
  const gap = p.kind === q.kind ? gapOf(parts, a, from!, b, to!) : Number.POSITIVE_INFINITY
  const missing = q.number - p.number - 1
  const apart = Number.isFinite(gap) ? `: ${from} and ${to} are ${gap.toFixed(2)} Å apart` : ''
  const numbers =
    missing > 0
      ? `${apart === '' ? ':' : ','} ${missing === 1 ? 'one number is' : `${missing} numbers are`} missing`
      : ''
  return `${chain} is cut between ${label(p)} and ${label(q)}${apart}${numbers}.`
}

function label({ name, number, insertion }: Residue): string {
  return `${name} ${number}${insertion}`
}

function chainName(id: string): string {
  return id === '' ? 'The chain without a name' : `Chain ${id}`
}
