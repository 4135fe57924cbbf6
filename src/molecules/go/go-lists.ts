// Which contacts each move of a Gō chain can change, listed once for a model: a move reads a stretch of one flat list instead
// of testing all contacts. Beads on the axis of a rotation keep their distances to everything that turns, so their contacts are
// not in it.
import { InvalidInputError } from '../../errors.js'
import type { GoModel } from './go-model.js'

/** The longest crankshaft, in inner beads. */
export const LONGEST_CRANKSHAFT = 8

/** Stretches of one list: those of entry k are items[starts[k]] to items[starts[k + 1] − 1]. */
export interface GoLists {
  readonly starts: Int32Array
  readonly items: Int32Array
}

/** The entry of a pivot about bead p: what is below p against what is above it. */
export function beadEntry(_beads: number, p: number): number {
  return p
}

/** The entry of a pivot about the bond from p to p + 1: what is below p against what is above p + 1. */
export function bondEntry(beads: number, p: number): number {
  return beads + p
}

/** The entry of a crankshaft of `inner` beads after bead a: these against what is outside a to a + inner + 1. */
export function crankshaftEntry(beads: number, a: number, inner: number): number {
  return 2 * beads + (inner - 1) * beads + a
}

export function createGoLists(model: GoModel): GoLists {
  const { beads, contacts } = model
  if (beads > 4096) throw new InvalidInputError('the number of beads', beads, 'at most 4096')
  const entries = (2 + LONGEST_CRANKSHAFT) * beads
  const found: number[][] = Array.from({ length: entries }, () => [])
  for (let k = 0; k < contacts.count; k++) {
    const i = contacts.first[k]!
    const j = contacts.second[k]!
    for (let p = i + 1; p < j; p++) found[beadEntry(beads, p)]!.push(k)
    for (let p = i + 1; p + 1 < j; p++) found[bondEntry(beads, p)]!.push(k)
    for (let inner = 1; inner <= LONGEST_CRANKSHAFT; inner++) {
      for (let a = 0; a + inner + 1 < beads; a++) {
        const b = a + inner + 1
        const inside = (x: number): boolean => x > a && x < b
        const outside = (x: number): boolean => x < a || x > b
        if ((inside(i) && outside(j)) || (inside(j) && outside(i))) found[crankshaftEntry(beads, a, inner)]!.push(k)
      }
    }
  }
  const starts = new Int32Array(entries + 1)
  for (const [e, list] of found.entries()) starts[e + 1] = starts[e]! + list.length
  return { starts, items: Int32Array.from(found.flat()) }
}
