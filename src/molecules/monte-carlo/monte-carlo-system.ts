// What Monte Carlo moves: a thing with an energy, kinds of move, and an exact copy of its state in bytes.
//
// The loop (monte-carlo.ts) knows nothing of atoms beyond where they are. A move is proposed by the system with random numbers of
// the loop's stream, judged by the loop, and then accepted or undone: exactly one of the two follows every proposal.
//
// What a system promises:
// - Proposals are symmetric: the density of proposing y from x is that of proposing x from y, in the measure the system samples
//   (which it names). It holds where a move is chosen by numbers that do not depend on the state, its map preserves the measure,
//   and it and its inverse are drawn alike. Without it, the samples are not Boltzmann's.
// - `undo()` leaves the state as it was before the proposal, to the bit.
// - `save()` holds everything that later energies, positions and proposals depend on, down to the last bit of a kept sum:
//   after `restore(save())`, in this process or another, all that follows is the same to the bit.
import type { Random } from '../../base/math/random.js'

/** What Monte Carlo needs of a system: propose a move, then accept or reject it. */
export interface McSystem {
  /** Names of the kinds of move it knows, such as `pivot`, `crankshaft`, `side-chain`; at least one. */
  readonly moves: readonly string[]
  readonly atoms: number
  /** Of the present state. Infinity where it clashes. */
  readonly energy: number
  /**
   * Proposes a move of kind `moves[kind]`, and returns the energy it would have: Infinity where it clashes (the energy is then
   * not computed). Draws from `random` and nowhere else.
   */
  propose(kind: number, random: Random): number
  /** Makes the proposal the state. */
  accept(): void
  /** Takes the proposal back. */
  undo(): void
  /** Writes x, y, z of every atom, and returns `out`. Ångström, or whatever unit of length the system has. */
  coordinates(out: Float64Array): Float64Array
  /** The energy, recomputed without kept values: a check against drift. The state stays as it is. */
  recompute(): number
  /** The whole state, except the random numbers. */
  save(): Uint8Array
  /** Refuses bytes that are of another system. */
  restore(state: Uint8Array): void
}
