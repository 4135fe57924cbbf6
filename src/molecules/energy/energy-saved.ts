// What a kept energy saves for a checkpoint: a head, the positions, and the sums that are not zero. Sums above them are added up again, so
// these are all that later energies depend on.
import { checkCoordinate } from '../../base/math/checks.js'
import { InvalidInputError } from '../../errors.js'

/** First number of every saved energy: changes when the order of the numbers does. */
const VERSION = 1
const HEAD = 4

/** Which way a saved energy is of: its sums mean nothing to another. */
export const SAVED_KINDS = { blocks: 1, list: 2, several: 3 } as const
export type SavedKind = keyof typeof SAVED_KINDS

export interface SavedEnergy {
  readonly positions: Float64Array
  readonly rest: Float64Array
}

/** `parts`: how many blocks or pairs there are, so that one of another system is refused. */
export function packEnergy(
  kind: SavedKind,
  parts: number,
  positions: Float64Array,
  rest: ArrayLike<number>,
): Float64Array {
  const saved = new Float64Array(HEAD + positions.length + rest.length)
  saved.set([VERSION, SAVED_KINDS[kind], parts, positions.length])
  saved.set(positions, HEAD)
  saved.set(rest, HEAD + positions.length)
  return saved
}

export function unpackEnergy(kind: SavedKind, parts: number, length: number, saved: Float64Array): SavedEnergy {
  const head = [VERSION, SAVED_KINDS[kind], parts, length]
  if (saved.length < HEAD + length || head.some((value, k) => saved[k] !== value)) {
    throw new InvalidInputError(
      'saved',
      saved.subarray(0, HEAD),
      `what save() of the same sum returned: ${head.join(', ')}, …`,
    )
  }
  const positions = saved.slice(HEAD, HEAD + length)
  for (let k = 0; k < length; k++) checkCoordinate(`saved[${HEAD + k}]`, positions[k]!)
  const rest = saved.slice(HEAD + length)
  for (let k = 0; k < rest.length; k++) {
    if (!Number.isFinite(rest[k]!))
      throw new InvalidInputError(`saved[${HEAD + length + k}]`, rest[k], 'a finite number')
  }
  return { positions, rest }
}

/** Sums of pairs of blocks that are not zero, three numbers each: a, b, sum. */
export function readBlockPairs(
  rest: Float64Array,
  blocks: number,
  take: (a: number, b: number, sum: number) => void,
): void {
  if (rest.length % 3 !== 0) throw new InvalidInputError('saved', rest.length, 'three numbers a pair of blocks')
  for (let k = 0; k < rest.length; k += 3) {
    const a = rest[k]!
    const b = rest[k + 1]!
    if (!Number.isInteger(a) || !Number.isInteger(b) || a < 0 || b < a || b >= blocks) {
      throw new InvalidInputError('saved', [a, b], `two blocks of ${blocks}`)
    }
    take(a, b, rest[k + 2]!)
  }
}
