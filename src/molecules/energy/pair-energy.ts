// Energies of pairs of atoms: hard spheres, Lennard-Jones, native contacts, and several terms as one. Lengths in ångström, energies in
// the caller's unit. Only sums, products and quotients: the same bits in every engine.
import { checkFields, checkFinite, checkIndex, checkNonNegative, checkSize } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import type { PairList, PairTerm } from './energy.js'

/** One number for all atoms, or one an atom. */
export type PerAtom = number | ArrayLike<number>

/** A function of the atom from one number or a list; every entry is checked. */
function columnOf(
  field: string,
  value: PerAtom,
  check: (field: string, value: number) => number,
): Float64Array | number {
  if (typeof value === 'number') return check(field, value)
  if (typeof value?.length !== 'number') throw new InvalidInputError(field, value, 'a number, or one for each atom')
  const column = Float64Array.from(value)
  for (let i = 0; i < column.length; i++) check(`${field}[${i}]`, column[i]!)
  return column
}

/** How many atoms all the lists among these have. */
function fewest(columns: readonly (Float64Array | number)[]): number | undefined {
  const lengths = columns.flatMap((column) => (typeof column === 'number' ? [] : [column.length]))
  return lengths.length === 0 ? undefined : Math.min(...lengths)
}

/** What a term made here is: kept energies have loops of their own for these, and ask all others for each pair. */
export type TermForm =
  | {
      readonly kind: 'equal-wells'
      readonly sizeSq: number
      readonly depth: number
      readonly cap: number
      readonly end: number
    }
  | {
      readonly kind: 'wells'
      readonly sizes: Float64Array | number
      /** Of the depths. */
      readonly roots: Float64Array | number
      readonly cap: number
      readonly shifted: boolean
    }
  | { readonly kind: 'spheres'; readonly radii: Float64Array | number }

const forms = new WeakMap<PairTerm, TermForm>()

export function formOf(term: PairTerm): TermForm | undefined {
  return forms.get(term)
}

/** Frozen, so that it stays what its form says. */
function formed(term: PairTerm, form: TermForm): PairTerm {
  forms.set(Object.freeze(term), form)
  return term
}

/** Infinity where two spheres overlap, else 0. Spheres that touch do not overlap. */
export function hardSpheres(radii: PerAtom): PairTerm {
  const column = columnOf('radii', radii, checkNonNegative)
  const form: TermForm = { kind: 'spheres', radii: column }
  if (typeof column === 'number') {
    const reachSq = 2 * column * (2 * column)
    return formed({ cutoff: 2 * column, energy: (_i, _j, squared) => (squared < reachSq ? Infinity : 0) }, form)
  }
  let largest = 0
  for (const radius of column) largest = Math.max(largest, radius)
  const term: PairTerm = {
    cutoff: 2 * largest,
    atoms: column.length,
    energy(i, j, squared) {
      const reach = column[i]! + column[j]!
      return squared < reach * reach ? Infinity : 0
    },
  }
  return formed(term, form)
}

/** Parameters of a Lennard-Jones term. */
export interface LennardJonesOptions {
  /** Depth of the well; of a pair, the geometric mean (Lorentz and Berthelot). Default 1. */
  readonly epsilon?: PerAtom
  /** Where the energy is zero, in ångström; of a pair, the mean. The well is deepest at 2^(1/6) of it. */
  readonly sigma: PerAtom
  /** Default 10 Å. */
  readonly cutoff?: number
  /**
   * No pair has more than this, in units of the pair's depth; default 1e6. Overlapping starts have terms so huge that all others are lost in
   * the sum's rounding. Infinity: no cap; atoms at the same place are then infinite.
   */
  readonly cap?: number
  /** The energy at the cutoff is taken from every pair, so that it ends without a step. Default false. */
  readonly shifted?: boolean
}

/** 4ε((σ/r)¹² − (σ/r)⁶) up to a cutoff. */
export function lennardJones(options: LennardJonesOptions): PairTerm {
  checkFields('', options, ['epsilon', 'sigma', 'cutoff', 'cap', 'shifted'])
  const { epsilon = 1, sigma, cutoff = 10, cap = 1e6, shifted = false } = options
  checkSize('cutoff', cutoff)
  if (!(cap > 0)) throw new InvalidInputError('cap', cap, 'a positive number')
  const depths = columnOf('epsilon', epsilon, checkNonNegative)
  const sizes = columnOf('sigma', sigma, checkSize)
  if (typeof depths === 'number' && typeof sizes === 'number')
    return uniformLennardJones(depths, sizes, cutoff, cap, shifted)
  const roots = typeof depths === 'number' ? Math.sqrt(depths) : depths.map(Math.sqrt)
  const depthOf = (i: number, j: number) => (typeof roots === 'number' ? roots * roots : roots[i]! * roots[j]!)
  const sizeOf = (i: number, j: number) => (typeof sizes === 'number' ? sizes : 0.5 * (sizes[i]! + sizes[j]!))
  const cutoffSq = cutoff * cutoff
  const term: PairTerm = {
    cutoff,
    atoms: fewest([depths, sizes]),
    energy(i, j, squared) {
      const size = sizeOf(i, j)
      const sizeSq = size * size
      const end = shifted ? well(sizeSq, cutoffSq, cap) : 0
      return depthOf(i, j) * (well(sizeSq, squared, cap) - end)
    },
  }
  return formed(term, { kind: 'wells', sizes, roots, cap, shifted })
}

