// What a change set of a protein did, as far as its undo and its followers need to know.
import type { Stretch } from './energy.js'
import type { ProteinPiece } from './protein-select.js'
import type { SideChain } from './protein-torsions.js'

/** What was changed in one piece. */
export interface PieceChange {
  readonly joints: number[]
  /** Side-chains, as the list of torsions numbers them. */
  readonly sides: number[]
  /** A crankshaft: the references of its two joints as they were, and what is beyond the second has not moved. */
  readonly references: readonly Float64Array[]
}

export interface LastChange {
  /** Torsions that were changed, their turns and their angles at the reference before it. */
  readonly torsions: readonly number[]
  readonly turns: readonly number[]
  readonly start: readonly number[]
  readonly pieces: ReadonlyMap<number, PieceChange>
}

/** The stretches of atoms that a change set has moved, each atom in one at most, ascending in each piece. */
export function movedStretches(
  last: LastChange,
  pieces: readonly ProteinPiece[],
  linkOf: Int32Array,
  sideChains: readonly SideChain[],
): Stretch[] {
  const stretches: { from: number; to: number; body: number }[] = []
  const changed = new Set(last.torsions)
  let bodies = 0
  for (const [p, { joints, sides, references }] of last.pieces) {
    const { firstAtom, endAtom } = pieces[p]!
    const sorted = [...joints].sort((a, b) => a - b)
    const segments = bodies
    bodies += sorted.length
    // What a χ moves is a body of its own; what one farther out moves, another.
    const own = new Map<number, number>()
    for (const side of sides) {
      for (const { torsion, moved } of sideChains[side]!.chi) {
        if (!changed.has(torsion)) continue
        for (const i of moved) own.set(i, bodies)
        bodies++
      }
    }
    let open: { from: number; to: number; body: number } | undefined
    for (let i = firstAtom; i < endAtom; i++) {
      let crossed = 0
      while (crossed < sorted.length && sorted[crossed]! < linkOf[i]!) crossed++
      if (references.length > 0 && crossed === sorted.length) crossed = 0
      const body = own.get(i) ?? (crossed === 0 ? -1 : segments + crossed - 1)
      if (body < 0) continue
      if (open !== undefined && open.to === i && open.body === body) open.to++
      else {
        open = { from: i, to: i + 1, body }
        stretches.push(open)
      }
    }
  }
  return stretches
}
