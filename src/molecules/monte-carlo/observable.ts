// What is measured along a run: functions of the coordinates alone, so that a resumed run measures the same.
import { checkFields, checkFinite } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'
import { rmsd } from './observable-rmsd.js'

/** A number of a conformation. `name` is the column's. */
export interface Observable {
  readonly name: string
  /** x, y, z of every atom; must not be kept or written to. */
  value(coordinates: Float64Array): number
}

/** Root of the mean square distance from the mean position, every atom alike; of `atoms`, or of all. */
export function radiusOfGyration(atoms?: ArrayLike<number>): Observable {
  const chosen = atoms === undefined ? undefined : Int32Array.from(atoms)
  return { name: 'radiusOfGyration', value: (x) => gyration(chosen === undefined ? x : pick(x, chosen)) }
}

/** Root mean square distance to `reference` (x, y, z of every atom) after the best superposition of `atoms`, or of all. */
export function rmsdTo(reference: ArrayLike<number>, atoms?: ArrayLike<number>): Observable {
  const all = checkCoordinates('reference', reference)
  const chosen = atoms === undefined ? undefined : checkAtoms('atoms', atoms, all.length / 3)
  const target = chosen === undefined ? all : pick(all, chosen)
  return {
    name: 'rmsd',
    value(x) {
      if (x.length !== all.length)
        throw new InvalidInputError('coordinates.length', x.length, `${all.length}, as in the reference`)
      return rmsd(chosen === undefined ? x : pick(x, chosen), target)
    },
  }
}

/** Which pairs of atoms count as contacts. */
export interface NativeContactOptions {
  /** Those that are in contact with each other, such as the Cα: numbers of atoms, in the order of the chain. Default: all. */
  readonly atoms?: ArrayLike<number> | undefined
  /** Closer than this in the reference; default 8. */
  readonly cutoff?: number | undefined
  /** At least as many apart in the list of atoms; default 4. */
  readonly separation?: number | undefined
  /** A contact is there up to this many times its distance in the reference; default 1.2. */
  readonly within?: number | undefined
}

const CONTACT_FIELDS = ['atoms', 'cutoff', 'separation', 'within']

/** An observable: the fraction of the contacts of `reference` that a conformation has. A reference without contacts is refused. */
export function contactFraction(reference: ArrayLike<number>, options: NativeContactOptions = {}): Observable {
  checkFields('options', options, CONTACT_FIELDS)
  const all = checkCoordinates('reference', reference)
  const { cutoff = 8, separation = 4, within = 1.2 } = options
  checkFinite('options.cutoff', cutoff)
  checkFinite('options.within', within)
  if (!Number.isInteger(separation) || separation < 1) {
    throw new InvalidInputError('options.separation', separation, 'a whole number of one or more')
  }
  const atoms = options.atoms
    ? checkAtoms('options.atoms', options.atoms, all.length / 3)
    : Int32Array.from({ length: all.length / 3 }, (_, i) => i)
  const pairs: number[] = []
  const squares: number[] = []
  for (let a = 0; a < atoms.length; a++) {
    for (let b = a + separation; b < atoms.length; b++) {
      const square = squareBetween(all, atoms[a]!, atoms[b]!)
      if (!(square < cutoff * cutoff)) continue
      pairs.push(atoms[a]!, atoms[b]!)
      squares.push(square * within * within)
    }
  }
  if (pairs.length === 0)
    throw new InvalidInputError('reference', reference, `with contacts: no pair is within ${cutoff}`)
  return {
    name: 'nativeContacts',
    value: (x) => {
      let count = 0
      for (let k = 0; k < squares.length; k++) {
        if (squareBetween(x, pairs[2 * k]!, pairs[2 * k + 1]!) <= squares[k]!) count++
      }
      return count / squares.length
    },
  }
}

function gyration(x: Float64Array): number {
  const n = x.length / 3
  let sx = 0
  let sy = 0
  let sz = 0
  for (let i = 0; i < x.length; i += 3) {
    sx += x[i]!
    sy += x[i + 1]!
    sz += x[i + 2]!
  }
  sx /= n
  sy /= n
  sz /= n
  let sum = 0
  for (let i = 0; i < x.length; i += 3) {
    const dx = x[i]! - sx
    const dy = x[i + 1]! - sy
    const dz = x[i + 2]! - sz
    sum += dx * dx + dy * dy + dz * dz
  }
  return Math.sqrt(sum / n)
}

function squareBetween(x: Float64Array, i: number, j: number): number {
  const dx = x[3 * i]! - x[3 * j]!
  const dy = x[3 * i + 1]! - x[3 * j + 1]!
  const dz = x[3 * i + 2]! - x[3 * j + 2]!
  return dx * dx + dy * dy + dz * dz
}

function pick(x: Float64Array, atoms: Int32Array): Float64Array {
  const out = new Float64Array(3 * atoms.length)
  for (let k = 0; k < atoms.length; k++) {
    for (let c = 0; c < 3; c++) out[3 * k + c] = x[3 * atoms[k]! + c]!
  }
  return out
}

function checkCoordinates(field: string, x: ArrayLike<number>): Float64Array {
  const count = x?.length
  if (!Number.isInteger(count) || count === 0 || count % 3 !== 0) {
    throw new InvalidInputError(field, x, 'three numbers an atom, for one atom or more')
  }
  const copy = Float64Array.from(x)
  for (let i = 0; i < count; i++) checkFinite(`${field}[${i}]`, copy[i]!)
  return copy
}

function checkAtoms(field: string, atoms: ArrayLike<number>, count: number): Int32Array {
  const list = Array.from(atoms)
  if (list.length === 0) throw new InvalidInputError(field, atoms, 'one atom or more')
  for (const [k, atom] of list.entries()) {
    if (!Number.isInteger(atom) || atom < 0 || atom >= count) {
      throw new InvalidInputError(`${field}[${k}]`, atom, `a whole number from 0 to ${count - 1}`)
    }
  }
  return Int32Array.from(list)
}