function uniformLennardJones(depth: number, size: number, cutoff: number, cap: number, shifted: boolean): PairTerm {
  const sizeSq = size * size
  const end = shifted ? well(sizeSq, cutoff * cutoff, cap) : 0
  const term: PairTerm = { cutoff, energy: (_i, _j, squared) => depth * (well(sizeSq, squared, cap) - end) }
  return formed(term, { kind: 'equal-wells', sizeSq, depth, cap, end })
}

/** The well of depth 1. At distance 0 the quotient is Infinity and so is the product: never NaN. */
function well(sizeSq: number, squared: number, cap: number): number {
  const q = sizeSq / squared
  const sixth = q * q * q
  const energy = 4 * sixth * (sixth - 1)
  return energy < cap ? energy : cap
}

/** Pairs of atoms that touch in the native structure, and how far apart they are there. */
export interface NativeContacts {
  /** Two atoms a pair. */
  readonly pairs: ArrayLike<number>
  /** One a pair, in ångström. */
  readonly distances: ArrayLike<number>
  /** One for all, or one a pair; default 1. */
  readonly depth?: PerAtom
  /** No pair has more than this, in units of its depth; default 1e6. */
  readonly cap?: number
}

/** What a list made here is: kept energies have a loop of their own for it. */
export interface ContactForm {
  readonly sizesSq: Float64Array
  readonly depths: Float64Array
  readonly cap: number
}

const contactForms = new WeakMap<PairList, ContactForm>()

export function contactFormOf(list: PairList): ContactForm | undefined {
  return contactForms.get(list)
}

/**
 * A Gō potential's contacts: wells 5(s/r)¹² − 6(s/r)¹⁰ of the given depth, deepest at the native distance s. A list, not a term with a
 * cutoff: it needs no search.
 */
export function nativeContacts(contacts: NativeContacts): PairList {
  checkFields('', contacts, ['pairs', 'distances', 'depth', 'cap'])
  const { depth = 1, cap = 1e6 } = contacts
  const pairs = Int32Array.from(contacts.pairs)
  const count = contacts.distances.length
  if (pairs.length !== 2 * count || contacts.pairs.length !== 2 * count) {
    throw new InvalidInputError('distances', count, `one a pair, ${contacts.pairs.length / 2} of them`)
  }
  if (!(cap > 0)) throw new InvalidInputError('cap', cap, 'a positive number')
  const sizesSq = new Float64Array(count)
  const depths = new Float64Array(count)
  if (typeof depth !== 'number' && depth.length !== count) {
    throw new InvalidInputError('depth', depth.length, `one a pair, ${count} of them`)
  }
  for (let k = 0; k < count; k++) {
    for (const at of [2 * k, 2 * k + 1]) checkIndex(`pairs[${at}]`, contacts.pairs[at]!, 0, 2 ** 31)
    const size = checkSize(`distances[${k}]`, contacts.distances[k]!)
    sizesSq[k] = size * size
    depths[k] = checkFinite('depth', typeof depth === 'number' ? depth : depth[k]!)
    if (depths[k]! < 0) throw new InvalidInputError('depth', depths[k], 'zero or more')
  }
  const list: PairList = {
    pairs,
    energy(k, squared) {
      const q = sizesSq[k]! / squared
      const fourth = q * q * (q * q)
      const energy = fourth * q * (5 * q - 6)
      return depths[k]! * (energy < cap ? energy : cap)
    },
  }
  contactForms.set(Object.freeze(list), { sizesSq, depths, cap })
  return list
}

/** Several terms as one: their sum, each to its own cutoff. */
export function sumOfTerms(terms: readonly PairTerm[]): PairTerm {
  for (const [k, term] of terms.entries()) checkTerm(`terms[${k}]`, term)
  if (terms.length === 1) return terms[0]!
  const kept = [...terms]
  const squares = kept.map((term) => term.cutoff * term.cutoff)
  const limits = kept.flatMap(({ atoms }) => atoms ?? [])
  return {
    cutoff: Math.max(0, ...kept.map((term) => term.cutoff)),
    atoms: limits.length === 0 ? undefined : Math.min(...limits),
    energy(i, j, squared) {
      let sum = 0
      for (let k = 0; k < kept.length; k++) {
        if (squared < squares[k]!) sum += kept[k]!.energy(i, j, squared)
      }
      return sum
    },
  }
}

export function checkTerm(field: string, term: PairTerm): PairTerm {
  checkNonNegative(`${field}.cutoff`, term?.cutoff)
  if (term.cutoff > 0) checkSize(`${field}.cutoff`, term.cutoff)
  if (typeof term.energy !== 'function') throw new InvalidInputError(`${field}.energy`, term.energy, 'a function')
  if (term.atoms !== undefined) checkIndex(`${field}.atoms`, term.atoms, 0, 2 ** 31)
  return term
}
